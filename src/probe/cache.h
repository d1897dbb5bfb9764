/* SPDX-License-Identifier: MIT
 *
 * cache.h: decoded blocks of tables, shared by threads.
 *
 * Model:   sets of a few blocks each. A block may be in one of two sets, chosen by its table and
 *          number; where both are full, a new block takes the place of the one in its set that was
 *          used longest ago.
 * Shapes:  as many sets as fit the budget with blocks of the size that is written; blocks of other
 *          files may be twice as large. Memory is taken as blocks come.
 * Errors:  those of fnr_table_read_block; nothing that failed is kept.
 * Threads: a lock for each set; blocks are decoded outside the locks. */
#ifndef FNR_PROBE_CACHE_H
#define FNR_PROBE_CACHE_H

#include "table/table.h"

typedef struct fnr_cache fnr_cache;

/* A cache of about `bytes` bytes. */
fnr_status fnr_cache_new(uint64_t bytes, fnr_cache **cache, fnr_error *why);
void fnr_cache_free(fnr_cache *cache); /* NULL is fine */

/* Entry i of a table, i < entries. */
fnr_status fnr_cache_get(fnr_cache *cache, const fnr_table *table, uint64_t i, unsigned *value,
                         fnr_error *why);

#endif
