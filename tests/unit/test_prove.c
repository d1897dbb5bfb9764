/* SPDX-License-Identifier: MIT
 *
 * Proof search: values agree with tables, with published ones and with each other, whatever the
 * memory, the threads and the interruptions. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proofs.h"

enum { SMALL = 1 << 20 /* bytes */, LITTLE = 4096 };

/* ---- Against tables -------------------------------------------------------------------------- */

static fnr_wdl for_white(const fnr_position *position, fnr_wdl wdl)
{
    return position->side == FNR_WHITE ? wdl : (fnr_wdl)-wdl;
}

/* A position of a few stones in which the game goes on. */
static fnr_position some_position(uint64_t *state, const fnr_game *game, int least, int most)
{
    for (;;) {
        int stones = least + random_below(state, most - least + 1);
        int white = 1 + random_below(state, stones - 1);
        fnr_position p = {
            .side = (fnr_side)random_below(state, 2), .plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
        uint64_t all = random_points(state, game->board.full, stones);
        p.stones[FNR_WHITE] = random_points(state, all, white);
        p.stones[FNR_BLACK] = all & ~p.stones[FNR_WHITE];
        if (fnr_position_outcome(game, &p) == FNR_GOES_ON) return p;
    }
}

/* Proofs with tables of up to `leaves` stones, of positions that tables value as well. */
static void compare(const char *directory, fnr_rules rules, int most, int leaves, uint64_t memory,
                    int tries)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    uint64_t state = (uint64_t)rules.width * 1000 + (uint64_t)most;
    below(directory, "root", root);
    below(directory, "proof", path);
    build_tables(root, &rules, most);
    fnr_db *db = database_of(root, &rules), *few = database_of(leaves ? root : directory, &rules);
    const fnr_game *game = fnr_db_game(db);
    int met[5] = {0};
    for (int i = 0; i < tries; i++) {
        fnr_position position = some_position(&state, game, leaves ? leaves + 1 : 2, most);
        fnr_value value;
        fnr_error why;
        assert_fine(fnr_probe(db, &position, &value, &why), &why);
        fnr_proof proof = prove_value(few, &position, leaves, memory, path);
        assert_int_equal(proof.value, for_white(&position, value.wdl));
        assert_fine(check_proof(path, root, 0, &why), &why);
        met[proof.value + 2]++;
    }
    assert_true(met[0] && met[4]);
    fnr_db_close(few);
    fnr_db_close(db);
}

