/* SPDX-License-Identifier: MIT
 *
 * table.h: reading a table block by block, and writing one.
 *
 * Model:   an open table is its header and directory in memory. The file itself is opened for each
 *          block, so that any number of tables may be open; blocks are read, checked and decoded
 *          one at a time, each independently of the others. A writer takes
 *          encoded blocks in order and gives the file its name at the end.
 * Shapes:  block b holds decoded bytes [b * block_bytes, ...) of the values in index order.
 * Errors:  FNR_ERR_NO_TABLE, FNR_ERR_RULES, FNR_ERR_CORRUPT, FNR_ERR_IO, FNR_ERR_MEMORY. Whatever
 *          the bytes of a file are, a reader gives an error or what was written.
 * Threads: an open table is immutable; each thread brings its own fnr_decoder or fnr_encoder.
 * Source:  papers/table-format.md */
#ifndef FNR_TABLE_TABLE_H
#define FNR_TABLE_TABLE_H

#include "table/store.h"

typedef struct fnr_table {
    char path[FNR_PATH_SIZE];
    fnr_header header;
    uint64_t seed;
    uint64_t file_bytes;
    uint64_t blocks;
    uint64_t *offset;   /* by block; blocks + 1 of them */
    uint64_t *checksum; /* by block */
} fnr_table;

/* Opens the table of slice (m, o) in a root, made under the rules of the index's game, or without
 * their draw limit if that changes nothing: no distance of this pair of slices, and of those with
 * fewer stones that captures lead to, comes up to the limit. */
fnr_status fnr_table_open(const char *root, const fnr_index *index, int m, int o, fnr_metric metric,
                          fnr_table **table, fnr_error *why);

/* The same for a table that need not be there: then *table stays as it is. */
fnr_status fnr_table_open_if_there(const char *root, const fnr_index *index, int m, int o,
                                   fnr_metric metric, fnr_table **table, fnr_error *why);

/* Whether there is a file that fnr_table_open would open. */
bool fnr_table_is_there(const char *root, const fnr_index *index, int m, int o, fnr_metric metric);
void fnr_table_close(fnr_table *table); /* NULL is fine */

typedef struct fnr_decoder {
    struct ZSTD_DCtx_s *zstd;
    uint8_t *buffer;
    size_t capacity;
} fnr_decoder;

fnr_status fnr_decoder_init(fnr_decoder *decoder, fnr_error *why);
void fnr_decoder_free(fnr_decoder *decoder);

/* Reads a block into `decoded`, which has room for fnr_block_size bytes. */
fnr_status fnr_table_read_block(const fnr_table *table, uint64_t block, fnr_decoder *decoder,
                                uint8_t *decoded, fnr_error *why);

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct fnr_writer {
    fnr_outfile file;
    fnr_header header;
    uint64_t seed;
    uint8_t *directory;
    uint64_t next_block, end; /* end: of the file so far */
    void *digest;             /* of all values so far */
    void *stored_digest;      /* of the decoded bytes so far */
} fnr_writer;

/* Starts the table that `header` describes; what the writer itself fills in there is the version of
 * zstd and the digests. After success, end with commit or abandon. */
fnr_status fnr_writer_open(const char *root, const fnr_header *header, fnr_writer *writer,
                           fnr_error *why);

typedef struct fnr_encoder {
    struct ZSTD_CCtx_s *zstd;
} fnr_encoder;

fnr_status fnr_encoder_init(fnr_encoder *encoder, uint32_t zstd_level, fnr_error *why);
void fnr_encoder_free(fnr_encoder *encoder);

/* The most bytes that a block can take when encoded. */
size_t fnr_encoded_bound(const fnr_header *header);

/* Encodes a block's decoded bytes into `encoded`, which has room for fnr_encoded_bound bytes. */
fnr_status fnr_encode_block(fnr_encoder *encoder, const uint8_t *decoded, size_t size,
                            uint8_t *encoded, size_t room, size_t *encoded_size, fnr_error *why);

/* Takes note of the next values, as they are before anything is left out. */
void fnr_writer_values(fnr_writer *writer, const uint8_t *values, size_t size);

/* Adds the next block. */
fnr_status fnr_writer_append(fnr_writer *writer, const uint8_t *decoded, size_t decoded_size,
                             const uint8_t *encoded, size_t encoded_size, fnr_error *why);

fnr_status fnr_writer_commit(fnr_writer *writer, fnr_error *why);
void fnr_writer_abandon(fnr_writer *writer);

#endif
