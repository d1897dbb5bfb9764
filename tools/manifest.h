/* SPDX-License-Identifier: MIT
 *
 * manifest.h: a list of tables with the digests of their values, a line each:
 * "1f2e3d4c5b6a7988  9x5-capture/3v2.wdl". Equal digests mean equal values, however they are
 * stored.
 */
#ifndef TOOLS_MANIFEST_H
#define TOOLS_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fanoron.h"

struct manifest {
    struct manifest_line *lines;
    size_t count;
};

/* Prints the lines of a slice of the rules with this name. */
void manifest_print(const char *rules, const fnr_slice_stats *slice);

/* Reads a file. Returns an exit code and has complained unless it is EXIT_FINE. */
int manifest_read(const char *path, struct manifest *manifest);
void manifest_free(struct manifest *manifest);

/* Whether a table is not in the manifest, or as it says there; marks it as met. */
/* How many of the lines have been met. */
size_t manifest_met(const struct manifest *manifest);

bool manifest_agrees(struct manifest *manifest, const char *name, uint64_t digest);

/* The name of a table that was not met since the last call, or NULL. With `rules` (may be NULL),
 * only of tables of the rules with this name. */
const char *manifest_missing(struct manifest *manifest, const char *rules);

#endif