static void test_tables(void **state)
{
    compare(*state, rules_of(3, 3), 8, 3, SMALL, 200);
    compare(*state, rules_of(4, 3), 7, 3, SMALL, 100);
    compare(*state, rules_of(5, 3), 6, 3, SMALL, 100);
    compare(*state, (fnr_rules){3, 5, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 6, 3, SMALL, 100);
    compare(*state, (fnr_rules){3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 8, 3, SMALL, 100);
}

/* Without tables, few stones on much room repeat much. */
static void test_repetitions(void **state)
{
    compare(*state, rules_of(4, 4), 4, 0, SMALL, 60);
    compare(*state, rules_of(8, 2), 4, 0, SMALL, 60);
    compare(*state, rules_of(12, 1), 6, 0, SMALL, 60);
    compare(*state, (fnr_rules){5, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 4, 0, SMALL, 60);
}

/* A memory that holds next to nothing makes the search slow and not wrong. */
static void test_little_memory(void **state)
{
    compare(*state, rules_of(3, 3), 8, 3, 1, 60);
    compare(*state, rules_of(4, 3), 6, 3, 1, 60);
    compare(*state, rules_of(4, 4), 3, 0, 1, 30);
}

static void test_telo_line(void **state)
{
    char path[FNR_PATH_SIZE];
    fnr_error why;
    below(*state, "proof", path);
    fnr_db *db = database_of(*state, &TELO_LINE);
    const fnr_game *game = fnr_db_game(db);
    fnr_position start = position_of(game, "BBB/3/WWW w");
    fnr_position lost = position_of(game, "BBB/1W1/1WW b"); /* after a1-b2 */
    assert_int_equal(prove_value(db, &start, 0, SMALL, path).value, FNR_DRAW);
    assert_fine(check_proof(path, *state, 0, &why), &why);
    assert_int_equal(prove_value(db, &lost, 0, SMALL, path).value, FNR_LOSS);
    assert_fine(check_proof(path, *state, 0, &why), &why);
    fnr_db_close(db);
}

/* ---- Published values ------------------------------------------------------------------------ */

static void prove_start(const char *directory, char *line)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    const char *board = strtok(line, ","), *position = strtok(NULL, ","),
               *value = strtok(NULL, ",\n");
    fnr_rules rules = {0};
    fnr_error why;
    below(directory, "root", root);
    below(directory, "proof", path);
    assert_fine(fnr_rules_parse_board(board, &rules, &why), &why);
    if (rules.width * rules.height > 21) return; /* `make proofs` takes the larger */
    build_tables(root, &rules, 4);
    fnr_db *db = database_of(root, &rules);
    fnr_position start = position_of(fnr_db_game(db), position);
    /* In little memory, what a certificate is made of is lost and found again. */
    for (int little = 0; little <= 1; little++) {
        fnr_proof proof = prove_value(db, &start, 0, little ? LITTLE : SMALL, path);
        assert_string_equal(fnr_wdl_name(proof.value), value);
        assert_fine(check_proof(path, root, 0, &why), &why);
    }
    fnr_db_close(db);
}

static void test_starts(void **state)
{
    char line[300];
    int starts = 0;
    FILE *golden = golden_open("starts.csv");
    assert_non_null(fgets(line, sizeof line, golden));
    for (; fgets(line, sizeof line, golden); starts++) prove_start(*state, line);
    assert_true(starts > 5);
    fclose(golden);
}

/* ---- Goals ----------------------------------------------------------------------------------- */

/* A claim that is reported is in the file. */
static void see_file(const fnr_claim *claim, void *context)
{
    (void)claim;
    assert_int_equal(access(context, F_OK), 0);
}

static void test_goals(void **state)
{
    char path[FNR_PATH_SIZE];
    fnr_error why;
    const fnr_rules rules = rules_of(3, 3);
    below(*state, "proof", path);
    fnr_db *db = database_of(*state, &rules);
    fnr_position start = position_of(fnr_db_game(db), "BBB/B1W/WWW w"); /* White wins */
    for (int goal = FNR_GOAL_WIN; goal <= FNR_GOAL_NOWIN; goal++)
        for (int side = 0; side < 2; side++) {
            const fnr_prove_options options = {.goal = (fnr_goal)goal,
                                               .side = (fnr_side)side,
                                               .memory = SMALL,
                                               .claim = see_file,
                                               .context = path};
            fnr_proof proof;
            bool holds = (side == FNR_WHITE) == (goal == FNR_GOAL_WIN);
            unlink(path);
            assert_fine(fnr_prove(db, &start, path, &options, &proof, &why), &why);
            assert_int_equal(proof.holds, holds);
            assert_int_equal(access(path, F_OK) == 0, holds);
            if (holds) assert_fine(check_proof(path, *state, 0, &why), &why);
        }
    fnr_db_close(db);
}

static void test_arguments(void **state)
{
    char path[FNR_PATH_SIZE], nowhere[FNR_PATH_SIZE];
    fnr_proof proof;
    fnr_error why;
    const fnr_rules rules = rules_of(3, 3), limited = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20};
    below(*state, "proof", path);
    below(*state, "no/such/directory", nowhere);
    fnr_db *db = database_of(*state, &rules), *under_limit = database_of(*state, &limited);
    fnr_position start = position_of(fnr_db_game(db), "BBB/B1W/WWW w"), none = {{1, 1}, 0, -1, -1};
    fnr_prove_options options = {.goal = FNR_GOAL_VALUE};
    assert_refused(fnr_prove(under_limit, &start, path, &options, &proof, &why), FNR_ERR_ARGUMENT,
                   &why, "without a draw limit");
    assert_refused(fnr_prove(db, &none, path, &options, &proof, &why), FNR_ERR_POSITION, &why, "");
    assert_refused(fnr_prove(db, &start, nowhere, &options, &proof, &why), FNR_ERR_IO, &why,
                   "no/such");
    options.goal = 7;
    assert_refused(fnr_prove(db, &start, path, &options, &proof, &why), FNR_ERR_ARGUMENT, &why,
                   "no goal");
    options = (fnr_prove_options){.goal = FNR_GOAL_WIN, .side = 2};
    assert_refused(fnr_prove(db, &start, path, &options, &proof, &why), FNR_ERR_ARGUMENT, &why,
                   "no side");
    options = (fnr_prove_options){.goal = FNR_GOAL_WIN, .threads = -1};
    assert_refused(fnr_prove(db, &start, path, &options, &proof, &why), FNR_ERR_ARGUMENT, &why,
                   "threads");
    assert_int_equal(count_files(*state, ""), 0);
    fnr_db_close(under_limit);
    fnr_db_close(db);
}

/* ---- Threads, interruptions, checkpoints ----------------------------------------------------- */

/* 5x5 to 5 stones: its start is a draw, for which some 60,000 nodes are searched. */
static void five_by_five(const char *directory, char root[FNR_PATH_SIZE], fnr_db **db,
                         fnr_position *start)
{
    const fnr_rules rules = rules_of(5, 5);
    below(directory, "root", root);
    build_tables(root, &rules, 5);
    *db = database_of(root, &rules);
    *start = position_of(fnr_db_game(*db), "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w");
}

static void test_threads(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_db *db;
    fnr_position start;
    fnr_error why;
    five_by_five(*state, root, &db, &start);
    below(*state, "proof", path);
    for (int threads = 1; threads <= 4; threads++) {
        const fnr_prove_options options = {
            .goal = FNR_GOAL_VALUE, .memory = 16 << 20, .threads = threads};
        fnr_proof proof;
        assert_fine(fnr_prove(db, &start, path, &options, &proof, &why), &why);
        assert_int_equal(proof.value, FNR_DRAW);
        assert_fine(check_proof(path, root, 0, &why), &why);
    }
    fnr_db_close(db);
}

struct patience {
    int left, reports;
    fnr_status reported;
};

static int lose_patience(const fnr_proof_progress *progress, void *context)
{
    struct patience *patience = context;
    assert_true(progress->filled >= 0 && progress->filled <= 1);
    return --patience->left < 0;
}

static void take_report(const fnr_report *report, void *context)
{
    struct patience *patience = context;
    patience->reports++;
    patience->reported = report->status;
}

/* Proves the start in steps of `ticks`; returns how often it was interrupted. */
static int prove_in_steps(fnr_db *db, const fnr_position *start, const char *path, int ticks,
                          struct patience *patience)
{
    const fnr_prove_options options = {.goal = FNR_GOAL_VALUE,
                                       .memory = 4 << 20,
                                       .threads = 1,
                                       .report = take_report,
                                       .progress = lose_patience,
                                       .context = patience};
    for (int interrupted = 0;; interrupted++) {
        fnr_proof proof;
        fnr_error why;
        patience->left = ticks;
        fnr_status status = fnr_prove(db, start, path, &options, &proof, &why);
        if (status == FNR_ERR_INTERRUPTED) {
            assert_true(interrupted < 1000);
            continue;
        }
        assert_fine(status, &why);
        assert_int_equal(proof.value, FNR_DRAW);
        return interrupted;
    }
}

static void test_resume(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_db *db;
    fnr_position start;
    fnr_error why;
    struct patience patience = {0};
    five_by_five(*state, root, &db, &start);
    below(*state, "proof", path);
    assert_true(prove_in_steps(db, &start, path, 20, &patience) > 1);
    assert_int_equal(patience.reports, 0);
    assert_fine(check_proof(path, root, 0, &why), &why);
    assert_int_equal(count_files(*state, "checkpoint"), 0);
    fnr_db_close(db);
}

/* The bytes of a checkpoint that was left by a search of one tick, with little memory. */
static content make_checkpoint(fnr_db *db, const fnr_position *start, const char *path,
                               const char *checkpoint)
{
    struct patience patience = {0};
    const fnr_prove_options options = {.goal = FNR_GOAL_VALUE,
                                       .memory = LITTLE,
                                       .threads = 1,
                                       .progress = lose_patience,
                                       .context = &patience};
    fnr_proof proof;
    fnr_error why;
    assert_refused(fnr_prove(db, start, path, &options, &proof, &why), FNR_ERR_INTERRUPTED, &why,
                   "");
    return file_read(checkpoint);
}

struct kept {
    const fnr_game *game;
    char checkpoint[FNR_PATH_SIZE];
};

static void see_that_nothing_is_loaded(void *context)
{
    const struct kept *kept = context;
    fnr_memo *memo = NULL;
    fnr_error why;
    fnr_status status = fnr_memo_load(kept->game, kept->checkpoint, LITTLE, &memo, &why);
    assert_refused(status,
                   status == FNR_ERR_FORMAT || status == FNR_ERR_RULES ? status : FNR_ERR_CORRUPT,
                   &why, "");
    assert_null(memo);
}

/* What is changed in a checkpoint is found, told, and not used. */
static void test_damaged_checkpoint(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    struct kept kept;
    fnr_db *db;
    fnr_position start;
    five_by_five(*state, root, &db, &start);
    kept.game = fnr_db_game(db);
    below(*state, "proof", path);
    below(*state, "proof.checkpoint", kept.checkpoint);
    content whole = make_checkpoint(db, &start, path, kept.checkpoint);
    damage_file(kept.checkpoint, see_that_nothing_is_loaded, &kept);
    fnr_memo *memo = NULL;
    fnr_error why;
    assert_fine(fnr_memo_load(kept.game, kept.checkpoint, LITTLE, &memo, &why), &why);
    fnr_memo_free(memo);
    struct patience patience = {0};
    file_write(kept.checkpoint, whole.bytes, whole.size - 1);
    prove_in_steps(db, &start, path, 1000, &patience);
    assert_int_equal(patience.reports, 1);
    assert_int_equal(patience.reported, FNR_ERR_CORRUPT);
    content_free(&whole);
    fnr_db_close(db);
}

/* A checkpoint of other rules is not used. */
static void test_other_checkpoint(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE], checkpoint[FNR_PATH_SIZE];
    fnr_db *db;
    fnr_position start;
    fnr_error why;
    fnr_memo *memo = NULL;
    five_by_five(*state, root, &db, &start);
    below(*state, "proof", path);
    below(*state, "proof.checkpoint", checkpoint);
    content whole = make_checkpoint(db, &start, path, checkpoint);
    fnr_game *other = game_with(&(fnr_rules){5, 5, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0});
    assert_refused(fnr_memo_load(other, checkpoint, 1 << 16, &memo, &why), FNR_ERR_RULES, &why,
                   "other rules");
    assert_null(memo);
    fnr_game_free(other);
    content_free(&whole);
    fnr_db_close(db);
}

