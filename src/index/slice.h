/* SPDX-License-Identifier: MIT
 *
 * slice.h: a dense index of all positions with given stone counts.
 *
 * Model:   slice (m, o): m stones of the side to move, o of the other. The side with fewer stones
 *          (a tie: the side to move) is the *leader*, the other the *follower*. The row of a
 *          position is the orbit of the leader's set. A symmetry maps that set onto the
 *          representative of its orbit; the column is the colex rank of the follower's image among
 *          the points that the representative leaves free, the smallest such rank if several
 *          symmetries do.
 *          index = row * columns + column. Where a representative has symmetries, the other
 *          columns are *holes*: indices without a position.
 * Shapes:  index in [0, size), size = rows * columns.
 * Errors:  FNR_ERR_RANGE if size does not fit 63 bits or the leaders are too many; outputs are
 *          untouched on failure.
 * Threads: making slices fills a cache of orbits in fnr_index: one thread at a time. A slice that
 *          has been made is immutable and valid as long as its fnr_index.
 * Source:  papers/indexing.md */
#ifndef FNR_INDEX_SLICE_H
#define FNR_INDEX_SLICE_H

#include "index/orbits.h"

/* The version of this index, as tables record it. */
enum { FNR_INDEX_ID = 1 };

/* What the slices of a game share. */
typedef struct fnr_index {
    const fnr_game *game;
    fnr_binomials binomials;
    fnr_orbits *orbits[FNR_MAX_POINTS + 1]; /* by the number of leaders; made when needed */
} fnr_index;

typedef struct fnr_slice {
    const fnr_index *index;
    const fnr_orbits *orbits; /* of the leaders */
    int m, o;
    int leaders, followers;
    bool leader_moves;
    uint64_t rows, columns, size;
} fnr_slice;

fnr_status fnr_index_new(const fnr_game *game, fnr_index **index, fnr_error *why);
void fnr_index_free(fnr_index *index);

/* m, o >= 1, m + o <= points. */
fnr_status fnr_slice_init(fnr_slice *slice, fnr_index *index, int m, int o, fnr_error *why);

/* The size of a slice without making its orbits; UINT64_MAX if it cannot be served. */
uint64_t fnr_slice_size(const fnr_index *index, int m, int o);

static inline uint64_t fnr_slice_leader(const fnr_slice *slice, uint64_t mover, uint64_t other)
{
    return slice->leader_moves ? mover : other;
}

static inline uint64_t fnr_slice_follower(const fnr_slice *slice, uint64_t mover, uint64_t other)
{
    return slice->leader_moves ? other : mover;
}

/* The column of a follower's set beside a leader's set that is at this place. */
static inline uint64_t fnr_slice_column(const fnr_index *index, const fnr_place *place,
                                        uint64_t follower)
{
    uint64_t column = UINT64_MAX;
    for (unsigned onto = place->onto; onto; onto &= onto - 1) {
        uint64_t image = fnr_group_apply(&index->game->group, __builtin_ctz(onto), follower);
        uint64_t rank = fnr_colex_rank(&index->binomials, fnr_pack(image, place->free));
        if (rank < column) column = rank;
    }
    return column;
}

static inline uint64_t fnr_slice_rank(const fnr_slice *slice, uint64_t mover, uint64_t other)
{
    const fnr_index *index = slice->index;
    uint64_t leader = fnr_slice_leader(slice, mover, other);
    fnr_place place = fnr_orbits_find(slice->orbits, index->game, &index->binomials, leader);
    return place.row * slice->columns +
           fnr_slice_column(index, &place, fnr_slice_follower(slice, mover, other));
}

/* Stepping through the indices of a slice in order, which is much quicker than unranking each. */
typedef struct fnr_cursor {
    const fnr_slice *slice;
    fnr_place place; /* of the leader */
    uint64_t leader, column;
    uint64_t packed; /* the follower's set among the free points */
} fnr_cursor;

/* Begins at index i, which is below size. */
void fnr_cursor_start(fnr_cursor *cursor, const fnr_slice *slice, uint64_t i);
/* Goes to the next index; the last one must not be left. */
void fnr_cursor_next(fnr_cursor *cursor);
/* As fnr_slice_unrank. */
bool fnr_cursor_position(const fnr_cursor *cursor, uint64_t *mover, uint64_t *other);

/* The position of an index below size; false, with the position all the same, for a hole. */
bool fnr_slice_unrank(const fnr_slice *slice, uint64_t i, uint64_t *mover, uint64_t *other);

#endif
