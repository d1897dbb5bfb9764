/* SPDX-License-Identifier: MIT
 *
 * perft.c: `fanoron perft`: the number of turn sequences of a length.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "message.h"
#include "numbers.h"
#include "position.h"

enum { LARGEST_DEPTH = 1000 }; /* the count would overflow long before */

static int run_perft(const struct settings *settings, int count, char **words)
{
    uint64_t depth;
    const char *last = words[count - 1];
    if (!number_read(last, 0, LARGEST_DEPTH, &depth))
        return complain(EXIT_MISUSE, "DEPTH '%s': not a whole number from 0 to %d", last,
                        LARGEST_DEPTH);
    fnr_game *game;
    fnr_position position;
    int code = read_position(settings, count - 1, words, &game, &position);
    if (code) return code;
    printf("%" PRIu64 "\n", fnr_perft(game, &position, (int)depth));
    fnr_game_free(game);
    return EXIT_FINE;
}

const struct command perft_command = {
    .name = "perft",
    .arguments = "POSITION DEPTH",
    .summary = "count the sequences of DEPTH turns from a position",
    .details = "Every way to play a capturing sequence counts by itself, also where the results\n"
               "are the same.\n",
    .example = "fanoron perft \"BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w\" 5",
    .options = OPTIONS_RULES,
    .least = 2,
    .most = ANY_NUMBER,
    .run = run_perft,
};
