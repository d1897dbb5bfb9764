/* SPDX-License-Identifier: MIT */
#include "engine/evaluate.h"

/* How many steps a side has, whatever the rules say of compulsory captures. */
static int count_steps(const fnr_board *board, uint64_t stones, uint64_t empty)
{
    int steps = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++)
        steps += fnr_count(fnr_steppers(board, stones, empty, d));
    return steps;
}

/* How many stones of `enemy` a single step of `stones` could begin a capture of. */
static int count_attacked(const fnr_board *board, uint64_t stones, uint64_t enemy, uint64_t empty)
{
    uint64_t attacked = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(board, stones, empty, d);
        uint64_t landed = fnr_step(board, steppers, d);
        attacked |= fnr_step(board, landed, d) & enemy;       /* approach */
        attacked |= fnr_step(board, steppers, d ^ 1) & enemy; /* withdrawal */
    }
    return fnr_count(attacked);
}

int fnr_evaluate(const fnr_game *game, uint64_t mover, uint64_t other)
{
    enum { STONE = 100, SHARE = 800, STEP = 3, ATTACK = 8, TURN = 10 };
    const fnr_board *board = &game->board;
    uint64_t empty = board->full & ~(mover | other);
    int m = fnr_count(mover), o = fnr_count(other);
    /* A stone more means the more, the fewer there are. */
    int score = STONE * (m - o) + SHARE * (m - o) / (m + o);
    score += STEP * (count_steps(board, mover, empty) - count_steps(board, other, empty));
    if (fnr_has_captures(game))
        score += ATTACK * (count_attacked(board, mover, other, empty) -
                           count_attacked(board, other, mover, empty));
    return score + TURN;
}
