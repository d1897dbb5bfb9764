/* SPDX-License-Identifier: MIT
 *
 * fnr_build: pairs of slices in the order of their stones. What a pair needs is on the shelf or on
 * the disk by the time it is its turn. */
#include "base/memory.h"
#include "base/threads.h"
#include "solve/checkpoint.h"
#include "solve/transfer.h"

#include <stdlib.h>
#include <zstd.h>

/* What the whole build will take. */
typedef struct plan {
    uint64_t entries, positions; /* of all slices */
    uint64_t shelf;              /* bytes, at the end */
    uint64_t memory;             /* bytes, at the most demanding moment */
} plan;

typedef struct builder {
    const char *root;
    const fnr_build_options *options;
    fnr_game *game;
    fnr_index *index;
    fnr_shelf *shelf;
    int stones, threads;
    plan plan;
    fnr_task task;
} builder;

/* ---- Planning -------------------------------------------------------------------------------- */

static fnr_status check_options(builder *b, fnr_error *why)
{
    int points = b->game->board.points, asked = b->options->stones;
    bool telo_line = b->game->rules.variant == FNR_TELO_LINE;
    if (telo_line && asked != 0 && asked != 2 * FNR_TELO_STONES)
        return fnr_fail(why, FNR_ERR_ARGUMENT,
                        "telo-line is played with %d stones altogether, not %d",
                        2 * FNR_TELO_STONES, asked);
    if (asked != 0 && (asked < 2 || asked > points))
        return fnr_fail(why, FNR_ERR_ARGUMENT,
                        "%d stones: a board of %d points has tables of 2 to %d", asked, points,
                        points);
    if (points < 2) return fnr_fail(why, FNR_ERR_ARGUMENT, "a board of 1 point has no tables");
    b->stones = telo_line ? 2 * FNR_TELO_STONES : asked ? asked : points;
    return fnr_check_effort(b->options->threads, b->options->zstd_level, why);
}

/* For blocks on their way to a file, and zstd, roughly. */
static const uint64_t WRITING_MEMORY = 16 << 20;

static void add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum)) *sum = UINT64_MAX;
}

/* The memory that solving a pair takes, with `shelf` bytes of finished slices. */
static uint64_t pair_memory(const builder *b, int few, int many, uint64_t shelf)
{
    const fnr_binomials *binomials = &b->index->binomials;
    uint64_t size = fnr_slice_size(b->index, few, many), rows, sum = shelf;
    uint64_t columns = binomials->choose[many][b->game->board.points - few];
    fnr_orbits_count(b->game, few, 0, &rows);
    add(&sum, fnr_pair_memory(rows, columns, few == many, !b->options->wdl_only));
    for (int k = 1; k <= many && k <= b->stones / 2; k++)
        add(&sum, fnr_orbits_memory(b->game, binomials, k));
    add(&sum, WRITING_MEMORY);
    add(&sum, fnr_codes_bytes(size));
    return sum;
}

/* The bytes that may be used, what is on the shelf included. */
static uint64_t memory_budget(const builder *b)
{
    if (b->options->memory) return b->options->memory;
    return fnr_memory_available() / 10 * 9 + (b->shelf ? fnr_shelf_bytes(b->shelf) : 0);
}

/* Whether captures lead from a pair to (m, o): from (few, many) to (x, few), from (many, few) to
 * (x, many). */
static bool is_needed(const builder *b, int few, int many, int m, int o)
{
    return fnr_has_captures(b->game) && ((o == few && m < many) || (o == many && m < few));
}

static uint64_t needed_bytes(const builder *b, int few, int many)
{
    uint64_t sum = 0;
    for (int m = 1; m < many; m++)
        for (int o = few; o <= many; o++)
            if (is_needed(b, few, many, m, o))
                add(&sum, fnr_codes_bytes(fnr_slice_size(b->index, m, o)));
    return sum;
}

