/* SPDX-License-Identifier: MIT
 *
 * Faults: the n-th allocation fails, or the n-th call that writes, for every n, until the work succeeds. Each time
 * there is a status and a message, nothing partial under a final name, no temporary file, no descriptor
 * that stays open; and the same work without faults comes out as ever. The calls of the library are caught
 * by the linker (--wrap, see the Makefile). */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

/* ---- Calls that fail ------------------------------------------------------------------------- */

enum fault { NO_FAULT, ALLOCATION, WRITING };

static enum fault fault;
static long countdown; /* to the call that fails; that and nothing else */
static bool hit;

static bool fails(enum fault kind)
{
    if (fault != kind || --countdown != 0) return false;
    hit = true;
    errno = kind == ALLOCATION ? ENOMEM : ENOSPC;
    return true;
}

#define WRAP(kind, type, name, failure, parameters, arguments)                                     \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        return fails(kind) ? failure : __real_##name arguments;                                    \
    }

WRAP(ALLOCATION, void *, malloc, NULL, (size_t size), (size))
WRAP(ALLOCATION, void *, calloc, NULL, (size_t count, size_t size), (count, size))
WRAP(ALLOCATION, void *, realloc, NULL, (void *old, size_t size), (old, size))
WRAP(ALLOCATION, char *, strdup, NULL, (const char *text), (text))
WRAP(WRITING, ssize_t, pwrite, -1, (int fd, const void *from, size_t size, off_t at),
     (fd, from, size, at))
WRAP(WRITING, int, fsync, -1, (int fd), (fd))
WRAP(WRITING, int, rename, -1, (const char *from, const char *to), (from, to))

/* ---- Works ----------------------------------------------------------------------------------- */

static const fnr_rules RULES = {.width = 3, .height = 3};
static const fnr_rules LIMITED = {.width = 3, .height = 3, .draw_plies = 4};

/* Works on the root; tables to 3 stones lie there for all but the builds. */
typedef fnr_status (*work)(const char *root, fnr_error *why);

static fnr_status build_with(const char *root, const fnr_rules *rules, bool dtw, bool packed,
                             fnr_error *why)
{
    const fnr_build_options options = {
        .stones = 3, .threads = 1, .dtw = dtw, .packed = packed, .memory = UINT64_C(1) << 30};
    return fnr_build(root, rules, &options, why);
}

static fnr_status build_dtw(const char *root, fnr_error *why)
{
    return build_with(root, &RULES, true, false, why);
}

static fnr_status build_packed(const char *root, fnr_error *why)
{
    return build_with(root, &RULES, false, true, why);
}

static fnr_status build_limited(const char *root, fnr_error *why)
{
    return build_with(root, &LIMITED, false, false, why);
}

