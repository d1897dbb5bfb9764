/* SPDX-License-Identifier: MIT
 *
 * thinker.h: an engine that thinks in a thread of its own, so that somebody can listen meanwhile.
 */
#ifndef TOOLS_THINKER_H
#define TOOLS_THINKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "fanoron.h"

/* Begins with all 0. */
struct thinker {
    pthread_t thread;
    bool runs;          /* the thread: to be joined */
    atomic_int hurries; /* how many want an answer soon */
    /* What it works on, which stays untouched until it has ended. */
    fnr_engine *engine;
    fnr_position position;
    fnr_think_options options;
    bool waits; /* with its answer, until it is stopped */
    void (*answer)(fnr_status status, const fnr_choice *choice, const fnr_error *why,
                   void *context);
};

/* Starts to think, with what is set: engine, position, options (all but `stop`; the context is also
 * that of the answer), waits, answer. `answer` is called in the new thread, once. False if there
 * is no thread to be had. */
bool thinker_start(struct thinker *thinker);

/* From the first on it answers soon, until the second; any thread may. */
void thinker_hurry(struct thinker *thinker);
void thinker_calm(struct thinker *thinker);
bool thinker_is_hurried(const struct thinker *thinker);

/* Waits for its answer, which nobody need ask for unless it `waits`. Nothing happens if it does not
 * think. */
void thinker_finish(struct thinker *thinker);

#endif