/* The memory that a pair takes if all finished slices stay on the shelf; but if that is too much,
 * those stay alone that it needs. (To read a packed table again may take all others.) */
static uint64_t planned_memory(const builder *b, int few, int many, uint64_t finished)
{
    uint64_t all = pair_memory(b, few, many, finished);
    if (all <= memory_budget(b) || b->options->packed) return all;
    return pair_memory(b, few, many, needed_bytes(b, few, many));
}

static fnr_status check_memory(const builder *b, int few, int many, uint64_t finished,
                               fnr_error *why)
{
    const double gib = 1024 * 1024 * 1024;
    uint64_t needed = planned_memory(b, few, many, finished), budget = memory_budget(b);
    if (needed <= budget) return FNR_OK;
    return fnr_fail(
        why, FNR_ERR_MEMORY,
        "not enough memory: %dv%d takes %.3g GiB with the smaller slices, %.3g GiB may be "
        "used; ask for fewer stones%s",
        few, many, (double)needed / gib, (double)budget / gib,
        b->options->wdl_only ? "" : ", or without DTC");
}

/* The memory that the DTW of a pair takes: levels of two bytes, the codes that come out, and the
 * slices that it needs, with their DTW. */
static uint64_t dtw_memory(const builder *b, int few, int many)
{
    uint64_t size = fnr_slice_size(b->index, few, many), sum = needed_bytes(b, few, many);
    uint64_t slices = few == many ? 1 : 2;
    for (int m = 1; m < many; m++)
        for (int o = few; o <= many; o++)
            if (is_needed(b, few, many, m, o)) add(&sum, fnr_slice_size(b->index, m, o));
    sum = pair_memory(b, few, many, sum);
    add(&sum, slices * (2 * fnr_codes_bytes(size) + 2 * size));
    return sum;
}

static fnr_status check_dtw_memory(const builder *b, int few, int many, fnr_error *why)
{
    uint64_t needed = dtw_memory(b, few, many);
    if (!b->options->dtw || needed <= memory_budget(b)) return FNR_OK;
    return fnr_fail(why, FNR_ERR_MEMORY,
                    "not enough memory: the DTW of %dv%d takes %.3g GiB, %.3g GiB may be used; ask "
                    "for fewer stones, or without DTW",
                    few, many, (double)needed / (1 << 30), (double)memory_budget(b) / (1 << 30));
}

static bool is_there(const builder *b, int m, int o)
{
    return fnr_table_is_there(b->root, b->index, m, o, FNR_METRIC_WDL) &&
           (b->options->wdl_only || fnr_table_is_there(b->root, b->index, m, o, FNR_METRIC_DTC));
}

/* What cannot be done is refused before anything is done. */
static fnr_status check_size(builder *b, int few, int many, fnr_error *why)
{
    if (fnr_slice_size(b->index, few, many) != UINT64_MAX) return FNR_OK;
    return fnr_fail(why, FNR_ERR_RANGE,
                    "slice %dv%d is too large to be indexed; ask for fewer stones", few, many);
}

static fnr_status plan_pair(builder *b, int few, int many, fnr_error *why)
{
    plan *p = &b->plan;
    uint64_t size = fnr_slice_size(b->index, few, many);
    int slices = few == many ? 1 : 2;
    fnr_status status = FNR_OK;
    if (!is_there(b, few, many) || !is_there(b, many, few))
        status = check_memory(b, few, many, p->shelf, why);
    if (!status) status = check_dtw_memory(b, few, many, why);
    for (int i = 0; i < slices; i++) {
        add(&p->entries, size);
        if (few + many < b->stones) add(&p->shelf, fnr_codes_bytes(size));
    }
    return status;
}

/* ---- Finished slices ------------------------------------------------------------------------- */

static fnr_status check_table(builder *b, int m, int o, fnr_metric metric, fnr_error *why)
{
    fnr_table *table = NULL;
    fnr_status status = fnr_table_open(b->root, b->index, m, o, metric, &table, why);
    if (status) return status;
    fnr_task_phase(&b->task, "load", 0, table->blocks);
    status = fnr_table_load(table, NULL, b->threads, &b->task, why);
    fnr_table_close(table);
    return status;
}

