/* SPDX-License-Identifier: MIT
 *
 * plain.h: a plain player, to measure others by: alpha-beta to a fixed depth, counting stones. It
 *          shares the rules with the engine, and nothing else.
 */
#ifndef TESTS_MATCH_PLAIN_H
#define TESTS_MATCH_PLAIN_H

#include "fanoron.h"

/* Chooses a turn of a position in which the game goes on, among equals by chance, whose state is
 * *chance. Adds the positions it has looked at to *nodes. */
fnr_turn plain_choose(const fnr_game *game, const fnr_position *position, int depth,
                      uint64_t *chance, uint64_t *nodes);

/* The next number of a sequence (splitmix64). */
uint64_t chance_next(uint64_t *chance);

#endif
