/* SPDX-License-Identifier: MIT
 *
 * game.h: one game of a match: an opening, two players, a referee.
 *
 * Model:   a game ends by the rules; or drawn, at the third occurrence of a position, or when it is
 *          too long. The referee takes no turn that is not legal, and where the tables know all
 *          turns, it notes whether one let a win or a draw go.
 * Threads: any number of games at once, each with players of its own. */
#ifndef MATCH_GAME_H
#define MATCH_GAME_H

#include "player.h"

typedef enum ending { BY_RULES, BY_REPETITION, BY_LENGTH, ENDINGS } ending;

/* What a player did in one game, or in many. */
typedef struct deeds {
    uint64_t turns, nodes;
    double seconds;
    uint64_t known;  /* turns that were made where the tables know all turns */
    uint64_t missed; /* of these, how many let a win or a draw go */
} deeds;

typedef struct record {
    int points; /* of the first player: 2 for a win, 1 for a draw */
    ending ending;
    int plies; /* behind the opening */
    deeds deeds[2];
} record;

/* Where games are played. */
typedef struct arena {
    const fnr_game *game;
    fnr_db *db;  /* NULL: none, the referee knows the rules alone */
    int reach;   /* of its tables, in stones */
    int longest; /* plies of a game */
} arena;

/* Fills `openings` with `count` different positions: four to eight random turns from the start, in
 * which the game goes on and neither side has far more stones. FNR_ERR_RANGE if the board does not
 * have so many. */
fnr_status openings_make(const fnr_game *game, uint64_t seed, fnr_position *openings, int count,
                         fnr_error *why);

/* Plays a game from an opening; players[white] has White. `moves` has room for longest + 1
 * positions. FNR_ERR_TURN if a player makes no legal turn. */
fnr_status game_play(const arena *where, player *players, int white, const fnr_position *opening,
                     fnr_position *moves, record *made, fnr_error *why);

#endif