static void report(const builder *b, int m, int o, fnr_status status, const char *text)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_report r = {.name = name, .status = status, .text = text};
    if (!b->options->report) return;
    fnr_slice_name(m, o, name);
    b->options->report(&r, b->options->context);
}

/* Whether all tables of a slice are there and sound: FNR_ERR_NO_TABLE if they must be built, be it
 * because one is damaged, which is reported. */
static fnr_status check_slice(builder *b, int m, int o, fnr_error *why)
{
    fnr_error found;
    fnr_status status = check_table(b, m, o, FNR_METRIC_WDL, &found);
    if (!status && !b->options->wdl_only) status = check_table(b, m, o, FNR_METRIC_DTC, &found);
    if (status == FNR_ERR_CORRUPT) {
        report(b, m, o, status, found.text);
        fnr_task_forgive(&b->task);
        return FNR_ERR_NO_TABLE;
    }
    if (status && status != FNR_ERR_NO_TABLE && why) *why = found;
    return status;
}

/* Puts on the shelf what a pair needs and, if memory is short, takes off what it does not. */
static fnr_status arrange_shelf(builder *b, int few, int many, fnr_error *why)
{
    fnr_shelf *shelf = b->shelf;
    fnr_status status = FNR_OK;
    uint64_t finished = fnr_shelf_bytes(shelf) + needed_bytes(b, few, many);
    bool crowded = pair_memory(b, few, many, finished) > memory_budget(b) && !b->options->packed;
    for (int m = 1; m < b->stones && crowded; m++)
        for (int o = 1; m + o <= b->stones; o++)
            if (!is_needed(b, few, many, m, o)) fnr_shelf_drop(shelf, m, o);
    for (int m = 1; m < many; m++)
        for (int o = few; o <= many && !status; o++)
            if (is_needed(b, few, many, m, o)) status = fnr_shelf_need(shelf, m, o, why);
    return status;
}

/* ---- One pair -------------------------------------------------------------------------------- */

typedef struct levels_source {
    const fnr_pair *pair;
    int half;
} levels_source;

static void copy_levels(const void *context, uint64_t offset, size_t size, uint8_t *bytes)
{
    const levels_source *source = context;
    uint64_t width = (uint64_t)source->pair->level_bytes;
    fnr_pair_copy_levels(source->pair, source->half, offset / width, size / width, bytes);
}

/* The header of a WDL table, but for what the codes are counted for. */
static fnr_header header_of(const builder *b, const fnr_pair *pair, int half)
{
    const fnr_slice *slice = &pair->slice[half];
    int level = b->options->zstd_level;
    return (fnr_header){
        .rules = b->game->rules,
        .m = slice->m,
        .o = slice->o,
        .metric = FNR_METRIC_WDL,
        .encoding = fnr_encoding_of(&b->game->rules, FNR_METRIC_WDL, b->options->packed, slice->m,
                                    slice->o),
        .value_bits = 2,
        .block_bytes = FNR_BLOCK_BYTES,
        .entries = slice->size,
        .capture = pair->half[half].capture,
        .max_dtc = pair->level,
        .zstd_level = (uint32_t)(level ? level : ZSTD_CLEVEL_DEFAULT),
    };
}

static fnr_status save_half(builder *b, const fnr_pair *pair, int half, const uint64_t *codes,
                            fnr_error *why)
{
    const fnr_slice *slice = &pair->slice[half];
    levels_source levels = {pair, half};
    fnr_header header = header_of(b, pair, half);
    fnr_codes_count(codes, &header);
    fnr_task_phase(&b->task, "write", 0, fnr_block_count(&header));
    fnr_status status = fnr_table_save(b->root, slice, &header, fnr_source_memory, codes,
                                       b->threads, &b->task, why);
    if (status || pair->level_bytes == 0) return status;
    header.metric = FNR_METRIC_DTC;
    header.value_bits = 8 * (uint32_t)pair->level_bytes;
    fnr_task_phase(&b->task, "write", 0, fnr_block_count(&header));
    return fnr_table_save(b->root, slice, &header, copy_levels, &levels, b->threads, &b->task, why);
}

