/* SPDX-License-Identifier: MIT
 *
 * proofs.h: what the tests of proofs share: searching, checking, claims that can be changed.
 *
 * Errors:  a helper that cannot do its work fails the test that runs. */
#ifndef FNR_TESTS_PROOFS_H
#define FNR_TESTS_PROOFS_H

#include "files.h"
#include "proof/certificate.h"
#include "search/memo.h"

fnr_db *database_of(const char *root, const fnr_rules *rules);

/* Proves the value of a position with tables of up to `stones` stones, in `memory` bytes. */
fnr_proof prove_value(fnr_db *db, const fnr_position *position, int stones, uint64_t memory,
                      const char *path);

/* Checks a certificate; `memory` 0 means the default. */
fnr_status check_proof(const char *path, const char *root, uint64_t memory, fnr_error *why);

/* Makes the checksum of a checkpoint of a proof right, if it is in one part. */
void seal_memo(uint8_t *bytes, size_t size);

/* A claim as it stands in a file, taken apart. */
typedef struct claim_parts {
    fnr_claim claim;
    fnr_leaned tables[64];
    fnr_record_node *nodes;
    size_t count, capacity;
} claim_parts;

/* The claims of a file, at most two; returns how many. */
int claims_load(const char *path, claim_parts parts[2]);
/* Puts one together again, nodes in order, all checksums right. */
void claim_save(const claim_parts *parts, const char *path);
claim_parts claim_copy(const claim_parts *parts);
void claim_free(claim_parts *parts);

#endif
