/* SPDX-License-Identifier: MIT
 *
 * check_proof.c: `fanoron check-proof`: whether a certificate proves what it claims.
 */
#include <stdio.h>

#include "claim.h"
#include "command.h"
#include "message.h"
#include "numbers.h"
#include "progress.h"

struct check {
    struct progress progress; /* first, for progress_proof_step */
    struct claims claims;
};

static void take_claim(const fnr_claim *claim, void *context)
{
    struct check *check = context;
    progress_clear(&check->progress);
    claims_add(&check->claims, claim);
}

static int run_check_proof(const struct settings *settings, int count, char **words)
{
    (void)count;
    struct check check = {.claims = {.as_json = is_given(settings, OPTION_JSON)}};
    const fnr_rules any = {.width = 1, .height = 1};
    const fnr_proof_check_options options = {
        .memory = settings->memory,
        .cache = settings->cache,
        .claim = take_claim,
        .progress = progress_proof_step,
        .context = &check,
    };
    fnr_error why;
    progress_start(&check.progress, &any);
    snprintf(check.progress.name, sizeof check.progress.name, "check-proof");
    fnr_status status = fnr_proof_check(words[0], settings->root, &options, &why);
    progress_clear(&check.progress);
    claims_end(&check.claims, seconds_now() - check.progress.started, 0, status ? why.text : NULL);
    if (status == FNR_ERR_INTERRUPTED) return complain(EXIT_INTERRUPTED, "interrupted");
    return status ? complain_why(&why) : EXIT_FINE;
}

const struct command check_proof_command = {
    .name = "check-proof",
    .arguments = "FILE",
    .summary = "check a certificate, by the rules and the tables alone",
    .details = "Accepts or refuses, and prints what is proven: rules, position, claim, number of\n"
               "nodes, and the tables that it rests on, by the digest of their values (compare\n"
               "'fanoron stats --manifest'; 'fanoron verify' proves the tables). With little\n"
               "memory the file is read more often.\n",
    .example = "fanoron check-proof data/proofs/5x5.proof",
    .options = OPTION_NODES | OPTION_CACHE | OPTION_JSON | OPTION_DB,
    .least = 1,
    .most = 1,
    .run = run_check_proof,
};
