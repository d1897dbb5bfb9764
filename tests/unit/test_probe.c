/* SPDX-License-Identifier: MIT
 *
 * Asking a database: values, ranked turns, what is refused, many threads. All tests share a root
 * with the complete 3x3 board and small tables of 5x5. */
#include "files.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const fnr_rules SMALL = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
static const fnr_rules LARGER = {5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};

enum { LARGER_STONES = 4 };

static int setup(void **state)
{
    int failed = scratch_setup(state);
    if (failed) return failed;
    build_tables(*state, &SMALL, 0);
    build_tables(*state, &LARGER, LARGER_STONES);
    return 0;
}

static fnr_db *open_db(const char *root, const fnr_rules *rules)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open(root, rules, &db, &why), &why);
    assert_int_equal(fnr_game_rules(fnr_db_game(db))->width, rules->width);
    return db;
}

static fnr_value probe(fnr_db *db, const fnr_position *position)
{
    fnr_value value = {FNR_DRAW, 12345, 0};
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

/* A random position that the tables of a database cover. */
static fnr_position covered_position(fnr_db *db, uint64_t *chance)
{
    const fnr_game *game = fnr_db_game(db);
    for (;;) {
        fnr_position position = random_position(chance, game);
        int stones = fnr_count(position.stones[0] | position.stones[1]);
        if (game->board.width == 3 || stones <= LARGER_STONES) return position;
    }
}

/* ---- Ranked turns ---------------------------------------------------------------------------- */

/* Whether turn a may come before b: wins by rising DTC, draws, losses by falling DTC. */
static bool is_in_order(fnr_value a, fnr_value b)
{
    if (a.wdl != b.wdl) return a.wdl > b.wdl;
    return a.wdl == FNR_WIN ? a.dtc <= b.dtc : a.wdl == FNR_LOSS ? a.dtc >= b.dtc : true;
}

static void check_ranked_turn(fnr_db *db, const fnr_position *position, const fnr_ranked_turn *r)
{
    fnr_position after;
    fnr_position_play(position, &r->turn, &after);
    assert_true(after.stones[0] == r->after.stones[0] && after.stones[1] == r->after.stones[1] &&
                after.side == r->after.side);
    fnr_value child = probe(db, &after);
    assert_int_equal(r->value.wdl, -child.wdl);
    int32_t dtc = child.wdl == FNR_DRAW ? FNR_DTC_NONE : r->turn.captured ? 0 : child.dtc + 1;
    assert_int_equal(r->value.dtc, dtc);
}

static void check_ranking(fnr_db *db, const fnr_position *position)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_ranked_turn *ranked = NULL;
    size_t count = 12345;
    fnr_error why;
    turns list = turns_of(game, position);
    fnr_value value = probe(db, position);
    assert_fine(fnr_probe_turns(db, position, &ranked, &count, &why), &why);
    assert_int_equal(count, list.count);
    assert_int_equal(ranked != NULL, count > 0);
    for (size_t i = 0; i < count; i++) {
        check_ranked_turn(db, position, &ranked[i]);
        if (i == 0) continue;
        fnr_value before = ranked[i - 1].value, now = ranked[i].value;
        assert_true(is_in_order(before, now));
        if (!is_in_order(now, before)) continue;
        char a[FNR_TURN_TEXT_SIZE], b[FNR_TURN_TEXT_SIZE];
        fnr_turn_format(game, &ranked[i - 1].turn, a);
        fnr_turn_format(game, &ranked[i].turn, b);
        assert_true(strcmp(a, b) < 0);
    }
    if (count > 0) { /* the best turn's value is the position's */
        assert_int_equal(ranked[0].value.wdl, value.wdl);
        assert_int_equal(ranked[0].value.dtc, value.dtc);
    }
    fnr_ranked_free(ranked);
    turns_free(&list);
}

static void turns_are_ranked_and_the_best_is_the_value(void **state)
{
    static const fnr_rules *const RULES[] = {&SMALL, &LARGER};
    uint64_t chance = 13;
    for (int r = 0; r < 2; r++) {
        fnr_db *db = open_db(*state, RULES[r]);
        for (int i = 0; i < 3000; i++) {
            fnr_position position = covered_position(db, &chance);
            check_ranking(db, &position);
        }
        fnr_db_close(db);
    }
    fnr_ranked_free(NULL);
    fnr_db_close(NULL);
}

