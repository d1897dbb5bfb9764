/* SPDX-License-Identifier: MIT
 *
 * start.c: `fanoron start`: the start position of a board.
 */
#include <stdio.h>

#include "command.h"
#include "message.h"
#include "position.h"

static int run_start(const struct settings *settings, int count, char **words)
{
    (void)count;
    fnr_rules rules;
    int code = read_board(settings, words[0], &rules);
    if (code) return code;

    fnr_error why;
    fnr_game *game = NULL;
    fnr_position position;
    if (fnr_game_new(&rules, &game, &why) ||
        fnr_position_start(game, settings->setup, &position, &why)) {
        fnr_game_free(game);
        return complain_why(&why);
    }
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position_format(game, &position, text);
    printf("%s\n", text);
    fnr_game_free(game);
    return EXIT_FINE;
}

const struct command start_command = {
    .name = "start",
    .arguments = "BOARD",
    .summary = "print the start position of a board",
    .details = "The palindrome setup is a different game; the mirror setup has the same value as\n"
               "the standard one.\n",
    .example = "fanoron start 9x5",
    .options = OPTION_SETUP | OPTIONS_RULES,
    .least = 1,
    .most = 1,
    .run = run_start,
};
