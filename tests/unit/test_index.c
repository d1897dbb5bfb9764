/* SPDX-License-Identifier: MIT
 *
 * Numbering: sets in colex order, folded positions, slices as a dense index. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* ---- Sets ------------------------------------------------------------------------------------ */

static void sets_are_numbered_in_colex_order(void **state)
{
    (void)state;
    fnr_binomials binomials;
    fnr_binomials_init(&binomials);
    for (int n = 1; n <= 14; n++) {
        for (int k = 1; k <= n; k++) {
            uint64_t set = fnr_first_points(k);
            for (uint64_t rank = 0; rank < binomials.choose[k][n]; rank++) {
                assert_true(fnr_colex_rank(&binomials, set) == rank);
                assert_true(fnr_colex_unrank(&binomials, FNR_MAX_POINTS, k, rank) == set);
                set = fnr_next_subset(set);
            }
            assert_true(set >> n != 0);
        }
    }
}

static void random_sets_of_64_points_come_back(void **state)
{
    (void)state;
    uint64_t chance = 6;
    fnr_binomials binomials;
    fnr_binomials_init(&binomials);
    for (int i = 0; i < 20000; i++) {
        uint64_t set = random_next(&chance);
        int k = fnr_count(set);
        uint64_t rank = fnr_colex_rank(&binomials, set);
        assert_true(rank < binomials.choose[k][64]);
        assert_true(fnr_colex_unrank(&binomials, FNR_MAX_POINTS, k, rank) == set);
        uint64_t next = fnr_next_subset(set);
        if (rank + 1 < binomials.choose[k][64])
            assert_true(fnr_colex_rank(&binomials, next) == rank + 1);
    }
}

static void packing_and_spreading_undo_each_other(void **state)
{
    (void)state;
    uint64_t chance = 7;
    for (int i = 0; i < 20000; i++) {
        uint64_t mask = random_next(&chance), set = random_next(&chance) & mask;
        uint64_t packed = fnr_pack(set, mask);
        assert_true(packed <= fnr_first_points(fnr_count(mask)));
        assert_int_equal(fnr_count(packed), fnr_count(set));
        assert_true(fnr_spread(packed, mask) == set);
    }
}

static void folding_undoes_itself(void **state)
{
    (void)state;
    static const fnr_rules RULES[] = {{5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0},
                                      {3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}};
    uint64_t chance = 8;
    for (size_t r = 0; r < sizeof RULES / sizeof RULES[0]; r++) {
        fnr_game *game = game_with(&RULES[r]);
        for (int i = 0; i < 2000; i++) {
            fnr_position position = random_position(&chance, game), back;
            uint64_t mover, other;
            fnr_fold(game, &position, &mover, &other);
            assert_int_equal(fnr_count(mover), fnr_count(position.stones[position.side]));
            fnr_unfold(game, mover, other, position.side, &back);
            assert_true(back.stones[0] == position.stones[0] && back.side == position.side &&
                        back.stones[1] == position.stones[1]);
        }
        fnr_game_free(game);
    }
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static fnr_slice slice_of(fnr_index *index, int m, int o)
{
    fnr_slice slice = {.m = 0};
    fnr_error why;
    assert_fine(fnr_slice_init(&slice, index, m, o, &why), &why);
    assert_true(slice.size == slice.rows * slice.columns);
    assert_true(slice.size == fnr_slice_size(index, m, o));
    return slice;
}

static void check_images(const fnr_slice *slice, uint64_t mover, uint64_t other, uint64_t rank)
{
    const fnr_group *group = &slice->index->game->group;
    for (int g = 0; g < group->order; g++)
        assert_true(fnr_slice_rank(slice, fnr_group_apply(group, g, mover),
                                   fnr_group_apply(group, g, other)) == rank);
}

/* Every index is a position that comes back, with all its images, or a hole that leads to a smaller
 * index of the same orbit; and there are as many positions as Burnside's formula counts. */
static void check_every_index(const fnr_slice *slice)
{
    uint64_t positions = 0, expected = 0;
    for (uint64_t i = 0; i < slice->size; i++) {
        uint64_t mover, other;
        bool is_position = fnr_slice_unrank(slice, i, &mover, &other);
        uint64_t rank = fnr_slice_rank(slice, mover, other);
        assert_true((mover & other) == 0 &&
                    ((mover | other) & ~slice->index->game->board.full) == 0);
        assert_int_equal(fnr_count(mover), slice->m);
        assert_int_equal(fnr_count(other), slice->o);
        assert_true(is_position ? rank == i : rank < i);
        check_images(slice, mover, other, rank);
        positions += is_position;
    }
    assert_true(fnr_orbits_count(slice->index->game, slice->m, slice->o, &expected));
    assert_true(positions == expected);
}

static void check_small_slices(const fnr_game *game, uint64_t most)
{
    fnr_index *index = index_of(game);
    for (int m = 1; m < game->board.points; m++)
        for (int o = 1; m + o <= game->board.points; o++) {
            if (fnr_slice_size(index, m, o) > most) continue;
            fnr_slice slice = slice_of(index, m, o);
            check_every_index(&slice);
        }
    fnr_index_free(index);
}

static void every_index_of_small_slices_is_right(void **state)
{
    (void)state;
    static const int BOARDS[][2] = {{2, 1}, {1, 3}, {2, 2}, {1, 9},  {9, 1},  {3, 3},
                                    {4, 3}, {3, 4}, {4, 4}, {6, 2},  {5, 3},  {3, 5},
                                    {5, 5}, {9, 5}, {8, 8}, {26, 2}, {1, 64}, {7, 4}};
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        fnr_game *game = game_of(BOARDS[b][0], BOARDS[b][1]);
        check_small_slices(game, 5000);
        fnr_game_free(game);
    }
}

