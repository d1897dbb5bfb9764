/* SPDX-License-Identifier: MIT */

/* solver.c: the value and DTC of every position, without and with a draw limit. */

#include "brute.h"

#include <stdlib.h>

#define MOST_PLACEMENTS ((uint64_t)1 << 31)
#define MOST_STATES ((uint64_t)4000000000 / 3)

/* ---- slices ------------------------------------------------------------------------------ */

static void make_choose(struct solver *solver)
{
    for (int n = 0; n <= MAX_POINTS; n++) {
        solver->choose[n][0] = 1;
        for (int k = 1; k <= n; k++) {
            solver->choose[n][k] = solver->choose[n - 1][k - 1] + solver->choose[n - 1][k];
        }
    }
}

/* The sets of k points, in order of their largest point, then the next: 0, 1, 2 ... */
static uint64_t colex_rank(const struct solver *solver, uint64_t set)
{
    uint64_t rank = 0;
    for (int k = 1; set; k++, set &= set - 1) rank += solver->choose[lowest(set)][k];
    return rank;
}

static uint64_t colex_set(const struct solver *solver, int stones, uint64_t rank)
{
    uint64_t set = 0;
    for (int k = stones; k > 0; k--) {
        int p = k - 1;
        while (solver->choose[p + 1][k] <= rank) p++;
        set |= bit(p);
        rank -= solver->choose[p][k];
    }
    return set;
}

static uint64_t turned_over(uint64_t set)
{
    return (set & 0007) << 6 | (set & 0070) | set >> 6;
}

/* The number of a placement in its slice. */
static uint64_t index_of(const struct solver *solver, const struct position *pos)
{
    uint64_t mover = pos->mover, other = pos->other, among_free = 0;
    if (solver->game->telo_line && pos->side == BLACK) {
        mover = turned_over(mover);
        other = turned_over(other);
    }
    uint64_t ways = solver->choose[solver->game->points - count(mover)][count(other)];
    for (; other; other &= other - 1) {
        int p = lowest(other);
        among_free |= bit(p - count(mover & (bit(p) - 1)));
    }
    return colex_rank(solver, mover) * ways + colex_rank(solver, among_free);
}

struct position position_of(const struct solver *solver, int m, int o, uint64_t index)
{
    uint64_t ways = solver->choose[solver->game->points - m][o];
    uint64_t among_free = colex_set(solver, o, index % ways);
    struct position pos = {.mover = colex_set(solver, m, index / ways), .side = WHITE};
    for (int p = 0, free_point = 0; p < solver->game->points; p++) {
        if (pos.mover & bit(p)) continue;
        if (among_free & bit(free_point)) pos.other |= bit(p);
        free_point++;
    }
    return pos;
}

/* MOST_PLACEMENTS + 1 if there are more than can be held. */
static uint64_t slice_size(const struct solver *solver, int m, int o)
{
    uint64_t movers = solver->choose[solver->game->points][m];
    uint64_t others = solver->choose[solver->game->points - m][o];
    return movers > MOST_PLACEMENTS / others ? MOST_PLACEMENTS + 1 : movers * others;
}

/* For refusing, before hours are spent, what cannot be finished. */
static uint64_t count_placements(const struct solver *solver, int most)
{
    uint64_t size = 0;
    for (int m = 1; m < most; m++) {
        for (int o = 1; m + o <= most; o++) size += slice_size(solver, m, o);
    }
    return size;
}

static void make_slice(struct solver *solver, int m, int o)
{
    struct slice *slice = &solver->slice[m][o];
    slice->size = slice_size(solver, m, o);
    uint64_t entries = slice->size * (uint64_t)solver->counters;
    slice->value = calloc(entries, sizeof slice->value[0]);
    slice->dtc = calloc(entries, sizeof slice->dtc[0]);
    if (!slice->value || !slice->dtc) die("out of memory", "");
}

static void make_pair(struct solver *solver, int m, int o)
{
    make_slice(solver, m, o);
    if (m != o) make_slice(solver, o, m);
}

