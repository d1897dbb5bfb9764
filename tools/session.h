/* SPDX-License-Identifier: MIT
 *
 * session.h: a game that is being played: its turns, taking them back, how it ends.
 */
#ifndef TOOLS_SESSION_H
#define TOOLS_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "fanoron.h"
#include "outcome.h"

/* Begins with all 0. */
struct session {
    const fnr_game *game;
    fnr_position *positions; /* count + 1 of them; the last one is now */
    fnr_turn *turns;         /* count of them */
    size_t count, capacity;
};

/* Begins a game, or another one in the same session. False if there is no memory: nothing has
 * changed then. */
bool session_start(struct session *session, const fnr_game *game, const fnr_position *start);
void session_free(struct session *session);

const fnr_position *session_now(const struct session *session);

/* Plays a legal turn; false if there is no memory. */
bool session_play(struct session *session, const fnr_turn *turn);

/* Takes the last turn back; false if there is none. */
bool session_undo(struct session *session);

/* How the game has ended, with `text` as of outcome_text; FNR_GOES_ON if it has not. As a rule of
 * play, unlike the tables, a position that is there for the third time is a draw. */
fnr_outcome session_outcome(const struct session *session, char text[OUTCOME_TEXT_SIZE]);

#endif
