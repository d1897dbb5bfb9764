/* SPDX-License-Identifier: MIT
 *
 * root.h: where tables are when nothing was said about it.
 */
#ifndef TOOLS_ROOT_H
#define TOOLS_ROOT_H

#include <stdbool.h>

/* $FANORON_DB, else ./tables; for a command that only reads, when there is no ./tables, the tables
 * that come with the program, beside which it lies installed or built. Valid until the end. */
const char *root_default(bool writes);

#endif
