/* SPDX-License-Identifier: MIT
 *
 * thinker.c: an engine that thinks in a thread of its own, so that somebody can listen meanwhile.
 */
#include "thinker.h"

#include <time.h>

/* The options of the call carry the thinker as context, to be asked whether to stop. */
struct thinking {
    struct thinker *thinker;
    fnr_think_options options;
};

static int is_stopped(void *context)
{
    const struct thinking *thinking = context;
    return thinker_is_hurried(thinking->thinker);
}

static void pass_thought(const fnr_thought *thought, void *context)
{
    const struct thinking *thinking = context;
    const fnr_think_options *options = &thinking->thinker->options;
    options->thought(thought, options->context);
}

static void *think(void *context)
{
    static const struct timespec PAUSE = {.tv_nsec = 5000000};
    struct thinker *thinker = context;
    struct thinking thinking = {thinker, thinker->options};
    fnr_choice choice;
    fnr_error why;
    thinking.options.stop = is_stopped;
    thinking.options.thought = pass_thought;
    thinking.options.context = &thinking;
    fnr_status status =
        fnr_engine_think(thinker->engine, &thinker->position, &thinking.options, &choice, &why);
    while (thinker->waits && !is_stopped(&thinking)) nanosleep(&PAUSE, NULL);
    thinker->answer(status, &choice, &why, thinker->options.context);
    return NULL;
}

bool thinker_start(struct thinker *thinker)
{
    thinker->runs = pthread_create(&thinker->thread, NULL, think, thinker) == 0;
    return thinker->runs;
}

void thinker_hurry(struct thinker *thinker)
{
    atomic_fetch_add(&thinker->hurries, 1);
}

void thinker_calm(struct thinker *thinker)
{
    atomic_fetch_sub(&thinker->hurries, 1);
}

bool thinker_is_hurried(const struct thinker *thinker)
{
    return atomic_load(&thinker->hurries) > 0;
}

void thinker_finish(struct thinker *thinker)
{
    if (!thinker->runs) return;
    if (thinker->waits) thinker_hurry(thinker);
    pthread_join(thinker->thread, NULL);
    if (thinker->waits) thinker_calm(thinker);
    thinker->runs = false;
}
