/* SPDX-License-Identifier: MIT
 *
 * Checkpoints of builds, as they are and with their checksum made right: one that is not taken up changes
 * nothing; one that is, the pair can be solved from, to whatever end. The seeds, checkpoints of all
 * moments, it makes itself. */
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "target.h"
#include "tests/unit/pairs.h"

/* What the first byte of an input says, in bits. */
enum { SQUARE = 1, SEALED = 2, WITH_DTC = 4, CHOICES = 8 };

static garden g;

static int few(int choice)
{
    return choice & SQUARE ? 2 : 1;
}

static const char *file_name(int choice)
{
    return choice & SQUARE ? "3x3-capture/2v2.checkpoint" : "3x3-capture/1v2.checkpoint";
}

/* The last word is the directory of the seeds. */
int LLVMFuzzerInitialize(int *count, char ***words)
{
    enum { MOMENTS = 12 };
    static const fnr_rules RULES = {.width = 3, .height = 3};
    garden_new(&g, scratch(), &RULES, 4);
    for (int i = 0; i < MOMENTS * CHOICES; i++) {
        char path[FNR_PATH_SIZE], name[32], seed[FNR_PATH_SIZE];
        uint8_t input[1 << 12] = {(uint8_t)(i % CHOICES)};
        fnr_pair pair;
        go_on(&g, few(i), 2, i & WITH_DTC, UINT8_MAX, 1 + i / CHOICES, &pair);
        fnr_pair_free(&pair);
        below(scratch(), file_name(i), path);
        if (access(path, F_OK) != 0) continue; /* before the first, or it had come to its end */
        content kept = file_read(path);
        demand(kept.size < sizeof input);
        memcpy(input + 1, kept.bytes, kept.size);
        snprintf(name, sizeof name, "%d", i);
        below((*words)[*count - 1], name, seed);
        file_write(seed, input, kept.size + 1);
        content_free(&kept);
        unlink(path);
    }
    return 0;
}

static void seal(uint8_t *bytes, size_t size)
{
    enum { SUM = 8 };
    if (size >= SUM) fnr_store_le(bytes + size - SUM, SUM, XXH3_64bits(bytes, size - SUM));
}

static void load_and_solve(int choice)
{
    bool with_dtc = choice & WITH_DTC;
    fnr_pair whole, pair;
    fnr_checkpoint checkpoint;
    pair_new(&g, few(choice), 2, with_dtc, &pair);
    demand(!fnr_checkpoint_init(&checkpoint, g.root, &pair, 1e9, NULL));
    bool loaded = fnr_checkpoint_load(&checkpoint, &pair);
    solve(&pair);
    if (!loaded) {
        pair_new(&g, few(choice), 2, with_dtc, &whole);
        solve(&whole);
        assert_same_pairs(&whole, &pair);
        fnr_pair_free(&whole);
    }
    fnr_pair_free(&pair);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!size) return 0;
    scratch_file(file_name(bytes[0]), bytes, size, bytes[0] & SEALED ? seal : NULL);
    load_and_solve(bytes[0]);
    return 0;
}