static void symmetries_and_colours_do_not_change_values(void **state)
{
    uint64_t chance = 14;
    fnr_db *db = open_db(*state, &LARGER);
    for (int i = 0; i < 2000; i++) {
        fnr_position position = covered_position(db, &chance);
        fnr_position changed = {.stones = {position.stones[1], position.stones[0]},
                                .side = (fnr_side)!position.side};
        fnr_value value = probe(db, &position), other = probe(db, &changed);
        assert_true(other.wdl == value.wdl && other.dtc == value.dtc);
        for (int g = 1; g < fnr_db_game(db)->group.order; g++) {
            fnr_position image = image_of(fnr_db_game(db), g, &position);
            other = probe(db, &image);
            assert_true(other.wdl == value.wdl && other.dtc == value.dtc);
        }
    }
    fnr_db_close(db);
}

static bool is_symmetric(const fnr_game *game, const fnr_position *position)
{
    bool same = false;
    for (int g = 1; g < game->group.order; g++) {
        fnr_position image = image_of(game, g, position);
        same |= !memcmp(image.stones, position->stones, sizeof image.stones);
    }
    return same;
}

/* Such positions have fewer images than others, which is where an index goes wrong first. All with
 * two stones of White and one or two of Black. */
static void symmetric_positions_have_the_value_of_their_best_turn(void **state)
{
    fnr_db *db = open_db(*state, &LARGER);
    const fnr_game *game = fnr_db_game(db);
    int points = game->board.points, met = 0;
    for (int a = 0; a < points; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < points; c++)
                for (int d = c; d < points; d++) {
                    fnr_position position = {.plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
                    position.stones[FNR_WHITE] = fnr_point(a) | fnr_point(b);
                    position.stones[FNR_BLACK] = fnr_point(c) | fnr_point(d);
                    if (position.stones[FNR_WHITE] & position.stones[FNR_BLACK]) continue;
                    if (!is_symmetric(game, &position)) continue;
                    for (int side = 0; side < 2; side++) {
                        position.side = (fnr_side)side;
                        check_ranking(db, &position);
                    }
                    met++;
                }
    assert_true(met > 500);
    fnr_db_close(db);
}

/* ---- Without tables -------------------------------------------------------------------------- */

static void finished_games_need_no_table(void **state)
{
    (void)state;
    static const struct {
        fnr_rules rules;
        const char *text;
        fnr_value value;
    } ENDS[] = {
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, "3/3/W2 w", {FNR_WIN, 0, 0}},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, "3/3/W2 b", {FNR_LOSS, 0, 0}},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, "3/WW1/BW1 b", {FNR_LOSS, 0, 0}},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0},
         "3/WW1/BW1 b",
         {FNR_DRAW, FNR_DTC_NONE, FNR_DTW_NONE}},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, "3/3/W2 b", {FNR_LOSS, 0, 0}},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, "BB1/WWW/2B b", {FNR_LOSS, 0, 0}},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, "BB1/WWW/2B w", {FNR_WIN, 0, 0}},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        fnr_db *db = open_db("/nowhere", &ENDS[i].rules);
        fnr_position position = position_of(fnr_db_game(db), ENDS[i].text);
        fnr_ranked_turn *ranked = NULL;
        size_t count = 1;
        fnr_error why;
        fnr_value value = probe(db, &position);
        assert_int_equal(value.wdl, ENDS[i].value.wdl);
        assert_int_equal(value.dtc, ENDS[i].value.dtc);
        assert_fine(fnr_probe_turns(db, &position, &ranked, &count, &why), &why);
        assert_true(count == 0 && !ranked);
        fnr_db_close(db);
    }
}

static void a_missing_table_is_no_value(void **state)
{
    fnr_db *db = open_db(*state, &LARGER);
    fnr_position position = position_of(fnr_db_game(db), "BBB2/5/5/5/3WW w");
    fnr_value value = {FNR_WIN, 12345, 0};
    fnr_ranked_turn *ranked = NULL;
    size_t count = 12345;
    fnr_error why;
    assert_refused(fnr_probe(db, &position, &value, &why), FNR_ERR_NO_TABLE, &why, "2v3.wdl");
    assert_true(value.wdl == FNR_WIN && value.dtc == 12345);
    assert_refused(fnr_probe_turns(db, &position, &ranked, &count, &why), FNR_ERR_NO_TABLE, &why,
                   "3v2.wdl");
    assert_true(!ranked && count == 12345);
    assert_int_equal(fnr_probe(db, &position, &value, NULL), FNR_ERR_NO_TABLE);
    fnr_db_close(db);
}

