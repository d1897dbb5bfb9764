/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "table/table.h"

#include <stdlib.h>
#include <xxhash.h>
#include <zstd.h>

static fnr_status create_file(const char *root, const fnr_header *header, fnr_outfile *file,
                              fnr_error *why)
{
    char path[FNR_PATH_SIZE];
    fnr_status status = fnr_store_make_directory(root, &header->rules, path, why);
    if (!status)
        status =
            fnr_store_path(root, &header->rules, header->m, header->o, header->metric, path, why);
    return status ? status : fnr_outfile_create(path, file, why);
}

static void release(fnr_writer *writer)
{
    free(writer->directory);
    XXH3_freeState(writer->digest);
    XXH3_freeState(writer->stored_digest);
    writer->directory = NULL;
    writer->digest = writer->stored_digest = NULL;
}

fnr_status fnr_writer_open(const char *root, const fnr_header *header, fnr_writer *writer,
                           fnr_error *why)
{
    uint64_t directory_bytes = fnr_block_count(header) * FNR_DIRECTORY_ENTRY_BYTES;
    writer->header = *header;
    writer->header.zstd_version = ZSTD_versionNumber();
    writer->seed = fnr_header_seed(header);
    writer->next_block = 0;
    writer->end = FNR_HEADER_BYTES + directory_bytes;
    writer->directory = fnr_array_new(directory_bytes, 1);
    writer->digest = XXH3_createState();
    writer->stored_digest = XXH3_createState();
    fnr_status status = FNR_OK;
    if (!writer->directory || !writer->digest || !writer->stored_digest ||
        XXH3_64bits_reset(writer->digest) != XXH_OK ||
        XXH3_64bits_reset(writer->stored_digest) != XXH_OK)
        status = fnr_fail_memory(why, "the directory of a table");
    else
        status = create_file(root, header, &writer->file, why);
    if (status) release(writer);
    return status;
}

fnr_status fnr_encoder_init(fnr_encoder *encoder, uint32_t zstd_level, fnr_error *why)
{
    encoder->zstd = ZSTD_createCCtx();
    if (!encoder->zstd) return fnr_fail_memory(why, "a zstd encoder");
    size_t set = ZSTD_CCtx_setParameter(encoder->zstd, ZSTD_c_compressionLevel, (int)zstd_level);
    if (!ZSTD_isError(set)) return FNR_OK;
    fnr_encoder_free(encoder);
    return fnr_fail(why, FNR_ERR_ARGUMENT, "zstd level %u: %s", (unsigned)zstd_level,
                    ZSTD_getErrorName(set));
}

void fnr_encoder_free(fnr_encoder *encoder)
{
    ZSTD_freeCCtx(encoder->zstd);
    encoder->zstd = NULL;
}

size_t fnr_encoded_bound(const fnr_header *header)
{
    return ZSTD_compressBound(header->block_bytes);
}

fnr_status fnr_encode_block(fnr_encoder *encoder, const uint8_t *decoded, size_t size,
                            uint8_t *encoded, size_t room, size_t *encoded_size, fnr_error *why)
{
    size_t written = ZSTD_compress2(encoder->zstd, encoded, room, decoded, size);
    if (ZSTD_isError(written))
        return fnr_fail(why, FNR_ERR_MEMORY, "zstd cannot encode a block: %s",
                        ZSTD_getErrorName(written));
    *encoded_size = written;
    return FNR_OK;
}

void fnr_writer_values(fnr_writer *writer, const uint8_t *values, size_t size)
{
    XXH3_64bits_update(writer->digest, values, size);
}

fnr_status fnr_writer_append(fnr_writer *writer, const uint8_t *decoded, size_t decoded_size,
                             const uint8_t *encoded, size_t encoded_size, fnr_error *why)
{
    uint64_t block = writer->next_block;
    uint8_t *entry = writer->directory + block * FNR_DIRECTORY_ENTRY_BYTES;
    fnr_status status =
        fnr_outfile_write_at(&writer->file, writer->end, encoded, encoded_size, why);
    if (status) return status;
    XXH3_64bits_update(writer->stored_digest, decoded, decoded_size);
    fnr_store_le(entry, 4, encoded_size);
    fnr_store_le(entry + 4, 8, fnr_block_checksum(writer->seed, block, encoded, encoded_size));
    writer->end += encoded_size;
    writer->next_block++;
    return FNR_OK;
}

fnr_status fnr_writer_commit(fnr_writer *writer, fnr_error *why)
{
    uint8_t bytes[FNR_HEADER_BYTES];
    fnr_header *header = &writer->header;
    size_t directory_bytes = (size_t)(writer->next_block * FNR_DIRECTORY_ENTRY_BYTES);
    header->digest = XXH3_64bits_digest(writer->digest);
    header->stored_digest = XXH3_64bits_digest(writer->stored_digest);
    header->directory_digest =
        fnr_block_checksum(writer->seed, writer->next_block, writer->directory, directory_bytes);
    fnr_header_encode(header, bytes);
    fnr_status status = fnr_outfile_write_at(&writer->file, 0, bytes, sizeof bytes, why);
    if (!status)
        status = fnr_outfile_write_at(&writer->file, FNR_HEADER_BYTES, writer->directory,
                                      directory_bytes, why);
    if (status)
        fnr_outfile_abandon(&writer->file);
    else
        status = fnr_outfile_commit(&writer->file, why);
    release(writer);
    return status;
}

void fnr_writer_abandon(fnr_writer *writer)
{
    fnr_outfile_abandon(&writer->file);
    release(writer);
}
