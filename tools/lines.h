/* SPDX-License-Identifier: MIT
 *
 * lines.h: lines of standard input, whatever they hold.
 */
#ifndef TOOLS_LINES_H
#define TOOLS_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the next line, without its end, into `text`, which has room for `size` bytes; of a longer
 * line only the beginning is kept, so that no input can fill the memory. False if there is none.
 * *flaw: what is odd about it, or NULL. */
bool line_read(char *text, size_t size, const char **flaw);

#endif
