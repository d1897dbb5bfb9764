/* SPDX-License-Identifier: MIT
 *
 * nodeset.h: nodes by number, in the order in which they were met, and numbers by node.
 *
 * Shapes:  numbers from 0 on, below 2^31.
 * Errors:  FNR_ERR_MEMORY, FNR_ERR_RANGE; the set is then as it was.
 * Threads: one thread a set. */
#ifndef FNR_SEARCH_NODESET_H
#define FNR_SEARCH_NODESET_H

#include "search/memo.h"

enum { FNR_NO_MEMBER = UINT32_MAX };

typedef struct fnr_member {
    fnr_node node;
    bool attacks;
    uint32_t next; /* of those in the same bucket */
} fnr_member;

/* Begins with all 0. */
typedef struct fnr_nodeset {
    fnr_member *members;
    uint32_t count, capacity;
    uint32_t *buckets;
    uint32_t bucket_count; /* a power of two */
} fnr_nodeset;

void fnr_nodeset_free(fnr_nodeset *set);

/* The number of a node, or FNR_NO_MEMBER. */
uint32_t fnr_nodeset_find(const fnr_nodeset *set, fnr_node node, bool attacks);

/* The same for a node that is added if it is not there: as number set->count before the call. */
fnr_status fnr_nodeset_add(fnr_nodeset *set, fnr_node node, bool attacks, uint32_t *number,
                           fnr_error *why);

/* Makes room in an array of elements of `size` bytes for one more than *capacity at least; the new
 * elements are not set. */
fnr_status fnr_array_grow(void **array, uint32_t *capacity, size_t size, fnr_error *why);

#endif
