/* SPDX-License-Identifier: MIT
 *
 * pair.h: a slice and its sister in work.
 *
 * Model:   paikas lead from (a, b) to (b, a) and back, so the two are solved together. With a <= b
 *          the side with a stones is the leader in both, and both have the same rows and columns:
 *          half 0 is where the leader moves, half 1 where the follower moves.
 *          A follower's paika leads to the same row of the other half. A leader's paika leads to
 *          another row, and which row and by which symmetry is the same for the whole row.
 *          With a == b half 1 is half 0 mirrored: the same positions, seen from the side that does
 *          not move. Only half 0 is judged, and what is decided there is copied to half 1, cell by
 *          cell; so paikas are the leader's steps in both directions, along rows.
 * Shapes:  row r has the cells [r * stride, r * stride + columns); stride is a multiple of 64, so
 *          that no two rows share a word and threads may write different rows freely. Work is cut
 *          into granules of FNR_GRANULE cells.
 * Errors:  FNR_ERR_MEMORY; FNR_ERR_RANGE beyond level 65535.
 * Threads: sweeps run granules in parallel; a granule writes its own cells, and candidates
 *          elsewhere only with atomic operations.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_PAIR_H
#define FNR_SOLVE_PAIR_H

#include "base/progress.h"
#include "solve/shelf.h"

enum { FNR_LEADER_MOVES = 0, FNR_FOLLOWER_MOVES = 1, FNR_GRANULE = 65536 };

typedef struct fnr_half {
    uint64_t *codes; /* 2 bits a cell: fnr_code; what is not decided is a draw */
    uint64_t *open;  /* 1 bit a cell: no capture, and not decided yet */
    /* Decided in this level. */
    uint64_t *won, *lost;
    uint8_t *fresh; /* by granule: has won or lost cells */
    /* Open cells with a child that was lost, or won, in the level before. */
    uint64_t *may_win, *may_lose;
    uint8_t *touched;  /* by granule: has such cells */
    void *levels;      /* DTC or DTW by cell, 1 or 2 bytes each; NULL if not wanted */
    uint64_t *values;  /* for DTW: the codes that come out in the end; else NULL */
    uint64_t capture;  /* positions in which the side to move can capture, */
    uint64_t examined; /* in so many granules: those that the first phase has done */
} fnr_half;

typedef struct fnr_pair {
    const fnr_game *game;
    const fnr_index *index;
    const fnr_orbits *orbits; /* of the leaders */
    const fnr_shelf *shelf;
    fnr_slice slice[2]; /* by half */
    uint64_t columns, stride, cells, granules;
    bool mirrored; /* a == b */
    fnr_half half[2];
    uint32_t level;         /* recorded last; at the end the deepest */
    bool judged;            /* `won` and `lost` hold the level after it */
    int level_bytes;        /* width of `levels`, 0 if not wanted */
    uint32_t narrow_levels; /* as many levels as one byte is used for */
    uint64_t part;          /* granules of the first phase between offers of a checkpoint */
    int threads;
    fnr_task *task;
    struct fnr_checkpoint *checkpoint; /* NULL: none are written */
} fnr_pair;

/* Sets the codes of cells of a word, which were draws until now; both is a hole. */
static inline void fnr_half_decide(fnr_half *half, uint64_t word, uint64_t won, uint64_t lost)
{
    half->codes[2 * word] |= fnr_interleave(won, lost);
    half->codes[2 * word + 1] |= fnr_interleave(won >> 32, lost >> 32);
}

/* The halves that are judged: both, or half 0 of a mirrored pair. */
static inline int fnr_pair_judged(const fnr_pair *pair)
{
    return pair->mirrored ? 1 : 2;
}

/* a <= b. After success, end with fnr_pair_free. */
fnr_status fnr_pair_init(fnr_pair *pair, fnr_index *index, const fnr_shelf *shelf, int a, int b,
                         bool with_dtc, int threads, fnr_task *task, fnr_error *why);
void fnr_pair_free(fnr_pair *pair);

/* The bytes that a pair of this size takes while in work. */
uint64_t fnr_pair_memory(uint64_t rows, uint64_t columns, bool mirrored, bool with_dtc);

/* Calls `work` for granules [first, first + FNR_GRANULE) of a half, in parallel; `active` (may be
 * NULL) tells which by granule. Adds what the calls return. Does nothing in a stopped task. */
typedef uint64_t (*fnr_sweep_fn)(fnr_pair *pair, int half, uint64_t first, uint64_t end);
uint64_t fnr_pair_sweep(fnr_pair *pair, int half, const uint8_t *active, fnr_sweep_fn work);

/* The same for granules [first, end) alone, all of them active. */
uint64_t fnr_pair_sweep_part(fnr_pair *pair, int half, uint64_t first, uint64_t end,
                             fnr_sweep_fn work);

/* Two bytes for each level from now on; or one again, if they have room there. */
fnr_status fnr_pair_widen(fnr_pair *pair, fnr_error *why);
void fnr_pair_narrow(fnr_pair *pair);

/* ---- The two phases, and what comes of them -------------------------------------------------- */

/* Decides the positions with a capture and those without a turn; opens the others. */
void fnr_pair_captures(fnr_pair *pair, uint64_t worth);

/* Decides by paikas, level by level, until nothing more is decided. */
void fnr_pair_paikas(fnr_pair *pair, uint64_t worth);

/* Finds the DTW of a new pair with levels, whose slices and those that captures lead to are on the
 * shelf with their codes, the latter with their DTW. `level` is then the deepest. */
fnr_status fnr_pair_dtw(fnr_pair *pair, uint64_t worth, fnr_error *why);

/* Its first phase: the DTW of positions with a capture, or without a turn; opens the others. */
void fnr_pair_measure_captures(fnr_pair *pair, uint64_t worth);

/* The codes of a half without the gaps between rows: fnr_codes_bytes of the slice. NULL if there is
 * no memory. */
uint64_t *fnr_pair_codes(const fnr_pair *pair, int half);

/* The reverse: the codes of a slice by cell. */
uint64_t *fnr_pair_spread_codes(const fnr_pair *pair, int half, const uint64_t *codes);

/* DTC of entries [first, first + count) of the slice of a half, level_bytes each. */
void fnr_pair_copy_levels(const fnr_pair *pair, int half, uint64_t first, uint64_t count,
                          uint8_t *bytes);

#endif
