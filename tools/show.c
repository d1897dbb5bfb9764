/* SPDX-License-Identifier: MIT
 *
 * show.c: `fanoron show`: the diagram of a position.
 */
#include <stdio.h>

#include "command.h"
#include "diagram.h"
#include "message.h"
#include "outcome.h"
#include "position.h"
#include "words.h"

static int run_show(const struct settings *settings, int count, char **words)
{
    fnr_game *game;
    fnr_position position;
    int code = read_position(settings, count, words, &game, &position);
    if (code) return code;

    char text[FNR_POSITION_TEXT_SIZE], end[OUTCOME_TEXT_SIZE];
    fnr_position_format(game, &position, text);
    diagram_print(game, &position);
    printf("\n%s\n", text);
    if (outcome_text(game, &position, end))
        printf("Game over: %s\n", end);
    else
        printf("%s to move\n", side_names[position.side]);
    fnr_game_free(game);
    return EXIT_FINE;
}

const struct command show_command = {
    .name = "show",
    .arguments = "POSITION [TURN ...]",
    .summary = "draw a position",
    .details = "Turns after the position are played first.\n",
    .example = "fanoron show \"BBB/B1W/WWW w\" b1-b2",
    .options = OPTIONS_RULES,
    .least = 1,
    .most = ANY_NUMBER,
    .run = run_show,
};
