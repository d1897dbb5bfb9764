/* SPDX-License-Identifier: MIT */
#include "solve/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- The file -------------------------------------------------------------------------------- */

enum { VERSION = 1, HEADER_BYTES = 96 };

static const char MAGIC[8] = "FNRPAIR\n";

/* Everything that must be equal for the arrays to mean the same, then how far the work is. */
static void put_header(const fnr_pair *pair, uint8_t bytes[HEADER_BYTES])
{
    const fnr_rules *rules = &pair->game->rules;
    memset(bytes, 0, HEADER_BYTES);
    memcpy(bytes, MAGIC, sizeof MAGIC);
    fnr_store_le(bytes + 8, 2, VERSION);
    fnr_store_le(bytes + 10, 1, FNR_INDEX_ID);
    bytes[11] = (uint8_t)rules->width;
    bytes[12] = (uint8_t)rules->height;
    bytes[13] = (uint8_t)rules->variant;
    bytes[14] = (uint8_t)rules->stalemate;
    bytes[15] = (uint8_t)pair->slice[0].m;
    bytes[16] = (uint8_t)pair->slice[0].o;
    bytes[17] = pair->level_bytes > 0; /* whether with DTC */
    fnr_store_le(bytes + 20, 4, (uint64_t)rules->draw_plies);
    fnr_store_le(bytes + 24, 8, pair->cells);
    fnr_store_le(bytes + 32, 4, FNR_GRANULE);
    fnr_store_le(bytes + 40, 4, pair->level);
    bytes[44] = (uint8_t)pair->level_bytes;
    bytes[45] = pair->judged;
    for (int half = 0; half < 2; half++) {
        fnr_store_le(bytes + 48 + 16 * half, 8, pair->half[half].examined);
        fnr_store_le(bytes + 56 + 16 * half, 8, pair->half[half].capture);
    }
}

enum { WORK = 40 }; /* the bytes before are those that must be equal */

typedef fnr_status (*array_fn)(void *context, void *bytes, size_t size);

static fnr_status pass(array_fn work, void *context, void *array, uint64_t bytes)
{
    enum { PART = 1 << 24 }; /* which the processor's caches hold until it is checksummed */
    fnr_status status = FNR_OK;
    for (uint64_t done = 0; done < bytes && !status; done += PART)
        status = work(context, (uint8_t *)array + done,
                      bytes - done < PART ? (size_t)(bytes - done) : PART);
    return status;
}

/* Passes the arrays of a pair, as far as its header says that they hold something. */
static fnr_status pass_arrays(const fnr_pair *pair, array_fn work, void *context)
{
    fnr_status status = FNR_OK;
    for (int i = 0; i < 2 && !status; i++) {
        const fnr_half *half = &pair->half[i];
        bool mirror = i >= fnr_pair_judged(pair);
        uint64_t cells = half->examined * FNR_GRANULE;
        if (cells > pair->cells || mirror) cells = pair->cells;
        status = pass(work, context, half->codes, cells / 4);
        if (mirror) continue;
        if (!status) status = pass(work, context, half->open, cells / 8);
        if (!status && pair->judged) status = pass(work, context, half->won, cells / 8);
        if (!status && pair->judged) status = pass(work, context, half->lost, cells / 8);
        if (!status && pair->judged)
            status = pass(work, context, half->levels, cells * (uint64_t)pair->level_bytes);
    }
    return status;
}

