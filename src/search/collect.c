/* SPDX-License-Identifier: MIT */
#include "search/collect.h"

#include "proof/certificate.h"

#include <stdlib.h>

/* ---- Items ----------------------------------------------------------------------------------- */

/* The item of a node, which is added if it is not there. */
static fnr_status item_of(fnr_collection *c, fnr_node node, bool attacks, uint32_t *i,
                          fnr_error *why)
{
    uint32_t before = c->set.count;
    fnr_status status = FNR_OK;
    if (before == c->capacity)
        status = fnr_array_grow((void **)&c->items, &c->capacity, sizeof *c->items, why);
    if (!status) status = fnr_nodeset_add(&c->set, node, attacks, i, why);
    if (!status && *i == before)
        c->items[before] =
            (fnr_item){.rank = FNR_NO_MEMBER, .answer = FNR_NO_MEMBER, .next = FNR_NO_MEMBER};
    return status;
}

static fnr_status add_edge(fnr_collection *c, uint32_t to, fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (c->edge_count == c->edge_capacity)
        status = fnr_array_grow((void **)&c->edges, &c->edge_capacity, sizeof *c->edges, why);
    if (!status) c->edges[c->edge_count++] = to;
    return status;
}

/* ---- What a node rests on -------------------------------------------------------------------- */

/* Whether numbers say of a node what the claim says. */
static bool bears_out(const fnr_collection *c, fnr_numbers numbers, bool attacks)
{
    return fnr_is_solved(numbers) && !numbers.presumed &&
           fnr_attack_succeeds(numbers, attacks) == (c->goal == FNR_GOAL_WIN);
}

/* The children of an item as they are known now, in the worker's stack from 0 on. */
static fnr_status push_children(fnr_collection *c, uint32_t i, bool *quiet, fnr_error *why)
{
    fnr_children *children = &c->prover->workers[0].children;
    children->used = 0;
    fnr_status status =
        fnr_children_push(children, c->set.members[i].node, c->set.members[i].attacks, quiet, why);
    if (!status) fnr_children_recall(children, 0);
    return status;
}

/* Searches a node again, of which the memo has forgotten whether it bears the claim out. */
static fnr_status ask_again(fnr_collection *c, const fnr_child *child, bool attacks, bool *bears,
                            fnr_error *why)
{
    bool won;
    fnr_status status = fnr_prover_solve(c->prover, child->node, attacks, &won, why);
    if (!status) *bears = won == (c->goal == FNR_GOAL_WIN);
    return status;
}

/* Every turn has to bear the claim out. */
static fnr_status take_all(fnr_collection *c, uint32_t i, fnr_error *why)
{
    const fnr_children *children = &c->prover->workers[0].children;
    bool attacks = c->set.members[i].attacks, quiet;
    fnr_status status = push_children(c, i, &quiet, why);
    for (size_t k = 0; k < children->used && !status; k++) {
        fnr_child child = children->list[k];
        bool bears = bears_out(c, child.numbers, !attacks);
        uint32_t to;
        if (!bears && !child.leaf) {
            status = ask_again(c, &child, !attacks, &bears, why);
            if (!status) status = push_children(c, i, &quiet, why);
        }
        if (!status && !bears)
            return fnr_fail(why, FNR_ERR_WRONG, "the search contradicts itself about a node");
        if (!status && !child.leaf) status = item_of(c, child.node, !attacks, &to, why);
        if (!status && !child.leaf) status = add_edge(c, to, why);
    }
    c->items[i].quiet = quiet;
    return status;
}

/* How welcome a child is as an answer: 0 is best; UINT32_MAX if it is none. */
static uint32_t cost_of(const fnr_collection *c, const fnr_child *child, bool attacks)
{
    if (!bears_out(c, child->numbers, attacks)) return UINT32_MAX;
    if (child->leaf == FNR_LEAF_ENDED) return 0;
    if (child->leaf) return 1;
    if (fnr_nodeset_find(&c->set, child->node, attacks) != FNR_NO_MEMBER) return 2;
    return 3 + (uint32_t)fnr_count(child->node.mover | child->node.other);
}

/* Turns that bear the claim out: of a quiet node of a win all that are known, so that one of them
 * can be ranked; else the best. */
