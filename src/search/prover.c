/* SPDX-License-Identifier: MIT */
#include "search/prover.h"

#include "base/threads.h"
#include "search/segment.h"

#include <stdlib.h>

enum { MOST = FNR_INFINITE - 1 /* of a node that is open */, BUSY_SLOTS = 1 << 16, TICK = 1 << 10 };

/* ---- Beginning and end ----------------------------------------------------------------------- */

fnr_status fnr_prover_init(fnr_prover *prover, const fnr_leaves *leaves, fnr_memo *memo,
                           int threads, fnr_error *why)
{
    *prover = (fnr_prover){.leaves = *leaves, .memo = memo, .threads = fnr_threads(threads)};
    prover->workers = calloc((size_t)prover->threads, sizeof *prover->workers);
    prover->busy = calloc(BUSY_SLOTS, 1);
    fnr_status status = prover->workers && prover->busy ? FNR_OK : FNR_ERR_MEMORY;
    for (int i = 0; i < prover->threads && !status; i++) {
        fnr_worker *worker = &prover->workers[i];
        worker->prover = prover;
        worker->path = malloc(FNR_MAX_PATH * sizeof *worker->path);
        status = worker->path ? fnr_children_init(&worker->children, &prover->leaves, memo, why)
                              : FNR_ERR_MEMORY;
    }
    if (!status) return FNR_OK;
    fnr_prover_free(prover);
    return fnr_fail_memory(why, "a search");
}

void fnr_prover_free(fnr_prover *prover)
{
    for (int i = 0; i < prover->threads && prover->workers; i++) {
        fnr_children_free(&prover->workers[i].children);
        free(prover->workers[i].path);
    }
    free(prover->workers);
    free(prover->busy);
    prover->workers = NULL;
    prover->busy = NULL;
}

uint64_t fnr_prover_nodes(const fnr_prover *prover)
{
    uint64_t nodes = 0;
    for (int i = 0; i < prover->threads; i++)
        nodes += __atomic_load_n(&prover->workers[i].nodes, __ATOMIC_RELAXED);
    return nodes;
}

/* ---- Stopping -------------------------------------------------------------------------------- */

static bool has_stopped(const fnr_prover *prover)
{
    return __atomic_load_n(&prover->status, __ATOMIC_RELAXED) != FNR_OK ||
           __atomic_load_n(&prover->found, __ATOMIC_RELAXED);
}

