/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <stdlib.h>

/* ---- What the tables say of the candidates --------------------------------------------------- */

/* A candidate with all that its place depends on. */
typedef struct standing {
    fnr_candidate candidate;
    fnr_value value;
    int place;       /* among the turns that the tables have ranked */
    bool by_dtw;     /* they were ranked by DTW: all have one */
    bool ends;       /* the game, and wins it */
    int enemies;     /* stones that the other side keeps */
    int32_t next;    /* a capture: the distance after it */
    double tempting; /* a draw: the share of the replies that lose */
} standing;

static bool is_draw(fnr_wdl wdl)
{
    return wdl != FNR_WIN && wdl != FNR_LOSS;
}

static int score_of(fnr_value value)
{
    if (is_draw(value.wdl)) return 0;
    int win = value.dtw >= 0 ? FNR_SCORE_WON - value.dtw
                             : FNR_SCORE_TABLE - 1 - (value.dtc > 0 ? value.dtc : 0);
    return value.wdl == FNR_WIN ? win : -win;
}

/* What wins at once comes first. Wins and losses whose distance the tables know come by it, as they
 * were ranked. Where they do not tell two captures apart: of a win, what leaves fewer enemies and is
 * near the next capture; a loss the other way round. */
static int compare_known(const standing *a, const standing *b)
{
    bool same = a->value.dtc == 0 && b->value.dtc == 0 && !a->by_dtw;
    int sign = a->value.wdl == FNR_WIN ? 1 : -1;
    if (a->ends != b->ends) return a->ends ? -1 : 1;
    if (same && a->enemies != b->enemies) return sign * (a->enemies - b->enemies);
    if (same && a->next != b->next) return sign * (a->next < b->next ? -1 : 1);
    return a->place - b->place;
}

static int compare(const void *left, const void *right)
{
    const standing *a = left, *b = right;
    if (a->value.wdl != b->value.wdl) return (int)b->value.wdl - (int)a->value.wdl;
    if (!is_draw(a->value.wdl)) return compare_known(a, b);
    if (a->tempting != b->tempting) return a->tempting > b->tempting ? -1 : 1;
    return a->place - b->place;
}

static int place_of(const fnr_ranked_turn *turns, size_t count, const fnr_position *after)
{
    size_t i = 0;
    while (i + 1 < count && (turns[i].after.stones[0] != after->stones[0] ||
                             turns[i].after.stones[1] != after->stones[1]))
        i++;
    return (int)i;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

typedef struct denial {
    const fnr_engine *engine;
    const fnr_position *position;
} denial;

static int makes_third(const fnr_turn *turn, void *context)
{
    const denial *d = context;
    const fnr_engine *engine = d->engine;
    fnr_position after;
    fnr_position_play(d->position, turn, &after);
    uint64_t key = fnr_engine_key(engine, &after);
    bool is_root = key == engine->path[engine->path_start];
    return fnr_engine_visits(engine, key, 2) + is_root >= 2;
}

/* Whether the other side can answer a candidate with a position that is then there for the third
 * time, which is a draw. */
static bool can_be_denied(const fnr_engine *engine, const fnr_candidate *candidate)
{
    denial d = {engine, &candidate->after};
    bool may_be = engine->path_start > 1 && !candidate->move.taken;
    return may_be && fnr_turns_visit(engine->game, &candidate->after, makes_third, &d);
}

/* The share of the other side's replies that lose; less than none for what has been tried. */
static fnr_status tempt(fnr_engine *engine, const fnr_candidate *candidate, double *tempting,
                        fnr_error *why)
{
    fnr_ranked_turn *replies = NULL;
    size_t count = 0, lost = 0;
    fnr_status status = fnr_probe_turns(engine->db, &candidate->after, &replies, &count, why);
    for (size_t i = 0; i < count && !status; i++) lost += replies[i].value.wdl == FNR_LOSS;
    engine->table_hits += count;
    *tempting = count ? (double)lost / (double)count : 0;
    *tempting -= fnr_engine_visits(engine, candidate->move.key, 1);
    fnr_ranked_free(replies);
    return status;
}

/* ---- The choice ------------------------------------------------------------------------------ */

/* Whether all candidates lead to positions of which there are tables. */
static bool is_in_reach(const fnr_engine *engine)
{
    bool all = engine->db != NULL;
    for (size_t i = 0; i < engine->candidate_count && all; i++) {
        const fnr_branch *move = &engine->candidates[i].move;
        all = fnr_engine_knows(engine, fnr_count(move->mover | move->other));
    }
    return all;
}

/* Whether the distance that the turns were ranked by is DTW. */
static bool has_dtw(const fnr_ranked_turn *turns, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count && all; i++) all = turns[i].value.dtw != FNR_DTW_UNKNOWN;
    return all;
}

