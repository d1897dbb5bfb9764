/* SPDX-License-Identifier: MIT */
#include "table/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

/* Opens a regular file; a pipe, say, must not make anyone wait. */
static fnr_status open_file(const char *path, int *fd, uint64_t *size, fnr_error *why)
{
    struct stat info;
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0 && (errno == ENOENT || errno == ENOTDIR))
        return fnr_fail(why, FNR_ERR_NO_TABLE, "no table %s", path);
    if (opened < 0) return fnr_fail_errno(why, "open", path);
    fnr_status status = FNR_OK;
    if (fstat(opened, &info) != 0)
        status = fnr_fail_errno(why, "examine", path);
    else if (!S_ISREG(info.st_mode))
        status = fnr_fail_file(why, FNR_ERR_IO, path, "not a regular file");
    if (status) {
        close(opened);
        return status;
    }
    *fd = opened;
    *size = (uint64_t)info.st_size;
    return FNR_OK;
}

/* A header is believed only if it describes the table that was asked for. */
static fnr_status check_belongs(const fnr_table *table, const fnr_index *index,
                                const fnr_rules *rules, int m, int o, fnr_metric metric,
                                fnr_error *why)
{
    const fnr_header *header = &table->header;
    uint64_t size = fnr_slice_size(index, m, o);
    if (!fnr_rules_equal(&header->rules, rules)) {
        char made_for[FNR_RULES_NAME_SIZE], asked[FNR_RULES_NAME_SIZE];
        fnr_rules_name(&header->rules, made_for);
        fnr_rules_name(rules, asked);
        return fnr_fail_file(why, FNR_ERR_RULES, table->path, "made for %s, not for %s", made_for,
                             asked);
    }
    if (header->m != m || header->o != o || header->metric != metric) {
        char name[FNR_TABLE_NAME_SIZE];
        fnr_table_name(header->m, header->o, header->metric, name);
        return fnr_fail_file(why, FNR_ERR_RULES, table->path, "this is table %s", name);
    }
    if (header->entries != size)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path, "%llu entries, the slice has %llu",
                             (unsigned long long)header->entries, (unsigned long long)size);
    return FNR_OK;
}

static fnr_status read_header(fnr_table *table, int fd, fnr_error *why)
{
    uint8_t bytes[FNR_HEADER_BYTES];
    fnr_status status = fnr_file_read_at(fd, table->path, 0, bytes, sizeof bytes, why);
    if (!status) status = fnr_header_decode(bytes, table->path, &table->header, why);
    if (status) return status;
    table->seed = fnr_header_seed(&table->header);
    table->blocks = fnr_block_count(&table->header);
    if (table->blocks > (table->file_bytes - FNR_HEADER_BYTES) / FNR_DIRECTORY_ENTRY_BYTES)
        return fnr_fail_file(
            why, FNR_ERR_CORRUPT, table->path, "truncated: %llu bytes have no room for %llu blocks",
            (unsigned long long)table->file_bytes, (unsigned long long)table->blocks);
    return FNR_OK;
}

/* Makes room for the blocks before `end`, and for where the last of them ends. */
static fnr_status make_room(fnr_table *table, uint64_t end, fnr_error *why)
{
    uint64_t *offset = realloc(table->offset, (end + 1) * sizeof *offset);
    if (offset) table->offset = offset;
    uint64_t *checksum = realloc(table->checksum, (end + 1) * sizeof *checksum);
    if (checksum) table->checksum = checksum;
    return offset && checksum ? FNR_OK : fnr_fail_memory(why, "the directory of a table");
}

/* Takes over the directory's entries of some blocks: a size and a checksum each. */
static fnr_status take_entries(fnr_table *table, const uint8_t *entry, uint64_t begin, uint64_t end,
                               fnr_error *why)
{
    for (uint64_t b = begin; b < end; b++, entry += FNR_DIRECTORY_ENTRY_BYTES) {
        uint64_t size = fnr_load_le(entry, 4);
        if (size == 0 || size > ZSTD_compressBound(table->header.block_bytes))
            return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path,
                                 "block %llu cannot have %llu bytes", (unsigned long long)b,
                                 (unsigned long long)size);
        table->checksum[b] = fnr_load_le(entry + 4, 8);
        table->offset[b + 1] = table->offset[b] + size;
    }
    return FNR_OK;
}