static void fail(fnr_worker *worker, fnr_status status)
{
    fnr_status none = FNR_OK;
    if (status)
        __atomic_compare_exchange_n(&worker->prover->status, &none, status, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
}

static void count_node(fnr_worker *worker)
{
    fnr_prover *prover = worker->prover;
    uint64_t nodes = worker->nodes + 1;
    __atomic_store_n(&worker->nodes, nodes, __ATOMIC_RELAXED);
    if (nodes % TICK == 0 && worker == prover->workers && prover->tick)
        fail(worker, prover->tick(prover->context, &worker->why));
}

/* ---- A node and its children ----------------------------------------------------------------- */

/* A node in work. Its children lie on the stack from `base` on. */
typedef struct visit {
    fnr_node node;
    fnr_key key;
    bool attacks, quiet;
    bool fresh;     /* the memo does not know it */
    bool heads;     /* the first node of a segment */
    unsigned depth; /* on the path */
    size_t base;
    fnr_numbers now;
    size_t best;            /* the child to go down to */
    uint32_t second, spare; /* the smallest delta among the others; how much delta they add */
    uint64_t work;          /* nodes expanded here and below */
} visit;

/* Whether a node is on the path, in the segment that goes on at `v`. */
static bool repeats(const fnr_worker *worker, const visit *v, fnr_key key)
{
    for (unsigned i = worker->path[v->depth].start; i <= v->depth; i++)
        if (worker->path[i].key.check == key.check && worker->path[i].key.place == key.place)
            return true;
    return false;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Whether the memo's word about a child can be taken. The numbers of quiet nodes may contain each
 * other's, and then grow without any work: too large ones are not believed. */
static bool is_credible(const fnr_worker *worker, const visit *v, fnr_numbers numbers)
{
    enum { PLAUSIBLE = 1 << 16 };
    bool inflated = numbers.phi > PLAUSIBLE || numbers.delta > PLAUSIBLE;
    if (fnr_is_solved(numbers)) return !numbers.presumed || (v->quiet && !worker->strict);
    return !v->quiet || !inflated;
}

/* What is known of the children before any of them is searched. */
static void recall(fnr_worker *worker, const visit *v)
{
    fnr_children *children = &worker->children;
    fnr_children_recall(children, v->base);
    for (size_t i = v->base; i < children->used; i++) {
        fnr_child *child = &children->list[i];
        if (child->leaf) continue;
        if (v->quiet && repeats(worker, v, child->key))
            child->numbers = fnr_solved(false, !v->attacks, true);
        else if (!is_credible(worker, v, child->numbers))
            child->numbers = fnr_first_numbers(child->node);
    }
}

/* The numbers of a node from those of its children. */
static void combine(const fnr_worker *worker, visit *v)
{
    const fnr_child *list = worker->children.list;
    uint32_t least = FNR_INFINITE + 1, second = FNR_INFINITE, largest = 0, open = 0;
    bool presumed = false, plain = false; /* failures of the attacker among the children */
    for (size_t i = v->base; i < worker->children.used; i++) {
        fnr_numbers numbers = list[i].numbers;
        if (fnr_is_solved(numbers) && !fnr_attack_succeeds(numbers, !v->attacks)) {
            presumed |= numbers.presumed;
            plain |= !numbers.presumed;
        }
        if (numbers.phi > largest) largest = numbers.phi;
        open += numbers.phi > 0;
        if (numbers.delta < least) {
            second = smaller(least, FNR_INFINITE);
            least = numbers.delta;
            v->best = i;
        } else if (numbers.delta < second) {
            second = numbers.delta;
        }
    }
    v->spare = open > 0 ? open - 1 : 0;
    v->second = second;
    v->now = (fnr_numbers){least, largest, false};
    if (largest < FNR_INFINITE) v->now.delta = smaller(largest + v->spare, MOST);
    if (fnr_is_solved(v->now) && !fnr_attack_succeeds(v->now, v->attacks))
        v->now.presumed = v->attacks ? presumed : !plain;
}

/* ---- Several threads ------------------------------------------------------------------------- */

/* Counts the threads that are at a node, roughly: nodes may share a slot. */
static uint8_t *busy_slot(const fnr_worker *worker, fnr_key key)
{
    return &worker->prover->busy[key.check >> 48];
}

/* Looks for a child to go down to where no other thread is, which is worth a detour. */
static void avoid_others(const fnr_worker *worker, visit *v, uint32_t phi_limit)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = v->base; i < worker->children.used; i++) {
        const fnr_child *child = &worker->children.list[i];
        uint32_t delta = child->numbers.delta;
        if (delta >= phi_limit) continue;
        delta += (1 + delta / 4) * __atomic_load_n(busy_slot(worker, child->key), __ATOMIC_RELAXED);
        if (delta < least) v->best = i;
        if (delta < least) least = delta;
    }
}

/* Takes over what others have found out about the best child; whether that is anything new. */
static bool hear_news(fnr_worker *worker, const visit *v)
{
    fnr_child *child = &worker->children.list[v->best];
    fnr_numbers now;
    if (!fnr_memo_get(worker->prover->memo, child->key, &now)) return false;
    if (!is_credible(worker, v, now)) return false;
    bool new = now.phi != child->numbers.phi || now.delta != child->numbers.delta;
    child->numbers = now;
    return new;
}

/* ---- Search ---------------------------------------------------------------------------------- */

static void search(fnr_worker *worker, visit *v, uint32_t phi_limit, uint32_t delta_limit);

/* Goes down to the best child. */
static void descend(fnr_worker *worker, visit *v, uint32_t phi_limit, uint32_t delta_limit)
{
    const fnr_child *child = &worker->children.list[v->best];
    visit below = {.node = child->node,
                   .key = child->key,
                   .attacks = !v->attacks,
                   .fresh = child->fresh,
                   .depth = v->depth + 1};
    /* A little more than the second best: to and fro between two children costs the more, the
     * deeper they are. */
    uint32_t phi = smaller(delta_limit - v->spare, MOST);
    uint32_t rival = child->numbers.delta > v->second ? child->numbers.delta : v->second;
    uint32_t delta = smaller(phi_limit, smaller(rival + rival / 4 + 1, MOST));
    search(worker, &below, phi, delta);
    v->work += below.work;
    worker->children.list[v->best].numbers = below.now;
}

/* Whether the failure of the head of a segment, which is presumed, is true. If so it is in the
 * memo; else what it rested on is forgotten there. */
