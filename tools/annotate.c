/* SPDX-License-Identifier: MIT
 *
 * annotate.c: `fanoron annotate`: a game with the exact value after each turn, as far as the tables
 *             reach, and with what would have been better.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "outcome.h"
#include "position.h"
#include "probe.h"
#include "scoresheet.h"
#include "textfile.h"
#include "words.h"

enum { COMMENT_SIZE = 2 * FNR_TURN_TEXT_SIZE + 160 };

/* ---- Values ---------------------------------------------------------------------------------- */

/* "White wins, DTC 3, DTW 9", from the value for a side. */
static void value_text(fnr_side side, const fnr_value *value, char *text, size_t size)
{
    char dtc[32] = "", dtw[32] = "";
    bool cursed = value->wdl == FNR_CURSED_WIN || value->wdl == FNR_BLESSED_LOSS;
    fnr_side winner = value->wdl < FNR_DRAW ? !side : side;
    if (value->dtc >= 0) snprintf(dtc, sizeof dtc, ", DTC %d", (int)value->dtc);
    if (value->dtw >= 0) snprintf(dtw, sizeof dtw, ", DTW %d", (int)value->dtw);
    if (value->wdl == FNR_DRAW)
        snprintf(text, size, "draw");
    else
        snprintf(text, size, "%s %s%s%s", side_names[winner], cursed ? "has a cursed win" : "wins",
                 dtc, dtw);
}

/* What can be said of a turn. */
struct judgement {
    bool known, blunder;
    char comment[COMMENT_SIZE];
};

/* A win or a draw, cursed or blessed ones being draws. */
static int worth(fnr_wdl wdl)
{
    return (wdl == FNR_WIN) - (wdl == FNR_LOSS);
}

/* Compares a turn with the best one, if the values of all turns are known. */
static void find_better(fnr_db *db, const fnr_position *before, const fnr_value *after,
                        struct judgement *judgement)
{
    struct answer answer;
    char notation[FNR_TURN_TEXT_SIZE], value[128];
    if (probe_ask(db, before, &answer, NULL)) return;
    const fnr_ranked_turn *best = answer.turns;
    if (answer.count > 0 && worth(best->value.wdl) > -worth(after->wdl)) {
        judgement->blunder = true;
        fnr_turn_format(fnr_db_game(db), &best->turn, notation);
        value_text(before->side, &best->value, value, sizeof value);
        size_t length = strlen(judgement->comment);
        snprintf(judgement->comment + length, COMMENT_SIZE - length, "; better %s: %s", notation,
                 value);
    }
    fnr_ranked_free(answer.turns);
}

/* Failures other than a table that is missing end the work. */
static fnr_status judge(fnr_db *db, const fnr_position *before, const fnr_position *after,
                        struct judgement *judgement, fnr_error *why)
{
    fnr_value value;
    *judgement = (struct judgement){.known = false};
    fnr_status status = fnr_probe(db, after, &value, why);
    if (status == FNR_ERR_NO_TABLE) return FNR_OK;
    if (status) return status;
    fnr_outcome outcome = fnr_position_outcome(fnr_db_game(db), after);
    judgement->known = true;
    if (outcome == FNR_GOES_ON)
        value_text(after->side, &value, judgement->comment, COMMENT_SIZE);
    else
        snprintf(judgement->comment, COMMENT_SIZE, "game over: %s", outcome_name(outcome));
    find_better(db, before, &value, judgement);
    return FNR_OK;
}

/* ---- Games ----------------------------------------------------------------------------------- */

static fnr_status annotate_turns(fnr_db *db, const fnr_fgn *fgn, struct scoresheet *sheet,
                                 fnr_error *why)
{
    fnr_position before = fgn->start, after;
    /* Under a limit the turns count from the start. */
    if (fgn->rules.draw_plies && before.plies == FNR_NO_COUNT) before.plies = 0;
    for (size_t i = 0; i < fgn->turn_count; i++) {
        struct judgement judgement;
        fnr_position_play(&before, &fgn->turns[i], &after);
        fnr_status status = judge(db, &before, &after, &judgement, why);
        if (status) return status;
        scoresheet_turn(sheet, fnr_db_game(db), &before, &fgn->turns[i],
                        judgement.blunder ? "??" : "");
        if (judgement.known) scoresheet_comment(sheet, judgement.comment);
        before = after;
    }
    scoresheet_end(sheet, fgn->result);
    return FNR_OK;
}

static fnr_status annotate_game(const struct settings *settings, const fnr_fgn *fgn, fnr_error *why)
{
    fnr_db *db = NULL;
    struct scoresheet sheet;
    fnr_status status = probe_open(settings, &fgn->rules, &db, why);
    scoresheet_begin(&sheet, stdout);
    for (size_t i = 0; i < fgn->tag_count && !status; i++)
        scoresheet_tag(&sheet, fgn->tags[i].name, fgn->tags[i].value);
    if (fgn->tag_count && !status) printf("\n");
    if (!status) status = annotate_turns(db, fgn, &sheet, why);
    fnr_db_close(db);
    return status;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run_annotate(const struct settings *settings, int count, char **words)
{
    size_t size, at = 0, used;
    fnr_error why;
    char *text = textfile_read(words[0], &size, &why);
    fnr_rules rules = rules_of(settings);
    fnr_status status = FNR_OK;
    unsigned games = 0;
    (void)count;
    if (!text) return complain_why(&why);
    for (int line = 1; at < size && !status;) {
        fnr_fgn *fgn = NULL;
        status = fnr_fgn_read(text + at, size - at, line, &rules, &used, &fgn, &why);
        if (!status && fgn && games++ > 0) printf("\n");
        if (!status && fgn) status = annotate_game(settings, fgn, &why);
        fnr_fgn_free(fgn);
        for (size_t end = at + used; !status && at < end; at++) line += text[at] == '\n';
    }
    free(text);
    if (!status && games == 0) return complain(EXIT_MISUSE, "%s: no game in it", words[0]);
    return status ? complain_why(&why) : EXIT_FINE;
}

const struct command annotate_command = {
    .name = "annotate",
    .arguments = "GAME.fgn | -",
    .summary = "write a game with exact values and better turns",
    .details =
        "Reads games in FGN (PGN with the turns of Fanorona) and writes them again, with the "
        "value\n"
        "after each turn as far as tables reach. A turn that throws a win or a draw away is "
        "marked\n"
        "??, and the comment names a better one. Other comments and variations are left out.\n",
    .example = "fanoron annotate game.fgn",
    .options = OPTION_CACHE | OPTIONS_RULES | OPTION_DB,
    .least = 1,
    .most = 1,
    .run = run_annotate,
};
