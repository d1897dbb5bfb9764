/* SPDX-License-Identifier: MIT */
#include "search/segment.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX, MOST_ITEMS = 1 << 20 };

/* A presumed failure. */
typedef struct item {
    fnr_node node;
    fnr_key key;
    bool attacks;
    bool holds;
    uint32_t supports; /* of a defender's node: how many of its turns lead to items that hold */
    uint32_t next;     /* of those whose keys fall into the same bucket */
    uint32_t users;    /* the first of the edges that lead here */
} item;

typedef struct edge {
    uint32_t user; /* the item that rests on this one */
    uint32_t next;
} edge;

typedef struct closure {
    fnr_worker *worker;
    item *items;
    edge *edges;
    uint32_t count, capacity, edge_count, edge_capacity;
    uint32_t *buckets;
    uint32_t bucket_count; /* a power of two */
} closure;

static fnr_status grow(void **array, uint32_t *capacity, size_t size, fnr_error *why)
{
    uint32_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*array, more * size);
    if (!grown) return fnr_fail_memory(why, "a segment of a search");
    *array = grown;
    *capacity = more;
    return FNR_OK;
}

static fnr_status rehash(closure *c, fnr_error *why)
{
    uint32_t count = c->bucket_count ? 4 * c->bucket_count : 64;
    uint32_t *buckets = malloc(count * sizeof *buckets);
    if (!buckets) return fnr_fail_memory(why, "a segment of a search");
    memset(buckets, 0xff, count * sizeof *buckets);
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t *bucket = &buckets[c->items[i].key.check & (count - 1)];
        c->items[i].next = *bucket;
        *bucket = i;
    }
    free(c->buckets);
    c->buckets = buckets;
    c->bucket_count = count;
    return FNR_OK;
}

/* The item of a node, which is added if it is not there. */
static fnr_status item_of(closure *c, fnr_node node, fnr_key key, bool attacks, uint32_t *i,
                          fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (c->count >= c->bucket_count) status = rehash(c, why);
    if (status) return status;
    uint32_t *bucket = &c->buckets[key.check & (c->bucket_count - 1)];
    for (*i = *bucket; *i != NONE; *i = c->items[*i].next)
        if (fnr_node_equal(c->items[*i].node, node) && c->items[*i].attacks == attacks) return FNR_OK;
    if (c->count == c->capacity) status = grow((void **)&c->items, &c->capacity, sizeof(item), why);
    if (status) return status;
    c->items[c->count] = (item){node, key, attacks, true, 0, *bucket, NONE};
    *i = *bucket = c->count++;
    return FNR_OK;
}

static fnr_status add_edge(closure *c, uint32_t user, uint32_t used, fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (c->edge_count == c->edge_capacity)
        status = grow((void **)&c->edges, &c->edge_capacity, sizeof(edge), why);
    if (status) return status;
    c->edges[c->edge_count] = (edge){user, c->items[used].users};
    c->items[used].users = c->edge_count++;
    return FNR_OK;
}

/* What a child says about the failure of an item. */
typedef enum verdict { SUPPORTS, PRESUMES, DENIES } verdict;

static verdict judge(const closure *c, const fnr_child *child, bool attacks)
{
    const item *top = &c->items[0];
    fnr_numbers numbers = child->numbers;
    bool fails = fnr_is_solved(numbers) && !fnr_attack_succeeds(numbers, attacks);
    if (fails && !numbers.presumed) return SUPPORTS;
    bool is_top = fnr_node_equal(child->node, top->node) && attacks == top->attacks;
    return fails || is_top ? PRESUMES : DENIES;
}

/* Finds what an item rests on, from its children on the stack. */
static fnr_status find_support(closure *c, uint32_t i, size_t base, fnr_error *why)
{
    const fnr_children *children = &c->worker->children;
    bool attacks = c->items[i].attacks, supported = false, denied = false;
    uint32_t presumed = 0, used;
    for (size_t k = base; k < children->used; k++) {
        verdict found = judge(c, &children->list[k], !attacks);
        supported |= found == SUPPORTS;
        denied |= found == DENIES;
    }
    bool settled = attacks ? denied : supported;
    for (size_t k = base; k < children->used && !settled; k++) {
        const fnr_child *child = &children->list[k];
        if (judge(c, child, !attacks) != PRESUMES) continue;
        fnr_status status = item_of(c, child->node, child->key, !attacks, &used, why);
        if (!status) status = add_edge(c, i, used, why);
        if (status) return status;
        presumed++;
    }
    c->items[i].supports = presumed;
    c->items[i].holds = attacks ? !denied : supported || presumed > 0;
    return FNR_OK;
}

static fnr_status look_at(closure *c, uint32_t i, fnr_error *why)
{
    fnr_children *children = &c->worker->children;
    size_t base = children->used;
    bool quiet;
    fnr_status status =
        fnr_children_push(children, c->items[i].node, c->items[i].attacks, &quiet, why);
    if (status) return status;
    fnr_children_recall(children, base);
    status = find_support(c, i, base, why);
    c->items[i].holds &= quiet;
    children->used = base;
    return status;
}

/* Takes out what rests on an item that does not hold, and so on. */
static fnr_status take_out(closure *c, fnr_error *why)
{
    uint32_t *stack = malloc(c->count * sizeof *stack), depth = 0;
    if (!stack) return fnr_fail_memory(why, "a segment of a search");
    for (uint32_t i = 0; i < c->count; i++)
        if (!c->items[i].holds) stack[depth++] = i;
    while (depth > 0) {
        uint32_t fallen = stack[--depth];
        for (uint32_t e = c->items[fallen].users; e != NONE; e = c->edges[e].next) {
            item *user = &c->items[c->edges[e].user];
            if (!user->holds) continue;
            if (!user->attacks && --user->supports > 0) continue;
            user->holds = false;
            stack[depth++] = c->edges[e].user;
        }
    }
    free(stack);
    return FNR_OK;
}

static void remember(const closure *c)
{
    fnr_memo *memo = c->worker->prover->memo;
    for (uint32_t i = 0; i < c->count; i++) {
        const item *it = &c->items[i];
        if (it->holds)
            fnr_memo_put(memo, it->key, fnr_solved(false, it->attacks, false), c->count);
        else
            fnr_memo_forget(memo, it->key);
    }
}

fnr_status fnr_segment_certify(fnr_worker *worker, fnr_node node, bool attacks, bool *holds,
                               fnr_error *why)
{
    closure c = {.worker = worker};
    uint32_t top;
    fnr_status status = item_of(&c, node, fnr_key_of(node, attacks), attacks, &top, why);
    for (uint32_t i = 0; i < c.count && c.count <= MOST_ITEMS && !status; i++)
        status = look_at(&c, i, why);
    bool whole = c.count <= MOST_ITEMS;
    if (!status && whole) status = take_out(&c, why);
    if (!status) {
        if (whole) remember(&c);
        *holds = whole && c.items[0].holds;
        worker->certified += *holds;
        worker->failed += !*holds;
    }
    free(c.items);
    free(c.edges);
    free(c.buckets);
    return status;
}
