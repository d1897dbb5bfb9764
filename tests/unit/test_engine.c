/* SPDX-License-Identifier: MIT
 *
 * The engine's search: what it calls sure is so; limits, lines and errors are as the header says.
 * (test_engine_play.c: what it does with tables.) */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

/* ---- Search ---------------------------------------------------------------------------------- */

/* Without tables: what the search calls a sure win or loss is one, and no win is far away that it
 * should have seen. */
static void check_search(const char *root, fnr_rules rules, int most, int depth, int tries)
{
    uint64_t state = 7;
    build(root, &rules, most, rules.draw_plies == 0);
    table t = table_of(root, &rules, false);
    assert_int_equal(fnr_engine_reach(t.engine), 0);
    int sure = 0;
    for (int i = 0; i < tries; i++) {
        fnr_position start = some_position(&state, t.game, most);
        const fnr_think_options options = {.depth = depth};
        fnr_choice choice;
        fnr_error why;
        fnr_value value = value_at(t.db, &start);
        fnr_engine_forget(t.engine);
        assert_fine(fnr_engine_think(t.engine, &start, &options, &choice, &why), &why);
        int score = choice.thought.score;
        bool wins = score > FNR_SCORE_SURE, loses = score < -FNR_SCORE_SURE;
        sure += wins || loses;
        if (wins) assert_int_equal(value.wdl, FNR_WIN);
        if (loses) assert_int_equal(value.wdl, FNR_LOSS);
        if (value.wdl == FNR_WIN && value.dtw >= 0 && value.dtw <= 3) assert_true(wins);
        if (value.wdl == FNR_LOSS && value.dtw >= 0 && value.dtw <= 2) assert_true(loses);
        if (wins && value.dtw >= 0) assert_true(FNR_SCORE_WON - score >= value.dtw);
    }
    assert_true(sure > tries / 20);
    table_free(&t);
}

static void test_search(void **state)
{
    check_search(*state, rules_of(3, 3), 8, 8, 400);
    check_search(*state, rules_of(5, 3), 5, 6, 400);
    check_search(*state, TELO_LINE, 6, 8, 300);
    check_search(*state, (fnr_rules){3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 5}, 8, 8, 400);
    check_search(*state, (fnr_rules){5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 6}, 5, 7, 400);
    check_search(*state, (fnr_rules){4, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 6, 6, 300);
}

/* WDL alone does not say how to go on: the search does. */
static void test_wdl_alone(void **state)
{
    const fnr_build_options options = {.stones = 4, .threads = 1, .wdl_only = true};
    uint64_t chance = 3;
    fnr_rules rules = rules_of(5, 3);
    fnr_error why;
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    table t = table_of(*state, &rules, true);
    for (int i = 0; i < 300; i++) {
        fnr_position now = some_position(&chance, t.game, 4), after;
        fnr_wdl before = value_at(t.db, &now).wdl;
        fnr_turn turn = think(&t, &now, 1);
        fnr_position_play(&now, &turn, &after);
        assert_int_equal(value_at(t.db, &after).wdl, -before);
    }
    table_free(&t);
}

/* ---- The call -------------------------------------------------------------------------------- */

typedef struct notes {
    int thoughts, last_rank, last_score, asked;
} notes;

static void note(const fnr_thought *thought, void *context)
{
    notes *n = context;
    n->thoughts++;
    assert_true(thought->length >= 1);
    if (thought->rank > 1) {
        assert_int_equal(thought->rank, n->last_rank + 1);
        assert_true(thought->score <= n->last_score);
    }
    n->last_rank = thought->rank;
    n->last_score = thought->score;
}

static int stop_soon(void *context)
{
    notes *n = context;
    return ++n->asked > 3;
}

static void test_options(void **state)
{
    (void)state;
    fnr_rules rules = rules_of(9, 5);
    fnr_engine *engine;
    fnr_position start;
    fnr_error why;
    fnr_choice choice;
    notes n = {0};
    assert_fine(fnr_engine_new(&rules, NULL, LITTLE, &engine, &why), &why);
    const fnr_game *game = fnr_engine_game(engine);
    assert_fine(fnr_position_start(game, FNR_SETUP_STANDARD, &start, &why), &why);
    fnr_think_options options = {.depth = 3, .lines = 4, .thought = note, .context = &n};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_int_equal(n.thoughts, 3 * 4);
    assert_int_equal(choice.thought.depth, 3);
    assert_null(choice.thought.line);

    options = (fnr_think_options){.nodes = 20000};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_true(choice.thought.nodes >= 20000 && choice.thought.nodes < 21000);
    options = (fnr_think_options){.stop = stop_soon, .context = &n};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_int_equal(n.asked, 4);

    options = (fnr_think_options){.depth = -1};
    assert_refused(fnr_engine_think(engine, &start, &options, &choice, &why), FNR_ERR_ARGUMENT,
                   &why, "at least 0");
    options = (fnr_think_options){.depth = 1};
    fnr_position over = position_of(game, "9/9/4W4/9/9 b");
    assert_refused(fnr_engine_think(engine, &over, &options, &choice, &why), FNR_ERR_POSITION, &why,
                   "the game is over");
    fnr_engine_free(engine);
}

/* The same searches find the same, however often, unless they remember each other. */
static void test_again(void **state)
{
    (void)state;
    fnr_rules rules = rules_of(5, 5);
    fnr_engine *engine;
    fnr_error why;
    fnr_choice a, b;
    const fnr_think_options options = {.depth = 7};
    assert_fine(fnr_engine_new(&rules, NULL, LITTLE, &engine, &why), &why);
    fnr_position start = position_of(fnr_engine_game(engine), "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w");
    assert_fine(fnr_engine_think(engine, &start, &options, &a, &why), &why);
    fnr_engine_forget(engine);
    assert_fine(fnr_engine_think(engine, &start, &options, &b, &why), &why);
    assert_int_equal(a.thought.nodes, b.thought.nodes);
    assert_int_equal(a.thought.score, b.thought.score);
    fnr_engine_free(engine);
}

/* Tables of other rules are refused; a damaged block is reported, and the search does without. */
static void test_tables(void **state)
{
    char path[FNR_PATH_SIZE];
    fnr_rules rules = rules_of(3, 3), other = rules_of(5, 3);
    fnr_engine *engine = NULL;
    fnr_error why;
    build(*state, &rules, 5, false);
    table_path(*state, &rules, 1, 2, FNR_METRIC_WDL, path);
    content file = file_read(path);
    file.bytes[file.size - 1] ^= 1;
    file_write(path, file.bytes, file.size);
    content_free(&file);
    table t = table_of(*state, &rules, true);
    assert_refused(fnr_engine_new(&other, t.db, 0, &engine, &why), FNR_ERR_RULES, &why, "other");
    const fnr_think_options options = {.depth = 3};
    fnr_position position = position_of(t.game, "BB1/3/1WW w"); /* it must capture one */
    fnr_choice choice;
    assert_fine(fnr_engine_think(t.engine, &position, &options, &choice, &why), &why);
    assert_refused(choice.trouble.code, FNR_ERR_CORRUPT, &choice.trouble, "1v2.wdl");
    assert_int_equal(choice.thought.depth, 3);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(test_search),    scratch_test(test_wdl_alone), cmocka_unit_test(test_options),
        cmocka_unit_test(test_again), scratch_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
