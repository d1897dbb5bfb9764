/* SPDX-License-Identifier: MIT
 *
 * inventory.h: what a database holds, altogether.
 */
#ifndef TOOLS_INVENTORY_H
#define TOOLS_INVENTORY_H

#include "fanoron.h"

struct inventory {
    int stones; /* in the largest slice */
    uint64_t slices, positions, bytes;
};

/* Returns an exit code and has complained unless it is EXIT_FINE. */
int inventory_take(const char *root, const fnr_rules *rules, struct inventory *inventory);

#endif