/* Writes a half and shelves it if larger slices will need it. */
static fnr_status finish_half(builder *b, const fnr_pair *pair, int half, fnr_error *why)
{
    const fnr_slice *slice = &pair->slice[half];
    uint64_t *codes = fnr_pair_codes(pair, half);
    if (!codes) return fnr_fail_memory(why, "a finished slice");
    fnr_status status = save_half(b, pair, half, codes, why);
    if (status || slice->m + slice->o >= b->stones)
        free(codes);
    else
        fnr_shelf_put(b->shelf, slice, codes);
    if (!status) report(b, slice->m, slice->o, FNR_OK, "");
    return status;
}

/* Solves what is in memory, writes the tables, and removes the checkpoint that they replace. */
static fnr_status work_on_pair(builder *b, fnr_pair *pair, fnr_error *why)
{
    uint64_t worth = pair->slice[0].size * (uint64_t)fnr_pair_judged(pair);
    enum { INTERVAL = 120 }; /* seconds */
    int interval = b->options->checkpoint ? b->options->checkpoint : INTERVAL;
    fnr_checkpoint checkpoint;
    fnr_status status = fnr_checkpoint_init(&checkpoint, b->root, pair, interval, why);
    if (status) return status;
    pair->checkpoint = &checkpoint;
    fnr_checkpoint_load(&checkpoint, pair);
    fnr_pair_captures(pair, worth / 2);
    fnr_pair_paikas(pair, worth - worth / 2);
    status = fnr_task_end(&b->task, why);
    if (checkpoint.status) /* the work has not suffered */
        report(b, pair->slice[0].m, pair->slice[0].o, checkpoint.status, checkpoint.why.text);
    for (int half = 0; half < fnr_pair_judged(pair) && !status; half++)
        status = finish_half(b, pair, half, why);
    if (!status) fnr_checkpoint_remove(&checkpoint);
    return status;
}

static fnr_status solve_pair(builder *b, int few, int many, fnr_error *why)
{
    fnr_pair pair;
    fnr_status status = arrange_shelf(b, few, many, why);
    /* Again, for a pair that was there and is damaged. */
    if (!status) status = check_memory(b, few, many, fnr_shelf_bytes(b->shelf), why);
    if (!status)
        status = fnr_pair_init(&pair, b->index, b->shelf, few, many, !b->options->wdl_only,
                               b->threads, &b->task, why);
    if (status) return status;
    status = work_on_pair(b, &pair, why);
    fnr_pair_free(&pair);
    return status;
}

/* ---- DTW ------------------------------------------------------------------------------------- */

static fnr_status save_dtw(builder *b, const fnr_pair *pair, int half, fnr_error *why)
{
    const fnr_slice *slice = &pair->slice[half];
    levels_source levels = {pair, half};
    fnr_header header = header_of(b, pair, half);
    header.metric = FNR_METRIC_DTW;
    header.encoding = FNR_STORES_ALL;
    header.value_bits = 8 * (uint32_t)pair->level_bytes;
    fnr_codes_count(b->shelf->at[slice->m][slice->o].codes, &header);
    fnr_task_phase(&b->task, "write", 0, fnr_block_count(&header));
    fnr_status status =
        fnr_table_save(b->root, slice, &header, copy_levels, &levels, b->threads, &b->task, why);
    if (!status) report(b, slice->m, slice->o, FNR_OK, "");
    return status;
}

