/* SPDX-License-Identifier: MIT */
#include "probe/cache.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>

enum { WAYS = 4, IDLE = 16 };

typedef struct way {
    const fnr_table *table; /* NULL: empty */
    uint64_t block;
    uint64_t used; /* the time of the set when it was last used */
    uint8_t *bytes;
} way;

typedef struct cache_set {
    pthread_mutex_t lock;
    uint64_t time;
    way ways[WAYS];
} cache_set;

struct fnr_cache {
    uint64_t count; /* of sets */
    cache_set *sets;
    pthread_mutex_t lock; /* of what follows */
    int idle_count;
    fnr_decoder idle[IDLE]; /* decoders that wait for work: they are costly to make */
};

fnr_status fnr_cache_new(uint64_t bytes, fnr_cache **cache, fnr_error *why)
{
    fnr_cache *made = calloc(1, sizeof *made);
    uint64_t count = bytes / (WAYS * FNR_BLOCK_BYTES) + 1;
    if (!made) return fnr_fail_memory(why, "a cache of blocks");
    made->sets = fnr_array_new(count, sizeof *made->sets);
    bool fine = made->sets && pthread_mutex_init(&made->lock, NULL) == 0;
    if (!fine) {
        free(made->sets);
        free(made);
        return fnr_fail_memory(why, "a cache of blocks");
    }
    for (; made->count < count; made->count++) {
        if (pthread_mutex_init(&made->sets[made->count].lock, NULL) == 0) continue;
        fnr_cache_free(made);
        return fnr_fail_memory(why, "a lock");
    }
    *cache = made;
    return FNR_OK;
}

void fnr_cache_free(fnr_cache *cache)
{
    if (!cache) return;
    for (uint64_t i = 0; i < cache->count; i++) {
        for (int w = 0; w < WAYS; w++) free(cache->sets[i].ways[w].bytes);
        pthread_mutex_destroy(&cache->sets[i].lock);
    }
    for (int i = 0; i < cache->idle_count; i++) fnr_decoder_free(&cache->idle[i]);
    pthread_mutex_destroy(&cache->lock);
    free(cache->sets);
    free(cache);
}

/* The two sets where a block may be: with a choice, sets fill evenly. */
static cache_set *set_of(fnr_cache *cache, const fnr_table *table, uint64_t block, int choice)
{
    /* Multiplying by an odd constant spreads neighbouring blocks; the high bits are the best. */
    static const uint64_t SPREAD[] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xc2b2ae3d27d4eb4f)};
    uint64_t key = ((uint64_t)(uintptr_t)table >> 4) + block * 2;
    return &cache->sets[(key * SPREAD[choice] >> 32) % cache->count];
}

static way *find(cache_set *set, const fnr_table *table, uint64_t block)
{
    for (int w = 0; w < WAYS; w++) {
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

static fnr_status take_decoder(fnr_cache *cache, fnr_decoder *decoder, fnr_error *why)
{
    bool found = false;
    pthread_mutex_lock(&cache->lock);
    if (cache->idle_count > 0) {
        *decoder = cache->idle[--cache->idle_count];
        found = true;
    }
    pthread_mutex_unlock(&cache->lock);
    return found ? FNR_OK : fnr_decoder_init(decoder, why);
}

static void give_decoder(fnr_cache *cache, fnr_decoder *decoder)
{
    bool kept = false;
    pthread_mutex_lock(&cache->lock);
    if (cache->idle_count < IDLE) {
        cache->idle[cache->idle_count++] = *decoder;
        kept = true;
    }
    pthread_mutex_unlock(&cache->lock);
    if (!kept) fnr_decoder_free(decoder);
}

static fnr_status decode(fnr_cache *cache, const fnr_table *table, uint64_t block, uint8_t **bytes,
                         fnr_error *why)
{
    fnr_decoder decoder;
    fnr_status status = take_decoder(cache, &decoder, why);
    if (status) return status;
    uint8_t *decoded = malloc(fnr_block_size(&table->header, block));
    if (!decoded)
        status = fnr_fail_memory(why, "a block of a table");
    else
        status = fnr_table_read_block(table, block, &decoder, decoded, why);
    give_decoder(cache, &decoder);
    if (status)
        free(decoded);
    else
        *bytes = decoded;
    return status;
}

static way *oldest_of(cache_set *set)
{
    way *oldest = &set->ways[0];
    for (int w = 1; w < WAYS; w++)
        if (set->ways[w].used < oldest->used) oldest = &set->ways[w];
    return oldest;
}

/* Puts a block into a set, unless it is there or, if an empty place is asked for, there is none.
 * Takes over *bytes if it does; leaves there what must be freed. */
static bool insert(cache_set *set, const fnr_table *table, uint64_t block, bool only_empty,
                   uint8_t **bytes)
{
    bool done = true;
    pthread_mutex_lock(&set->lock);
    if (!find(set, table, block)) {
        way *place = oldest_of(set);
        uint8_t *dropped = place->bytes;
        done = !only_empty || !place->table;
        if (done) {
            *place = (way){table, block, ++set->time, *bytes};
            *bytes = dropped;
        }
    }
    pthread_mutex_unlock(&set->lock);
    return done;
}

static bool look_up(cache_set *set, const fnr_table *table, uint64_t block, uint64_t bit,
                    unsigned *value)
{
    pthread_mutex_lock(&set->lock);
    const way *cached = find(set, table, block);
    if (cached) *value = extract(table, cached->bytes, bit);
    pthread_mutex_unlock(&set->lock);
    return cached != NULL;
}

fnr_status fnr_cache_get(fnr_cache *cache, const fnr_table *table, uint64_t i, unsigned *value,
                         fnr_error *why)
{
    uint64_t bit = i * table->header.value_bits, bits_a_block = table->header.block_bytes * 8ull;
    uint64_t block = bit / bits_a_block, bit_in_block = bit % bits_a_block;
    cache_set *sets[] = {set_of(cache, table, block, 0), set_of(cache, table, block, 1)};
    if (look_up(sets[0], table, block, bit_in_block, value) ||
        look_up(sets[1], table, block, bit_in_block, value))
        return FNR_OK;

    uint8_t *bytes = NULL;
    fnr_status status = decode(cache, table, block, &bytes, why);
    if (status) return status;
    *value = extract(table, bytes, bit_in_block);
    if (!insert(sets[0], table, block, true, &bytes) &&
        !insert(sets[1], table, block, true, &bytes))
        insert(sets[block % 2], table, block, false, &bytes);
    free(bytes);
    return FNR_OK;
}
