/* SPDX-License-Identifier: MIT */
#include "search/memo.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { WAYS = 4 };

/* `data` is 0 in an empty entry: the bits of phi, delta, presumed and effort, one that is set, and
 * where its place lies within the line, for a checkpoint that is loaded into more or fewer lines.
 * `check` is kept xor `data`, so that halves of two different entries do not pass for one. */
typedef struct entry {
    uint64_t check, data;
} entry;

struct fnr_memo {
    entry (*lines)[WAYS];
    uint64_t count; /* of lines */
    int64_t used;   /* entries that are not empty; of several threads, roughly */
    void *memory;
};

enum { DELTA_AT = 20, PRESUMED_AT = 40, EFFORT_AT = 41, SET_AT = 47, WITHIN_AT = 48 };

fnr_key fnr_key_of(fnr_node node, bool attacks)
{
    static const uint64_t ROLE[] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9)};
    uint64_t a = fnr_mix(node.mover ^ ROLE[attacks]);
    uint64_t b = fnr_mix(node.other ^ a);
    return (fnr_key){fnr_mix(b + UINT64_C(0xc2b2ae3d27d4eb4f)), b ^ a << 1};
}

fnr_status fnr_memo_new(uint64_t bytes, fnr_memo **memo, fnr_error *why)
{
    uint64_t count = bytes / sizeof(entry[WAYS]);
    if (count < 64) count = 64;
    fnr_memo *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "the memory of a search");
    made->memory = fnr_array_new(count + 1, sizeof(entry[WAYS]));
    if (!made->memory) {
        free(made);
        return fnr_fail_memory(why, "the memory of a search");
    }
    uintptr_t start = ((uintptr_t)made->memory + 63) & ~(uintptr_t)63;
    made->lines = (entry(*)[WAYS])start;
    /* Large pages save a walk through the page tables at each look-up; without, it works as well. */
    uintptr_t page = 4096, first = (start + page - 1) & ~(page - 1);
    uintptr_t end = (start + count * sizeof(entry[WAYS])) & ~(page - 1);
    if (end > first) madvise((void *)first, end - first, MADV_HUGEPAGE);
    made->count = count;
    *memo = made;
    return FNR_OK;
}

void fnr_memo_free(fnr_memo *memo)
{
    if (memo) free(memo->memory);
    free(memo);
}

/* The line, and behind it 64 bits that say where in the line. */
static unsigned __int128 scaled(const fnr_memo *memo, fnr_key key)
{
    return (unsigned __int128)key.place * memo->count;
}

static entry *line_of(const fnr_memo *memo, fnr_key key)
{
    return memo->lines[scaled(memo, key) >> 64];
}

void fnr_memo_prefetch(const fnr_memo *memo, fnr_key key)
{
    __builtin_prefetch(line_of(memo, key));
}

static entry load(const entry *from)
{
    entry loaded = {__atomic_load_n(&from->check, __ATOMIC_RELAXED),
                    __atomic_load_n(&from->data, __ATOMIC_RELAXED)};
    loaded.check ^= loaded.data;
    return loaded;
}

static uint64_t pack(fnr_numbers numbers, uint64_t work)
{
    uint64_t effort = work ? 64 - (uint64_t)__builtin_clzll(work) : 0;
    return numbers.phi | (uint64_t)numbers.delta << DELTA_AT |
           (uint64_t)numbers.presumed << PRESUMED_AT | (effort & 63) << EFFORT_AT |
           UINT64_C(1) << SET_AT;
}

static fnr_numbers unpack(uint64_t data)
{
    return (fnr_numbers){data & FNR_INFINITE, data >> DELTA_AT & FNR_INFINITE,
                         data >> PRESUMED_AT & 1};
}

bool fnr_memo_get(const fnr_memo *memo, fnr_key key, fnr_numbers *numbers)
{
    const entry *line = line_of(memo, key);
    for (int w = 0; w < WAYS; w++) {
        entry found = load(&line[w]);
        if (found.check != key.check || !found.data) continue;
        *numbers = unpack(found.data);
        return true;
    }
    return false;
}

/* What an entry is worth: what it has cost, more if it is solved. */
static uint64_t worth(uint64_t data)
{
    enum { SOLVED = 4 };
    uint64_t effort = data >> EFFORT_AT & 63;
    return fnr_is_solved(unpack(data)) ? effort + SOLVED : effort;
}

/* The entry of a node, or the one that makes room for it. */
static entry *place_of(fnr_memo *memo, fnr_key key)
{
    entry *line = line_of(memo, key), *place = line;
    uint64_t least = UINT64_MAX;
    for (int w = 0; w < WAYS; w++) {
        entry found = load(&line[w]);
        if (found.data && found.check == key.check) return &line[w];
        uint64_t cost = found.data ? 1 + worth(found.data) : 0;
        if (cost >= least) continue;
        least = cost;
        place = &line[w];
    }
    return place;
}

