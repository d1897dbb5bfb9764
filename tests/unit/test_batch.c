/* SPDX-License-Identifier: MIT
 *
 * Batches of cells, and where paths lead them, against the index and the rules one by one. */
#include "solve/batch.h"

#include <string.h>

#include "files.h"

/* ---- Loops over arrays ----------------------------------------------------------------------- */

enum { WORDS = 64 };

static void lanes_do_what_single_words_do(void **state)
{
    (void)state;
    uint64_t chance = 1, table[WORDS], words[WORDS], index[WORDS], packed[WORDS + FNR_LANES];
    uint8_t bytes[WORDS + FNR_LANES];
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < WORDS; i++) {
            table[i] = random_next(&chance);
            words[i] = random_next(&chance);
            index[i] = random_next(&chance) % (32 * WORDS);
        }
        uint64_t which = random_next(&chance), flip = random_next(&chance);
        if (round % 3 == 0) which &= random_next(&chance) & random_next(&chance);
        uint64_t *end = fnr_lanes_pack(words, which, flip, packed);
        assert_int_equal(end - packed, fnr_count(which));
        for (int i = 0; which; which = fnr_without_lowest(which), i++)
            assert_true(packed[i] == (words[fnr_lowest(which)] ^ flip));
        int count = random_below(&chance, WORDS + 1);
        fnr_lanes_read(table, 2, index, count, bytes);
        for (int i = 0; i < count; i++) assert_int_equal(bytes[i], fnr_code_get(table, index[i]));
        fnr_lanes_read(table, 1, index, count, bytes);
        for (int i = 0; i < count; i++) assert_int_equal(bytes[i], fnr_bit_get(table, index[i]));
    }
}

static void many_ranks_are_single_ranks(void **state)
{
    (void)state;
    uint64_t chance = 2, sets[WORDS], ranks[WORDS];
    fnr_binomials binomials;
    fnr_binomials_init(&binomials);
    for (int round = 0; round < 3000; round++) {
        int k = 1 + round % 12, count = random_below(&chance, WORDS + 1);
        uint64_t free = random_points(&chance, ~UINT64_C(0), k + random_below(&chance, 65 - k));
        for (int i = 0; i < WORDS; i++) sets[i] = random_points(&chance, free, k);
        fnr_colex_ranks(&binomials, free, k, sets, count, ranks);
        for (int i = 0; i < count; i++)
            assert_true(ranks[i] == fnr_colex_rank(&binomials, fnr_pack(sets[i], free)));
    }
}

/* ---- Cells and paths ------------------------------------------------------------------------- */

/* A pair whose `open` cells are random ones, and none of them holes. */
typedef struct garden {
    fnr_game *game;
    fnr_index *index;
    fnr_task task;
    fnr_pair pair;
} garden;

static uint64_t cell_of(const fnr_pair *pair, uint64_t index)
{
    return index / pair->columns * pair->stride + index % pair->columns;
}

static void garden_new(garden *g, int width, int height, int a, int b, int share, uint64_t *chance)
{
    fnr_error why;
    g->game = game_of(width, height);
    g->index = index_of(g->game);
    fnr_task_init(&g->task, 0, NULL, NULL);
    assert_fine(fnr_pair_init(&g->pair, g->index, NULL, a, b, false, 1, &g->task, &why), &why);
    for (uint64_t i = 0; i < g->pair.slice[0].size; i++) {
        uint64_t mover, other, cell = cell_of(&g->pair, i);
        if (fnr_slice_unrank(&g->pair.slice[0], i, &mover, &other) &&
            random_below(chance, share) == 0)
            g->pair.half[0].open[cell / 64] |= fnr_point((int)(cell % 64));
    }
}

static void garden_free(garden *g)
{
    fnr_pair_free(&g->pair);
    fnr_index_free(g->index);
    fnr_game_free(g->game);
}

static uint64_t open_cells(const fnr_half *half, uint64_t word)
{
    return half->open[word];
}

/* Calls `check` for all open cells, batch by batch; returns how many there were. */
typedef void (*batch_fn)(fnr_batch *batch);

static uint64_t for_batches(garden *g, batch_fn check)
{
    static fnr_batch batch;
    uint64_t word = 0, count = 0;
    fnr_batch_start(&batch, &g->pair);
    while (fnr_batch_fill(&batch, &g->pair.half[0], open_cells, &word, g->pair.cells / 64)) {
        check(&batch);
        count += (uint64_t)batch.count;
    }
    return count;
}

