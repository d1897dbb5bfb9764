/* SPDX-License-Identifier: MIT
 *
 * collect.h: the nodes of a certificate, gathered from what a search remembers.
 *
 * Model:   from the start on: of a node in which the claim chooses one turn, of the others all. What
 *          the memo has lost is searched again. In a win, quiet nodes could end up resting on each
 *          other, since the memo does not say which was proven first: they are ranked, from those
 *          that rest on no quiet node upwards; what cannot be ranked is forgotten, and searched again
 *          in another round.
 *          Nothing is taken from the memo on trust: each node is supported by its children, these by
 *          theirs, down to leaves.
 * Shapes:  nodes by number, the start first; ranks as in certificate.h.
 * Errors:  those of searching; FNR_ERR_WRONG if the memo contradicts itself, FNR_ERR_MEMORY if it
 *          is too small to gather a win from.
 * Threads: one. */
#ifndef FNR_SEARCH_COLLECT_H
#define FNR_SEARCH_COLLECT_H

#include "search/nodeset.h"
#include "search/prover.h"

typedef struct fnr_item {
    bool quiet, kept;
    uint32_t rank;         /* FNR_NO_MEMBER: none yet */
    uint32_t edges, count; /* the nodes it may lead to: their places in `edges` */
    uint32_t answer;       /* where the claim chooses: the node; FNR_NO_MEMBER: a leaf */
    uint32_t next;         /* the one gathered after it; FNR_NO_MEMBER ends the list */
    int round;             /* the last in which it was gathered; 0: none */
} fnr_item;

typedef struct fnr_collection {
    fnr_prover *prover;
    fnr_goal goal; /* a win or none */
    fnr_nodeset set;
    fnr_item *items; /* by member */
    uint32_t *edges;
    uint32_t capacity, edge_count, edge_capacity;
    uint64_t kept;
} fnr_collection;

/* Gathers the nodes that show of a node, which is no leaf, that the attacker wins, or cannot. Those
 * that are needed are `kept`. */
fnr_status fnr_collect(fnr_collection *collection, fnr_prover *prover, fnr_goal goal,
                       fnr_node start, bool attacks, fnr_error *why);
void fnr_collection_free(fnr_collection *collection);

#endif
