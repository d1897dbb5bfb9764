/* SPDX-License-Identifier: MIT */
#include "probe/cache.h"

#include <pthread.h>
#include <stdlib.h>

enum { FNR_CACHE_SETS = 512, FNR_CACHE_WAYS = 4 };

typedef struct way {
    const fnr_table *table; /* NULL: empty */
    uint64_t block;
    uint64_t used; /* the time of the set when it was last used */
    uint8_t *bytes;
} way;

typedef struct cache_set {
    pthread_mutex_t lock;
    uint64_t time;
    way ways[FNR_CACHE_WAYS];
} cache_set;

struct fnr_cache {
    cache_set sets[FNR_CACHE_SETS];
};

fnr_status fnr_cache_new(fnr_cache **cache, fnr_error *why)
{
    fnr_cache *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "a cache of blocks");
    for (int i = 0; i < FNR_CACHE_SETS; i++) {
        if (pthread_mutex_init(&made->sets[i].lock, NULL) == 0) continue;
        while (i-- > 0) pthread_mutex_destroy(&made->sets[i].lock);
        free(made);
        return fnr_fail_memory(why, "a lock");
    }
    *cache = made;
    return FNR_OK;
}

void fnr_cache_free(fnr_cache *cache)
{
    if (!cache) return;
    for (int i = 0; i < FNR_CACHE_SETS; i++) {
        for (int w = 0; w < FNR_CACHE_WAYS; w++) free(cache->sets[i].ways[w].bytes);
        pthread_mutex_destroy(&cache->sets[i].lock);
    }
    free(cache);
}

static cache_set *set_of(fnr_cache *cache, const fnr_table *table, uint64_t block)
{
    /* Multiplying by an odd constant spreads neighbouring blocks; the high bits are the best. */
    uint64_t key = ((uint64_t)(uintptr_t)table >> 4) + block * 2;
    return &cache->sets[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (FNR_CACHE_SETS - 1)];
}

static way *find(cache_set *set, const fnr_table *table, uint64_t block)
{
    for (int w = 0; w < FNR_CACHE_WAYS; w++) {
        way *found = &set->ways[w];
        if (found->table != table || found->block != block) continue;
        found->used = ++set->time;
        return found;
    }
    return NULL;
}

static unsigned extract(const fnr_table *table, const uint8_t *bytes, uint64_t bit)
{
    if (table->header.value_bits == 2) return (unsigned)(bytes[bit / 8] >> (bit % 8)) & 3u;
    return (unsigned)fnr_load_le(bytes + bit / 8, (int)table->header.value_bits / 8);
}

static fnr_status decode(const fnr_table *table, uint64_t block, uint8_t **bytes, fnr_error *why)
{
    fnr_decoder decoder;
    uint8_t *decoded = malloc(fnr_block_size(&table->header, block));
    if (!decoded) return fnr_fail_memory(why, "a block of a table");
    fnr_status status = fnr_decoder_init(&decoder, why);
    if (!status) status = fnr_table_read_block(table, block, &decoder, decoded, why);
    fnr_decoder_free(&decoder);
    if (status)
        free(decoded);
    else
        *bytes = decoded;
    return status;
}

/* Puts a block into its set, unless another thread was faster. */
static void insert(cache_set *set, const fnr_table *table, uint64_t block, uint8_t *bytes)
{
    pthread_mutex_lock(&set->lock);
    if (!find(set, table, block)) {
        way *oldest = &set->ways[0];
        for (int w = 1; w < FNR_CACHE_WAYS; w++)
            if (set->ways[w].used < oldest->used) oldest = &set->ways[w];
        uint8_t *dropped = oldest->bytes;
        *oldest = (way){table, block, ++set->time, bytes};
        bytes = dropped;
    }
    pthread_mutex_unlock(&set->lock);
    free(bytes);
}

fnr_status fnr_cache_get(fnr_cache *cache, const fnr_table *table, uint64_t i, unsigned *value,
                         fnr_error *why)
{
    uint64_t bit = i * table->header.value_bits, bits_a_block = table->header.block_bytes * 8ull;
    uint64_t block = bit / bits_a_block, bit_in_block = bit % bits_a_block;
    cache_set *set = set_of(cache, table, block);
    pthread_mutex_lock(&set->lock);
    const way *cached = find(set, table, block);
    if (cached) *value = extract(table, cached->bytes, bit_in_block);
    pthread_mutex_unlock(&set->lock);
    if (cached) return FNR_OK;

    uint8_t *bytes = NULL;
    fnr_status status = decode(table, block, &bytes, why);
    if (status) return status;
    *value = extract(table, bytes, bit_in_block);
    insert(set, table, block, bytes);
    return FNR_OK;
}
