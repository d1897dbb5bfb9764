/* SPDX-License-Identifier: MIT
 *
 * store.h: where tables are. ROOT/9x5-capture/3v2.wdl is the WDL table of slice (3, 2).
 *
 * Errors:  FNR_ERR_IO for a path that is too long, and for what cannot be made.
 * Threads: no state. */
#ifndef FNR_TABLE_STORE_H
#define FNR_TABLE_STORE_H

#include "base/file.h"
#include "table/format.h"

/* The directory of a set of rules. */
fnr_status fnr_store_directory(const char *root, const fnr_rules *rules, char path[FNR_PATH_SIZE],
                               fnr_error *why);

/* The same for who is going to write there: it is made, and those above it. It must not be a
 * symbolic link: a root that came from somewhere else could lead writers anywhere. */
fnr_status fnr_store_make_directory(const char *root, const fnr_rules *rules,
                                    char path[FNR_PATH_SIZE], fnr_error *why);

enum { FNR_TABLE_NAME_SIZE = 16 };

/* "3v2", and "3v2.wdl". */
void fnr_slice_name(int m, int o, char name[FNR_TABLE_NAME_SIZE]);
void fnr_table_name(int m, int o, fnr_metric metric, char name[FNR_TABLE_NAME_SIZE]);

/* ROOT/9x5-capture/NAME. */
fnr_status fnr_store_file(const char *root, const fnr_rules *rules, const char *name,
                          char path[FNR_PATH_SIZE], fnr_error *why);

fnr_status fnr_store_path(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric,
                          char path[FNR_PATH_SIZE], fnr_error *why);

/* Whether a file has the name of this table. */
bool fnr_store_has(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric);

/* Steps through the slices of a game in the order of all lists: by stones, then min(m, o), then m.
 * Begin with m = 1, o = 0; false when there are no more. */
bool fnr_slice_next(const fnr_game *game, int *m, int *o);

#endif
