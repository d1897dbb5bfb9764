/* SPDX-License-Identifier: MIT
 *
 * records.c: the deepest positions of slices, how many there are of each depth, and zugzwangs.
 */
#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "databases.h"
#include "message.h"
#include "numbers.h"
#include "plot.h"
#include "progress.h"
#include "textfile.h"

static const char *const metrics[] = {"DTC", "DTW"};
static const char *const sides[] = {"win", "loss"};

/* What a plot needs of the first slice of a pair until the second comes. */
struct kept {
    int m, o;
    uint64_t *counts[2][2];
    uint32_t depths[2][2];
};

struct work {
    struct progress progress; /* first, for progress_step */
    const struct settings *settings;
    const fnr_game *game;
    unsigned slices;
    struct kept kept;
    int code;
};

/* ---- Text ------------------------------------------------------------------------------------ */

static void print_position(const struct work *work, const fnr_position *position)
{
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position_format(work->game, position, text);
    printf("%s", text);
}

static void print_record(const struct work *work, const fnr_record *record, int metric, int side)
{
    char count[NUMBER_TEXT_SIZE];
    if (record->count == 0) return;
    printf("  deepest %-5s %s %3" PRIu32 "  %12s position%s  ", sides[side], metrics[metric],
           record->depth, count_text(record->count, count), record->count == 1 ? " " : "s");
    print_position(work, &record->position);
    printf("\n");
}

static void print_text(struct work *work, const fnr_records *records)
{
    static const char *const kinds[] = {"loses, would win", "loses, would draw",
                                        "draws, would win"};
    char count[NUMBER_TEXT_SIZE];
    printf("%s%dv%d\n", work->slices ? "\n" : "", records->m, records->o);
    for (int metric = 0; metric <= records->has_dtw; metric++)
        for (int side = 0; side < 2; side++)
            print_record(work, &records->record[metric][side], metric, side);
    for (int kind = 0; kind < 3; kind++) {
        if (records->zugzwangs[kind] == 0) continue;
        printf("  zugzwang, %-18s %12s position%s  ", kinds[kind],
               count_text(records->zugzwangs[kind], count),
               records->zugzwangs[kind] == 1 ? " " : "s");
        print_position(work, &records->zugzwang[kind]);
        printf("\n");
    }
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void print_csv(const struct work *work, const fnr_records *records)
{
    char board[FNR_RULES_NAME_SIZE];
    fnr_board_name(fnr_game_rules(work->game), board);
    if (!work->slices) printf("board,m,o,metric,value,depth,positions\n");
    for (int metric = 0; metric <= records->has_dtw; metric++) {
        for (int side = 0; side < 2; side++) {
            const fnr_record *record = &records->record[metric][side];
            for (uint32_t d = 0; d <= record->depth; d++)
                if (record->counts[d] > 0)
                    printf("%s,%d,%d,%s,%s,%" PRIu32 ",%" PRIu64 "\n", board, records->m,
                           records->o, metric ? "dtw" : "dtc", sides[side], d, record->counts[d]);
        }
    }
}

/* ---- Plots ----------------------------------------------------------------------------------- */

static void drop(struct kept *kept)
{
    for (int i = 0; i < 4; i++) free(kept->counts[i / 2][i % 2]);
    *kept = (struct kept){.m = 0};
}

static bool keep(struct kept *kept, const fnr_records *records)
{
    drop(kept);
    kept->m = records->m;
    kept->o = records->o;
    for (int i = 0; i < 4; i++) {
        const fnr_record *record = &records->record[i / 2][i % 2];
        size_t bytes = ((size_t)record->depth + 1) * sizeof record->counts[0];
        uint64_t *copy = malloc(bytes);
        if (!copy) return false;
        memcpy(copy, record->counts, bytes);
        kept->counts[i / 2][i % 2] = copy;
        kept->depths[i / 2][i % 2] = record->depth + 1;
    }
    return true;
}

/* The plot of a slice and the one before it, its sister, if there is one. */
static int plot_metric(const struct work *work, const fnr_records *records, int metric)
{
    const struct kept *kept = &work->kept;
    bool has_sister = kept->m == records->o && kept->o == records->m && kept->m != kept->o;
    char rules[FNR_RULES_NAME_SIZE], title[FNR_RULES_NAME_SIZE + 40], path[4096];
    struct plot plot = {.title = title, .metric = metrics[metric]};
    fnr_error why;
    for (int side = 0; side < 2; side++) {
        const fnr_record *record = &records->record[metric][side];
        struct plot_curve *own = &plot.curves[side], *sister = &plot.curves[2 + side];
        snprintf(own->name, sizeof own->name, "%dv%d, %s", records->m, records->o, sides[side]);
        own->counts = record->counts;
        own->depths = record->count ? record->depth + 1 : 0;
        if (!has_sister) continue;
        snprintf(sister->name, sizeof sister->name, "%dv%d, %s", kept->m, kept->o, sides[side]);
        sister->counts = kept->counts[metric][side];
        sister->depths = kept->depths[metric][side];
    }
    fnr_rules_name(fnr_game_rules(work->game), rules);
    snprintf(title, sizeof title, "%s, %d against %d: positions by %s", rules, records->o,
             records->m, metrics[metric]);
    snprintf(path, sizeof path, "%s/%s-%dv%d-%s.svg", work->settings->plots, rules, records->o,
             records->m, metric ? "dtw" : "dtc");
    return textfile_write(path, plot_write, &plot, &why) ? complain_why(&why) : EXIT_FINE;
}

static int plot(struct work *work, const fnr_records *records)
{
    int code = EXIT_FINE;
    for (int metric = 0; metric <= records->has_dtw && records->m >= records->o && !code; metric++)
        code = plot_metric(work, records, metric);
    if (!code && !keep(&work->kept, records)) code = complain(EXIT_FAILED, "not enough memory");
    return code;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int take_slice(const fnr_records *records, void *context)
{
    struct work *work = context;
    progress_clear(&work->progress);
    if (is_given(work->settings, OPTION_CSV))
        print_csv(work, records);
    else
        print_text(work, records);
    work->slices++;
    if (is_given(work->settings, OPTION_PLOTS)) work->code = plot(work, records);
    return work->code;
}

static int take_database(fnr_db *db, void *context)
{
    struct work *work = context;
    fnr_error why;
    const fnr_check_options options = {
        .threads = work->settings->threads, .progress = progress_step, .context = work};
    work->game = fnr_db_game(db);
    progress_start(&work->progress, fnr_game_rules(work->game));
    fnr_status status = fnr_db_records(db, &options, take_slice, work, &why);
    progress_clear(&work->progress);
    drop(&work->kept);
    if (status == FNR_ERR_INTERRUPTED) return complain(EXIT_INTERRUPTED, "interrupted");
    return status ? complain_why(&why) : work->code;
}

int records_run(const struct settings *settings, int count, char **words, unsigned narrowing)
{
    struct work work = {.settings = settings};
    int code = databases_visit(settings, count, words, narrowing, take_database, &work);
    if (!code && !work.slices)
        return complain(EXIT_FAILED, "no slices with DTC in '%s'; 'fanoron build' makes them",
                        settings->root);
    return code;
}
