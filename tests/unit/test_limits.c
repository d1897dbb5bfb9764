/* SPDX-License-Identifier: MIT
 *
 * Draw limits: values for every counter, five-valued, and tables that a limit shares. */
#include <unistd.h>

#include "files.h"

static fnr_rules limited(int width, int height, int draw_plies)
{
    return (fnr_rules){width, height, FNR_CAPTURE, FNR_STALEMATE_LOSS, draw_plies};
}

static fnr_db *db_of(const char *root, const fnr_rules *rules)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open(root, rules, &db, &why), &why);
    return db;
}

static fnr_value value_at(fnr_db *db, const fnr_position *position)
{
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

/* ---- Every counter --------------------------------------------------------------------------- */

/* What a value is under the limit. */
static int under_limit(fnr_wdl wdl)
{
    return wdl == FNR_WIN ? 1 : wdl == FNR_LOSS ? -1 : 0;
}

/* The value of a position is the best of its turns. As the counter rises with every paika, and what
 * is captured does not come back, this proves the values of all positions of all counters. */
static void check_position(fnr_db *db, fnr_db *theory, const fnr_position *position)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_value value = value_at(db, position), without = value_at(theory, position);
    fnr_outcome outcome = fnr_position_outcome(game, position);
    int best = -1;
    turns list = turns_of(game, position);
    for (size_t i = 0; i < list.count; i++) {
        fnr_position after;
        fnr_position_play(position, &list.turn[i], &after);
        int turn = -under_limit(value_at(db, &after).wdl);
        if (turn > best) best = turn;
    }
    if (outcome == FNR_DRAWN) {
        assert_int_equal(list.count, 0);
        assert_true(value.wdl == FNR_DRAW && value.dtc == FNR_DTC_NONE);
    } else if (outcome == FNR_GOES_ON) {
        assert_int_equal(under_limit(value.wdl), best);
        assert_int_equal(value.wdl == FNR_CURSED_WIN, best == 0 && without.wdl == FNR_WIN);
        assert_int_equal(value.wdl == FNR_BLESSED_LOSS, best == 0 && without.wdl == FNR_LOSS);
        if (best == 0) assert_int_equal(value.dtc, without.dtc);
        if (best != 0) assert_true(position->plies + value.dtc < fnr_game_rules(game)->draw_plies);
    }
    turns_free(&list);
}

static void check_slice(fnr_db *db, fnr_db *theory, fnr_index *index, int m, int o)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_slice slice;
    fnr_error why;
    assert_fine(fnr_slice_init(&slice, index, m, o, &why), &why);
    for (uint64_t i = 0; i < slice.size; i++) {
        uint64_t mover, other;
        fnr_position position;
        if (!fnr_slice_unrank(&slice, i, &mover, &other)) continue;
        fnr_unfold(game, mover, other, FNR_WHITE, &position);
        for (int c = 0; c <= fnr_game_rules(game)->draw_plies; c++) {
            position.plies = c;
            check_position(db, theory, &position);
        }
    }
}

static void check_all(const char *root, const fnr_rules *rules, int stones, bool packed)
{
    fnr_build_options options = {.stones = stones, .threads = 1, .packed = packed};
    fnr_rules without = *rules;
    fnr_error why;
    without.draw_plies = 0;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
    fnr_db *db = db_of(root, rules), *theory = db_of(root, &without);
    fnr_index *index = index_of(fnr_db_game(db));
    for (int m = 1, o = 0; fnr_slice_next(fnr_db_game(db), &m, &o) && m + o <= stones;)
        check_slice(db, theory, index, m, o);
    fnr_index_free(index);
    fnr_db_close(db);
    fnr_db_close(theory);
}

static void every_counter_has_its_value(void **state)
{
    static const int LIMITS[] = {1, 2, 4, 7, 20};
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        fnr_rules rules = limited(5, 3, LIMITS[i]), small = limited(3, 3, LIMITS[i]);
        check_all(*state, &rules, 3, false);
        check_all(*state, &small, 5, false);
    }
    fnr_rules draws = limited(4, 3, 5);
    draws.stalemate = FNR_STALEMATE_DRAW;
    check_all(*state, &draws, 5, false);
}

