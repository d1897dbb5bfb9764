/* SPDX-License-Identifier: MIT
 *
 * Building, checking and verifying databases: the same bytes however they are made, nothing half
 * done, and no planted error that is not found. */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe/db.h"

static const fnr_rules SMALL = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
static const fnr_rules LARGER = {5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};

/* ---- What is reported ------------------------------------------------------------------------ */

typedef struct log {
    char text[4000]; /* "NAME STATUS, " for each report */
    int good, bad, proven;
    int calls, stop_at; /* of the progress; 0: never */
} log;

static void note_report(const fnr_report *report, void *context)
{
    log *seen = context;
    size_t length = strlen(seen->text);
    seen->good += report->status == FNR_OK;
    seen->bad += report->status != FNR_OK;
    seen->proven += report->proven;
    assert_int_equal(report->status == FNR_OK, report->text[0] == '\0');
    snprintf(seen->text + length, sizeof seen->text - length, "%s %d, ", report->name,
             (int)report->status);
}

static int note_progress(const fnr_progress *progress, void *context)
{
    log *seen = context;
    (void)progress;
    return ++seen->calls == seen->stop_at;
}

static fnr_status build(const char *root, const fnr_rules *rules, int stones, int threads,
                        log *seen, fnr_error *why)
{
    fnr_build_options options = {.stones = stones,
                                 .threads = threads,
                                 .report = note_report,
                                 .progress = note_progress,
                                 .context = seen};
    return fnr_build(root, rules, &options, why);
}

typedef fnr_status (*look_fn)(fnr_db *db, const fnr_check_options *options, fnr_error *why);

/* fnr_db_check or fnr_db_verify on a root. */
static fnr_status look(look_fn how, const char *root, const fnr_rules *rules, log *seen,
                       fnr_error *why)
{
    fnr_check_options options = {
        .threads = 1, .report = note_report, .progress = note_progress, .context = seen};
    fnr_db *db = NULL;
    assert_fine(fnr_db_open(root, rules, &db, why), why);
    fnr_status status = how(db, &options, why);
    fnr_db_close(db);
    return status;
}

/* ---- Same bytes ------------------------------------------------------------------------------ */

/* Calls `each` for both tables of all slices of up to `stones` stones. */
typedef void (*table_fn)(const fnr_game *game, int m, int o, fnr_metric metric, const char *root,
                         const char *other);

static void for_tables(const fnr_rules *rules, int stones, table_fn each, const char *root,
                       const char *other)
{
    fnr_game *game = game_with(rules);
    for (int m = 1, o = 0; fnr_slice_next(game, &m, &o) && m + o <= stones;)
        for (int metric = 0; metric <= FNR_METRIC_DTC; metric++)
            each(game, m, o, (fnr_metric)metric, root, other);
    fnr_game_free(game);
}

static void compare_table(const fnr_game *game, int m, int o, fnr_metric metric, const char *root,
                          const char *other)
{
    char path[FNR_PATH_SIZE];
    table_path(root, &game->rules, m, o, metric, path);
    content a = file_read(path);
    table_path(other, &game->rules, m, o, metric, path);
    content b = file_read(path);
    assert_true(content_equal(a, b));
    content_free(&a);
    content_free(&b);
}

