/* SPDX-License-Identifier: MIT
 *
 * Positions, turns and starts as text. */
#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 150 };

static const int BOARDS[][2] = {{9, 5},  {5, 5},  {3, 3},  {8, 8}, {26, 2}, {1, 64}, {2, 1},
                                {12, 5}, {5, 12}, {2, 31}, {7, 3}, {1, 2},  {4, 4}};

/* ---- Positions ------------------------------------------------------------------------------- */

static bool same_position(const fnr_position *a, const fnr_position *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->side == b->side &&
           a->plies == b->plies && a->turn == b->turn;
}

/* A point a character: the rows of a position without its numbers, as a reader might write them. */
static void format_dotted(const fnr_game *game, const fnr_position *position,
                          char text[FNR_POSITION_TEXT_SIZE])
{
    const fnr_board *board = &game->board;
    for (int y = board->height - 1; y >= 0; y--) {
        for (int x = 0; x < board->width; x++) {
            uint64_t point = fnr_point(y * board->width + x);
            *text++ = position->stones[FNR_WHITE] & point   ? 'W'
                      : position->stones[FNR_BLACK] & point ? 'B'
                                                            : '.';
        }
        *text++ = y > 0 ? '/' : ' ';
    }
    *text++ = position->side == FNR_WHITE ? 'w' : 'b';
    *text = '\0';
}

/* Calls `check` with POSITIONS random positions of every board of BOARDS. */
static void for_random_positions(void (*check)(const fnr_game *, fnr_position *, uint64_t *))
{
    uint64_t chance = 2;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        fnr_game *game = game_of(BOARDS[b][0], BOARDS[b][1]);
        for (int i = 0; i < POSITIONS; i++) {
            fnr_position position = random_position(&chance, game);
            check(game, &position, &chance);
        }
        fnr_game_free(game);
    }
}

static void check_position_text(const fnr_game *game, fnr_position *position, uint64_t *chance)
{
    char text[FNR_POSITION_TEXT_SIZE];
    int counters = random_below(chance, 3), width, height;
    fnr_error why;
    if (counters < 2) position->turn = FNR_NO_COUNT;
    if (counters < 1) position->plies = FNR_NO_COUNT;
    fnr_position_format(game, position, text);
    assert_null(strchr(text, '.'));
    fnr_position read = position_of(game, text);
    assert_true(same_position(position, &read));

    format_dotted(game, position, text);
    read = position_of(game, text);
    position->plies = position->turn = FNR_NO_COUNT;
    assert_true(same_position(position, &read));
    assert_fine(fnr_position_parse_size(text, &width, &height, &why), &why);
    assert_true(width == game->board.width && height == game->board.height);
}

static void positions_come_back_from_their_text(void **state)
{
    (void)state;
    for_random_positions(check_position_text);
}

static void a_text_can_be_written_in_several_ways(void **state)
{
    (void)state;
    static const char *const SAME[][3] = {
        {"9/9/3B5/9/2W1W4 w", "9/9/...B...../9/2W.W4 w", "9/9/2.B5/9/2W1W.3 w  "},
        {"9/9/3B5/9/2W1W4 b 7", "9/9/3B5/9/2W1W4   b   7", "9/9/3B5/9/2W1W4\tb\t007"},
        {"9/9/3B5/9/2W1W4 b 7 12", "9/9/3B5/9/2W1W4 b 7 12 ", "9/09/3B05/9/2W1W4 b 7 12"},
    };
    fnr_game *game = game_of(9, 5);
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        for (int j = 1; j < 3; j++) {
            fnr_position a = position_of(game, SAME[i][0]), b = position_of(game, SAME[i][j]);
            char text[FNR_POSITION_TEXT_SIZE];
            assert_true(same_position(&a, &b));
            fnr_position_format(game, &b, text);
            assert_string_equal(text, SAME[i][0]);
        }
    }
    fnr_game_free(game);
}