static void store(entry *place, uint64_t check, uint64_t data)
{
    __atomic_store_n(&place->check, check ^ data, __ATOMIC_RELAXED);
    __atomic_store_n(&place->data, data, __ATOMIC_RELAXED);
}

static void count_used(fnr_memo *memo, int change)
{
    int64_t used = __atomic_load_n(&memo->used, __ATOMIC_RELAXED);
    __atomic_store_n(&memo->used, used + change, __ATOMIC_RELAXED);
}

/* Stores what is known of a node, but for where its place lies within the line. */
static void take(fnr_memo *memo, fnr_key key, uint64_t data)
{
    entry *place = place_of(memo, key);
    uint64_t within = (uint64_t)scaled(memo, key) >> WITHIN_AT;
    if (!load(place).data) count_used(memo, 1);
    store(place, key.check, data | within << WITHIN_AT);
}

void fnr_memo_put(fnr_memo *memo, fnr_key key, fnr_numbers numbers, uint64_t work)
{
    take(memo, key, pack(numbers, work));
}

void fnr_memo_forget(fnr_memo *memo, fnr_key key)
{
    fnr_numbers numbers;
    if (!fnr_memo_get(memo, key, &numbers)) return;
    count_used(memo, -1);
    store(place_of(memo, key), 0, 0);
}

double fnr_memo_filled(const fnr_memo *memo)
{
    double share =
        (double)__atomic_load_n(&memo->used, __ATOMIC_RELAXED) / ((double)memo->count * WAYS);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

enum { VERSION = 2, HEADER_BYTES = 32, PART_LINES = 1 << 14 };

static const char MAGIC[8] = "FNRMEMO\n";

static void put_header(uint64_t lines, const fnr_game *game, uint8_t bytes[HEADER_BYTES])
{
    memset(bytes, 0, HEADER_BYTES);
    memcpy(bytes, MAGIC, sizeof MAGIC);
    fnr_store_le(bytes + 8, 2, VERSION);
    bytes[10] = (uint8_t)game->rules.width;
    bytes[11] = (uint8_t)game->rules.height;
    bytes[12] = (uint8_t)game->rules.variant;
    bytes[13] = (uint8_t)game->rules.stalemate;
    fnr_store_le(bytes + 16, 8, lines);
}

/* What passes the lines of a memory through a file, a part at a time: the lines as they are in
 * memory, as one zstd frame behind its size. */
typedef struct transfer {
    entry (*lines)[WAYS];
    uint8_t *packed;
    size_t room;
    XXH3_state_t *sum;
} transfer;

static fnr_status transfer_init(transfer *t, fnr_error *why)
{
    t->room = ZSTD_compressBound(PART_LINES * sizeof(entry[WAYS]));
    t->lines = malloc(PART_LINES * sizeof *t->lines);
    t->packed = malloc(t->room);
    t->sum = XXH3_createState();
    if (t->lines && t->packed && t->sum && XXH3_64bits_reset(t->sum) == XXH_OK) return FNR_OK;
    return fnr_fail_memory(why, "a checkpoint");
}

static void transfer_free(transfer *t)
{
    free(t->lines);
    free(t->packed);
    XXH3_freeState(t->sum);
}

static size_t part_bytes(uint64_t lines, uint64_t first)
{
    uint64_t left = lines - first;
    return (size_t)(left < PART_LINES ? left : PART_LINES) * sizeof(entry[WAYS]);
}

/* A copy of some lines, whose entries are whole although others go on. */
static void copy_lines(const fnr_memo *memo, uint64_t first, size_t bytes, transfer *t)
{
    for (size_t l = 0; l < bytes / sizeof *t->lines; l++)
        for (int w = 0; w < WAYS; w++) {
            entry found = load(&memo->lines[first + l][w]);
            t->lines[l][w] = (entry){found.check ^ found.data, found.data};
        }
}

static fnr_status write_lines(const fnr_memo *memo, const fnr_game *game, transfer *t,
                              fnr_outfile *file, fnr_error *why)
{
    uint8_t header[HEADER_BYTES], number[8];
    uint64_t end = sizeof header;
    put_header(memo->count, game, header);
    XXH3_64bits_update(t->sum, header, sizeof header);
    fnr_status status = fnr_outfile_write_at(file, 0, header, sizeof header, why);
    for (uint64_t i = 0; i < memo->count && !status; i += PART_LINES) {
        size_t bytes = part_bytes(memo->count, i);
        copy_lines(memo, i, bytes, t);
        size_t size = ZSTD_compress(t->packed, t->room, t->lines, bytes, 1);
        if (ZSTD_isError(size)) return fnr_fail_memory(why, "a checkpoint");
        fnr_store_le(number, 4, size);
        status = fnr_outfile_write_at(file, end, number, 4, why);
        if (!status) status = fnr_outfile_write_at(file, end + 4, t->packed, size, why);
        XXH3_64bits_update(t->sum, t->packed, size);
        end += 4 + size;
    }
    fnr_store_le(number, 8, XXH3_64bits_digest(t->sum));
    return status ? status : fnr_outfile_write_at(file, end, number, 8, why);
}

fnr_status fnr_memo_save(const fnr_memo *memo, const fnr_game *game, const char *path,
                         fnr_error *why)
{
    transfer t;
    fnr_outfile file;
    fnr_status status = transfer_init(&t, why);
    if (!status) status = fnr_outfile_create(path, &file, why);
    if (!status) {
        status = write_lines(memo, game, &t, &file, why);
        if (status)
            fnr_outfile_abandon(&file);
        else
            status = fnr_outfile_commit(&file, why);
    }
    transfer_free(&t);
    return status;
}

/* Takes over a line of a memory of `count` lines. */
static void take_line(fnr_memo *memo, entry *line, uint64_t number, uint64_t count)
{
    for (int w = 0; w < WAYS; w++) {
        entry found = load(&line[w]);
        if (!found.data) continue;
        unsigned __int128 at = ((unsigned __int128)number << 16 | found.data >> WITHIN_AT) << 48;
        fnr_key key = {(uint64_t)((at + (UINT64_C(1) << 47)) / count), found.check};
        take(memo, key, found.data & ((UINT64_C(1) << WITHIN_AT) - 1));
    }
}

/* Takes over all lines from a file of so many bytes. */
static fnr_status read_lines(int fd, const char *path, uint64_t bytes, uint64_t count, transfer *t,
                             fnr_memo *memo, fnr_error *why)
{
    uint8_t number[8];
    uint64_t at = HEADER_BYTES;
    for (uint64_t i = 0; i < count; i += PART_LINES) {
        fnr_status status = fnr_file_read_at(fd, path, at, number, 4, why);
        if (status) return status;
        size_t size = (size_t)fnr_load_le(number, 4), decoded = part_bytes(count, i);
        if (size > t->room) return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "a part is too large");
        status = fnr_file_read_at(fd, path, at + 4, t->packed, size, why);
        if (status) return status;
        if (ZSTD_decompress(t->lines, decoded, t->packed, size) != decoded)
            return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "a part cannot be decoded");
        XXH3_64bits_update(t->sum, t->packed, size);
        for (uint64_t l = 0; l < decoded / sizeof *t->lines; l++)
            take_line(memo, t->lines[l], i + l, count);
        at += 4 + size;
    }
    fnr_status status = fnr_file_read_at(fd, path, at, number, 8, why);
    if (!status && fnr_load_le(number, 8) != XXH3_64bits_digest(t->sum))
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "the checksum does not agree");
    if (!status && at + 8 != bytes)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "something was added");
    return status;
}

