/* SPDX-License-Identifier: MIT */
#include "solve/transfer.h"

#include "base/memory.h"
#include "base/threads.h"
#include "table/packing.h"

#include <stdlib.h>
#include <xxhash.h>
#include <zstd.h>

enum { BATCH = 64 };

static uint64_t batch_end(uint64_t first, uint64_t blocks)
{
    return blocks - first < BATCH ? blocks : first + BATCH;
}

fnr_status fnr_check_effort(int threads, int zstd_level, fnr_error *why)
{
    if (threads < 0)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "%d threads: 0 for all, or a number", threads);
    if (zstd_level < 0 || zstd_level > ZSTD_maxCLevel())
        return fnr_fail(why, FNR_ERR_ARGUMENT, "zstd level %d: 0 to %d", zstd_level,
                        ZSTD_maxCLevel());
    return FNR_OK;
}

void fnr_source_memory(const void *context, uint64_t offset, size_t size, uint8_t *bytes)
{
    memcpy(bytes, (const uint8_t *)context + offset, size);
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct saver {
    fnr_writer writer;
    fnr_source_fn source;
    const void *context;
    int threads;
    fnr_task *task;
    fnr_encoder *encoders; /* by thread */
    const fnr_slice *slice;
    uint8_t *values, *decoded, *encoded; /* a batch each; decoded is values if all is stored */
    size_t room;                         /* for one encoded block */
    size_t encoded_size[BATCH];
} saver;

static void release_saver(saver *s)
{
    for (int t = 0; s->encoders && t < s->threads; t++) fnr_encoder_free(&s->encoders[t]);
    free(s->encoders);
    if (s->decoded != s->values) free(s->decoded);
    free(s->values);
    free(s->encoded);
}

/* Blocks of values: as many as there would be if all were stored. */
static uint64_t value_blocks(const fnr_header *header)
{
    return fnr_ceil_div(fnr_value_bytes(header), header->block_bytes);
}

static size_t value_block_size(const fnr_header *header, uint64_t block)
{
    uint64_t left = fnr_value_bytes(header) - block * header->block_bytes;
    return left < header->block_bytes ? (size_t)left : header->block_bytes;
}

static fnr_status prepare_saver(saver *s, const fnr_header *header, fnr_error *why)
{
    uint64_t batch = batch_end(0, value_blocks(header));
    fnr_status status = FNR_OK;
    s->room = fnr_encoded_bound(header);
    s->encoders = calloc((size_t)s->threads, sizeof *s->encoders);
    s->values = fnr_array_new(batch, header->block_bytes);
    s->decoded =
        header->encoding == FNR_STORES_ALL ? s->values : fnr_array_new(batch, header->block_bytes);
    s->encoded = fnr_array_new(batch, s->room);
    if (!s->encoders || !s->values || !s->decoded || !s->encoded)
        return fnr_fail_memory(why, "blocks of a table");
    for (int t = 0; t < s->threads && !status; t++)
        status = fnr_encoder_init(&s->encoders[t], header->zstd_level, why);
    return status;
}

/* One block of values into place `i` of the batch. */
static fnr_status encode_one(saver *s, uint64_t block, uint64_t i, fnr_error *why)
{
    const fnr_header *header = &s->writer.header;
    uint64_t offset = block * header->block_bytes;
    uint8_t *values = s->values + i * header->block_bytes;
    uint8_t *decoded = s->decoded + i * header->block_bytes;
    size_t size = value_block_size(header, block);
    s->source(s->context, offset, size, values);
    if (header->encoding == FNR_STORES_NOTHING) return FNR_OK;
    if (header->encoding == FNR_STORES_PAIKAS) {
        memcpy(decoded, values, size);
        fnr_packing_fill(s->slice, header, offset, size, decoded);
    }
    return fnr_encode_block(&s->encoders[fnr_thread_number()], decoded, size,
                            s->encoded + i * s->room, s->room, &s->encoded_size[i], why);
}

static void encode_batch(saver *s, uint64_t first, uint64_t end)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads) if (end - first > 1)
    for (uint64_t b = first; b < end; b++) {
        fnr_error why;
        if (fnr_task_stopped(s->task)) continue;
        fnr_status status = encode_one(s, b, b - first, &why);
        if (status) fnr_task_fail(s->task, status, &why);
    }
}

static void append_batch(saver *s, uint64_t first, uint64_t end)
{
    const fnr_header *header = &s->writer.header;
    for (uint64_t b = first; b < end && !fnr_task_stopped(s->task); b++) {
        fnr_error why;
        uint64_t i = b - first, at = i * header->block_bytes;
        size_t size = value_block_size(header, b);
        fnr_status status = FNR_OK;
        fnr_writer_values(&s->writer, s->values + at, size);
        if (header->encoding != FNR_STORES_NOTHING)
            status = fnr_writer_append(&s->writer, s->decoded + at, size, s->encoded + i * s->room,
                                       s->encoded_size[i], &why);
        if (status) fnr_task_fail(s->task, status, &why);
    }
}

