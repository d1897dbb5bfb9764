/* SPDX-License-Identifier: MIT
 *
 * player.h: who plays a side: a person, or the engine on one of three levels.
 */
#ifndef TOOLS_PLAYER_H
#define TOOLS_PLAYER_H

#include "command.h"
#include "session.h"

enum player { PLAYER_PERSON, PLAYER_EASY, PLAYER_MEDIUM, PLAYER_STRONG };

/* The engines that play: one without tables, and one with. Begins with all 0. */
struct players {
    const struct settings *settings;
    fnr_rules rules;
    fnr_db *db;
    fnr_engine *plain, *expert;
};

/* Chooses a turn for a level, after the game so far. An exit code, after a complaint. */
int player_think(struct players *players, enum player level, const struct session *session,
                 fnr_choice *choice);

void players_free(struct players *players);

#endif