/* "11" is eleven, not one and one. */
static void a_run_of_digits_is_one_number(void **state)
{
    (void)state;
    fnr_game *game = game_of(12, 1);
    fnr_position position = position_of(game, "11W w");
    assert_true(position.stones[FNR_WHITE] == fnr_point(11));
    fnr_game_free(game);
}

static void a_malformed_position_is_told_where(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } MALFORMED[] = {
        {"", "row 1 is empty"},
        {" w", "row 1: 'w'"},
        {"W2//3 w", "row 2 is empty"},
        {"W2/3/ w", "row 1 is empty"},
        {"/W2/3 w", "row 3 is empty"},
        {"W2/3/2x w", "row 1: 'x' at column 3"},
        {"W2/w2/3 w", "row 2: 'w' at column 1"},
        {"Wb1/3/3 w", "row 3: 'b' at column 2"},
        {"W2/\x01/3 w", "row 2: byte 0x01 at column 1"},
        {"W2/1\xc3\xa9/3 w", "row 2: byte 0xc3 at column 2"},
        {"W2/3/0W2 w", "row 1: a run of 0 empty points at column 1"},
        {"W2/3/W-1 w", "row 1: '-' at column 2"},
        {"W2/4/3 w", "row 2 has 4 points, row 3 has 3"},
        {"W2/3/2 w", "row 1 has 2 points, row 3 has 3"},
        {"W2/3/99999999999999999999 w", "row 1: more than 64 points"},
        {"W2/3/3/3 w", "3x4 on a board of 3x3"},
        {"W2/3/3", "no side to move"},
        {"W2/3/3 ", "no side to move"},
        {"W2/3/3 W", "side to move 'W'"},
        {"W2/3/3 white", "side to move 'white'"},
        {"W2/3/3 w -1", "plies since the last capture '-1'"},
        {"W2/3/3 w 1.5", "plies since the last capture '1.5'"},
        {"W2/3/3 w 1000000000", "plies since the last capture '1000000000'"},
        {"W2/3/3 w 0 x", "number of the turn 'x'"},
        {"W2/3/3 w 0 99999999999999999999", "number of the turn"},
        {"W2/3/3 w 0 1 2", "'2' after the position"},
        {"W2/3/3 w 0 1 and so on", "'and so on' after"},
        {"3/3/3 w", "no stones"},
    };
    fnr_game *game = game_of(3, 3);
    for (size_t i = 0; i < sizeof MALFORMED / sizeof MALFORMED[0]; i++) {
        fnr_position position = {.stones = {5, 6}, .plies = 77};
        fnr_error why;
        assert_refused(fnr_position_parse(game, MALFORMED[i].text, &position, &why),
                       FNR_ERR_POSITION, &why, MALFORMED[i].part);
        assert_true(position.stones[0] == 5 && position.stones[1] == 6 && position.plies == 77);
        assert_int_equal(fnr_position_parse(game, MALFORMED[i].text, &position, NULL),
                         FNR_ERR_POSITION);
    }
    fnr_game_free(game);
}

static void a_size_that_is_no_board_is_told(void **state)
{
    (void)state;
    int width = 0, height = 0;
    fnr_error why;
    assert_refused(fnr_position_parse_size("27 w", &width, &height, &why), FNR_ERR_BOARD, &why,
                   "27x1");
    assert_refused(fnr_position_parse_size("9/9/9/9/9/9/9/9 w", &width, &height, &why),
                   FNR_ERR_BOARD, &why, "9x8");
    char slashes[200];
    memset(slashes, '/', sizeof slashes);
    slashes[199] = '\0';
    assert_refused(fnr_position_parse_size(slashes, &width, &height, &why), FNR_ERR_POSITION, &why,
                   "more than 64 rows");
    assert_true(width == 0 && height == 0);
}

