/* SPDX-License-Identifier: MIT
 *
 * shelf.h: the values of finished slices, in memory.
 *
 * Model:   a shelf of slices, by stone counts, at 2 bits a position and, where asked for, their
 *          DTC. What is not there is read from the tables of a root; values that a table does not
 *          store are found by the rules from its successors, which are then read as well.
 * Shapes:  codes as in a WDL table (fnr_code), entry i at bits 2 * (i % 32) of word i / 32; DTC of
 *          entry i in `width` bytes.
 * Errors:  those of reading; FNR_ERR_MEMORY before the memory is full. A slice that cannot be had
 *          is not on the shelf.
 * Threads: looking up is free for all; everything else is for one thread at a time, which starts
 *          and joins others.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_SHELF_H
#define FNR_SOLVE_SHELF_H

#include "solve/transfer.h"

typedef struct fnr_distances {
    uint8_t *bytes; /* NULL: not there */
    uint32_t width;
} fnr_distances;

typedef struct fnr_finished {
    fnr_slice slice;
    uint64_t *codes; /* NULL: not there */
    fnr_distances dtc, dtw;
} fnr_finished;

typedef struct fnr_shelf {
    const char *root;
    fnr_index *index;
    int threads;
    fnr_task *task;
    fnr_finished at[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1]; /* [m][o] */
} fnr_shelf;

/* An empty shelf; NULL if there is no memory. */
fnr_shelf *fnr_shelf_new(const char *root, fnr_index *index, int threads, fnr_task *task);
void fnr_shelf_free(fnr_shelf *shelf); /* NULL is fine */

/* Sees to it that the codes of a slice are on the shelf. */
fnr_status fnr_shelf_need(fnr_shelf *shelf, int m, int o, fnr_error *why);

/* The same for its DTC, of which FNR_ERR_NO_TABLE may be all that can be said; then the codes of
 * the slice are there as well. */
fnr_status fnr_shelf_need_dtc(fnr_shelf *shelf, int m, int o, fnr_error *why);
void fnr_shelf_drop_dtc(fnr_shelf *shelf, int m, int o);

/* The same for its DTW. */
fnr_status fnr_shelf_need_dtw(fnr_shelf *shelf, int m, int o, fnr_error *why);
void fnr_shelf_drop_dtw(fnr_shelf *shelf, int m, int o);

/* Takes the codes of a slice off the shelf. */
void fnr_shelf_drop(fnr_shelf *shelf, int m, int o);

/* The same for the codes that a table with this encoding leaves its values to. */
fnr_status fnr_shelf_need_successors(fnr_shelf *shelf, int m, int o, fnr_encoding encoding,
                                     fnr_error *why);

/* The bytes of all codes on the shelf. */
uint64_t fnr_shelf_bytes(const fnr_shelf *shelf);

/* Takes over `codes`. */
void fnr_shelf_put(fnr_shelf *shelf, const fnr_slice *slice, uint64_t *codes);

/* The bytes of the codes of a slice: whole words. */
static inline uint64_t fnr_codes_bytes(uint64_t entries)
{
    return fnr_ceil_div(entries, 32) * 8;
}

/* Fills in positions, win, draw and loss of a header with its number of entries. */
void fnr_codes_count(const uint64_t *codes, fnr_header *header);

/* The code of a position with stones on both sides, in a slice that is on the shelf. */
static inline fnr_code fnr_shelf_get(const fnr_shelf *shelf, uint64_t mover, uint64_t other)
{
    const fnr_finished *finished = &shelf->at[fnr_count(mover)][fnr_count(other)];
    return (fnr_code)fnr_code_get(finished->codes, fnr_slice_rank(&finished->slice, mover, other));
}

/* ---- Values by the rules --------------------------------------------------------------------- */

typedef struct fnr_stored {
    fnr_code code;
    uint32_t dtc; /* 0 where there is none, or no DTC on the shelf */
} fnr_stored;

static inline uint32_t fnr_distance_get(const fnr_distances *distances, uint64_t i)
{
    return (uint32_t)fnr_load_le(distances->bytes + i * distances->width, (int)distances->width);
}

static inline fnr_stored fnr_shelf_stored(const fnr_finished *finished, uint64_t i)
{
    const fnr_distances *dtc = &finished->dtc;
    fnr_stored stored = {(fnr_code)fnr_code_get(finished->codes, i), 0};
    if (dtc->bytes) stored.dtc = fnr_distance_get(dtc, i);
    return stored;
}

/* The value that a position has, by the values of its successors on the shelf; *capture tells
 * whether the side to move can capture. */
fnr_stored fnr_shelf_deduce(const fnr_shelf *shelf, uint64_t mover, uint64_t other, bool *capture);

#endif
