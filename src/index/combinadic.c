/* SPDX-License-Identifier: MIT */
#include "index/combinadic.h"

void fnr_binomials_init(fnr_binomials *binomials)
{
    for (int n = 0; n <= FNR_MAX_POINTS; n++) {
        binomials->choose[0][n] = 1;
        for (int k = 1; k <= FNR_MAX_POINTS; k++)
            binomials->choose[k][n] =
                n == 0 ? 0 : binomials->choose[k - 1][n - 1] + binomials->choose[k][n - 1];
    }
}

uint64_t fnr_colex_unrank(const fnr_binomials *binomials, int n, int k, uint64_t rank)
{
    uint64_t set = 0;
    for (; k > 0; k--) {
        const uint64_t *choose = binomials->choose[k];
        do n--;
        while (choose[n] > rank);
        set |= fnr_point(n);
        rank -= choose[n];
    }
    return set;
}

/* To be inlined with a constant k. */
static inline __attribute__((always_inline)) void ranks_of(const fnr_binomials *binomials,
                                                           uint64_t free, int k,
                                                           const uint64_t *sets, int count,
                                                           uint64_t *ranks)
{
#ifdef FNR_VECTORS
    const __m512i minus_one = _mm512_set1_epi64(-1), frees = _mm512_set1_epi64((long long)free);
    for (int i = 0; i < count; i += FNR_LANES) {
        __m512i set = _mm512_loadu_si512(sets + i), rank = _mm512_setzero_si512();
        for (int j = 1; j <= k; j++) {
            __m512i less = _mm512_add_epi64(set, minus_one);
            __m512i below_lowest = _mm512_andnot_si512(set, less);
            __m512i place = _mm512_popcnt_epi64(_mm512_and_si512(below_lowest, frees));
            rank = _mm512_add_epi64(rank, _mm512_i64gather_epi64(place, binomials->choose[j], 8));
            set = _mm512_and_si512(set, less);
        }
        _mm512_storeu_si512(ranks + i, rank);
    }
#else
    for (int i = 0; i < count; i++) {
        uint64_t set = sets[i], rank = 0;
        for (int j = 1; j <= k; j++) {
            uint64_t below_lowest = (set - 1) & ~set;
            rank += binomials->choose[j][fnr_count(below_lowest & free)];
            set = fnr_without_lowest(set);
        }
        ranks[i] = rank;
    }
#endif
}

void fnr_colex_ranks(const fnr_binomials *binomials, uint64_t free, int k, const uint64_t *sets,
                     int count, uint64_t *ranks)
{
    switch (k) {
    case 1:
        ranks_of(binomials, free, 1, sets, count, ranks);
        break;
    case 2:
        ranks_of(binomials, free, 2, sets, count, ranks);
        break;
    case 3:
        ranks_of(binomials, free, 3, sets, count, ranks);
        break;
    case 4:
        ranks_of(binomials, free, 4, sets, count, ranks);
        break;
    case 5:
        ranks_of(binomials, free, 5, sets, count, ranks);
        break;
    default:
        ranks_of(binomials, free, k, sets, count, ranks);
    }
}