static void telo_line_knows_its_positions(void **state)
{
    (void)state;
    static const char *const REFUSED[][2] = {
        {"BBB/3/WW1 w", "White has 2"}, {"BBB/W2/WWW w", "White has 4"},
        {"BB1/3/WWW w", "Black 2"},     {"BBB/WWW/3 w", NULL},
        {"WWW/3/BBB w", "both sides"},  {"3/WWW/BBB w", "both sides"},
    };
    fnr_game *game = game_with(&TELO_LINE);
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        fnr_position position;
        fnr_error why;
        fnr_status status = fnr_position_parse(game, REFUSED[i][0], &position, &why);
        if (REFUSED[i][1])
            assert_refused(status, FNR_ERR_POSITION, &why, REFUSED[i][1]);
        else
            assert_fine(status, &why); /* Black's row is his home row: only White has won */
    }
    fnr_game_free(game);
}

/* What a text holds besides printable characters does not break the line of a message. */
static void messages_are_one_line(void **state)
{
    (void)state;
    fnr_rules rules = rules_of(3, 3);
    fnr_game *game = game_of(3, 3);
    fnr_position position = position_of(game, "BBB/B1W/WWW w");
    fnr_turn turn;
    fnr_error why;
    assert_refused(fnr_rules_parse_board("9x5\n", &rules, &why), FNR_ERR_BOARD, &why, "9x5");
    assert_refused(fnr_position_parse(game, "W2/3/3 w 0 1 \n", &position, &why), FNR_ERR_POSITION,
                   &why, "after the position");
    assert_refused(fnr_position_parse(game, "W2/3/3 \n", &position, &why), FNR_ERR_POSITION, &why,
                   "side to move");
    assert_refused(fnr_turn_parse(game, &position, "a1-b2A\n", &turn, &why), FNR_ERR_TURN, &why,
                   "not understood");
    fnr_game_free(game);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

typedef enum form { DASHED, COMPACT, LOWER, COMPACT_LOWER, FORMS } form;

static void rewrite(const char *dashed, form how, char *text)
{
    bool compact = how == COMPACT || how == COMPACT_LOWER;
    bool lower = how == LOWER || how == COMPACT_LOWER;
    for (; *dashed; dashed++) {
        if (compact && *dashed == '-') continue;
        *text++ = lower ? (char)tolower((unsigned char)*dashed) : *dashed;
    }
    *text = '\0';
}

static bool same_turn(const fnr_turn *a, const fnr_turn *b)
{
    return a->steps == b->steps && a->captured == b->captured &&
           memcmp(a->point, b->point, a->steps + 1u) == 0 &&
           memcmp(a->kind, b->kind, a->steps) == 0;
}

static void check_forms(const fnr_game *game, const fnr_position *position, const fnr_turn *turn)
{
    char dashed[FNR_TURN_TEXT_SIZE], text[FNR_TURN_TEXT_SIZE];
    fnr_turn_format(game, turn, dashed);
    for (form how = DASHED; how < FORMS; how++) {
        fnr_turn read;
        fnr_error why;
        rewrite(dashed, how, text);
        assert_fine(fnr_turn_parse(game, position, text, &read, &why), &why);
        assert_true(same_turn(&read, turn));
    }
}

static int count_with_points(const turns *list, const fnr_turn *turn)
{
    int count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->turn[i].steps == turn->steps &&
                 memcmp(list->turn[i].point, turn->point, turn->steps + 1u) == 0;
    return count;
}

/* Without its letters a turn is understood if no other goes the same way; otherwise it is refused,
 * and the message begins with the legal choices. */
static void check_without_letters(const fnr_game *game, const fnr_position *position,
                                  const turns *list, const fnr_turn *turn)
{
    char text[FNR_TURN_TEXT_SIZE];
    fnr_turn read = {.steps = 99};
    fnr_error why;
    turn_format_points(game, turn, text);
    fnr_status status = fnr_turn_parse(game, position, text, &read, &why);
    if (count_with_points(list, turn) == 1) {
        assert_fine(status, &why);
        assert_true(same_turn(&read, turn));
    } else {
        assert_refused(status, FNR_ERR_TURN, &why, "is ambiguous: ");
        assert_int_equal(read.steps, 99);
        fnr_turn_format(game, turn, text);
        if (!strstr(why.text, "...")) assert_non_null(strstr(why.text, text));
    }
}

static void check_turn_texts(const fnr_game *game, fnr_position *position, uint64_t *chance)
{
    turns list = turns_of(game, position);
    for (int tries = 0; tries < 8 && list.count > 0; tries++) {
        const fnr_turn *turn = &list.turn[random_below(chance, (int)list.count)];
        check_forms(game, position, turn);
        check_without_letters(game, position, &list, turn);
    }
    turns_free(&list);
}

static void legal_turns_come_back_from_their_text(void **state)
{
    (void)state;
    for_random_positions(check_turn_texts);
}

static bool is_listed(const fnr_game *game, const turns *list, const char *text)
{
    char legal[FNR_TURN_TEXT_SIZE], bare[FNR_TURN_TEXT_SIZE];
    for (size_t i = 0; i < list->count; i++) {
        fnr_turn_format(game, &list->turn[i], legal);
        turn_format_points(game, &list->turn[i], bare);
        if (strcmp(text, legal) == 0 || strcmp(text, bare) == 0) return true;
    }
    return false;
}

static void illegal_turns_are_refused_with_the_legal_ones(void **state)
{
    (void)state;
    uint64_t chance = 4;
    fnr_game *game = game_of(5, 5);
    for (int i = 0; i < 40 * POSITIONS; i++) {
        fnr_position position = random_position(&chance, game);
        turns list = turns_of(game, &position);
        char text[FNR_TURN_TEXT_SIZE], first[FNR_TURN_TEXT_SIZE] = "the game is over";
        fnr_turn wild = {.steps = (uint8_t)(1 + random_below(&chance, 2))}, read;
        fnr_error why;
        for (int s = 0; s <= wild.steps; s++) {
            wild.point[s] = (uint8_t)random_below(&chance, 25);
            wild.kind[s] = (uint8_t) "\0AW"[random_below(&chance, 3)];
        }
        fnr_turn_format(game, &wild, text);
        if (!is_listed(game, &list, text)) {
            fnr_status status = fnr_turn_parse(game, &position, text, &read, &why);
            assert_int_equal(status, FNR_ERR_TURN);
            if (list.count > 0) fnr_turn_format(game, &list.turn[0], first);
            if (!strstr(why.text, "ambiguous")) assert_non_null(strstr(why.text, first));
        }
        turns_free(&list);
    }
    fnr_game_free(game);
}

static void texts_that_are_no_turns_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } NO_TURNS[] = {
        {"", "not understood"},
        {"a1", "not understood"},
        {"a1-", "not understood at ''"},
        {"-a1-b2", "not understood at '-a1-b2'"},
        {"a1--b2", "not understood"},
        {"a1-b9A", "not understood at 'b9A'"},
        {"a1-f1", "not understood at 'f1'"},
        {"A1-B2A", "not understood at 'A1-B2A'"},
        {"a1-b2X", "not understood at 'X'"},
        {"a1-b2AA", "not understood"},
        {"a1 b2", "not understood"},
        {"a1-b2A-", "not understood at ''"},
        {"a0-b2", "not understood"},
        {"a1-b99999999999999999999", "not understood"},
        {"a1-b1", "is not legal; legal: b2-c3A, b3-c3A, b3-c3W, c2-c3A, d2-c3A"},
        {"b3-c3", "is ambiguous: b3-c3A, b3-c3W"},
        {"c2-c3W", "is not legal; legal: b2-c3A"},
        {"b2-c3A-c4A", "is not legal; legal: b2-c3A"},
    };
    fnr_game *game = game_of(5, 5);
    fnr_position position = position_of(game, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w");
    for (size_t i = 0; i < sizeof NO_TURNS / sizeof NO_TURNS[0]; i++) {
        fnr_turn turn;
        fnr_error why;
        assert_refused(fnr_turn_parse(game, &position, NO_TURNS[i].text, &turn, &why), FNR_ERR_TURN,
                       &why, NO_TURNS[i].part);
    }
    char endless[1000] = "";
    for (int i = 0; i < 300; i++) strcat(endless, i % 2 ? "b1" : "a1");
    fnr_turn turn;
    fnr_error why;
    assert_refused(fnr_turn_parse(game, &position, endless, &turn, &why), FNR_ERR_TURN, &why, "");
    fnr_game_free(game);
}

