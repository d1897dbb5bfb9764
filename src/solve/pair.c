/* SPDX-License-Identifier: MIT */
#include "solve/pair.h"

#include "base/memory.h"
#include "base/threads.h"

#include <stdlib.h>

enum { FEW = 2 }; /* granules that are worth waking threads for */

static uint64_t cells_of(uint64_t rows, uint64_t columns)
{
    return rows * (fnr_ceil_div(columns, 64) * 64);
}

/* Bits a cell: codes, open, won, lost, may_win and may_lose; a mirror has codes, won and lost. */
enum { JUDGED_BITS = 7, MIRROR_BITS = 4 };

uint64_t fnr_pair_memory(uint64_t rows, uint64_t columns, bool mirrored, bool with_dtc)
{
    if (rows > (UINT64_C(1) << 56) / (columns + 64)) return UINT64_MAX;
    uint64_t cells = cells_of(rows, columns), judged = mirrored ? 1 : 2;
    uint64_t bits = mirrored ? JUDGED_BITS + MIRROR_BITS : 2 * JUDGED_BITS;
    return cells / 8 * bits + 4 * fnr_ceil_div(cells, FNR_GRANULE) +
           (with_dtc ? judged * cells : 0);
}

static bool allocate_half(fnr_half *half, const fnr_pair *pair, bool judged)
{
    uint64_t words = pair->cells / 64;
    half->codes = fnr_array_new(2 * words, 8);
    half->won = fnr_array_new(words, 8);
    half->lost = fnr_array_new(words, 8);
    half->fresh = fnr_array_new(pair->granules, 1);
    bool fine = half->codes && half->won && half->lost && half->fresh;
    if (!judged) return fine;
    half->open = fnr_array_new(words, 8);
    half->may_win = fnr_array_new(words, 8);
    half->may_lose = fnr_array_new(words, 8);
    half->touched = fnr_array_new(pair->granules, 1);
    fine &= half->open && half->may_win && half->may_lose && half->touched;
    if (pair->level_bytes == 0) return fine;
    half->levels = fnr_array_new(pair->cells, (size_t)pair->level_bytes);
    return fine && half->levels;
}

fnr_status fnr_pair_init(fnr_pair *pair, fnr_index *index, const fnr_shelf *shelf, int a, int b,
                         bool with_dtc, int threads, fnr_task *task, fnr_error *why)
{
    *pair = (fnr_pair){.game = index->game,
                       .index = index,
                       .shelf = shelf,
                       .threads = threads,
                       .task = task,
                       .level_bytes = with_dtc ? 1 : 0,
                       .narrow_levels = UINT8_MAX,
                       .part = 256,
                       .mirrored = a == b};
    fnr_status status = fnr_slice_init(&pair->slice[FNR_LEADER_MOVES], index, a, b, why);
    if (!status) status = fnr_slice_init(&pair->slice[FNR_FOLLOWER_MOVES], index, b, a, why);
    if (status) return status;
    pair->orbits = pair->slice[0].orbits;
    pair->columns = pair->slice[0].columns;
    pair->cells = cells_of(pair->slice[0].rows, pair->columns);
    pair->stride = pair->cells / pair->slice[0].rows;
    pair->granules = fnr_ceil_div(pair->cells, FNR_GRANULE);
    if (allocate_half(&pair->half[0], pair, true) &&
        allocate_half(&pair->half[1], pair, !pair->mirrored))
        return FNR_OK;
    fnr_pair_free(pair);
    return fnr_fail_memory(why, "a pair of slices");
}

void fnr_pair_free(fnr_pair *pair)
{
    for (int h = 0; h < 2; h++) {
        fnr_half *half = &pair->half[h];
        void *arrays[] = {half->codes,    half->open,  half->won,     half->lost,   half->may_win,
                          half->may_lose, half->fresh, half->touched, half->levels, half->values};
        for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
        *half = (fnr_half){0};
    }
}

static uint64_t sweep(fnr_pair *pair, int half, uint64_t begin, uint64_t stop,
                      const uint8_t *active, fnr_sweep_fn work)
{
    uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(pair->threads) reduction(+ : sum)        \
    if (stop - begin >= FEW)
    for (uint64_t g = begin; g < stop; g++) {
        if ((active && !active[g]) || fnr_task_stopped(pair->task)) continue;
        uint64_t first = g * FNR_GRANULE, left = pair->cells - first;
        uint64_t end = first + (left < FNR_GRANULE ? left : FNR_GRANULE);
        sum += work(pair, half, first, end);
        fnr_task_add(pair->task, end - first);
    }
    return sum;
}

