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

/* Fills in the row's leader steps. */
void fnr_walk_find_leader_steps(fnr_walk *walk);

/* ---- Paikas ---------------------------------------------------------------------------------- */

/* Called for a cell of the sister; true ends the visit. */
typedef bool (*fnr_cell_fn)(uint64_t cell, void *context);

/* The visits below are inlined with their callbacks: they are the inner loops of the solver. */
#define FNR_INNER static inline __attribute__((always_inline))

FNR_INNER void fnr_follower_steps(const fnr_walk *walk, fnr_cell_fn visit, void *context)
{
    const fnr_pair *pair = walk->pair;
    const fnr_board *board = &pair->game->board;
    const fnr_row *row = &walk->row;
    uint64_t empty = board->full & ~(row->leader | walk->follower);
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(board, walk->follower, empty, d);
        for (; steppers; steppers = fnr_without_lowest(steppers)) {
            uint64_t from = steppers & -steppers;
            uint64_t follower = walk->follower ^ from ^ fnr_move(from, board->shift[d]);
            uint64_t column = fnr_slice_column(pair->index, row->leader, row->stabiliser, follower);
            if (visit(row->base + column, context)) return;
        }
    }
}

FNR_INNER void fnr_leader_steps(fnr_walk *walk, fnr_cell_fn visit, void *context)
{
    const fnr_index *index = walk->pair->index;
    if (walk->row.steps < 0) fnr_walk_find_leader_steps(walk);
    for (int i = 0; i < walk->row.steps; i++) {
        const fnr_leader_step *step = &walk->row.step[i];
        if (walk->follower & step->arrival) continue;
        uint64_t follower = fnr_group_apply(&index->game->group, step->symmetry, walk->follower);
        uint64_t column = fnr_slice_column(index, step->representative, step->stabiliser, follower);
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
