/* SPDX-License-Identifier: MIT
 *
 * Second phase: retrograde analysis over paikas. The level is the DTC. Level 1 looks at every open
 * cell; a later level looks only at cells with a child that was decided in the level before. A win
 * needs one lost child, a loss needs all children won, and children are looked at in the codes,
 * which hold what was decided before this level: what this level decides waits in `won` and `lost`.
 * Counters of undecided children would need care with positions that are their own images; looking
 * at all children again needs none. */
#include "solve/batch.h"
#include "solve/checkpoint.h"

/* ---- Deciding -------------------------------------------------------------------------------- */

/* What the children of a batch tell, as far as they have been looked at. */
typedef struct verdict {
    const fnr_half *other;
    bool may_win;      /* whether lost children are possible and looked for */
    fnr_cells asking;  /* the cells that further children can tell something */
    fnr_cells won;     /* which have a lost child */
    fnr_cells escapes; /* which have a child that is not won */
} verdict;

static bool look_along(fnr_batch *batch, const fnr_path *path, void *context)
{
    verdict *v = context;
    fnr_cells won, lost;
    uint64_t any = 0;
    batch->going = fnr_path_open(batch, path, &v->asking);
    fnr_batch_go(batch, path, batch->pair->stride);
    fnr_batch_read_codes(batch, v->other->codes, &won, &lost);
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        uint64_t escapes = batch->going.word[w] & ~won.word[w];
        v->won.word[w] |= lost.word[w];
        v->escapes.word[w] |= escapes;
        v->asking.word[w] &= ~(v->may_win ? lost.word[w] : escapes);
        any |= v->asking.word[w];
    }
    return any == 0;
}

/* Judges the cells of a batch; returns how many it decided. */
static uint64_t judge(fnr_batch *batch, int half, bool may_win)
{
    fnr_half *h = &batch->pair->half[half];
    verdict v = {&batch->pair->half[!half], may_win, batch->all, {{0}}, {{0}}};
    uint64_t decided = 0;
    fnr_batch_children(batch, half, look_along, &v);
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        v.escapes.word[w] = batch->all.word[w] & ~v.escapes.word[w];
        decided += (uint64_t)fnr_count(v.won.word[w] | v.escapes.word[w]);
    }
    if (may_win) fnr_batch_mark(batch, &v.won, h->won);
    fnr_batch_mark(batch, &v.escapes, h->lost);
    return decided;
}

static uint64_t open_cells(const fnr_half *half, uint64_t word)
{
    return half->open[word];
}

static uint64_t decide_first_level(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_batch batch;
    uint64_t decided = 0, word = first / 64;
    fnr_batch_start(&batch, pair);
    while (fnr_batch_fill(&batch, h, open_cells, &word, end / 64))
        decided += judge(&batch, half, true);
    h->fresh[first / FNR_GRANULE] = decided > 0;
    return decided;
}

static uint64_t doubtful_cells(const fnr_half *half, uint64_t word)
{
    return half->may_lose[word] & ~half->may_win[word];
}

static uint64_t decide_candidates(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_batch batch;
    uint64_t decided = 0, word = first / 64;
    fnr_batch_start(&batch, pair);
    while (fnr_batch_fill(&batch, h, doubtful_cells, &word, end / 64))
        decided += judge(&batch, half, false);
    for (word = first / 64; word < end / 64; word++) {
        h->won[word] = h->may_win[word];
        h->may_win[word] = h->may_lose[word] = 0;
        decided += (uint64_t)fnr_count(h->won[word]);
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
        fnr_half_decide(h, w, won, lost);
        if (pair->level_bytes > 0) set_levels(pair, h, w, won | lost);
    }
    return 0;
}

/* Forgets what a level decided in a granule. */
static void forget_fresh(fnr_half *half, uint64_t first, uint64_t end)
{
    memset(&half->won[first / 64], 0, (size_t)(end - first) / 8);
    memset(&half->lost[first / 64], 0, (size_t)(end - first) / 8);
    half->fresh[first / FNR_GRANULE] = 0;
}

/* ---- Mirroring ------------------------------------------------------------------------------- */

static uint64_t fresh_cells(const fnr_half *half, uint64_t word)
{
    return half->won[word] | half->lost[word];
}

/* Finds the cells of half 1 that those of a batch of half 0 are mirrored to. */
static void find_mirrors(fnr_batch *batch)
{
    const fnr_pair *pair = batch->pair;
    fnr_path stay = {.followers = pair->slice[0].followers, .leader = batch->leader};
    batch->going = batch->all;
    fnr_batch_go_and_exchange(batch, &stay, pair->orbits, pair->stride);
}

static uint64_t settled_cells(const fnr_half *half, uint64_t word)
{
    return ~half->open[word];
}

