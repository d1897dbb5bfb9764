/* SPDX-License-Identifier: MIT
 *
 * evaluate.h: what a position looks like without any search.
 *
 * Threads: pure functions. */
#ifndef FNR_ENGINE_EVALUATE_H
#define FNR_ENGINE_EVALUATE_H

#include "game/game.h"

/* For the side to move, in hundredths of a stone; far from FNR_SCORE_SURE. */
int fnr_evaluate(const fnr_game *game, uint64_t mover, uint64_t other);

#endif
