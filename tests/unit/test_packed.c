/* SPDX-License-Identifier: MIT
 *
 * Packed tables say the same as full ones, whole or mixed with them, and one kind can be made from
 * the other. */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    fnr_rules rules;
    int stones; /* 0: all */
} SETS[] = {
    {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0},
    {{3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 0},
    {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 0},
    {{4, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 7},
    {{1, 9, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0},
    {{5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4},
};

enum { SET_COUNT = sizeof SETS / sizeof SETS[0] };

static void build(const char *root, int set, bool packed, bool wdl_only, int threads)
{
    fnr_build_options options = {
        .stones = SETS[set].stones, .threads = threads, .packed = packed, .wdl_only = wdl_only};
    fnr_error why;
    assert_fine(fnr_build(root, &SETS[set].rules, &options, &why), &why);
}

static fnr_db *open_db(const char *root, int set)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open(root, &SETS[set].rules, &db, &why), &why);
    return db;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

typedef struct comparison {
    fnr_db *full, *packed;
    fnr_index *index;
} comparison;

static int compare_slice(const fnr_slice_stats *stats, void *context)
{
    comparison *c = context;
    const fnr_game *game = fnr_db_game(c->full);
    fnr_slice slice;
    fnr_error why;
    assert_fine(fnr_slice_init(&slice, c->index, stats->m, stats->o, &why), &why);
    for (uint64_t i = 0; i < slice.size; i++) {
        uint64_t mover, other;
        fnr_position position;
        fnr_value one, two;
        if (!fnr_slice_unrank(&slice, i, &mover, &other) || fnr_is_refused(game, mover, other))
            continue;
        fnr_unfold(game, mover, other, i % 2 ? FNR_WHITE : FNR_BLACK, &position);
        assert_fine(fnr_probe(c->full, &position, &one, &why), &why);
        assert_fine(fnr_probe(c->packed, &position, &two, &why), &why);
        assert_int_equal(one.wdl, two.wdl);
        assert_int_equal(one.dtc, two.dtc);
    }
    return 0;
}

/* Every position of every slice has the same value in both roots. */
static void compare_roots(const char *full, const char *packed, int set)
{
    fnr_game *game = game_with(&SETS[set].rules);
    comparison c = {open_db(full, set), open_db(packed, set), index_of(game)};
    fnr_error why;
    assert_fine(fnr_db_stats(c.full, compare_slice, &c, &why), &why);
    fnr_db_close(c.full);
    fnr_db_close(c.packed);
    fnr_index_free(c.index);
    fnr_game_free(game);
}

static void assert_same_files(const char *a, const char *b, int set)
{
    fnr_game *game = game_with(&SETS[set].rules);
    for (int m = 1, o = 0; fnr_slice_next(game, &m, &o);) {
        for (int metric = 0; metric <= FNR_METRIC_DTC; metric++) {
            char one[FNR_PATH_SIZE], two[FNR_PATH_SIZE];
            table_path(a, &SETS[set].rules, m, o, (fnr_metric)metric, one);
            table_path(b, &SETS[set].rules, m, o, (fnr_metric)metric, two);
            if (access(one, F_OK) != 0) continue;
            content x = file_read(one), y = file_read(two);
            assert_true(content_equal(x, y));
            content_free(&x);
            content_free(&y);
        }
    }
    fnr_game_free(game);
}

static void repack(const char *root, int set, bool packed)
{
    fnr_repack_options options = {.packed = packed, .threads = 2};
    fnr_error why;
    assert_fine(fnr_repack(root, &SETS[set].rules, &options, &why), &why);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void packed_tables_say_the_same(void **state)
{
    for (int set = 0; set < SET_COUNT; set++) {
        for (int wdl_only = 0; wdl_only < 2; wdl_only++) {
            char full[FNR_PATH_SIZE], packed[FNR_PATH_SIZE];
            below(*state, wdl_only ? "full-wdl" : "full", full);
            below(*state, wdl_only ? "packed-wdl" : "packed", packed);
            build(full, set, false, wdl_only, 1);
            build(packed, set, true, wdl_only, 3);
            compare_roots(full, packed, set);
        }
    }
}

static void one_kind_becomes_the_other(void **state)
{
    for (int set = 0; set < SET_COUNT; set++) {
        char full[FNR_PATH_SIZE], packed[FNR_PATH_SIZE], changing[FNR_PATH_SIZE];
        below(*state, "full", full);
        below(*state, "packed", packed);
        below(*state, "changing", changing);
        build(full, set, false, false, 1);
        build(packed, set, true, false, 1);
        build(changing, set, false, false, 1);
        repack(changing, set, true);
        assert_same_files(packed, changing, set);
        repack(changing, set, false);
        assert_same_files(full, changing, set);
    }
}

/* As an interrupted repack leaves them: some tables of the one kind, some of the other. */
static void kinds_may_be_mixed(void **state)
{
    uint64_t chance = 5;
    const int set = 0;
    char full[FNR_PATH_SIZE], packed[FNR_PATH_SIZE], mixed[FNR_PATH_SIZE];
    fnr_game *game = game_with(&SETS[set].rules);
    below(*state, "full", full);
    below(*state, "packed", packed);
    below(*state, "mixed", mixed);
    build(full, set, false, false, 1);
    build(packed, set, true, false, 1);
    build(mixed, set, false, false, 1);
    for (int round = 0; round < 5; round++) {
        for (int m = 1, o = 0; fnr_slice_next(game, &m, &o);) {
            for (int metric = 0; metric <= FNR_METRIC_DTC; metric++) {
                char from[FNR_PATH_SIZE], to[FNR_PATH_SIZE];
                const char *root = random_below(&chance, 2) ? full : packed;
                table_path(root, &SETS[set].rules, m, o, (fnr_metric)metric, from);
                table_path(mixed, &SETS[set].rules, m, o, (fnr_metric)metric, to);
                content c = file_read(from);
                file_write(to, c.bytes, c.size);
                content_free(&c);
            }
        }
        compare_roots(full, mixed, set);
    }
    repack(mixed, set, true);
    assert_same_files(packed, mixed, set);
    fnr_game_free(game);
}

static void packed_tables_are_proven(void **state)
{
    for (int set = 0; set < SET_COUNT; set++) {
        fnr_check_options options = {.threads = 2};
        fnr_error why;
        build(*state, set, true, false, 2);
        fnr_db *db = open_db(*state, set);
        assert_fine(fnr_db_check(db, &options, &why), &why);
        assert_fine(fnr_db_verify(db, &options, &why), &why);
        fnr_db_close(db);
    }
}

/* A build goes on from packed tables. */
static void a_build_uses_packed_tables(void **state)
{
    const int set = 5;
    char full[FNR_PATH_SIZE], grown[FNR_PATH_SIZE];
    fnr_build_options some = {.stones = 3, .threads = 1, .packed = true};
    fnr_error why;
    below(*state, "full", full);
    below(*state, "grown", grown);
    build(full, set, false, false, 1);
    assert_fine(fnr_build(grown, &SETS[set].rules, &some, &why), &why);
    build(grown, set, false, false, 1);
    compare_roots(full, grown, set);
    repack(grown, set, false);
    assert_same_files(full, grown, set);
}

/* What is not there cannot be deduced, nor left to. */
static void missing_successors_are_named(void **state)
{
    const int set = 5;
    char path[FNR_PATH_SIZE];
    fnr_repack_options options = {.packed = true, .threads = 1};
    fnr_error why;
    fnr_value value;
    build(*state, set, false, false, 1);
    table_path(*state, &SETS[set].rules, 2, 1, FNR_METRIC_WDL, path);
    assert_int_equal(unlink(path), 0);
    assert_refused(fnr_repack(*state, &SETS[set].rules, &options, &why), FNR_ERR_NO_TABLE, &why,
                   "2v1.wdl");
    build(*state, set, false, false, 1);
    repack(*state, set, true);
    table_path(*state, &SETS[set].rules, 1, 1, FNR_METRIC_WDL, path);
    assert_int_equal(unlink(path), 0);
    fnr_db *db = open_db(*state, set);
    fnr_position position = position_of(fnr_db_game(db), "B4/1W3/5/3B1/5 w");
    assert_refused(fnr_probe(db, &position, &value, &why), FNR_ERR_NO_TABLE, &why, "1v1.wdl");
    fnr_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(packed_tables_say_the_same), scratch_test(one_kind_becomes_the_other),
        scratch_test(kinds_may_be_mixed),         scratch_test(packed_tables_are_proven),
        scratch_test(a_build_uses_packed_tables), scratch_test(missing_successors_are_named),
    };
    return cmocka_run_group_tests_name("packed", tests, NULL, NULL);
}
