/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "files.h"

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/memory.h"

/* ---- Directories ----------------------------------------------------------------------------- */

int scratch_setup(void **state)
{
    const char *above = getenv("TMPDIR");
    char path[FNR_PATH_SIZE];
    snprintf(path, sizeof path, "%s/fanoron-test-XXXXXX", above && *above ? above : "/tmp");
    if (!mkdtemp(path)) return -1;
    *state = strdup(path);
    return *state ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    return where->level > 0 ? remove(path) : 0;
}

void scratch_clear(const char *path)
{
    assert_int_equal(nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

int scratch_teardown(void **state)
{
    scratch_clear(*state);
    int failed = rmdir(*state);
    free(*state);
    return failed;
}

int count_files(const char *path, const char *part)
{
    int count = 0;
    DIR *directory = opendir(path);
    if (!directory) return 0;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char below[FNR_PATH_SIZE];
        if (entry->d_name[0] == '.') continue;
        snprintf(below, sizeof below, "%.2000s/%s", path, entry->d_name);
        count += count_files(below, part) + (strstr(entry->d_name, part) != NULL);
    }
    closedir(directory);
    return count;
}

void below(const void *state, const char *name, char path[FNR_PATH_SIZE])
{
    snprintf(path, FNR_PATH_SIZE, "%.2000s/%s", (const char *)state, name);
}

typedef void (*pair_fn)(const char *one, const char *other);

/* Calls `each` for the files below directory `one`, with the same place below `other`. */
static void walk(const char *one, const char *other, pair_fn enter, pair_fn each)
{
    DIR *directory = opendir(one);
    assert_non_null(directory);
    if (enter) enter(one, other);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char here[FNR_PATH_SIZE], there[FNR_PATH_SIZE];
        struct stat info;
        if (entry->d_name[0] == '.') continue;
        below(one, entry->d_name, here);
        below(other, entry->d_name, there);
        assert_int_equal(stat(here, &info), 0);
        if (S_ISDIR(info.st_mode))
            walk(here, there, enter, each);
        else
            each(here, there);
    }
    closedir(directory);
}

static void make_directory(const char *from, const char *to)
{
    fnr_error why;
    (void)from;
    assert_fine(fnr_file_make_directories(to, &why), &why);
}

static void copy_file(const char *from, const char *to)
{
    content file = file_read(from);
    file_write(to, file.bytes, file.size);
    content_free(&file);
}

void copy_root(const char *from, const char *to)
{
    walk(from, to, make_directory, copy_file);
}

static void assert_same_file(const char *a, const char *b)
{
    content one = file_read(a), other = file_read(b);
    if (!content_equal(one, other)) fail_msg("%s and %s differ", a, b);
    content_free(&one);
    content_free(&other);
}

void assert_same_roots(const char *a, const char *b)
{
    walk(a, b, NULL, assert_same_file);
    assert_int_equal(count_files(a, ""), count_files(b, ""));
}

/* ---- Files ----------------------------------------------------------------------------------- */

content file_read(const char *path)
{
    content c = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot read %s", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    c.size = (size_t)ftell(file);
    rewind(file);
    c.bytes = malloc(c.size + 1);
    assert_non_null(c.bytes);
    assert_int_equal(fread(c.bytes, 1, c.size, file), c.size);
    fclose(file);
    return c;
}

