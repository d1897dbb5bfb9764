/* SPDX-License-Identifier: MIT
 *
 * Table files: what is written is read, and whatever happens to the bytes, a reader gives an error
 * or what was written. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing and reading --------------------------------------------------------------------- */

/* Slices whose sizes are below, at and above whole blocks (1024 bytes: 512 to 4096 values), and
 * one of more blocks than are coded at a time. */
static const int SLICES[][4] = {{2, 1, 1, 1},   {3, 3, 2, 1},   {14, 1, 4, 10}, {1, 64, 2, 62},
                                {1, 64, 62, 2}, {1, 32, 2, 29}, {9, 5, 1, 2},   {9, 5, 2, 2}};

static const uint32_t BITS[] = {2, 8, 16};

typedef enum fill { CONSTANT, RISING, RANDOM, FILLS } fill;

static void fill_values(values *v, fill how, uint64_t *chance)
{
    unsigned mask = (1u << v->header.value_bits) - 1;
    for (uint64_t i = 0; i < v->header.entries; i++) {
        unsigned value = how == CONSTANT ? 1
                         : how == RISING ? (unsigned)i / 5
                                         : (unsigned)random_next(chance);
        values_set(v, i, value & mask);
    }
    if (v->header.metric == FNR_METRIC_WDL) values_count(v);
}

static void check_written(const char *root, const fnr_index *index, const values *v)
{
    const fnr_header *header = &v->header;
    char path[FNR_PATH_SIZE];
    values_save(root, v, 1);
    values read = values_load(root, index, header->m, header->o, header->metric);
    assert_memory_equal(read.bytes, v->bytes, fnr_decoded_bytes(header));
    assert_int_equal(read.header.value_bits, header->value_bits);
    assert_true(read.header.win == header->win && read.header.loss == header->loss &&
                read.header.draw == header->draw && read.header.positions == header->positions);
    values_free(&read);

    table_path(root, &header->rules, header->m, header->o, header->metric, path);
    content one = file_read(path);
    values_save(root, v, 3);
    content three = file_read(path);
    assert_true(content_equal(one, three));
    content_free(&one);
    content_free(&three);
}

static void what_is_written_is_read(void **state)
{
    uint64_t chance = 10;
    for (size_t s = 0; s < sizeof SLICES / sizeof SLICES[0]; s++) {
        fnr_game *game = game_of(SLICES[s][0], SLICES[s][1]);
        fnr_index *index = index_of(game);
        for (int b = 0; b < 3; b++) {
            fnr_metric metric = BITS[b] == 2 ? FNR_METRIC_WDL : FNR_METRIC_DTC;
            values v = values_new(index, SLICES[s][2], SLICES[s][3], metric, BITS[b]);
            for (fill how = CONSTANT; how < FILLS; how++) {
                fill_values(&v, how, &chance);
                check_written(*state, index, &v);
            }
            values_free(&v);
        }
        fnr_index_free(index);
        fnr_game_free(game);
    }
}

static void headers_come_back_from_their_bytes(void **state)
{
    (void)state;
    fnr_header header = {.rules = {9, 5, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0},
                         .m = 3,
                         .o = 4,
                         .metric = FNR_METRIC_DTC,
                         .value_bits = 16,
                         .block_bytes = 4096,
                         .entries = 1u << 30,
                         .positions = 1u << 29,
                         .win = (1u << 29) - 7,
                         .draw = 3,
                         .loss = 4,
                         .capture = 12345,
                         .max_dtc = 300,
                         .zstd_version = 10504,
                         .zstd_level = 19,
                         .digest = UINT64_MAX - 1,
                         .directory_digest = 77};
    uint8_t bytes[FNR_HEADER_BYTES], again[FNR_HEADER_BYTES];
    fnr_header read;
    fnr_error why;
    fnr_header_encode(&header, bytes);
    assert_fine(fnr_header_decode(bytes, "here", &read, &why), &why);
    fnr_header_encode(&read, again);
    assert_memory_equal(bytes, again, sizeof bytes);
    assert_true(fnr_header_seed(&header) == fnr_header_seed(&read));
    header.m = 4;
    assert_true(fnr_header_seed(&header) != fnr_header_seed(&read));
}

