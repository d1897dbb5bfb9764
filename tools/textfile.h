/* SPDX-License-Identifier: MIT
 *
 * textfile.h: text files that are read whole.
 */
#ifndef TOOLS_TEXTFILE_H
#define TOOLS_TEXTFILE_H

#include <stddef.h>

#include "fanoron.h"

/* The whole of a file of at most 64 MiB, or of standard input for "-", to be given to free(); NULL,
 * and *why, if it cannot be read. */
char *textfile_read(const char *path, size_t *size, fnr_error *why);

#endif
