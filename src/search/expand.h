/* SPDX-License-Identifier: MIT
 *
 * expand.h: the successors of a node.
 *
 * Model:   a node is *quiet* if its mover cannot capture, so that its turns are paikas; only quiet
 *          nodes can repeat. Turns that lead to the same node count once. Children lie on a stack:
 *          a search pushes those of a node, and pops them when it leaves it.
 * Errors:  FNR_ERR_MEMORY, and those of probing; then nothing is pushed.
 * Threads: one thread a stack. */
#ifndef FNR_SEARCH_EXPAND_H
#define FNR_SEARCH_EXPAND_H

#include "search/memo.h"

typedef struct fnr_child {
    fnr_node node;
    fnr_key key;
    fnr_numbers numbers; /* of a leaf; else whatever the search makes of them */
    fnr_leaf leaf;
    bool fresh; /* the memo does not know it */
} fnr_child;

typedef struct fnr_children {
    const fnr_leaves *leaves;
    const fnr_memo *memo;
    fnr_child *list;
    size_t used, capacity;
    uint32_t *slots; /* to find children that are there already */
} fnr_children;

fnr_status fnr_children_init(fnr_children *children, const fnr_leaves *leaves, const fnr_memo *memo,
                             fnr_error *why);
void fnr_children_free(fnr_children *children);

/* Pushes the children of a node that is no leaf. A leaf that gives the mover what it wants comes
 * last, and what would follow is left out. */
fnr_status fnr_children_push(fnr_children *children, fnr_node node, bool attacks, bool *quiet,
                             fnr_error *why);

/* The numbers of a node of which nothing is known: fewer stones are less hope. */
static inline fnr_numbers fnr_first_numbers(fnr_node node)
{
    int ahead = fnr_count(node.mover) - fnr_count(node.other);
    return (fnr_numbers){1 + (uint32_t)(ahead < 0 ? -ahead : 0),
                         1 + (uint32_t)(ahead > 0 ? ahead : 0), false};
}

/* Gives the children from `base` on that are no leaves their first numbers. */
void fnr_children_begin(fnr_children *children, size_t base);

/* Gives them the numbers that the memo knows, or first ones. */
void fnr_children_recall(fnr_children *children, size_t base);

#endif
