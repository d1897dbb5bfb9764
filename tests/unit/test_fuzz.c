/* SPDX-License-Identifier: MIT
 *
 * Inputs that nobody wrote: position texts, turn texts and table files, changed at random from good
 * ones. Whatever comes, the library gives an error or something that is in order. The sequence is
 * the same every time.
 *
 * With clang the same targets serve libFuzzer, which finds its inputs itself:
 *
 *     clang -g -fsanitize=fuzzer,address,undefined -fopenmp -DFNR_LIBFUZZER -Isrc -Itests/unit \
 *         src/X/X.c ... tests/unit/{test_fuzz,support,files}.c -lcmocka -lzstd -lxxhash
 */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*target_fn)(const char *root, const uint8_t *bytes, size_t size);

/* The beginning of an input as a text. */
static void to_text(const uint8_t *bytes, size_t size, char text[400])
{
    size_t length = size < 399 ? size : 399;
    if (length > 0) memcpy(text, bytes, length);
    text[length] = '\0';
}

/* ---- Targets --------------------------------------------------------------------------------- */

static int count_to_limit(const fnr_turn *turn, void *context)
{
    (void)turn;
    return ++*(int *)context == 500;
}

/* A text that is read is written, read again, and is the same. */
static void position_target(const char *root, const uint8_t *bytes, size_t size)
{
    char text[400], written[FNR_POSITION_TEXT_SIZE], again[FNR_POSITION_TEXT_SIZE];
    int width = 3, height = 3, visited = 0;
    fnr_rules rules = rules_of(5, 5);
    fnr_position position;
    fnr_error why;
    (void)root;
    to_text(bytes, size, text);
    if (fnr_rules_parse_board(text, &rules, &why) == FNR_OK)
        assert_in_range(rules.width * rules.height, 1, FNR_MAX_POINTS);
    fnr_position_parse_size(text, &width, &height, &why);
    fnr_game *game = game_of(width, height);
    if (fnr_position_parse(game, text, &position, &why) == FNR_OK) {
        fnr_position_format(game, &position, written);
        position = position_of(game, written);
        fnr_position_format(game, &position, again);
        assert_string_equal(written, again);
        fnr_turns_visit(game, &position, count_to_limit, &visited);
    } else {
        assert_true(strlen(why.text) > 0);
    }
    fnr_game_free(game);
}

/* A turn that is read is written as a text that is read as the same turn. */
static void turn_target(const char *root, const uint8_t *bytes, size_t size)
{
    static const char *const POSITIONS[] = {"BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w",
                                            "BB1W1/1W2B/B1W1B/W3W/1BWB1 b", "B4/5/2W2/5/4W w"};
    char text[400], written[FNR_TURN_TEXT_SIZE];
    (void)root;
    to_text(bytes, size, text);
    fnr_game *game = game_of(5, 5);
    for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++) {
        fnr_position position = position_of(game, POSITIONS[i]);
        fnr_turn turn, again;
        fnr_error why;
        if (fnr_turn_parse(game, &position, text, &turn, &why) != FNR_OK) continue;
        fnr_turn_format(game, &turn, written);
        assert_fine(fnr_turn_parse(game, &position, written, &again, &why), &why);
        assert_true(turn.captured == again.captured && turn.steps == again.steps);
    }
    fnr_game_free(game);
}

static const fnr_rules TABLE_RULES = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};

enum { TABLE_STONES = 4, TABLE_M = 2, TABLE_O = 1 };

static void target_setup(const char *root)
{
    build_tables(root, &TABLE_RULES, TABLE_STONES);
}

static void probe_all(fnr_db *db)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_index *index = index_of(game);
    fnr_slice slice;
    fnr_error why;
    assert_fine(fnr_slice_init(&slice, index, TABLE_M, TABLE_O, &why), &why);
    for (uint64_t i = 0; i < slice.size; i++) {
        fnr_position position;
        fnr_value value;
        uint64_t mover, other;
        fnr_slice_unrank(&slice, i, &mover, &other);
        fnr_unfold(game, mover, other, FNR_BLACK, &position);
        if (fnr_probe(db, &position, &value, &why) != FNR_OK) continue;
        assert_in_range(value.wdl - FNR_LOSS, 0, 4);
        assert_int_equal(value.wdl == FNR_DRAW, value.dtc == FNR_DTC_NONE);
    }
    fnr_index_free(index);
}

/* A file in place of 2v1.wdl, or of 2v1.dtc, of a root with sound tables around it: everything that
 * reads it does so safely. Sealed lies may be told on, and built upon. */
static void table_target(const char *root, const uint8_t *bytes, size_t size)
{
    fnr_check_options checking = {.threads = 1};
    fnr_build_options building = {.stones = TABLE_STONES, .threads = 1};
    char path[FNR_PATH_SIZE], other[FNR_PATH_SIZE];
    fnr_db *db = NULL;
    fnr_error why;
    fnr_metric metric = size > 22 && bytes[22] == FNR_METRIC_DTC ? FNR_METRIC_DTC : FNR_METRIC_WDL;
    table_path(root, &TABLE_RULES, TABLE_M, TABLE_O, metric, path);
    content good = file_read(path);
    file_write(path, bytes, size);
    assert_fine(fnr_db_open(root, &TABLE_RULES, &db, &why), &why);
    fnr_status status = fnr_db_check(db, &checking, &why);
    assert_true(status == FNR_OK || strlen(why.text) > 0);
    fnr_db_verify(db, &checking, &why);
    probe_all(db);
    fnr_db_close(db);
    table_path(root, &TABLE_RULES, 2, 2, FNR_METRIC_WDL, other); /* captures lead to 2v1 */
    assert_int_equal(unlink(other), 0);
    fnr_build(root, &TABLE_RULES, &building, &why);
    file_write(path, good.bytes, good.size);
    content_free(&good);
    target_setup(root);
}