static fnr_status stand(fnr_engine *engine, const fnr_candidate *candidate,
                        const fnr_ranked_turn *turns, size_t count, standing *to, fnr_error *why)
{
    fnr_value next;
    int place = place_of(turns, count, &candidate->after);
    *to = (standing){.candidate = *candidate, .value = turns[place].value, .place = place};
    to->by_dtw = has_dtw(turns, count);
    to->ends = to->value.wdl == FNR_WIN && to->value.dtw == 1;
    to->candidate.score = score_of(to->value);
    to->enemies = fnr_count(candidate->move.mover);
    fnr_status status = FNR_OK;
    bool third = fnr_engine_visits(engine, candidate->move.key, 1) >= 2;
    if (third || (to->value.wdl == FNR_WIN && !to->ends && can_be_denied(engine, candidate))) {
        to->value = (fnr_value){.wdl = FNR_DRAW, .dtc = FNR_DTC_NONE, .dtw = FNR_DTW_NONE};
        to->candidate.score = 0;
        to->tempting = third ? -2 : 1; /* who does not see it loses */
        return FNR_OK;
    }
    if (to->value.dtc == 0) {
        status = fnr_probe(engine->db, &candidate->after, &next, why);
        if (!status) to->next = next.dtc;
    }
    if (!status && to->value.wdl == turns[0].value.wdl && is_draw(to->value.wdl))
        status = tempt(engine, candidate, &to->tempting, why);
    return status;
}

/* *best: the value of the first. */
static fnr_status sort_candidates(fnr_engine *engine, const fnr_ranked_turn *turns, size_t count,
                                  fnr_value *best, fnr_error *why)
{
    standing *standings = malloc(engine->candidate_count * sizeof *standings);
    fnr_status status = standings ? FNR_OK : fnr_fail_memory(why, "the turns of a position");
    for (size_t i = 0; i < engine->candidate_count && !status; i++)
        status = stand(engine, &engine->candidates[i], turns, count, &standings[i], why);
    if (!status) qsort(standings, engine->candidate_count, sizeof *standings, compare);
    for (size_t i = 0; i < engine->candidate_count && !status; i++)
        engine->candidates[i] = standings[i].candidate;
    if (!status) *best = standings[0].value;
    free(standings);
    return status;
}

/* How many of the candidates are worth a search where the distances are not known: those that win;
 * if all lose, all. */
static size_t count_worthy(const fnr_engine *engine)
{
    size_t count = 0;
    while (count < engine->candidate_count && engine->candidates[count].score > 0) count++;
    return count ? count : engine->candidate_count;
}

fnr_status fnr_choose(fnr_engine *engine, const fnr_position *position, bool *sure, size_t *count,
                      fnr_error *why)
{
    fnr_ranked_turn *turns = NULL;
    size_t turn_count = 0;
    fnr_error found;
    *sure = false;
    *count = engine->candidate_count;
    if (engine->stopped || !is_in_reach(engine)) return FNR_OK;
    fnr_status status = fnr_probe_turns(engine->db, position, &turns, &turn_count, &found);
    engine->table_hits += turn_count;
    fnr_value best;
    if (!status) status = sort_candidates(engine, turns, turn_count, &best, &found);
    if (!status) {
        *sure = is_draw(best.wdl) || best.dtc >= 0;
        if (!*sure) *count = count_worthy(engine);
    }
    fnr_ranked_free(turns);
    if (status == FNR_ERR_MEMORY) return fnr_fail(why, status, "%s", found.text);
    /* Without DTC tables a counter cannot be told: a search has to do. */
    if (status && status != FNR_ERR_NO_TABLE) fnr_engine_distrust(engine, &found);
    return FNR_OK;
}

size_t fnr_choose_line(fnr_engine *engine, size_t i)
{
    enum { LONGEST = 16 };
    const fnr_candidate *candidate = &engine->candidates[i];
    fnr_position position = candidate->after;
    size_t length = 0;
    engine->line[length++] = candidate->turn;
    while (candidate->score && length < LONGEST) {
        fnr_ranked_turn *turns = NULL;
        size_t count = 0;
        if (fnr_probe_turns(engine->db, &position, &turns, &count, NULL) || !count) break;
        engine->table_hits += count;
        engine->line[length++] = turns[0].turn;
        position = turns[0].after;
        fnr_ranked_free(turns);
    }
    return length;
}
