/* SPDX-License-Identifier: MIT
 *
 * checkpoint.h: a pair in work, kept in a file, so that a process that is killed loses minutes.
 *
 * Model:   the solver offers its state where it is whole: between parts of the first phase, and
 *          when a level has been judged. An offer is taken when enough time has passed since the
 *          last one: at least `interval` seconds, and so much more that writing takes a twentieth
 *          of the time. The file ROOT/9x5-capture/3v5.checkpoint holds a header, then the arrays of
 *          the pair as they are in memory, then a checksum of all of it; a later one replaces it.
 * Errors:  a checkpoint that cannot be written costs nothing but itself: `status` and `why` say
 *          what happened last. One that cannot be used is as good as none.
 * Threads: one thread.
 * Source:  papers/retrograde.md */
#ifndef FNR_SOLVE_CHECKPOINT_H
#define FNR_SOLVE_CHECKPOINT_H

#include "solve/pair.h"
#include "table/store.h"

typedef struct fnr_checkpoint {
    const char *root;
    char path[FNR_PATH_SIZE];
    double interval; /* seconds */
    double due;      /* on the system's monotonic clock */
    fnr_status status;
    fnr_error why;
} fnr_checkpoint;

/* Checkpoints of a pair, the first one in `interval` seconds. `root` is borrowed. */
fnr_status fnr_checkpoint_init(fnr_checkpoint *checkpoint, const char *root, const fnr_pair *pair,
                               double interval, fnr_error *why);

/* Takes up the work of a pair that has just been made where the file left it. False if there is
 * none, or none of this very work; then the pair is as it was. */
bool fnr_checkpoint_load(fnr_checkpoint *checkpoint, fnr_pair *pair);

/* For a pair whose state is whole; does nothing if the pair has no checkpoints. */
void fnr_checkpoint_offer(const fnr_pair *pair);

/* The pair is finished: removes the file. */
void fnr_checkpoint_remove(const fnr_checkpoint *checkpoint);

#endif
