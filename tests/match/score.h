/* SPDX-License-Identifier: MIT
 *
 * score.h: what the games of a match say about two players, and how sure it is.
 *
 * Model:   games 2 k and 2 k + 1 are a pair: the same opening with colours exchanged. They depend on
 *          each other (an opening may be won for White, whoever plays), pairs do not. So the score
 *          is the mean over pairs, and its variance is theirs. It is taken to be at least that of a
 *          match in which one pair alone went entirely the other way: games that all end alike do
 *          not prove that no other would.
 * Shapes:  shares of 1: 0 all lost, 1 all won, a draw counts half. Elo is 400 log10 of the odds;
 *          infinite for shares of 0 and 1.
 * Threads: pure functions. */
#ifndef MATCH_SCORE_H
#define MATCH_SCORE_H

#include "game.h"

/* All for the first player. */
typedef struct score {
    int games, wins, draws, losses;
    int limited; /* draws by the rules: the draw limit, or a stalemate that draws */
    int endings[ENDINGS];
    double share, error; /* the true share is in share +- error 19 times out of 20 */
    double plies;        /* of a game, on average */
    deeds deeds[2];
} score;

/* `games` is even and at least 2. */
score score_of(const record *records, int games);

double elo_of(double share);

/* How many Elo the share less, or more, its error is worth. */
double elo_low(const score *s);
double elo_high(const score *s);

#endif
