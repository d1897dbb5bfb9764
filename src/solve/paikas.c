/* SPDX-License-Identifier: MIT
 *
 * Second phase: retrograde analysis over paikas. The level is the DTC. Level 1 looks at every open
 * cell; a later level looks only at cells with a child that was decided in the level before. A win
 * needs one lost child, a loss needs all children won, and children are looked at in the codes,
 * which hold what was decided before this level: what this level decides waits in `won` and `lost`.
 * Counters of undecided children would need care with positions that are their own images; looking
 * at all children again needs none. */
#include "solve/row.h"

#include <stdlib.h>

/* ---- Deciding -------------------------------------------------------------------------------- */

/* What the children of a cell tell, as far as they have been looked at. */
typedef struct verdict {
    const uint64_t *codes; /* of the other half */
    bool lost_child, all_won;
    bool may_win; /* whether a lost child is possible and looked for */
} verdict;

static inline bool look_at_child(uint64_t cell, void *context)
{
    verdict *v = context;
    fnr_code code = (fnr_code)fnr_code_get(v->codes, cell);
    v->lost_child = code == FNR_CODE_LOSS;
    v->all_won &= code == FNR_CODE_WIN;
    return v->lost_child || !(v->all_won || v->may_win);
}

/* Judges the cells of one word; adds to *won (may be NULL: no cell has a lost child) and *lost. */
FNR_INNER void judge_word(const fnr_pair *pair, fnr_walk *walk, int half, uint64_t word,
                          uint64_t cells, uint64_t *won, uint64_t *lost)
{
    const uint64_t *codes = pair->half[!half].codes;
    for (; cells; cells = fnr_without_lowest(cells)) {
        verdict v = {codes, false, true, won != NULL};
        fnr_walk_to(walk, word * 64 + (uint64_t)fnr_lowest(cells));
        fnr_walk_children(walk, half, look_at_child, &v);
        if (v.lost_child && won) *won |= cells & -cells;
        if (v.all_won) *lost |= cells & -cells;
    }
}

static uint64_t decide_first_level(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_walk walk;
    uint64_t decided = 0;
    fnr_walk_start(&walk, pair);
    for (uint64_t w = first / 64; w < end / 64; w++) {
        uint64_t won = 0, lost = 0;
        judge_word(pair, &walk, half, w, h->open[w], &won, &lost);
        h->won[w] = won;
        h->lost[w] = lost;
        decided += (uint64_t)fnr_count(won | lost);
    }
    h->fresh[first / FNR_GRANULE] = decided > 0;
    return decided;
}

static uint64_t decide_candidates(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_walk walk;
    uint64_t decided = 0;
    fnr_walk_start(&walk, pair);
    for (uint64_t w = first / 64; w < end / 64; w++) {
        uint64_t won = h->may_win[w], lost = 0;
        judge_word(pair, &walk, half, w, h->may_lose[w] & ~won, NULL, &lost);
        h->won[w] = won;
        h->lost[w] = lost;
        h->may_win[w] = 0;
        h->may_lose[w] = 0;
        decided += (uint64_t)fnr_count(won | lost);
    }
    h->touched[first / FNR_GRANULE] = 0;
    h->fresh[first / FNR_GRANULE] = decided > 0;
    return decided;
}

/* ---- Recording ------------------------------------------------------------------------------- */

static void set_levels(const fnr_pair *pair, fnr_half *half, uint64_t word, uint64_t decided)
{
    for (; decided; decided = fnr_without_lowest(decided)) {
        uint64_t cell = word * 64 + (uint64_t)fnr_lowest(decided);
        if (pair->level_bytes == 1)
            ((uint8_t *)half->levels)[cell] = (uint8_t)pair->level;
        else
            ((uint16_t *)half->levels)[cell] = (uint16_t)pair->level;
    }
}

static uint64_t record_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    for (uint64_t w = first / 64; w < end / 64; w++) {
        uint64_t won = h->won[w], lost = h->lost[w];
        if (!(won | lost)) continue;
        h->open[w] &= ~(won | lost);
        for (int i = 0; i < 2; i++) {
            uint64_t ones = UINT64_C(0x5555555555555555);
            h->codes[2 * w + (uint64_t)i] |=
                (fnr_double_bits(won >> (32 * i)) & ones * FNR_CODE_WIN) |
                (fnr_double_bits(lost >> (32 * i)) & ones * FNR_CODE_LOSS);
        }
        if (pair->level_bytes > 0) set_levels(pair, h, w, won | lost);
    }
    return 0;
}

/* Levels that do not fit one byte need two. */
static void widen_levels(fnr_pair *pair)
{
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_half *h = &pair->half[half];
        const uint8_t *narrow = h->levels;
        uint16_t *wide = malloc(pair->cells * sizeof *wide);
        if (!wide) {
            fnr_error why;
            fnr_task_fail(pair->task, fnr_fail_memory(&why, "distances beyond 255"), &why);
            return;
        }
        for (uint64_t i = 0; i < pair->cells; i++) wide[i] = narrow[i];
        free(h->levels);
        h->levels = wide;
    }
    pair->level_bytes = 2;
}

/* ---- Mirroring ------------------------------------------------------------------------------- */