fnr_status fnr_table_save(const char *root, const fnr_slice *slice, const fnr_header *header,
                          fnr_source_fn source, const void *context, int threads, fnr_task *task,
                          fnr_error *why)
{
    saver s = {
        .slice = slice, .source = source, .context = context, .threads = threads, .task = task};
    uint64_t blocks = value_blocks(header);
    fnr_status status = prepare_saver(&s, header, why);
    if (!status) status = fnr_writer_open(root, header, &s.writer, why);
    if (!status) {
        for (uint64_t b = 0; b < blocks && !fnr_task_stopped(task); b = batch_end(b, blocks)) {
            encode_batch(&s, b, batch_end(b, blocks));
            append_batch(&s, b, batch_end(b, blocks));
            fnr_task_add(task, batch_end(b, blocks) - b);
        }
        status = fnr_task_end(task, why);
        if (status)
            fnr_writer_abandon(&s.writer);
        else
            status = fnr_writer_commit(&s.writer, why);
    }
    release_saver(&s);
    return status;
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct loader {
    const fnr_table *table;
    int threads;
    fnr_task *task;
    fnr_decoder *decoders; /* by thread */
    uint8_t *scratch;      /* a batch, if the bytes are not wanted */
} loader;

static void release_loader(loader *l)
{
    for (int t = 0; l->decoders && t < l->threads; t++) fnr_decoder_free(&l->decoders[t]);
    free(l->decoders);
    free(l->scratch);
}

static fnr_status prepare_loader(loader *l, bool wants_scratch, fnr_error *why)
{
    fnr_status status = FNR_OK;
    l->decoders = calloc((size_t)l->threads, sizeof *l->decoders);
    if (wants_scratch)
        l->scratch = fnr_array_new(batch_end(0, l->table->blocks), l->table->header.block_bytes);
    if (!l->decoders || (wants_scratch && !l->scratch))
        return fnr_fail_memory(why, "blocks of a table");
    for (int t = 0; t < l->threads && !status; t++) status = fnr_decoder_init(&l->decoders[t], why);
    return status;
}

static void decode_batch(loader *l, uint64_t first, uint64_t end, uint8_t *bytes)
{
    const fnr_header *header = &l->table->header;
#pragma omp parallel for schedule(dynamic, 1) num_threads(l->threads) if (end - first > 1)
    for (uint64_t b = first; b < end; b++) {
        fnr_error why;
        if (fnr_task_stopped(l->task)) continue;
        fnr_status status = fnr_table_read_block(l->table, b, &l->decoders[fnr_thread_number()],
                                                 bytes + (b - first) * header->block_bytes, &why);
        if (status) fnr_task_fail(l->task, status, &why);
    }
}

fnr_status fnr_fail_digest(const fnr_table *table, fnr_error *why)
{
    return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path,
                         "the values do not have the digest of the header");
}

static fnr_status load_blocks(loader *l, uint8_t *bytes, XXH3_state_t *digest, fnr_error *why)
{
    const fnr_header *header = &l->table->header;
    uint64_t blocks = l->table->blocks;
    for (uint64_t b = 0; b < blocks && !fnr_task_stopped(l->task); b = batch_end(b, blocks)) {
        uint64_t end = batch_end(b, blocks), first_byte = b * header->block_bytes;
        uint64_t size =
            (end - 1) * header->block_bytes + fnr_block_size(header, end - 1) - first_byte;
        uint8_t *batch = bytes ? bytes + first_byte : l->scratch;
        decode_batch(l, b, end, batch);
        XXH3_64bits_update(digest, batch, (size_t)size);
        fnr_task_add(l->task, end - b);
    }
    fnr_status status = fnr_task_end(l->task, why);
    uint64_t found = XXH3_64bits_digest(digest);
    if (!status && (found != header->stored_digest ||
                    (header->encoding == FNR_STORES_ALL && found != header->digest)))
        status = fnr_fail_digest(l->table, why);
    return status;
}

fnr_status fnr_table_load(const fnr_table *table, uint8_t *bytes, int threads, fnr_task *task,
                          fnr_error *why)
{
    loader l = {.table = table, .threads = threads, .task = task};
    XXH3_state_t *digest = XXH3_createState();
    fnr_status status = prepare_loader(&l, bytes == NULL, why);
    if (!status && (!digest || XXH3_64bits_reset(digest) != XXH_OK))
        status = fnr_fail_memory(why, "a digest");
    if (!status) status = load_blocks(&l, bytes, digest, why);
    XXH3_freeState(digest);
    release_loader(&l);
    return status;
}
