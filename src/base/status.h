/* SPDX-License-Identifier: MIT
 *
 * status.h: how library code reports a failure.
 *
 * Errors:  fnr_fail fills the caller's fnr_error (which may be NULL) and returns the code, so that
 *          a failing function ends with `return fnr_fail(why, FNR_ERR_..., "what, where", ...)`.
 * Threads: no state. */
#ifndef FNR_BASE_STATUS_H
#define FNR_BASE_STATUS_H

#include "fanoron.h"

/* Writes one line and returns `code`. */
fnr_status fnr_fail(fnr_error *why, fnr_status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "PATH: ...": a long path is shortened in the middle, so that the reason stays. */
fnr_status fnr_fail_file(fnr_error *why, fnr_status code, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same for a system call on `path` that has just set errno: says what was tried and why not. */
fnr_status fnr_fail_errno(fnr_error *why, const char *what, const char *path);

/* "not enough memory for ...". */
fnr_status fnr_fail_memory(fnr_error *why, const char *what);

#endif
