/* SPDX-License-Identifier: MIT
 *
 * Games as text. */
#include <stdio.h>
#include <string.h>

#include "support.h"

static const fnr_rules RULES = {0, 0, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};

static fnr_fgn *read_game(const char *text, size_t *used)
{
    fnr_fgn *fgn = NULL;
    fnr_error why;
    assert_fine(fnr_fgn_read(text, strlen(text), 1, &RULES, used, &fgn, &why), &why);
    return fgn;
}

/* The turns of a game with blanks between them. */
static void turns_text(const fnr_fgn *fgn, char text[1000])
{
    fnr_game *game = game_with(&fgn->rules);
    text[0] = '\0';
    for (size_t i = 0; i < fgn->turn_count; i++) {
        char turn[FNR_TURN_TEXT_SIZE];
        fnr_turn_format(game, &fgn->turns[i], turn);
        snprintf(text + strlen(text), 1000 - strlen(text), "%s%s", i ? " " : "", turn);
    }
    fnr_game_free(game);
}

static void games_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *turns, *result;
        int width;
    } GAMES[] = {
        {"1. d3-e3A", "d3-e3A", "*", 9},
        {"[Variant \"Dimy\"]\n[FEN \"B4/5/5/5/3WW w\"]\n1. e1-d2!? {x} a5a4 (2. d1-c1 (e1 {)} "
         ";)\n) e1)"
         " 2. d1-c1?? $4 ; the end\n 1-0",
         "e1-d2 a5-a4 d1-c1", "1-0", 5},
        {"[FEN \"B4/5/3WW b 3 7\"] 4... a3-a2 5. e1-d2 *", "a3-a2 e1-d2", "*", 5},
        {"[Variant \"5x3\"][Event \"a \\\"b\\\" \\\\ c\"][FEN \"B4/5/3WW w\"] 0-1", "", "0-1", 5},
        {"[Variant \"telo-line\"] 1. a1-a2 a3-b2 1/2-1/2", "a1-a2 a3-b2", "1/2-1/2", 3},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        char text[1000];
        size_t used;
        fnr_fgn *fgn = read_game(GAMES[i].text, &used);
        assert_non_null(fgn);
        turns_text(fgn, text);
        assert_string_equal(text, GAMES[i].turns);
        assert_string_equal(fgn->result, GAMES[i].result);
        assert_int_equal(fgn->rules.width, GAMES[i].width);
        assert_int_equal(used, strlen(GAMES[i].text));
        if (i == 3) assert_string_equal(fnr_fgn_tag_value(fgn, "event"), "a \"b\" \\ c");
        assert_null(fnr_fgn_tag_value(fgn, "Nothing"));
        fnr_fgn_free(fgn);
    }
}

static void games_follow_each_other(void **state)
{
    (void)state;
    const char *text =
        " \n[FEN \"B4/5/3WW w\"] 1. e1-d2 *\n\n[FEN \"3/1B1/1W1 b\"] 1... b2-b3W * \n";
    size_t used, at = 0;
    int games = 0;
    while (at < strlen(text)) {
        fnr_fgn *fgn = read_game(text + at, &used);
        assert_true(used > 0);
        if (fgn) assert_int_equal(fgn->turn_count, 1);
        games += fgn != NULL;
        at += used;
        fnr_fgn_free(fgn);
    }
    assert_int_equal(games, 2);
}

static void long_games_are_read(void **state)
{
    (void)state;
    enum { ROUNDS = 700 };
    static char text[40 * ROUNDS];
    size_t used;
    strcpy(text, "[FEN \"B4/5/4W w\"]\n");
    for (int i = 0; i < ROUNDS; i++) strcat(text, "1. e1-d1 a3-b3 2. d1-e1 b3-a3\n");
    fnr_fgn *fgn = read_game(text, &used);
    assert_int_equal(fgn->turn_count, 4 * ROUNDS);
    fnr_fgn_free(fgn);
}

static void what_is_no_game_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } BAD[] = {
        {"[Event \"x\"\n1. d3-e3A", "line 1: not a tag"},
        {"[Event x]", "line 1: not a tag"},
        {"\n\n[\"x\"]", "line 3: not a tag"},
        {"[Variant \"9x\"]", "no board"},
        {"[Variant \"telo\"]\n\n[FEN \"4/4/4/4 w\"]", "line 3"},
        {"[FEN \"rubbish\"]", "line 1"},
        {"1. d3-e3A\n2. zz", "line 2: turn 'zz'"},
        {"1. d3-e3A\n{ {", "line 2: a comment has no end"},
        {"1. d3-e3A\n( ( )", "line 2: a variation has no end"},
        {"1. d3-e3A }", "line 1: not a turn"},
        {"[Variant \"4x4\"] *", "line 1"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        fnr_fgn *fgn = NULL;
        size_t used = 99;
        fnr_error why;
        assert_refused(fnr_fgn_read(BAD[i].text, strlen(BAD[i].text), 1, &RULES, &used, &fgn, &why),
                       FNR_ERR_GAME, &why, BAD[i].part);
        assert_null(fgn);
        assert_int_equal(used, 99);
    }
    fnr_fgn_free(NULL);
}

/* Whatever is done to a text, it is read or refused, and something is used up. */
static void changed_games_do_no_harm(void **state)
{
    (void)state;
    const char *good =
        "[Event \"a\\\"b\"]\n[FEN \"B4/5/3WW w 0 1\"]\n1. e1-d2!? {c} a3a2 (2. x {)} y)"
        " 2. d1-c1?? $4 ; end\n 1-0\n[Variant \"telo\"] 1. *";
    size_t size = strlen(good);
    uint64_t chance = 4;
    for (int round = 0; round < 20000; round++) {
        char text[300];
        memcpy(text, good, size);
        for (int n = random_below(&chance, 5); n >= 0; n--)
            text[random_below(&chance, (int)size)] = (char)random_below(&chance, 256);
        size_t end = round % 3 ? size : (size_t)random_below(&chance, (int)size + 1);
        for (size_t at = 0, used = 0; at < end; at += used) {
            fnr_fgn *fgn = NULL;
            if (fnr_fgn_read(text + at, end - at, 1, &RULES, &used, &fgn, NULL)) break;
            assert_true(used > 0 && at + used <= end);
            fnr_fgn_free(fgn);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(long_games_are_read),
        cmocka_unit_test(what_is_no_game_is_refused_with_its_line),
        cmocka_unit_test(changed_games_do_no_harm),
    };
    return cmocka_run_group_tests_name("fgn", tests, NULL, NULL);
}
