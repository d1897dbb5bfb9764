/* SPDX-License-Identifier: MIT
 *
 * Checkpoints of proofs, as they are and with their checksum made right: a memory or an error. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "search/memo.h"
#include "target.h"

/* The sum is that of the header and the packed parts; with one part, of all but its size. */
static void seal(uint8_t *bytes, size_t size)
{
    enum { HEADER = 32, SIZE = 4, SUM = 8 };
    XXH3_state_t *sum = XXH3_createState();
    demand(sum && XXH3_64bits_reset(sum) == XXH_OK);
    if (size > HEADER + SIZE + SUM) {
        size_t packed = size - HEADER - SIZE - SUM;
        XXH3_64bits_update(sum, bytes, HEADER);
        XXH3_64bits_update(sum, bytes + HEADER + SIZE, packed);
        fnr_store_le(bytes + HEADER, SIZE, packed);
        fnr_store_le(bytes + size - SUM, SUM, XXH3_64bits_digest(sum));
    }
    XXH3_freeState(sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const fnr_game *game = game_for(2);
    uint8_t *sealed = malloc(size + 1);
    fnr_memo *memo = NULL;
    fnr_error why;
    if (!sealed || !size) {
        free(sealed);
        return 0;
    }
    memcpy(sealed, bytes + 1, size - 1);
    if (bytes[0] & 1) seal(sealed, size - 1);
    const char *path = scratch_file("some.checkpoint", sealed, size - 1);
    free(sealed);
    fnr_status status = fnr_memo_load(game, path, 1 << 16, &memo, &why);
    demand((status == FNR_OK) == (memo != NULL));
    if (memo) demand(fnr_memo_filled(memo) <= 1);
    fnr_memo_free(memo);
    return 0;
}
