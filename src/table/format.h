/* SPDX-License-Identifier: MIT
 *
 * format.h: the header of a table file, format version 1.
 *
 * Model:   header (128 bytes), directory (12 bytes a block), blocks. The values of a slice in index
 *          order, 2 bits (WDL) or 8 or 16 bits (DTC, DTW) each, are cut into blocks of block_bytes
 *          decoded bytes; each block is one zstd frame. A seed made from the fields that say what
 *          the table is enters the checksum of the directory and, with its number, that of each
 *          block: a block is only valid at its place in a table of its kind.
 * Shapes:  everything little-endian; papers/table-format.md gives every byte.
 * Errors:  FNR_ERR_CORRUPT for bytes that are no header or contradict themselves, FNR_ERR_FORMAT
 *          for another version, FNR_ERR_RULES for rules that are not served.
 * Threads: pure functions.
 * Source:  papers/table-format.md */
#ifndef FNR_TABLE_FORMAT_H
#define FNR_TABLE_FORMAT_H

#include "index/slice.h"

typedef enum fnr_metric { FNR_METRIC_WDL = 0, FNR_METRIC_DTC = 1, FNR_METRIC_DTW = 2 } fnr_metric;

enum { FNR_METRICS = 3 };

/* What of its values a table stores. The rest follows from other tables. */
typedef enum fnr_encoding {
    FNR_STORES_ALL = 0,
    /* WDL: not those of positions with a capture, nor of holes. DTC: not those that are 0. In their
     * places stands whatever compresses well. (DTW is always stored whole.) */
    FNR_STORES_PAIKAS = 1,
    FNR_STORES_NOTHING = 2, /* all follows from the sister and smaller slices */
} fnr_encoding;

/* Values of a WDL table. */
typedef enum fnr_code {
    FNR_CODE_DRAW = 0,
    FNR_CODE_WIN = 1,
    FNR_CODE_LOSS = 2,
    FNR_CODE_HOLE = 3, /* an index without a position */
} fnr_code;

static inline fnr_code fnr_code_of(fnr_wdl wdl)
{
    return wdl == FNR_WIN ? FNR_CODE_WIN : wdl == FNR_LOSS ? FNR_CODE_LOSS : FNR_CODE_DRAW;
}

/* Of a code that is no hole. */
static inline fnr_wdl fnr_wdl_of(fnr_code code)
{
    return code == FNR_CODE_WIN ? FNR_WIN : code == FNR_CODE_LOSS ? FNR_LOSS : FNR_DRAW;
}

enum {
    FNR_HEADER_BYTES = 128,
    FNR_DIRECTORY_ENTRY_BYTES = 12,
    FNR_BLOCK_BYTES = 32 * 1024, /* what is written */
    FNR_MIN_BLOCK_BYTES = 1024,  /* what is read */
    FNR_MAX_BLOCK_BYTES = 64 * 1024,
};

/* How a set stores a slice: in a packed one, of the two sisters only the one in which the side with
 * more stones moves, which compresses better. Under a draw limit a value does not follow from those
 * of the sister without distances, so both are stored. */
static inline fnr_encoding fnr_encoding_of(const fnr_rules *rules, fnr_metric metric, bool packed,
                                           int m, int o)
{
    if (!packed || metric == FNR_METRIC_DTW) return FNR_STORES_ALL;
    return m >= o || rules->draw_plies > 0 ? FNR_STORES_PAIKAS : FNR_STORES_NOTHING;
}

typedef struct fnr_header {
    fnr_rules rules;
    int m, o;
    fnr_metric metric;
    fnr_encoding encoding;
    uint32_t value_bits;
    uint32_t block_bytes;
    uint64_t entries; /* size of the slice */
    uint64_t positions, win, draw, loss, capture;
    uint32_t max_dtc; /* of the slice and its sister together; in a DTW table the largest DTW */
    uint32_t zstd_version, zstd_level;
    uint64_t digest;           /* XXH3-64 of all values, whatever of them is stored */
    uint64_t stored_digest;    /* XXH3-64 of what is stored, decoded */
    uint64_t directory_digest; /* checksum of the directory */
} fnr_header;

void fnr_header_encode(const fnr_header *header, uint8_t bytes[FNR_HEADER_BYTES]);

/* `path` is for the message. The header need not belong to any particular slice. */
fnr_status fnr_header_decode(const uint8_t bytes[FNR_HEADER_BYTES], const char *path,
                             fnr_header *header, fnr_error *why);

/* What seeds the checksums of a table. */
uint64_t fnr_header_seed(const fnr_header *header);

uint64_t fnr_block_checksum(uint64_t seed, uint64_t block, const void *bytes, size_t size);

/* The bytes of all values. */
static inline uint64_t fnr_value_bytes(const fnr_header *header)
{
    return header->value_bits < 8 ? fnr_ceil_div(header->entries, 8 / header->value_bits)
                                  : header->entries * (header->value_bits / 8);
}

/* The bytes of what is stored, decoded. */
static inline uint64_t fnr_decoded_bytes(const fnr_header *header)
{
    return header->encoding == FNR_STORES_NOTHING ? 0 : fnr_value_bytes(header);
}

static inline uint64_t fnr_block_count(const fnr_header *header)
{
    return fnr_ceil_div(fnr_decoded_bytes(header), header->block_bytes);
}

/* The decoded bytes of one block: all of them full but the last. */
static inline uint32_t fnr_block_size(const fnr_header *header, uint64_t block)
{
    uint64_t left = fnr_decoded_bytes(header) - block * header->block_bytes;
    return left < header->block_bytes ? (uint32_t)left : header->block_bytes;
}

#endif
