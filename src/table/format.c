/* SPDX-License-Identifier: MIT */
#include "table/format.h"

#include <xxhash.h>

static const uint8_t MAGIC[8] = {0x89, 'F', 'A', 'N', '\r', '\n', 0x1a, '\n'};

enum { FORMAT_VERSION = 1 };

/* Where the fields are. Those before COUNTS say what the table is. */
enum {
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_INDEX = 10,
    AT_WIDTH = 12,
    AT_HEIGHT = 13,
    AT_VARIANT = 14,
    AT_STALEMATE = 15,
    AT_DRAW_PLIES = 16,
    AT_M = 20,
    AT_O = 21,
    AT_METRIC = 22,
    AT_ENCODING = 23,
    AT_VALUE_BITS = 24,
    AT_BLOCK_BYTES = 28,
    AT_ENTRIES = 32,
    AT_COUNTS = 40,
    AT_MAX_DTC = 80,
    AT_ZSTD_VERSION = 84,
    AT_ZSTD_LEVEL = 88,
    AT_RESERVED = 92,
    AT_DIGEST = 96,
    AT_DIRECTORY_DIGEST = 104,
    AT_STORED_DIGEST = 112,
    AT_HEADER_DIGEST = 120,
};

static void encode_identity(const fnr_header *header, uint8_t *bytes)
{
    memset(bytes, 0, AT_COUNTS);
    memcpy(bytes + AT_MAGIC, MAGIC, sizeof MAGIC);
    fnr_store_le(bytes + AT_VERSION, 2, FORMAT_VERSION);
    fnr_store_le(bytes + AT_INDEX, 2, FNR_INDEX_ID);
    bytes[AT_WIDTH] = (uint8_t)header->rules.width;
    bytes[AT_HEIGHT] = (uint8_t)header->rules.height;
    bytes[AT_VARIANT] = (uint8_t)header->rules.variant;
    bytes[AT_STALEMATE] = (uint8_t)header->rules.stalemate;
    fnr_store_le(bytes + AT_DRAW_PLIES, 4, (uint64_t)header->rules.draw_plies);
    bytes[AT_M] = (uint8_t)header->m;
    bytes[AT_O] = (uint8_t)header->o;
    bytes[AT_METRIC] = (uint8_t)header->metric;
    bytes[AT_ENCODING] = (uint8_t)header->encoding;
    fnr_store_le(bytes + AT_VALUE_BITS, 4, header->value_bits);
    fnr_store_le(bytes + AT_BLOCK_BYTES, 4, header->block_bytes);
    fnr_store_le(bytes + AT_ENTRIES, 8, header->entries);
}

uint64_t fnr_header_seed(const fnr_header *header)
{
    uint8_t bytes[AT_COUNTS];
    encode_identity(header, bytes);
    return XXH3_64bits(bytes, sizeof bytes);
}

uint64_t fnr_block_checksum(uint64_t seed, uint64_t block, const void *bytes, size_t size)
{
    return XXH3_64bits_withSeed(bytes, size, seed + block);
}

void fnr_header_encode(const fnr_header *header, uint8_t bytes[FNR_HEADER_BYTES])
{
    const uint64_t counts[] = {header->positions, header->win, header->draw, header->loss,
                               header->capture};
    memset(bytes, 0, FNR_HEADER_BYTES);
    encode_identity(header, bytes);
    for (int i = 0; i < 5; i++) fnr_store_le(bytes + AT_COUNTS + 8 * i, 8, counts[i]);
    fnr_store_le(bytes + AT_MAX_DTC, 4, header->max_dtc);
    fnr_store_le(bytes + AT_ZSTD_VERSION, 4, header->zstd_version);
    fnr_store_le(bytes + AT_ZSTD_LEVEL, 4, header->zstd_level);
    fnr_store_le(bytes + AT_DIGEST, 8, header->digest);
    fnr_store_le(bytes + AT_DIRECTORY_DIGEST, 8, header->directory_digest);
    fnr_store_le(bytes + AT_STORED_DIGEST, 8, header->stored_digest);
    fnr_store_le(bytes + AT_HEADER_DIGEST, 8, XXH3_64bits(bytes, AT_HEADER_DIGEST));
}

