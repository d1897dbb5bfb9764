/* SPDX-License-Identifier: MIT
 *
 * Faults: the n-th call of a kind fails, for every n, until the work succeeds: allocations, opening,
 * reading, closing, writing; and a disk that is full after n bytes. Each time there is a status and a
 * message, nothing partial under a final name, no temporary file, no descriptor that stays open, no
 * wrong result; and the same work without faults comes out as ever. The calls of the library are
 * caught by the linker (--wrap, see the Makefile). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pairs.h"
#include "search/memo.h"

/* ---- Calls that fail ------------------------------------------------------------------------- */

enum fault { NO_FAULT, ALLOCATION, OPENING, READING, CLOSING, WRITING, FULL_DISK, FAULTS };

static const struct {
    const char *name;
    int reason;
    fnr_status status;
} KINDS[FAULTS] = {
    [ALLOCATION] = {"allocations", ENOMEM, FNR_ERR_MEMORY},
    [OPENING] = {"opened", EMFILE, FNR_ERR_IO},
    [READING] = {"read", EIO, FNR_ERR_IO},
    [CLOSING] = {"closed", EIO, FNR_ERR_IO},
    [WRITING] = {"written", ENOSPC, FNR_ERR_IO},
    [FULL_DISK] = {"full disks", ENOSPC, FNR_ERR_IO},
};

static enum fault fault;
static long countdown; /* to the call that fails; that and nothing else; or bytes on the disk */
static bool hit;

static bool fails(enum fault kind)
{
    if (fault != kind || --countdown != 0) return false;
    hit = true;
    errno = KINDS[kind].reason;
    return true;
}

/* The calls that were caught while nothing failed: a name that is not the one that the library calls
 * would make a test that cannot fail. */
#define CALLS(call)                                                                                \
    call(malloc) call(calloc) call(realloc) call(strdup) call(open64) call(opendir)                \
        call(fdopendir) call(readdir64) call(fstat64) call(fstatat64) call(lstat64) call(pread64)  \
            call(close) call(mkdir) call(pwrite64) call(fsync) call(rename)

#define NUMBER(name) CALL_##name,
#define NAME(name) #name,
enum { CALLS(NUMBER) CALL_COUNT };
static const char *const call_names[] = {CALLS(NAME)};
static long caught[CALL_COUNT];

#define WRAP(kind, type, name, failure, parameters, arguments)                                     \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        caught[CALL_##name]++;                                                                     \
        return fails(kind) ? failure : __real_##name arguments;                                    \
    }

WRAP(ALLOCATION, void *, malloc, NULL, (size_t size), (size))
WRAP(ALLOCATION, void *, calloc, NULL, (size_t count, size_t size), (count, size))
WRAP(ALLOCATION, void *, realloc, NULL, (void *old, size_t size), (old, size))
WRAP(ALLOCATION, char *, strdup, NULL, (const char *text), (text))
WRAP(OPENING, int, open64, -1, (const char *path, int flags, mode_t mode), (path, flags, mode))
WRAP(OPENING, DIR *, opendir, NULL, (const char *path), (path))
WRAP(OPENING, DIR *, fdopendir, NULL, (int fd), (fd))
WRAP(READING, struct dirent *, readdir64, NULL, (DIR * listing), (listing))
WRAP(READING, int, fstat64, -1, (int fd, struct stat *info), (fd, info))
WRAP(READING, int, fstatat64, -1, (int fd, const char *name, struct stat *info, int flags),
     (fd, name, info, flags))