static void check_sets(fnr_batch *batch)
{
    const fnr_pair *pair = batch->pair;
    for (int k = 0; k < batch->count; k++) {
        uint64_t leader, follower, cell = batch->cell[k], row = cell / pair->stride;
        assert_true(fnr_bit_get(pair->half[0].open, cell));
        assert_true(k == 0 || cell > batch->cell[k - 1]);
        fnr_slice_unrank(&pair->slice[0], row * pair->columns + cell % pair->stride, &leader,
                         &follower);
        assert_true(leader == batch->leader && follower == batch->image[0][k]);
        for (int p = 0; p < pair->game->board.points; p++)
            assert_int_equal(batch->at[p].word[k / 64] >> (k % 64) & 1, follower >> p & 1);
    }
}

/* A sum over (cell, end), in whatever order they come. */
typedef struct ends {
    uint64_t sum, count;
} ends;

static void add_end(ends *e, uint64_t cell, uint64_t end)
{
    uint64_t state = cell * UINT64_C(0x9e3779b97f4a7c15) + end;
    e->sum += random_next(&state);
    e->count++;
}

static bool add_path(fnr_batch *batch, const fnr_path *path, void *context)
{
    batch->going = fnr_path_open(batch, path, &batch->all);
    fnr_batch_go(batch, path, batch->pair->stride);
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        int i = batch->first[w];
        for (uint64_t rest = batch->going.word[w]; rest; rest = fnr_without_lowest(rest))
            add_end(context, batch->cell[64 * w + fnr_lowest(rest)], batch->end[i++]);
        assert_int_equal(i, batch->first[w + 1]);
    }
    return false;
}

/* The paikas of the side to move in a half, by the rules. */
static void add_paikas(const fnr_batch *batch, int half, int k, ends *e)
{
    const fnr_pair *pair = batch->pair;
    const fnr_board *board = &pair->game->board;
    const fnr_slice *sister = &pair->slice[!half];
    uint64_t leader = batch->leader, follower = batch->image[0][k];
    uint64_t mover = half == FNR_LEADER_MOVES ? leader : follower;
    uint64_t other = half == FNR_LEADER_MOVES ? follower : leader;
    for (uint64_t rest = mover; rest; rest = fnr_without_lowest(rest)) {
        uint64_t to = board->near[fnr_lowest(rest)] & ~(mover | other);
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t moved = mover ^ (rest & -rest) ^ (to & -to);
            add_end(e, batch->cell[k], cell_of(pair, fnr_slice_rank(sister, other, moved)));
        }
    }
}

static void check_paikas(fnr_batch *batch)
{
    int halves = batch->pair->slice[0].m == batch->pair->slice[0].o ? 0 : 2;
    for (int half = 0; half < halves; half++) {
        ends by_paths = {0, 0}, by_rules = {0, 0}, backwards = {0, 0};
        fnr_batch_children(batch, half, add_path, &by_paths);
        fnr_batch_parents(batch, !half, add_path, &backwards);
        for (int k = 0; k < batch->count; k++) add_paikas(batch, half, k, &by_rules);
        assert_true(by_paths.count == by_rules.count && by_paths.sum == by_rules.sum);
        assert_true(backwards.count == by_rules.count && backwards.sum == by_rules.sum);
    }
}

static void check_exchange(fnr_batch *batch)
{
    const fnr_pair *pair = batch->pair;
    const fnr_slice *slice = &pair->slice[0];
    if (slice->m != slice->o) return;
    fnr_path stay = {.followers = slice->followers, .leader = batch->leader};
    batch->going = batch->all;
    fnr_batch_go_and_exchange(batch, &stay, slice->orbits, pair->stride);
    for (int k = 0; k < batch->count; k++)
        assert_true(batch->end[k] ==
                    cell_of(pair, fnr_slice_rank(slice, batch->image[0][k], batch->leader)));
}

static void check_batch(fnr_batch *batch)
{
    check_sets(batch);
    check_paikas(batch);
    check_exchange(batch);
}

static void batches_know_where_paths_lead(void **state)
{
    static const int KINDS[][4] = {{9, 5, 1, 3}, {9, 5, 2, 2}, {5, 5, 3, 4},  {5, 5, 3, 3},
                                   {5, 3, 2, 5}, {4, 4, 2, 3}, {4, 4, 3, 3},  {4, 3, 2, 6},
                                   {1, 9, 2, 4}, {8, 8, 1, 2}, {1, 64, 1, 2}, {3, 3, 4, 4}};
    uint64_t chance = 3;
    (void)state;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        for (int share = 1; share < 200; share = share * 7 + 1) {
            garden g;
            garden_new(&g, KINDS[i][0], KINDS[i][1], KINDS[i][2], KINDS[i][3], share, &chance);
            uint64_t count = 0;
            for (uint64_t w = 0; w < g.pair.cells / 64; w++)
                count += (uint64_t)fnr_count(g.pair.half[0].open[w]);
            assert_int_equal(for_batches(&g, check_batch), count);
            garden_free(&g);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_do_what_single_words_do),
        cmocka_unit_test(many_ranks_are_single_ranks),
        cmocka_unit_test(batches_know_where_paths_lead),
    };
    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
