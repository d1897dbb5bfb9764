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
    walk->row.base = row * pair->stride;
    walk->row.place =
        (fnr_place){row, pair->game->board.full & ~walk->row.leader, pair->orbits->stabiliser[row]};
    walk->row.near_known = walk->row.steps_known = false;
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
        walk->packed = fnr_colex_unrank(&pair->index->binomials, fnr_count(walk->row.place.free),
                                        pair->slice[0].followers, column);
    walk->column = column;
    walk->follower = fnr_spread(walk->packed, walk->row.place.free);
}

void fnr_walk_to(fnr_walk *walk, uint64_t cell)
{
    if (cell >= walk->row_end) enter_row(walk, cell);
    find_follower(walk, cell - walk->row.base);
}

/* ---- Steps of a row -------------------------------------------------------------------------- */

void fnr_walk_find_near(fnr_walk *walk)
{
    fnr_row *row = &walk->row;
    int i = 0;
    for (uint64_t rest = row->place.free; rest; rest = fnr_without_lowest(rest)) {
        uint64_t near = walk->pair->game->board.near[fnr_lowest(rest)];
        row->near[i++] = fnr_pack(near, row->place.free);
    }
    row->near_known = true;
}

void fnr_walk_find_steps(fnr_walk *walk)
{
    const fnr_pair *pair = walk->pair;
    fnr_row *row = &walk->row;
    row->steps = 0;
    for (uint64_t rest = row->leader; rest; rest = fnr_without_lowest(rest)) {
        uint64_t from = rest & -rest;
        uint64_t to = pair->game->board.near[fnr_lowest(rest)] & ~row->leader;
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t arrival = to & -to;
            fnr_place place = fnr_orbits_find(pair->orbits, pair->game, &pair->index->binomials,
                                              row->leader ^ from ^ arrival);
            row->step[row->steps++] = (fnr_leader_step){arrival, place.row * pair->stride, place};
        }
    }
    row->steps_known = true;
}