static fnr_status take_known(fnr_collection *c, uint32_t i, bool *found, fnr_error *why)
{
    const fnr_children *children = &c->prover->workers[0].children;
    bool attacks = c->set.members[i].attacks, quiet;
    fnr_status status = push_children(c, i, &quiet, why);
    if (status) return status;
    uint32_t least = UINT32_MAX;
    size_t best = 0;
    for (size_t k = 0; k < children->used; k++) {
        uint32_t cost = cost_of(c, &children->list[k], !attacks);
        if (cost < least) best = k;
        if (cost < least) least = cost;
    }
    c->items[i].quiet = quiet;
    *found = least < UINT32_MAX;
    bool many = quiet && c->goal == FNR_GOAL_WIN;
    if (!*found || children->list[best].leaf) return FNR_OK;
    for (size_t k = many ? 0 : best; k < (many ? children->used : best + 1) && !status; k++) {
        const fnr_child *child = &children->list[k];
        uint32_t to;
        if (child->leaf || !bears_out(c, child->numbers, !attacks)) continue;
        status = item_of(c, child->node, !attacks, &to, why);
        if (!status) status = add_edge(c, to, why);
    }
    return status;
}

/* One turn has to bear the claim out. */
static fnr_status take_one(fnr_collection *c, uint32_t i, fnr_error *why)
{
    const fnr_children *children = &c->prover->workers[0].children;
    bool attacks = c->set.members[i].attacks, found = false, quiet, won;
    fnr_status status = take_known(c, i, &found, why);
    if (status || found) return status;
    /* The memo has lost it. A search of the node finds it again ... */
    status = fnr_prover_solve(c->prover, c->set.members[i].node, attacks, &won, why);
    if (!status) status = take_known(c, i, &found, why);
    if (status || found) return status;
    /* ... unless it does not remember: then one child after the other. */
    status = push_children(c, i, &quiet, why);
    for (size_t k = 0; k < children->used && !status && !found; k++) {
        fnr_child child = children->list[k];
        uint32_t to;
        if (child.leaf) continue;
        status = ask_again(c, &child, !attacks, &found, why);
        if (!status && found) status = item_of(c, child.node, !attacks, &to, why);
        if (!status && found) return add_edge(c, to, why);
        if (!status) status = push_children(c, i, &quiet, why);
    }
    if (!status)
        status = fnr_fail(why, FNR_ERR_WRONG, "the search contradicts itself about a node");
    return status;
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

/* The rank of an item of a win, if it follows from those of its children; else FNR_NO_MEMBER. That
 * of a node with captures is 0: they take stones away. */
static uint32_t rank_of(const fnr_collection *c, uint32_t i, uint32_t *answer)
{
    const fnr_item *item = &c->items[i];
    bool chooses = fnr_chooses(c->goal, c->set.members[i].attacks);
    uint32_t best = chooses && item->count ? FNR_NO_MEMBER : 0;
    *answer = FNR_NO_MEMBER;
    for (uint32_t e = item->edges; e < item->edges + item->count; e++) {
        uint32_t rank = c->items[c->edges[e]].rank;
        if (rank == FNR_NO_MEMBER && !chooses) return FNR_NO_MEMBER;
        if (chooses ? rank >= best : rank <= best) continue;
        best = rank;
        *answer = c->edges[e];
    }
    return best == FNR_NO_MEMBER ? FNR_NO_MEMBER : item->quiet ? best + 1 : 0;
}

/* Gives ranks to all items of a win for which there are some; whether there was one. */
static bool rank_win(fnr_collection *c)
{
    bool changed = true, some = false;
    while (changed) {
        changed = false;
        for (uint32_t i = c->set.count; i-- > 0;) {
            fnr_item *item = &c->items[i];
            uint32_t answer;
            if (item->rank != FNR_NO_MEMBER) continue;
            item->rank = rank_of(c, i, &answer);
            if (item->rank == FNR_NO_MEMBER) continue;
            changed = some = true;
            if (fnr_chooses(c->goal, c->set.members[i].attacks)) item->answer = answer;
        }
    }
    return some;
}

/* Where there is no win, play may go round: all items have rank 0. */
static bool rank_no_win(fnr_collection *c)
{
    for (uint32_t i = 0; i < c->set.count; i++) {
        fnr_item *item = &c->items[i];
        bool chooses = fnr_chooses(c->goal, c->set.members[i].attacks);
        item->rank = 0;
        if (chooses && item->count) item->answer = c->edges[item->edges];
    }
    return true;
}

/* Makes the memo forget what has no rank, and hold dear what has. */
static void forget_unranked(const fnr_collection *c)
{
    for (uint32_t i = 0; i < c->set.count; i++) {
        const fnr_member *member = &c->set.members[i];
        fnr_key key = fnr_key_of(member->node, member->attacks);
        fnr_numbers won = fnr_solved(true, member->attacks, false);
        if (c->items[i].rank == FNR_NO_MEMBER)
            fnr_memo_forget(c->prover->memo, key);
        else
            fnr_memo_put(c->prover->memo, key, won, UINT64_MAX);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Keeps what is reached from the start by the answers. */
static fnr_status keep_needed(fnr_collection *c, fnr_error *why)
{
    uint32_t *stack = malloc(c->set.count * sizeof *stack), depth = 0;
    if (!stack) return fnr_fail_memory(why, "the nodes of a certificate");
    c->items[0].kept = true;
    stack[depth++] = 0;
    while (depth > 0) {
        uint32_t i = stack[--depth];
        const fnr_item *item = &c->items[i];
        bool chooses = fnr_chooses(c->goal, c->set.members[i].attacks);
        c->kept++;
        for (uint32_t e = item->edges; e < item->edges + item->count; e++) {
            uint32_t to = c->edges[e];
            if (c->items[to].kept || (chooses && to != item->answer)) continue;
            c->items[to].kept = true;
            stack[depth++] = to;
        }
    }
    free(stack);
    return FNR_OK;
}

/* What an item rests on. */
static fnr_status take(fnr_collection *c, uint32_t i, fnr_error *why)
{
    bool chooses = fnr_chooses(c->goal, c->set.members[i].attacks);
    c->items[i].edges = c->edge_count;
    fnr_status status = chooses ? take_one(c, i, why) : take_all(c, i, why);
    c->items[i].count = c->edge_count - c->items[i].edges;
    return status;
}

/* Gathers what the start rests on, but for what has been ranked before and what that rests on. */
static fnr_status gather(fnr_collection *c, int round, fnr_error *why)
{
    enum { TICK = 1 << 10 };
    uint32_t last = 0, done = 0;
    fnr_status status = FNR_OK;
    c->items[0].round = round;
    /* The items of this round form a list. */
    for (uint32_t i = 0; i != FNR_NO_MEMBER && !status; i = c->items[i].next) {
        status = take(c, i, why);
        for (uint32_t e = c->items[i].edges; e < c->edge_count && !status; e++) {
            fnr_item *item = &c->items[c->edges[e]];
            if (item->rank != FNR_NO_MEMBER || item->round == round) continue;
            item->round = round;
            item->next = FNR_NO_MEMBER;
            c->items[last].next = c->edges[e];
            last = c->edges[e];
        }
        if (done++ % TICK == 0 && c->prover->tick && !status)
            status = c->prover->tick(c->prover->context, why);
    }
    return status;
}

fnr_status fnr_collect(fnr_collection *c, fnr_prover *prover, fnr_goal goal, fnr_node start,
                       bool attacks, fnr_error *why)
{
    /* A memory that holds much less than the certificate may lose again and again what it finds. */
    enum { PATIENCE = 10 /* rounds in a row that rank nothing */ };
    uint32_t first;
    int in_vain = 0;
    *c = (fnr_collection){.prover = prover, .goal = goal};
    fnr_status status = item_of(c, start, attacks, &first, why);
    for (int round = 1; !status && c->items[0].rank == FNR_NO_MEMBER; round++) {
        if (round > 1) forget_unranked(c);
        status = gather(c, round, why);
        if (status) break;
        bool some = goal == FNR_GOAL_WIN ? rank_win(c) : rank_no_win(c);
        in_vain = some ? 0 : in_vain + 1;
        if (in_vain == PATIENCE)
            status = fnr_fail(why, FNR_ERR_MEMORY,
                              "the memory of the search is too small to gather the win from");
    }
    if (!status) status = keep_needed(c, why);
    if (status) fnr_collection_free(c);
    return status;
}

void fnr_collection_free(fnr_collection *c)
{
    fnr_nodeset_free(&c->set);
    free(c->items);
    free(c->edges);
    *c = (fnr_collection){.items = NULL};
}