static fnr_status check_form(const uint8_t *bytes, const char *path, fnr_error *why)
{
    uint64_t version = fnr_load_le(bytes + AT_VERSION, 2);
    uint64_t index = fnr_load_le(bytes + AT_INDEX, 2);
    if (memcmp(bytes + AT_MAGIC, MAGIC, sizeof MAGIC) != 0)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "not a table of fanoron");
    if (fnr_load_le(bytes + AT_HEADER_DIGEST, 8) != XXH3_64bits(bytes, AT_HEADER_DIGEST))
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "the header is damaged");
    /* All versions have their number, and the digest of the header, at the same place. */
    if (version != FORMAT_VERSION)
        return fnr_fail_file(why, FNR_ERR_FORMAT, path, "format version %u; this program reads %d",
                             (unsigned)version, FORMAT_VERSION);
    if (index != FNR_INDEX_ID || bytes[AT_ENCODING] > FNR_STORES_NOTHING)
        return fnr_fail_file(why, FNR_ERR_FORMAT, path, "index %u, encoding %u are unknown",
                             (unsigned)index, bytes[AT_ENCODING]);
    if (fnr_load_le(bytes + AT_RESERVED, 4) != 0)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "reserved bytes are not 0");
    if (fnr_load_le(bytes + AT_DRAW_PLIES, 4) > FNR_MAX_DRAW_PLIES)
        return fnr_fail_file(why, FNR_ERR_RULES, path, "made for a draw limit of %u plies",
                             (unsigned)fnr_load_le(bytes + AT_DRAW_PLIES, 4));
    return FNR_OK;
}

/* Under a limit of N plies no distance is N or more. */
static bool is_within_limit(const fnr_header *header)
{
    int limit = header->rules.draw_plies;
    return limit == 0 || header->max_dtc < (uint32_t)limit;
}

static bool is_sane(const fnr_header *header)
{
    bool bits_fine = header->metric == FNR_METRIC_WDL
                         ? header->value_bits == 2
                         : header->value_bits == 8 || header->value_bits == 16;
    bool block_fine = header->block_bytes >= FNR_MIN_BLOCK_BYTES &&
                      header->block_bytes <= FNR_MAX_BLOCK_BYTES &&
                      (header->block_bytes & (header->block_bytes - 1)) == 0;
    /* Of a slice and its sister at least one is stored; under a limit both are. */
    bool encoding_fine = header->encoding != FNR_STORES_NOTHING ||
                         (header->m < header->o && header->rules.draw_plies == 0);
    if (header->metric == FNR_METRIC_DTW)
        encoding_fine = header->encoding == FNR_STORES_ALL && header->rules.draw_plies == 0;
    return header->metric <= FNR_METRIC_DTW && bits_fine && block_fine && encoding_fine &&
           header->entries <= INT64_MAX && is_within_limit(header) &&
           header->positions <= header->entries && header->win <= header->positions &&
           header->draw <= header->positions && header->loss <= header->positions &&
           header->capture <= header->positions &&
           header->win + header->draw + header->loss == header->positions;
}

fnr_status fnr_header_decode(const uint8_t bytes[FNR_HEADER_BYTES], const char *path,
                             fnr_header *header, fnr_error *why)
{
    fnr_status status = check_form(bytes, path, why);
    if (status) return status;
    fnr_header read = {
        .rules = {bytes[AT_WIDTH], bytes[AT_HEIGHT], bytes[AT_VARIANT], bytes[AT_STALEMATE],
                  (int)fnr_load_le(bytes + AT_DRAW_PLIES, 4)},
        .m = bytes[AT_M],
        .o = bytes[AT_O],
        .metric = bytes[AT_METRIC],
        .encoding = bytes[AT_ENCODING],
        .value_bits = (uint32_t)fnr_load_le(bytes + AT_VALUE_BITS, 4),
        .block_bytes = (uint32_t)fnr_load_le(bytes + AT_BLOCK_BYTES, 4),
        .entries = fnr_load_le(bytes + AT_ENTRIES, 8),
        .positions = fnr_load_le(bytes + AT_COUNTS, 8),
        .win = fnr_load_le(bytes + AT_COUNTS + 8, 8),
        .draw = fnr_load_le(bytes + AT_COUNTS + 16, 8),
        .loss = fnr_load_le(bytes + AT_COUNTS + 24, 8),
        .capture = fnr_load_le(bytes + AT_COUNTS + 32, 8),
        .max_dtc = (uint32_t)fnr_load_le(bytes + AT_MAX_DTC, 4),
        .zstd_version = (uint32_t)fnr_load_le(bytes + AT_ZSTD_VERSION, 4),
        .zstd_level = (uint32_t)fnr_load_le(bytes + AT_ZSTD_LEVEL, 4),
        .digest = fnr_load_le(bytes + AT_DIGEST, 8),
        .directory_digest = fnr_load_le(bytes + AT_DIRECTORY_DIGEST, 8),
        .stored_digest = fnr_load_le(bytes + AT_STORED_DIGEST, 8),
    };
    if (!is_sane(&read))
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "the header contradicts itself");
    *header = read;
    return FNR_OK;
}
