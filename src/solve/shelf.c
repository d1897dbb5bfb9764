/* SPDX-License-Identifier: MIT */
#include "solve/shelf.h"

#include "base/memory.h"
#include "base/threads.h"

#include <stdlib.h>
#include <xxhash.h>

fnr_shelf *fnr_shelf_new(const char *root, fnr_index *index, int threads, fnr_task *task)
{
    fnr_shelf *shelf = calloc(1, sizeof *shelf);
    if (!shelf) return NULL;
    shelf->root = root;
    shelf->index = index;
    shelf->threads = threads;
    shelf->task = task;
    return shelf;
}

void fnr_shelf_free(fnr_shelf *shelf)
{
    if (!shelf) return;
    for (int m = 0; m <= FNR_MAX_POINTS; m++) {
        for (int o = 0; o <= FNR_MAX_POINTS; o++) {
            free(shelf->at[m][o].codes);
            free(shelf->at[m][o].dtc.bytes);
            free(shelf->at[m][o].dtw.bytes);
        }
    }
    free(shelf);
}

void fnr_shelf_put(fnr_shelf *shelf, const fnr_slice *slice, uint64_t *codes)
{
    fnr_finished *place = &shelf->at[slice->m][slice->o];
    free(place->codes);
    place->slice = *slice;
    place->codes = codes;
}

uint64_t fnr_shelf_bytes(const fnr_shelf *shelf)
{
    uint64_t sum = 0;
    for (int m = 1; m <= FNR_MAX_POINTS; m++)
        for (int o = 1; o <= FNR_MAX_POINTS; o++)
            if (shelf->at[m][o].codes) sum += fnr_codes_bytes(shelf->at[m][o].slice.size);
    return sum;
}

void fnr_shelf_drop_dtc(fnr_shelf *shelf, int m, int o)
{
    free(shelf->at[m][o].dtc.bytes);
    shelf->at[m][o].dtc = (fnr_distances){0};
}

void fnr_shelf_drop_dtw(fnr_shelf *shelf, int m, int o)
{
    free(shelf->at[m][o].dtw.bytes);
    shelf->at[m][o].dtw = (fnr_distances){0};
}

void fnr_shelf_drop(fnr_shelf *shelf, int m, int o)
{
    free(shelf->at[m][o].codes);
    shelf->at[m][o].codes = NULL;
}

void fnr_codes_count(const uint64_t *codes, fnr_header *header)
{
    const uint64_t ones = UINT64_C(0x5555555555555555);
    uint64_t count[4] = {0};
    for (uint64_t w = 0; w < fnr_codes_bytes(header->entries) / 8; w++) {
        uint64_t low = codes[w] & ones, high = codes[w] >> 1 & ones;
        count[FNR_CODE_WIN] += (uint64_t)fnr_count(low & ~high);
        count[FNR_CODE_LOSS] += (uint64_t)fnr_count(high & ~low);
        count[FNR_CODE_HOLE] += (uint64_t)fnr_count(low & high);
    }
    header->win = count[FNR_CODE_WIN];
    header->loss = count[FNR_CODE_LOSS];
    header->positions = header->entries - count[FNR_CODE_HOLE];
    header->draw = header->positions - header->win - header->loss;
}

/* ---- Values by the rules --------------------------------------------------------------------- */

typedef struct best_capture {
    const fnr_shelf *shelf;
    fnr_code best;
} best_capture;

static int take_capture(const fnr_capture *capture, void *context)
{
    best_capture *b = context;
    fnr_code after =
        capture->other ? fnr_shelf_get(b->shelf, capture->other, capture->mover) : FNR_CODE_LOSS;
    if (after == FNR_CODE_LOSS)
        b->best = FNR_CODE_WIN;
    else if (after == FNR_CODE_DRAW && b->best == FNR_CODE_LOSS)
        b->best = FNR_CODE_DRAW;
    return b->best == FNR_CODE_WIN;
}

