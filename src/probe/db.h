/* SPDX-License-Identifier: MIT
 *
 * db.h: a database: the tables of one game in a root, opened when they are first needed.
 *
 * Model:   a *drawer* for each slice holds its index and its open tables. Drawers, once filled,
 *          stay until the database is closed. A slice without a WDL table has no drawer: it is
 *          looked for again the next time.
 * Errors:  FNR_ERR_NO_TABLE if there is no WDL table; a missing DTC or DTW table is a NULL.
 * Threads: any number; filling a drawer is serialised. */
#ifndef FNR_PROBE_DB_H
#define FNR_PROBE_DB_H

#include "probe/cache.h"

typedef struct fnr_drawer {
    fnr_slice slice;
    fnr_table *wdl;
    fnr_table *dtc; /* NULL if there is none */
    fnr_table *dtw; /* likewise */
} fnr_drawer;

/* The drawer of a slice, m, o >= 1. */
fnr_status fnr_db_drawer(fnr_db *db, int m, int o, const fnr_drawer **drawer, fnr_error *why);

/* Opens the tables of up to `most` stones, 0 meaning any number. *reach: up to how many all are there;
 * 0 if none. */
fnr_status fnr_db_reach(fnr_db *db, int most, int *reach, fnr_error *why);

/* The value of a folded position with the counter at 0, and nothing else. */
fnr_status fnr_db_wdl(fnr_db *db, uint64_t mover, uint64_t other, fnr_wdl *wdl, fnr_error *why);

/* An entry of a table of this database. */
fnr_status fnr_db_entry(fnr_db *db, const fnr_table *table, uint64_t i, unsigned *entry,
                        fnr_error *why);

/* The entries of all tables whose headers can be read. */
uint64_t fnr_db_entries(fnr_db *db);

/* The database of the same rules without a draw limit; NULL if they have none. */
fnr_db *fnr_db_theory(fnr_db *db);

/* For those who look at whole tables. */
const char *fnr_db_root(const fnr_db *db);
const fnr_index *fnr_db_index(const fnr_db *db);

#endif
