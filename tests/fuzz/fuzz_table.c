/* SPDX-License-Identifier: MIT
 *
 * Files of tables, as they are and with all their checksums made right, in the place of 2v1.wdl or 2v1.dtc of a
 * root with sound tables around it: everything that reads it does so safely. Sealed lies may be told on,
 * and built upon. */
#include <unistd.h>

#include "target.h"
#include "tests/unit/files.h"

/* What the first byte of an input says, in bits. */
enum { DTC = 1, SEALED = 2, BUILT_UPON = 4 };

static const fnr_rules RULES = {.width = 3, .height = 3};

enum { STONES = 4, M = 2, O = 1 };

/* Where the tables are that are played with, and where those are that stay sound. */
static char root[FNR_PATH_SIZE], sound[FNR_PATH_SIZE];

static void seal(uint8_t *bytes, size_t size)
{
    reseal(bytes, size, true);
}

static void probe_all(fnr_db *db)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_index *index = index_of(game);
    fnr_slice slice;
    fnr_error why;
    demand(!fnr_slice_init(&slice, index, M, O, &why));
    for (uint64_t i = 0; i < slice.size; i++) {
        fnr_position position;
        fnr_value value;
        uint64_t mover, other;
        fnr_slice_unrank(&slice, i, &mover, &other);
        fnr_unfold(game, mover, other, FNR_BLACK, &position);
        if (fnr_probe(db, &position, &value, &why) != FNR_OK) continue;
        demand(value.wdl >= FNR_LOSS && value.wdl <= FNR_WIN);
        demand((value.wdl == FNR_DRAW) == (value.dtc == FNR_DTC_NONE));
    }
    fnr_index_free(index);
}

static void ask(void)
{
    const fnr_check_options checking = {.threads = 1};
    fnr_db *db = NULL;
    fnr_error why;
    demand(!fnr_db_open(root, &RULES, &db, &why));
    fnr_status status = fnr_db_check(db, &checking, &why);
    demand(status == FNR_OK || why.text[0]);
    fnr_db_verify(db, &checking, &why);
    probe_all(db);
    fnr_db_close(db);
}

static void build_upon(void)
{
    const fnr_build_options building = {.stones = STONES, .threads = 1};
    const fnr_repack_options packing = {.packed = true, .threads = 1};
    char next[FNR_PATH_SIZE];
    fnr_error why;
    table_path(root, &RULES, 2, 2, FNR_METRIC_WDL, next); /* captures lead to 2v1 */
    demand(unlink(next) == 0);
    fnr_build(root, &RULES, &building, &why);
    fnr_repack(root, &RULES, &packing, &why);
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    const fnr_build_options options = {.stones = STONES, .threads = 1};
    (void)count, (void)words;
    below(scratch(), "root", root);
    below(scratch(), "sound", sound);
    demand(!fnr_build(sound, &RULES, &options, NULL));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!size) return 0;
    copy_root(sound, root);
    scratch_file(bytes[0] & DTC ? "root/3x3-capture/2v1.dtc" : "root/3x3-capture/2v1.wdl", bytes,
                 size, bytes[0] & SEALED ? seal : NULL);
    if (bytes[0] & BUILT_UPON)
        build_upon();
    else
        ask();
    return 0;
}
