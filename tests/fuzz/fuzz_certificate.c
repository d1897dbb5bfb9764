/* SPDX-License-Identifier: MIT
 *
 * Certificates, as they are and with the sums of the first claim made right: accepted or refused. */
#include <xxhash.h>

#include "proof/certificate.h"
#include "target.h"

static void seal(uint8_t *bytes, size_t size)
{
    enum { TABLES = 36, BODY_BYTES = 56, BODY_DIGEST = 72, TABLES_DIGEST = 80, DIGEST = 96 };
    if (size < FNR_CLAIM_BYTES) return;
    size_t tables = fnr_load_le(bytes + TABLES, 4) % 64 * FNR_LEANED_BYTES;
    if (tables > size - FNR_CLAIM_BYTES) tables = 0;
    uint8_t *body = bytes + FNR_CLAIM_BYTES + tables;
    size_t left = size - FNR_CLAIM_BYTES - tables;
    fnr_store_le(bytes + TABLES, 4, tables / FNR_LEANED_BYTES);
    fnr_store_le(bytes + BODY_BYTES, 8, left);
    fnr_store_le(bytes + BODY_DIGEST, 8, XXH3_64bits(body, left));
    fnr_store_le(bytes + TABLES_DIGEST, 8, XXH3_64bits(bytes + FNR_CLAIM_BYTES, tables));
    fnr_store_le(bytes + DIGEST, 8, XXH3_64bits(bytes, DIGEST));
}

static int stop_late(const fnr_proof_progress *now, void *context)
{
    (void)now;
    return ++*(int *)context > 10;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    int patience = 0;
    const fnr_proof_check_options options = {
        .memory = 1 << 16, .cache = 1 << 16, .progress = stop_late, .context = &patience};
    fnr_error why = {.code = FNR_OK};
    if (!size) return 0;
    const char *path = scratch_file("some.proof", bytes, size, bytes[0] & 1 ? seal : NULL);
    fnr_status status = fnr_proof_check(path, "data/tables", &options, &why);
    demand(status == FNR_OK || (why.code == status && why.text[0]));
    return 0;
}