static fnr_code value_by_captures(const fnr_shelf *shelf, uint64_t mover, uint64_t other,
                                  uint64_t capturers)
{
    best_capture b = {shelf, FNR_CODE_LOSS};
    fnr_captures_visit(&shelf->index->game->board, mover, other, capturers, take_capture, &b);
    return b.best;
}

static fnr_stored value_by_paikas(const fnr_shelf *shelf, uint64_t mover, uint64_t other)
{
    const fnr_game *game = shelf->index->game;
    const fnr_finished *sister = &shelf->at[fnr_count(other)][fnr_count(mover)];
    uint64_t empty = game->board.full & ~(mover | other);
    /* Under a limit, one paika more than these is too many. */
    uint32_t most = game->rules.draw_plies > 0 ? (uint32_t)game->rules.draw_plies - 1 : UINT32_MAX;
    uint32_t nearest = UINT32_MAX, deepest = 0;
    bool all_won = true;
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(&game->board, mover, empty, d);
        for (; steppers; steppers = fnr_without_lowest(steppers)) {
            uint64_t step = steppers & -steppers;
            uint64_t next = mover ^ step ^ fnr_move(step, game->board.shift[d]), enemy = other;
            fnr_pass_turn(game, &next, &enemy);
            fnr_stored child =
                fnr_shelf_stored(sister, fnr_slice_rank(&sister->slice, next, enemy));
            if (child.dtc >= most) child.code = FNR_CODE_DRAW;
            all_won &= child.code == FNR_CODE_WIN;
            if (child.code == FNR_CODE_WIN && child.dtc > deepest) deepest = child.dtc;
            if (child.code == FNR_CODE_LOSS && child.dtc < nearest) nearest = child.dtc;
        }
    }
    if (nearest != UINT32_MAX) return (fnr_stored){FNR_CODE_WIN, nearest + 1};
    return all_won ? (fnr_stored){FNR_CODE_LOSS, deepest + 1} : (fnr_stored){FNR_CODE_DRAW, 0};
}

fnr_stored fnr_shelf_deduce(const fnr_shelf *shelf, uint64_t mover, uint64_t other, bool *capture)
{
    const fnr_game *game = shelf->index->game;
    fnr_wdl wdl;
    *capture = false;
    if (fnr_is_refused(game, mover, other)) return (fnr_stored){FNR_CODE_HOLE, 0};
    if (fnr_has_ended(game, mover, other, &wdl)) return (fnr_stored){fnr_code_of(wdl), 0};
    uint64_t capturers = fnr_game_capturers(game, mover, other);
    if (!capturers) return value_by_paikas(shelf, mover, other);
    *capture = true;
    return (fnr_stored){value_by_captures(shelf, mover, other, capturers), 0};
}

/* ---- Completing what a table does not store -------------------------------------------------- */

/* A multiple of 32: threads write whole words of codes. */
enum { CHUNK = 4096 };

typedef struct completion {
    fnr_shelf *shelf;
    fnr_finished *finished; /* codes, and in completing DTC these, as far as stored */
    fnr_encoding encoding;
} completion;

/* The code of a position or hole, of which the table says `stored`. */
static fnr_code complete_code(const completion *c, const fnr_cursor *cursor, fnr_code stored)
{
    const fnr_game *game = c->shelf->index->game;
    uint64_t mover, other;
    bool capture;
    if (!fnr_cursor_position(cursor, &mover, &other) || fnr_is_refused(game, mover, other))
        return FNR_CODE_HOLE;
    if (c->encoding == FNR_STORES_NOTHING)
        return fnr_shelf_deduce(c->shelf, mover, other, &capture).code;
    uint64_t capturers = fnr_game_capturers(game, mover, other);
    return capturers ? value_by_captures(c->shelf, mover, other, capturers) : stored;
}

