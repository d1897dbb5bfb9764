/* SPDX-License-Identifier: MIT
 *
 * stats.c: `fanoron stats`: counts of every slice, as a table to look at, as CSV or as JSON.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "databases.h"
#include "json.h"
#include "manifest.h"
#include "message.h"
#include "numbers.h"
#include "records.h"
#include "words.h"

struct statistics {
    void (*print)(struct statistics *statistics, const fnr_slice_stats *slice);
    const fnr_rules *rules;          /* of the slices that come */
    char board[FNR_RULES_NAME_SIZE]; /* "9x5", "telo-line" */
    uint64_t slices;                 /* printed until now, of all rules */
    fnr_slice_stats sum;             /* of these rules */
    struct json json;
};

/* ---- CSV ------------------------------------------------------------------------------------- */

static void print_csv(struct statistics *statistics, const fnr_slice_stats *slice)
{
    if (!statistics->slices) printf("board,m,o,positions,win,draw,loss,capture,max_dtc\n");
    printf("%s,%d,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 "\n",
           statistics->board, slice->m, slice->o, slice->positions, slice->win, slice->draw,
           slice->loss, slice->capture, slice->max_dtc);
}

/* ---- Manifest -------------------------------------------------------------------------------- */

static void print_manifest(struct statistics *statistics, const fnr_slice_stats *slice)
{
    char name[FNR_RULES_NAME_SIZE];
    fnr_rules_name(statistics->rules, name);
    manifest_print(name, slice);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void print_json(struct statistics *statistics, const fnr_slice_stats *slice)
{
    struct json *json = &statistics->json;
    const fnr_rules *rules = statistics->rules;
    if (!statistics->slices) json_open(json, NULL, '[');
    json_open(json, NULL, '{');
    json_string(json, "board", statistics->board);
    json_number(json, "width", (uint64_t)rules->width);
    json_number(json, "height", (uint64_t)rules->height);
    json_string(json, "variant", variant_names[rules->variant]);
    json_string(json, "stalemate", stalemate_names[rules->stalemate]);
    json_number(json, "draw_plies", (uint64_t)rules->draw_plies);
    json_number(json, "m", (uint64_t)slice->m);
    json_number(json, "o", (uint64_t)slice->o);
    json_number(json, "positions", slice->positions);
    json_number(json, "win", slice->win);
    json_number(json, "draw", slice->draw);
    json_number(json, "loss", slice->loss);
    json_number(json, "capture", slice->capture);
    json_number(json, "max_dtc", slice->max_dtc);
    if (slice->dtw_bytes)
        json_number(json, "max_dtw", slice->max_dtw);
    else
        json_null(json, "max_dtw");
    json_number(json, "entries", slice->entries);
    json_number(json, "wdl_bytes", slice->wdl_bytes);
    json_number(json, "dtc_bytes", slice->dtc_bytes);
    json_number(json, "dtw_bytes", slice->dtw_bytes);
    json_close(json, '}');
}

/* ---- Text ------------------------------------------------------------------------------------ */

static double per(uint64_t part, uint64_t positions)
{
    return positions ? (double)part / (double)positions : 0;
}

static void print_row(const char *name, const fnr_slice_stats *slice)
{
    char positions[NUMBER_TEXT_SIZE], dtc_bits[NUMBER_TEXT_SIZE] = "-";
    uint64_t n = slice->positions;
    if (slice->dtc_bytes) snprintf(dtc_bits, sizeof dtc_bits, "%.3f", per(slice->dtc_bytes * 8, n));
    printf("%-7s %18s %6.2f %6.2f %6.2f %8.2f %7u %8.3f %8s\n", name, count_text(n, positions),
           100 * per(slice->win, n), 100 * per(slice->draw, n), 100 * per(slice->loss, n),
           100 * per(slice->capture, n), slice->max_dtc, per(slice->wdl_bytes * 8, n), dtc_bits);
}

static void add_to_sum(fnr_slice_stats *sum, const fnr_slice_stats *slice)
{
    sum->positions += slice->positions;
    sum->win += slice->win;
    sum->draw += slice->draw;
    sum->loss += slice->loss;
    sum->capture += slice->capture;
    sum->wdl_bytes += slice->wdl_bytes;
    sum->dtc_bytes += slice->dtc_bytes;
    if (slice->max_dtc > sum->max_dtc) sum->max_dtc = slice->max_dtc;
}

static void print_heading(const struct statistics *statistics)
{
    const fnr_rules *rules = statistics->rules;
    char limit[40] = "";
    if (rules->draw_plies)
        snprintf(limit, sizeof limit, ", drawn after %d plies", rules->draw_plies);
    printf("%s%s: variant %s, stalemate is a %s%s\n\n", statistics->slices ? "\n" : "",
           statistics->board, variant_names[rules->variant], stalemate_names[rules->stalemate],
           limit);
    printf("%-7s %18s %6s %6s %6s %8s %7s %8s %8s\n", "slice", "positions", "win %", "draw %",
           "loss %", "capture%", "max DTC", "WDL bits", "DTC bits");
}

static void print_text(struct statistics *statistics, const fnr_slice_stats *slice)
{
    char name[24];
    if (!statistics->sum.positions) print_heading(statistics);
    snprintf(name, sizeof name, "%dv%d", slice->m, slice->o);
    print_row(name, slice);
    add_to_sum(&statistics->sum, slice);
}

/* ---- The command ----------------------------------------------------------------------------- */

static int print_slice(const fnr_slice_stats *slice, void *context)
{
    struct statistics *statistics = context;
    statistics->print(statistics, slice);
    statistics->slices++;
    return 0;
}

static int print_database(fnr_db *db, void *context)
{
    struct statistics *statistics = context;
    const fnr_rules *rules = fnr_game_rules(fnr_db_game(db));
    statistics->rules = rules;
    statistics->sum = (fnr_slice_stats){0};
    fnr_board_name(rules, statistics->board);

    fnr_error why;
    fnr_status status = fnr_db_stats(db, print_slice, statistics, &why);
    if (status) return complain_why(&why);
    if (statistics->sum.positions) print_row("sum", &statistics->sum);
    return EXIT_FINE;
}

static int run_stats(const struct settings *settings, int count, char **words)
{
    bool as_json = is_given(settings, OPTION_JSON);
    struct statistics statistics = {.print = print_text};
    if (as_json) statistics.print = print_json;
    if (is_given(settings, OPTION_CSV)) statistics.print = print_csv;
    if (is_given(settings, OPTION_MANIFEST)) statistics.print = print_manifest;

    unsigned narrowing = OPTION_STALEMATE | OPTION_DRAW_PLIES | (settings->given & OPTION_VARIANT);
    if (is_given(settings, OPTION_RECORDS) && settings->given & (OPTION_JSON | OPTION_MANIFEST))
        return complain(EXIT_MISUSE, "--records is text, or --csv; not --json or --manifest");
    if (is_given(settings, OPTION_RECORDS)) return records_run(settings, count, words, narrowing);
    if (is_given(settings, OPTION_PLOTS))
        return complain(EXIT_MISUSE, "--plots goes with --records");
    int code = databases_visit(settings, count, words, narrowing, print_database, &statistics);
    if (!code && !statistics.slices) code = complain_no_tables(settings, count, words, narrowing);
    if (as_json && statistics.slices) {
        json_close(&statistics.json, ']');
        printf("\n");
    }
    return code;
}

const struct command stats_command = {
    .name = "stats",
    .arguments = "[BOARD]",
    .summary = "show counts of every slice",
    .details =
        "A line a slice: m stones of the side to move against o (\"MvO\"); positions, each once\n"
        "under the symmetries of the board; wins, draws and losses of the side to move; those\n"
        "with a capture; the largest DTC of the slice and its sister; bits in the files a\n"
        "position. Without BOARD: all boards in ROOT under the stalemate rule, of both variants "
        "unless\n"
        "--variant is given.\n",
    .example = "fanoron stats 9x5 --csv",
    .options = OPTION_RECORDS | OPTION_PLOTS | OPTION_THREADS | OPTION_CSV | OPTION_JSON |
               OPTION_MANIFEST | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = 1,
    .run = run_stats,
};
