/* SPDX-License-Identifier: MIT
 *
 * progress.h: shows on a terminal how far long work is, and stops it on Ctrl-C.
 *
 * The display is one line of stderr, written over again and again, gone at the end. If stderr is
 * no terminal, nothing is shown.
 */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>

#include "fanoron.h"

struct progress {
    char name[FNR_RULES_NAME_SIZE]; /* of the rules in work */
    bool visible;                   /* stderr is a terminal */
    bool on_screen;                 /* a line stands there */
    double started;                 /* when the work began, in seconds_now() */
    double shown;                   /* when the line was written */
    bool counting;                  /* `first` is known */
    uint64_t first;                 /* what was done already at the first call */
};

/* Begins a display, and from the first time on catches SIGINT and SIGTERM. */
void progress_start(struct progress *progress, const fnr_rules *rules);

/* A step of the work, as the library calls it: shows it, if it is time. The context begins with a
 * struct progress. Returns 1 if the work shall stop, for the library to end with
 * FNR_ERR_INTERRUPTED. */
int progress_step(const fnr_progress *now, void *context);

/* The same for proofs. */
int progress_proof_step(const fnr_proof_progress *now, void *context);

/* Takes the line away, at the end or before something else is printed. */
void progress_clear(struct progress *progress);

#endif