static bool stands(fnr_worker *worker, visit *v)
{
    bool holds = false;
    fail(worker, fnr_segment_certify(worker, v->node, v->attacks, &holds, &worker->why));
    if (holds) v->now.presumed = false;
    return holds;
}

/* Searches among the children until the numbers reach the limits. */
static void search_children(fnr_worker *worker, visit *v, uint32_t phi_limit, uint32_t delta_limit)
{
    enum { PATIENCE = 3 };
    int fallen = 0; /* failures that did not stand */
    if (v->fresh) {
        /* Most nodes reach their limits at once, without a look into the memo, which costs more
         * than all else. */
        fnr_children_begin(&worker->children, v->base);
        combine(worker, v);
        if (v->now.phi >= phi_limit || v->now.delta >= delta_limit) return;
    }
    recall(worker, v);
    for (;;) {
        combine(worker, v);
        if (v->depth == 0 && worker == worker->prover->workers) worker->prover->top = v->now;
        if (has_stopped(worker->prover)) return;
        if (v->now.presumed && v->heads) {
            /* In a strict search, only repetitions of this very path were counted as failures:
             * that is true for the node where the path of the segment begins. */
            if (worker->strict) {
                v->now.presumed = false;
            } else if (!stands(worker, v)) {
                worker->strict = ++fallen >= PATIENCE;
                recall(worker, v);
                continue;
            }
        }
        if (v->now.phi >= phi_limit || v->now.delta >= delta_limit) return;
        if (worker->prover->threads > 1) {
            avoid_others(worker, v, phi_limit);
            if (hear_news(worker, v)) continue;
        }
        descend(worker, v, phi_limit, delta_limit);
    }
}

static void search(fnr_worker *worker, visit *v, uint32_t phi_limit, uint32_t delta_limit)
{
    fnr_prover *prover = worker->prover;
    fnr_step_of_path *path = worker->path;
    bool strict = worker->strict;
    v->now = (fnr_numbers){MOST, MOST, false}; /* so deep a path decides nothing */
    if (v->depth >= FNR_MAX_PATH) return;
    v->work = 1;
    count_node(worker);
    v->base = worker->children.used;
    fail(worker,
         fnr_children_push(&worker->children, v->node, v->attacks, &v->quiet, &worker->why));
    if (has_stopped(prover)) return;

    bool goes_on = v->quiet && v->depth > 0 && path[v->depth - 1].quiet;
    path[v->depth] =
        (fnr_step_of_path){v->key, v->quiet, goes_on ? path[v->depth - 1].start : v->depth};
    v->heads = v->quiet && !goes_on;
    if (v->heads) worker->strict = false;
    uint8_t *slot = busy_slot(worker, v->key);
    if (prover->threads > 1) __atomic_fetch_add(slot, 1, __ATOMIC_RELAXED);
    search_children(worker, v, phi_limit, delta_limit);
    if (prover->threads > 1) __atomic_fetch_sub(slot, 1, __ATOMIC_RELAXED);
    if (!has_stopped(prover) && !(worker->strict && v->now.presumed))
        fnr_memo_put(prover->memo, v->key, v->now, v->work);
    worker->strict = strict;
    worker->children.used = v->base;
}

fnr_status fnr_prover_solve(fnr_prover *prover, fnr_node node, bool attacks, bool *won,
                            fnr_error *why)
{
    fnr_numbers result = {MOST, MOST, false};
    prover->status = FNR_OK;
    prover->found = false;
#pragma omp parallel num_threads(prover->threads)
    {
        fnr_worker *worker = &prover->workers[fnr_thread_number()];
        visit top = {.node = node, .key = fnr_key_of(node, attacks), .attacks = attacks};
        worker->children.used = 0;
        worker->strict = false;
        search(worker, &top, MOST, MOST);
        if (fnr_is_solved(top.now) && !has_stopped(prover)) {
#pragma omp critical
            {
                result = top.now;
                __atomic_store_n(&prover->found, true, __ATOMIC_RELAXED);
            }
        }
    }
    if (prover->status) {
        for (int i = 0; i < prover->threads; i++)
            if (why && prover->workers[i].why.code == prover->status) *why = prover->workers[i].why;
        return prover->status;
    }
    if (!fnr_is_solved(result))
        return fnr_fail(why, FNR_ERR_RANGE,
                        "the search ended without a result: its numbers ran out");
    *won = fnr_attack_succeeds(result, attacks);
    return FNR_OK;
}