static fnr_status add_bytes(void *context, void *bytes, size_t size)
{
    (void)bytes;
    *(uint64_t *)context += size;
    return FNR_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct output {
    fnr_outfile file;
    uint64_t offset;
    XXH3_state_t *sum;
    fnr_error *why;
} output;

static fnr_status put(void *context, void *bytes, size_t size)
{
    output *out = context;
    fnr_status status = fnr_outfile_write_at(&out->file, out->offset, bytes, size, out->why);
    out->offset += size;
    XXH3_64bits_update(out->sum, bytes, size);
    return status;
}

static fnr_status put_pair(output *out, const fnr_pair *pair)
{
    uint8_t header[HEADER_BYTES], sum[8];
    put_header(pair, header);
    fnr_status status = put(out, header, sizeof header);
    if (!status) status = pass_arrays(pair, put, out);
    fnr_store_le(sum, sizeof sum, XXH3_64bits_digest(out->sum));
    if (!status) status = put(out, sum, sizeof sum);
    return status;
}

static fnr_status save(fnr_checkpoint *checkpoint, const fnr_pair *pair)
{
    fnr_error *why = &checkpoint->why;
    output out = {.sum = XXH3_createState(), .why = why};
    if (!out.sum) return fnr_fail_memory(why, "a checkpoint");
    XXH3_64bits_reset(out.sum);
    char directory[FNR_PATH_SIZE];
    fnr_status status =
        fnr_store_make_directory(checkpoint->root, &pair->game->rules, directory, why);
    if (!status) status = fnr_outfile_create(checkpoint->path, &out.file, why);
    if (!status) {
        status = put_pair(&out, pair);
        if (status)
            fnr_outfile_abandon(&out.file);
        else
            status = fnr_outfile_commit(&out.file, why);
    }
    XXH3_freeState(out.sum);
    return status;
}

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void set_due(fnr_checkpoint *checkpoint, double took)
{
    enum { SHARE = 20 }; /* writing takes at most one part in so many */
    double wait = took * SHARE;
    checkpoint->due = clock_seconds() + (wait > checkpoint->interval ? wait : checkpoint->interval);
}

void fnr_checkpoint_offer(const fnr_pair *pair)
{
    fnr_checkpoint *checkpoint = pair->checkpoint;
    double start = clock_seconds();
    if (!checkpoint || start < checkpoint->due || fnr_task_stopped(pair->task)) return;
    checkpoint->status = save(checkpoint, pair);
    set_due(checkpoint, clock_seconds() - start);
}

fnr_status fnr_checkpoint_init(fnr_checkpoint *checkpoint, const char *root, const fnr_pair *pair,
                               double interval, fnr_error *why)
{
    *checkpoint = (fnr_checkpoint){.root = root, .interval = interval};
    set_due(checkpoint, 0);
    char name[FNR_TABLE_NAME_SIZE + 16];
    fnr_slice_name(pair->slice[0].m, pair->slice[0].o, name);
    strcat(name, ".checkpoint");
    return fnr_store_file(root, &pair->game->rules, name, checkpoint->path, why);
}

void fnr_checkpoint_remove(const fnr_checkpoint *checkpoint)
{
    unlink(checkpoint->path);
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct input {
    int fd;
    const char *path;
    uint64_t offset;
    XXH3_state_t *sum;
} input;

static fnr_status get(void *context, void *bytes, size_t size)
{
    input *in = context;
    fnr_status status = fnr_file_read_at(in->fd, in->path, in->offset, bytes, size, NULL);
    in->offset += size;
    if (!status) XXH3_64bits_update(in->sum, bytes, size);
    return status;
}

static fnr_status clear(void *context, void *bytes, size_t size)
{
    (void)context;
    memset(bytes, 0, size);
    return FNR_OK;
}

/* Takes over how far the work is; false if no work can be that far. */
static bool get_progress(const uint8_t header[HEADER_BYTES], fnr_pair *pair)
{
    pair->level = (uint32_t)fnr_load_le(header + 40, 4);
    pair->judged = header[45] == 1;
    bool all = true;
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        pair->half[half].examined = fnr_load_le(header + 48 + 16 * half, 8);
        pair->half[half].capture = fnr_load_le(header + 56 + 16 * half, 8);
        if (pair->half[half].examined > pair->granules) return false;
        all &= pair->half[half].examined == pair->granules;
    }
    if (!pair->judged) return pair->level == 0;
    return all && pair->level < UINT16_MAX;
}

static bool get_arrays(input *in, fnr_pair *pair)
{
    struct stat info;
    uint64_t bytes = 0, sum = 0;
    uint8_t stored[8];
    pass_arrays(pair, add_bytes, &bytes);
    if (fstat(in->fd, &info) != 0 || (uint64_t)info.st_size != HEADER_BYTES + bytes + sizeof stored)
        return false;
    if (pass_arrays(pair, get, in)) return false;
    sum = XXH3_64bits_digest(in->sum);
    return fnr_file_read_at(in->fd, in->path, in->offset, stored, sizeof stored, NULL) == FNR_OK &&
           fnr_load_le(stored, sizeof stored) == sum;
}

/* Which granules have something fresh is not in the file. */
static void find_fresh(const fnr_pair *pair, fnr_half *half)
{
    for (uint64_t w = 0; w < pair->cells / 64 && pair->judged; w++)
        if (half->won[w] | half->lost[w]) half->fresh[w * 64 / FNR_GRANULE] = 1;
}

static bool get_pair(input *in, fnr_pair *pair)
{
    uint8_t header[HEADER_BYTES], expected[HEADER_BYTES];
    put_header(pair, expected);
    if (get(in, header, sizeof header) || memcmp(header, expected, WORK) != 0) return false;
    /* Levels that needed two bytes need them again. */
    if (header[44] == 2 && pair->level_bytes == 1 && fnr_pair_widen(pair, NULL)) return false;
    if (header[44] != pair->level_bytes || !get_progress(header, pair)) return false;
    return get_arrays(in, pair);
}

/* Makes a pair what it was before a file that is of no use. */
static void start_again(fnr_pair *pair)
{
    for (int half = 0; half < fnr_pair_judged(pair); half++)
        pair->half[half].examined = pair->granules;
    pair->judged = true;
    pass_arrays(pair, clear, NULL);
    for (int half = 0; half < 2; half++) pair->half[half].examined = pair->half[half].capture = 0;
    pair->judged = false;
    pair->level = 0;
    if (pair->level_bytes == 2) pair->level_bytes = 1; /* in arrays that are larger than needed */
}

bool fnr_checkpoint_load(fnr_checkpoint *checkpoint, fnr_pair *pair)
{
    /* A pipe, say, must not make anyone wait. */
    input in = {.fd = open(checkpoint->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC),
                .path = checkpoint->path,
                .sum = XXH3_createState()};
    bool loaded = false;
    if (in.fd >= 0 && in.sum) {
        XXH3_64bits_reset(in.sum);
        loaded = get_pair(&in, pair);
        if (!loaded) start_again(pair);
    }
    for (int half = 0; half < fnr_pair_judged(pair) && loaded; half++)
        find_fresh(pair, &pair->half[half]);
    XXH3_freeState(in.sum);
    if (in.fd >= 0) close(in.fd);
    return loaded;
}
