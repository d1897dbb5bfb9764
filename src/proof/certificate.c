/* SPDX-License-Identifier: MIT */
#include "proof/certificate.h"

#include <stdlib.h>
#include <xxhash.h>
#include <zstd.h>

enum { VERSION = 1, ZSTD_LEVEL = 19, WINDOW_LOG = 23 /* 8 MiB */ };
enum { PACKED = 1 << 16, PLAIN = 1 << 17, MOST_RECORD_BYTES = 128 };

static const char MAGIC[8] = "FNRCERT\n";

const char *fnr_goal_name(fnr_goal goal)
{
    return goal == FNR_GOAL_WIN ? "win" : goal == FNR_GOAL_NOWIN ? "nowin" : "value";
}

/* ---- The header ------------------------------------------------------------------------------ */

enum {
    AT_VERSION = 8,
    AT_WIDTH = 10,
    AT_HEIGHT = 11,
    AT_VARIANT = 12,
    AT_STALEMATE = 13,
    AT_GOAL = 14,
    AT_SIDE = 15,
    AT_STONES = 16,
    AT_TO_MOVE = 32,
    AT_TABLES = 36,
    AT_NODES = 40,
    AT_BODY_BYTES = 56,
    AT_DECODED_BYTES = 64,
    AT_BODY_DIGEST = 72,
    AT_TABLES_DIGEST = 80,
    AT_RESERVED = 88,
    AT_DIGEST = 96,
};

static void put_tables(const fnr_claim *claim, uint8_t *bytes)
{
    memset(bytes, 0, claim->table_count * FNR_LEANED_BYTES);
    for (size_t i = 0; i < claim->table_count; i++, bytes += FNR_LEANED_BYTES) {
        bytes[0] = (uint8_t)claim->tables[i].m;
        bytes[1] = (uint8_t)claim->tables[i].o;
        fnr_store_le(bytes + 8, 8, claim->tables[i].digest);
    }
}