enum value look_up(const struct solver *solver, const struct position *pos, int counter, int *dtc)
{
    const struct slice *slice = &solver->slice[count(pos->mover)][count(pos->other)];
    if (!slice->value) return REFUSED;
    uint64_t entry = (uint64_t)counter * slice->size + index_of(solver, pos);
    *dtc = slice->dtc[entry];
    return slice->value[entry];
}

/* ---- solving without a limit ------------------------------------------------------------- */

/* How many turns lead to each value (the opponent's), as far as known below a level. */
struct outlook {
    const struct solver *solver;
    int level;
    int turns[VALUES];
};

static void note_turn(void *context, const struct turn *turn)
{
    struct outlook *outlook = context;
    const struct position *after = &turn->after;
    enum value value = value_if_over(outlook->solver->game, after);
    if (after->mover != 0) {
        const struct slice *slice =
            &outlook->solver->slice[count(after->mover)][count(after->other)];
        uint64_t index = index_of(outlook->solver, after);
        bool known = turn->captured > 0 || slice->dtc[index] < outlook->level;
        value = known ? (enum value)slice->value[index] : UNDECIDED;
    }
    outlook->turns[value]++;
}

/* The value if the position's DTC is `level` (or if it is a draw by a capture or by having no
 * move), given that it was not decided at any level before. */
static enum value value_at(const struct solver *solver, const struct position *pos, int level)
{
    enum value over = value_if_over(solver->game, pos);
    if (over != UNDECIDED) return over;
    struct outlook outlook = {.solver = solver, .level = level, .turns = {0}};
    each_turn(solver->game, pos, note_turn, &outlook);
    const int *turns = outlook.turns;
    int all = turns[UNDECIDED] + turns[LOSS] + turns[DRAW] + turns[WIN];
    if (all == 0) return solver->game->stalemate_draws ? DRAW : LOSS;
    if (turns[LOSS] > 0) return WIN;
    if (turns[WIN] == all) return LOSS;
    return can_capture(solver->game, pos) ? DRAW : UNDECIDED;
}

/* One pass over the undecided placements of a slice; how many it decided. */
static uint64_t sweep(struct solver *solver, int m, int o, int level)
{
    struct slice *slice = &solver->slice[m][o];
    uint64_t decided = 0;
    for (uint64_t i = 0; i < slice->size; i++) {
        if (slice->value[i] != UNDECIDED) continue;
        struct position pos = position_of(solver, m, o, i);
        if (level == 0 && index_of(solver, &pos) != i) die("the index is wrong", "");
        enum value value = value_at(solver, &pos, level);
        if (value == UNDECIDED) continue;
        slice->value[i] = (uint8_t)value;
        slice->dtc[i] = (uint16_t)level;
        decided++;
    }
    return decided;
}

static void call_rest_drawn(struct slice *slice)
{
    for (uint64_t i = 0; i < slice->size; i++) {
        if (slice->value[i] == UNDECIDED) slice->value[i] = DRAW;
    }
}

/* A level at which nothing is decided leaves nothing for the next to build on. */
static void solve_pair(struct solver *solver, int m, int o)
{
    make_pair(solver, m, o);
    for (int level = 0;; level++) {
        if (level == UINT16_MAX) die("too many levels", "");
        uint64_t decided = sweep(solver, m, o, level);
        if (m != o) decided += sweep(solver, o, m, level);
        if (decided == 0) break;
    }
    call_rest_drawn(&solver->slice[m][o]);
    if (m != o) call_rest_drawn(&solver->slice[o][m]);
}

/* ---- solving under a limit --------------------------------------------------------------- */

/* What the turns of a state lead to. The value after a turn is the opponent's. */
struct prospect {
    const struct solver *solver;
    int counter;
    int turns[VALUES];
    int fastest_win, slowest_loss; /* DTC by the best turn that wins, by the best one that loses */
};