/* ---- A table to be damaged ------------------------------------------------------------------- */

/* One DTC table of several blocks, and a database to read it with. */
typedef struct victim {
    const char *root;
    fnr_game *game;
    fnr_index *index;
    values written;
    char path[FNR_PATH_SIZE];
    content file;
} victim;

enum { M = 2, O = 29 }; /* on 1x32: 7680 values, 8 blocks, the last one half full */

static victim victim_new(const char *root)
{
    uint64_t chance = 11;
    victim v = {.root = root, .game = game_of(1, 32)};
    v.index = index_of(v.game);
    v.written = values_new(v.index, M, O, FNR_METRIC_DTC, 8);
    fill_values(&v.written, RISING, &chance);
    values_save(root, &v.written, 1);
    table_path(root, &v.game->rules, M, O, FNR_METRIC_DTC, v.path);
    v.file = file_read(v.path);
    return v;
}

static void victim_free(victim *v)
{
    values_free(&v->written);
    content_free(&v->file);
    fnr_index_free(v->index);
    fnr_game_free(v->game);
}

/* Reads block by block, as a prober does; what is read without an error must be what was
 * written. */
static void read_blocks(const victim *v)
{
    fnr_table *table = NULL;
    fnr_decoder decoder;
    fnr_error why;
    static uint8_t decoded[FNR_MAX_BLOCK_BYTES];
    if (fnr_table_open(v->root, v->index, M, O, FNR_METRIC_DTC, &table, &why) != FNR_OK) return;
    assert_fine(fnr_decoder_init(&decoder, &why), &why);
    for (uint64_t b = 0; b < table->blocks; b++) {
        uint64_t offset = b * table->header.block_bytes;
        if (fnr_table_read_block(table, b, &decoder, decoded, &why) == FNR_OK)
            assert_memory_equal(decoded, v->written.bytes + offset,
                                fnr_block_size(&table->header, b));
    }
    fnr_decoder_free(&decoder);
    fnr_table_close(table);
}

/* The file is found to be bad, and no block of it is read wrongly. */
static void check_bad(const victim *v, fnr_status wanted, const char *part)
{
    fnr_error why;
    fnr_status status = table_read(v->root, v->index, M, O, FNR_METRIC_DTC, NULL, &why);
    assert_refused(status, wanted, &why, part);
    assert_non_null(strstr(why.text, v->path));
    read_blocks(v);
}

static void assert_bad(const victim *v, const uint8_t *bytes, size_t size, fnr_status wanted,
                       const char *part)
{
    file_write(v->path, bytes, size);
    check_bad(v, wanted, part);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static void see_that_it_is_bad(void *context)
{
    check_bad(context, FNR_ERR_CORRUPT, "");
}

static void damage_is_found(void **state)
{
    victim v = victim_new(*state);
    assert_in_range(v.file.size, 300, 2000);
    damage_file(v.path, see_that_it_is_bad, &v);
    victim_free(&v);
}

static void every_truncated_file_is_found(void **state)
{
    victim v = victim_new(*state);
    for (size_t size = 0; size < v.file.size; size++)
        assert_bad(&v, v.file.bytes, size, FNR_ERR_CORRUPT, "truncated");
    victim_free(&v);
}

static void added_bytes_are_found(void **state)
{
    victim v = victim_new(*state);
    uint8_t *longer = calloc(1, 2 * v.file.size);
    assert_non_null(longer);
    memcpy(longer, v.file.bytes, v.file.size);
    assert_bad(&v, longer, v.file.size + 1, FNR_ERR_CORRUPT, "something was added");
    memcpy(longer + v.file.size, v.file.bytes, v.file.size);
    assert_bad(&v, longer, 2 * v.file.size, FNR_ERR_CORRUPT, "something was added");
    free(longer);
    victim_free(&v);
}

/* Whatever is put in place of the file, nothing is taken for a table. */
static void garbage_is_refused(void **state)
{
    victim v = victim_new(*state);
    uint64_t chance = 12;
    uint8_t bytes[600];
    for (int i = 0; i < 800; i++) {
        size_t size = (size_t)random_below(&chance, (int)sizeof bytes);
        size_t kept = (size_t)random_below(&chance, 200);
        for (size_t j = 0; j < size; j++) bytes[j] = (uint8_t)random_next(&chance);
        memcpy(bytes, v.file.bytes, i % 2 ? kept : 0); /* a true beginning, or none */
        assert_bad(&v, bytes, size, FNR_ERR_CORRUPT, "");
    }
    victim_free(&v);
}

typedef struct block {
    uint8_t *entry; /* in the directory */
    uint8_t *bytes;
    size_t size;
} block;

static block block_of(content file, uint64_t blocks, uint64_t b)
{
    size_t at = FNR_HEADER_BYTES + (size_t)blocks * FNR_DIRECTORY_ENTRY_BYTES;
    uint8_t *entry = file.bytes + FNR_HEADER_BYTES;
    for (; b > 0; b--, entry += FNR_DIRECTORY_ENTRY_BYTES) at += fnr_load_le(entry, 4);
    return (block){entry, file.bytes + at, (size_t)fnr_load_le(entry, 4)};
}

static void exchange(uint8_t *a, uint8_t *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* Blocks 2 and 4 are as long; the directory entries go with them, and all but the blocks' own
 * checksums is made to fit. */
static void exchanged_blocks_are_found(void **state)
{
    victim v = victim_new(*state);
    uint64_t blocks = fnr_block_count(&v.written.header);
    block a = block_of(v.file, blocks, 2), b = block_of(v.file, blocks, 4);
    assert_int_equal(a.size, b.size);
    assert_memory_not_equal(a.bytes, b.bytes, a.size);
    exchange(a.bytes, b.bytes, a.size);
    assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, "block 2");
    exchange(a.entry, b.entry, FNR_DIRECTORY_ENTRY_BYTES);
    assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, "the directory is damaged");
    reseal(v.file.bytes, v.file.size, false);
    assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, "block 2");
    victim_free(&v);
}

