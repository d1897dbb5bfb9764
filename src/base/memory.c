/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number behind a name in a file of lines "NAME NUMBER"; an empty name takes the first number.
 * What is not there, or not a number ("max"), gives `otherwise`. */
static uint64_t number_in(const char *path, const char *name, uint64_t otherwise)
{
    char line[256];
    uint64_t number = otherwise;
    size_t length = strlen(name);
    FILE *file = fopen(path, "r");
    if (!file) return otherwise;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, name, length) != 0) continue;
        if (sscanf(line + length, "%" SCNu64, &number) == 1) break;
        number = otherwise;
    }
    fclose(file);
    return number;
}

static uint64_t system_available(void)
{
    uint64_t kib = number_in("/proc/meminfo", "MemAvailable:", 0);
    if (kib > 0) return kib * 1024;
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

/* What a control group leaves: its limit less what is used, not counting files that are cached. */
static uint64_t group_available(const char *directory, const char *limit_name,
                                const char *used_name, const char *cache_name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, limit_name);
    uint64_t limit = number_in(path, "", UINT64_MAX);
    if (limit == UINT64_MAX) return UINT64_MAX;
    snprintf(path, sizeof path, "%s/%s", directory, used_name);
    uint64_t used = number_in(path, "", 0);
    snprintf(path, sizeof path, "%s/memory.stat", directory);
    uint64_t cached = number_in(path, cache_name, 0);
    used -= cached < used ? cached : used;
    return used < limit ? limit - used : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t fnr_memory_available(void)
{
    /* Version 2 and version 1; a container sees its own group at these places. */
    uint64_t group =
        group_available("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file ");
    uint64_t old_group = group_available("/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                         "memory.usage_in_bytes", "total_inactive_file ");
    return smaller(system_available(), smaller(group, old_group));
}

void *fnr_array_new(uint64_t count, size_t size)
{
    if (count > SIZE_MAX / size) return NULL;
    return calloc(count > 0 ? (size_t)count : 1, size);
}