static void put_claim(const fnr_claim *claim, uint8_t bytes[FNR_CLAIM_BYTES])
{
    memset(bytes, 0, FNR_CLAIM_BYTES);
    memcpy(bytes, MAGIC, sizeof MAGIC);
    fnr_store_le(bytes + AT_VERSION, 2, VERSION);
    bytes[AT_WIDTH] = (uint8_t)claim->rules.width;
    bytes[AT_HEIGHT] = (uint8_t)claim->rules.height;
    bytes[AT_VARIANT] = (uint8_t)claim->rules.variant;
    bytes[AT_STALEMATE] = (uint8_t)claim->rules.stalemate;
    bytes[AT_GOAL] = (uint8_t)claim->goal;
    bytes[AT_SIDE] = (uint8_t)claim->side;
    for (int side = 0; side < 2; side++)
        fnr_store_le(bytes + AT_STONES + 8 * side, 8, claim->position.stones[side]);
    bytes[AT_TO_MOVE] = (uint8_t)claim->position.side;
    fnr_store_le(bytes + AT_TABLES, 4, claim->table_count);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static int direction_of(const fnr_board *board, int from, int to)
{
    for (int i = 0; i < board->degree[from]; i++)
        if (board->ways[from][i].to == fnr_point(to)) return board->ways[from][i].direction;
    return 0; /* not of a legal turn */
}

void fnr_turn_encode(const fnr_game *game, const fnr_turn *turn, fnr_record_node *record)
{
    record->turn_bytes = 1 + turn->steps;
    record->turn[0] = turn->point[0];
    for (int i = 0; i < turn->steps; i++) {
        int step = direction_of(&game->board, turn->point[i], turn->point[i + 1]);
        if (turn->kind[i] == FNR_APPROACH) step |= FNR_STEP_APPROACH;
        if (turn->kind[i] == FNR_WITHDRAWAL) step |= FNR_STEP_WITHDRAWAL;
        if (i + 1 < turn->steps) step |= FNR_STEP_MORE;
        record->turn[1 + i] = (uint8_t)step;
    }
}

bool fnr_turn_is(const fnr_game *game, const fnr_turn *turn, const fnr_record_node *record)
{
    fnr_record_node same;
    fnr_turn_encode(game, turn, &same);
    return same.turn_bytes == record->turn_bytes &&
           memcmp(same.turn, record->turn, (size_t)same.turn_bytes) == 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void release_writer(fnr_claim_writer *writer)
{
    ZSTD_freeCCtx(writer->zstd);
    XXH3_freeState(writer->sum);
    free(writer->packed);
    *writer = (fnr_claim_writer){.file = NULL};
}

/* The best level, with a window that holds all nodes, up to the largest allowed, and no larger
 * tables: of a stream zstd would take 80 MB, whatever its length. */
static bool set_effort(ZSTD_CCtx *zstd, uint64_t nodes)
{
    enum { LEAST = 12, BYTES_A_NODE = 16 };
    int log = LEAST;
    while (log < WINDOW_LOG && (UINT64_C(1) << log) / BYTES_A_NODE < nodes) log++;
    const struct {
        ZSTD_cParameter parameter;
        int value;
    } effort[] = {{ZSTD_c_compressionLevel, ZSTD_LEVEL},
                  {ZSTD_c_windowLog, log},
                  {ZSTD_c_hashLog, log},
                  {ZSTD_c_chainLog, log + 1}};
    bool fine = true;
    for (size_t i = 0; i < sizeof effort / sizeof effort[0]; i++)
        fine &= !ZSTD_isError(ZSTD_CCtx_setParameter(zstd, effort[i].parameter, effort[i].value));
    return fine;
}

fnr_status fnr_claim_begin(fnr_outfile *file, uint64_t start, const fnr_claim *claim,
                           fnr_claim_writer *writer, fnr_error *why)
{
    *writer = (fnr_claim_writer){
        .file = file,
        .start = start,
        .end = start + FNR_CLAIM_BYTES + claim->table_count * FNR_LEANED_BYTES,
        .zstd = ZSTD_createCCtx(),
        .sum = XXH3_createState(),
        .packed = malloc(PACKED),
    };
    if (writer->zstd && writer->sum && writer->packed && XXH3_64bits_reset(writer->sum) == XXH_OK &&
        set_effort(writer->zstd, claim->nodes))
        return FNR_OK;
    release_writer(writer);
    return fnr_fail_memory(why, "a certificate");
}

static fnr_status compress(fnr_claim_writer *writer, const uint8_t *bytes, size_t size, bool last,
                           fnr_error *why)
{
    ZSTD_inBuffer in = {bytes, size, 0};
    size_t left = 1;
    writer->decoded += size;
    while (last ? left > 0 : in.pos < in.size) {
        ZSTD_outBuffer out = {writer->packed, PACKED, 0};
        left = ZSTD_compressStream2(writer->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) return fnr_fail_memory(why, "a certificate");
        fnr_status status =
            fnr_outfile_write_at(writer->file, writer->end, writer->packed, out.pos, why);
        if (status) return status;
        XXH3_64bits_update(writer->sum, writer->packed, out.pos);
        writer->end += out.pos;
    }
    return FNR_OK;
}

static uint8_t *put_number(uint8_t *to, uint64_t number)
{
    for (; number >= 128; number >>= 7) *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

fnr_status fnr_claim_add(fnr_claim_writer *writer, const fnr_claim *claim,
                         const fnr_record_node *record, fnr_error *why)
{
    uint8_t bytes[MOST_RECORD_BYTES], *to = bytes;
    fnr_node before = {0, 0};
    if (writer->nodes[!record->attacks]++ > 0) before = writer->last.node;
    uint64_t step = record->node.mover - before.mover;
    to = put_number(to, step);
    to = put_number(to, step ? record->node.other : record->node.other - before.other);
    if (claim->goal == FNR_GOAL_WIN) to = put_number(to, record->rank);
    memcpy(to, record->turn, (size_t)record->turn_bytes);
    to += record->turn_bytes;
    writer->last = *record;
    return compress(writer, bytes, (size_t)(to - bytes), false, why);
}

fnr_status fnr_claim_commit(fnr_claim_writer *writer, const fnr_claim *claim, uint64_t *end,
                            fnr_error *why)
{
    uint8_t bytes[FNR_CLAIM_BYTES];
    size_t tables_bytes = claim->table_count * FNR_LEANED_BYTES;
    uint8_t *tables = malloc(tables_bytes + 1);
    fnr_status status = tables ? FNR_OK : fnr_fail_memory(why, "a certificate");
    if (!status) status = compress(writer, bytes, 0, true, why);
    if (!status) {
        put_claim(claim, bytes);
        put_tables(claim, tables);
        for (int i = 0; i < 2; i++) fnr_store_le(bytes + AT_NODES + 8 * i, 8, writer->nodes[i]);
        fnr_store_le(bytes + AT_BODY_BYTES, 8,
                     writer->end - writer->start - FNR_CLAIM_BYTES - tables_bytes);
        fnr_store_le(bytes + AT_DECODED_BYTES, 8, writer->decoded);
        fnr_store_le(bytes + AT_BODY_DIGEST, 8, XXH3_64bits_digest(writer->sum));
        fnr_store_le(bytes + AT_TABLES_DIGEST, 8, XXH3_64bits(tables, tables_bytes));
        fnr_store_le(bytes + AT_DIGEST, 8, XXH3_64bits(bytes, AT_DIGEST));
        status = fnr_outfile_write_at(writer->file, writer->start, bytes, sizeof bytes, why);
    }
    if (!status)
        status = fnr_outfile_write_at(writer->file, writer->start + FNR_CLAIM_BYTES, tables,
                                      tables_bytes, why);
    if (!status) *end = writer->end;
    free(tables);
    release_writer(writer);
    return status;
}

void fnr_claim_abandon(fnr_claim_writer *writer)
{
    release_writer(writer);
}

/* ---- Reading: the header --------------------------------------------------------------------- */

static fnr_status fail_corrupt(const fnr_claim_reader *reader, const char *what, fnr_error *why)
{
    return fnr_fail_file(why, FNR_ERR_CORRUPT, reader->path, "%s", what);
}

/* Takes the header over, with all its numbers bounded. */
static fnr_status get_claim(fnr_claim_reader *reader, const uint8_t bytes[FNR_CLAIM_BYTES],
                            fnr_error *why)
{
    fnr_claim *claim = &reader->claim;
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return fail_corrupt(reader, "no certificate stands here", why);
    if (fnr_load_le(bytes + AT_DIGEST, 8) != XXH3_64bits(bytes, AT_DIGEST))
        return fail_corrupt(reader, "the header is damaged", why);
    if (fnr_load_le(bytes + AT_VERSION, 2) != VERSION)
        return fnr_fail_file(why, FNR_ERR_FORMAT, reader->path,
                             "a certificate of version %u; this program knows %d",
                             (unsigned)fnr_load_le(bytes + AT_VERSION, 2), VERSION);
    *claim = (fnr_claim){
        .rules = {.width = bytes[AT_WIDTH],
                  .height = bytes[AT_HEIGHT],
                  .variant = (fnr_variant)bytes[AT_VARIANT],
                  .stalemate = (fnr_stalemate)bytes[AT_STALEMATE]},
        .position = {.side = (fnr_side)bytes[AT_TO_MOVE],
                     .plies = FNR_NO_COUNT,
                     .turn = FNR_NO_COUNT},
        .goal = (fnr_goal)bytes[AT_GOAL],
        .side = (fnr_side)bytes[AT_SIDE],
        .table_count = (size_t)fnr_load_le(bytes + AT_TABLES, 4),
    };
    for (int i = 0; i < 2; i++) {
        claim->position.stones[i] = fnr_load_le(bytes + AT_STONES + 8 * i, 8);
        reader->nodes[i] = fnr_load_le(bytes + AT_NODES + 8 * i, 8);
    }
    reader->body_bytes = fnr_load_le(bytes + AT_BODY_BYTES, 8);
    reader->decoded_bytes = fnr_load_le(bytes + AT_DECODED_BYTES, 8);
    reader->body_digest = fnr_load_le(bytes + AT_BODY_DIGEST, 8);
    const uint64_t most = UINT64_C(1) << 56; /* so that sums do not overflow */
    bool goal = claim->goal == FNR_GOAL_WIN || claim->goal == FNR_GOAL_NOWIN;
    bool sides = bytes[AT_SIDE] <= 1 && bytes[AT_TO_MOVE] <= 1;
    /* A node takes at least two bytes. */
    bool sizes = reader->nodes[0] <= most && reader->nodes[1] <= most &&
                 reader->decoded_bytes <= most && reader->body_bytes <= most &&
                 reader->nodes[0] + reader->nodes[1] <= reader->decoded_bytes / 2;
    bool reserved = !bytes[33] && !bytes[34] && !bytes[35] && !fnr_load_le(bytes + AT_RESERVED, 8);
    if (!goal || !sides || !sizes || !reserved ||
        claim->table_count > FNR_MAX_POINTS * FNR_MAX_POINTS)
        return fail_corrupt(reader, "the header contradicts itself", why);
    claim->nodes = reader->nodes[0] + reader->nodes[1];
    return FNR_OK;
}

static fnr_status get_tables(fnr_claim_reader *reader, uint64_t at, uint64_t digest, fnr_error *why)
{
    fnr_claim *claim = &reader->claim;
    size_t size = claim->table_count * FNR_LEANED_BYTES;
    uint8_t *bytes = malloc(size + 1);
    fnr_leaned *tables = malloc((claim->table_count + 1) * sizeof *tables);
    fnr_status status = bytes && tables ? FNR_OK : fnr_fail_memory(why, "a certificate");
    if (!status) status = fnr_file_read_at(reader->fd, reader->path, at, bytes, size, why);
    if (!status && XXH3_64bits(bytes, size) != digest)
        status = fail_corrupt(reader, "the list of tables is damaged", why);
    for (size_t i = 0; i < claim->table_count && !status; i++) {
        const uint8_t *from = bytes + i * FNR_LEANED_BYTES;
        tables[i] = (fnr_leaned){from[0], from[1], fnr_load_le(from + 8, 8)};
        if (fnr_load_le(from + 2, 6))
            status = fail_corrupt(reader, "a table contradicts itself", why);
    }
    free(bytes);
    if (status)
        free(tables);
    else
        claim->tables = tables;
    return status;
}

fnr_status fnr_claim_open(int fd, const char *path, uint64_t start, fnr_claim_reader *reader,
                          fnr_error *why)
{
    uint8_t bytes[FNR_CLAIM_BYTES];
    *reader = (fnr_claim_reader){.fd = fd, .path = path};
    fnr_status status = fnr_file_read_at(fd, path, start, bytes, sizeof bytes, why);
    if (!status) status = get_claim(reader, bytes, why);
    if (!status)
        status = get_tables(reader, start + FNR_CLAIM_BYTES,
                            fnr_load_le(bytes + AT_TABLES_DIGEST, 8), why);
    if (status) return status;
    reader->body = start + FNR_CLAIM_BYTES + reader->claim.table_count * FNR_LEANED_BYTES;
    reader->zstd = ZSTD_createDCtx();
    reader->sum = XXH3_createState();
    reader->packed = malloc(PACKED);
    reader->plain = malloc(PLAIN);
    if (!reader->zstd || !reader->sum || !reader->packed || !reader->plain)
        status = fnr_fail_memory(why, "a certificate");
    else
        status = fnr_claim_rewind(reader, why);
    if (status) fnr_claim_close(reader);
    return status;
}

void fnr_claim_close(fnr_claim_reader *reader)
{
    free((void *)reader->claim.tables);
    ZSTD_freeDCtx(reader->zstd);
    XXH3_freeState(reader->sum);
    free(reader->packed);
    free(reader->plain);
    *reader = (fnr_claim_reader){.fd = -1};
}

/* ---- Reading: nodes -------------------------------------------------------------------------- */

fnr_status fnr_claim_rewind(fnr_claim_reader *reader, fnr_error *why)
{
    reader->read = reader->decoded = reader->given = 0;
    reader->packed_at = reader->packed_size = reader->plain_at = reader->plain_size = 0;
    reader->ended = false;
    ZSTD_DCtx_reset(reader->zstd, ZSTD_reset_session_only);
    size_t set = ZSTD_DCtx_setParameter(reader->zstd, ZSTD_d_windowLogMax, WINDOW_LOG);
    if (ZSTD_isError(set) || XXH3_64bits_reset(reader->sum) != XXH_OK)
        return fnr_fail_memory(why, "a certificate");
    return FNR_OK;
}

static fnr_status read_packed(fnr_claim_reader *reader, fnr_error *why)
{
    uint64_t left = reader->body_bytes - reader->read;
    reader->packed_at = 0;
    reader->packed_size = left < PACKED ? (size_t)left : PACKED;
    fnr_status status = fnr_file_read_at(reader->fd, reader->path, reader->body + reader->read,
                                         reader->packed, reader->packed_size, why);
    if (status) return status;
    XXH3_64bits_update(reader->sum, reader->packed, reader->packed_size);
    /* The library would also skip frames that are made to be skipped, or know those of old. */
    bool begins = reader->read == 0;
    if (begins && (reader->packed_size < 4 || fnr_load_le(reader->packed, 4) != ZSTD_MAGICNUMBER))
        return fail_corrupt(reader, "the nodes are no zstd frame", why);
    reader->read += reader->packed_size;
    return FNR_OK;
}

/* Decodes more bytes behind those that have not been used yet, as many as there is room for. */
static fnr_status decode_more(fnr_claim_reader *reader, fnr_error *why)
{
    memmove(reader->plain, reader->plain + reader->plain_at, reader->plain_size - reader->plain_at);
    reader->plain_size -= reader->plain_at;
    reader->plain_at = 0;
    ZSTD_outBuffer out = {reader->plain, PLAIN, reader->plain_size};
    while (out.pos < out.size && !reader->ended) {
        if (reader->packed_at == reader->packed_size && reader->read < reader->body_bytes) {
            fnr_status status = read_packed(reader, why);
            if (status) return status;
        }
        size_t before = out.pos;
        ZSTD_inBuffer in = {reader->packed, reader->packed_size, reader->packed_at};
        size_t result = ZSTD_decompressStream(reader->zstd, &out, &in);
        bool stuck = in.pos == reader->packed_at && out.pos == before;
        reader->packed_at = in.pos;
        if (ZSTD_isError(result)) return fail_corrupt(reader, "the nodes cannot be decoded", why);
        reader->ended = result == 0; /* the frame */
        if (stuck && !reader->ended) return fail_corrupt(reader, "the nodes end too early", why);
    }
    reader->decoded += out.pos - reader->plain_size;
    reader->plain_size = out.pos;
    if (reader->decoded > reader->decoded_bytes)
        return fail_corrupt(reader, "there are more nodes than the header says", why);
    return FNR_OK;
}

/* Takes a number of at most 64 bits in as few bytes as it needs. */
static bool get_number(fnr_claim_reader *reader, uint64_t *number)
{
    *number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (reader->plain_at == reader->plain_size) return false;
        uint64_t byte = reader->plain[reader->plain_at++];
        if (shift == 63 && byte > 1) return false;
        *number |= (byte & 127) << shift;
        if (byte < 128) return byte > 0 || shift == 0;
    }
    return false;
}

static bool get_turn(fnr_claim_reader *reader, fnr_record_node *record)
{
    enum { MORE_THAN_ANY = FNR_MAX_TURN_BYTES };
    record->turn_bytes = 0;
    for (uint8_t byte = FNR_STEP_MORE; record->turn_bytes < 2 || (byte & FNR_STEP_MORE);) {
        if (record->turn_bytes == MORE_THAN_ANY || reader->plain_at == reader->plain_size)
            return false;
        byte = reader->plain[reader->plain_at++];
        record->turn[record->turn_bytes++] = byte;
    }
    return true;
}

static bool get_record(fnr_claim_reader *reader, fnr_record_node *record)
{
    const fnr_claim *claim = &reader->claim;
    uint64_t step, other, rank = 0;
    record->attacks = reader->given < reader->nodes[0];
    bool first = reader->given == 0 || reader->given == reader->nodes[0];
    fnr_node before = first ? (fnr_node){0, 0} : reader->last.node;
    if (!get_number(reader, &step) || !get_number(reader, &other)) return false;
    if (claim->goal == FNR_GOAL_WIN && !get_number(reader, &rank)) return false;
    record->node.mover = before.mover + step;
    record->node.other = step ? other : before.other + other;
    record->rank = (uint32_t)rank;
    record->turn_bytes = 0;
    if (rank > UINT32_MAX || record->node.mover < before.mover) return false;
    if (!first && fnr_node_compare(before, record->node) >= 0) return false;
    return !fnr_chooses(claim->goal, record->attacks) || get_turn(reader, record);
}

/* All nodes have been given: nothing may follow, and the checksum must agree. */
static fnr_status finish(fnr_claim_reader *reader, fnr_error *why)
{
    fnr_status status = decode_more(reader, why);
    if (status) return status;
    if (!reader->ended || reader->plain_size > 0 || reader->decoded != reader->decoded_bytes ||
        reader->packed_at != reader->packed_size || reader->read != reader->body_bytes)
        return fail_corrupt(reader, "something follows the last node", why);
    if (XXH3_64bits_digest(reader->sum) != reader->body_digest)
        return fail_corrupt(reader, "the checksum of the nodes does not agree", why);
    return FNR_OK;
}

fnr_status fnr_claim_next(fnr_claim_reader *reader, fnr_record_node *record, bool *more,
                          fnr_error *why)
{
    fnr_status status = FNR_OK;
    *more = reader->given < reader->claim.nodes;
    if (!*more) return finish(reader, why);
    if (reader->plain_size - reader->plain_at < MOST_RECORD_BYTES &&
        reader->decoded < reader->decoded_bytes)
        status = decode_more(reader, why);
    if (status) return status;
    if (!get_record(reader, record))
        return fail_corrupt(reader, "a node is out of order or malformed", why);
    reader->last = *record;
    reader->given++;
    return FNR_OK;
}