static void complete_codes(completion *c, uint64_t first, uint64_t end)
{
    uint64_t *codes = c->finished->codes, word = 0;
    fnr_cursor cursor;
    fnr_cursor_start(&cursor, &c->finished->slice, first);
    for (uint64_t i = first; i < end; i++) {
        if (i > first) fnr_cursor_next(&cursor);
        fnr_code stored = (fnr_code)fnr_code_get(codes, i);
        word |= (uint64_t)complete_code(c, &cursor, stored) << (2 * (i % 32));
        if (i % 32 < 31 && i + 1 < end) continue;
        codes[i / 32] = word;
        word = 0;
    }
}

/* The DTC of a position, whose value is known. */
static uint32_t complete_distance(const completion *c, const fnr_cursor *cursor, fnr_stored stored)
{
    const fnr_game *game = c->shelf->index->game;
    uint64_t mover, other;
    fnr_wdl wdl;
    bool capture;
    if (stored.code == FNR_CODE_DRAW || stored.code == FNR_CODE_HOLE) return 0;
    fnr_cursor_position(cursor, &mover, &other);
    if (c->encoding == FNR_STORES_NOTHING)
        return fnr_shelf_deduce(c->shelf, mover, other, &capture).dtc;
    bool at_once =
        fnr_game_capturers(game, mover, other) || fnr_has_ended(game, mover, other, &wdl);
    return at_once ? 0 : stored.dtc;
}

static void complete_dtc(completion *c, uint64_t first, uint64_t end)
{
    fnr_distances *dtc = &c->finished->dtc;
    fnr_cursor cursor;
    fnr_cursor_start(&cursor, &c->finished->slice, first);
    for (uint64_t i = first; i < end; i++) {
        if (i > first) fnr_cursor_next(&cursor);
        uint32_t value = complete_distance(c, &cursor, fnr_shelf_stored(c->finished, i));
        fnr_store_le(dtc->bytes + i * dtc->width, (int)dtc->width, value);
    }
}