/* Columns a and w have the names of captures. */
static void a_letter_before_a_digit_is_a_point(void **state)
{
    (void)state;
    fnr_game *game = game_of(26, 1);
    fnr_position position = position_of(game, "1BBW18W1B1 w"); /* d1, w1; b1, c1, y1 */
    fnr_turn turn;
    fnr_error why;
    assert_fine(fnr_turn_parse(game, &position, "w1x1", &turn, &why), &why);
    assert_true(turn.point[0] == 22 && turn.kind[0] == FNR_APPROACH);
    assert_fine(fnr_turn_parse(game, &position, "d1e1w", &turn, &why), &why);
    assert_true(turn.steps == 1 && turn.kind[0] == FNR_WITHDRAWAL);
    assert_refused(fnr_turn_parse(game, &position, "d1e1w1", &turn, &why), FNR_ERR_TURN, &why,
                   "not legal");
    fnr_game_free(game);

    game = game_of(5, 5);
    position = position_of(game, "5/5/5/B4/2W2 w");
    assert_fine(fnr_turn_parse(game, &position, "c1b1", &turn, &why), &why);
    position = position_of(game, "5/5/1B3/5/1W3 w");
    assert_fine(fnr_turn_parse(game, &position, "b1b2a", &turn, &why), &why);
    assert_refused(fnr_turn_parse(game, &position, "b1b2a2", &turn, &why), FNR_ERR_TURN, &why,
                   "not legal; legal: b1-b2A");
    fnr_game_free(game);
}

