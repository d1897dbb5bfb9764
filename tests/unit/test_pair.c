/* SPDX-License-Identifier: MIT
 *
 * The solver's pairs: what cannot be reached through tables of boards that are quick to build. */
#include "pairs.h"

/* ---- Levels ---------------------------------------------------------------------------------- */

static const fnr_rules SMALL = {5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};

/* Levels that need a second byte are the same levels. */
static void levels_are_widened_on_the_way(void **state)
{
    garden g;
    fnr_pair narrow, wide;
    garden_new(&g, *state, &SMALL, 3);
    pair_new(&g, 1, 2, true, &narrow);
    pair_new(&g, 1, 2, true, &wide);
    wide.narrow_levels = 2;
    solve(&narrow);
    solve(&wide);
    assert_true(narrow.level > 3);
    assert_int_equal(narrow.level_bytes, 1);
    assert_int_equal(wide.level_bytes, 2);
    assert_same_pairs(&narrow, &wide);
    fnr_pair_free(&narrow);
    fnr_pair_free(&wide);
    garden_free(&g);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* Stops again and again, each time a little later, and compares what comes of it in the end. */
static void stop_and_go(garden *g, int a, int b, bool with_dtc, uint32_t narrow)
{
    fnr_pair whole, pair;
    int loads = 0, stops = 0;
    start_task(g, 0);
    pair_new(g, a, b, with_dtc, &whole);
    solve(&whole);
    for (int stop_at = 1;; stop_at++, stops++) {
        loads += go_on(g, a, b, with_dtc, narrow, stop_at, &pair);
        if (!fnr_task_stopped(&g->task)) break;
        fnr_pair_free(&pair);
    }
    assert_true(stops > 3 && loads > 2);
    assert_same_pairs(&whole, &pair);
    assert_int_equal(count_files(g->root, "checkpoint"), 0);
    fnr_pair_free(&pair);
    fnr_pair_free(&whole);
}

static void work_goes_on_from_a_checkpoint(void **state)
{
    garden g;
    garden_new(&g, *state, &SMALL, 4);
    stop_and_go(&g, 1, 3, true, 255);
    stop_and_go(&g, 1, 3, false, 255);
    stop_and_go(&g, 1, 3, true, 2);
    stop_and_go(&g, 2, 2, true, 255);
    stop_and_go(&g, 2, 2, false, 255);
    garden_free(&g);
}

/* On a board with several granules a half, the first phase is taken up in the middle as well. */
static void the_first_phase_goes_on_from_a_checkpoint(void **state)
{
    const fnr_rules rules = {9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    garden g;
    fnr_pair pair;
    garden_new(&g, *state, &rules, 4);
    assert_false(go_on(&g, 2, 2, true, 255, 3, &pair));
    assert_true(pair.half[0].examined > 0 && pair.half[0].examined < pair.granules);
    fnr_pair_free(&pair);
    stop_and_go(&g, 2, 2, true, 255);
    garden_free(&g);
}

/* Makes a checkpoint of pair (1, 2) at some level. */
static void make_checkpoint(garden *g, char path[FNR_PATH_SIZE])
{
    fnr_pair pair;
    go_on(g, 1, 2, true, 255, 8, &pair);
    assert_true(fnr_task_stopped(&g->task) && pair.judged);
    fnr_pair_free(&pair);
    fnr_error why;
    assert_fine(fnr_store_file(g->root, &g->game->rules, "1v2.checkpoint", path, &why), &why);
}

/* Whether a checkpoint is taken up; the pair must come out right in any case. */
static bool is_taken_up(garden *g, const fnr_pair *whole)
{
    fnr_pair pair;
    bool loaded = go_on(g, 1, 2, true, 255, 0, &pair);
    assert_same_pairs(whole, &pair);
    fnr_pair_free(&pair);
    return loaded;
}

typedef struct comparison {
    garden g;
    fnr_pair whole;
} comparison;

static void see_that_it_is_not_taken_up(void *context)
{
    comparison *c = context;
    assert_false(is_taken_up(&c->g, &c->whole));
}

static void a_damaged_checkpoint_is_not_taken_up(void **state)
{
    comparison c;
    char path[FNR_PATH_SIZE];
    garden_new(&c.g, *state, &SMALL, 3);
    pair_new(&c.g, 1, 2, true, &c.whole);
    solve(&c.whole);
    make_checkpoint(&c.g, path);
    assert_true(is_taken_up(&c.g, &c.whole));
    make_checkpoint(&c.g, path);
    damage_file(path, see_that_it_is_not_taken_up, &c);
    assert_true(is_taken_up(&c.g, &c.whole));
    fnr_pair_free(&c.whole);
    garden_free(&c.g);
}

static void a_checkpoint_that_cannot_be_written_costs_nothing_else(void **state)
{
    garden g;
    fnr_pair pair;
    fnr_checkpoint checkpoint;
    fnr_error why;
    garden_new(&g, *state, &SMALL, 3);
    pair_new(&g, 1, 2, false, &pair);
    assert_fine(fnr_checkpoint_init(&checkpoint, "/proc/none", &pair, 0, &why), &why);
    pair.checkpoint = &checkpoint;
    solve(&pair);
    assert_fine(fnr_task_end(&g.task, &why), &why);
    assert_refused(checkpoint.status, FNR_ERR_IO, &checkpoint.why, "/proc/none");
    fnr_pair_free(&pair);
    garden_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(levels_are_widened_on_the_way),
        scratch_test(work_goes_on_from_a_checkpoint),
        scratch_test(the_first_phase_goes_on_from_a_checkpoint),
        scratch_test(a_damaged_checkpoint_is_not_taken_up),
        scratch_test(a_checkpoint_that_cannot_be_written_costs_nothing_else),
    };
    return cmocka_run_group_tests_name("pair", tests, NULL, NULL);
}
