/* SPDX-License-Identifier: MIT */
#include "pairs.h"

#include <stdlib.h>

static int count_call(const fnr_progress *progress, void *context)
{
    garden *g = context;
    (void)progress;
    return ++g->calls == g->stop_at;
}

void start_task(garden *g, int stop_at)
{
    g->calls = 0;
    g->stop_at = stop_at;
    fnr_task_init(&g->task, 0, count_call, g);
}

void pair_new(garden *g, int a, int b, bool with_dtc, fnr_pair *pair)
{
    fnr_error why;
    assert_fine(fnr_pair_init(pair, g->index, g->shelf, a, b, with_dtc, 1, &g->task, &why), &why);
}

void solve(fnr_pair *pair)
{
    fnr_pair_captures(pair, 0);
    fnr_pair_paikas(pair, 0);
}

void garden_new(garden *g, const char *root, const fnr_rules *rules, int stones)
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

void garden_free(garden *g)
{
    fnr_shelf_free(g->shelf);
    fnr_index_free(g->index);
    fnr_game_free(g->game);
}

void assert_same_pairs(const fnr_pair *a, const fnr_pair *b)
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

bool go_on(garden *g, int a, int b, bool with_dtc, uint32_t narrow, int stop_at, fnr_pair *pair)
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