/* Reads the directory part by part, and makes memory for no more than what was read: a header may
 * speak of any number of blocks, and a file with holes may have room for them, but no hole is an
 * entry. */
static fnr_status read_entries(fnr_table *table, int fd, XXH3_state_t *sum, fnr_error *why)
{
    enum { PART = 1024 };
    uint8_t bytes[PART * FNR_DIRECTORY_ENTRY_BYTES];
    uint64_t at = FNR_HEADER_BYTES, room = 0;
    fnr_status status = make_room(table, room, why);
    if (status) return status;
    table->offset[0] = at + table->blocks * FNR_DIRECTORY_ENTRY_BYTES;
    for (uint64_t b = 0, end; b < table->blocks; b = end) {
        end = table->blocks - b < PART ? table->blocks : b + PART;
        size_t size = (size_t)(end - b) * FNR_DIRECTORY_ENTRY_BYTES;
        status = fnr_file_read_at(fd, table->path, at, bytes, size, why);
        if (!status && end > room) {
            room = 2 * end < table->blocks ? 2 * end : table->blocks;
            status = make_room(table, room, why);
        }
        if (!status) status = take_entries(table, bytes, b, end, why);
        if (status) return status;
        XXH3_64bits_update(sum, bytes, size);
        at += size;
    }
    return FNR_OK;
}

/* Sizes add up to that of the file. */
static fnr_status read_directory(fnr_table *table, int fd, fnr_error *why)
{
    XXH3_state_t *sum = XXH3_createState();
    if (!sum) return fnr_fail_memory(why, "the directory of a table");
    /* The directory counts as the block after the last one. */
    XXH3_64bits_reset_withSeed(sum, table->seed + table->blocks);
    fnr_status status = read_entries(table, fd, sum, why);
    uint64_t digest = XXH3_64bits_digest(sum);
    XXH3_freeState(sum);
    if (status) return status;
    uint64_t end = table->offset[table->blocks];
    if (digest != table->header.directory_digest)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path, "the directory is damaged");
    if (end != table->file_bytes)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path, "%s: %llu bytes instead of %llu",
                             table->file_bytes < end ? "truncated" : "something was added",
                             (unsigned long long)table->file_bytes, (unsigned long long)end);
    return FNR_OK;
}

/* Opens a table that was made under the rules of the index's game or, here, under others. */
static fnr_status open_table(const char *root, const fnr_index *index, const fnr_rules *rules,
                             int m, int o, fnr_metric metric, fnr_table **table, fnr_error *why)
{
    int fd = -1;
    fnr_table *opened = calloc(1, sizeof *opened);
    if (!opened) return fnr_fail_memory(why, "a table");
    fnr_status status = fnr_store_path(root, rules, m, o, metric, opened->path, why);
    if (!status) status = open_file(opened->path, &fd, &opened->file_bytes, why);
    if (!status) status = read_header(opened, fd, why);
    if (!status) status = check_belongs(opened, index, rules, m, o, metric, why);
    if (!status) status = read_directory(opened, fd, why);
    if (fd >= 0) close(fd);
    if (status)
        fnr_table_close(opened);
    else
        *table = opened;
    return status;
}

static fnr_rules without_limit(const fnr_rules *rules)
{
    fnr_rules theory = *rules;
    theory.draw_plies = 0;
    return theory;
}

/* Whether the limit is beyond all distances of a pair of slices, by its table without a limit. */
static fnr_status is_beyond(const char *root, const fnr_index *index, int few, int many,
                            bool *beyond, fnr_error *why)
{
    fnr_rules theory = without_limit(&index->game->rules);
    fnr_table *table = NULL;
    fnr_error found;
    fnr_status status = open_table(root, index, &theory, few, many, FNR_METRIC_WDL, &table, &found);
    *beyond = !status && table->header.max_dtc < (uint32_t)index->game->rules.draw_plies;
    fnr_table_close(table);
    if (!status || status == FNR_ERR_NO_TABLE) return FNR_OK;
    if (why) *why = found;
    return status;
}

/* Whether the limit of a game changes nothing in a slice. Captures lead from it to all pairs with
 * no more stones on the weaker and on the stronger side. */