static void bytes_do_not_depend_on_threads(void **state)
{
    static const struct {
        fnr_rules rules;
        int stones;
    } BUILDS[] = {
        {{5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4},
        {{4, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 5},
        {{9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 6},
        {{1, 20, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4},
    };
    for (int threads = 1; threads <= 3; threads++) {
        char first[FNR_PATH_SIZE], root[FNR_PATH_SIZE], name[20];
        snprintf(name, sizeof name, "%d", threads);
        below(*state, "1", first);
        below(*state, name, root);
        for (size_t i = 0; i < sizeof BUILDS / sizeof BUILDS[0]; i++) {
            log seen = {.text = ""};
            fnr_error why;
            assert_fine(build(root, &BUILDS[i].rules, BUILDS[i].stones, threads, &seen, &why),
                        &why);
            for_tables(&BUILDS[i].rules, BUILDS[i].stones, compare_table, first, root);
        }
        assert_int_equal(count_files(root, "."), count_files(first, "."));
    }
}

/* Slices that are there are a beginning like any other. */
static void a_build_goes_on_where_another_ended(void **state)
{
    char step[FNR_PATH_SIZE], once[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    below(*state, "step", step);
    below(*state, "once", once);
    for (int stones = 2; stones <= 5; stones++)
        assert_fine(build(step, &SMALL, stones, 1, &seen, &why), &why);
    assert_string_equal(seen.text, "1v1 0, 1v2 0, 2v1 0, 1v3 0, 3v1 0, 2v2 0, 1v4 0, 4v1 0, "
                                   "2v3 0, 3v2 0, ");
    build_tables(once, &SMALL, 5);
    for_tables(&SMALL, 5, compare_table, step, once);
}

static struct stat info_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info;
}

static void building_twice_changes_nothing(void **state)
{
    char path[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    build_tables(*state, &SMALL, 4);
    table_path(*state, &SMALL, 2, 1, FNR_METRIC_DTC, path);
    struct stat before = info_of(path);
    assert_fine(build(*state, &SMALL, 4, 1, &seen, &why), &why);
    struct stat after = info_of(path);
    assert_string_equal(seen.text, "");
    assert_true(before.st_ino == after.st_ino && before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
                before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
}

static void levels_of_zstd_do_not_change_values(void **state)
{
    char root[FNR_PATH_SIZE];
    fnr_game *game = game_with(&LARGER);
    fnr_index *index = index_of(game);
    fnr_build_options options = {.stones = 3, .threads = 1, .zstd_level = 19};
    fnr_error why;
    below(*state, "packed", root);
    build_tables(*state, &LARGER, 3);
    assert_fine(fnr_build(root, &LARGER, &options, &why), &why);
    for (int metric = 0; metric <= FNR_METRIC_DTC; metric++) {
        values a = values_load(*state, index, 2, 1, (fnr_metric)metric);
        values b = values_load(root, index, 2, 1, (fnr_metric)metric);
        assert_int_equal(b.header.zstd_level, 19);
        assert_true(a.header.digest == b.header.digest);
        assert_memory_equal(a.bytes, b.bytes, fnr_decoded_bytes(&a.header));
        values_free(&a);
        values_free(&b);
    }
    fnr_index_free(index);
    fnr_game_free(game);
}

/* ---- Damage and interruption ----------------------------------------------------------------- */

static void flip_byte(const char *path, size_t at)
{
    content file = file_read(path);
    file.bytes[at % file.size] ^= 16;
    file_write(path, file.bytes, file.size);
    content_free(&file);
}

static void a_damaged_table_is_built_again(void **state)
{
    static const struct {
        fnr_metric metric;
        int damage; /* the byte to flip, -1: empty, -2: not there */
        const char *reports;
    } DAMAGES[] = {
        {FNR_METRIC_WDL, 150, "1v2 22, 1v2 0, 2v1 0, "},
        {FNR_METRIC_DTC, 9, "1v2 22, 1v2 0, 2v1 0, "},
        {FNR_METRIC_WDL, -1, "1v2 22, 1v2 0, 2v1 0, "},
        {FNR_METRIC_DTC, -2, "1v2 0, 2v1 0, "},
    };
    char good[FNR_PATH_SIZE], bad[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    below(*state, "good", good);
    below(*state, "bad", bad);
    build_tables(good, &SMALL, 4);
    copy_root(good, bad);
    for (size_t i = 0; i < sizeof DAMAGES / sizeof DAMAGES[0]; i++) {
        log seen = {.text = ""};
        fnr_error why;
        table_path(bad, &SMALL, 1, 2, DAMAGES[i].metric, path);
        if (DAMAGES[i].damage >= 0) flip_byte(path, (size_t)DAMAGES[i].damage);
        if (DAMAGES[i].damage == -1) file_write(path, (const uint8_t *)"", 0);
        if (DAMAGES[i].damage == -2) assert_int_equal(unlink(path), 0);
        assert_fine(build(bad, &SMALL, 4, 1, &seen, &why), &why);
        assert_string_equal(seen.text, DAMAGES[i].reports);
        for_tables(&SMALL, 4, compare_table, good, bad);
    }
}

/* Someone else's table is not written over. */
static void a_table_of_other_rules_stops_a_build(void **state)
{
    static const fnr_rules DRAWS = {3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0};
    char here[FNR_PATH_SIZE], there[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    build_tables(*state, &SMALL, 3);
    build_tables(*state, &DRAWS, 3);
    table_path(*state, &SMALL, 2, 1, FNR_METRIC_WDL, here);
    table_path(*state, &DRAWS, 2, 1, FNR_METRIC_WDL, there);
    assert_int_equal(rename(there, here), 0);
    content before = file_read(here);
    assert_refused(build(*state, &SMALL, 3, 1, &seen, &why), FNR_ERR_RULES, &why,
                   "made for 3x3-capture-stalemate-draw, not for 3x3-capture");
    content after = file_read(here);
    assert_true(content_equal(before, after));
    content_free(&before);
    content_free(&after);
}

/* A table that is there is the finished one. */
static void compare_table_if_there(const fnr_game *game, int m, int o, fnr_metric metric,
                                   const char *root, const char *other)
{
    char path[FNR_PATH_SIZE];
    table_path(other, &game->rules, m, o, metric, path);
    if (access(path, F_OK) == 0) compare_table(game, m, o, metric, root, other);
}

static void an_interrupted_build_leaves_whole_tables(void **state)
{
    char whole[FNR_PATH_SIZE], part[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    below(*state, "whole", whole);
    below(*state, "part", part);
    assert_fine(build(whole, &LARGER, 3, 2, &seen, &why), &why);
    int calls = seen.calls, steps = calls < 30 ? calls : 30;
    assert_true(calls > 5);
    for (int i = 0; i < steps; i++) {
        seen = (log){.stop_at = 1 + i * (calls - 1) / steps};
        fnr_status status = build(part, &LARGER, 3, 2, &seen, &why);
        if (status != FNR_OK) /* tables of the try before shorten the work */
            assert_refused(status, FNR_ERR_INTERRUPTED, &why, "interrupted");
        assert_int_equal(seen.bad, 0);
        assert_int_equal(count_files(part, ".tmp"), 0);
        for_tables(&LARGER, 3, compare_table_if_there, whole, part);
        if (i % 3 == 0 && access(part, F_OK) == 0) scratch_clear(part);
    }
    seen = (log){.text = ""};
    assert_fine(build(part, &LARGER, 3, 2, &seen, &why), &why);
    for_tables(&LARGER, 3, compare_table, whole, part);
}

typedef struct course {
    uint64_t all_done;
    int calls;
    bool wrong;
} course;

static int follow(const fnr_progress *progress, void *context)
{
    static const char *const PHASES[] = {"load", "captures", "level", "write", "check", "verify"};
    course *c = context;
    bool known = false;
    for (size_t i = 0; i < sizeof PHASES / sizeof PHASES[0]; i++)
        known |= strcmp(progress->phase, PHASES[i]) == 0;
    c->wrong |= !known || progress->m < 1 || progress->o < 1 || progress->done > progress->total ||
                progress->all_done < c->all_done || progress->all_done > progress->all;
    c->all_done = progress->all_done;
    c->calls++;
    return 0;
}

static void progress_only_rises(void **state)
{
    course building = {0}, checking = {0}, verifying = {0};
    fnr_build_options options = {
        .stones = 4, .threads = 2, .progress = follow, .context = &building};
    fnr_check_options looking = {.threads = 2, .progress = follow, .context = &checking};
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_build(*state, &LARGER, &options, &why), &why);
    assert_fine(fnr_db_open(*state, &LARGER, &db, &why), &why);
    assert_fine(fnr_db_check(db, &looking, &why), &why);
    looking.context = &verifying;
    assert_fine(fnr_db_verify(db, &looking, &why), &why);
    fnr_db_close(db);
    assert_true(building.calls > 5 && checking.calls > 0 && verifying.calls > 0);
    assert_false(building.wrong);
    assert_false(checking.wrong);
    assert_false(verifying.wrong);
}

/* ---- What cannot be built -------------------------------------------------------------------- */

static void what_cannot_be_built_is_refused(void **state)
{
    static const struct {
        fnr_rules rules;
        int stones;
        uint64_t memory;
        fnr_status status;
        const char *part;
    } REFUSED[] = {
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 1, 0, FNR_ERR_ARGUMENT, "2 to 9"},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, -1, 0, FNR_ERR_ARGUMENT, "2 to 9"},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 10, 0, FNR_ERR_ARGUMENT, "2 to 9"},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 5, 0, FNR_ERR_ARGUMENT, "6 stones"},
        {{1, 1, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0, 0, FNR_ERR_ARGUMENT, "1 point"},
        {{5, 5, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 0, 0, FNR_ERR_BOARD, "5x5"},
        {{27, 2, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 3, 0, FNR_ERR_BOARD, "27x2"},
        {{9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 5, 1000, FNR_ERR_MEMORY, "not enough memory"},
        {{9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 16, 0, FNR_ERR_MEMORY, "not enough memory"},
        {{9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 0, 0, FNR_ERR_RANGE, "too large"},
        {{8, 8, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 64, 0, FNR_ERR_RANGE, "too large"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        fnr_build_options options = {
            .stones = REFUSED[i].stones, .threads = 1, .memory = REFUSED[i].memory};
        fnr_error why;
        assert_refused(fnr_build(*state, &REFUSED[i].rules, &options, &why), REFUSED[i].status,
                       &why, REFUSED[i].part);
        assert_int_equal(count_files(*state, ""), 0);
    }
}

static void impossible_effort_is_refused(void **state)
{
    static const int EFFORT[][2] = {{-1, 0}, {1, -1}, {1, 1000}};
    for (size_t i = 0; i < sizeof EFFORT / sizeof EFFORT[0]; i++) {
        fnr_build_options options = {
            .stones = 3, .threads = EFFORT[i][0], .zstd_level = EFFORT[i][1]};
        fnr_repack_options changes = {.threads = EFFORT[i][0], .zstd_level = EFFORT[i][1]};
        fnr_error why;
        assert_refused(fnr_build(*state, &SMALL, &options, &why), FNR_ERR_ARGUMENT, &why, "0");
        assert_refused(fnr_repack(*state, &SMALL, &changes, &why), FNR_ERR_ARGUMENT, &why, "0");
        assert_int_equal(count_files(*state, ""), 0);
    }
}

/* A pair that is there needs no memory, until it turns out to be damaged. */
static void memory_is_checked_for_a_damaged_pair(void **state)
{
    fnr_build_options options = {.stones = 3, .threads = 1, .memory = 1000};
    char path[FNR_PATH_SIZE];
    fnr_error why;
    build_tables(*state, &SMALL, 3);
    assert_fine(fnr_build(*state, &SMALL, &options, &why), &why);
    table_path(*state, &SMALL, 1, 2, FNR_METRIC_WDL, path);
    flip_byte(path, 150);
    assert_refused(fnr_build(*state, &SMALL, &options, &why), FNR_ERR_MEMORY, &why,
                   "not enough memory");
}

/* With the least memory that the estimate names, slices leave the memory and are read again. */
static void little_memory_gives_the_same_tables(void **state)
{
    const fnr_rules rules = {5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    fnr_build_options options = {.stones = 6, .threads = 1};
    fnr_estimate all, least;
    fnr_error why;
    char roots[2][FNR_PATH_SIZE];
    below(*state, "much", roots[0]);
    below(*state, "little", roots[1]);
    assert_fine(fnr_build(roots[0], &rules, &options, &why), &why);
    assert_fine(fnr_build_estimate(&rules, &options, &all, &why), &why);
    options.memory = 1;
    assert_fine(fnr_build_estimate(&rules, &options, &least, &why), &why);
    assert_true(least.memory < all.memory);
    options.memory = least.memory - 1;
    assert_refused(fnr_build(roots[1], &rules, &options, &why), FNR_ERR_MEMORY, &why,
                   "not enough memory");
    options.memory = least.memory;
    assert_fine(fnr_build(roots[1], &rules, &options, &why), &why);
    for_tables(&rules, 6, compare_table, roots[0], roots[1]);
}

static void a_root_that_cannot_be_written_is_told(void **state)
{
    char root[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    assert_refused(build("/proc/none", &SMALL, 3, 1, &seen, &why), FNR_ERR_IO, &why, "/proc/none");
    below(*state, "file", root);
    file_write(root, (const uint8_t *)"", 0);
    assert_refused(build(root, &SMALL, 3, 1, &seen, &why), FNR_ERR_IO, &why, root);
}

/* ---- Check ----------------------------------------------------------------------------------- */

static void check_reports_each_bad_file_and_goes_on(void **state)
{
    char path[FNR_PATH_SIZE];
    log seen = {.text = ""};
    fnr_error why;
    build_tables(*state, &SMALL, 3);
    assert_fine(look(fnr_db_check, *state, &SMALL, &seen, &why), &why);
    assert_string_equal(seen.text, "1v1.wdl 0, 1v1.dtc 0, 1v2.wdl 0, 1v2.dtc 0, 2v1.wdl 0, "
                                   "2v1.dtc 0, ");
    table_path(*state, &SMALL, 1, 1, FNR_METRIC_DTC, path);
    flip_byte(path, 145);
    table_path(*state, &SMALL, 1, 2, FNR_METRIC_DTC, path);
    file_write(path, (const uint8_t *)"nonsense", 8);
    table_path(*state, &SMALL, 2, 1, FNR_METRIC_WDL, path);
    flip_byte(path, 12); /* in the header */
    seen = (log){.text = ""};
    assert_refused(look(fnr_db_check, *state, &SMALL, &seen, &why), FNR_ERR_CORRUPT, &why,
                   "1v1.dtc");
    assert_string_equal(seen.text, "1v1.wdl 0, 1v1.dtc 22, 1v2.wdl 0, 1v2.dtc 22, 2v1.wdl 22, "
                                   "2v1.dtc 0, ");
}

static void check_and_verify_can_be_interrupted(void **state)
{
    static const look_fn HOW[] = {fnr_db_check, fnr_db_verify};
    build_tables(*state, &SMALL, 4);
    for (int i = 0; i < 2; i++) {
        log seen = {.stop_at = 3};
        fnr_error why;
        assert_refused(look(HOW[i], *state, &SMALL, &seen, &why), FNR_ERR_INTERRUPTED, &why,
                       "interrupted");
        assert_int_equal(seen.bad, 0);
    }
}

/* ---- Verify ---------------------------------------------------------------------------------- */

static void verify_proves_what_is_right(void **state)
{
    static const struct {
        fnr_rules rules;
        int stones, slices;
    } BUILDS[] = {
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 9, 36},
        {{3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 9, 36},
        {{5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4, 6},
        {{4, 4, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 4, 6},
        {{2, 7, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 5, 10},
        {{1, 12, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 6, 15},
        {{3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}, 6, 1},
        {{1, 48, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0}, 3, 3}, /* up to DTC 89 */
    };
    for (size_t i = 0; i < sizeof BUILDS / sizeof BUILDS[0]; i++) {
        log seen = {.text = ""};
        fnr_error why;
        build_tables(*state, &BUILDS[i].rules, BUILDS[i].stones);
        assert_fine(look(fnr_db_verify, *state, &BUILDS[i].rules, &seen, &why), &why);
        assert_int_equal(seen.proven, BUILDS[i].slices);
    }
}

static void without_dtc_nothing_is_proven(void **state)
{
    fnr_build_options options = {.stones = 4, .threads = 1, .wdl_only = true};
    log seen = {.text = ""};
    fnr_error why;
    assert_fine(fnr_build(*state, &SMALL, &options, &why), &why);
    assert_fine(look(fnr_db_verify, *state, &SMALL, &seen, &why), &why);
    assert_true(seen.good == 6 && seen.proven == 0);
}

/* A root with the slices of SMALL up to 4 stones, and one to plant errors in. */
typedef struct garden {
    char good[FNR_PATH_SIZE], bad[FNR_PATH_SIZE];
    fnr_game *game;
    fnr_index *index;
} garden;

static garden garden_new(const void *state, const fnr_rules *rules, int stones)
{
    garden g = {.game = game_with(rules)};
    g.index = index_of(g.game);
    below(state, "good", g.good);
    below(state, "bad", g.bad);
    build_tables(g.good, rules, stones);
    copy_root(g.good, g.bad);
    return g;
}

static void garden_free(garden *g)
{
    fnr_index_free(g->index);
    fnr_game_free(g->game);
}

/* Verification of the bad root finds something wrong in slice (m, o) or in one that it feeds. */
static void assert_found(const garden *g)
{
    log seen = {.text = ""};
    fnr_error why;
    assert_refused(look(fnr_db_verify, g->bad, &g->game->rules, &seen, &why), FNR_ERR_WRONG, &why,
                   "v");
    assert_int_equal(seen.bad, 1);
}

/* Writes value i of a table as `value`, verifies, and writes it back. */
static void plant(const garden *g, values *v, uint64_t i, unsigned value)
{
    unsigned right = values_get(v, i);
    if (value == right) return;
    values_set(v, i, value);
    if (v->header.metric == FNR_METRIC_WDL) values_count(v);
    values_save(g->bad, v, 1);
    assert_found(g);
    values_set(v, i, right);
    if (v->header.metric == FNR_METRIC_WDL) values_count(v);
    values_save(g->bad, v, 1);
}

static void every_wrong_value_is_found(void **state)
{
    static const int SLICES[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
    garden g = garden_new(*state, &SMALL, 4);
    log seen = {.text = ""};
    fnr_error why;
    uint64_t chance = 18;
    for (size_t s = 0; s < sizeof SLICES / sizeof SLICES[0]; s++) {
        values wdl = values_load(g.bad, g.index, SLICES[s][0], SLICES[s][1], FNR_METRIC_WDL);
        values dtc = values_load(g.bad, g.index, SLICES[s][0], SLICES[s][1], FNR_METRIC_DTC);
        for (int tries = 0; tries < 10; tries++) {
            uint64_t i = random_next(&chance) % wdl.header.entries;
            for (unsigned code = 0; code < 4; code++) plant(&g, &wdl, i, code);
            plant(&g, &dtc, i, values_get(&dtc, i) + 1);
            if (values_get(&dtc, i) > 0) plant(&g, &dtc, i, values_get(&dtc, i) - 1);
        }
        values_free(&wdl);
        values_free(&dtc);
    }
    assert_fine(look(fnr_db_verify, g.bad, &SMALL, &seen, &why), &why);
    garden_free(&g);
}

static void wrong_counts_in_a_header_are_found(void **state)
{
    garden g = garden_new(*state, &SMALL, 3);
    values v = values_load(g.bad, g.index, 2, 1, FNR_METRIC_WDL);
    v.header.win--;
    v.header.loss++;
    values_save(g.bad, &v, 1);
    assert_found(&g);
    v.header.loss--;
    v.header.positions--;
    values_save(g.bad, &v, 1);
    assert_found(&g);
    v.header.win++;
    v.header.positions++;
    v.header.capture++;
    values_save(g.bad, &v, 1);
    assert_found(&g);
    v.header.capture--;
    v.header.max_dtc++;
    values_save(g.bad, &v, 1);
    assert_found(&g);
    values_free(&v);
    garden_free(&g);
}

/* The message of a wrong value names its position and both values. */
static void a_wrong_value_is_reported_with_its_position(void **state)
{
    garden g = garden_new(*state, &SMALL, 2);
    uint64_t mover = fnr_point(0), other = fnr_point(8);
    fnr_slice slice;
    fnr_error why;
    log seen = {.text = ""};
    assert_fine(fnr_slice_init(&slice, g.index, 1, 1, &why), &why);
    values v = values_load(g.bad, g.index, 1, 1, FNR_METRIC_DTC);
    values_set(&v, fnr_slice_rank(&slice, mover, other), 77);
    values_save(g.bad, &v, 1);
    assert_refused(look(fnr_db_verify, g.bad, &SMALL, &seen, &why), FNR_ERR_WRONG, &why,
                   "DTC 77; its successors say ");
    values_free(&v);
    garden_free(&g);
}

/* ---- Values that support each other round a cycle -------------------------------------------- */

/* The entry of the position after a turn, in the sister's slice. */
static uint64_t entry_after(const fnr_slice *sister, const fnr_position *position,
                            const fnr_turn *turn)
{
    fnr_position after;
    uint64_t mover, other;
    fnr_position_play(position, turn, &after);
    fnr_fold(sister->index->game, &after, &mover, &other);
    return fnr_slice_rank(sister, mover, other);
}

/* Whether `claim`, a win or a loss for a drawn position, is what the sister's values say. */
static bool is_supported(const fnr_slice *slice, const fnr_slice *sister, const values *theirs,
                         uint64_t i, fnr_code claim)
{
    const fnr_game *game = slice->index->game;
    uint64_t mover, other;
    fnr_position position;
    fnr_slice_unrank(slice, i, &mover, &other);
    fnr_unfold(game, mover, other, FNR_WHITE, &position);
    turns list = turns_of(game, &position);
    bool any_lost = false, all_won = true, captures = list.count > 0 && list.turn[0].captured;
    for (size_t t = 0; t < list.count && !captures; t++) {
        unsigned code = values_get(theirs, entry_after(sister, &position, &list.turn[t]));
        any_lost |= code == FNR_CODE_LOSS;
        all_won &= code == FNR_CODE_WIN;
    }
    turns_free(&list);
    return !captures && (claim == FNR_CODE_WIN ? any_lost : all_won);
}

/* Calls drawn positions `claim`, and takes back what the sister's values do not support. Returns
 * how many claims were taken back; *left counts those that stand. */
static int take_back(const fnr_slice *slice, const fnr_slice *sister, const values *truth,
                     values *mine, const values *theirs, fnr_code claim, int *left)
{
    int taken = 0;
    for (uint64_t i = 0; i < slice->size; i++) {
        if (values_get(truth, i) != FNR_CODE_DRAW || values_get(mine, i) != claim) continue;
        if (is_supported(slice, sister, theirs, i, claim)) {
            ++*left;
            continue;
        }
        values_set(mine, i, FNR_CODE_DRAW);
        taken++;
    }
    return taken;
}

static void claim_all_draws(values *v, fnr_code claim)
{
    for (uint64_t i = 0; i < v->header.entries; i++)
        if (values_get(v, i) == FNR_CODE_DRAW) values_set(v, i, claim);
}

/* All drawn positions of 2v1 are called won and those of 1v2 lost, but for those that this would
 * contradict. What stands is consistent and wrong: only DTC tells. */
static void only_dtc_finds_false_values_in_a_cycle(void **state)
{
    garden g = garden_new(*state, &SMALL, 3);
    fnr_slice strong, weak;
    fnr_error why;
    log seen = {.text = ""};
    int left;
    assert_fine(fnr_slice_init(&strong, g.index, 2, 1, &why), &why);
    assert_fine(fnr_slice_init(&weak, g.index, 1, 2, &why), &why);
    values strong_truth = values_load(g.good, g.index, 2, 1, FNR_METRIC_WDL);
    values weak_truth = values_load(g.good, g.index, 1, 2, FNR_METRIC_WDL);
    values wins = values_load(g.good, g.index, 2, 1, FNR_METRIC_WDL);
    values losses = values_load(g.good, g.index, 1, 2, FNR_METRIC_WDL);
    claim_all_draws(&wins, FNR_CODE_WIN);
    claim_all_draws(&losses, FNR_CODE_LOSS);
    for (int taken = 1; taken > 0;) {
        left = 0;
        taken = take_back(&strong, &weak, &strong_truth, &wins, &losses, FNR_CODE_WIN, &left);
        taken += take_back(&weak, &strong, &weak_truth, &losses, &wins, FNR_CODE_LOSS, &left);
    }
    assert_true(left > 0);
    values_count(&wins);
    values_count(&losses);
    values_save(g.bad, &wins, 1);
    values_save(g.bad, &losses, 1);
    assert_found(&g);

    char path[FNR_PATH_SIZE];
    for (int m = 1; m <= 2; m++) {
        table_path(g.bad, &SMALL, m, 3 - m, FNR_METRIC_DTC, path);
        assert_int_equal(unlink(path), 0);
    }
    assert_fine(look(fnr_db_verify, g.bad, &SMALL, &seen, &why), &why);
    assert_true(seen.good == 3 && seen.proven == 1); /* 1v1 has its DTC */
    values_free(&strong_truth);
    values_free(&weak_truth);
    values_free(&wins);
    values_free(&losses);
    garden_free(&g);
}

/* ---- Distances of 16 bits -------------------------------------------------------------------- */

static void widen_table(const fnr_game *game, int m, int o, fnr_metric metric, const char *root,
                        const char *unused)
{
    (void)unused;
    if (metric != FNR_METRIC_DTC) return;
    fnr_index *index = index_of(game);
    values narrow = values_load(root, index, m, o, metric);
    values wide = values_new(index, m, o, metric, 16);
    for (uint64_t i = 0; i < narrow.header.entries; i++)
        values_set(&wide, i, values_get(&narrow, i));
    narrow.header.value_bits = 16;
    wide.header = narrow.header;
    values_save(root, &wide, 1);
    values_free(&narrow);
    values_free(&wide);
    fnr_index_free(index);
}

static void distances_may_have_16_bits(void **state)
{
    garden g = garden_new(*state, &SMALL, 4);
    log seen = {.text = ""};
    fnr_error why;
    for_tables(&SMALL, 4, widen_table, g.bad, NULL);
    assert_fine(look(fnr_db_verify, g.bad, &SMALL, &seen, &why), &why);
    assert_int_equal(seen.proven, 6);

    fnr_position position = position_of(g.game, "3/1B1/W2 w");
    uint64_t mover, other;
    fnr_slice slice;
    fnr_db *db = NULL;
    fnr_value value;
    fnr_fold(g.game, &position, &mover, &other);
    assert_fine(fnr_slice_init(&slice, g.index, 1, 1, &why), &why);
    values v = values_load(g.bad, g.index, 1, 1, FNR_METRIC_DTC);
    values_set(&v, fnr_slice_rank(&slice, mover, other), 54321);
    values_save(g.bad, &v, 1);
    values_free(&v);
    assert_found(&g);
    assert_fine(fnr_db_open(g.bad, &SMALL, &db, &why), &why);
    assert_fine(fnr_probe(db, &position, &value, &why), &why);
    assert_int_equal(value.dtc, value.wdl == FNR_DRAW ? FNR_DTC_NONE : 54321);
    fnr_db_close(db);
    garden_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(bytes_do_not_depend_on_threads),
        scratch_test(a_build_goes_on_where_another_ended),
        scratch_test(building_twice_changes_nothing),
        scratch_test(levels_of_zstd_do_not_change_values),
        scratch_test(a_damaged_table_is_built_again),
        scratch_test(a_table_of_other_rules_stops_a_build),
        scratch_test(an_interrupted_build_leaves_whole_tables),
        scratch_test(progress_only_rises),
        scratch_test(what_cannot_be_built_is_refused),
        scratch_test(impossible_effort_is_refused),
        scratch_test(memory_is_checked_for_a_damaged_pair),
        scratch_test(little_memory_gives_the_same_tables),
        scratch_test(a_root_that_cannot_be_written_is_told),
        scratch_test(check_reports_each_bad_file_and_goes_on),
        scratch_test(check_and_verify_can_be_interrupted),
        scratch_test(verify_proves_what_is_right),
        scratch_test(without_dtc_nothing_is_proven),
        scratch_test(every_wrong_value_is_found),
        scratch_test(wrong_counts_in_a_header_are_found),
        scratch_test(a_wrong_value_is_reported_with_its_position),
        scratch_test(only_dtc_finds_false_values_in_a_cycle),
        scratch_test(distances_may_have_16_bits),
    };
    return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}