/* What DTW needs besides the pair, and nothing else, goes on the shelf. */
static fnr_status arrange_dtw(builder *b, int few, int many, fnr_error *why)
{
    fnr_status status = fnr_shelf_need(b->shelf, few, many, why);
    if (!status) status = fnr_shelf_need(b->shelf, many, few, why);
    for (int m = 1; m < b->stones && !status; m++) {
        for (int o = 1; m + o <= b->stones && !status; o++) {
            if (is_needed(b, few, many, m, o)) {
                status = fnr_shelf_need_dtw(b->shelf, m, o, why);
                continue;
            }
            fnr_shelf_drop_dtw(b->shelf, m, o);
            bool own = (m == few && o == many) || (m == many && o == few);
            if (!own && !b->options->packed) fnr_shelf_drop(b->shelf, m, o);
        }
    }
    return status;
}

/* Builds the DTW tables of a pair, whose WDL tables are there, if they are not there yet. */
static fnr_status provide_dtw(builder *b, int few, int many, fnr_error *why)
{
    fnr_pair pair;
    fnr_error found;
    fnr_task_subject(&b->task, few, many);
    fnr_status status = check_table(b, few, many, FNR_METRIC_DTW, &found);
    if (!status) status = check_table(b, many, few, FNR_METRIC_DTW, &found);
    if (status == FNR_ERR_CORRUPT) {
        report(b, few, many, status, found.text);
        fnr_task_forgive(&b->task);
        status = FNR_ERR_NO_TABLE;
    }
    uint64_t size = fnr_slice_size(b->index, few, many);
    if (!status) fnr_task_skip(&b->task, few == many ? size : 2 * size);
    if (status != FNR_ERR_NO_TABLE) {
        if (status && why) *why = found;
        return status;
    }
    status = arrange_dtw(b, few, many, why);
    if (!status)
        status =
            fnr_pair_init(&pair, b->index, b->shelf, few, many, true, b->threads, &b->task, why);
    if (status) return status;
    status = fnr_pair_dtw(&pair, pair.slice[0].size * (uint64_t)fnr_pair_judged(&pair), why);
    for (int half = 0; half < fnr_pair_judged(&pair) && !status; half++)
        status = save_dtw(b, &pair, half, why);
    fnr_pair_free(&pair);
    return status;
}

/* ---- All pairs ------------------------------------------------------------------------------- */

/* Takes a pair from the disk, or solves it. */
static fnr_status provide_pair(builder *b, int few, int many, fnr_error *why)
{
    fnr_task_subject(&b->task, few, many);
    fnr_status status = check_slice(b, few, many, why);
    if (!status && few != many) status = check_slice(b, many, few, why);
    if (status == FNR_ERR_NO_TABLE) return solve_pair(b, few, many, why);
    uint64_t size = fnr_slice_size(b->index, few, many);
    if (!status) fnr_task_skip(&b->task, few == many ? size : 2 * size);
    return status;
}

static fnr_status for_all_pairs(builder *b, fnr_status (*work)(builder *, int, int, fnr_error *),
                                fnr_error *why)
{
    fnr_status status = FNR_OK;
    for (int stones = 2; stones <= b->stones; stones++)
        for (int few = 1; few <= stones / 2 && !status; few++)
            if (fnr_has_slice(b->game, few, stones - few)) status = work(b, few, stones - few, why);
    return status;
}

static fnr_status open_builder(builder *b, const char *root, const fnr_rules *rules,
                               const fnr_build_options *options, fnr_error *why)
{
    *b = (builder){.root = root, .options = options, .threads = fnr_threads(options->threads)};
    fnr_status status = fnr_game_new(rules, &b->game, why);
    if (!status) status = fnr_index_new(b->game, &b->index, why);
    if (!status) status = check_options(b, why);
    if (!status) status = for_all_pairs(b, check_size, why);
    return status;
}

static void close_builder(builder *b)
{
    fnr_shelf_free(b->shelf);
    fnr_index_free(b->index);
    fnr_game_free(b->game);
}

/* ---- Estimates ------------------------------------------------------------------------------- */

