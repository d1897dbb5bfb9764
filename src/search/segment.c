/* SPDX-License-Identifier: MIT */
#include "search/segment.h"

#include "search/nodeset.h"

#include <stdlib.h>

enum { MOST_MEMBERS = 1 << 20 };

/* What is known of a presumed failure. */
typedef struct standing {
    bool holds;
    uint32_t supports; /* of a defender's node: how many of its turns lead to failures that hold */
    uint32_t users;    /* the first of the edges that lead here; FNR_NO_MEMBER ends them */
} standing;

typedef struct edge {
    uint32_t user; /* the member that rests on this one */
    uint32_t next;
} edge;

/* The presumed failures that one of them, member 0, rests on. */
typedef struct closure {
    fnr_worker *worker;
    fnr_nodeset set;
    standing *standings; /* by member */
    edge *edges;
    uint32_t capacity, edge_count, edge_capacity;
} closure;

static fnr_status member_of(closure *c, fnr_node node, bool attacks, uint32_t *i, fnr_error *why)
{
    uint32_t before = c->set.count;
    fnr_status status = FNR_OK;
    if (before == c->capacity)
        status = fnr_array_grow((void **)&c->standings, &c->capacity, sizeof *c->standings, why);
    if (!status) status = fnr_nodeset_add(&c->set, node, attacks, i, why);
    if (!status && *i == before) c->standings[before] = (standing){true, 0, FNR_NO_MEMBER};
    return status;
}

static fnr_status add_edge(closure *c, uint32_t user, uint32_t used, fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (c->edge_count == c->edge_capacity)
        status = fnr_array_grow((void **)&c->edges, &c->edge_capacity, sizeof *c->edges, why);
    if (status) return status;
    c->edges[c->edge_count] = (edge){user, c->standings[used].users};
    c->standings[used].users = c->edge_count++;
    return FNR_OK;
}

/* What a child says about the failure of its parent. */
typedef enum verdict { SUPPORTS, PRESUMES, DENIES } verdict;

static verdict judge(const closure *c, const fnr_child *child, bool attacks)
{
    const fnr_member *top = &c->set.members[0];
    fnr_numbers numbers = child->numbers;
    bool fails = fnr_is_solved(numbers) && !fnr_attack_succeeds(numbers, attacks);
    if (fails && !numbers.presumed) return SUPPORTS;
    bool is_top = fnr_node_equal(child->node, top->node) && attacks == top->attacks;
    return fails || is_top ? PRESUMES : DENIES;
}

/* Finds what member i rests on, from its children on the stack. */
static fnr_status find_support(closure *c, uint32_t i, size_t base, fnr_error *why)
{
    const fnr_children *children = &c->worker->children;
    bool attacks = c->set.members[i].attacks, supported = false, denied = false;
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
        fnr_status status = member_of(c, child->node, !attacks, &used, why);
        if (!status) status = add_edge(c, i, used, why);
        if (status) return status;
        presumed++;
    }
    c->standings[i].supports = presumed;
    c->standings[i].holds = attacks ? !denied : supported || presumed > 0;
    return FNR_OK;
}

static fnr_status look_at(closure *c, uint32_t i, fnr_error *why)
{
    fnr_children *children = &c->worker->children;
    const fnr_member *member = &c->set.members[i];
    size_t base = children->used;
    bool quiet;
    fnr_status status = fnr_children_push(children, member->node, member->attacks, &quiet, why);
    if (status) return status;
    fnr_children_recall(children, base);
    status = find_support(c, i, base, why);
    c->standings[i].holds &= quiet;
    children->used = base;
    return status;
}

/* Takes out what rests on a member that does not hold, and so on. */
static fnr_status take_out(closure *c, fnr_error *why)
{
    uint32_t *stack = malloc(c->set.count * sizeof *stack), depth = 0;
    if (!stack) return fnr_fail_memory(why, "a segment of a search");
    for (uint32_t i = 0; i < c->set.count; i++)
        if (!c->standings[i].holds) stack[depth++] = i;
    while (depth > 0) {
        uint32_t fallen = stack[--depth];
        for (uint32_t e = c->standings[fallen].users; e != FNR_NO_MEMBER; e = c->edges[e].next) {
            uint32_t i = c->edges[e].user;
            standing *user = &c->standings[i];
            if (!user->holds) continue;
            if (!c->set.members[i].attacks && --user->supports > 0) continue;
            user->holds = false;
            stack[depth++] = i;
        }
    }
    free(stack);
    return FNR_OK;
}

static void remember(const closure *c)
{
    fnr_memo *memo = c->worker->prover->memo;
    for (uint32_t i = 0; i < c->set.count; i++) {
        const fnr_member *member = &c->set.members[i];
        fnr_key key = fnr_key_of(member->node, member->attacks);
        if (c->standings[i].holds)
            fnr_memo_put(memo, key, fnr_solved(false, member->attacks, false), c->set.count);
        else
            fnr_memo_forget(memo, key);
    }
}

fnr_status fnr_segment_certify(fnr_worker *worker, fnr_node node, bool attacks, bool *holds,
                               fnr_error *why)
{
    closure c = {.worker = worker};
    uint32_t top;
    fnr_status status = member_of(&c, node, attacks, &top, why);
    for (uint32_t i = 0; i < c.set.count && c.set.count <= MOST_MEMBERS && !status; i++)
        status = look_at(&c, i, why);
    bool whole = c.set.count <= MOST_MEMBERS;
    if (!status && whole) status = take_out(&c, why);
    if (!status && whole) remember(&c);
    if (!status) *holds = whole && c.standings[0].holds;
    fnr_nodeset_free(&c.set);
    free(c.standings);
    free(c.edges);
    return status;
}
