/* SPDX-License-Identifier: MIT
 *
 * combinadic.h: sets of k points numbered in colex order.
 *
 * Model:   the set p_1 < p_2 < ... < p_k has the rank C(p_1, 1) + C(p_2, 2) + ... + C(p_k, k).
 *          Among the k-sets of n points the ranks are 0 ... C(n, k) - 1, and they rise with the
 *          sets as numbers.
 * Shapes:  n, k <= 64; every C(n, k) with n <= 64 fits 64 bits.
 * Threads: immutable after fnr_binomials_init.
 * Source:  papers/indexing.md */
#ifndef FNR_INDEX_COMBINADIC_H
#define FNR_INDEX_COMBINADIC_H

#include "base/lanes.h"
#include "fanoron.h"

/* choose[k][n] = C(n, k): a rank walks along few rows of this table. */
typedef struct fnr_binomials {
    uint64_t choose[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1];
} fnr_binomials;

void fnr_binomials_init(fnr_binomials *binomials);

static inline uint64_t fnr_colex_rank(const fnr_binomials *binomials, uint64_t set)
{
    const uint64_t *choose = binomials->choose[1]; /* the next row for each point */
    uint64_t rank = 0;
    for (; set; set = fnr_without_lowest(set), choose += FNR_MAX_POINTS + 1)
        rank += choose[fnr_lowest(set)];
    return rank;
}

/* The ranks of many sets of k points among those of `free`, as if each were packed first. Arrays
 * as in lanes.h. */
void fnr_colex_ranks(const fnr_binomials *binomials, uint64_t free, int k, const uint64_t *sets,
                     int count, uint64_t *ranks);

/* The set of k among n points with this rank; rank < C(n, k). */
uint64_t fnr_colex_unrank(const fnr_binomials *binomials, int n, int k, uint64_t rank);

#endif
