/* SPDX-License-Identifier: MIT
 *
 * row.h: walking along the cells of a row, and from a cell along paikas.
 *
 * Model:   in a row the leader's set is the representative of an orbit; the cell is the follower's
 *          set. Adjacency is symmetric, so the same paths serve forward (the children of a cell, by
 *          steps of the side to move) and backward (its parents, by steps of the other side).
 * Shapes:  cells are numbered as in fnr_pair.
 * Threads: a walk belongs to one thread.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_ROW_H
#define FNR_SOLVE_ROW_H

#include "solve/pair.h"

/* A step of a leader's stone, the same for all cells of a row. */
typedef struct fnr_leader_step {
    uint64_t arrival; /* the point that must be empty */
    uint64_t representative;
    uint64_t base; /* the first cell of the row that the step leads to */
    uint8_t symmetry, stabiliser;
} fnr_leader_step;

enum { FNR_MAX_LEADER_STEPS = FNR_MAX_POINTS / 2 * FNR_DIRECTIONS };

typedef struct fnr_row {
    uint64_t leader;
    uint64_t base; /* the first cell */
    unsigned stabiliser;
    int steps; /* -1 until they are needed */
    fnr_leader_step step[FNR_MAX_LEADER_STEPS];
} fnr_row;

/* A place on a walk over rising cells. */
typedef struct fnr_walk {
    const fnr_pair *pair;
    uint64_t row_end; /* the first cell behind the row */
    uint64_t column;
    uint64_t packed;   /* the follower's set among the free points */
    uint64_t follower; /* the same on the board */
    fnr_row row;
} fnr_walk;

void fnr_walk_start(fnr_walk *walk, const fnr_pair *pair);

/* Goes to a cell that is not before the place of the walk; a cell between rows is not allowed. */
void fnr_walk_to(fnr_walk *walk, uint64_t cell);

/* The cells that a step of the follower or of the leader leads to from here, in the other half.
 * Writes them to `cells` and returns their number. */
enum { FNR_MAX_NEIGHBOURS = FNR_MAX_POINTS * FNR_DIRECTIONS };
int fnr_walk_follower_steps(const fnr_walk *walk, uint64_t cells[FNR_MAX_NEIGHBOURS]);
int fnr_walk_leader_steps(fnr_walk *walk, uint64_t cells[FNR_MAX_NEIGHBOURS]);

#endif