/* A table that appears later is found, without opening the database again. */
static void a_table_may_come_later(void **state)
{
    fnr_rules rules = rules_of(2, 3);
    fnr_db *db = open_db(*state, &rules);
    fnr_position position = position_of(fnr_db_game(db), "B1/2/1W w");
    fnr_value value;
    fnr_error why;
    assert_refused(fnr_probe(db, &position, &value, &why), FNR_ERR_NO_TABLE, &why, "1v1.wdl");
    build_tables(*state, &rules, 2);
    probe(db, &position);
    fnr_db_close(db);
}

static void without_dtc_the_distance_is_unknown(void **state)
{
    char root[FNR_PATH_SIZE];
    fnr_build_options options = {.threads = 1, .wdl_only = true};
    fnr_error why;
    uint64_t chance = 15;
    snprintf(root, sizeof root, "%s/wdl-only", (const char *)*state);
    assert_fine(fnr_build(root, &SMALL, &options, &why), &why);
    assert_int_equal(count_files(root, ".dtc"), 0);
    fnr_db *with = open_db(*state, &SMALL), *without = open_db(root, &SMALL);
    for (int i = 0; i < 500; i++) {
        fnr_position position = covered_position(with, &chance);
        fnr_value a = probe(with, &position), b = probe(without, &position);
        assert_int_equal(a.wdl, b.wdl);
        /* A capture, or the end, tells without a table. */
        assert_int_equal(b.dtc, a.dtc > 0 ? FNR_DTC_UNKNOWN : a.dtc);
        fnr_ranked_turn *ranked = NULL;
        size_t count = 0;
        assert_fine(fnr_probe_turns(without, &position, &ranked, &count, &why), &why);
        for (size_t t = 1; t < count; t++)
            assert_true(ranked[t - 1].value.wdl >= ranked[t].value.wdl);
        fnr_ranked_free(ranked);
    }
    fnr_db_close(with);
    fnr_db_close(without);
}