/* What the header says: the number of lines. */
static fnr_status read_header(int fd, const fnr_game *game, const char *path, uint64_t bytes,
                              transfer *t, uint64_t *count, fnr_error *why)
{
    uint8_t header[HEADER_BYTES], wanted[HEADER_BYTES];
    fnr_status status = fnr_file_read_at(fd, path, 0, header, HEADER_BYTES, why);
    if (status) return status;
    XXH3_64bits_update(t->sum, header, sizeof header);
    *count = fnr_load_le(header + 16, 8);
    put_header(*count, game, wanted);
    if (memcmp(header, MAGIC, sizeof MAGIC) != 0)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "no checkpoint of a proof");
    if (fnr_load_le(header + 8, 2) != VERSION)
        return fnr_fail_file(why, FNR_ERR_FORMAT, path, "a checkpoint of another version");
    if (memcmp(header, wanted, HEADER_BYTES) != 0)
        return fnr_fail_file(why, FNR_ERR_RULES, path, "a checkpoint under other rules");
    /* A part of a file takes at least the bytes of its size. */
    if (*count < 1 || (*count - 1) / PART_LINES > bytes / 4)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "the file is too short");
    return FNR_OK;
}

static fnr_status load_from(int fd, const fnr_game *game, const char *path, uint64_t bytes,
                            fnr_memo **memo, fnr_error *why)
{
    transfer t;
    struct stat info;
    uint64_t count, file_bytes;
    fnr_memo *made = NULL;
    if (fstat(fd, &info) != 0) return fnr_fail_errno(why, "look at", path);
    file_bytes = (uint64_t)info.st_size;
    fnr_status status = transfer_init(&t, why);
    if (!status) status = read_header(fd, game, path, file_bytes, &t, &count, why);
    if (!status) status = fnr_memo_new(bytes, &made, why);
    if (!status) status = read_lines(fd, path, file_bytes, count, &t, made, why);
    transfer_free(&t);
    if (status)
        fnr_memo_free(made);
    else
        *memo = made;
    return status;
}

fnr_status fnr_memo_load(const fnr_game *game, const char *path, uint64_t bytes, fnr_memo **memo,
                         fnr_error *why)
{
    /* A pipe, say, must not make anyone wait. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) return FNR_OK;
    if (fd < 0) return fnr_fail_errno(why, "open", path);
    fnr_status status = load_from(fd, game, path, bytes, memo, why);
    close(fd);
    return status;
}
