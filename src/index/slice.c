/* SPDX-License-Identifier: MIT */
#include "index/slice.h"

#include <stdlib.h>

fnr_status fnr_index_new(const fnr_game *game, fnr_index **index, fnr_error *why)
{
    fnr_index *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "an index");
    made->game = game;
    fnr_binomials_init(&made->binomials);
    *index = made;
    return FNR_OK;
}

void fnr_index_free(fnr_index *index)
{
    if (!index) return;
    for (int k = 0; k <= FNR_MAX_POINTS; k++) fnr_orbits_free(index->orbits[k]);
    free(index);
}

fnr_status fnr_slice_init(fnr_slice *slice, fnr_index *index, int m, int o, fnr_error *why)
{
    int points = index->game->board.points;
    fnr_slice made = {.index = index, .m = m, .o = o, .leader_moves = m <= o};
    made.leaders = m <= o ? m : o;
    made.followers = m <= o ? o : m;
    if (m < 1 || o < 1 || m + o > points)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "slice %dv%d on a board of %d points", m, o, points);
    if (!index->orbits[made.leaders]) {
        fnr_status status = fnr_orbits_new(index->game, &index->binomials, made.leaders,
                                           &index->orbits[made.leaders], why);
        if (status) return status;
    }
    made.orbits = index->orbits[made.leaders];
    made.rows = made.orbits->rows;
    made.columns = index->binomials.choose[made.followers][points - made.leaders];
    if (__builtin_mul_overflow(made.rows, made.columns, &made.size) || made.size > INT64_MAX)
        return fnr_fail(why, FNR_ERR_RANGE, "slice %dv%d has more than 2^63 positions", m, o);
    *slice = made;
    return FNR_OK;
}

static void enter_row(fnr_cursor *cursor, uint64_t row)
{
    const fnr_slice *slice = cursor->slice;
    cursor->leader = slice->orbits->representative[row];
    cursor->place = (fnr_place){row, slice->index->game->board.full & ~cursor->leader,
                                slice->orbits->stabiliser[row]};
}

void fnr_cursor_start(fnr_cursor *cursor, const fnr_slice *slice, uint64_t i)
{
    cursor->slice = slice;
    cursor->column = i % slice->columns;
    cursor->packed = fnr_colex_unrank(&slice->index->binomials,
                                      slice->index->game->board.points - slice->leaders,
                                      slice->followers, cursor->column);
    enter_row(cursor, i / slice->columns);
}

void fnr_cursor_next(fnr_cursor *cursor)
{
    if (++cursor->column < cursor->slice->columns) {
        cursor->packed = fnr_next_subset(cursor->packed);
        return;
    }
    cursor->column = 0;
    cursor->packed = fnr_first_points(cursor->slice->followers);
    enter_row(cursor, cursor->place.row + 1);
}

bool fnr_cursor_position(const fnr_cursor *cursor, uint64_t *mover, uint64_t *other)
{
    const fnr_slice *slice = cursor->slice;
    uint64_t follower = fnr_spread(cursor->packed, cursor->place.free);
    *mover = slice->leader_moves ? cursor->leader : follower;
    *other = slice->leader_moves ? follower : cursor->leader;
    return cursor->place.onto == 1 ||
           fnr_slice_column(slice->index, &cursor->place, follower) == cursor->column;
}

bool fnr_slice_unrank(const fnr_slice *slice, uint64_t i, uint64_t *mover, uint64_t *other)
{
    fnr_cursor cursor;
    fnr_cursor_start(&cursor, slice, i);
    return fnr_cursor_position(&cursor, mover, other);
}

uint64_t fnr_slice_size(const fnr_index *index, int m, int o)
{
    const fnr_game *game = index->game;
    int leaders = m <= o ? m : o, followers = m <= o ? o : m;
    uint64_t rows, size;
    if (fnr_orbits_memory(game, &index->binomials, leaders) == 0 ||
        !fnr_orbits_count(game, leaders, 0, &rows))
        return UINT64_MAX;
    uint64_t columns = index->binomials.choose[followers][game->board.points - leaders];
    if (__builtin_mul_overflow(rows, columns, &size) || size > INT64_MAX) return UINT64_MAX;
    return size;
}
