/* SPDX-License-Identifier: MIT */
#include "solve/row.h"

void fnr_walk_start(fnr_walk *walk, const fnr_pair *pair)
{
    walk->pair = pair;
    walk->row_end = 0;
    walk->upper = pair->game->board.full; /* no set that occurs */
}

static void enter_row(fnr_walk *walk, uint64_t cell)
{
    const fnr_pair *pair = walk->pair;
    uint64_t row = cell / pair->stride;
    walk->row.leader = pair->orbits->representative[row];
    walk->row.stabiliser = pair->orbits->stabiliser[row];
    walk->row.base = row * pair->stride;
    walk->row.free = pair->game->board.full & ~walk->row.leader;
    walk->row.steps_known = false;
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
    walk->follower = fnr_spread(walk->packed, walk->row.free);
}

void fnr_walk_to(fnr_walk *walk, uint64_t cell)
{
    if (cell >= walk->row_end) enter_row(walk, cell);
    find_follower(walk, cell - walk->row.base);
}

/* ---- Steps of a row -------------------------------------------------------------------------- */

fnr_place fnr_find_place(const fnr_index *index, uint64_t leader)
{
    const fnr_group *group = &index->game->group;
    const fnr_orbits *orbits = index->orbits[fnr_count(leader)];
    int symmetry;
    uint32_t row = fnr_orbits_find(orbits, &index->binomials, leader, &symmetry);
    uint64_t representative = orbits->representative[row];
    fnr_place place = {row, index->game->board.full & ~representative, 1u << symmetry};
    for (int g = 0; g < group->order && orbits->stabiliser[row] != 1; g++)
        if (fnr_group_apply(group, g, leader) == representative) place.onto |= 1u << g;
    return place;
}

static void find_leader_steps(fnr_row *row, const fnr_pair *pair)
{
    const fnr_board *board = &pair->game->board;
    row->steps = 0;
    for (uint64_t rest = row->leader; rest; rest = fnr_without_lowest(rest)) {
        uint64_t from = rest & -rest, to = board->near[fnr_lowest(rest)] & ~row->leader;
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t arrival = to & -to;
            fnr_place place = fnr_find_place(pair->index, row->leader ^ from ^ arrival);
            row->step[row->steps++] = (fnr_leader_step){arrival, place.row * pair->stride, place};
        }
    }
}

void fnr_walk_find_steps(fnr_walk *walk)
{
    const fnr_board *board = &walk->pair->game->board;
    fnr_row *row = &walk->row;
    int i = 0;
    for (uint64_t rest = row->free; rest; rest = fnr_without_lowest(rest))
        row->near[i++] = fnr_pack(board->near[fnr_lowest(rest)], row->free);
    find_leader_steps(row, walk->pair);
    row->steps_known = true;
}