/* Copies the code of the cell of a walk in half 0 to its cell in half 1, which it returns. */
static uint64_t mirror_code(const fnr_pair *pair, const fnr_walk *walk, fnr_code code)
{
    uint64_t leader = walk->row.leader, follower = walk->follower;
    fnr_pass_turn(pair->game, &leader, &follower);
    uint64_t cell = fnr_pair_cell(pair, leader, follower);
    fnr_code_add_shared(pair->half[1].codes, cell, code);
    return cell;
}

/* What the first phase decided. */
static uint64_t mirror_captures(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    const uint64_t *codes = pair->half[half].codes;
    fnr_walk walk;
    fnr_walk_start(&walk, pair);
    for (uint64_t cell = first; cell < end; cell++) {
        fnr_code code = (fnr_code)fnr_code_get(codes, cell);
        if (code != FNR_CODE_WIN && code != FNR_CODE_LOSS) continue;
        fnr_walk_to(&walk, cell);
        mirror_code(pair, &walk, code);
    }
    return 0;
}

/* Called at a cell that this level decided. */
typedef void (*fresh_fn)(fnr_pair *pair, fnr_walk *walk, int half, bool is_lost);

/* Takes what this level decided in a granule, and forgets it. */
FNR_INNER uint64_t take_fresh(fnr_pair *pair, int half, uint64_t first, uint64_t end, fresh_fn take)
{
    fnr_half *h = &pair->half[half];
    fnr_walk walk;
    fnr_walk_start(&walk, pair);
    for (uint64_t w = first / 64; w < end / 64; w++) {
        uint64_t lost = h->lost[w], decided = lost | h->won[w];
        h->won[w] = h->lost[w] = 0;
        for (; decided; decided = fnr_without_lowest(decided)) {
            fnr_walk_to(&walk, w * 64 + (uint64_t)fnr_lowest(decided));
            take(pair, &walk, half, lost & decided & -decided);
        }
    }
    h->fresh[first / FNR_GRANULE] = 0;
    return 0;
}

static inline void mirror_cell(fnr_pair *pair, fnr_walk *walk, int half, bool is_lost)
{
    fnr_half *mirror = &pair->half[!half];
    uint64_t cell = mirror_code(pair, walk, is_lost ? FNR_CODE_LOSS : FNR_CODE_WIN);
    fnr_bit_set_shared(is_lost ? mirror->lost : mirror->won, cell);
    __atomic_store_n(&mirror->fresh[cell / FNR_GRANULE], 1, __ATOMIC_RELAXED);
}

/* Moves what this level decided from half 0 to half 1. */
static uint64_t mirror_level(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    return take_fresh(pair, half, first, end, mirror_cell);
}

/* ---- Spreading ------------------------------------------------------------------------------- */

typedef struct marker {
    fnr_half *half; /* of the parents */
    uint64_t *marks;
} marker;

static inline bool mark_parent(uint64_t cell, void *context)
{
    marker *m = context;
    if (fnr_bit_get(m->half->open, cell) && !fnr_bit_get_shared(m->marks, cell)) {
        fnr_bit_set_shared(m->marks, cell);
        __atomic_store_n(&m->half->touched[cell / FNR_GRANULE], 1, __ATOMIC_RELAXED);
    }
    return false;
}

static inline void mark_parents_of(fnr_pair *pair, fnr_walk *walk, int half, bool is_lost)
{
    fnr_half *other = &pair->half[!half];
    marker m = {other, is_lost ? other->may_win : other->may_lose};
    fnr_walk_parents(walk, half, mark_parent, &m);
}

/* Marks the open parents of what this level decided. */
static uint64_t mark_parents(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    return take_fresh(pair, half, first, end, mark_parents_of);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static void sweep_fresh(fnr_pair *pair, fnr_sweep_fn work)
{
    for (int half = 0; half < 2; half++) fnr_pair_sweep(pair, half, pair->half[half].fresh, work);
}

static void too_deep(fnr_pair *pair)
{
    fnr_error why;
    fnr_task_fail(pair->task,
                  fnr_fail(&why, FNR_ERR_RANGE, "slice %dv%d: distances beyond %d",
                           pair->slice[0].m, pair->slice[0].o, UINT16_MAX),
                  &why);
}

void fnr_pair_paikas(fnr_pair *pair, uint64_t worth)
{
    uint64_t decided = 0, cells = pair->cells * (uint64_t)fnr_pair_judged(pair);
    if (pair->mirrored) fnr_pair_sweep(pair, 0, NULL, mirror_captures);
    fnr_task_level(pair->task, 1, worth / 2, cells);
    worth -= worth / 2;
    for (int half = 0; half < fnr_pair_judged(pair); half++)
        decided += fnr_pair_sweep(pair, half, NULL, decide_first_level);
    while (decided > 0 && !fnr_task_stopped(pair->task)) {
        pair->level++;
        if (pair->level > UINT16_MAX) too_deep(pair);
        if (pair->level == pair->narrow_levels + 1 && pair->level_bytes > 0) widen_levels(pair);
        sweep_fresh(pair, record_granule);
        if (pair->mirrored) fnr_pair_sweep(pair, 0, pair->half[0].fresh, mirror_level);
        /* How many levels follow is not known: each takes a part of what is left. */
        fnr_task_level(pair->task, pair->level + 1, worth / 8, cells);
        worth -= worth / 8;
        sweep_fresh(pair, mark_parents);
        decided = 0;
        for (int half = 0; half < fnr_pair_judged(pair); half++)
            decided += fnr_pair_sweep(pair, half, pair->half[half].touched, decide_candidates);
    }
    fnr_task_skip(pair->task, worth);
}
