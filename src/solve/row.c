/* SPDX-License-Identifier: MIT */
#include "solve/row.h"

void fnr_walk_start(fnr_walk *walk, const fnr_pair *pair)
{
    walk->pair = pair;
    walk->row_end = 0;
}

static void enter_row(fnr_walk *walk, uint64_t cell)
{
    const fnr_pair *pair = walk->pair;
    uint64_t row = cell / pair->stride;
    walk->row.leader = pair->orbits->representative[row];
    walk->row.stabiliser = pair->orbits->stabiliser[row];
    walk->row.base = row * pair->stride;
    walk->row.steps = -1;
    walk->row_end = walk->row.base + pair->stride;
    walk->column = UINT64_MAX;
}

static void find_follower(fnr_walk *walk, uint64_t column)
{
    const fnr_pair *pair = walk->pair;
    /* A few steps are cheaper than a new start. */
    enum { NEAR = 8 };
    if (walk->column <= column && column - walk->column <= NEAR)
        for (; walk->column < column; walk->column++) walk->packed = fnr_next_subset(walk->packed);
    else
        walk->packed = fnr_colex_unrank(&pair->index->binomials, pair->slice[0].followers, column);
    walk->column = column;
    walk->follower = fnr_spread(walk->packed, pair->game->board.full & ~walk->row.leader);
}

void fnr_walk_to(fnr_walk *walk, uint64_t cell)
{
    if (cell >= walk->row_end) enter_row(walk, cell);
    find_follower(walk, cell - walk->row.base);
}

void fnr_walk_find_leader_steps(fnr_walk *walk)
{
    const fnr_pair *pair = walk->pair;
    const fnr_board *board = &pair->game->board;
    uint64_t leader = walk->row.leader, empty = board->full & ~leader;
    int count = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(board, leader, empty, d);
        for (; steppers; steppers = fnr_without_lowest(steppers)) {
            int symmetry;
            uint64_t from = steppers & -steppers, arrival = fnr_move(from, board->shift[d]);
            uint32_t row = fnr_orbits_find(pair->orbits, &pair->index->binomials,
                                           leader ^ from ^ arrival, &symmetry);
            walk->row.step[count++] =
                (fnr_leader_step){arrival, pair->orbits->representative[row], row * pair->stride,
                                  (uint8_t)symmetry, pair->orbits->stabiliser[row]};
        }
    }
    walk->row.steps = count;
}
