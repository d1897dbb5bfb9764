/* SPDX-License-Identifier: MIT
 *
 * finished.h: the values of finished slices, in memory, at 2 bits a position.
 *
 * Model:   a shelf of slices, by stone counts. Captures lead from a slice in work to slices with
 *          fewer stones, which must be on the shelf by then.
 * Shapes:  codes as in a WDL table (fnr_code), entry i at bits 2 * (i % 32) of word i / 32.
 * Threads: looking up is free for all; shelving is for one thread at a time.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_FINISHED_H
#define FNR_SOLVE_FINISHED_H

#include "solve/transfer.h"

typedef struct fnr_finished {
    fnr_slice slice;
    uint64_t *codes; /* NULL: not there */
} fnr_finished;

typedef struct fnr_shelf {
    fnr_finished at[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1]; /* [m][o] */
} fnr_shelf;

/* The bytes of the codes of a slice: whole words. */
static inline uint64_t fnr_codes_bytes(uint64_t entries)
{
    return fnr_ceil_div(entries, 32) * 8;
}

/* Fills in positions, win, draw and loss of a header with its number of entries. */
void fnr_codes_count(const uint64_t *codes, fnr_header *header);

/* Reads the codes of a slice from its WDL table, unless they are on the shelf. Refuses what would not
 * fit the memory. */
fnr_status fnr_shelf_load(fnr_shelf *shelf, const fnr_slice *slice, const fnr_table *table,
                          int threads, fnr_task *task, fnr_error *why);

/* Takes over `codes`, which are freed with the shelf. */
void fnr_shelf_put(fnr_shelf *shelf, const fnr_slice *slice, uint64_t *codes);
void fnr_shelf_clear(fnr_shelf *shelf);

/* The code of a position with stones on both sides, in a slice that is on the shelf. */
static inline fnr_code fnr_shelf_get(const fnr_shelf *shelf, uint64_t mover, uint64_t other)
{
    const fnr_finished *finished = &shelf->at[fnr_count(mover)][fnr_count(other)];
    return (fnr_code)fnr_code_get(finished->codes, fnr_slice_rank(&finished->slice, mover, other));
}

#endif
