/* SPDX-License-Identifier: MIT
 *
 * Directories from strangers: numbers that no file can have, with all checksums right, do not make
 * the library ask for more memory than a sound file does; links lead no writer anywhere; what is no
 * regular file makes nobody wait; names that are none of ours are passed over; and tables may vanish
 * under a prober. The calls that allocate are caught by the linker (--wrap, see the Makefile). */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "pairs.h"
#include "proofs.h"

static const fnr_rules RULES = {.width = 3, .height = 3};

enum { STONES = 3 };

/* ---- The largest allocation ------------------------------------------------------------------ */

static size_t largest;

static size_t note(size_t size)
{
    if (size > largest) largest = size;
    return size;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return __real_malloc(note(size));
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    note(count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return __real_calloc(count, size);
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    return __real_realloc(old, note(size));
}

/* ---- Numbers that no file can have ----------------------------------------------------------- */

/* A kind of files: how its checksums are made right, and what is done with one. */
typedef struct kind {
    char path[FNR_PATH_SIZE];
    size_t header; /* bytes whose numbers are changed */
    void (*seal)(uint8_t *bytes, size_t size);
    void (*use)(const char *root);
} kind;

/* Puts extreme numbers everywhere into a header. */
static void place_numbers(const char *root, const kind *k)
{
    static const uint64_t NUMBERS[] = {0,          1,         1u << 20,  INT32_MAX,
                                       UINT32_MAX, INT64_MAX, UINT64_MAX};
    content sound = file_read(k->path);
    uint8_t *bytes = malloc(sound.size);
    int tried = 0;
    assert_non_null(bytes);
    largest = 0;
    k->use(root);
    const size_t allowed = 2 * largest;
    for (size_t at = 0; at < k->header; at++)
        for (size_t width = 1; width <= 8 && at + width <= k->header; width *= 2)
            for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
                memcpy(bytes, sound.bytes, sound.size);
                fnr_store_le(bytes + at, (int)width, NUMBERS[i]);
                if (memcmp(bytes, sound.bytes, k->header) == 0) continue;
                k->seal(bytes, sound.size);
                file_write(k->path, bytes, sound.size);
                k->use(root);
                tried++;
            }
    print_message("%s: %d hostile headers, no allocation beyond %zu bytes (sound: %zu)\n",
                  strrchr(k->path, '/') + 1, tried, largest, allowed / 2);
    assert_true(largest <= allowed);
    file_write(k->path, sound.bytes, sound.size);
    free(bytes);
    content_free(&sound);
}

static void seal_table(uint8_t *bytes, size_t size)
{
    reseal(bytes, size, true);
}

static void seal_certificate(uint8_t *bytes, size_t size)
{
    enum { DIGEST_AT = 96 };
    (void)size;
    fnr_store_le(bytes + DIGEST_AT, 8, XXH3_64bits(bytes, DIGEST_AT));
}

static void seal_all(uint8_t *bytes, size_t size)
{
    fnr_store_le(bytes + size - 8, 8, XXH3_64bits(bytes, size - 8));
}

static const char *const QUESTIONS[] = {"W1W/3/1B1 w", "W1W/3/1B1 b", "3/B1B/W2 w"};

/* Answers or errors; values that lie are not looked for here. */
static int ask(const char *root)
{
    const fnr_check_options options = {.threads = 1};
    int answers = 0;
    fnr_error why;
    fnr_db *db = database_of(root, &RULES);
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
        fnr_position position = position_of(fnr_db_game(db), QUESTIONS[i]);
        fnr_value value;
        fnr_status status = fnr_probe(db, &position, &value, &why);
        answers += status == FNR_OK;
        assert_true(!status || (why.code == status && why.text[0]));
    }
    fnr_db_check(db, &options, &why);
    fnr_db_verify(db, &options, &why);
    fnr_db_close(db);
    return answers;
}

static void use_table(const char *root)
{
    ask(root);
}

static void use_certificate(const char *root)
{
    char path[FNR_PATH_SIZE];
    fnr_error why;
    below(root, "start.proof", path);
    check_proof(path, root, 1 << 16, &why);
}

static void use_memo(const char *root)
{
    char path[FNR_PATH_SIZE];
    fnr_memo *memo = NULL;
    fnr_error why;
    fnr_game *game = game_with(&RULES);
    below(root, "memo", path);
    fnr_memo_load(game, path, 1 << 12, &memo, &why);
    fnr_memo_free(memo);
    fnr_game_free(game);
}