static void no_turn_is_legal_when_the_game_is_over(void **state)
{
    (void)state;
    fnr_game *game = game_of(3, 3);
    fnr_position position = position_of(game, "3/3/W2 w");
    fnr_turn turn;
    fnr_error why;
    assert_refused(fnr_turn_parse(game, &position, "a1-a2", &turn, &why), FNR_ERR_TURN, &why,
                   "the game is over");
    fnr_game_free(game);
}

/* ---- Starts ---------------------------------------------------------------------------------- */

static fnr_position start_of(const fnr_game *game, fnr_setup setup)
{
    fnr_position position = {.side = FNR_BLACK};
    fnr_error why;
    assert_fine(fnr_position_start(game, setup, &position, &why), &why);
    return position;
}

static void starts_are_those_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        fnr_setup setup;
        const char *text;
    } STARTS[] = {
        {3, 3, FNR_SETUP_STANDARD, "BBB/B1W/WWW w 0 1"},
        {3, 3, FNR_SETUP_MIRROR, "BBB/W1B/WWW w 0 1"},
        {3, 3, FNR_SETUP_PALINDROME, "BBB/B1B/WWW w 0 1"},
        {5, 5, FNR_SETUP_STANDARD, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1"},
        {5, 5, FNR_SETUP_MIRROR, "BBBBB/BBBBB/WB1WB/WWWWW/WWWWW w 0 1"},
        {5, 5, FNR_SETUP_PALINDROME, "BBBBB/BBBBB/BW1WB/WWWWW/WWWWW w 0 1"},
        {7, 3, FNR_SETUP_STANDARD, "BBBBBBB/BWB1WBW/WWWWWWW w 0 1"},
        {9, 5, FNR_SETUP_STANDARD, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1"},
        {9, 5, FNR_SETUP_MIRROR, "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW w 0 1"},
        {9, 5, FNR_SETUP_PALINDROME, "BBBBBBBBB/BBBBBBBBB/BWBW1WBWB/WWWWWWWWW/WWWWWWWWW w 0 1"},
        {3, 1, FNR_SETUP_STANDARD, "B1W w 0 1"},
        {1, 3, FNR_SETUP_STANDARD, "B/1/W w 0 1"},
    };
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        fnr_game *game = game_of(STARTS[i].width, STARTS[i].height);
        fnr_position start = start_of(game, STARTS[i].setup);
        char text[FNR_POSITION_TEXT_SIZE];
        fnr_position_format(game, &start, text);
        assert_string_equal(text, STARTS[i].text);
        fnr_game_free(game);
    }
}

