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
