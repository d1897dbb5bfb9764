/* SPDX-License-Identifier: MIT
 *
 * root.c: where tables are when nothing was said about it.
 */
#include "root.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static const char HERE[] = "tables";

/* From the directory of the program: as installed, and as built. */
static const char *const READY_MADE[] = {"../share/fanoron/tables", "../../data/tables"};

static bool is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The tables that come with the program, or NULL. */
static const char *find_ready_made(void)
{
    static char path[PATH_MAX];
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return NULL;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) return NULL;
    *slash = '\0';
    for (size_t i = 0; i < sizeof READY_MADE / sizeof READY_MADE[0]; i++) {
        int size = snprintf(path, sizeof path, "%s/%s", program, READY_MADE[i]);
        if (size > 0 && (size_t)size < sizeof path && is_directory(path)) return path;
    }
    return NULL;
}

const char *root_default(bool writes)
{
    const char *said = getenv("FANORON_DB");
    if (said && said[0]) return said;
    if (writes || is_directory(HERE)) return HERE;
    const char *ready_made = find_ready_made();
    return ready_made ? ready_made : HERE;
}
