/* SPDX-License-Identifier: MIT
 *
 * claim.h: what a certificate proves, as text or as JSON.
 */
#ifndef TOOLS_CLAIM_H
#define TOOLS_CLAIM_H

#include "command.h"
#include "json.h"

/* The claims of one certificate, as they come. */
struct claims {
    bool as_json;
    struct json json;
    unsigned count;
    fnr_claim first; /* without its tables */
    bool both;       /* neither side can win: a draw */
};

/* Prints a claim. */
void claims_add(struct claims *claims, const fnr_claim *claim);

/* Prints what all of them say together, and how long it took; of JSON, closes it. `error` (may be
 * NULL) is why there is nothing to say. */
void claims_end(struct claims *claims, double seconds, uint64_t searched, const char *error);

#endif
