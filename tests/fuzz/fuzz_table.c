/* SPDX-License-Identifier: MIT
 *
 * Files of tables, as they are and with all their checksums made right: a value or an error. */
#include <stdlib.h>
#include <string.h>

#include "target.h"
#include "tests/unit/files.h"

static void probe_some(void)
{
    static const char *const POSITIONS[] = {"3/1B1/W1W w", "B1B/3/1W1 b", "BB1/3/2W b"};
    const fnr_game *game = game_for(2);
    fnr_db *db = NULL;
    fnr_error why;
    demand(!fnr_db_open(scratch(), fnr_game_rules(game), &db, &why));
    for (int i = 0; i < 3; i++) {
        fnr_position position;
        fnr_value value;
        demand(!fnr_position_parse(game, POSITIONS[i], &position, NULL));
        if (fnr_probe(db, &position, &value, &why)) continue;
        demand(value.wdl >= FNR_LOSS && value.wdl <= FNR_WIN);
        demand(value.dtc >= FNR_DTC_UNKNOWN);
    }
    fnr_db_close(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint8_t *sealed = malloc(size + 1);
    if (!sealed || size < 1) {
        free(sealed);
        return 0;
    }
    const char *name = bytes[0] & 1 ? "3x3-capture/2v1.wdl" : "3x3-capture/2v1.dtc";
    memcpy(sealed, bytes + 1, size - 1);
    if (bytes[0] & 2) reseal(sealed, size - 1, true);
    scratch_file(name, sealed, size - 1);
    free(sealed);
    probe_some();
    return 0;
}