static void every_index_of_telo_line_is_right(void **state)
{
    (void)state;
    fnr_game *game = game_with(&TELO_LINE);
    fnr_index *index = index_of(game);
    fnr_slice slice = slice_of(index, 3, 3);
    check_every_index(&slice);
    fnr_index_free(index);
    fnr_game_free(game);
}

/* The placements of which no image is smaller, counted one by one. */
static uint64_t count_smallest(const fnr_game *game, int m, int o)
{
    uint64_t count = 0, end = fnr_first_points(game->board.points);
    for (uint64_t mover = fnr_first_points(m); mover <= end; mover = fnr_next_subset(mover)) {
        for (uint64_t other = fnr_first_points(o); other <= end; other = fnr_next_subset(other)) {
            bool smallest = (mover & other) == 0;
            for (int g = 1; g < game->group.order && smallest; g++) {
                uint64_t image = fnr_group_apply(&game->group, g, mover);
                smallest = image > mover ||
                           (image == mover && fnr_group_apply(&game->group, g, other) >= other);
            }
            count += smallest;
        }
    }
    return count;
}

static void burnside_counts_what_counting_does(void **state)
{
    (void)state;
    static const int BOARDS[][2] = {{3, 3}, {4, 2}, {1, 7}, {2, 5}, {4, 3}};
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        fnr_game *game = game_of(BOARDS[b][0], BOARDS[b][1]);
        for (int m = 1; m < game->board.points; m++)
            for (int o = 1; m + o <= game->board.points && m + o <= 6; o++) {
                uint64_t orbits = 0;
                assert_true(fnr_orbits_count(game, m, o, &orbits));
                assert_true(orbits == count_smallest(game, m, o));
            }
        fnr_game_free(game);
    }
}

static void check_golden_positions(const char *name, const char *format)
{
    FILE *golden = golden_open(name);
    char line[1000];
    int width, height, m, o, lines = 0;
    unsigned long long positions;
    while (fgets(line, sizeof line, golden)) {
        uint64_t orbits = 0;
        if (sscanf(line, format, &width, &height, &m, &o, &positions) != 5) continue;
        fnr_game *game = game_of(width, height);
        assert_true(fnr_orbits_count(game, m, o, &orbits));
        assert_true(orbits == positions);
        fnr_game_free(game);
        lines++;
    }
    fclose(golden);
    assert_true(lines > 100);
}

static void burnside_counts_what_the_golden_lists_do(void **state)
{
    (void)state;
    check_golden_positions("slices.csv", "%dx%d,%d,%d,%llu");
    check_golden_positions("slices-rules.csv", "%dx%d,%*[a-z],%*d,%d,%d,%llu");
}

/* Up to 7 stones on 9x5, both sides present: 6,261,651,660 placements (as Schadd et al. publish),
 * in orbits of at most 4. */
static void totals_are_those_that_are_known(void **state)
{
    (void)state;
    fnr_game *game = game_of(9, 5);
    fnr_binomials binomials;
    uint64_t placements = 0, orbits = 0, positions = 0;
    fnr_binomials_init(&binomials);
    for (int m = 1; m < 7; m++)
        for (int o = 1; m + o <= 7; o++) {
            placements += binomials.choose[m][45] * binomials.choose[o][45 - m];
            assert_true(fnr_orbits_count(game, m, o, &orbits));
            positions += orbits;
        }
    assert_true(placements == UINT64_C(6261651660));
    assert_true(positions > placements / 4 && positions < placements / 4 + placements / 400);
    fnr_game_free(game);

    game = game_of(8, 8);
    assert_false(fnr_orbits_count(game, 21, 21, &orbits)); /* about 8e28 */
    fnr_game_free(game);
}