/* Of 9x5 to 6 stones (data/bench): bits a position, and index entries a second and thread. */
static const double WDL_BITS = 0.58, DTC_BITS = 0.6, DTW_BITS = 2.4, PACKED_WDL_BITS = 0.13,
                    PACKED_DTC_BITS = 0.25, SPEED = 12e6;

static fnr_status estimate_pair(builder *b, int few, int many, fnr_error *why)
{
    plan *p = &b->plan;
    uint64_t size = fnr_slice_size(b->index, few, many), orbits = 0;
    uint64_t memory = planned_memory(b, few, many, p->shelf);
    int slices = few == many ? 1 : 2;
    (void)why;
    if (b->options->dtw && dtw_memory(b, few, many) > memory) memory = dtw_memory(b, few, many);
    if (memory > p->memory) p->memory = memory;
    fnr_orbits_count(b->game, few, many, &orbits);
    for (int i = 0; i < slices; i++) {
        add(&p->entries, size);
        add(&p->positions, orbits);
        if (few + many < b->stones) add(&p->shelf, fnr_codes_bytes(size));
    }
    return FNR_OK;
}

fnr_status fnr_build_estimate(const fnr_rules *rules, const fnr_build_options *options,
                              fnr_estimate *estimate, fnr_error *why)
{
    builder b;
    fnr_status status = open_builder(&b, "", rules, options, why);
    if (!status) status = for_all_pairs(&b, estimate_pair, why);
    if (!status) {
        double bits = options->packed ? PACKED_WDL_BITS : WDL_BITS;
        if (!options->wdl_only) bits += options->packed ? PACKED_DTC_BITS : DTC_BITS;
        /* Under a limit there are two sets at most. */
        int sets = rules->draw_plies > 0 ? 2 : 1;
        if (options->dtw) bits += DTW_BITS;
        *estimate = (fnr_estimate){
            b.plan.positions, b.plan.memory, (uint64_t)(sets * bits / 8 * (double)b.plan.positions),
            (options->dtw ? 2 : 1) * sets * (double)b.plan.entries / (SPEED * b.threads)};
    }
    close_builder(&b);
    return status;
}

/* ---- Building -------------------------------------------------------------------------------- */

static void sweep(const builder *b)
{
    char directory[FNR_PATH_SIZE];
    if (!fnr_store_directory(b->root, &b->game->rules, directory, NULL))
        fnr_outfile_sweep(directory);
}

static fnr_status build(const char *root, const fnr_rules *rules, const fnr_build_options *options,
                        fnr_error *why)
{
    builder b;
    fnr_status status = open_builder(&b, root, rules, options, why);
    if (!status) status = for_all_pairs(&b, plan_pair, why);
    if (!status) {
        b.shelf = fnr_shelf_new(root, b.index, b.threads, &b.task);
        if (!b.shelf) status = fnr_fail_memory(why, "finished slices");
    }
    if (!status) {
        sweep(&b);
        fnr_task_init(&b.task, b.plan.entries * (options->dtw ? 2 : 1), options->progress,
                      options->context);
        status = for_all_pairs(&b, provide_pair, why);
        if (!status && options->dtw) status = for_all_pairs(&b, provide_dtw, why);
    }
    close_builder(&b);
    return status;
}

/* A limit is said to be one that cannot be before anything is built without it. */
fnr_status fnr_build(const char *root, const fnr_rules *rules, const fnr_build_options *options,
                     fnr_error *why)
{
    fnr_rules theory = *rules;
    fnr_status status = fnr_rules_check(rules, why);
    theory.draw_plies = 0;
    if (!status && options->dtw && rules->draw_plies > 0)
        status = fnr_fail(why, FNR_ERR_ARGUMENT,
                          "DTW under a draw limit would depend on the counter of plies; build it "
                          "without one");
    if (!status && rules->draw_plies > 0) status = build(root, &theory, options, why);
    return status ? status : build(root, rules, options, why);
}
