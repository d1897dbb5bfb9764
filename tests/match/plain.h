/* SPDX-License-Identifier: MIT
 *
 * plain.h: a player so plain that there is nothing to doubt: it looks a fixed number of plies ahead
 * and counts stones.
 *
 * Model:   alpha-beta over every legal turn, in the order of the visit. No tables, no memory, no
 *          order of turns, and captures are not followed beyond the depth. It shares the rules with
 *          the engine that it plays against (turns, positions, outcomes), and nothing else.
 * Threads: one thread a player. */
#ifndef MATCH_PLAIN_H
#define MATCH_PLAIN_H

#include <fanoron.h>

typedef struct plain {
    const fnr_game *game;
    int depth;       /* plies, at least 1 */
    uint64_t chance; /* chooses among turns that look equally good */
    uint64_t nodes;  /* positions looked at, all calls together */
} plain;

/* Chooses a turn of a position in which the game goes on. */
fnr_turn plain_think(plain *player, const fnr_position *position);

#endif
