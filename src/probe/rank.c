/* SPDX-License-Identifier: MIT
 *
 * The turns of a position with their values, best first. */
#include "probe/db.h"

#include <stdlib.h>

typedef struct ranking {
    fnr_db *db;
    const fnr_position *position;
    fnr_ranked_turn *turns;
    size_t count, capacity;
    fnr_status status;
    fnr_error *why;
} ranking;

/* The value of a turn for the side that makes it, from the value of the position after it. */
static fnr_value value_of_turn(const fnr_turn *turn, fnr_value after)
{
    fnr_value value = {(fnr_wdl)-after.wdl, after.dtc, after.dtw};
    if (after.dtc != FNR_DTC_NONE && turn->captured) value.dtc = 0;
    if (after.dtc >= 0 && !turn->captured) value.dtc = after.dtc + 1;
    if (after.dtw >= 0) value.dtw = after.dtw + 1;
    return value;
}

static fnr_status reserve_turn(ranking *r)
{
    if (r->count < r->capacity) return FNR_OK;
    size_t capacity = r->capacity > 0 ? 2 * r->capacity : 64;
    fnr_ranked_turn *turns = realloc(r->turns, capacity * sizeof *turns);
    if (!turns) return fnr_fail_memory(r->why, "the turns of a position");
    r->turns = turns;
    r->capacity = capacity;
    return FNR_OK;
}

static int add_turn(const fnr_turn *turn, void *context)
{
    ranking *r = context;
    fnr_value after;
    r->status = reserve_turn(r);
    if (r->status) return 1;
    fnr_ranked_turn *added = &r->turns[r->count];
    added->turn = *turn;
    fnr_position_play(r->position, turn, &added->after);
    r->status = fnr_probe(r->db, &added->after, &after, r->why);
    if (r->status) return 1;
    added->value = value_of_turn(turn, after);
    r->count++;
    return 0;
}

/* A turn and how far its win or loss is, by one metric for all turns of a position. */
typedef struct placing {
    const fnr_ranked_turn *turn;
    int32_t distance;
} placing;

/* Whether DTW is known wherever there is one. */
static bool has_dtw(const fnr_ranked_turn *turns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (turns[i].value.dtw == FNR_DTW_UNKNOWN) return false;
    return true;
}

/* What has no table is farther than what captures tell. */
static int32_t distance_of(fnr_value value, bool by_dtw)
{
    int32_t distance = by_dtw ? value.dtw : value.dtc;
    return distance == FNR_DTC_UNKNOWN ? INT32_MAX : distance;
}

/* Wins come by rising, losses by falling distance; ties in the order of the notation, which the
 * turns are in. */
static int compare_turns(const void *left, const void *right)
{
    const placing *a = left, *b = right;
    int farther = (a->distance > b->distance) - (a->distance < b->distance);
    fnr_wdl a_wdl = a->turn->value.wdl, b_wdl = b->turn->value.wdl;
    if (a_wdl != b_wdl) return b_wdl - a_wdl;
    if (farther) return a_wdl > FNR_DRAW ? farther : -farther;
    return (a->turn > b->turn) - (a->turn < b->turn);
}

/* A sorted copy of `count` turns, or NULL if there is no memory. */
static fnr_ranked_turn *sorted(const fnr_ranked_turn *turns, size_t count)
{
    placing *order = malloc(count * sizeof *order);
    fnr_ranked_turn *copy = malloc(count * sizeof *copy);
    bool by_dtw = has_dtw(turns, count);
    if (order && copy) {
        for (size_t i = 0; i < count; i++)
            order[i] = (placing){&turns[i], distance_of(turns[i].value, by_dtw)};
        qsort(order, count, sizeof *order, compare_turns);
        for (size_t i = 0; i < count; i++) copy[i] = *order[i].turn;
    } else {
        free(copy);
        copy = NULL;
    }
    free(order);
    return copy;
}

fnr_status fnr_probe_turns(fnr_db *db, const fnr_position *position, fnr_ranked_turn **turns,
                           size_t *count, fnr_error *why)
{
    fnr_position counted = *position;
    ranking r = {.db = db, .position = &counted, .why = why};
    fnr_ranked_turn *ranked = NULL;
    fnr_status status = fnr_position_check(fnr_db_game(db), position, why);
    if (status) return status;
    /* Under a limit the turns count. */
    if (fnr_db_theory(db) && counted.plies == FNR_NO_COUNT) counted.plies = 0;
    fnr_turns_visit(fnr_db_game(db), position, add_turn, &r);
    if (!r.status && r.count > 0) {
        ranked = sorted(r.turns, r.count);
        if (!ranked) r.status = fnr_fail_memory(why, "the turns of a position");
    }
    free(r.turns);
    if (r.status) return r.status;
    *turns = ranked;
    *count = r.count;
    return FNR_OK;
}

void fnr_ranked_free(fnr_ranked_turn *turns)
{
    free(turns);
}