static garden g;

static void use_pair(const char *root)
{
    fnr_pair pair;
    fnr_checkpoint checkpoint;
    pair_new(&g, 1, 2, true, &pair);
    fnr_checkpoint_init(&checkpoint, root, &pair, 1e9, NULL);
    fnr_checkpoint_load(&checkpoint, &pair);
    solve(&pair);
    fnr_pair_free(&pair);
}

static void make_memo(const char *path)
{
    fnr_memo *memo = NULL;
    fnr_error why;
    fnr_game *game = game_with(&RULES);
    assert_fine(fnr_memo_new(1 << 12, &memo, &why), &why);
    fnr_memo_put(memo, (fnr_key){1, 2}, fnr_solved(true, true, false), 7);
    assert_fine(fnr_memo_save(memo, game, path, &why), &why);
    fnr_memo_free(memo);
    fnr_game_free(game);
}

static void make_proof(const char *root, const char *path)
{
    fnr_db *db = database_of(root, &RULES);
    fnr_position start = position_of(fnr_db_game(db), "BBB/B1W/WWW w");
    prove_value(db, &start, STONES, 1 << 20, path);
    fnr_db_close(db);
}

static void make_checkpoint(const char *root)
{
    fnr_pair pair;
    garden_new(&g, root, &RULES, 3);
    go_on(&g, 1, 2, true, UINT8_MAX, 5, &pair);
    assert_true(fnr_task_stopped(&g.task));
    fnr_pair_free(&pair);
    start_task(&g, 0);
}

static void headers_ask_for_no_memory(void **state)
{
    const char *root = *state;
    kind kinds[] = {{.header = FNR_HEADER_BYTES, .seal = seal_table, .use = use_table},
                    {.header = FNR_HEADER_BYTES, .seal = seal_table, .use = use_table},
                    {.header = FNR_CLAIM_BYTES, .seal = seal_certificate, .use = use_certificate},
                    {.header = 32 + 4, .seal = seal_memo, .use = use_memo},
                    {.header = 96, .seal = seal_all, .use = use_pair}};
    build_tables(root, &RULES, STONES);
    table_path(root, &RULES, 2, 1, FNR_METRIC_WDL, kinds[0].path);
    table_path(root, &RULES, 2, 1, FNR_METRIC_DTC, kinds[1].path);
    below(root, "start.proof", kinds[2].path);
    below(root, "memo", kinds[3].path);
    below(root, "3x3-capture/1v2.checkpoint", kinds[4].path);
    make_proof(root, kinds[2].path);
    make_memo(kinds[3].path);
    make_checkpoint(root);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) place_numbers(root, &kinds[i]);
    garden_free(&g);
}