#ifdef FNR_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte chooses the target. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const target_fn TARGETS[] = {position_target, turn_target, table_target};
    static void *root;
    if (!root) {
        if (scratch_setup(&root) != 0) abort();
        target_setup(root);
    }
    if (size > 0) TARGETS[data[0] % 3](root, data + 1, size - 1);
    return 0;
}

#else

/* ---- Mutation -------------------------------------------------------------------------------- */

/* An input with room to grow. */
typedef struct input {
    uint8_t bytes[4096];
    size_t size;
} input;

static void set_input(input *in, const void *bytes, size_t size)
{
    assert_true(size < sizeof in->bytes / 2);
    memcpy(in->bytes, bytes, size);
    in->size = size;
}

/* A byte that means something to a parser, or any. */
static uint8_t telling_byte(uint64_t *chance)
{
    static const char TELLING[] = "WB.0123456789/ wbaAcde-x\t\xff";
    if (random_below(chance, 4) == 0) return (uint8_t)random_next(chance);
    return (uint8_t)TELLING[random_below(chance, (int)sizeof TELLING)]; /* its end, too */
}

static void insert_byte(input *in, size_t at, uint8_t byte)
{
    if (in->size == sizeof in->bytes) return;
    memmove(in->bytes + at + 1, in->bytes + at, in->size - at);
    in->bytes[at] = byte;
    in->size++;
}

static void remove_byte(input *in, size_t at)
{
    memmove(in->bytes + at, in->bytes + at + 1, in->size - at - 1);
    in->size--;
}

static void repeat_range(input *in, size_t at, size_t length)
{
    if (length > in->size - at) length = in->size - at;
    for (size_t i = 0; i < length; i++) insert_byte(in, at + length + i, in->bytes[at + i]);
}

static void mutate(input *in, uint64_t *chance)
{
    size_t at = in->size > 0 ? (size_t)random_below(chance, (int)in->size) : 0;
    int how = in->size > 0 ? random_below(chance, 8) : 0;
    switch (how) {
    case 0:
    case 1:
        insert_byte(in, at, telling_byte(chance));
        break;
    case 2:
        remove_byte(in, at);
        break;
    case 3:
        in->bytes[at] = telling_byte(chance);
        break;
    case 4:
        in->bytes[at] ^= (uint8_t)(1 << random_below(chance, 8));
        break;
    case 5:
        repeat_range(in, at, (size_t)random_below(chance, 20));
        break;
    case 6:
        in->size = at;
        break;
    default:
        in->bytes[at] = (uint8_t)(in->bytes[at] + random_below(chance, 3) - 1);
        break;
    }
}

static void fuzz_texts(const char *const seeds[], int count, int tries, target_fn target)
{
    uint64_t chance = 19;
    for (int i = 0; i < tries; i++) {
        input in;
        const char *seed = seeds[i % count];
        set_input(&in, seed, strlen(seed));
        for (int m = random_below(&chance, 5); m >= 0; m--) mutate(&in, &chance);
        target(NULL, in.bytes, in.size);
    }
}

static void position_texts(void **state)
{
    static const char *const SEEDS[] = {"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1",
                                        "9/9/3B5/9/2W1W4 b",
                                        "3/BW1/2B w 12 34",
                                        "B24W/26 w 999999999 1",
                                        "W/1/1/1/1/1/1/1/1/1/1/1/B b",
                                        "telo-line",
                                        "9x5"};
    (void)state;
    fuzz_texts(SEEDS, sizeof SEEDS / sizeof SEEDS[0], 3000, position_target);
}

static void turn_texts(void **state)
{
    static const char *const SEEDS[] = {"b2-c3A",         "b3c3W",    "c3-d4",
                                        "b4-c5W-d4A-c3W", "c3d2ac1w", "a1-b2-a3-b4"};
    (void)state;
    fuzz_texts(SEEDS, sizeof SEEDS / sizeof SEEDS[0], 3000, turn_target);
}

/* Half of the files are sealed again after the change, so that more than checksums is met. */
static void table_files(void **state)
{
    const char *root = *state;
    uint64_t chance = 20;
    content seeds[FNR_METRICS];
    target_setup(root);
    for (int metric = 0; metric <= FNR_METRIC_DTC; metric++) {
        char path[FNR_PATH_SIZE];
        table_path(root, &TABLE_RULES, TABLE_M, TABLE_O, (fnr_metric)metric, path);
        seeds[metric] = file_read(path);
    }
    for (int i = 0; i < 250; i++) {
        input in;
        set_input(&in, seeds[i % 2].bytes, seeds[i % 2].size);
        for (int m = random_below(&chance, 3); m >= 0; m--) mutate(&in, &chance);
        if (i % 4 >= 2) reseal(in.bytes, in.size, i % 8 >= 4);
        table_target(root, in.bytes, in.size);
    }
    content_free(&seeds[0]);
    content_free(&seeds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_texts),
        cmocka_unit_test(turn_texts),
        scratch_test(table_files),
    };
    return cmocka_run_group_tests_name("fuzz", tests, NULL, NULL);
}

#endif
