/* SPDX-License-Identifier: MIT
 *
 * Checkpoints of proofs, as they are and with their checksum made right: a memory or an error. */
#include "target.h"
#include "tests/unit/proofs.h"

/* With one part, which is as long as it is. */
static void seal(uint8_t *bytes, size_t size)
{
    enum { HEADER = 32, SIZE = 4, SUM = 8 };
    if (size > HEADER + SIZE + SUM) fnr_store_le(bytes + HEADER, SIZE, size - HEADER - SIZE - SUM);
    seal_memo(bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fnr_memo *memo = NULL;
    fnr_error why;
    if (!size) return 0;
    const char *path = scratch_file("some.checkpoint", bytes, size, bytes[0] & 1 ? seal : NULL);
    fnr_status status = fnr_memo_load(game_for(2), path, 1 << 16, &memo, &why);
    demand((status == FNR_OK) == (memo != NULL));
    if (memo) demand(fnr_memo_filled(memo) <= 1);
    fnr_memo_free(memo);
    return 0;
}