/* A table of a slice of 5,000 million positions and more: a sound header, and then one hole. */
static void a_file_with_a_hole_is_no_table(void **state)
{
    enum { M = 5, O = 5 };
    const fnr_rules rules = {.width = 8, .height = 8};
    fnr_game *game = game_with(&rules);
    fnr_index *index = index_of(game);
    fnr_header header = {.rules = rules,
                         .m = M,
                         .o = O,
                         .metric = FNR_METRIC_WDL,
                         .value_bits = 2,
                         .block_bytes = FNR_BLOCK_BYTES,
                         .entries = fnr_slice_size(index, M, O)};
    uint8_t bytes[FNR_HEADER_BYTES];
    char directory[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_error why;
    uint64_t room = fnr_block_count(&header) * FNR_DIRECTORY_ENTRY_BYTES;
    assert_true(room > 100 << 20);
    header.positions = header.draw = header.entries;
    fnr_header_encode(&header, bytes);
    assert_fine(fnr_store_make_directory(*state, &rules, directory, &why), &why);
    table_path(*state, &rules, M, O, FNR_METRIC_WDL, path);
    file_write(path, bytes, sizeof bytes);
    assert_int_equal(truncate(path, (off_t)(sizeof bytes + room)), 0);
    largest = 0;
    assert_refused(table_read(*state, index, M, O, FNR_METRIC_WDL, NULL, &why), FNR_ERR_CORRUPT,
                   &why, "block 0 cannot have 0 bytes");
    assert_true(largest < 1 << 20);
    fnr_index_free(index);
    fnr_game_free(game);
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void link_to(const char *target, const char *root, const char *name)
{
    char path[FNR_PATH_SIZE];
    below(root, name, path);
    unlink(path);
    assert_int_equal(symlink(target, path), 0);
}

static bool is_link(const char *root, const char *name)
{
    char path[FNR_PATH_SIZE];
    struct stat info;
    below(root, name, path);
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static const uint8_t TREASURE[] = "what must stay as it is";

static void assert_untouched(const char *path)
{
    content now = file_read(path);
    assert_true(content_equal(now, (content){(uint8_t *)TREASURE, sizeof TREASURE}));
    content_free(&now);
}

/* The directory of the tables is a link: it is read from, and not written to. */
static void no_writer_follows_a_directory(void **state)
{
    char root[FNR_PATH_SIZE], victim[FNR_PATH_SIZE], real[FNR_PATH_SIZE];
    const fnr_build_options options = {.stones = STONES, .threads = 1};
    const fnr_repack_options packing = {.packed = true, .threads = 1};
    fnr_error why;
    below(*state, "root", root);
    below(*state, "victim", victim);
    below(*state, "real", real);
    assert_fine(fnr_file_make_directories(root, &why), &why);
    assert_fine(fnr_file_make_directories(victim, &why), &why);
    link_to("../victim", root, "3x3-capture");
    assert_refused(fnr_build(root, &RULES, &options, &why), FNR_ERR_IO, &why, "symbolic link");
    assert_int_equal(count_files(victim, ""), 0);
    build_tables(real, &RULES, STONES);
    link_to("../real/3x3-capture", root, "3x3-capture");
    assert_int_equal(ask(root), 3);
    assert_fine(fnr_build(root, &RULES, &options, &why), &why); /* all is there */
    assert_refused(fnr_repack(root, &RULES, &packing, &why), FNR_ERR_IO, &why, "symbolic link");
}

/* Links in the place of files: what they point at is neither changed nor made nor removed. */
static void no_writer_follows_a_file(void **state)
{
    static const char *const NAMES[] = {"3x3-capture/2v1.wdl", "3x3-capture/1v2.dtc",
                                        "3x3-capture/1v2.checkpoint", "start.proof",
                                        "start.proof.checkpoint"};
    char root[FNR_PATH_SIZE], treasure[FNR_PATH_SIZE], proof[FNR_PATH_SIZE], next[64];
    below(*state, "root", root);
    below(*state, "treasure", treasure);
    below(root, "start.proof", proof);
    file_write(treasure, TREASURE, sizeof TREASURE);
    for (int exists = 0; exists < 2; exists++)
        for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
            build_tables(root, &RULES, STONES);
            snprintf(next, sizeof next, "3x3-capture/2v1.wdl.%ld.0.tmp", (long)getpid());
            link_to(treasure, root, next); /* as if the name had been guessed */
            link_to(exists ? treasure : "../../nowhere", root, NAMES[i]);
            build_tables(root, &RULES, STONES + 1);
            make_proof(root, proof);
            assert_int_equal(ask(root), 3);
            assert_untouched(treasure);
            assert_int_equal(count_files(*state, "nowhere"), 0);
            if (i < 2) assert_false(is_link(root, NAMES[i]));
            scratch_clear(root);
        }
}

/* ---- No regular files ------------------------------------------------------------------------ */

enum { PIPE, DIRECTORY, ENDLESS, THINGS };

static void put_thing(const char *path, int thing)
{
    unlink(path);
    if (thing == PIPE) assert_int_equal(mkfifo(path, 0600), 0);
    if (thing == DIRECTORY) assert_int_equal(mkdir(path, 0700), 0);
    if (thing == ENDLESS) assert_int_equal(symlink("/dev/zero", path), 0);
}

/* Things in the place of files: nobody waits for them, nobody takes them for sound. */
static void what_is_no_file_is_no_table(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    const fnr_build_options options = {.stones = STONES + 1, .threads = 1};
    below(*state, "root", root);
    for (int thing = 0; thing < THINGS; thing++)
        for (int metric = 0; metric <= FNR_METRIC_DTC; metric++) {
            fnr_error why;
            build_tables(root, &RULES, STONES);
            table_path(root, &RULES, 2, 1, (fnr_metric)metric, path);
            put_thing(path, thing);
            assert_int_equal(ask(root), 2);
            assert_refused(fnr_build(root, &RULES, &options, &why), FNR_ERR_IO, &why,
                           "not a regular file");
            scratch_clear(root);
        }
}

static void what_is_no_file_is_no_checkpoint_and_no_proof(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    below(*state, "root", root);
    for (int thing = 0; thing < THINGS; thing++) {
        fnr_error why;
        build_tables(root, &RULES, 2);
        below(root, "3x3-capture/1v2.checkpoint", path);
        put_thing(path, thing);
        build_tables(root, &RULES, STONES);
        assert_int_equal(ask(root), 3);
        below(root, "memo", path);
        put_thing(path, thing);
        fnr_memo *memo = NULL;
        fnr_game *game = game_with(&RULES);
        assert_true(fnr_memo_load(game, path, 1 << 12, &memo, &why) != FNR_OK && !memo);
        fnr_game_free(game);
        below(root, "start.proof", path);
        put_thing(path, thing);
        assert_true(check_proof(path, root, 1 << 16, &why) != FNR_OK && why.text[0]);
        scratch_clear(root);
    }
}

/* ---- Roots ----------------------------------------------------------------------------------- */

static int add_width(const fnr_rules *rules, void *context)
{
    *(int *)context += rules->width;
    return 0;
}

/* Of names that look like ours, only ours count. */
static void other_names_are_passed_over(void **state)
{
    static const char *const NAMES[] = {"3x3-capture",        "3x3-capture-n0",
                                        "3x3-capture-n00020", "3x3-capture-n-3",
                                        "3x3-capture-n99999", "03x3-capture",
                                        "3x3-capture ",       "3x3-capture\n",
                                        "9x9-capture",        "99999999x5-capture",
                                        "-3x-3-capture",      "telo-line-n20",
                                        "telo-line-capture",  "3x3",
                                        "3x3-capturex",       "%n%s%s%n",
                                        "0x0-capture",        "3x3-capture-n20n20"};
    char path[FNR_PATH_SIZE];
    int widths = 0;
    fnr_error why;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        below(*state, NAMES[i], path);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    link_to("nowhere", *state, "5x5-capture");
    link_to("7x5-capture", *state, "7x5-capture");
    assert_fine(fnr_root_visit(*state, add_width, &widths, &why), &why);
    assert_int_equal(widths, 3);
}

/* Tables that vanish under a prober, and come back. */
static void tables_may_vanish(void **state)
{
    char root[FNR_PATH_SIZE], away[FNR_PATH_SIZE];
    fnr_value before[3], value;
    fnr_position positions[3];
    fnr_error why;
    below(*state, "root", root);
    below(*state, "away", away);
    build_tables(root, &RULES, STONES);
    fnr_db *db = database_of(root, &RULES);
    for (int i = 0; i < 3; i++) {
        positions[i] = position_of(fnr_db_game(db), QUESTIONS[i]);
        if (i < 2) assert_fine(fnr_probe(db, &positions[i], &before[i], &why), &why);
    }
    fnr_db *other = database_of(root, &RULES);
    assert_fine(fnr_probe(other, &positions[2], &before[2], &why), &why);
    assert_int_equal(rename(root, away), 0);
    /* What is in the cache is right, what is not is missed. */
    assert_fine(fnr_probe(db, &positions[0], &value, &why), &why);
    assert_true(value.wdl == before[0].wdl && value.dtc == before[0].dtc);
    assert_fine(fnr_db_limit_cache(db, 1 << 12, &why), &why);
    for (int i = 0; i < 3; i++)
        assert_refused(fnr_probe(db, &positions[i], &value, &why), FNR_ERR_NO_TABLE, &why, root);
    assert_int_equal(rename(away, root), 0);
    for (int i = 0; i < 3; i++) {
        assert_fine(fnr_probe(db, &positions[i], &value, &why), &why);
        assert_true(value.wdl == before[i].wdl && value.dtc == before[i].dtc);
    }
    fnr_db_close(db);
    fnr_db_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(headers_ask_for_no_memory),
        scratch_test(a_file_with_a_hole_is_no_table),
        scratch_test(no_writer_follows_a_directory),
        scratch_test(no_writer_follows_a_file),
        scratch_test(what_is_no_file_is_no_table),
        scratch_test(what_is_no_file_is_no_checkpoint_and_no_proof),
        scratch_test(other_names_are_passed_over),
        scratch_test(tables_may_vanish),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
