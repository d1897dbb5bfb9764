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
    uint64_t base;    /* the first cell of the row that the step leads to */
    fnr_place place;  /* of the leader's set after the step */
} fnr_leader_step;

enum { FNR_MAX_LEADER_STEPS = FNR_MAX_POINTS / 2 * FNR_DIRECTIONS };

typedef struct fnr_row {
    uint64_t leader;
    uint64_t base;   /* the first cell */
    fnr_place place; /* of the leader's set, which is the representative */
    bool near_known, steps_known;
    int steps;
    uint64_t near[FNR_MAX_POINTS]; /* by place among the free points: the free neighbours, packed */
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

/* Goes to the next cell of the row. */
static inline void fnr_walk_next(fnr_walk *walk)
{
    walk->column++;
    walk->packed = fnr_next_subset(walk->packed);
    walk->follower = fnr_spread(walk->packed, walk->row.place.free);
}

/* Fill in what the steps of a row need. */
void fnr_walk_find_near(fnr_walk *walk);
void fnr_walk_find_steps(fnr_walk *walk);

/* The visits below are inlined with their callbacks: they are the inner loops of the solver. */
#define FNR_INNER static inline __attribute__((always_inline))

/* ---- Paikas ---------------------------------------------------------------------------------- */

/* Called for a cell of the other half; true ends the visit. */
typedef bool (*fnr_cell_fn)(uint64_t cell, void *context);

FNR_INNER void fnr_follower_steps(fnr_walk *walk, fnr_cell_fn visit, void *context)
{
    const fnr_index *index = walk->pair->index;
    const fnr_row *row = &walk->row;
    if (!row->near_known) fnr_walk_find_near(walk);
    for (uint64_t stones = walk->packed; stones; stones = fnr_without_lowest(stones)) {
        uint64_t without = walk->packed ^ (stones & -stones);
        uint64_t to = row->near[fnr_lowest(stones)] & ~walk->packed;
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t packed = without | (to & -to);
            uint64_t column =
                row->place.onto == 1
                    ? fnr_colex_rank(&index->binomials, packed)
                    : fnr_slice_column(index, &row->place, fnr_spread(packed, row->place.free));
            if (visit(row->base + column, context)) return;
        }
    }
}

FNR_INNER void fnr_leader_steps(fnr_walk *walk, fnr_cell_fn visit, void *context)
{
    if (!walk->row.steps_known) fnr_walk_find_steps(walk);
    for (int i = 0; i < walk->row.steps; i++) {
        const fnr_leader_step *step = &walk->row.step[i];
        if (walk->follower & step->arrival) continue;
        uint64_t column = fnr_slice_column(walk->pair->index, &step->place, walk->follower);
        if (visit(step->base + column, context)) return;
    }
}

/* Visits the cells that a paika of the side to move leads to from here, some of them perhaps more
 * than once. `half` is where the walk is; the cells are in the other one. */
FNR_INNER void fnr_walk_children(fnr_walk *walk, int half, fnr_cell_fn visit, void *context)
{
    if (half == FNR_LEADER_MOVES)
        fnr_leader_steps(walk, visit, context);
    else
        fnr_follower_steps(walk, visit, context);
}

/* Visits the cells from which a paika of the other side leads here. */
FNR_INNER void fnr_walk_parents(fnr_walk *walk, int half, fnr_cell_fn visit, void *context)
{
    fnr_walk_children(walk, !half, visit, context);
}

#endif
