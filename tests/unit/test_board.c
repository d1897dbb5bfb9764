/* SPDX-License-Identifier: MIT
 *
 * Lines, names and symmetries of every board that is served. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the rules join two points: orthogonally, or diagonally from a strong point. */
static bool are_joined(const fnr_board *board, int p, int q)
{
    int x = p % board->width, y = p / board->width;
    int across = abs(x - q % board->width), up = abs(y - q / board->width);
    return across + up == 1 || (across == 1 && up == 1 && (x + y) % 2 == 0);
}

static void lines_are_those_of_the_rules(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_board board;
        fnr_board_init(&board, width, height);
        for (int p = 0; p < board.points; p++) {
            uint64_t joined = 0, neighbours = 0;
            for (int q = 0; q < board.points; q++)
                if (are_joined(&board, p, q)) joined |= fnr_point(q);
            for (int d = 0; d < FNR_DIRECTIONS; d++) {
                uint64_t next = fnr_step(&board, fnr_point(p), d);
                if (next) assert_true(fnr_step(&board, next, d ^ 1) == fnr_point(p));
                neighbours |= next;
            }
            assert_true(neighbours == joined);
            assert_int_equal(board.degree[p], fnr_count(joined));
        }
    }
}

static void points_and_ways_are_in_the_order_of_names(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_board board;
        uint64_t seen = 0;
        char before[FNR_POINT_NAME_SIZE] = "", name[FNR_POINT_NAME_SIZE], expected[16];
        fnr_board_init(&board, width, height);
        for (int i = 0; i < board.points; i++) {
            int p = board.by_name[i];
            fnr_point_name(&board, p, name);
            snprintf(expected, sizeof expected, "%c%d", 'a' + p % width, p / width + 1);
            assert_string_equal(name, expected);
            assert_true(strcmp(before, name) < 0);
            memcpy(before, name, sizeof before);
            seen |= fnr_point(p);
        }
        assert_true(seen == board.full);
        for (int p = 0; p < board.points; p++) {
            before[0] = '\0';
            for (int j = 0; j < board.degree[p]; j++) {
                fnr_point_name(&board, fnr_lowest(board.ways[p][j].to), name);
                assert_true(strcmp(before, name) < 0);
                memcpy(before, name, sizeof before);
            }
        }
    }
}

/* What can be captured along a way is the point after its end, or before its beginning. */
static void ways_know_what_lies_beyond_and_behind(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_board board;
        fnr_board_init(&board, width, height);
        for (int p = 0; p < board.points; p++) {
            for (int j = 0; j < board.degree[p]; j++) {
                const fnr_way *way = &board.ways[p][j];
                int d = way->direction;
                assert_true(way->to == fnr_step(&board, fnr_point(p), d) && way->to);
                assert_true(way->beyond == fnr_step(&board, way->to, d));
                assert_true(way->behind == fnr_step(&board, fnr_point(p), d ^ 1));
            }
        }
    }
}

static void a_run_ends_at_a_gap_a_friend_or_the_edge(void **state)
{
    (void)state;
    fnr_game *game = game_of(9, 5);
    fnr_position position = position_of(game, "9/9/9/9/W1BB1BWBB w");
    enum { EAST = 0, WEST = 1 };
    uint64_t black = position.stones[FNR_BLACK];
    const fnr_board *board = &game->board;
    assert_true(fnr_run(board, fnr_point(2), EAST, black) == (fnr_point(2) | fnr_point(3)));
    assert_true(fnr_run(board, fnr_point(5), EAST, black) == fnr_point(5));
    assert_true(fnr_run(board, fnr_point(7), EAST, black) == (fnr_point(7) | fnr_point(8)));
    assert_true(fnr_run(board, fnr_point(3), WEST, black) == (fnr_point(2) | fnr_point(3)));
    assert_true(fnr_run(board, fnr_point(1), EAST, black) == 0);
    assert_true(fnr_run(board, fnr_point(0), EAST, black) == 0);
    assert_true(fnr_run(board, 0, EAST, black) == 0);
    fnr_game_free(game);
}

static void other_sizes_are_refused(void **state)
{
    (void)state;
    static const int SIZES[][2] = {{0, 5},  {5, 0}, {-3, -3}, {27, 1},           {5, 13},
                                   {1, 65}, {8, 9}, {26, 3},  {1 << 20, 1 << 20}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        fnr_error why;
        assert_refused(fnr_board_check_size(SIZES[i][0], SIZES[i][1], &why), FNR_ERR_BOARD, &why,
                       "64 points");
    }
}

static void boards_are_read_by_size_and_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } BOARDS[] = {{"9x5", "9x5-capture"},   {"tsivy", "9x5-capture"}, {"sivy", "9x5-capture"},
                  {"dimy", "5x5-capture"},  {"telo", "3x3-capture"},  {"telo-line", "telo-line"},
                  {"26x2", "26x2-capture"}, {"1x64", "1x64-capture"}};
    static const char *const NONE[] = {"",
                                       "9",
                                       "9x",
                                       "x5",
                                       "9x5x",
                                       "9 x5",
                                       "9X5",
                                       "-9x5",
                                       "+9x5",
                                       "0x5",
                                       "9x0",
                                       "65x1",
                                       "27x2",
                                       "9x8",
                                       "Telo",
                                       "5x5 ",
                                       " 5x5",
                                       "9x5/",
                                       "99999999999999999999x1"};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        fnr_rules rules = {0, 0, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
        char name[FNR_RULES_NAME_SIZE];
        fnr_error why;
        assert_fine(fnr_rules_parse_board(BOARDS[i].text, &rules, &why), &why);
        fnr_rules_name(&rules, name);
        assert_string_equal(name, BOARDS[i].name);
    }
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        fnr_rules rules = {7, 7, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0};
        fnr_error why;
        assert_refused(fnr_rules_parse_board(NONE[i], &rules, &why), FNR_ERR_BOARD, &why, "");
        assert_true(rules.width == 7 && rules.height == 7);
    }
}

