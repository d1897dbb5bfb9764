/* SPDX-License-Identifier: MIT
 *
 * message.h: the exit codes of the program, and its messages: one line each on stderr.
 */
#ifndef TOOLS_MESSAGE_H
#define TOOLS_MESSAGE_H

#include "fanoron.h"

enum {
    EXIT_FINE = 0,
    EXIT_FAILED = 1,   /* the work could not be done, or what was looked at is bad */
    EXIT_MISUSE = 2,   /* a bad command, option, number, board, position or turn */
    EXIT_UNPROVEN = 3, /* verify: consistent, but not proven */
    EXIT_INTERRUPTED = 130,
};

/* Prints "fanoron: " and the message as one line; control characters become '?'.
 * Returns `code`, so that a command can say `return complain(EXIT_MISUSE, ...)`. */
__attribute__((format(printf, 2, 3))) int complain(int code, const char *format, ...);

/* Prints what the library found wrong; returns the exit code that belongs to it. */
int complain_why(const fnr_error *why);

/* Replaces control characters by '?', so that a text from outside stays within its line. */
void tame(char *text);

#endif
