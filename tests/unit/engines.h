/* SPDX-License-Identifier: MIT
 *
 * engines.h: what the tests of the engine share: an engine beside the tables that judge it,
 *            positions of few stones, what they are worth.
 *
 * Errors:  a helper that cannot do its work fails the test that runs. */
#ifndef FNR_TESTS_ENGINES_H
#define FNR_TESTS_ENGINES_H

#include "files.h"

enum { LITTLE = 1 << 20 /* bytes of memory for an engine */ };

typedef struct table {
    fnr_db *db;
    fnr_engine *engine;
    const fnr_game *game;
} table;

/* Opens tables, and an engine that may use them or not. */
table table_of(const char *root, const fnr_rules *rules, bool with_tables);
void table_free(table *t);

/* Builds the tables of up to `stones` stones with one thread, with DTC, and DTW if asked. */
void build(const char *root, const fnr_rules *rules, int stones, bool dtw);

fnr_value value_at(fnr_db *db, const fnr_position *position);

/* 1, 0 or -1: what it comes to in the end. */
int worth(fnr_wdl wdl);

/* A position of at least two and at most `most` stones (six in telo-line) in which the game goes
 * on, with a counter if there is a limit. */
fnr_position some_position(uint64_t *state, const fnr_game *game, int most);

/* Chooses a turn of the last of `count` positions of a game, four plies deep where the tables do
 * not know. */
fnr_turn think(const table *t, const fnr_position *history, size_t count);

#endif