static void games_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    static const struct {
        fnr_rules rules;
        fnr_status status;
    } GAMES[] = {
        {{5, 5, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, FNR_ERR_BOARD},
        {{0, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, FNR_ERR_BOARD},
        {{3, 3, (fnr_variant)7, FNR_STALEMATE_LOSS, 0}, FNR_ERR_ARGUMENT},
        {{3, 3, FNR_CAPTURE, (fnr_stalemate)7, 0}, FNR_ERR_ARGUMENT},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, -1}, FNR_ERR_ARGUMENT},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, FNR_MAX_DRAW_PLIES + 1}, FNR_ERR_ARGUMENT},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 50}, FNR_ERR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        fnr_game *game = NULL;
        fnr_error why;
        assert_refused(fnr_game_new(&GAMES[i].rules, &game, &why), GAMES[i].status, &why, "");
        assert_null(game);
    }
    fnr_game_free(NULL);
}

/* ---- Symmetries ------------------------------------------------------------------------------ */

/* As the rules say: both sides odd 4 (a square: 8), one odd 2, both even 2 (a square: 4). On a
 * line two of four are the same, on one point all. */
static int expected_order(int width, int height)
{
    if (width * height == 1) return 1;
    if (width == 1 || height == 1) return 2;
    bool square = width == height, odd = width % 2 == 1 && height % 2 == 1;
    return (odd ? 4 : 2) * (square ? 2 : 1);
}

static void every_symmetry_keeps_the_lines(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_game *game = game_of(width, height);
        const fnr_group *group = &game->group;
        assert_int_equal(group->order, expected_order(width, height));
        for (int g = 0; g < group->order; g++)
            for (int p = 0; p < game->board.points; p++)
                for (int q = 0; q < game->board.points; q++)
                    assert_int_equal(
                        are_joined(&game->board, group->image[g][p], group->image[g][q]),
                        are_joined(&game->board, p, q));
        fnr_game_free(game);
    }
}

/* The element that does first g, then h; -1 if there is none. */
static int product(const fnr_game *game, int g, int h)
{
    const fnr_group *group = &game->group;
    for (int i = 0; i < group->order; i++) {
        int p = 0;
        while (p < game->board.points && group->image[i][p] == group->image[h][group->image[g][p]])
            p++;
        if (p == game->board.points) return i;
    }
    return -1;
}

static void symmetries_are_a_group(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_game *game = game_of(width, height);
        const fnr_group *group = &game->group;
        for (int p = 0; p < game->board.points; p++) assert_int_equal(group->image[0][p], p);
        for (int g = 0; g < group->order; g++) {
            unsigned products = 0;
            for (int h = 0; h < group->order; h++) {
                int gh = product(game, g, h);
                assert_in_range(gh, 0, group->order - 1);
                products |= 1u << gh;
            }
            assert_int_equal(products, (1u << group->order) - 1); /* so they are distinct */
            assert_int_equal(product(game, g, group->inverse[g]), 0);
        }
        fnr_game_free(game);
    }
}

static void images_of_sets_are_those_of_their_points(void **state)
{
    (void)state;
    uint64_t chance = 1;
    FOR_ALL_BOARDS(width, height)
    {
        fnr_game *game = game_of(width, height);
        const fnr_group *group = &game->group;
        for (int i = 0; i < 20 * group->order; i++) {
            int g = i % group->order;
            uint64_t set = random_next(&chance) & game->board.full, image = 0;
            for (int p = 0; p < game->board.points; p++)
                if (set >> p & 1) image |= fnr_point(group->image[g][p]);
            assert_true(fnr_group_apply(group, g, set) == image);
            assert_true(fnr_group_apply(group, group->inverse[g], image) == set);
        }
        fnr_game_free(game);
    }
}

static void telo_line_has_only_its_mirror(void **state)
{
    (void)state;
    fnr_game *game = game_with(&TELO_LINE);
    assert_int_equal(game->group.order, 2);
    for (int p = 0; p < 9; p++) assert_int_equal(game->group.image[1][p], p / 3 * 3 + 2 - p % 3);
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_the_rules),
        cmocka_unit_test(points_and_ways_are_in_the_order_of_names),
        cmocka_unit_test(ways_know_what_lies_beyond_and_behind),
        cmocka_unit_test(a_run_ends_at_a_gap_a_friend_or_the_edge),
        cmocka_unit_test(other_sizes_are_refused),
        cmocka_unit_test(boards_are_read_by_size_and_by_name),
        cmocka_unit_test(games_that_do_not_exist_are_refused),
        cmocka_unit_test(every_symmetry_keeps_the_lines),
        cmocka_unit_test(symmetries_are_a_group),
        cmocka_unit_test(images_of_sets_are_those_of_their_points),
        cmocka_unit_test(telo_line_has_only_its_mirror),
    };
    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
