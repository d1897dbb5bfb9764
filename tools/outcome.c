/* SPDX-License-Identifier: MIT
 *
 * outcome.c: how a game that is over has ended, in words.
 */
#include "outcome.h"

#include <stdio.h>

#include "words.h"

const char *outcome_name(fnr_outcome outcome)
{
    switch (outcome) {
    case FNR_WHITE_WINS:
        return "White wins";
    case FNR_BLACK_WINS:
        return "Black wins";
    case FNR_DRAWN:
        return "draw";
    default:
        return NULL;
    }
}

bool outcome_text(const fnr_game *game, const fnr_position *position, char text[OUTCOME_TEXT_SIZE])
{
    fnr_outcome outcome = fnr_position_outcome(game, position);
    if (outcome == FNR_GOES_ON) return false;

    fnr_side winner = outcome == FNR_WHITE_WINS ? FNR_WHITE : FNR_BLACK;
    fnr_side who = position->side;
    const char *what = "has no legal turn";
    int limit = fnr_game_rules(game)->draw_plies;
    if (outcome == FNR_DRAWN && limit && position->plies >= limit) {
        snprintf(text, OUTCOME_TEXT_SIZE, "draw, %d plies without a capture", (int)position->plies);
        return true;
    }
    if (outcome != FNR_DRAWN && !position->stones[1 - winner]) {
        who = 1 - winner;
        what = "has no stones";
    } else if (fnr_game_rules(game)->variant == FNR_TELO_LINE) { /* nobody is ever shut in there */
        who = winner;
        what = "has three in a line";
    }
    snprintf(text, OUTCOME_TEXT_SIZE, "%s, %s %s", outcome_name(outcome), side_names[who], what);
    return true;
}
