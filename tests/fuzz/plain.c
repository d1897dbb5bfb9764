/* SPDX-License-Identifier: MIT
 *
 * plain.c: a driver for the fuzz targets where libFuzzer is not: it changes the seeds at random, in a sequence
 * that is the same every time, and knows nothing of what the target does with them.
 *
 *     fuzz_NAME -runs=N [other options of libFuzzer, without effect] DIRECTORY-OF-SEEDS */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"
#include "tests/unit/files.h"

/* An input with room to grow. */
typedef struct input {
    uint8_t bytes[1 << 14];
    size_t size;
} input;

/* ---- Mutation -------------------------------------------------------------------------------- */

/* A byte that means something to a parser, or any. */
static uint8_t telling_byte(uint64_t *chance)
{
    static const char TELLING[] = "WB.0123456789/ wbaAcde-x\t\xff";
    if (random_below(chance, 4) == 0) return (uint8_t)random_next(chance);
    return (uint8_t)TELLING[random_below(chance, (int)sizeof TELLING)]; /* its end, too */
}

static void insert_byte(input *in, size_t at, uint8_t byte)
{
    if (in->size == sizeof in->bytes) return;
    memmove(in->bytes + at + 1, in->bytes + at, in->size - at);
    in->bytes[at] = byte;
    in->size++;
}

static void remove_byte(input *in, size_t at)
{
    memmove(in->bytes + at, in->bytes + at + 1, in->size - at - 1);
    in->size--;
}

static void repeat_range(input *in, size_t at, size_t length)
{
    if (length > in->size - at) length = in->size - at;
    for (size_t i = 0; i < length; i++) insert_byte(in, at + length + i, in->bytes[at + i]);
}

/* The greatest and the least numbers, and others that a size may not be. */
static void place_number(input *in, size_t at, uint64_t *chance)
{
    static const uint64_t NUMBERS[] = {0, 1, INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
    int width = 1 << random_below(chance, 4);
    if ((size_t)width > in->size - at) return;
    fnr_store_le(in->bytes + at, width, NUMBERS[random_below(chance, 6)]);
}

static void mutate(input *in, uint64_t *chance)
{
    size_t at = in->size > 0 ? (size_t)random_below(chance, (int)in->size) : 0;
    int how = in->size > 0 ? random_below(chance, 9) : 0;
    switch (how) {
    case 0:
    case 1:
        insert_byte(in, at, telling_byte(chance));
        break;
    case 2:
        remove_byte(in, at);
        break;
    case 3:
        in->bytes[at] = telling_byte(chance);
        break;
    case 4:
        in->bytes[at] ^= (uint8_t)(1 << random_below(chance, 8));
        break;
    case 5:
        repeat_range(in, at, (size_t)random_below(chance, 20));
        break;
    case 6:
        in->size = at;
        break;
    case 7:
        place_number(in, at, chance);
        break;
    default:
        in->bytes[at] = (uint8_t)(in->bytes[at] + random_below(chance, 3) - 1);
        break;
    }
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static input read_seed(const char *directory, const char *name)
{
    input in;
    char path[FNR_PATH_SIZE];
    below(directory, name, path);
    content file = file_read(path);
    in.size = file.size < sizeof in.bytes / 2 ? file.size : sizeof in.bytes / 2;
    memcpy(in.bytes, file.bytes, in.size);
    content_free(&file);
    return in;
}

#pragma weak LLVMFuzzerInitialize

int main(int count, char **words)
{
    const char *directory = words[count - 1];
    struct dirent **seeds;
    uint64_t chance = 19;
    long runs = 0;
    for (int i = 1; i < count; i++) sscanf(words[i], "-runs=%ld", &runs);
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&count, &words);
    int found = scandir(directory, &seeds, is_seed, by_name);
    demand(runs > 0 && found > 0);
    for (long i = 0; i < runs; i++) {
        input in = read_seed(directory, seeds[i % found]->d_name);
        for (int m = i < found ? 0 : 1 + random_below(&chance, 5); m > 0; m--) mutate(&in, &chance);
        /* As long as it is, so that a sanitizer sees what is read behind it. */
        uint8_t *bytes = malloc(in.size + (in.size == 0));
        demand(bytes != NULL);
        memcpy(bytes, in.bytes, in.size);
        LLVMFuzzerTestOneInput(bytes, in.size);
        free(bytes);
    }
    for (int i = 0; i < found; i++) free(seeds[i]);
    free(seeds);
    fprintf(stderr, "stat::number_of_executed_units: %ld\n", runs);
    return 0;
}
