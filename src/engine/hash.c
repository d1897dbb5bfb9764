/* SPDX-License-Identifier: MIT */
#include "engine/hash.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 4 };

/* `check` is the upper half of the key; the lower one says where. */
typedef struct entry {
    uint32_t check;
    uint8_t age;
    fnr_finding finding;
} entry;

struct fnr_hash {
    entry (*lines)[WAYS];
    uint64_t count;
    uint8_t age;
};

fnr_status fnr_hash_new(uint64_t bytes, fnr_hash **hash, fnr_error *why)
{
    fnr_hash *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "the memory of an engine");
    made->count = bytes / sizeof *made->lines;
    if (made->count < 1) made->count = 1;
    /* What is there on paper alone would end the program when it is used. */
    if (bytes <= fnr_memory_available())
        made->lines = fnr_array_new(made->count, sizeof *made->lines);
    if (!made->lines) {
        free(made);
        return fnr_fail_memory(why, "the memory of an engine");
    }
    *hash = made;
    return FNR_OK;
}

void fnr_hash_free(fnr_hash *hash)
{
    if (hash) free(hash->lines);
    free(hash);
}

void fnr_hash_clear(fnr_hash *hash)
{
    memset(hash->lines, 0, hash->count * sizeof *hash->lines);
}

void fnr_hash_grow_old(fnr_hash *hash)
{
    hash->age++;
}

static entry *line_of(const fnr_hash *hash, uint64_t key)
{
    return hash->lines[(unsigned __int128)(key << 32 | key >> 32) * hash->count >> 64];
}

bool fnr_hash_get(const fnr_hash *hash, uint64_t key, fnr_finding *finding)
{
    const entry *line = line_of(hash, key);
    for (int w = 0; w < WAYS; w++) {
        if (line[w].check != key >> 32 || !line[w].finding.bound) continue;
        *finding = line[w].finding;
        return true;
    }
    return false;
}

void fnr_hash_put(fnr_hash *hash, uint64_t key, fnr_finding finding)
{
    enum { OLD = 1000 };
    entry *line = line_of(hash, key), *place = line;
    int least = INT32_MAX;
    for (int w = 0; w < WAYS; w++) {
        const entry *there = &line[w];
        bool same = there->check == key >> 32 && there->finding.bound;
        int worth = !there->finding.bound ? INT32_MIN : there->finding.depth;
        if (there->finding.bound && there->age == hash->age) worth += OLD;
        if (same) worth = INT32_MIN;
        /* A move that is known stays known. */
        if (same && !finding.best) finding.best = there->finding.best;
        if (worth < least) place = &line[w];
        if (worth < least) least = worth;
        if (same) break;
    }
    *place = (entry){(uint32_t)(key >> 32), hash->age, finding};
}
