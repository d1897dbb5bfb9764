/* SPDX-License-Identifier: MIT
 *
 * hash.h: what a search has found out about positions, in a memory of fixed size: the
 *         transposition table.
 *
 * Shapes:  16 bytes an entry, four to a line. Where a line is full, an old or shallow entry makes
 *          room.
 * Threads: one thread a table. */
#ifndef FNR_ENGINE_HASH_H
#define FNR_ENGINE_HASH_H

#include "base/status.h"

typedef enum fnr_bound { FNR_AT_LEAST = 1, FNR_AT_MOST = 2, FNR_EXACT = 3 } fnr_bound;

typedef struct fnr_finding {
    uint32_t best; /* the low half of the key of the best move; 0 if there is none */
    int16_t score; /* from the position on, not from the root of the search */
    int8_t depth;
    uint8_t bound; /* fnr_bound; 0 in an empty entry */
} fnr_finding;

typedef struct fnr_hash fnr_hash;

fnr_status fnr_hash_new(uint64_t bytes, fnr_hash **hash, fnr_error *why);
void fnr_hash_free(fnr_hash *hash); /* NULL is fine */
void fnr_hash_clear(fnr_hash *hash);

/* What was found before counts as old from now on. */
void fnr_hash_grow_old(fnr_hash *hash);

/* False if nothing is known. */
bool fnr_hash_get(const fnr_hash *hash, uint64_t key, fnr_finding *finding);
void fnr_hash_put(fnr_hash *hash, uint64_t key, fnr_finding finding);

#endif