static fnr_status complete(completion *c, void (*work)(completion *, uint64_t, uint64_t),
                           fnr_error *why)
{
    uint64_t size = c->finished->slice.size, chunks = fnr_ceil_div(size, CHUNK);
    fnr_task *task = c->shelf->task;
    fnr_task_phase(task, "complete", 0, size);
#pragma omp parallel for schedule(dynamic, 1) num_threads(c->shelf->threads) if (chunks > 1)
    for (uint64_t k = 0; k < chunks; k++) {
        uint64_t end = (k + 1) * CHUNK < size ? (k + 1) * CHUNK : size;
        if (fnr_task_stopped(task)) continue;
        work(c, k * CHUNK, end);
        fnr_task_add(task, end - k * CHUNK);
    }
    return fnr_task_end(task, why);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* What a table leaves out is deduced from smaller slices, (x, m) with x < o, and, if it stores
 * nothing, from its sister. */
fnr_status fnr_shelf_need_successors(fnr_shelf *shelf, int m, int o, fnr_encoding encoding,
                                     fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (encoding == FNR_STORES_ALL) return FNR_OK;
    for (int x = fnr_has_captures(shelf->index->game) ? 1 : o; x < o && !status; x++)
        status = fnr_shelf_need(shelf, x, m, why);
    if (!status && encoding == FNR_STORES_NOTHING) status = fnr_shelf_need(shelf, o, m, why);
    return status;
}

/* Reads what a table stores into new memory of `room` zeroed bytes. */
static fnr_status load(fnr_shelf *shelf, const fnr_table *table, uint64_t room, uint8_t **bytes,
                       fnr_error *why)
{
    uint8_t *loaded = room < fnr_memory_available() ? fnr_array_new(room, 1) : NULL;
    if (!loaded) return fnr_fail_file(why, FNR_ERR_MEMORY, table->path, "not enough memory");
    fnr_task_phase(shelf->task, "load", 0, table->blocks);
    fnr_status status = fnr_table_load(table, loaded, shelf->threads, shelf->task, why);
    if (status)
        free(loaded);
    else
        *bytes = loaded;
    return status;
}

/* Whether what was completed is what was once left out. */
static fnr_status check_digest(const fnr_table *table, const uint8_t *bytes, fnr_error *why)
{
    uint64_t digest = XXH3_64bits(bytes, (size_t)fnr_value_bytes(&table->header));
    return digest == table->header.digest ? FNR_OK : fnr_fail_digest(table, why);
}

static fnr_status load_codes(fnr_shelf *shelf, const fnr_slice *slice, const fnr_table *table,
                             fnr_error *why)
{
    fnr_encoding encoding = table->header.encoding;
    uint8_t *bytes = NULL;
    fnr_status status = fnr_shelf_need_successors(shelf, slice->m, slice->o, encoding, why);
    if (!status) status = load(shelf, table, fnr_codes_bytes(slice->size), &bytes, why);
    if (status) return status;
    fnr_shelf_put(shelf, slice, (uint64_t *)(void *)bytes);
    if (encoding == FNR_STORES_ALL) return FNR_OK;
    completion c = {shelf, &shelf->at[slice->m][slice->o], encoding};
    status = complete(&c, complete_codes, why);
    if (!status) status = check_digest(table, bytes, why);
    if (status) fnr_shelf_put(shelf, slice, NULL);
    return status;
}

fnr_status fnr_shelf_need(fnr_shelf *shelf, int m, int o, fnr_error *why)
{
    fnr_slice slice;
    fnr_table *table = NULL;
    if (shelf->at[m][o].codes) return FNR_OK;
    fnr_status status =
        fnr_table_open(shelf->root, shelf->index, m, o, FNR_METRIC_WDL, &table, why);
    if (!status) status = fnr_slice_init(&slice, shelf->index, m, o, why);
    if (!status) status = load_codes(shelf, &slice, table, why);
    fnr_table_close(table);
    return status;
}

static fnr_status load_dtc(fnr_shelf *shelf, const fnr_table *table, fnr_error *why)
{
    const fnr_header *header = &table->header;
    fnr_encoding encoding = header->encoding;
    fnr_finished *finished = &shelf->at[header->m][header->o];
    fnr_status status = FNR_OK;
    if (encoding == FNR_STORES_NOTHING)
        status = fnr_shelf_need_dtc(shelf, header->o, header->m, why);
    if (!status) status = load(shelf, table, fnr_value_bytes(header), &finished->dtc.bytes, why);
    finished->dtc.width = header->value_bits / 8;
    if (status || encoding == FNR_STORES_ALL) return status;
    completion c = {shelf, finished, encoding};
    status = complete(&c, complete_dtc, why);
    if (!status) status = check_digest(table, finished->dtc.bytes, why);
    if (status) fnr_shelf_drop_dtc(shelf, header->m, header->o);
    return status;
}

fnr_status fnr_shelf_need_dtc(fnr_shelf *shelf, int m, int o, fnr_error *why)
{
    fnr_table *table = NULL;
    if (shelf->at[m][o].dtc.bytes) return FNR_OK;
    fnr_status status = fnr_shelf_need(shelf, m, o, why);
    if (!status)
        status = fnr_table_open(shelf->root, shelf->index, m, o, FNR_METRIC_DTC, &table, why);
    if (!status) status = load_dtc(shelf, table, why);
    fnr_table_close(table);
    return status;
}

/* DTW is always stored whole. */
fnr_status fnr_shelf_need_dtw(fnr_shelf *shelf, int m, int o, fnr_error *why)
{
    fnr_finished *finished = &shelf->at[m][o];
    fnr_table *table = NULL;
    if (finished->dtw.bytes) return FNR_OK;
    fnr_status status = fnr_shelf_need(shelf, m, o, why);
    if (!status)
        status = fnr_table_open(shelf->root, shelf->index, m, o, FNR_METRIC_DTW, &table, why);
    if (!status)
        status = load(shelf, table, fnr_value_bytes(&table->header), &finished->dtw.bytes, why);
    if (!status) finished->dtw.width = table->header.value_bits / 8;
    fnr_table_close(table);
    return status;
}