/* The point across the board; `vertical` also turns rows round. */
static uint64_t reflected(const fnr_board *board, uint64_t set, bool vertical)
{
    uint64_t image = 0;
    for (int p = 0; p < board->points; p++) {
        int x = board->width - 1 - p % board->width, y = p / board->width;
        if (vertical) y = board->height - 1 - y;
        if (set >> p & 1) image |= fnr_point(y * board->width + x);
    }
    return image;
}

static void starts_have_their_symmetries(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        if (width % 2 == 0 || height % 2 == 0 || width * height == 1) continue;
        fnr_game *game = game_of(width, height);
        const fnr_board *board = &game->board;
        fnr_position standard = start_of(game, FNR_SETUP_STANDARD);
        fnr_position mirror = start_of(game, FNR_SETUP_MIRROR);
        fnr_position palindrome = start_of(game, FNR_SETUP_PALINDROME);
        uint64_t centre = fnr_point(width * height / 2), white = standard.stones[FNR_WHITE];
        assert_true((white | standard.stones[FNR_BLACK]) == (board->full & ~centre));
        assert_true(reflected(board, white, true) == standard.stones[FNR_BLACK]);
        assert_true(reflected(board, white, false) == mirror.stones[FNR_WHITE]);
        for (int side = 0; side < 2; side++)
            assert_true(reflected(board, palindrome.stones[side], false) ==
                        palindrome.stones[side]);
        fnr_game_free(game);
    }
}

static void starts_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    FOR_ALL_BOARDS(width, height)
    {
        if (width % 2 == 1 && height % 2 == 1) continue;
        fnr_game *game = game_of(width, height);
        fnr_position position;
        fnr_error why;
        assert_refused(fnr_position_start(game, FNR_SETUP_STANDARD, &position, &why), FNR_ERR_BOARD,
                       &why, "odd");
        fnr_game_free(game);
    }
    fnr_game *game = game_of(3, 3);
    fnr_position position;
    fnr_error why;
    assert_refused(fnr_position_start(game, (fnr_setup)9, &position, &why), FNR_ERR_ARGUMENT, &why,
                   "9");
    fnr_game_free(game);
}

static void telo_line_starts_with_an_empty_middle(void **state)
{
    (void)state;
    fnr_game *game = game_with(&TELO_LINE);
    fnr_position start = start_of(game, FNR_SETUP_STANDARD);
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_error why;
    fnr_position_format(game, &start, text);
    assert_string_equal(text, "BBB/3/WWW w 0 1");
    assert_refused(fnr_position_start(game, FNR_SETUP_PALINDROME, &start, &why), FNR_ERR_BOARD,
                   &why, "telo-line");
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_come_back_from_their_text),
        cmocka_unit_test(a_text_can_be_written_in_several_ways),
        cmocka_unit_test(a_run_of_digits_is_one_number),
        cmocka_unit_test(a_malformed_position_is_told_where),
        cmocka_unit_test(a_size_that_is_no_board_is_told),
        cmocka_unit_test(telo_line_knows_its_positions),
        cmocka_unit_test(messages_are_one_line),
        cmocka_unit_test(legal_turns_come_back_from_their_text),
        cmocka_unit_test(illegal_turns_are_refused_with_the_legal_ones),
        cmocka_unit_test(texts_that_are_no_turns_are_refused),
        cmocka_unit_test(a_letter_before_a_digit_is_a_point),
        cmocka_unit_test(no_turn_is_legal_when_the_game_is_over),
        cmocka_unit_test(starts_are_those_of_the_rules),
        cmocka_unit_test(starts_have_their_symmetries),
        cmocka_unit_test(starts_that_do_not_exist_are_refused),
        cmocka_unit_test(telo_line_starts_with_an_empty_middle),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
