/* SPDX-License-Identifier: MIT
 *
 * player.h: who plays: the engine with a limit, with or without tables, or the plain player.
 *
 * Model:   a *recipe* is what a word such as depth:4+tables asks for, a *player* what plays by it.
 * Threads: one thread a player; players share the database. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "plain.h"

typedef enum limit { PLAIN, DEPTH, NODES, SECONDS, LIMITS } limit;

typedef struct recipe {
    const char *word;
    limit limit;
    double amount; /* plies, positions or seconds, of each turn */
    bool tables;
} recipe;

#define RECIPE_FORMS                                                                               \
    "plain:PLIES, or depth:PLIES, nodes:COUNT or seconds:TIME, each with or without +tables"

/* False if the word is none of RECIPE_FORMS. */
bool recipe_parse(const char *word, recipe *made);

typedef struct player {
    recipe recipe;
    fnr_engine *engine; /* NULL for the plain one */
    plain plain;
} player;

/* `db` may be NULL if the recipe has no tables; it and the game must last as long as the player. */
fnr_status player_open(const recipe *how, const fnr_game *game, fnr_db *db, player *made,
                       fnr_error *why);
void player_close(player *p); /* one that is all 0 is fine */

/* Before each game: forgets the last one. */
void player_begin(player *p, uint64_t seed);

/* Chooses a turn of the last of `count` positions, the game so far. A table that is damaged is an
 * error here: a match is no place for a player that quietly does without. */
fnr_status player_think(player *p, const fnr_position *game, size_t count, fnr_turn *turn,
                        uint64_t *nodes, fnr_error *why);

#endif
