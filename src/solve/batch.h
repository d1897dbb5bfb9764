/* SPDX-License-Identifier: MIT
 *
 * batch.h: cells of one row, many at a time, and the paths that lead from them.
 *
 * Model:   in a row the leader's set is the representative of an orbit; a cell is a follower's set.
 *          A step, or a capturing sequence, is then a *path* that is the same for the whole row: it
 *          is open to the cells whose follower has stones on some points and none on others, and it
 *          leads to one row, by symmetries that are known beforehand. So the solver takes a batch
 *          of cells, and path by path lets all of them go that can: the inner loops run over arrays
 *          and know nothing of the rules.
 *          Adjacency is symmetric: the same paths serve forward (the children of a cell, by steps
 *          of the side to move) and backward (its parents, by steps of the other side).
 * Shapes:  cells are numbered as in fnr_pair, and by their place k in the batch; a set of cells has
 *          bit k % 64 of word k / 64.
 * Threads: a batch belongs to one thread.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_BATCH_H
#define FNR_SOLVE_BATCH_H

#include "solve/pair.h"

enum {
    FNR_BATCH_WORDS = 32,
    FNR_BATCH = 64 * FNR_BATCH_WORDS,
    FNR_MAX_LEADER_STEPS = FNR_MAX_POINTS / 2 * FNR_DIRECTIONS,
};

typedef struct fnr_cells {
    uint64_t word[FNR_BATCH_WORDS];
} fnr_cells;

/* Open to the cells whose follower has stones on all of `needs` and on none of `blocked`. */
typedef struct fnr_path {
    uint64_t needs, blocked;
    uint64_t moved;  /* where the follower's set changes */
    int followers;   /* the follower's stones at the end */
    uint64_t leader; /* the leader's set at the end, */
    fnr_place place; /* and its place, if the leader still leads */
} fnr_path;

/* A stretch of a batch in which only the lowest stone of the follower moves. */
typedef struct fnr_stretch {
    uint64_t upper; /* the other stones */
    int first;      /* the first cell */
} fnr_stretch;

typedef struct fnr_batch {
    fnr_pair *pair;
    /* The row. */
    uint64_t leader;
    fnr_place place;              /* of `leader`, which is the representative */
    uint64_t base, row_end;       /* the first cell, and the first behind the row */
    uint8_t free[FNR_MAX_POINTS]; /* the free points */
    bool row_is_new;              /* what depends on the row alone is still to be found */
    int steps;
    fnr_path step[FNR_MAX_LEADER_STEPS]; /* the leader's paikas */
    /* The walk along it, run by run: in a run only the lowest stone moves. */
    uint64_t upper;         /* the other stones, among the free points */
    uint64_t run, next_run; /* the first columns of this run and of the next */
    /* The cells. */
    int count;
    uint64_t cell[FNR_BATCH];
    fnr_cells all;
    fnr_cells at[FNR_MAX_POINTS]; /* by point: which cells have a follower's stone there */
    uint8_t lowest[FNR_BATCH];    /* stone of the follower */
    int stretches;
    fnr_stretch stretch[FNR_BATCH];
    unsigned images;                          /* bit g: image[g] is filled in */
    uint64_t image[FNR_MAX_GROUP][FNR_BATCH]; /* the follower's sets under symmetry g */
    /* The last path. The cells that went it are packed: those of word w are entries first[w] to
     * first[w + 1] - 1. */
    fnr_cells going;
    uint32_t busy; /* bit w: word w of `going` is not empty */
    int first[FNR_BATCH_WORDS + 1];
    uint64_t end[FNR_BATCH]; /* where they came to */
} fnr_batch;

/* ---- Filling --------------------------------------------------------------------------------- */

void fnr_batch_start(fnr_batch *batch, fnr_pair *pair);

/* Tells which of the cells of a word (64 of a half) are wanted. */
typedef uint64_t (*fnr_wanted_fn)(const fnr_half *half, uint64_t word);

/* Fills the batch with the wanted cells of one row, from *word on and before `end`, and moves *word
 * on. A word is not divided among batches. False if there are none left. */
bool fnr_batch_fill(fnr_batch *batch, const fnr_half *half, fnr_wanted_fn wanted, uint64_t *word,
                    uint64_t end);

/* Adds those of the batch's cells that are in a set to an array of bits that no other thread
 * writes there. */
void fnr_batch_mark(const fnr_batch *batch, const fnr_cells *cells, uint64_t *bits);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Called with a path; true ends the visit. */
typedef bool (*fnr_path_fn)(fnr_batch *batch, const fnr_path *path, void *context);

/* Visits the paikas of the side to move in a half, whose ends are in the other half. A cell may
 * come to the same end by several of them. */
void fnr_batch_children(fnr_batch *batch, int half, fnr_path_fn visit, void *context);

/* Visits the paikas of the other side that lead to the cells, backwards. */
void fnr_batch_parents(fnr_batch *batch, int half, fnr_path_fn visit, void *context);

/* Those of some cells that can go a path. */
static inline fnr_cells fnr_path_open(const fnr_batch *batch, const fnr_path *path,
                                      const fnr_cells *among)
{
    fnr_cells cells = *among;
    for (uint64_t rest = path->needs; rest; rest = fnr_without_lowest(rest))
        for (int w = 0; w < FNR_BATCH_WORDS; w++)
            cells.word[w] &= batch->at[fnr_lowest(rest)].word[w];
    for (uint64_t rest = path->blocked; rest; rest = fnr_without_lowest(rest))
        for (int w = 0; w < FNR_BATCH_WORDS; w++)
            cells.word[w] &= ~batch->at[fnr_lowest(rest)].word[w];
    return cells;
}

/* Lets the cells of `going`, who can, go a path: fills in `first` and `end`, the latter with
 * indices in an array whose rows are `stride` apart. */
void fnr_batch_go(fnr_batch *batch, const fnr_path *path, uint64_t stride);

/* The same for a path at whose end the follower, of which `orbits` are, leads and is to move. */
void fnr_batch_go_and_exchange(fnr_batch *batch, const fnr_path *path, const fnr_orbits *orbits,
                               uint64_t stride);

/* What is at the ends of the last path: which cells came to a set bit, or in 2-bit codes to a set
 * lower and a set upper one. */
void fnr_batch_read_bits(const fnr_batch *batch, const uint64_t *bits, fnr_cells *set);
void fnr_batch_read_codes(const fnr_batch *batch, const uint64_t *codes, fnr_cells *lower,
                          fnr_cells *upper);

#endif