/* What a turn leads to is known: fewer stones were done before, and so was counter + 1. */
static enum value value_after(const struct prospect *prospect, const struct turn *turn, int *dtc)
{
    const struct solver *solver = prospect->solver;
    *dtc = 0;
    enum value over = value_if_over(solver->game, &turn->after);
    if (over != UNDECIDED) return over;
    if (turn->captured > 0) return look_up(solver, &turn->after, 0, dtc);
    if (prospect->counter + 1 == solver->game->draw_plies) return DRAW;
    return look_up(solver, &turn->after, prospect->counter + 1, dtc);
}

static void weigh_turn(void *context, const struct turn *turn)
{
    struct prospect *prospect = context;
    int dtc;
    enum value value = value_after(prospect, turn, &dtc);
    if (value == UNDECIDED || value == REFUSED) die("a turn leads to an unknown state", "");
    int distance = turn->captured > 0 ? 0 : 1 + dtc;
    prospect->turns[value]++;
    if (value == LOSS && distance < prospect->fastest_win) prospect->fastest_win = distance;
    if (value == WIN && distance > prospect->slowest_loss) prospect->slowest_loss = distance;
}

static enum value decide(const struct solver *solver, const struct position *pos, int counter,
                         int *dtc)
{
    struct prospect prospect = {.solver = solver, .counter = counter, .fastest_win = UINT16_MAX};
    each_turn(solver->game, pos, weigh_turn, &prospect);
    const int *turns = prospect.turns;
    int all = turns[LOSS] + turns[DRAW] + turns[WIN];
    *dtc = 0;
    if (all == 0) return solver->game->stalemate_draws ? DRAW : LOSS;
    if (turns[LOSS] > 0) {
        *dtc = prospect.fastest_win;
        return WIN;
    }
    if (turns[WIN] < all) return DRAW;
    *dtc = prospect.slowest_loss;
    return LOSS;
}

static void decide_slice(struct solver *solver, int m, int o, int counter)
{
    struct slice *slice = &solver->slice[m][o];
    for (uint64_t i = 0; i < slice->size; i++) {
        struct position pos = position_of(solver, m, o, i);
        uint64_t entry = (uint64_t)counter * slice->size + i;
        int dtc;
        slice->value[entry] = (uint8_t)decide(solver, &pos, counter, &dtc);
        slice->dtc[entry] = (uint16_t)dtc;
    }
}

static void solve_pair_under_limit(struct solver *solver, int m, int o)
{
    make_pair(solver, m, o);
    for (int counter = solver->counters - 1; counter >= 0; counter--) {
        decide_slice(solver, m, o, counter);
        if (m != o) decide_slice(solver, o, m, counter);
    }
}

/* ---- the solver -------------------------------------------------------------------------- */

static struct solver *new_solver(const struct game *game, int counters)
{
    struct solver *solver = calloc(1, sizeof *solver);
    if (!solver) die("out of memory", "");
    solver->game = game;
    solver->counters = counters;
    make_choose(solver);
    return solver;
}

static void each_pair(struct solver *solver, int most, void (*visit)(struct solver *, int, int))
{
    for (int stones = 2; stones <= most; stones++) {
        for (int fewer = 1; fewer <= stones / 2; fewer++) visit(solver, fewer, stones - fewer);
    }
}

struct solver *solve(const struct game *game, int most)
{
    struct solver *solver = new_solver(game, 1);
    if (game->telo_line) {
        solve_pair(solver, 3, 3);
        return solver;
    }
    if (count_placements(solver, most) > MOST_PLACEMENTS) die("more than 2^31 placements", "");
    each_pair(solver, most, solve_pair);
    return solver;
}

struct solver *solve_under_limit(const struct game *game, int most)
{
    struct solver *solver = new_solver(game, game->draw_plies);
    if (count_placements(solver, most) > MOST_STATES / (uint64_t)solver->counters) {
        die("more than 4 GB for all counters below the limit", "");
    }
    each_pair(solver, most, solve_pair_under_limit);
    return solver;
}

void free_solver(struct solver *solver)
{
    for (int m = 0; m <= MAX_POINTS; m++) {
        for (int o = 0; o <= MAX_POINTS; o++) {
            free(solver->slice[m][o].value);
            free(solver->slice[m][o].dtc);
        }
    }
    free(solver);
}
