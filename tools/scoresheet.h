/* SPDX-License-Identifier: MIT
 *
 * scoresheet.h: games as text, in FGN: tags, then numbered turns, wrapped.
 */
#ifndef TOOLS_SCORESHEET_H
#define TOOLS_SCORESHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "fanoron.h"

/* A text that grows word by word. */
struct scoresheet {
    FILE *file;
    size_t column;
    size_t number; /* of the next turn of White */
    bool alone;    /* what comes next is not right behind White's turn */
};

void scoresheet_begin(struct scoresheet *sheet, FILE *file);

/* [NAME "VALUE"], on a line. */
void scoresheet_tag(const struct scoresheet *sheet, const char *name, const char *value);

/* Words, each on the line that is begun or on the next one. */
void scoresheet_words(struct scoresheet *sheet, const char *text);

/* A turn with its number where one belongs, and a mark such as "??" or "". */
void scoresheet_turn(struct scoresheet *sheet, const fnr_game *game, const fnr_position *before,
                     const fnr_turn *turn, const char *mark);

/* {TEXT}. */
void scoresheet_comment(struct scoresheet *sheet, const char *text);

/* The result, which ends the game. */
void scoresheet_end(struct scoresheet *sheet, const char *result);

#endif
