/* SPDX-License-Identifier: MIT
 *
 * board.h: the lines of a rectangular board, and the symmetries of these lines.
 *
 * Model:   a point is joined to its orthogonal neighbours and, if x + y is even (a strong point),
 *          to its diagonal ones. A direction d is one of 8; d ^ 1 is its opposite. Directions 0 to
 *          3 are orthogonal.
 *          The symmetry group is every reflection and rotation of the rectangle that maps lines to
 *          lines, found by trying them all on the graph; element 0 is the identity.
 * Shapes:  points 0 <= p < width * height <= 64; group order 1, 2, 4 or 8.
 * Errors:  FNR_ERR_BOARD for a size that is not served; nothing else can fail.
 * Threads: immutable after fnr_board_init.
 * Source:  papers/rules.md, papers/indexing.md */
#ifndef FNR_GAME_BOARD_H
#define FNR_GAME_BOARD_H

#include "base/bits.h"
#include "base/status.h"

enum { FNR_DIRECTIONS = 8, FNR_MAX_GROUP = 8 };

/* One line from a point to a neighbour. A stone on `beyond` can be captured by approach, one on
 * `behind` by withdrawal; either is 0 where the board ends. */
typedef struct fnr_way {
    uint64_t to, beyond, behind;
    int direction;
} fnr_way;

/* `from` and `shift` move whole sets along a direction; `near` is where a stone's paikas lead;
 * `ways` are the same lines with what captures need, in the order of the notation. */
typedef struct fnr_board {
    int width, height, points;
    uint64_t full;                   /* all points */
    int shift[FNR_DIRECTIONS];       /* what a step adds to the number of a point */
    uint64_t from[FNR_DIRECTIONS];   /* the points that have a neighbour in this direction */
    uint64_t near[FNR_MAX_POINTS];   /* the neighbours of a point */
    uint8_t by_name[FNR_MAX_POINTS]; /* the points in the byte order of their names */
    uint8_t degree[FNR_MAX_POINTS];
    fnr_way ways[FNR_MAX_POINTS][FNR_DIRECTIONS]; /* by the name of the neighbour */
} fnr_board;

typedef struct fnr_group {
    int order;
    int bytes; /* of a set of points of this board */
    uint8_t image[FNR_MAX_GROUP][FNR_MAX_POINTS];
    uint8_t inverse[FNR_MAX_GROUP];
    uint8_t product[FNR_MAX_GROUP][FNR_MAX_GROUP]; /* [h][g]: first g, then h */
    uint64_t byte_image[FNR_MAX_GROUP][8][256];    /* image of the set that is this byte, there */
} fnr_group;

/* Whether a size is served. */
fnr_status fnr_board_check_size(int width, int height, fnr_error *why);

/* A board of a size that is. */
void fnr_board_init(fnr_board *board, int width, int height);

/* All symmetries of the lines; with `mirror_only`, of these the identity and the left-right one. */
void fnr_group_init(fnr_group *group, const fnr_board *board, bool mirror_only);

enum { FNR_POINT_NAME_SIZE = 4 };

/* "a1" ... "z2", "a64". */
void fnr_point_name(const fnr_board *board, int point, char name[FNR_POINT_NAME_SIZE]);

/* The points of `set` that have a neighbour in direction d, moved there. */
static inline uint64_t fnr_step(const fnr_board *board, uint64_t set, int d)
{
    return fnr_move(set & board->from[d], board->shift[d]);
}

/* The enemy stones that stand in an unbroken row from the point `at` on in direction d; none if
 * there is none at `at`, or if that is 0. */
static inline uint64_t fnr_run(const fnr_board *board, uint64_t at, int d, uint64_t enemy)
{
    uint64_t run = 0;
    for (at &= enemy; at; at = fnr_step(board, at, d) & enemy) run |= at;
    return run;
}

static inline uint64_t fnr_group_apply(const fnr_group *group, int g, uint64_t set)
{
    uint64_t image = 0;
    if (g == 0) return set;
    for (int i = 0; i < group->bytes; i++) image |= group->byte_image[g][i][set >> (8 * i) & 255];
    return image;
}

#endif