/* What the first phase decided. */
static uint64_t mirror_captures(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    const fnr_half *h = &pair->half[half];
    fnr_batch batch;
    uint64_t word = first / 64;
    fnr_batch_start(&batch, pair);
    while (fnr_batch_fill(&batch, h, settled_cells, &word, end / 64)) {
        find_mirrors(&batch);
        for (int k = 0; k < batch.count; k++) {
            fnr_code code = (fnr_code)fnr_code_get(h->codes, batch.cell[k]);
            if (code == FNR_CODE_WIN || code == FNR_CODE_LOSS)
                fnr_code_add_shared(pair->half[1].codes, batch.end[k], code);
        }
    }
    return 0;
}

/* Moves what this level decided from half 0 to half 1. */
static uint64_t mirror_level(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half], *mirror = &pair->half[!half];
    fnr_batch batch;
    uint64_t word = first / 64;
    fnr_batch_start(&batch, pair);
    while (fnr_batch_fill(&batch, h, fresh_cells, &word, end / 64)) {
        find_mirrors(&batch);
        for (int k = 0; k < batch.count; k++) {
            bool is_lost = fnr_bit_get(h->lost, batch.cell[k]);
            uint64_t cell = batch.end[k];
            fnr_code_add_shared(mirror->codes, cell, is_lost ? FNR_CODE_LOSS : FNR_CODE_WIN);
            fnr_bit_set_shared(is_lost ? mirror->lost : mirror->won, cell);
            __atomic_store_n(&mirror->fresh[cell / FNR_GRANULE], 1, __ATOMIC_RELAXED);
        }
    }
    forget_fresh(h, first, end);
    return 0;
}

/* ---- Spreading ------------------------------------------------------------------------------- */

typedef struct marker {
    fnr_half *half; /* of the parents */
    fnr_cells lost; /* the children that are */
} marker;

static void mark_parent(fnr_half *half, uint64_t *marks, uint64_t cell)
{
    if (fnr_bit_get_shared(marks, cell)) return;
    fnr_bit_set_shared(marks, cell);
    __atomic_store_n(&half->touched[cell / FNR_GRANULE], 1, __ATOMIC_RELAXED);
}

static bool mark_along(fnr_batch *batch, const fnr_path *path, void *context)
{
    const marker *m = context;
    fnr_cells open;
    batch->going = fnr_path_open(batch, path, &batch->all);
    fnr_batch_go(batch, path, batch->pair->stride);
    fnr_batch_read_bits(batch, m->half->open, &open);
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        uint64_t going = batch->going.word[w];
        uint64_t lost = fnr_pack(m->lost.word[w], going), marked = fnr_pack(open.word[w], going);
        for (; marked; marked = fnr_without_lowest(marked)) {
            int i = fnr_lowest(marked);
            mark_parent(m->half, lost >> i & 1 ? m->half->may_win : m->half->may_lose,
                        batch->end[batch->first[w] + i]);
        }
    }
    return false;
}

