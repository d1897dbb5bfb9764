/* SPDX-License-Identifier: MIT
 *
 * pairs.h: what the tests of the solver share: pairs of slices, with the finished ones below them.
 *
 * Errors:  a helper that cannot do its work fails the test that runs. */
#ifndef FNR_TESTS_PAIRS_H
#define FNR_TESTS_PAIRS_H

#include "files.h"
#include "solve/checkpoint.h"

/* A board, and the finished slices below a pair. */
typedef struct garden {
    const char *root; /* borrowed */
    fnr_game *game;
    fnr_index *index;
    fnr_shelf *shelf;
    fnr_task task;
    int calls, stop_at; /* of progress; 0: never */
} garden;

/* Solves and shelves everything below `stones` stones; no file is read or written. */
void garden_new(garden *g, const char *root, const fnr_rules *rules, int stones);
void garden_free(garden *g);

/* Begins the task of the garden, which will be stopped at call `stop_at` of progress. */
void start_task(garden *g, int stop_at);

void pair_new(garden *g, int a, int b, bool with_dtc, fnr_pair *pair);
void solve(fnr_pair *pair);

/* The same values, levels included. */
void assert_same_pairs(const fnr_pair *a, const fnr_pair *b);

/* Works on a new pair from the checkpoint of the last one, if any, offering one wherever it can and
 * stopping at call `stop_at` of progress. Returns whether it took up a checkpoint. */
bool go_on(garden *g, int a, int b, bool with_dtc, uint32_t narrow, int stop_at, fnr_pair *pair);

#endif