static fnr_status is_shared(const char *root, const fnr_index *index, int m, int o, bool *shared,
                            fnr_error *why)
{
    int few = m < o ? m : o, many = m < o ? o : m;
    fnr_status status = FNR_OK;
    *shared = index->game->rules.draw_plies > 0;
    for (int weak = few; weak >= 1 && *shared && !status; weak--)
        for (int strong = many; strong >= weak && *shared && !status; strong--)
            status = is_beyond(root, index, weak, strong, shared, why);
    return status;
}

fnr_status fnr_table_open(const char *root, const fnr_index *index, int m, int o, fnr_metric metric,
                          fnr_table **table, fnr_error *why)
{
    const fnr_rules *rules = &index->game->rules;
    fnr_rules theory = without_limit(rules);
    bool shared;
    fnr_status status = open_table(root, index, rules, m, o, metric, table, why);
    if (status != FNR_ERR_NO_TABLE) return status;
    fnr_status looked = is_shared(root, index, m, o, &shared, why);
    if (looked || !shared) return looked ? looked : status;
    return open_table(root, index, &theory, m, o, metric, table, why);
}

fnr_status fnr_table_open_if_there(const char *root, const fnr_index *index, int m, int o,
                                   fnr_metric metric, fnr_table **table, fnr_error *why)
{
    fnr_error found;
    fnr_status status = fnr_table_open(root, index, m, o, metric, table, &found);
    if (status == FNR_ERR_NO_TABLE) return FNR_OK;
    if (status && why) *why = found;
    return status;
}

bool fnr_table_is_there(const char *root, const fnr_index *index, int m, int o, fnr_metric metric)
{
    const fnr_rules *rules = &index->game->rules;
    fnr_rules theory = without_limit(rules);
    bool shared;
    return fnr_store_has(root, rules, m, o, metric) ||
           (fnr_store_has(root, &theory, m, o, metric) &&
            !is_shared(root, index, m, o, &shared, NULL) && shared);
}

void fnr_table_close(fnr_table *table)
{
    if (!table) return;
    free(table->offset);
    free(table->checksum);
    free(table);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

fnr_status fnr_decoder_init(fnr_decoder *decoder, fnr_error *why)
{
    *decoder = (fnr_decoder){.zstd = ZSTD_createDCtx()};
    return decoder->zstd ? FNR_OK : fnr_fail_memory(why, "a zstd decoder");
}

void fnr_decoder_free(fnr_decoder *decoder)
{
    ZSTD_freeDCtx(decoder->zstd);
    free(decoder->buffer);
    *decoder = (fnr_decoder){0};
}

static fnr_status reserve(fnr_decoder *decoder, size_t size, fnr_error *why)
{
    if (size <= decoder->capacity) return FNR_OK;
    uint8_t *buffer = realloc(decoder->buffer, size);
    if (!buffer) return fnr_fail_memory(why, "a block of a table");
    decoder->buffer = buffer;
    decoder->capacity = size;
    return FNR_OK;
}

fnr_status fnr_table_read_block(const fnr_table *table, uint64_t block, fnr_decoder *decoder,
                                uint8_t *decoded, fnr_error *why)
{
    uint64_t offset = table->offset[block];
    size_t size = (size_t)(table->offset[block + 1] - offset);
    size_t expected = fnr_block_size(&table->header, block);
    const char *damage = NULL;
    int fd = -1;
    uint64_t file_bytes;
    fnr_status status = reserve(decoder, size, why);
    if (!status) status = open_file(table->path, &fd, &file_bytes, why);
    if (!status) status = fnr_file_read_at(fd, table->path, offset, decoder->buffer, size, why);
    if (fd >= 0) close(fd);
    if (status) return status;
    if (fnr_block_checksum(table->seed, block, decoder->buffer, size) != table->checksum[block])
        damage = "is damaged";
    else if (ZSTD_decompressDCtx(decoder->zstd, decoded, expected, decoder->buffer, size) !=
             expected)
        damage = "cannot be decoded";
    if (damage)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, table->path,
                             "block %llu (bytes %llu to %llu) %s", (unsigned long long)block,
                             (unsigned long long)offset, (unsigned long long)(offset + size),
                             damage);
    return FNR_OK;
}