/* Marks the open parents of what this level decided. */
static uint64_t mark_parents(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_batch batch;
    marker m = {.half = &pair->half[!half]};
    uint64_t word = first / 64;
    fnr_batch_start(&batch, pair);
    while (fnr_batch_fill(&batch, h, fresh_cells, &word, end / 64)) {
        m.lost = (fnr_cells){{0}};
        for (int k = 0; k < batch.count; k++)
            m.lost.word[k / 64] |= (uint64_t)fnr_bit_get(h->lost, batch.cell[k]) << (k % 64);
        fnr_batch_parents(&batch, half, mark_along, &m);
    }
    forget_fresh(h, first, end);
    return 0;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static uint64_t sweep_judged(fnr_pair *pair, fnr_sweep_fn work)
{
    uint64_t sum = 0;
    for (int half = 0; half < fnr_pair_judged(pair); half++)
        sum += fnr_pair_sweep(pair, half, NULL, work);
    return sum;
}

static void sweep_fresh(fnr_pair *pair, fnr_sweep_fn work)
{
    for (int half = 0; half < 2; half++) fnr_pair_sweep(pair, half, pair->half[half].fresh, work);
}

static void fail(fnr_pair *pair, fnr_status status, const fnr_error *why)
{
    if (status) fnr_task_fail(pair->task, status, why);
}

/* Begins the next level. */
static void count_level(fnr_pair *pair)
{
    fnr_error why;
    if (pair->level == UINT16_MAX)
        fail(pair,
             fnr_fail(&why, FNR_ERR_RANGE, "slice %dv%d: distances beyond %d", pair->slice[0].m,
                      pair->slice[0].o, UINT16_MAX),
             &why);
    pair->level++;
    if (pair->level > pair->narrow_levels && pair->level_bytes == 1)
        fail(pair, fnr_pair_widen(pair, &why), &why);
}

static uint64_t judge_first_level(fnr_pair *pair)
{
    if (pair->mirrored) fnr_pair_sweep(pair, 0, NULL, mirror_captures);
    return sweep_judged(pair, decide_first_level);
}

static uint64_t judge_level(fnr_pair *pair)
{
    uint64_t decided = 0;
    sweep_fresh(pair, mark_parents);
    for (int half = 0; half < fnr_pair_judged(pair); half++)
        decided += fnr_pair_sweep(pair, half, pair->half[half].touched, decide_candidates);
    return decided;
}

/* The deepest level there can be: under a limit of N plies the next capture or stalemate comes
 * after N - 1 plies at most. */
static uint32_t deepest_level(const fnr_pair *pair)
{
    int limit = pair->game->rules.draw_plies;
    return limit > 0 ? (uint32_t)limit - 1 : UINT32_MAX;
}

void fnr_pair_paikas(fnr_pair *pair, uint64_t worth)
{
    uint64_t decided = 1, cells = pair->cells * (uint64_t)fnr_pair_judged(pair);
    fnr_task_level(pair->task, pair->level + 1, worth / 2, cells);
    worth -= worth / 2;
    if (!pair->judged) decided = judge_first_level(pair);
    while (decided > 0 && pair->level < deepest_level(pair) && !fnr_task_stopped(pair->task)) {
        pair->judged = true;
        fnr_checkpoint_offer(pair);
        count_level(pair);
        sweep_fresh(pair, record_granule);
        if (pair->mirrored) fnr_pair_sweep(pair, 0, pair->half[0].fresh, mirror_level);
        /* How many levels follow is not known: each takes a part of what is left. */
        fnr_task_level(pair->task, pair->level + 1, worth / 8, cells);
        worth -= worth / 8;
        decided = judge_level(pair);
    }
    fnr_task_skip(pair->task, worth);
}

/* ---- DTW ------------------------------------------------------------------------------------- */

/* Every decided position enters at its own level: those with a capture at the one that is written
 * there already, the others one level after the children that decide them. Until then its code is
 * that of a draw. */

/* The cells of a word that will be decided, and are not open: they wait for their level. */
static uint64_t waiting_cells(const fnr_half *half, uint64_t word)
{
    uint64_t waiting = 0;
    for (uint64_t i = 0; i < 2; i++) {
        uint64_t ones = UINT64_C(0x5555555555555555);
        uint64_t code = half->values[2 * word + i], known = half->codes[2 * word + i];
        uint64_t decided = (code ^ code >> 1) & ~(known | known >> 1) & ones;
        waiting |= fnr_pack(decided, ones) << (32 * i);
    }
    return waiting & ~half->open[word];
}

/* Adds those whose level it is to what the level decides. */
static uint64_t enter_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    const uint16_t *levels = h->levels;
    uint64_t entered = 0;
    for (uint64_t w = first / 64; w < end / 64; w++) {
        for (uint64_t rest = waiting_cells(h, w) & ~(h->won[w] | h->lost[w]); rest;
             rest = fnr_without_lowest(rest)) {
            uint64_t cell = w * 64 + (uint64_t)fnr_lowest(rest);
            if (levels[cell] != pair->level) continue;
            bool is_won = fnr_code_get(h->values, cell) == FNR_CODE_WIN;
            *(is_won ? &h->won[w] : &h->lost[w]) |= rest & -rest;
            entered++;
        }
    }
    if (entered > 0) h->fresh[first / FNR_GRANULE] = 1;
    return entered;
}

static uint64_t count_decided(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    const fnr_half *h = &pair->half[half];
    uint64_t count = 0;
    for (uint64_t w = first / 64; w < end / 64; w++)
        count += (uint64_t)fnr_count(waiting_cells(h, w) | h->open[w]);
    return count;
}

/* Level by level, until every win and loss has its distance. */
static void measure_paikas(fnr_pair *pair, uint64_t worth)
{
    uint64_t left = sweep_judged(pair, count_decided), decided = 0;
    while (!fnr_task_stopped(pair->task)) {
        fnr_task_level(pair->task, pair->level, worth / 16,
                       pair->cells * (uint64_t)fnr_pair_judged(pair));
        worth -= worth / 16;
        decided += sweep_judged(pair, enter_granule);
        left -= decided;
        sweep_fresh(pair, record_granule);
        if (left == 0) break;
        if (pair->mirrored) fnr_pair_sweep(pair, 0, pair->half[0].fresh, mirror_level);
        decided = judge_level(pair);
        count_level(pair);
    }
    fnr_task_skip(pair->task, worth);
}

fnr_status fnr_pair_dtw(fnr_pair *pair, uint64_t worth, fnr_error *why)
{
    fnr_status status = fnr_pair_widen(pair, why);
    for (int half = 0; half < fnr_pair_judged(pair) && !status; half++) {
        const fnr_slice *slice = &pair->slice[half];
        pair->half[half].values =
            fnr_pair_spread_codes(pair, half, pair->shelf->at[slice->m][slice->o].codes);
        if (!pair->half[half].values) status = fnr_fail_memory(why, "the values of a slice");
    }
    if (status) return status;
    fnr_pair_measure_captures(pair, worth / 2);
    measure_paikas(pair, worth - worth / 2);
    status = fnr_task_end(pair->task, why);
    if (!status) fnr_pair_narrow(pair);
    return status;
}
