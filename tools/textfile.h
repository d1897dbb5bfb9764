/* SPDX-License-Identifier: MIT
 *
 * textfile.h: text files that are read whole, and written whole or not at all.
 */
#ifndef TOOLS_TEXTFILE_H
#define TOOLS_TEXTFILE_H

#include <stddef.h>
#include <stdio.h>

#include "fanoron.h"

/* The whole of a file of at most 64 MiB, or of standard input for "-", to be given to free(); NULL,
 * and *why, if it cannot be read. */
char *textfile_read(const char *path, size_t *size, fnr_error *why);

/* Fills a file. */
typedef void (*textfile_fn)(FILE *file, const void *context);

/* A file that `put` fills; it is on the disk before it has its name. What is there and no regular
 * file is not replaced. */
fnr_status textfile_write(const char *path, textfile_fn put, const void *context, fnr_error *why);

#endif
