/* SPDX-License-Identifier: MIT
 *
 * The solver's pairs: what cannot be reached through tables of boards that are quick to build. */
#include "solve/checkpoint.h"

#include <string.h>
#include <unistd.h>

#include "files.h"

/* ---- A garden of pairs ----------------------------------------------------------------------- */

/* A board, and the finished slices below a pair. */
typedef struct garden {
    const char *root;
    fnr_game *game;
    fnr_index *index;
    fnr_shelf *shelf;
    fnr_task task;
    int calls, stop_at; /* of progress; 0: never */
} garden;

static int count_call(const fnr_progress *progress, void *context)
{
    garden *g = context;
    (void)progress;
    return ++g->calls == g->stop_at;
}

static void start_task(garden *g, int stop_at)
{
    g->calls = 0;
    g->stop_at = stop_at;
    fnr_task_init(&g->task, 0, count_call, g);
}

static void pair_new(garden *g, int a, int b, bool with_dtc, fnr_pair *pair)
{
    fnr_error why;
    assert_fine(fnr_pair_init(pair, g->index, g->shelf, a, b, with_dtc, 1, &g->task, &why), &why);
}

static void solve(fnr_pair *pair)
{
    fnr_pair_captures(pair, 0);
    fnr_pair_paikas(pair, 0);
}

/* Solves and shelves everything below `stones` stones. */
static void garden_new(garden *g, const char *root, const fnr_rules *rules, int stones)
{
    fnr_error why;
    g->root = root;
    g->game = game_with(rules);
    g->index = index_of(g->game);
    g->shelf = fnr_shelf_new("", g->index, 1, &g->task);
    assert_non_null(g->shelf);
    start_task(g, 0);
    for (int sum = 2; sum < stones; sum++) {
        for (int a = 1; a <= sum / 2; a++) {
            fnr_pair pair;
            pair_new(g, a, sum - a, false, &pair);
            solve(&pair);
            for (int half = 0; half < fnr_pair_judged(&pair); half++)
                fnr_shelf_put(g->shelf, &pair.slice[half], fnr_pair_codes(&pair, half));
            fnr_pair_free(&pair);
        }
    }
    assert_fine(fnr_task_end(&g->task, &why), &why);
}

static void garden_free(garden *g)
{
    fnr_shelf_free(g->shelf);
    fnr_index_free(g->index);
    fnr_game_free(g->game);
}

/* The same values, levels included. */
static void assert_same(const fnr_pair *a, const fnr_pair *b)
{
    assert_int_equal(a->level, b->level);
    for (int half = 0; half < fnr_pair_judged(a); half++) {
        uint64_t size = a->slice[half].size;
        uint64_t *codes = fnr_pair_codes(a, half), *others = fnr_pair_codes(b, half);
        assert_memory_equal(codes, others, fnr_codes_bytes(size));
        assert_int_equal(a->half[half].capture, b->half[half].capture);
        free(codes);
        free(others);
        for (uint64_t i = 0; i < size && a->level_bytes > 0; i++) {
            uint8_t one[2] = {0}, other[2] = {0};
            fnr_pair_copy_levels(a, half, i, 1, one);
            fnr_pair_copy_levels(b, half, i, 1, other);
            assert_int_equal(fnr_load_le(one, a->level_bytes), fnr_load_le(other, b->level_bytes));
        }
    }
}

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
    assert_same(&narrow, &wide);
    fnr_pair_free(&narrow);
    fnr_pair_free(&wide);
    garden_free(&g);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* Works on a new pair from the checkpoint of the last one, if any, offering one wherever it can and
 * stopping at call `stop_at` of progress. Returns whether it took up a checkpoint. */
static bool go_on(garden *g, int a, int b, bool with_dtc, uint32_t narrow, int stop_at,
                  fnr_pair *pair)
{
    fnr_checkpoint checkpoint;
    fnr_error why;
    start_task(g, stop_at);
    pair_new(g, a, b, with_dtc, pair);
    assert_fine(fnr_checkpoint_init(&checkpoint, g->root, pair, 0, &why), &why);
    pair->checkpoint = &checkpoint;
    pair->narrow_levels = narrow;
    pair->part = 1;
    bool loaded = fnr_checkpoint_load(&checkpoint, pair);
    solve(pair);
    assert_fine(checkpoint.status, &checkpoint.why);
    pair->checkpoint = NULL;
    if (!fnr_task_stopped(&g->task)) fnr_checkpoint_remove(&checkpoint);
    return loaded;
}

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
    assert_same(&whole, &pair);
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
    assert_same(whole, &pair);
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
