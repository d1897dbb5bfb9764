/* SPDX-License-Identifier: MIT
 *
 * segment.h: whether failures that rest on repetitions are true.
 *
 * Model:   a set of nodes is *closed* if from each of its defender's nodes one turn, and from each
 *          of its attacker's nodes every turn, leads into the set or to where the attacker is known
 *          to fail. From a node of a closed set the attacker cannot win: play can always stay
 *          inside. Of the presumed failures that a node rests on, the largest closed subset is
 *          found by taking out, again and again, what is not supported.
 * Source:  papers/proofs.md */
#ifndef FNR_SEARCH_SEGMENT_H
#define FNR_SEARCH_SEGMENT_H

#include "search/prover.h"

/* Certifies what the presumed failure of a quiet node rests on: in the memo, the nodes of the
 * largest closed subset are then known, the others forgotten. *holds: whether the node itself
 * belongs to it. */
fnr_status fnr_segment_certify(fnr_worker *worker, fnr_node node, bool attacks, bool *holds,
                               fnr_error *why);

#endif
