/* SPDX-License-Identifier: MIT
 *
 * prover.h: depth-first proof-number search: can the attacker win from a node?
 *
 * Model:   phi and delta of a node follow from its children: phi is the smallest delta among them,
 *          delta the largest phi plus one for each other child that is open, so that transpositions
 *          do not blow the numbers up. The search goes down to the child that decides until a
 *          node's numbers reach limits; what it finds is remembered in the memo.
 *          A play that comes back to a node of its path counts as a failure of the attacker. Only
 *          paikas lead back, so all this happens within a *segment*, a run of quiet nodes on the
 *          path. A failure that rests on a repetition is presumed (memo.h), and used by quiet nodes
 *          alone. Before the first node of a segment is said to fail, the set of failures that it
 *          rests on is certified: it must be closed (segment.h). So what a capture leads to, and
 *          what the search returns, is true, whatever the path was; and wins never rest on
 *          repetitions.
 * Errors:  FNR_ERR_INTERRUPTED if the caller asks for it, FNR_ERR_MEMORY, those of probing.
 * Threads: each searches from the top with a path of its own; they share the memo.
 * Source:  papers/proofs.md */
#ifndef FNR_SEARCH_PROVER_H
#define FNR_SEARCH_PROVER_H

#include "search/expand.h"

enum { FNR_MAX_PATH = 6000 };

/* One node of the path of a search. */
typedef struct fnr_step_of_path {
    fnr_key key;
    bool quiet;
    unsigned start; /* where the segment began, if quiet */
} fnr_step_of_path;

typedef struct fnr_prover fnr_prover;

typedef struct fnr_worker {
    fnr_prover *prover;
    fnr_children children;
    fnr_step_of_path *path;
    bool strict;    /* nothing that is presumed is used or kept */
    uint64_t nodes; /* expanded */
    fnr_error why;
} fnr_worker;

struct fnr_prover {
    fnr_leaves leaves;
    fnr_memo *memo;
    int threads;
    fnr_worker *workers; /* one for each thread */
    uint8_t *busy;       /* how many threads are at a node, by its hash */
    fnr_status status;   /* of the first failure; FNR_OK */
    bool found;          /* a thread has solved the node that is searched */
    fnr_numbers top;     /* of that node, as thread 0 sees it */
    /* Called by thread 0 now and then; a status other than FNR_OK ends the search. May be NULL. */
    fnr_status (*tick)(void *context, fnr_error *why);
    void *context;
};

/* `leaves` and `memo` remain the caller's. */
fnr_status fnr_prover_init(fnr_prover *prover, const fnr_leaves *leaves, fnr_memo *memo,
                           int threads, fnr_error *why);
void fnr_prover_free(fnr_prover *prover);

/* Searches a node that is no leaf until it is solved. */
fnr_status fnr_prover_solve(fnr_prover *prover, fnr_node node, bool attacks, bool *won,
                            fnr_error *why);

uint64_t fnr_prover_nodes(const fnr_prover *prover);

#endif
