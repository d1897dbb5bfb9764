/* SPDX-License-Identifier: MIT
 *
 * Texts of turns: what is read is legal, and can be written and read again as the same. */
#include <string.h>

#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const POSITIONS[] = {"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w",
                                            "BB1B1/1WB1B/BW1BW/1W1W1/WW1WW b",
                                            "BBB/BW1/WW1 w",
                                            "BBB/3/WWW w",
                                            "26/B1B1B1B1W1W1W1W1B1B1B1B1W1 w",
                                            "8/1BB1BB2/8/2W5/3BB3/8/1B1B1B2/8 w"};
    char text[LONGEST_TEXT], written[FNR_TURN_TEXT_SIZE];
    fnr_position position;
    fnr_turn turn, again;
    fnr_error why;
    if (!size) return 0;
    unsigned choice = bytes[0] % 6u;
    const fnr_game *game = game_for(choice);
    demand(!fnr_position_parse(game, POSITIONS[choice], &position, NULL));
    text_of(bytes + 1, size - 1, text);
    if (fnr_turn_parse(game, &position, text, &turn, &why)) return 0;
    fnr_turn_format(game, &turn, written);
    demand(!fnr_turn_parse(game, &position, written, &again, NULL));
    demand(turn.steps == again.steps && turn.captured == again.captured &&
           !memcmp(turn.point, again.point, turn.steps + 1u));
    return 0;
}