/* The sister's table with the very same values has blocks of the same bytes, and other
 * checksums. */
static void blocks_of_another_table_are_found(void **state)
{
    victim v = victim_new(*state);
    uint64_t blocks = fnr_block_count(&v.written.header);
    char path[FNR_PATH_SIZE];
    v.written.header.m = O;
    v.written.header.o = M;
    values_save(v.root, &v.written, 1);
    table_path(v.root, &v.game->rules, O, M, FNR_METRIC_DTC, path);
    content sister = file_read(path);
    for (uint64_t b = 0; b < blocks; b++) {
        block mine = block_of(v.file, blocks, b), hers = block_of(sister, blocks, b);
        assert_memory_equal(mine.bytes, hers.bytes, mine.size);
        exchange(mine.entry, hers.entry, FNR_DIRECTORY_ENTRY_BYTES);
        reseal(v.file.bytes, v.file.size, false);
        assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, " is damaged");
        exchange(mine.entry, hers.entry, FNR_DIRECTORY_ENTRY_BYTES);
    }
    memcpy(v.file.bytes + FNR_HEADER_BYTES, sister.bytes + FNR_HEADER_BYTES,
           v.file.size - FNR_HEADER_BYTES);
    assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, "the directory is damaged");
    content_free(&sister);
    victim_free(&v);
}

/* A resealed lie about the values is not seen block by block, but by the digest of all of them. */
static void the_digest_of_all_values_is_compared(void **state)
{
    victim v = victim_new(*state);
    v.file.bytes[96] ^= 1;
    reseal(v.file.bytes, v.file.size, true);
    assert_bad(&v, v.file.bytes, v.file.size, FNR_ERR_CORRUPT, "digest");
    victim_free(&v);
}

