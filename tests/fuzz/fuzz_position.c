/* SPDX-License-Identifier: MIT
 *
 * Texts of positions: what is read can be written, and read again as the same, and has turns; and what else is read
 * of such a text: the name of a board, and its size. */
#include <string.h>

#include "target.h"

static int count_to_limit(const fnr_turn *turn, void *context)
{
    (void)turn;
    return ++*(int *)context == 500;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[LONGEST_TEXT], written[FNR_POSITION_TEXT_SIZE];
    fnr_position position, again;
    fnr_error why;
    if (!size) return 0;
    const fnr_game *game = game_for(bytes[0]);
    text_of(bytes + 1, size - 1, text);
    fnr_rules rules = {.width = 9, .height = 5};
    int width, height, turns = 0;
    if (!fnr_rules_parse_board(text, &rules, &why)) demand(!fnr_rules_check(&rules, &why));
    if (!fnr_position_parse_size(text, &width, &height, &why))
        demand(!fnr_board_check_size(width, height, &why));
    if (fnr_position_parse(game, text, &position, &why)) {
        demand(why.text[0]);
        return 0;
    }
    fnr_turns_visit(game, &position, count_to_limit, &turns);
    demand(!fnr_position_check(game, &position, NULL));
    fnr_position_format(game, &position, written);
    demand(!fnr_position_parse(game, written, &again, NULL));
    demand(!memcmp(position.stones, again.stones, sizeof again.stones));
    demand(position.side == again.side && position.plies == again.plies);
    return 0;
}
