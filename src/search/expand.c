/* SPDX-License-Identifier: MIT */
#include "search/expand.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1 << 10, SLOTS = 1 << 10 /* a power of two */ };

fnr_status fnr_children_init(fnr_children *children, const fnr_leaves *leaves, const fnr_memo *memo,
                             fnr_error *why)
{
    *children = (fnr_children){.leaves = leaves, .memo = memo, .capacity = FIRST_CAPACITY};
    children->list = malloc(FIRST_CAPACITY * sizeof *children->list);
    children->slots = calloc(SLOTS, sizeof *children->slots);
    if (children->list && children->slots) return FNR_OK;
    fnr_children_free(children);
    return fnr_fail_memory(why, "the nodes of a search");
}

void fnr_children_free(fnr_children *children)
{
    free(children->list);
    free(children->slots);
    children->list = NULL;
    children->slots = NULL;
}

typedef struct expansion {
    fnr_children *children;
    size_t base;
    bool attacks;
    fnr_status status;
    fnr_error *why;
} expansion;

static fnr_status make_room(fnr_children *children, fnr_error *why)
{
    if (children->used < children->capacity) return FNR_OK;
    fnr_child *more = realloc(children->list, 2 * children->capacity * sizeof *more);
    if (!more) return fnr_fail_memory(why, "the nodes of a search");
    children->list = more;
    children->capacity *= 2;
    return FNR_OK;
}

/* Whether a node has been pushed since `base`. A slot holds the place of a child; what is left
 * there by others is told by looking. Places that clash are given up: a child that is there twice
 * does no harm. */
static bool is_there(expansion *x, fnr_node node, fnr_key key)
{
    fnr_children *children = x->children;
    uint32_t *slot = &children->slots[key.check & (SLOTS - 1)];
    if (*slot >= x->base && *slot < children->used &&
        fnr_node_equal(children->list[*slot].node, node))
        return true;
    *slot = (uint32_t)children->used;
    return false;
}

/* Adds the child in which `mover` and `other` are the stones of the side that has just moved, and
 * of the other; 1 ends the expansion. */
static int add(expansion *x, uint64_t mover, uint64_t other)
{
    fnr_children *children = x->children;
    fnr_child child = {.node = fnr_node_after(fnr_db_game(children->leaves->db), mover, other)};
    fnr_wdl wdl;
    x->status = make_room(children, x->why);
    if (x->status) return 1;
    child.key = fnr_key_of(child.node, !x->attacks);
    if (is_there(x, child.node, child.key)) return 0;
    x->status = fnr_leaf_probe(children->leaves, child.node, &child.leaf, &wdl, x->why);
    if (x->status) return 1;
    bool won = child.leaf && fnr_is_won(wdl, !x->attacks);
    if (child.leaf) child.numbers = fnr_solved(won, !x->attacks, false);
    children->list[children->used++] = child;
    return child.leaf && won == x->attacks;
}

static int add_capture(const fnr_capture *capture, void *context)
{
    return add(context, capture->mover, capture->other);
}

static void add_paikas(expansion *x, fnr_node node)
{
    const fnr_board *board = &fnr_db_game(x->children->leaves->db)->board;
    uint64_t empty = board->full & ~(node.mover | node.other);
    for (uint64_t left = node.mover; left; left = fnr_without_lowest(left)) {
        uint64_t to = board->near[fnr_lowest(left)] & empty;
        for (; to; to = fnr_without_lowest(to))
            if (add(x, node.mover ^ (left & -left) ^ (to & -to), node.other)) return;
    }
}

fnr_status fnr_children_push(fnr_children *children, fnr_node node, bool attacks, bool *quiet,
                             fnr_error *why)
{
    const fnr_game *game = fnr_db_game(children->leaves->db);
    expansion x = {children, children->used, attacks, FNR_OK, why};
    uint64_t capturers = fnr_game_capturers(game, node.mover, node.other);
    *quiet = !capturers;
    if (capturers)
        fnr_captures_visit(&game->board, node.mover, node.other, capturers, add_capture, &x);
    else
        add_paikas(&x, node);
    if (x.status) children->used = x.base;
    return x.status;
}

void fnr_children_begin(fnr_children *children, size_t base)
{
    for (size_t i = base; i < children->used; i++) {
        fnr_child *child = &children->list[i];
        if (!child->leaf) child->numbers = fnr_first_numbers(child->node);
        child->fresh = !child->leaf;
    }
}

void fnr_children_recall(fnr_children *children, size_t base)
{
    for (size_t i = base; i < children->used; i++)
        if (!children->list[i].leaf) fnr_memo_prefetch(children->memo, children->list[i].key);
    fnr_children_begin(children, base);
    for (size_t i = base; i < children->used; i++) {
        fnr_child *child = &children->list[i];
        if (!child->leaf) child->fresh = !fnr_memo_get(children->memo, child->key, &child->numbers);
    }
}