static void check_random_indices(fnr_index *index, int m, int o, uint64_t *chance)
{
    fnr_slice slice = slice_of(index, m, o);
    for (int i = 0; i < 3000; i++) {
        uint64_t mover = random_points(chance, index->game->board.full, m), other, read_mover;
        other = random_points(chance, index->game->board.full & ~mover, o);
        uint64_t rank = fnr_slice_rank(&slice, mover, other), read_other;
        assert_true(rank < slice.size);
        check_images(&slice, mover, other, rank);
        assert_true(fnr_slice_unrank(&slice, rank, &read_mover, &read_other));
        assert_true(fnr_slice_rank(&slice, read_mover, read_other) == rank);

        uint64_t any = random_next(chance) % slice.size;
        bool is_position = fnr_slice_unrank(&slice, any, &read_mover, &read_other);
        rank = fnr_slice_rank(&slice, read_mover, read_other);
        assert_true(is_position ? rank == any : rank < any);
    }
}

static void random_indices_of_large_slices_are_right(void **state)
{
    (void)state;
    static const int SLICES[][4] = {
        {9, 5, 5, 5},  {9, 5, 4, 6},  {9, 5, 3, 20}, {9, 5, 20, 3},  {9, 5, 1, 44},  {9, 5, 44, 1},
        {9, 5, 2, 40}, {8, 8, 2, 3},  {8, 8, 3, 2},  {8, 8, 3, 3},   {8, 8, 1, 20},  {8, 8, 4, 8},
        {7, 7, 4, 9},  {1, 64, 3, 4}, {26, 2, 2, 9}, {5, 5, 12, 13}, {5, 5, 13, 12}, {5, 5, 12, 12},
    };
    uint64_t chance = 9;
    fnr_game *game = NULL;
    fnr_index *index = NULL;
    for (size_t s = 0; s < sizeof SLICES / sizeof SLICES[0]; s++) {
        const int *slice = SLICES[s];
        if (!game || game->board.width != slice[0] || game->board.height != slice[1]) {
            fnr_index_free(index);
            fnr_game_free(game);
            game = game_of(slice[0], slice[1]);
            index = index_of(game);
        }
        check_random_indices(index, slice[2], slice[3], &chance);
    }
    fnr_index_free(index);
    fnr_game_free(game);
}

static void slices_that_are_not_served_are_refused(void **state)
{
    (void)state;
    static const struct {
        int width, height, m, o;
        fnr_status status;
        const char *part;
    } REFUSED[] = {
        {9, 5, 22, 22, FNR_ERR_RANGE, "22 leaders"}, {8, 8, 32, 32, FNR_ERR_RANGE, "32 leaders"},
        {8, 8, 4, 30, FNR_ERR_RANGE, "4v30"},        {8, 8, 30, 4, FNR_ERR_RANGE, "30v4"},
        {3, 3, 0, 3, FNR_ERR_ARGUMENT, "0v3"},       {3, 3, 3, 0, FNR_ERR_ARGUMENT, "3v0"},
        {3, 3, 5, 5, FNR_ERR_ARGUMENT, "5v5"},       {3, 3, -1, 5, FNR_ERR_ARGUMENT, "-1v5"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        fnr_game *game = game_of(REFUSED[i].width, REFUSED[i].height);
        fnr_index *index = index_of(game);
        fnr_slice slice = {.m = 77};
        fnr_error why;
        assert_refused(fnr_slice_init(&slice, index, REFUSED[i].m, REFUSED[i].o, &why),
                       REFUSED[i].status, &why, REFUSED[i].part);
        assert_int_equal(slice.m, 77);
        if (REFUSED[i].status == FNR_ERR_RANGE)
            assert_true(fnr_slice_size(index, REFUSED[i].m, REFUSED[i].o) == UINT64_MAX);
        fnr_index_free(index);
        fnr_game_free(game);
    }
    fnr_index_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_numbered_in_colex_order),
        cmocka_unit_test(random_sets_of_64_points_come_back),
        cmocka_unit_test(packing_and_spreading_undo_each_other),
        cmocka_unit_test(folding_undoes_itself),
        cmocka_unit_test(every_index_of_small_slices_is_right),
        cmocka_unit_test(every_index_of_telo_line_is_right),
        cmocka_unit_test(burnside_counts_what_counting_does),
        cmocka_unit_test(burnside_counts_what_the_golden_lists_do),
        cmocka_unit_test(totals_are_those_that_are_known),
        cmocka_unit_test(random_indices_of_large_slices_are_right),
        cmocka_unit_test(slices_that_are_not_served_are_refused),
    };
    return cmocka_run_group_tests_name("index", tests, NULL, NULL);
}
