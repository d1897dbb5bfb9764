/* SPDX-License-Identifier: MIT
 *
 * prove.c: `fanoron prove`: searches what a position is worth, and writes a certificate.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "claim.h"
#include "command.h"
#include "message.h"
#include "numbers.h"
#include "position.h"
#include "probe.h"
#include "progress.h"
#include "words.h"

struct work {
    struct progress progress; /* first, for progress_proof_step */
    struct claims claims;
    FILE *log; /* NULL: none */
    double logged;
};

/* ---- What is told meanwhile ------------------------------------------------------------------ */

static void write_log(struct work *work, const fnr_proof_progress *now)
{
    static const double PAUSE = 10; /* seconds */
    double time = seconds_now();
    if (time - work->logged < PAUSE) return;
    work->logged = time;
    fprintf(work->log, "%.0f,%s,%s,%llu,%u,%u,%.4f\n", time - work->progress.started, now->phase,
            side_words[now->side], (unsigned long long)now->nodes, now->proof, now->disproof,
            now->filled);
    fflush(work->log);
}

static int step(const fnr_proof_progress *now, void *context)
{
    struct work *work = context;
    if (work->log) write_log(work, now);
    return progress_proof_step(now, context);
}

static void take_report(const fnr_report *report, void *context)
{
    struct work *work = context;
    progress_clear(&work->progress);
    complain(EXIT_FINE, "%s; going on without that checkpoint", report->text);
}

static void take_claim(const fnr_claim *claim, void *context)
{
    struct work *work = context;
    progress_clear(&work->progress);
    claims_add(&work->claims, claim);
}

/* ---- The command ----------------------------------------------------------------------------- */

static int open_log(const struct settings *settings, struct work *work)
{
    if (!settings->log) return EXIT_FINE;
    work->log = fopen(settings->log, "w");
    if (!work->log) return complain(EXIT_FAILED, "%s: cannot be written", settings->log);
    fprintf(work->log, "seconds,phase,side,nodes,proof,disproof,filled\n");
    return EXIT_FINE;
}

/* The log's own end: what was written to it must have arrived. */
static int close_log(const struct settings *settings, struct work *work, int code)
{
    if (!work->log) return code;
    bool fine = !ferror(work->log);
    fine &= fclose(work->log) == 0;
    return fine ? code : complain(EXIT_FAILED, "%s: cannot be written", settings->log);
}

/* Whether anything is left to go on from: the disk may have been full. */
static void interruption_text(const char *certificate, char *text, size_t size)
{
    char checkpoint[4096];
    int n = snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", certificate);
    if (n < (int)sizeof checkpoint && access(checkpoint, F_OK) == 0)
        snprintf(text, size, "interrupted; the same command goes on from %.300s", checkpoint);
    else
        snprintf(text, size, "interrupted");
}

static int prove(const struct settings *settings, fnr_db *db, const fnr_position *position,
                 struct work *work)
{
    const fnr_prove_options options = {
        .goal = settings->goal,
        .side = settings->side,
        .memory = settings->memory,
        .threads = settings->threads,
        .stones = settings->stones,
        .checkpoint = settings->checkpoint,
        .report = take_report,
        .progress = step,
        .claim = take_claim,
        .context = work,
    };
    fnr_proof proof;
    fnr_error why;
    progress_start(&work->progress, fnr_game_rules(fnr_db_game(db)));
    fnr_status status = fnr_prove(db, position, settings->certificate, &options, &proof, &why);
    progress_clear(&work->progress);
    double seconds = seconds_now() - work->progress.started;
    bool refuted = !status && !proof.holds;
    if (refuted) {
        bool win = settings->goal == FNR_GOAL_WIN;
        snprintf(why.text, sizeof why.text, "not so: %s %s; --goal %s proves that",
                 side_names[settings->side], win ? "cannot force a win" : "can force a win",
                 win ? "nowin" : "win");
    }
    if (status == FNR_ERR_INTERRUPTED)
        interruption_text(settings->certificate, why.text, sizeof why.text);
    claims_end(&work->claims, seconds, status ? 0 : proof.searched,
               status || refuted ? why.text : NULL);
    if (status == FNR_ERR_INTERRUPTED) return complain(EXIT_INTERRUPTED, "%s", why.text);
    if (refuted) return complain(EXIT_FAILED, "%s", why.text);
    return status ? complain_why(&why) : EXIT_FINE;
}

static int run_prove(const struct settings *settings, int count, char **words)
{
    fnr_game *game = NULL;
    fnr_db *db = NULL;
    fnr_position position;
    fnr_error why;
    struct work work = {.claims = {.as_json = is_given(settings, OPTION_JSON)}};
    if (!settings->certificate || !settings->certificate[0])
        return complain(EXIT_MISUSE, "say where the certificate goes: --certificate FILE");
    int code = read_start(settings, count, words, &game, &position);
    if (code) return code;
    if (probe_open(settings, fnr_game_rules(game), &db, &why)) code = complain_why(&why);
    if (!code) code = open_log(settings, &work);
    if (!code) code = close_log(settings, &work, prove(settings, db, &position, &work));
    fnr_db_close(db);
    fnr_game_free(game);
    return code;
}

const struct command prove_command = {
    .name = "prove",
    .arguments = "POSITION [TURN ...] | BOARD",
    .summary = "prove what a position is worth, with a certificate",
    .details =
        "Searches by proof numbers, with the tables of ROOT at the leaves, and writes a\n"
        "certificate that 'fanoron check-proof' accepts or refuses by the rules and the tables\n"
        "alone. A search that was interrupted or killed goes on from FILE.checkpoint. The draw\n"
        "limit and repetition play no part: play without end is a draw.\n",
    .example = "fanoron prove 3x5 --goal value --certificate 3x5.proof",
    .options = OPTION_GOAL | OPTION_SIDE | OPTION_CERTIFICATE | OPTION_LEAVES | OPTION_SETUP |
               OPTION_THREADS | OPTION_NODES | OPTION_CHECKPOINT | OPTION_CACHE | OPTION_LOG |
               OPTION_JSON | OPTION_VARIANT | OPTION_STALEMATE | OPTION_DB,
    .least = 1,
    .most = ANY_NUMBER,
    .run = run_prove,
};