static void headers_that_contradict_themselves_are_refused(void **state)
{
    static const struct {
        size_t at;
        int bytes;
        uint64_t value;
        fnr_status status;
        const char *part;
    } CHANGES[] = {
        {0, 1, 'F', FNR_ERR_CORRUPT, "not a table"},
        {8, 2, 2, FNR_ERR_FORMAT, "format version 2"},
        {10, 2, 9, FNR_ERR_FORMAT, "index 9"},
        {12, 1, 31, FNR_ERR_RULES, "31x32"},
        {14, 1, 1, FNR_ERR_RULES, "telo-line"},
        {15, 1, 1, FNR_ERR_RULES, "1x32-capture-stalemate-draw, not for 1x32-capture"},
        {16, 4, 10001, FNR_ERR_RULES, "draw limit of 10001"},
        {16, 4, 10000, FNR_ERR_RULES, "1x32-capture-n10000, not for 1x32-capture"},
        {20, 1, 3, FNR_ERR_RULES, "3v29.dtc"},
        {21, 1, 200, FNR_ERR_RULES, "2v200.dtc"},
        {22, 1, 2, FNR_ERR_RULES, "2v29.dtw"},
        {22, 1, 3, FNR_ERR_CORRUPT, "contradicts"},
        {22, 1, 0, FNR_ERR_CORRUPT, "contradicts"}, /* WDL of 8 bits */
        {23, 1, 3, FNR_ERR_FORMAT, "encoding 3"},
        {24, 4, 0, FNR_ERR_CORRUPT, "contradicts"},
        {24, 4, 2, FNR_ERR_CORRUPT, "contradicts"}, /* DTC of 2 bits */
        {24, 4, 64, FNR_ERR_CORRUPT, "contradicts"},
        {28, 4, 0, FNR_ERR_CORRUPT, "contradicts"},
        {28, 4, 512, FNR_ERR_CORRUPT, "contradicts"},
        {28, 4, 1025, FNR_ERR_CORRUPT, "contradicts"},
        {28, 4, 1u << 31, FNR_ERR_CORRUPT, "contradicts"},
        {32, 8, 7679, FNR_ERR_CORRUPT, "7679 entries"},
        {32, 8, 0, FNR_ERR_CORRUPT, ""},
        {32, 8, INT64_MAX / 2, FNR_ERR_CORRUPT, ""},
        {32, 8, UINT64_MAX, FNR_ERR_CORRUPT, "contradicts"},
        {40, 8, 7681, FNR_ERR_CORRUPT, "contradicts"},
        {48, 8, 1, FNR_ERR_CORRUPT, "contradicts"},
        {48, 8, UINT64_MAX, FNR_ERR_CORRUPT, "contradicts"},
        {72, 8, 1u << 20, FNR_ERR_CORRUPT, "contradicts"},
        {92, 4, 1, FNR_ERR_CORRUPT, "reserved"},
    };
    victim v = victim_new(*state);
    uint8_t *bytes = malloc(v.file.size);
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        memcpy(bytes, v.file.bytes, v.file.size);
        fnr_store_le(bytes + CHANGES[i].at, CHANGES[i].bytes, CHANGES[i].value);
        reseal(bytes, v.file.size, true);
        assert_bad(&v, bytes, v.file.size, CHANGES[i].status, CHANGES[i].part);
    }
    free(bytes);
    victim_free(&v);
}

/* ---- Tables in the wrong place --------------------------------------------------------------- */

static void save_zeros(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric)
{
    fnr_game *game = game_with(rules);
    fnr_index *index = index_of(game);
    values v = values_new(index, m, o, metric, metric == FNR_METRIC_WDL ? 2 : 8);
    values_save(root, &v, 1);
    values_free(&v);
    fnr_index_free(index);
    fnr_game_free(game);
}

static void a_table_under_another_name_is_refused(void **state)
{
    static const fnr_rules RULES[] = {{3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0},
                                      {3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0},
                                      {3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0}};
    static const struct {
        int rules, m, o;
        fnr_metric metric;
        const char *part;
    } OTHERS[] = {
        {1, 3, 3, FNR_METRIC_WDL, "made for 3x3-capture-stalemate-draw, not for 3x3-capture"},
        {2, 3, 3, FNR_METRIC_WDL, "made for telo-line, not for 3x3-capture"},
        {0, 3, 2, FNR_METRIC_WDL, "this is table 3v2.wdl"},
        {0, 3, 3, FNR_METRIC_DTC, "this is table 3v3.dtc"},
    };
    fnr_game *game = game_with(&RULES[0]);
    fnr_index *index = index_of(game);
    char here[FNR_PATH_SIZE], there[FNR_PATH_SIZE];
    fnr_error why;
    save_zeros(*state, &RULES[0], 3, 3, FNR_METRIC_WDL);
    table_path(*state, &RULES[0], 3, 3, FNR_METRIC_WDL, here);
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        const fnr_rules *rules = &RULES[OTHERS[i].rules];
        save_zeros(*state, rules, OTHERS[i].m, OTHERS[i].o, OTHERS[i].metric);
        table_path(*state, rules, OTHERS[i].m, OTHERS[i].o, OTHERS[i].metric, there);
        assert_int_equal(rename(there, here), 0);
        assert_refused(table_read(*state, index, 3, 3, FNR_METRIC_WDL, NULL, &why), FNR_ERR_RULES,
                       &why, OTHERS[i].part);
    }
    fnr_index_free(index);
    fnr_game_free(game);
}

