/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t available_to_system(void)
{
    uint64_t kib = 0;
    char line[128];
    FILE *file = fopen("/proc/meminfo", "r");
    if (file) {
        while (fgets(line, sizeof line, file))
            if (sscanf(line, "MemAvailable: %" SCNu64, &kib) == 1) break;
        fclose(file);
    }
    if (kib > 0) return kib * 1024;
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

/* A number in a file of its own; "max", an absent file and nonsense leave the default. */
static uint64_t number_in_file(const char *path, uint64_t otherwise)
{
    uint64_t number;
    FILE *file = fopen(path, "r");
    if (!file) return otherwise;
    if (fscanf(file, "%" SCNu64, &number) != 1) number = otherwise;
    fclose(file);
    return number;
}

uint64_t fnr_memory_available(void)
{
    uint64_t available = available_to_system();
    uint64_t limit = number_in_file("/sys/fs/cgroup/memory.max", UINT64_MAX);
    uint64_t used = number_in_file("/sys/fs/cgroup/memory.current", 0);
    uint64_t left = limit == UINT64_MAX ? UINT64_MAX : limit > used ? limit - used : 0;
    return left < available ? left : available;
}

void *fnr_array_new(uint64_t count, size_t size)
{
    if (count > SIZE_MAX / size) return NULL;
    return calloc(count > 0 ? (size_t)count : 1, size);
}