/* What is saved is found again in a memory of another size: in a larger one nearly all of it (where a
 * node belongs is known to a part in 65,536 of a line). */
static void test_sizes(void **state)
{
    enum { NODES = 3000 };
    char path[FNR_PATH_SIZE];
    fnr_error why;
    fnr_game *game = game_of(9, 5);
    fnr_memo *memo, *loaded = NULL;
    fnr_numbers numbers;
    below(*state, "checkpoint", path);
    assert_fine(fnr_memo_new(1 << 18, &memo, &why), &why);
    for (uint64_t i = 1; i <= NODES; i++)
        fnr_memo_put(memo, fnr_key_of((fnr_node){i, i << 20}, i % 2),
                     (fnr_numbers){(uint32_t)i, 7, i % 3 == 0}, i);
    assert_fine(fnr_memo_save(memo, game, path, &why), &why);
    for (uint64_t bytes = 1 << 18; bytes < 1 << 27; bytes += bytes * 2 / 3) {
        int lost = 0;
        loaded = NULL;
        assert_fine(fnr_memo_load(game, path, bytes, &loaded, &why), &why);
        for (uint64_t i = 1; i <= NODES; i++) {
            fnr_key key = fnr_key_of((fnr_node){i, i << 20}, i % 2);
            bool known = fnr_memo_get(memo, key, &numbers);
            bool found = fnr_memo_get(loaded, key, &numbers);
            lost += known && !found;
            assert_true(known || !found);
            if (found) assert_true(numbers.phi == i && numbers.delta == 7);
            if (found) assert_int_equal(numbers.presumed, i % 3 == 0);
        }
        assert_true(lost <= NODES / 100);
        fnr_memo_free(loaded);
    }
    loaded = NULL;
    assert_fine(fnr_memo_load(game, path, 1 << 12, &loaded, &why), &why); /* 256 entries */
    int found = 0;
    for (uint64_t i = 1; i <= NODES; i++)
        found += fnr_memo_get(loaded, fnr_key_of((fnr_node){i, i << 20}, i % 2), &numbers);
    assert_true(found > 200 && found <= 256);
    fnr_memo_free(loaded);
    fnr_memo_free(memo);
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(test_tables),           scratch_test(test_repetitions),
        scratch_test(test_little_memory),    scratch_test(test_telo_line),
        scratch_test(test_starts),           scratch_test(test_goals),
        scratch_test(test_arguments),        scratch_test(test_threads),
        scratch_test(test_resume),           scratch_test(test_damaged_checkpoint),
        scratch_test(test_other_checkpoint), scratch_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
