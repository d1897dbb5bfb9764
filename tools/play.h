/* SPDX-License-Identifier: MIT
 *
 * play.h: what the files of `fanoron play` share: a game at a terminal, or through a pipe.
 *
 *   play.c       the command: what is shown, what changes the game, whose turn it is
 *   play_talk.c  what a person types: turns, orders such as undo
 */
#ifndef TOOLS_PLAY_H
#define TOOLS_PLAY_H

#include <stdbool.h>

#include "command.h"
#include "player.h"
#include "session.h"
#include "turnlist.h"

enum { LONGEST_LINE = 4096 };

struct play {
    const struct settings *settings;
    fnr_game *game;
    fnr_position start;
    struct session session;
    enum player sides[2]; /* by fnr_side */
    struct players players;
    struct turnlist shown; /* what the numbers mean that a person may type */
    fnr_outcome resigned;  /* FNR_GOES_ON: nobody has */
    bool changed;          /* the position, since it was shown */
    bool quits;
    int code;
};

fnr_side play_to_move(const struct play *play);

/* How the game has ended; false if it goes on. */
bool play_is_over(const struct play *play, fnr_outcome *outcome, char text[OUTCOME_TEXT_SIZE]);

/* Prints an answer to what a person has typed, in one line whatever was typed. */
__attribute__((format(printf, 1, 2))) void play_answer(const char *format, ...);

void play_show_board(const struct play *play);

/* Lists the turns that begin as `start` says; numbers mean these from then on. */
void play_show_turns(struct play *play, const char *start);

/* These set play->code, after a complaint, if there is no memory. */
void play_make_turn(struct play *play, const fnr_turn *turn);
void play_begin(struct play *play); /* from the start, again */

/* Takes over a game that has been read, instead of any that is played. Returns an exit code. */
int play_take_game(struct play *play, const fnr_fgn *fgn);

/* Does what a person has typed; `over`: the game is. */
void play_obey(struct play *play, char *text, bool over);

#endif
