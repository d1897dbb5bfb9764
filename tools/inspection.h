/* SPDX-License-Identifier: MIT
 *
 * inspection.h: what `check` and `verify` have in common: one look through all databases that are
 *               asked for, with progress, reporting what is found.
 */
#ifndef TOOLS_INSPECTION_H
#define TOOLS_INSPECTION_H

#include "command.h"
#include "progress.h"

struct inspection {
    struct progress progress; /* first, for progress_step */
    const struct settings *settings;
    fnr_status (*inspect)(fnr_db *db, const fnr_check_options *options, fnr_error *why);
    void (*report)(struct inspection *inspection, const fnr_report *report); /* prints it */
    char name[FNR_RULES_NAME_SIZE];    /* of the database in work */
    unsigned looked_at, bad, unproven; /* reports until now */
};

/* Looks through the database of words[0], or all in ROOT. Returns an exit code and has complained
 * unless it is EXIT_FINE; what was reported bad is only counted. */
int inspection_run(struct inspection *inspection, int count, char **words);

/* Prints a line to stdout, past the progress display. */
__attribute__((format(printf, 2, 3))) void inspection_print(struct inspection *inspection,
                                                            const char *format, ...);

#endif
