/* SPDX-License-Identifier: MIT
 *
 * slice.h: a dense index of all positions with given stone counts.
 *
 * Model:   slice (m, o): m stones of the side to move, o of the other. The side with fewer stones
 *          (a tie: the side to move) is the *leader*, the other the *follower*. The row of a
 *          position is the orbit of the leader's set; a symmetry brings the position to the representative of
 *          that orbit; its column is the colex rank of the follower's set among the points that
 *          the leader leaves free, the smallest such rank if the representative has symmetries.
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

/* The column of a follower's set in a row with this representative and stabiliser. */
static inline uint64_t fnr_slice_column(const fnr_index *index, uint64_t representative,
                                        unsigned stabiliser, uint64_t follower)
{
    uint64_t free_points = index->game->board.full & ~representative;
    uint64_t column = fnr_colex_rank(&index->binomials, fnr_pack(follower, free_points));
    for (unsigned rest = stabiliser & ~1u; rest; rest &= rest - 1) {
        uint64_t image = fnr_group_apply(&index->game->group, __builtin_ctz(rest), follower);
        uint64_t other = fnr_colex_rank(&index->binomials, fnr_pack(image, free_points));
        if (other < column) column = other;
    }
    return column;
}

static inline uint64_t fnr_slice_rank(const fnr_slice *slice, uint64_t mover, uint64_t other)
{
    const fnr_index *index = slice->index;
    int symmetry;
    uint32_t row = fnr_orbits_find(slice->orbits, &index->binomials,
                                   fnr_slice_leader(slice, mover, other), &symmetry);
    uint64_t follower =
        fnr_group_apply(&index->game->group, symmetry, fnr_slice_follower(slice, mover, other));
    return row * slice->columns + fnr_slice_column(index, slice->orbits->representative[row],
                                                   slice->orbits->stabiliser[row], follower);
}

/* The position of an index below size; false, with the position all the same, for a hole. */
bool fnr_slice_unrank(const fnr_slice *slice, uint64_t i, uint64_t *mover, uint64_t *other);

#endif
