/* SPDX-License-Identifier: MIT
 *
 * cache.h: decoded blocks of tables, shared by threads.
 *
 * Model:   sets of a few blocks each. A block belongs to one set, chosen by its table and number; a
 *          new block takes the place of the one in its set that was used longest ago.
 * Shapes:  at most FNR_CACHE_SETS * FNR_CACHE_WAYS blocks (64 MiB of blocks of 32 KiB).
 * Errors:  those of fnr_table_read_block; nothing that failed is kept.
 * Threads: a lock for each set; blocks are decoded outside the locks. */
#ifndef FNR_PROBE_CACHE_H
#define FNR_PROBE_CACHE_H

#include "table/table.h"

typedef struct fnr_cache fnr_cache;

fnr_status fnr_cache_new(fnr_cache **cache, fnr_error *why);
void fnr_cache_free(fnr_cache *cache); /* NULL is fine */

/* Entry i of a table, i < entries. */
fnr_status fnr_cache_get(fnr_cache *cache, const fnr_table *table, uint64_t i, unsigned *value,
                         fnr_error *why);

#endif
