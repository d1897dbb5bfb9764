/* SPDX-License-Identifier: MIT */
#include "table/store.h"

#include <errno.h>
#include <stdio.h>
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

void fnr_slice_name(int m, int o, char name[FNR_TABLE_NAME_SIZE])
{
    snprintf(name, FNR_TABLE_NAME_SIZE, "%uv%u", (unsigned)m % 1000, (unsigned)o % 1000);
}

void fnr_table_name(int m, int o, fnr_metric metric, char name[FNR_TABLE_NAME_SIZE])
{
    fnr_slice_name(m, o, name);
    strcat(name, metric == FNR_METRIC_WDL ? ".wdl" : ".dtc");
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

/* Every set of rules that has a directory, in order: boards are few enough to try them all. */
fnr_status fnr_root_visit(const char *root, fnr_rules_fn visit, void *context, fnr_error *why)
{
    struct stat info;
    char path[FNR_PATH_SIZE];
    if (stat(root, &info) != 0)
        return errno == ENOENT ? FNR_OK : fnr_fail_errno(why, "open this root", root);
    if (!S_ISDIR(info.st_mode))
        return fnr_fail_file(why, FNR_ERR_IO, root, "not a directory of tables");
    for (int points = 1; points <= FNR_MAX_POINTS; points++) {
        for (int width = FNR_MAX_WIDTH; width >= 1; width--) {
            if (points % width != 0) continue;
            for (int kind = 0; kind < 4; kind++) {
                fnr_rules rules = {width, points / width, kind / 2 ? FNR_TELO_LINE : FNR_CAPTURE,
                                   kind % 2 ? FNR_STALEMATE_DRAW : FNR_STALEMATE_LOSS};
                if (rules.variant == FNR_TELO_LINE && (width != 3 || points != 9)) continue;
                fnr_status status = fnr_store_directory(root, &rules, path, why);
                if (status) return status;
                bool there = stat(path, &info) == 0;
                if (!there && errno != ENOENT) return fnr_fail_errno(why, "open", path);
                if (there && S_ISDIR(info.st_mode) && visit(&rules, context)) return FNR_OK;
            }
        }
    }
    return FNR_OK;
}
