/* SPDX-License-Identifier: MIT
 *
 * files.h: what the unit tests share about files: directories that vanish, files as bytes, tables
 * as values that can be changed, golden data.
 *
 * Errors:  a helper that cannot do its work fails the test that runs. */
#ifndef FNR_TESTS_FILES_H
#define FNR_TESTS_FILES_H

#include "support.h"

#include <stdio.h>

#include "solve/transfer.h"

/* ---- Directories ----------------------------------------------------------------------------- */

/* Setup and teardown of a test, or of a group: *state is the path of an empty directory. */
int scratch_setup(void **state);
int scratch_teardown(void **state);

#define scratch_test(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)

/* Empties a directory. */
void scratch_clear(const char *path);

/* How many files there are below a directory whose names contain `part`. */
int count_files(const char *path, const char *part);

/* Makes `to` a copy of directory `from`, whose subdirectories hold files alone. */
void copy_root(const char *from, const char *to);
/* Two such directories must have the same files, byte by byte. */
void assert_same_roots(const char *a, const char *b);
/* The path of `name` in the scratch directory that is the state of a test. */
void below(const void *state, const char *name, char path[FNR_PATH_SIZE]);

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct content {
    uint8_t *bytes;
    size_t size;
} content;

content file_read(const char *path);
void file_write(const char *path, const uint8_t *bytes, size_t size);
bool content_equal(content a, content b);
void content_free(content *c);

/* A file of tests/golden; the tests run in the top directory of the source tree. */
FILE *golden_open(const char *name);

/* Damages a file in every way that is short to say: each bit of each byte flipped, each byte its
 * complement, each shorter length, something added. After each `look` sees to it that the damage is found and that nothing
 * wrong is told. The file is sound again in the end; how many ways there were is printed. */
void damage_file(const char *path, void (*look)(void *context), void *context);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Builds the tables of up to `stones` stones (0: all) with one thread. */
void build_tables(const char *root, const fnr_rules *rules, int stones);

fnr_index *index_of(const fnr_game *game);
void table_path(const char *root, const fnr_rules *rules, int m, int o, fnr_metric metric,
                char path[FNR_PATH_SIZE]);

/* The decoded content of a table: value i of header.entries, value_bits each. */
typedef struct values {
    fnr_header header;
    uint8_t *bytes;
} values;

/* A table's header with all counts 0; values that are all 0. */
values values_new(const fnr_index *index, int m, int o, fnr_metric metric, uint32_t value_bits);
values values_load(const char *root, const fnr_index *index, int m, int o, fnr_metric metric);
unsigned values_get(const values *v, uint64_t i);
void values_set(values *v, uint64_t i, unsigned value);
/* Counts positions, wins, draws and losses of a WDL table into its header. */
void values_count(values *v);
void values_save(const char *root, const values *v, int threads);
void values_free(values *v);

/* Opens a table and reads all of it, values and digest. What it holds goes to `bytes` (may be
 * NULL). */
fnr_status table_read(const char *root, const fnr_index *index, int m, int o, fnr_metric metric,
                      uint8_t *bytes, fnr_error *why);

/* Makes the checksums of a table's bytes right again, as far as its header says where they are: of
 * the header and the directory, and of the blocks if they are not to be found out. */
void reseal(uint8_t *bytes, size_t size, bool blocks_too);

#endif