static fnr_status probe_turns(const char *root, fnr_error *why)
{
    fnr_db *db = NULL;
    fnr_ranked_turn *ranked = NULL;
    fnr_position position = {.plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
    size_t count = 0;
    position.stones[FNR_WHITE] = fnr_point(0) | fnr_point(2);
    position.stones[FNR_BLACK] = fnr_point(6);
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = fnr_probe_turns(db, &position, &ranked, &count, why);
    if (!status) assert_true(count > 0);
    fnr_ranked_free(ranked);
    fnr_db_close(db);
    return status;
}

static fnr_status verify(const char *root, fnr_error *why)
{
    const fnr_check_options options = {.threads = 1};
    fnr_db *db = NULL;
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = fnr_db_verify(db, &options, why);
    fnr_db_close(db);
    return status;
}

static fnr_status repack(const char *root, fnr_error *why)
{
    const fnr_repack_options options = {.packed = true, .threads = 1};
    return fnr_repack(root, &RULES, &options, why);
}

static fnr_status prove(const char *root, fnr_error *why)
{
    const fnr_prove_options options = {
        .goal = FNR_GOAL_VALUE, .threads = 1, .memory = 1 << 16, .stones = 2};
    char path[FNR_PATH_SIZE];
    fnr_db *db = NULL;
    fnr_position start;
    fnr_proof proof;
    below(root, "start.proof", path);
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = fnr_position_start(fnr_db_game(db), FNR_SETUP_STANDARD, &start, why);
    if (!status) status = fnr_prove(db, &start, path, &options, &proof, why);
    fnr_db_close(db);
    /* What lies there is whole, even if the last flush of its directory has failed. */
    bool there = access(path, F_OK) == 0;
    assert_true(there || status);
    const fnr_proof_check_options checking = {.memory = 1 << 16};
    if (there && status) assert_int_equal(fnr_proof_check(path, root, &checking, NULL), FNR_OK);
    if (!status) status = fnr_proof_check(path, root, &checking, why);
    unlink(path);
    return status;
}

static fnr_status play(const char *root, fnr_error *why)
{
    const fnr_think_options options = {.depth = 4};
    fnr_db *db = NULL;
    fnr_engine *engine = NULL;
    fnr_position start;
    fnr_choice choice;
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = fnr_engine_new(&RULES, db, 1 << 16, &engine, why);
    if (!status) status = fnr_position_start(fnr_db_game(db), FNR_SETUP_STANDARD, &start, why);
    if (!status) status = fnr_engine_think(engine, &start, &options, &choice, why);
    fnr_engine_free(engine);
    fnr_db_close(db);
    return status;
}

static fnr_status read_game(const char *root, fnr_error *why)
{
    static const char TEXT[] = "[Variant \"3x3\"]\n\n1. a1-b2A {x} a2-a1 *\n";
    fnr_fgn *fgn = NULL;
    size_t used;
    (void)root;
    fnr_status status = fnr_fgn_read(TEXT, sizeof TEXT - 1, 1, &RULES, &used, &fgn, why);
    fnr_fgn_free(fgn);
    return status;
}

/* ---- Every fault ----------------------------------------------------------------------------- */

static int open_files(void)
{
    int count = 0;
    DIR *list = opendir("/proc/self/fd");
    assert_non_null(list);
    while (readdir(list)) count++;
    closedir(list);
    return count;
}

/* Whether a work that has failed has left things as they should be. */
static void check_rest(const char *root, enum fault kind, fnr_status status, const fnr_error *why)
{
    assert_int_equal(why->code, status);
    assert_true(why->text[0] && !strchr(why->text, '\n'));
    if (kind == ALLOCATION) assert_int_equal(status, FNR_ERR_MEMORY);
    if (kind == WRITING) assert_int_equal(status, FNR_ERR_IO);
    assert_int_equal(count_files(root, "tmp"), 0);
}

/* Returns how many calls there were to fail. What is tolerated (a checkpoint, say) is no failure. */
static int try_all(const char *root, work do_it, enum fault kind, bool builds)
{
    fnr_error why;
    int n = 0, descriptors = open_files();
    do {
        if (builds) scratch_clear(root);
        countdown = ++n;
        hit = false;
        why = (fnr_error){.code = FNR_OK};
        fault = kind;
        fnr_status status = do_it(root, &why);
        fault = NO_FAULT;
        if (status) check_rest(root, kind, status, &why);
        assert_true(hit || !status);
        assert_int_equal(open_files(), descriptors);
        if (builds) assert_fine(do_it(root, &why), &why); /* takes up what is there */
    } while (hit);
    return n - 1;
}

static void test_faults(void **state)
{
    static const struct {
        const char *name;
        work do_it;
        bool builds, writes;
    } WORKS[] = {
        {"build, DTW", build_dtw, true, true},
        {"build, packed", build_packed, true, true},
        {"build, draw limit", build_limited, true, true},
        {"probe", probe_turns, false, false},
        {"verify", verify, false, false},
        {"prove and check", prove, false, true},
        {"engine", play, false, false},
        {"FGN", read_game, false, false},
        {"repack", repack, false, true},
    };
    for (size_t i = 0; i < sizeof WORKS / sizeof WORKS[0]; i++) {
        int tried[2];
        for (int k = 0; k <= WORKS[i].writes; k++) {
            fnr_error why;
            scratch_clear(*state);
            if (!WORKS[i].builds) assert_fine(build_dtw(*state, &why), &why);
            tried[k] = try_all(*state, WORKS[i].do_it, k ? WRITING : ALLOCATION, WORKS[i].builds);
            assert_true(tried[k] > 0);
        }
        print_message("%-18s %4d allocations, %4d writes failed\n", WORKS[i].name, tried[0],
                      WORKS[i].writes ? tried[1] : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {scratch_test(test_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
