/* SPDX-License-Identifier: MIT
 *
 * outcome.h: how a game that is over has ended, in words.
 */
#ifndef TOOLS_OUTCOME_H
#define TOOLS_OUTCOME_H

#include <stdbool.h>

#include "fanoron.h"

/* "White wins", "Black wins", "draw"; NULL if the game goes on. */
const char *outcome_name(fnr_outcome outcome);

#define OUTCOME_TEXT_SIZE 64

/* Whether the game is over; then `text` says how and why: "White wins, Black has no stones". */
bool outcome_text(const fnr_game *game, const fnr_position *position, char text[OUTCOME_TEXT_SIZE]);

#endif