/* A cache that holds next to nothing gives the same answers. */
static void a_small_cache_is_slow_but_right(void **state)
{
    uint64_t chance = 16;
    fnr_error why;
    fnr_db *large = open_db(*state, &SMALL), *small = open_db(*state, &SMALL);
    assert_fine(fnr_db_limit_cache(small, 0, &why), &why);
    for (int i = 0; i < 300; i++) {
        fnr_position position = covered_position(large, &chance);
        fnr_value a = probe(large, &position), b = probe(small, &position);
        assert_true(a.wdl == b.wdl && a.dtc == b.dtc);
    }
    fnr_db_close(large);
    fnr_db_close(small);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void impossible_positions_are_refused(void **state)
{
    static const fnr_position IMPOSSIBLE[] = {
        {.stones = {3, 2}, .side = FNR_WHITE},       /* on one another */
        {.stones = {1, 1u << 9}, .side = FNR_WHITE}, /* off the board */
        {.stones = {1, UINT64_C(1) << 63}, .side = FNR_BLACK},
        {.stones = {0, 0}, .side = FNR_WHITE}, /* no stones */
        {.stones = {1, 2}, .side = (fnr_side)2},
    };
    fnr_db *db = open_db(*state, &SMALL);
    for (size_t i = 0; i < sizeof IMPOSSIBLE / sizeof IMPOSSIBLE[0]; i++) {
        fnr_value value = {FNR_WIN, 12345, 0};
        fnr_ranked_turn *ranked = NULL;
        size_t count = 12345;
        fnr_error why;
        assert_refused(fnr_probe(db, &IMPOSSIBLE[i], &value, &why), FNR_ERR_POSITION, &why, "");
        assert_true(value.wdl == FNR_WIN && value.dtc == 12345);
        assert_refused(fnr_probe_turns(db, &IMPOSSIBLE[i], &ranked, &count, &why), FNR_ERR_POSITION,
                       &why, "");
        assert_true(!ranked && count == 12345);
    }
    fnr_db_close(db);
}

static void impossible_rules_are_refused(void **state)
{
    fnr_rules rules = {27, 2, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    fnr_db *db = NULL;
    fnr_error why;
    assert_refused(fnr_db_open(*state, &rules, &db, &why), FNR_ERR_BOARD, &why, "27x2");
    assert_null(db);
}

static void a_damaged_table_is_no_value(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    uint64_t chance = 16;
    int errors = 0;
    snprintf(root, sizeof root, "%s/damaged", (const char *)*state);
    build_tables(root, &LARGER, 3);
    table_path(root, &LARGER, 1, 2, FNR_METRIC_WDL, path);
    content file = file_read(path);
    file.bytes[file.size - 20] ^= 4;
    file_write(path, file.bytes, file.size);
    content_free(&file);
    fnr_db *good = open_db(*state, &LARGER), *bad = open_db(root, &LARGER);
    for (int i = 0; i < 300; i++) {
        fnr_position position = covered_position(good, &chance);
        fnr_value value, expected = probe(good, &position);
        fnr_error why;
        fnr_status status = fnr_probe(bad, &position, &value, &why);
        if (status == FNR_OK) {
            assert_true(value.wdl == expected.wdl && value.dtc == expected.dtc);
        } else if (status == FNR_ERR_CORRUPT) {
            assert_refused(status, FNR_ERR_CORRUPT, &why, path);
            errors++;
        } else {
            assert_int_equal(status, FNR_ERR_NO_TABLE); /* four stones */
        }
    }
    assert_true(errors > 0);
    fnr_db_close(good);
    fnr_db_close(bad);
}

/* A sealed table that has no value where a position is: an error, not a value. */
static void a_hole_where_a_position_is_is_damage(void **state)
{
    char root[FNR_PATH_SIZE];
    fnr_game *game = game_with(&SMALL);
    fnr_index *index = index_of(game);
    snprintf(root, sizeof root, "%s/holes", (const char *)*state);
    values v = values_new(index, 1, 1, FNR_METRIC_WDL, 2);
    for (uint64_t i = 0; i < v.header.entries; i++) values_set(&v, i, FNR_CODE_HOLE);
    values_save(root, &v, 1);
    values_free(&v);
    fnr_db *db = open_db(root, &SMALL);
    fnr_position position = position_of(game, "B2/3/2W w");
    fnr_value value;
    fnr_error why;
    assert_refused(fnr_probe(db, &position, &value, &why), FNR_ERR_CORRUPT, &why, "1v1.wdl");
    fnr_db_close(db);
    fnr_index_free(index);
    fnr_game_free(game);
}

/* ---- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 8, ASKED = 4000 };

typedef struct asker {
    fnr_db *db;
    const fnr_position *positions;
    fnr_value *values;
    int first; /* each thread begins elsewhere */
    bool failed;
} asker;

static void *ask(void *context)
{
    asker *a = context;
    for (int i = 0; i < ASKED; i++) {
        int n = (a->first + i) % ASKED;
        if (fnr_probe(a->db, &a->positions[n], &a->values[n], NULL) != FNR_OK) a->failed = true;
    }
    return NULL;
}

static void eight_threads_agree_with_one(void **state)
{
    static fnr_position positions[ASKED];
    static fnr_value values_by[THREADS + 1][ASKED];
    static asker askers[THREADS];
    pthread_t threads[THREADS];
    uint64_t chance = 17;
    fnr_db *one = open_db(*state, &LARGER), *many = open_db(*state, &LARGER);
    for (int i = 0; i < ASKED; i++) {
        positions[i] = covered_position(one, &chance);
        values_by[THREADS][i] = probe(one, &positions[i]);
    }
    for (int t = 0; t < THREADS; t++) {
        askers[t] = (asker){many, positions, values_by[t], t * (ASKED / THREADS), false};
        assert_int_equal(pthread_create(&threads[t], NULL, ask, &askers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
    for (int t = 0; t < THREADS; t++) {
        assert_false(askers[t].failed);
        assert_memory_equal(values_by[t], values_by[THREADS], sizeof values_by[t]);
    }
    fnr_db_close(one);
    fnr_db_close(many);
}

/* ---- Overviews ------------------------------------------------------------------------------- */

typedef struct overview {
    char text[2000];
    int left; /* ends after so many */
} overview;

static int note_rules(const fnr_rules *rules, void *context)
{
    overview *seen = context;
    char name[FNR_RULES_NAME_SIZE];
    fnr_rules_name(rules, name);
    strcat(seen->text, name);
    strcat(seen->text, " ");
    return --seen->left == 0;
}

static void a_root_tells_what_it_holds(void **state)
{
    static const char *const DIRECTORIES[] = {"5x5-capture-stalemate-draw",
                                              "telo-line",
                                              "1x9-capture",
                                              "9x1-capture",
                                              "9x5-capture",
                                              "3x3-capture-stalemate-draw",
                                              "3x3-capture",
                                              "5x5-capture",
                                              "5x5-captures",
                                              "27x2-capture",
                                              "telo-line-stalemate-draw",
                                              "something else"};
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_error why;
    snprintf(root, sizeof root, "%s/many", (const char *)*state);
    for (size_t i = 0; i < sizeof DIRECTORIES / sizeof DIRECTORIES[0]; i++) {
        snprintf(path, sizeof path, "%.2000s/%s", root, DIRECTORIES[i]);
        assert_fine(fnr_file_make_directories(path, &why), &why);
    }
    overview seen = {.left = 100};
    assert_fine(fnr_root_visit(root, note_rules, &seen, &why), &why);
    assert_string_equal(seen.text, "9x1-capture 3x3-capture 3x3-capture-stalemate-draw telo-line "
                                   "telo-line-stalemate-draw 1x9-capture 5x5-capture "
                                   "5x5-capture-stalemate-draw 9x5-capture ");
    seen = (overview){.left = 2};
    assert_fine(fnr_root_visit(root, note_rules, &seen, &why), &why);
    assert_string_equal(seen.text, "9x1-capture 3x3-capture ");
    seen = (overview){.left = 2};
    assert_fine(fnr_root_visit("/nowhere", note_rules, &seen, &why), &why);
    assert_string_equal(seen.text, "");
}

static int note_slice(const fnr_slice_stats *stats, void *context)
{
    overview *seen = context;
    char text[100];
    snprintf(text, sizeof text, "%dv%d ", stats->m, stats->o);
    strcat(seen->text, text);
    assert_true(stats->win + stats->draw + stats->loss == stats->positions);
    assert_true(stats->positions <= stats->entries && stats->capture <= stats->positions);
    assert_true(stats->wdl_bytes > 0 && stats->dtc_bytes > 0);
    return --seen->left == 0;
}

static void slices_are_listed_by_stones(void **state)
{
    fnr_db *db = open_db(*state, &LARGER);
    overview seen = {.left = 100};
    fnr_error why;
    assert_fine(fnr_db_stats(db, note_slice, &seen, &why), &why);
    assert_string_equal(seen.text, "1v1 1v2 2v1 1v3 3v1 2v2 ");
    seen = (overview){.left = 3};
    assert_fine(fnr_db_stats(db, note_slice, &seen, &why), &why);
    assert_string_equal(seen.text, "1v1 1v2 2v1 ");
    fnr_db_close(db);
}

static void values_have_names(void **state)
{
    (void)state;
    assert_string_equal(fnr_wdl_name(FNR_WIN), "win");
    assert_string_equal(fnr_wdl_name(FNR_DRAW), "draw");
    assert_string_equal(fnr_wdl_name(FNR_LOSS), "loss");
    assert_true(strlen(fnr_version()) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_ranked_and_the_best_is_the_value),
        cmocka_unit_test(symmetries_and_colours_do_not_change_values),
        cmocka_unit_test(symmetric_positions_have_the_value_of_their_best_turn),
        cmocka_unit_test(finished_games_need_no_table),
        cmocka_unit_test(a_missing_table_is_no_value),
        cmocka_unit_test(a_table_may_come_later),
        cmocka_unit_test(without_dtc_the_distance_is_unknown),
        cmocka_unit_test(a_small_cache_is_slow_but_right),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(impossible_rules_are_refused),
        cmocka_unit_test(a_damaged_table_is_no_value),
        cmocka_unit_test(a_hole_where_a_position_is_is_damage),
        cmocka_unit_test(eight_threads_agree_with_one),
        cmocka_unit_test(a_root_tells_what_it_holds),
        cmocka_unit_test(slices_are_listed_by_stones),
        cmocka_unit_test(values_have_names),
    };
    return cmocka_run_group_tests_name("probe", tests, setup, scratch_teardown);
}