void file_write(const char *path, const uint8_t *bytes, size_t size)
{
    /* Some file systems flush a file that was cut off and written again, but not a new one. */
    unlink(path);
    FILE *file = fopen(path, "wb");
    if (!file) fail_msg("cannot write %s", path);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

bool content_equal(content a, content b)
{
    return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

void content_free(content *c)
{
    free(c->bytes);
    *c = (content){NULL, 0};
}

static void look_at(const char *path, const uint8_t *bytes, size_t size,
                    void (*look)(void *context), void *context)
{
    file_write(path, bytes, size);
    look(context);
}

void damage_file(const char *path, void (*look)(void *context), void *context)
{
    content whole = file_read(path);
    uint8_t *longer = calloc(1, whole.size + 1);
    assert_non_null(longer);
    for (size_t i = 0; i < whole.size; i++)
        for (int way = 0; way <= 8; way++) {
            uint8_t flip = way < 8 ? (uint8_t)(1 << way) : 0xff;
            whole.bytes[i] ^= flip;
            look_at(path, whole.bytes, whole.size, look, context);
            whole.bytes[i] ^= flip;
        }
    for (size_t size = 0; size < whole.size; size++)
        look_at(path, whole.bytes, size, look, context);
    memcpy(longer, whole.bytes, whole.size);
    look_at(path, longer, whole.size + 1, look, context);
    file_write(path, whole.bytes, whole.size);
    print_message("%s, %zu bytes: %zu changes and %zu other lengths found\n",
                  strrchr(path, '/') + 1, whole.size, 9 * whole.size, whole.size + 1);
    free(longer);
    content_free(&whole);
}

FILE *golden_open(const char *name)
{
    char path[FNR_PATH_SIZE];
    snprintf(path, sizeof path, "tests/golden/%s", name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot read %s: run the tests in the top directory", path);
    return file;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

void build_tables(const char *root, const fnr_rules *rules, int stones)
{
    fnr_build_options options = {.stones = stones, .threads = 1};
    fnr_error why;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
}

fnr_index *index_of(const fnr_game *game)
{
    fnr_index *index = NULL;
    fnr_error why;
    assert_fine(fnr_index_new(game, &index, &why), &why);
    return index;
}

void table_path(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric,
                char path[FNR_PATH_SIZE])
{
    fnr_error why;
    assert_fine(fnr_store_path(root, rules, m, o, metric, path, &why), &why);
}

static values values_with(fnr_header header)
{
    /* The shelf and its like read whole words. */
    values v = {header, fnr_array_new(fnr_decoded_bytes(&header) + sizeof(uint64_t), 1)};
    assert_non_null(v.bytes);
    return v;
}

values values_new(const fnr_index *index, int m, int o, fnr_metric metric, uint32_t value_bits)
{
    return values_with((fnr_header){.rules = index->game->rules,
                                    .m = m,
                                    .o = o,
                                    .metric = metric,
                                    .value_bits = value_bits,
                                    .block_bytes = FNR_MIN_BLOCK_BYTES,
                                    .entries = fnr_slice_size(index, m, o),
                                    .zstd_level = 3});
}

values values_load(const char *root, const fnr_index *index, int m, int o, fnr_metric metric)
{
    fnr_table *table = NULL;
    fnr_error why;
    assert_fine(fnr_table_open(root, index, m, o, metric, &table, &why), &why);
    values v = values_with(table->header);
    fnr_table_close(table);
    assert_fine(table_read(root, index, m, o, metric, v.bytes, &why), &why);
    return v;
}

unsigned values_get(const values *v, uint64_t i)
{
    if (v->header.value_bits == 2) return (unsigned)v->bytes[i / 4] >> (2 * (i % 4)) & 3u;
    int width = (int)v->header.value_bits / 8;
    return (unsigned)fnr_load_le(v->bytes + i * (uint64_t)width, width);
}

void values_set(values *v, uint64_t i, unsigned value)
{
    int width = (int)v->header.value_bits / 8;
    if (v->header.value_bits == 2) {
        unsigned others = v->bytes[i / 4] & ~(3u << (2 * (i % 4)));
        v->bytes[i / 4] = (uint8_t)(others | value << (2 * (i % 4)));
    } else {
        fnr_store_le(v->bytes + i * (uint64_t)width, width, value);
    }
}

void values_count(values *v)
{
    uint64_t count[4] = {0};
    for (uint64_t i = 0; i < v->header.entries; i++) count[values_get(v, i)]++;
    v->header.win = count[FNR_CODE_WIN];
    v->header.draw = count[FNR_CODE_DRAW];
    v->header.loss = count[FNR_CODE_LOSS];
    v->header.positions = v->header.entries - count[FNR_CODE_HOLE];
}

static void copy_bytes(const void *context, uint64_t offset, size_t size, uint8_t *bytes)
{
    memcpy(bytes, (const uint8_t *)context + offset, size);
}

void values_save(const char *root, const values *v, int threads)
{
    fnr_task task;
    fnr_error why;
    fnr_task_init(&task, 0, NULL, NULL);
    assert_fine(fnr_table_save(root, NULL, &v->header, copy_bytes, v->bytes, threads, &task, &why),
                &why);
}

void values_free(values *v)
{
    free(v->bytes);
    v->bytes = NULL;
}

fnr_status table_read(const char *root, const fnr_index *index, int m, int o, fnr_metric metric,
                      uint8_t *bytes, fnr_error *why)
{
    fnr_table *table = NULL;
    fnr_task task;
    fnr_task_init(&task, 0, NULL, NULL);
    fnr_status status = fnr_table_open(root, index, m, o, metric, &table, why);
    if (!status) status = fnr_table_load(table, bytes, 1, &task, why);
    fnr_table_close(table);
    return status;
}

/* ---- Sealing --------------------------------------------------------------------------------- */

/* Where the checksums are: see papers/table-format.md. */
enum { IDENTITY_BYTES = 40, AT_DIRECTORY_DIGEST = 104, AT_HEADER_DIGEST = 120 };

/* The number of blocks that the header speaks of, or 0 if the file has no room for them. */
static uint64_t blocks_of(const uint8_t *bytes, size_t size)
{
    uint64_t bits = fnr_load_le(bytes + 24, 4), block_bytes = fnr_load_le(bytes + 28, 4);
    uint64_t entries = fnr_load_le(bytes + 32, 8);
    if (bits == 0 || bits > 64 || block_bytes == 0 || entries > 8 * size * 4096) return 0;
    uint64_t blocks = fnr_ceil_div(fnr_ceil_div(entries * bits, 8), block_bytes);
    return blocks > (size - FNR_HEADER_BYTES) / FNR_DIRECTORY_ENTRY_BYTES ? 0 : blocks;
}

static void seal_blocks(uint8_t *bytes, size_t size, uint64_t blocks, uint64_t seed)
{
    size_t at = FNR_HEADER_BYTES + (size_t)blocks * FNR_DIRECTORY_ENTRY_BYTES;
    for (uint64_t b = 0; b < blocks; b++) {
        uint8_t *entry = bytes + FNR_HEADER_BYTES + b * FNR_DIRECTORY_ENTRY_BYTES;
        size_t length = (size_t)fnr_load_le(entry, 4);
        if (length > size - at) return;
        fnr_store_le(entry + 4, 8, XXH3_64bits_withSeed(bytes + at, length, seed + b));
        at += length;
    }
}

void reseal(uint8_t *bytes, size_t size, bool blocks_too)
{
    if (size < FNR_HEADER_BYTES) return;
    uint64_t blocks = blocks_of(bytes, size), seed = XXH3_64bits(bytes, IDENTITY_BYTES);
    size_t directory = (size_t)blocks * FNR_DIRECTORY_ENTRY_BYTES;
    if (blocks_too) seal_blocks(bytes, size, blocks, seed);
    fnr_store_le(bytes + AT_DIRECTORY_DIGEST, 8,
                 XXH3_64bits_withSeed(bytes + FNR_HEADER_BYTES, directory, seed + blocks));
    fnr_store_le(bytes + AT_HEADER_DIGEST, 8, XXH3_64bits(bytes, AT_HEADER_DIGEST));
}