WRAP(READING, int, lstat64, -1, (const char *path, struct stat *info), (path, info))
WRAP(READING, ssize_t, pread64, -1, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
WRAP(WRITING, int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
WRAP(WRITING, int, fsync, -1, (int fd), (fd))
WRAP(WRITING, int, rename, -1, (const char *from, const char *to), (from, to))

/* A file is closed, whatever is said of it. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    caught[CALL_close]++;
    int result = __real_close(fd);
    return fails(CLOSING) ? -1 : result;
}

/* A disk takes what still goes onto it. */
ssize_t __real_pwrite64(int fd, const void *from, size_t size, off_t at);
ssize_t __wrap_pwrite64(int fd, const void *from, size_t size, off_t at);
ssize_t __wrap_pwrite64(int fd, const void *from, size_t size, off_t at)
{
    caught[CALL_pwrite64]++;
    if (fails(WRITING)) return -1;
    if (fault == FULL_DISK) {
        if (size > (size_t)countdown) hit = true;
        if (hit) size = (size_t)countdown;
        countdown -= (long)size;
        errno = ENOSPC;
        if (hit && size == 0) return -1;
    }
    return __real_pwrite64(fd, from, size, at);
}

/* ---- Works ----------------------------------------------------------------------------------- */

static const fnr_rules RULES = {.width = 3, .height = 3};
static const fnr_rules LIMITED = {.width = 3, .height = 3, .draw_plies = 3};

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

static const char *const QUESTION = "W1W/3/1B1 w 0";
enum { TURNS = 6, DTC = 3 };

/* The value of a position, and of its turns, must be what tables without faults said. */
static fnr_status probe_under(const char *root, const fnr_rules *rules, fnr_wdl wdl, fnr_error *why)
{
    fnr_db *db = NULL;
    fnr_ranked_turn *ranked = NULL;
    fnr_position position;
    fnr_value value;
    size_t count = 0;
    fnr_status status = fnr_db_open(root, rules, &db, why);
    if (!status) status = fnr_position_parse(fnr_db_game(db), QUESTION, &position, why);
    if (!status) status = fnr_probe(db, &position, &value, why);
    if (!status) assert_true(value.wdl == wdl && value.dtc == DTC);
    if (!status) status = fnr_probe_turns(db, &position, &ranked, &count, why);
    if (!status) assert_true(count == TURNS && ranked[0].value.wdl == wdl);
    fnr_ranked_free(ranked);
    fnr_db_close(db);
    return status;
}

static fnr_status probe_turns(const char *root, fnr_error *why)
{
    return probe_under(root, &RULES, FNR_WIN, why);
}

static fnr_status probe_limited(const char *root, fnr_error *why)
{
    return probe_under(root, &LIMITED, FNR_CURSED_WIN, why);
}

static int count_rules(const fnr_rules *rules, void *context)
{
    (void)rules;
    ++*(int *)context;
    return 0;
}

static fnr_status list_root(const char *root, fnr_error *why)
{
    int count = 0;
    fnr_status status = fnr_root_visit(root, count_rules, &count, why);
    if (!status) assert_int_equal(count, 2);
    return status;
}

static void count_proven(const fnr_report *report, void *context)
{
    *(int *)context += !report->status && (report->proven || report->digest);
}

static fnr_status look_through(const char *root,
                               fnr_status (*look)(fnr_db *, const fnr_check_options *, fnr_error *),
                               int wanted, fnr_error *why)
{
    int fine = 0;
    const fnr_check_options options = {.threads = 1, .report = count_proven, .context = &fine};
    fnr_db *db = NULL;
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = look(db, &options, why);
    if (!status) assert_int_equal(fine, wanted);
    fnr_db_close(db);
    return status;
}

static fnr_status check(const char *root, fnr_error *why)
{
    return look_through(root, fnr_db_check, 9, why); /* 1v1, 1v2, 2v1: WDL, DTC, DTW */
}

static fnr_status verify(const char *root, fnr_error *why)
{
    return look_through(root, fnr_db_verify, 3, why);
}

static int count_records(const fnr_records *records, void *context)
{
    *(int *)context += records->has_dtw;
    return 0;
}

static fnr_status find_records(const char *root, fnr_error *why)
{
    int count = 0;
    const fnr_check_options options = {.threads = 1};
    fnr_db *db = NULL;
    fnr_status status = fnr_db_open(root, &RULES, &db, why);
    if (!status) status = fnr_db_records(db, &options, count_records, &count, why);
    if (!status) assert_int_equal(count, 3);
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

/* Finds out about some nodes, keeps it in a file, and takes it up again. */
static fnr_status keep_memo(const char *root, fnr_error *why)
{
    enum { BYTES = 1 << 12, NODES = 40 };
    char path[FNR_PATH_SIZE];
    uint64_t chance = 3;
    fnr_game *game = NULL;
    fnr_memo *memo = NULL, *taken_up = NULL;
    fnr_key keys[NODES];
    below(root, "checkpoint", path);
    fnr_status status = fnr_game_new(&RULES, &game, why);
    if (!status) status = fnr_memo_new(BYTES, &memo, why);
    for (int i = 0; i < NODES && !status; i++) {
        keys[i] = (fnr_key){random_next(&chance), random_next(&chance)};
        fnr_memo_put(memo, keys[i], fnr_solved(i & 1, true, false), 7);
    }
    if (!status) status = fnr_memo_save(memo, game, path, why);
    bool there = !status && access(path, F_OK) == 0;
    if (!status) status = fnr_memo_load(game, path, BYTES, &taken_up, why);
    assert_true(status || (there && taken_up));
    for (int i = 0; i < NODES && !status; i++) {
        fnr_numbers found;
        assert_true(fnr_memo_get(taken_up, keys[i], &found) && fnr_is_solved(found));
    }
    fnr_memo_free(memo);
    fnr_memo_free(taken_up);
    fnr_game_free(game);
    unlink(path);
    return status;
}

/* Solves a pair, and another one from the last checkpoint of the first. What cannot be used is as
 * good as no checkpoint, so only what could not be written is told. */
static fnr_status keep_pair(const char *root, fnr_error *why)
{
    const enum fault kind = fault;
    garden g;
    fnr_pair whole, first, pair;
    fnr_checkpoint checkpoint;
    fault = NO_FAULT;
    garden_new(&g, root, &RULES, 2);
    pair_new(&g, 1, 1, true, &whole);
    solve(&whole);
    pair_new(&g, 1, 1, true, &first);
    assert_fine(fnr_checkpoint_init(&checkpoint, root, &first, 0, why), why);
    first.checkpoint = &checkpoint;
    fault = kind;
    solve(&first);
    fnr_status status = checkpoint.status;
    *why = checkpoint.why;
    fault = NO_FAULT;
    pair_new(&g, 1, 1, true, &pair);
    fault = kind;
    fnr_checkpoint_load(&checkpoint, &pair);
    solve(&pair);
    fnr_checkpoint_remove(&checkpoint);
    fault = NO_FAULT;
    assert_same_pairs(&whole, &pair);
    fnr_pair_free(&whole);
    fnr_pair_free(&first);
    fnr_pair_free(&pair);
    garden_free(&g);
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
    assert_int_equal(status, KINDS[kind].status);
    assert_int_equal(count_files(root, "tmp"), 0);
}

/* Returns how many faults there were. What is tolerated (a checkpoint, say) is no failure. */
static int try_all(const char *root, work do_it, enum fault kind, bool builds, const char *sound)
{
    enum { STEP = 61 }; /* bytes of a disk */
    fnr_error why;
    int n = 0, descriptors = open_files();
    do {
        if (builds) scratch_clear(root);
        countdown = kind == FULL_DISK ? STEP * n : n + 1;
        n++;
        hit = false;
        why = (fnr_error){.code = FNR_OK};
        fault = kind;
        fnr_status status = do_it(root, &why);
        fault = NO_FAULT;
        if (status) check_rest(root, kind, status, &why);
        assert_true(hit || !status);
        assert_int_equal(open_files(), descriptors);
        if (builds) assert_fine(do_it(root, &why), &why); /* takes up what is there */
        if (builds) assert_same_roots(root, sound);
    } while (hit);
    return n - 1;
}

typedef struct job {
    const char *name;
    work do_it;
    bool builds;
    unsigned meets; /* kinds of faults, as bits */
} job;

/* How many faults of a kind a work meets. */
static int try_kind(const char *state, const job *j, enum fault kind)
{
    char root[FNR_PATH_SIZE], sound[FNR_PATH_SIZE];
    fnr_error why;
    scratch_clear(state);
    below(state, "root", root);
    below(state, "sound", sound);
    assert_fine(fnr_file_make_directories(root, &why), &why);
    if (j->builds) {
        assert_fine(j->do_it(sound, &why), &why);
    } else {
        assert_fine(build_dtw(root, &why), &why);
        assert_fine(build_limited(root, &why), &why);
    }
    return try_all(root, j->do_it, kind, j->builds, sound);
}

static void test_faults(void **state)
{
    enum {
        MEMORY = 1 << ALLOCATION,
        READS = MEMORY | 1 << OPENING | 1 << READING | 1 << CLOSING,
        LISTS = READS - (1 << CLOSING),
        WRITES = READS | 1 << WRITING | 1 << FULL_DISK,
    };
    static const job JOBS[] = {
        {"build, DTW", build_dtw, true, WRITES},
        {"build, packed", build_packed, true, WRITES},
        {"build, draw limit", build_limited, true, WRITES},
        {"list a root", list_root, false, LISTS},
        {"probe", probe_turns, false, READS},
        {"probe, draw limit", probe_limited, false, READS},
        {"check", check, false, READS},
        {"verify", verify, false, READS},
        {"records", find_records, false, READS},
        {"prove and check", prove, false, WRITES},
        {"proof checkpoint", keep_memo, false, WRITES},
        {"pair checkpoint", keep_pair, false, WRITES - MEMORY},
        {"engine", play, false, READS},
        {"FGN", read_game, false, MEMORY},
        {"repack", repack, false, WRITES},
    };
    int total = 0;
    for (size_t i = 0; i < sizeof JOBS / sizeof JOBS[0]; i++) {
        print_message("%-18s", JOBS[i].name);
        for (enum fault kind = ALLOCATION; kind < FAULTS; kind++) {
            int tried = try_kind(*state, &JOBS[i], kind);
            assert_int_equal(tried > 0, JOBS[i].meets >> kind & 1);
            total += tried;
            if (tried > 0) print_message(" %4d %s", tried, KINDS[kind].name);
        }
        print_message("\n");
    }
    print_message("%d faults\n", total);
    for (int i = 0; i < CALL_COUNT; i++)
        if (!caught[i]) fail_msg("%s was never called", call_names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {scratch_test(test_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
