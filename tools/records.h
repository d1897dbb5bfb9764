/* SPDX-License-Identifier: MIT
 *
 * records.h: `fanoron stats --records`: the deepest positions of each slice, how many there are of
 *            each depth, and mutual zugzwangs; as text, as CSV, and as plots.
 */
#ifndef TOOLS_RECORDS_H
#define TOOLS_RECORDS_H

#include "command.h"

/* Prints the records of the databases that `stats` would look at, and plots them where the options
 * say so. Returns an exit code. */
int records_run(const struct settings *settings, int count, char **words, unsigned narrowing);

#endif
