/* SPDX-License-Identifier: MIT */
#include "search/nodeset.h"

#include <stdlib.h>

void fnr_nodeset_free(fnr_nodeset *set)
{
    free(set->members);
    free(set->buckets);
    *set = (fnr_nodeset){.count = 0};
}

fnr_status fnr_array_grow(void **array, uint32_t *capacity, size_t size, fnr_error *why)
{
    if (*capacity > UINT32_MAX / 4) return fnr_fail(why, FNR_ERR_RANGE, "too many nodes");
    uint32_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*array, more * size);
    if (!grown) return fnr_fail_memory(why, "the nodes of a proof");
    *array = grown;
    *capacity = more;
    return FNR_OK;
}

static uint32_t *bucket_of(const fnr_nodeset *set, fnr_node node, bool attacks)
{
    return &set->buckets[fnr_key_of(node, attacks).check & (set->bucket_count - 1)];
}

static void link_member(fnr_nodeset *set, uint32_t number)
{
    fnr_member *member = &set->members[number];
    uint32_t *bucket = bucket_of(set, member->node, member->attacks);
    member->next = *bucket;
    *bucket = number;
}

/* Twice as many buckets; all members find their places again. */
static fnr_status grow_buckets(fnr_nodeset *set, fnr_error *why)
{
    uint32_t count = set->bucket_count ? 2 * set->bucket_count : 64;
    uint32_t *buckets = malloc(count * sizeof *buckets);
    if (!buckets) return fnr_fail_memory(why, "the nodes of a proof");
    free(set->buckets);
    set->buckets = buckets;
    set->bucket_count = count;
    for (uint32_t b = 0; b < count; b++) buckets[b] = FNR_NO_MEMBER;
    for (uint32_t i = 0; i < set->count; i++) link_member(set, i);
    return FNR_OK;
}

uint32_t fnr_nodeset_find(const fnr_nodeset *set, fnr_node node, bool attacks)
{
    if (!set->count) return FNR_NO_MEMBER;
    uint32_t i = *bucket_of(set, node, attacks);
    while (i != FNR_NO_MEMBER) {
        const fnr_member *member = &set->members[i];
        if (fnr_node_equal(member->node, node) && member->attacks == attacks) break;
        i = member->next;
    }
    return i;
}

fnr_status fnr_nodeset_add(fnr_nodeset *set, fnr_node node, bool attacks, uint32_t *number,
                           fnr_error *why)
{
    fnr_status status = FNR_OK;
    *number = fnr_nodeset_find(set, node, attacks);
    if (*number != FNR_NO_MEMBER) return FNR_OK;
    if (set->count >= set->bucket_count) status = grow_buckets(set, why);
    if (!status && set->count == set->capacity)
        status = fnr_array_grow((void **)&set->members, &set->capacity, sizeof *set->members, why);
    if (status) return status;
    *number = set->count;
    set->members[set->count] = (fnr_member){.node = node, .attacks = attacks};
    link_member(set, set->count++);
    return FNR_OK;
}
