/* SPDX-License-Identifier: MIT
 *
 * position.h: boards, positions and turns that were typed as arguments.
 *
 * All functions here return an exit code, and have complained if it is not EXIT_FINE.
 */
#ifndef TOOLS_POSITION_H
#define TOOLS_POSITION_H

#include "command.h"

/* The rules that the options name, on no board yet. */
fnr_rules rules_of(const struct settings *settings);

/* The rules that a BOARD and the options name together. */
int read_board(const struct settings *settings, const char *text, fnr_rules *rules);

/* Reads POSITION, which may be one word or several ("9/9/9/9/3W5", "w", "0", "1"), and plays the
 * turns that follow it. The game is new, to be given to fnr_game_free. */
int read_position(const struct settings *settings, int count, char **words, fnr_game **game,
                  fnr_position *position);

/* The same, or the start of a board, if that is all that the words name. */
int read_start(const struct settings *settings, int count, char **words, fnr_game **game,
               fnr_position *position);

#endif
