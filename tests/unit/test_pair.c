/* SPDX-License-Identifier: MIT
 *
 * The solver's pairs: what cannot be reached through tables of boards that are quick to build. */
#include "solve/pair.h"

#include <string.h>

#include "support.h"

static fnr_index *index_new(fnr_game *game)
{
    fnr_index *index;
    fnr_error why;
    assert_fine(fnr_index_new(game, &index, &why), &why);
    return index;
}

/* Solves pair (1, 2) of 5x3 after (1, 1), with one byte a level up to `narrow`. */
static void solve(fnr_index *index, fnr_shelf *shelf, uint32_t narrow, fnr_task *task,
                  fnr_pair *pair)
{
    fnr_error why;
    fnr_pair first;
    fnr_task_init(task, 0, NULL, NULL);
    assert_fine(fnr_pair_init(&first, index, shelf, 1, 1, false, 1, task, &why), &why);
    fnr_pair_captures(&first, 0);
    fnr_pair_paikas(&first, 0);
    fnr_shelf_put(shelf, &first.slice[0], fnr_pair_codes(&first, 0));
    fnr_pair_free(&first);
    assert_fine(fnr_pair_init(pair, index, shelf, 1, 2, true, 1, task, &why), &why);
    pair->narrow_levels = narrow;
    fnr_pair_captures(pair, 0);
    fnr_pair_paikas(pair, 0);
    assert_fine(fnr_task_end(task, &why), &why);
}

/* Levels that need a second byte are the same levels. */
static void levels_are_widened_on_the_way(void **state)
{
    (void)state;
    fnr_game *game = game_of(5, 3);
    fnr_index *index = index_new(game);
    fnr_task task;
    fnr_shelf *shelf = fnr_shelf_new("", index, 1, &task);
    fnr_pair narrow, wide;
    assert_non_null(shelf);
    solve(index, shelf, 255, &task, &narrow);
    solve(index, shelf, 2, &task, &wide);
    assert_true(narrow.level > 3);
    assert_int_equal(wide.level, narrow.level);
    assert_int_equal(narrow.level_bytes, 1);
    assert_int_equal(wide.level_bytes, 2);
    for (int half = 0; half < 2; half++) {
        for (uint64_t i = 0; i < narrow.slice[half].size; i++) {
            uint8_t one[1], two[2];
            fnr_pair_copy_levels(&narrow, half, i, 1, one);
            fnr_pair_copy_levels(&wide, half, i, 1, two);
            assert_int_equal(fnr_load_le(two, 2), one[0]);
        }
    }
    fnr_pair_free(&narrow);
    fnr_pair_free(&wide);
    fnr_shelf_free(shelf);
    fnr_index_free(index);
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_widened_on_the_way)};
    return cmocka_run_group_tests_name("pair", tests, NULL, NULL);
}
