/* SPDX-License-Identifier: MIT
 *
 * DTW, proven: with values that are right, a win in n has a turn to a loss in n - 1 and none to a
 * nearer one, and all turns of a loss in n lead to wins, the farthest in n - 1; a game that is over
 * has 0. By induction over n no distances but the right ones are like that. */
#include "solve/checkpoint.h"

#include "files.h"

static fnr_value value_at(fnr_db *db, const fnr_position *position)
{
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

static void check_position(fnr_db *db, const fnr_position *position)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_value value = value_at(db, position);
    int32_t nearest = INT32_MAX, farthest = -1;
    turns list = turns_of(game, position);
    for (size_t i = 0; i < list.count; i++) {
        fnr_position after;
        fnr_position_play(position, &list.turn[i], &after);
        fnr_value then = value_at(db, &after);
        if (then.wdl == FNR_LOSS && then.dtw < nearest) nearest = then.dtw;
        if (then.dtw > farthest) farthest = then.dtw;
    }
    if (value.wdl == FNR_DRAW)
        assert_int_equal(value.dtw, FNR_DTW_NONE);
    else if (list.count == 0)
        assert_int_equal(value.dtw, 0);
    else
        assert_int_equal(value.dtw, (value.wdl == FNR_WIN ? nearest : farthest) + 1);
    turns_free(&list);
}

/* All positions of a slice, or if there are too many every so manieth. */
static void check_slice(fnr_db *db, fnr_index *index, int m, int o)
{
    enum { MOST = 30000 };
    fnr_slice slice;
    fnr_error why;
    assert_fine(fnr_slice_init(&slice, index, m, o, &why), &why);
    for (uint64_t i = 0; i < slice.size; i += 1 + slice.size / MOST) {
        uint64_t mover, other;
        fnr_position position;
        if (!fnr_slice_unrank(&slice, i, &mover, &other)) continue;
        if (fnr_is_refused(fnr_db_game(db), mover, other)) continue;
        fnr_unfold(fnr_db_game(db), mover, other, i % 2 ? FNR_WHITE : FNR_BLACK, &position);
        check_position(db, &position);
    }
}

static void check_all(const char *root, const fnr_rules *rules, int stones, bool packed)
{
    fnr_build_options options = {.stones = stones, .threads = 2, .packed = packed, .dtw = true};
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
    assert_fine(fnr_db_open(root, rules, &db, &why), &why);
    fnr_index *index = index_of(fnr_db_game(db));
    for (int m = 1, o = 0; fnr_slice_next(fnr_db_game(db), &m, &o);)
        if (stones == 0 || m + o <= stones) check_slice(db, index, m, o);
    fnr_index_free(index);
    fnr_db_close(db);
}

static void every_distance_is_proven(void **state)
{
    static const struct {
        fnr_rules rules;
        int stones;
        bool packed;
    } SETS[] = {
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0, false},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 0, false},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 0, false},
        {{4, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0, false},
        {{5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 7, true},
        {{4, 4, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 5, false},
        {{9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4, false},
        {{1, 24, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4, false},
    };
    for (size_t i = 0; i < sizeof SETS / sizeof SETS[0]; i++)
        check_all(*state, &SETS[i].rules, SETS[i].stones, SETS[i].packed);
}

/* With distances beyond a byte the tables have two, and the same values. */
static void distances_beyond_a_byte_need_two(void **state)
{
    fnr_rules rules = {1, 64, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    fnr_game *game = game_with(&rules);
    fnr_index *index = index_of(game);
    fnr_error why;
    build_tables(*state, &rules, 4);
    fnr_build_options options = {.stones = 4, .threads = 1, .dtw = true};
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    fnr_task task;
    fnr_task_init(&task, 0, NULL, NULL);
    fnr_shelf *shelf = fnr_shelf_new(*state, index, 1, &task);
    assert_non_null(shelf);
    for (int m = 1; m <= 2; m++) assert_fine(fnr_shelf_need_dtw(shelf, m, 2, &why), &why);
    fnr_pair pair;
    assert_fine(fnr_pair_init(&pair, index, shelf, 2, 2, true, 1, &task, &why), &why);
    pair.narrow_levels = 100;
    assert_fine(fnr_pair_dtw(&pair, 0, &why), &why);
    assert_true(pair.level > 100);
    assert_int_equal(pair.level_bytes, 2);
    for (uint64_t i = 0; i < pair.slice[0].size; i++) {
        uint8_t two[2];
        fnr_pair_copy_levels(&pair, 0, i, 1, two);
        assert_int_equal(fnr_load_le(two, 2), fnr_distance_get(&shelf->at[2][2].dtw, i));
    }
    fnr_pair_free(&pair);
    fnr_shelf_free(shelf);
    fnr_index_free(index);
    fnr_game_free(game);
}

/* Whatever distance is changed, verification finds it. */
static void every_wrong_distance_is_found(void **state)
{
    fnr_rules rules = {4, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    fnr_build_options options = {.stones = 3, .threads = 1, .dtw = true};
    fnr_check_options check = {.threads = 1};
    fnr_error why;
    fnr_db *db = NULL;
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    assert_fine(fnr_db_open(*state, &rules, &db, &why), &why);
    fnr_index *index = index_of(fnr_db_game(db));
    assert_fine(fnr_db_verify(db, &check, &why), &why);
    values v = values_load(*state, index, 2, 1, FNR_METRIC_DTW);
    for (uint64_t i = 0; i < v.header.entries; i += 3) {
        unsigned right = values_get(&v, i);
        values_set(&v, i, right + 1);
        values_save(*state, &v, 1);
        fnr_db *changed = NULL;
        assert_fine(fnr_db_open(*state, &rules, &changed, &why), &why);
        assert_refused(fnr_db_verify(changed, &check, &why), FNR_ERR_WRONG, &why, "DTW");
        fnr_db_close(changed);
        values_set(&v, i, right);
    }
    values_free(&v);
    fnr_index_free(index);
    fnr_db_close(db);
}

static void a_limit_has_no_dtw(void **state)
{
    fnr_rules rules = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20};
    fnr_build_options options = {.stones = 3, .threads = 1, .dtw = true};
    fnr_error why;
    assert_refused(fnr_build(*state, &rules, &options, &why), FNR_ERR_ARGUMENT, &why, "counter");
    assert_int_equal(count_files(*state, "."), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(every_distance_is_proven),
        scratch_test(distances_beyond_a_byte_need_two),
        scratch_test(every_wrong_distance_is_found),
        scratch_test(a_limit_has_no_dtw),
    };
    return cmocka_run_group_tests_name("dtw", tests, NULL, NULL);
}
