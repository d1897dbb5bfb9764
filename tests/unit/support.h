/* SPDX-License-Identifier: MIT
 *
 * support.h: what the unit tests share: statuses that explain themselves, games, chance.
 *
 * Errors:  a helper that cannot do its work fails the test that runs. */
#ifndef FNR_TESTS_SUPPORT_H
#define FNR_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/game.h"

/* ---- Statuses -------------------------------------------------------------------------------- */

/* Fails with the message of the error unless the status is FNR_OK. */
#define assert_fine(status, why) check_status(status, FNR_OK, why, "", __FILE__, __LINE__)

/* The status must be `code`, and its message one line that contains `part`. */
#define assert_refused(status, code, why, part)                                                    \
    check_status(status, code, why, part, __FILE__, __LINE__)

void check_status(fnr_status status, fnr_status wanted, const fnr_error *why, const char *part,
                  const char *file, int line);

/* ---- Chance ---------------------------------------------------------------------------------- */

/* A fixed sequence for each start of *state (splitmix64): what fails once fails again. */
uint64_t random_next(uint64_t *state);
int random_below(uint64_t *state, int end);
/* A set of `count` of the points of `among`. */
uint64_t random_points(uint64_t *state, uint64_t among, int count);
/* A legal position with counters: at least one stone, and a point free. */
fnr_position random_position(uint64_t *state, const fnr_game *game);

/* ---- Games ----------------------------------------------------------------------------------- */

/* All boards that are served. */
#define FOR_ALL_BOARDS(width, height)                                                              \
    for (int width = 1; width <= FNR_MAX_WIDTH; width++)                                           \
        for (int height = 1; width * height <= FNR_MAX_POINTS; height++)

extern const fnr_rules TELO_LINE;

/* The default rules on a board. */
fnr_rules rules_of(int width, int height);
fnr_game *game_of(int width, int height);
fnr_game *game_with(const fnr_rules *rules);
fnr_position position_of(const fnr_game *game, const char *text);

/* The image of a position under a symmetry of the board. */
fnr_position image_of(const fnr_game *game, int symmetry, const fnr_position *position);

typedef struct turns {
    fnr_turn *turn;
    size_t count, capacity;
} turns;

/* All legal turns in the order of the visit; released by turns_free. */
turns turns_of(const fnr_game *game, const fnr_position *position);
void turns_free(turns *list);

/* The points that a turn names, without its letters: "e3-d3-c4". */
void turn_format_points(const fnr_game *game, const fnr_turn *turn, char text[FNR_TURN_TEXT_SIZE]);

#endif