uint64_t fnr_pair_sweep(fnr_pair *pair, int half, const uint8_t *active, fnr_sweep_fn work)
{
    return sweep(pair, half, 0, pair->granules, active, work);
}

uint64_t fnr_pair_sweep_part(fnr_pair *pair, int half, uint64_t first, uint64_t end,
                             fnr_sweep_fn work)
{
    return sweep(pair, half, first, end, NULL, work);
}

fnr_status fnr_pair_widen(fnr_pair *pair, fnr_error *why)
{
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_half *h = &pair->half[half];
        const uint8_t *narrow = h->levels;
        uint16_t *wide = malloc(pair->cells * sizeof *wide);
        if (!wide) return fnr_fail_memory(why, "distances beyond 255");
        for (uint64_t i = 0; i < pair->cells; i++) wide[i] = narrow[i];
        free(h->levels);
        h->levels = wide;
    }
    pair->level_bytes = 2;
    return FNR_OK;
}

void fnr_pair_narrow(fnr_pair *pair)
{
    for (int half = 0; half < fnr_pair_judged(pair) && pair->level <= pair->narrow_levels; half++) {
        const uint16_t *wide = pair->half[half].levels;
        uint8_t *narrow = pair->half[half].levels;
        for (uint64_t i = 0; i < pair->cells; i++) narrow[i] = (uint8_t)wide[i];
    }
    if (pair->level <= pair->narrow_levels) pair->level_bytes = 1;
}

/* ---- Without the gaps ------------------------------------------------------------------------ */

/* `count` codes, at most 32, from a cell on. */
static uint64_t read_codes(const uint64_t *codes, uint64_t cell, unsigned count)
{
    unsigned shift = 2 * (unsigned)(cell % 32);
    uint64_t word = codes[cell / 32] >> shift;
    if (shift > 0 && count > 32 - shift / 2) word |= codes[cell / 32 + 1] << (64 - shift);
    return word & fnr_first_points(2 * (int)count);
}

/* The word of codes of entries [first, first + 32) of the slice. */
static uint64_t dense_word(const fnr_pair *pair, int half, uint64_t first)
{
    uint64_t word = 0, size = pair->slice[half].size;
    unsigned filled = 0;
    while (filled < 32 && first + filled < size) {
        uint64_t row = (first + filled) / pair->columns, column = (first + filled) % pair->columns;
        uint64_t left = pair->columns - column;
        unsigned count = left < 32 - filled ? (unsigned)left : 32 - filled;
        uint64_t cell = row * pair->stride + column;
        word |= read_codes(pair->half[half].codes, cell, count) << (2 * filled);
        filled += count;
    }
    return word;
}

uint64_t *fnr_pair_codes(const fnr_pair *pair, int half)
{
    uint64_t words = fnr_codes_bytes(pair->slice[half].size) / 8;
    uint64_t *codes = fnr_array_new(words, 8);
    if (!codes) return NULL;
#pragma omp parallel for num_threads(pair->threads) if (pair->granules >= FEW)
    for (uint64_t w = 0; w < words; w++) codes[w] = dense_word(pair, half, w * 32);
    return codes;
}

uint64_t *fnr_pair_spread_codes(const fnr_pair *pair, int half, const uint64_t *codes)
{
    uint64_t *spread = fnr_array_new(pair->cells / 32, 8);
    if (!spread) return NULL;
    for (uint64_t row = 0; row < pair->slice[half].rows; row++) {
        for (uint64_t column = 0; column < pair->columns; column += 32) {
            uint64_t left = pair->columns - column, cell = row * pair->stride + column;
            spread[cell / 32] =
                read_codes(codes, row * pair->columns + column, left < 32 ? (unsigned)left : 32);
        }
    }
    return spread;
}

void fnr_pair_copy_levels(const fnr_pair *pair, int half, uint64_t first, uint64_t count,
                          uint8_t *bytes)
{
    size_t width = (size_t)pair->level_bytes;
    const uint8_t *levels = pair->half[half].levels;
    while (count > 0) {
        uint64_t row = first / pair->columns, column = first % pair->columns;
        uint64_t left = pair->columns - column, part = left < count ? left : count;
        memcpy(bytes, levels + (row * pair->stride + column) * width, (size_t)part * width);
        bytes += part * width;
        first += part;
        count -= part;
    }
}
