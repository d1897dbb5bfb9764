/* SPDX-License-Identifier: MIT
 *
 * databases.h: the databases that a command without a position looks at: that of BOARD, or all
 *              those in ROOT that the options do not exclude.
 */
#ifndef TOOLS_DATABASES_H
#define TOOLS_DATABASES_H

#include "command.h"

/* Called with each database; an exit code other than EXIT_FINE ends the visit. */
typedef int (*database_fn)(fnr_db *db, void *context);

/* Visits the database of words[0], or, if there is no word (count 0), all in ROOT that agree with
 * the options in `narrowing` (a sum of OPTION_VARIANT and OPTION_STALEMATE). Returns an exit code,
 * and has complained if it did not come from `visit`. */
int databases_visit(const struct settings *settings, int count, char **words, unsigned narrowing,
                    database_fn visit, void *context);

/* Says that there were no tables, and how to make some; returns EXIT_FAILED. */
int complain_no_tables(const struct settings *settings, int count, char **words,
                       unsigned narrowing);

#endif
