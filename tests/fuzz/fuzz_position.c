/* SPDX-License-Identifier: MIT
 *
 * Texts of positions: what is read can be written, and read again as the same. */
#include <string.h>

#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[LONGEST_TEXT], written[FNR_POSITION_TEXT_SIZE];
    fnr_position position, again;
    fnr_error why;
    if (!size) return 0;
    const fnr_game *game = game_for(bytes[0]);
    text_of(bytes + 1, size - 1, text);
    if (fnr_position_parse(game, text, &position, &why)) return 0;
    demand(!fnr_position_check(game, &position, NULL));
    fnr_position_format(game, &position, written);
    demand(!fnr_position_parse(game, written, &again, NULL));
    demand(!memcmp(position.stones, again.stones, sizeof again.stones));
    demand(position.side == again.side && position.plies == again.plies);
    return 0;
}