static void a_missing_table_is_no_damage(void **state)
{
    fnr_game *game = game_of(3, 3);
    fnr_index *index = index_of(game);
    char path[FNR_PATH_SIZE];
    fnr_error why;
    fnr_table_close(NULL);
    assert_refused(table_read(*state, index, 1, 1, FNR_METRIC_WDL, NULL, &why), FNR_ERR_NO_TABLE,
                   &why, "1v1.wdl");
    assert_refused(table_read("/nowhere", index, 1, 1, FNR_METRIC_WDL, NULL, &why),
                   FNR_ERR_NO_TABLE, &why, "/nowhere/3x3-capture/1v1.wdl");
    table_path(*state, &game->rules, 1, 1, FNR_METRIC_WDL, path);
    assert_fine(fnr_file_make_directories(path, &why), &why);
    assert_refused(table_read(*state, index, 1, 1, FNR_METRIC_WDL, NULL, &why), FNR_ERR_IO, &why,
                   path);
    fnr_index_free(index);
    fnr_game_free(game);
}

/* ---- Writing that does not come to its end --------------------------------------------------- */

static int stop(const fnr_progress *progress, void *context)
{
    (void)progress;
    (void)context;
    return 1;
}

static void zeros(const void *context, uint64_t offset, size_t size, uint8_t *bytes)
{
    (void)context;
    (void)offset;
    memset(bytes, 0, size);
}

static void an_interrupted_writer_leaves_the_old_table(void **state)
{
    victim v = victim_new(*state);
    fnr_task task;
    fnr_error why;
    fnr_task_init(&task, 1, stop, NULL);
    fnr_task_phase(&task, "write", 0, 8);
    assert_refused(fnr_table_save(v.root, NULL, &v.written.header, zeros, NULL, 1, &task, &why),
                   FNR_ERR_INTERRUPTED, &why, "interrupted");
    content now = file_read(v.path);
    assert_true(content_equal(now, v.file));
    assert_int_equal(count_files(v.root, ".tmp"), 0);
    content_free(&now);
    victim_free(&v);
}

static void a_root_that_cannot_be_written_is_told(void **state)
{
    victim v = victim_new(*state);
    char root[FNR_PATH_SIZE];
    fnr_task task;
    fnr_error why;
    fnr_task_init(&task, 0, NULL, NULL);
    assert_refused(
        fnr_table_save("/proc/none", NULL, &v.written.header, zeros, NULL, 1, &task, &why),
        FNR_ERR_IO, &why, "/proc/none: cannot make this directory");
    assert_refused(fnr_table_save(v.path, NULL, &v.written.header, zeros, NULL, 1, &task, &why),
                   FNR_ERR_IO, &why, "Not a directory");
    memset(root, 'x', sizeof root);
    root[sizeof root - 1] = '\0';
    assert_refused(fnr_table_save(root, NULL, &v.written.header, zeros, NULL, 1, &task, &why),
                   FNR_ERR_IO, &why, "");
    victim_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_is_written_is_read),
        cmocka_unit_test(headers_come_back_from_their_bytes),
        scratch_test(damage_is_found),
        scratch_test(every_truncated_file_is_found),
        scratch_test(added_bytes_are_found),
        scratch_test(garbage_is_refused),
        scratch_test(exchanged_blocks_are_found),
        scratch_test(blocks_of_another_table_are_found),
        scratch_test(the_digest_of_all_values_is_compared),
        scratch_test(headers_that_contradict_themselves_are_refused),
        scratch_test(a_table_under_another_name_is_refused),
        scratch_test(a_missing_table_is_no_damage),
        scratch_test(an_interrupted_writer_leaves_the_old_table),
        scratch_test(a_root_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
