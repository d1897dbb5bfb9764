/* SPDX-License-Identifier: MIT */

/* brute.h: a Fanorona solver so plain that it is obviously right.
 *
 * It exists to check the project and therefore shares nothing with it: no index, no move
 * generator, no table, no probe. The rules are those of papers/rules.md and are written down here
 * again. rules.c holds the rules, solver.c the solver, brute.c the program.
 *
 * Model:   a slice (m,o) holds every placement of m stones of the side to move and o stones of
 *          the other side, without folding symmetries: the placement's number is the colex rank
 *          of the mover's set, then that of the other's set among the points that remain. One
 *          value and one DTC a placement. Colours are folded: the solver has White to move;
 *          where Black is to move the colours are swapped (telo-line: and the board is turned
 *          upside down, because a side's own home row does not count as a line).
 * Method:  slices with fewer stones first, (m,o) together with (o,m). Level L = 0, 1, 2 ... is
 *          one pass over all undecided placements of both slices. A placement is decided at level
 *          L from what its turns lead to: a position with fewer stones, which is known, or a
 *          paika's position of DTC below L. What is never decided is a draw.
 * Limit:   where the game is drawn after N plies without a capture, a state is a placement and a
 *          counter of such plies below N. The counters are taken from N - 1 down, one pass each: a
 *          capture leads to fewer stones and counter 0, a paika to the next counter, all of which
 *          is known, and counter N is a draw. One value and one DTC a state.
 * Size:    three bytes a placement, at most 2^31 placements; under a limit three bytes a state
 *          besides, at most 4 * 10^9 bytes.
 * Counts:  `slices` counts orbits: a placement counts if none of its images is smaller. Under a
 *          limit the counter is 0.
 * Errors:  bad usage exits 2, anything else that goes wrong exits 1, with a message on stderr.
 */
#ifndef BRUTE_H
#define BRUTE_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_POINTS = 64, MAX_WIDTH = 26, DIRECTIONS = 8, MAX_DRAW_PLIES = 1000 };
enum { WHITE = 0, BLACK = 1 };

/* For the side to move. REFUSED: a placement that is no position (telo-line, both have a line). */
enum value { UNDECIDED, LOSS, DRAW, WIN, REFUSED, VALUES };

/* A board and the rules it is played by. Point (x, y) is y * width + x. */
struct game {
    int width, height, points;
    bool telo_line;
    bool stalemate_draws;
    int draw_plies;                   /* drawn after so many plies without a capture; 0: never */
    int step[MAX_POINTS][DIRECTIONS]; /* the neighbour in a direction, or -1 */
    int symmetries;
    int image[8][MAX_POINTS]; /* where each symmetry takes a point */
};

/* Bit p of a set is point p. */
struct position {
    uint64_t mover, other;
    int side; /* the colour of the mover */
};

/* The stone goes point[0], point[1] ... point[steps]; kind[i] is 'A', 'W', or 0 for a paika. */
struct turn {
    struct position after;
    int captured;
    int steps;
    int point[MAX_POINTS + 1];
    char kind[MAX_POINTS];
};

typedef void turn_visitor(void *context, const struct turn *turn);

/* The entry of a placement at a counter is number counter * size + placement. */
struct slice {
    uint64_t size;  /* placements */
    uint8_t *value; /* enum value */
    uint16_t *dtc;  /* 0 and without meaning for draws */
};

struct solver {
    const struct game *game;
    int counters; /* 0, 1 ... counters - 1 under the draw limit; without one there is only 0 */
    uint64_t choose[MAX_POINTS + 1][MAX_POINTS + 1];
    struct slice slice[MAX_POINTS + 1][MAX_POINTS + 1]; /* [m][o] */
};

static inline uint64_t bit(int point)
{
    return (uint64_t)1 << point;
}

static inline int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline int lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

_Noreturn void die(const char *message, const char *detail);

/* ---- rules.c ----------------------------------------------------------------------------- */

/* Set the board; game's variant is set already. */
void make_board(struct game *game, int width, int height);

bool is_smallest_image(const struct game *game, const struct position *pos);

/* The value if the game is over before anyone moves, UNDECIDED if it goes on. The draw limit is not
 * looked at. */
enum value value_if_over(const struct game *game, const struct position *pos);

bool can_capture(const struct game *game, const struct position *pos);

/* Show every legal turn to the visitor; none where the game is over. */
void each_turn(const struct game *game, const struct position *pos, turn_visitor *visit,
               void *context);

/* ---- solver.c ---------------------------------------------------------------------------- */

/* All positions of at most so many stones: without a draw limit, whatever the game's is, or under
 * the game's. */
struct solver *solve(const struct game *game, int most);
struct solver *solve_under_limit(const struct game *game, int most);
void free_solver(struct solver *solver);

/* The placement with a number, White to move. */
struct position position_of(const struct solver *solver, int m, int o, uint64_t index);

/* The value and DTC of a position of the solved board; REFUSED if it was not solved. */
enum value look_up(const struct solver *solver, const struct position *pos, int counter, int *dtc);

#endif
