/* SPDX-License-Identifier: MIT */
#include "table/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static fnr_status join(const char *directory, const char *name, char path[FNR_PATH_SIZE],
                       fnr_error *why)
{
    int length = snprintf(path, FNR_PATH_SIZE, "%s/%s", directory, name);
    if (length >= 0 && length < FNR_PATH_SIZE) return FNR_OK;
    errno = ENAMETOOLONG;
    return fnr_fail_errno(why, "use", directory);
}

fnr_status fnr_store_directory(const char *root, const fnr_rules *rules, char path[FNR_PATH_SIZE],
                               fnr_error *why)
{
    char name[FNR_RULES_NAME_SIZE];
    fnr_rules_name(rules, name);
    return join(root, name, path, why);
}

fnr_status fnr_store_make_directory(const char *root, const fnr_rules *rules,
                                    char path[FNR_PATH_SIZE], fnr_error *why)
{
    struct stat info;
    fnr_status status = fnr_store_directory(root, rules, path, why);
    if (!status) status = fnr_file_make_directories(path, why);
    if (status) return status;
    if (lstat(path, &info) != 0) return fnr_fail_errno(why, "look at", path);
    if (S_ISLNK(info.st_mode))
        return fnr_fail_file(why, FNR_ERR_IO, path,
                             "a symbolic link inside a root is not followed when tables are "
                             "written; let the root itself be one");
    return FNR_OK;
}

void fnr_slice_name(int m, int o, char name[FNR_TABLE_NAME_SIZE])
{
    snprintf(name, FNR_TABLE_NAME_SIZE, "%uv%u", (unsigned)m % 1000, (unsigned)o % 1000);
}

void fnr_table_name(int m, int o, fnr_metric metric, char name[FNR_TABLE_NAME_SIZE])
{
    fnr_slice_name(m, o, name);
    static const char *const SUFFIX[FNR_METRICS] = {".wdl", ".dtc", ".dtw"};
    strcat(name, SUFFIX[metric]);
}

fnr_status fnr_store_file(const char *root, const fnr_rules *rules, const char *name,
                          char path[FNR_PATH_SIZE], fnr_error *why)
{
    char directory[FNR_PATH_SIZE];
    fnr_status status = fnr_store_directory(root, rules, directory, why);
    return status ? status : join(directory, name, path, why);
}

fnr_status fnr_store_path(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric,
                          char path[FNR_PATH_SIZE], fnr_error *why)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_table_name(m, o, metric, name);
    return fnr_store_file(root, rules, name, path, why);
}

bool fnr_store_has(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric)
{
    struct stat info;
    char path[FNR_PATH_SIZE];
    return fnr_store_path(root, rules, m, o, metric, path, NULL) == FNR_OK &&
           stat(path, &info) == 0;
}

static void step(int *m, int *o)
{
    int few = *m < *o ? *m : *o, many = *m < *o ? *o : *m;
    if (*m < *o) { /* its sister */
        *m = many;
        *o = few;
    } else if (few > 0 && few + 1 < many) { /* the next pair with as many stones */
        *m = few + 1;
        *o = many - 1;
    } else { /* the first slice with one stone more */
        *m = 1;
        *o = few + many;
    }
}

bool fnr_slice_next(const fnr_game *game, int *m, int *o)
{
    do step(m, o);
    while (*m + *o <= game->board.points && !fnr_has_slice(game, *m, *o));
    return *m + *o <= game->board.points;
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* Reads a name that fnr_rules_name has written for a game that there is, and no other. */
static bool parse_name(const char *name, fnr_rules *rules)
{
    fnr_rules read = {.width = 3, .height = 3};
    char written[FNR_RULES_NAME_SIZE];
    const char *limit = strstr(name, "-n");
    if (strncmp(name, "telo-line", 9) == 0)
        read.variant = FNR_TELO_LINE;
    else if (sscanf(name, "%2dx%2d", &read.width, &read.height) != 2)
        return false;
    if (strstr(name, "-stalemate-draw")) read.stalemate = FNR_STALEMATE_DRAW;
    if (limit && sscanf(limit, "-n%5d", &read.draw_plies) != 1) return false;
    fnr_rules_name(&read, written);
    if (strcmp(name, written) != 0 || fnr_rules_check(&read, NULL)) return false;
    *rules = read;
    return true;
}

typedef struct listing {
    fnr_rules *rules;
    size_t count, capacity;
} listing;

static fnr_status add_rules(listing *list, const fnr_rules *rules, fnr_error *why)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 16;
        fnr_rules *more = realloc(list->rules, capacity * sizeof *more);
        if (!more) return fnr_fail_memory(why, "a list of rules");
        list->rules = more;
        list->capacity = capacity;
    }
    list->rules[list->count++] = *rules;
    return FNR_OK;
}

/* By points, wide boards first; then variant, stalemate, and limit. */
static int compare_rules(const void *left, const void *right)
{
    const fnr_rules *a = left, *b = right;
    int keys[][2] = {{a->width * a->height, b->width * b->height},
                     {b->width, a->width},
                     {(int)a->variant, (int)b->variant},
                     {(int)a->stalemate, (int)b->stalemate},
                     {a->draw_plies, b->draw_plies}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

/* Adds the rules of an entry of a root if it is their directory. */
static fnr_status add_entry(const char *root, int fd, const char *name, listing *list,
                            fnr_error *why)
{
    struct stat info;
    fnr_rules rules;
    if (!parse_name(name, &rules)) return FNR_OK;
    if (fstatat(fd, name, &info, 0) == 0)
        return S_ISDIR(info.st_mode) ? add_rules(list, &rules, why) : FNR_OK;
    /* It has just been removed, or is a link that leads nowhere. */
    return errno == ENOENT || errno == ELOOP ? FNR_OK : fnr_fail_errno(why, "list", root);
}

/* The rules whose directories a root has. */
static fnr_status list_root(const char *root, listing *list, fnr_error *why)
{
    DIR *directory = opendir(root);
    fnr_status status = FNR_OK;
    if (!directory && errno == ENOENT) return FNR_OK;
    if (!directory && errno == ENOTDIR)
        return fnr_fail_file(why, FNR_ERR_IO, root, "not a directory of tables");
    if (!directory) return fnr_fail_errno(why, "open this root", root);
    errno = 0;
    for (struct dirent *entry; !status && (entry = readdir(directory)); errno = 0)
        status = add_entry(root, dirfd(directory), entry->d_name, list, why);
    if (!status && errno) status = fnr_fail_errno(why, "list", root);
    closedir(directory);
    return status;
}

fnr_status fnr_root_visit(const char *root, fnr_rules_fn visit, void *context, fnr_error *why)
{
    listing list = {NULL, 0, 0};
    fnr_status status = list_root(root, &list, why);
    if (!status && list.count > 0)
        qsort(list.rules, list.count, sizeof list.rules[0], compare_rules);
    for (size_t i = 0; i < list.count && !status; i++)
        if (visit(&list.rules[i], context)) break;
    free(list.rules);
    return status;
}
