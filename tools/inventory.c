/* SPDX-License-Identifier: MIT
 *
 * inventory.c: what a database holds, altogether.
 */
#include "inventory.h"

#include "message.h"

static int add_slice(const fnr_slice_stats *slice, void *context)
{
    struct inventory *sum = context;
    sum->slices++;
    sum->positions += slice->positions;
    sum->bytes += slice->wdl_bytes + slice->dtc_bytes + slice->dtw_bytes;
    if (slice->m + slice->o > sum->stones) sum->stones = slice->m + slice->o;
    return 0;
}

int inventory_take(const char *root, const fnr_rules *rules, struct inventory *inventory)
{
    fnr_error why;
    fnr_db *db = NULL;
    *inventory = (struct inventory){0};
    fnr_status status = fnr_db_open(root, rules, &db, &why);
    if (!status) status = fnr_db_stats(db, add_slice, inventory, &why);
    fnr_db_close(db);
    return status ? complain_why(&why) : EXIT_FINE;
}