static void packed_tables_know_every_counter(void **state)
{
    fnr_rules rules = limited(5, 3, 6);
    check_all(*state, &rules, 4, true);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* 5x3 to 3 stones has distances up to 10: a limit of 11 plies changes nothing, one of 10 does. */
static void a_limit_that_changes_nothing_has_no_tables(void **state)
{
    fnr_rules rules = limited(5, 3, 0), beyond = rules, within = rules;
    fnr_build_options options = {.stones = 3, .threads = 1};
    fnr_error why;
    fnr_slice_stats deepest = {.m = 0};
    build_tables(*state, &rules, 3);
    fnr_db *db = db_of(*state, &rules);
    fnr_table *table = NULL;
    fnr_index *index = index_of(fnr_db_game(db));
    assert_fine(fnr_table_open(*state, index, 1, 2, FNR_METRIC_WDL, &table, &why), &why);
    deepest.max_dtc = table->header.max_dtc;
    fnr_table_close(table);
    fnr_index_free(index);
    fnr_db_close(db);

    beyond.draw_plies = (int)deepest.max_dtc + 1;
    within.draw_plies = (int)deepest.max_dtc;
    int files = count_files(*state, ".");
    assert_fine(fnr_build(*state, &beyond, &options, &why), &why);
    assert_int_equal(count_files(*state, "."), files);
    assert_fine(fnr_build(*state, &within, &options, &why), &why);
    assert_true(count_files(*state, ".") > files);

    fnr_position position = {.stones = {1, 1 << 14}, .side = FNR_WHITE, .plies = 0};
    fnr_db *shared = db_of(*state, &beyond);
    value_at(shared, &position);
    fnr_db_close(shared);
}

static void a_counter_needs_distances(void **state)
{
    fnr_rules rules = limited(5, 3, 4);
    fnr_build_options options = {.stones = 3, .threads = 1, .wdl_only = true};
    fnr_position position;
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    fnr_db *db = db_of(*state, &rules);
    position = position_of(fnr_db_game(db), "3B1/5/1W2W w");
    assert_fine(fnr_probe(db, &position, &value, &why), &why);
    position.plies = 1;
    if (value.wdl == FNR_WIN && value.dtc == FNR_DTC_UNKNOWN)
        assert_refused(fnr_probe(db, &position, &value, &why), FNR_ERR_NO_TABLE, &why, "DTC");
    fnr_check_options check = {.threads = 1};
    assert_refused(fnr_db_verify(db, &check, &why), FNR_ERR_NO_TABLE, &why, "DTC");
    fnr_db_close(db);
}

static void without_theory_a_draw_is_not_told(void **state)
{
    fnr_rules rules = limited(5, 3, 2);
    fnr_build_options options = {.stones = 3, .threads = 1};
    fnr_error why;
    fnr_value value;
    int told = 0;
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    fnr_rules theory = limited(5, 3, 0);
    char path[FNR_PATH_SIZE];
    table_path(*state, &theory, 1, 2, FNR_METRIC_WDL, path);
    assert_int_equal(unlink(path), 0);
    fnr_db *db = db_of(*state, &rules);
    for (int i = 0; i < 15 * 15; i++) {
        fnr_position position = {.stones = {fnr_point(i % 15), fnr_point(i / 15) | 1}, .plies = 0};
        if (fnr_position_check(fnr_db_game(db), &position, NULL) ||
            fnr_count(position.stones[FNR_BLACK]) != 2)
            continue;
        fnr_status status = fnr_probe(db, &position, &value, &why);
        if (status) assert_refused(status, FNR_ERR_NO_TABLE, &why, "5x3-capture/1v2.wdl");
        if (!status) assert_true(value.wdl != FNR_CURSED_WIN && value.wdl != FNR_DRAW);
        told += status != FNR_OK;
    }
    assert_true(told > 0);
    fnr_db_close(db);
}

/* ---- The game -------------------------------------------------------------------------------- */

static void the_limit_ends_a_game(void **state)
{
    (void)state;
    fnr_rules rules = limited(3, 3, 4);
    fnr_game *game = game_with(&rules);
    fnr_position position = position_of(game, "3/1W1/B2 w 3");
    assert_int_equal(fnr_position_outcome(game, &position), FNR_GOES_ON);
    position.plies = 4;
    assert_int_equal(fnr_position_outcome(game, &position), FNR_DRAWN);
    assert_true(fnr_perft(game, &position, 1) == 0);
    position.plies = FNR_NO_COUNT;
    assert_int_equal(fnr_position_outcome(game, &position), FNR_GOES_ON);
    position = position_of(game, "3/1W1/3 b 9"); /* no stones: lost before anything is counted */
    assert_int_equal(fnr_position_outcome(game, &position), FNR_WHITE_WINS);
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(every_counter_has_its_value),
        scratch_test(packed_tables_know_every_counter),
        scratch_test(a_limit_that_changes_nothing_has_no_tables),
        scratch_test(a_counter_needs_distances),
        scratch_test(without_theory_a_draw_is_not_told),
        cmocka_unit_test(the_limit_ends_a_game),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
