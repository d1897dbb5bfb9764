/* SPDX-License-Identifier: MIT
 *
 * memo.h: what the proof search has found out about nodes, in a memory of fixed size.
 *
 * Model:   for each node the two numbers of proof-number search, seen from its mover: `phi` is how
 *          much is still to be shown until the mover has what it wants, `delta` until it is denied
 *          it; the attacker wants to win, the defender not to lose. 0 means done, FNR_INFINITE never.
 *          "The attacker fails" may be only *presumed*: it then rests on a repetition, and is
 *          believed nowhere but within the search that will certify it.
 * Shapes:  an entry takes 16 bytes, 4 of them a line of the processor's cache. Nodes are known by
 *          128 bits of hash. Where a line is full, the entry that cost least to find makes room.
 * Threads: get and put may be called by many; an entry is seen whole or not at all. */
#ifndef FNR_SEARCH_MEMO_H
#define FNR_SEARCH_MEMO_H

#include "proof/node.h"

enum { FNR_INFINITE = (1 << 20) - 1 };

typedef struct fnr_numbers {
    uint32_t phi, delta; /* at most FNR_INFINITE */
    bool presumed;
} fnr_numbers;

static inline bool fnr_is_solved(fnr_numbers numbers)
{
    return numbers.phi == 0 || numbers.delta == 0;
}

/* Of numbers that are solved: whether the attacker wins. */
static inline bool fnr_attack_succeeds(fnr_numbers numbers, bool attacks)
{
    return (numbers.phi == 0) == attacks;
}

static inline fnr_numbers fnr_solved(bool attack_succeeds, bool attacks, bool presumed)
{
    bool mover_succeeds = attack_succeeds == attacks;
    return (fnr_numbers){mover_succeeds ? 0 : FNR_INFINITE, mover_succeeds ? FNR_INFINITE : 0,
                         presumed};
}

typedef struct fnr_key {
    uint64_t place, check;
} fnr_key;

fnr_key fnr_key_of(fnr_node node, bool attacks);

typedef struct fnr_memo fnr_memo;

/* A memory of about `bytes` bytes, at least 4 KiB. */
fnr_status fnr_memo_new(uint64_t bytes, fnr_memo **memo, fnr_error *why);
void fnr_memo_free(fnr_memo *memo); /* NULL is fine */

void fnr_memo_prefetch(const fnr_memo *memo, fnr_key key);

/* False if nothing is known. */
bool fnr_memo_get(const fnr_memo *memo, fnr_key key, fnr_numbers *numbers);

/* `work` is how many nodes the numbers have cost. */
void fnr_memo_put(fnr_memo *memo, fnr_key key, fnr_numbers numbers, uint64_t work);

/* The share of the memory that is in use, roughly. */
double fnr_memo_filled(const fnr_memo *memo);

/* Takes back what is presumed, or all that is known, of a node. */
void fnr_memo_forget(fnr_memo *memo, fnr_key key);

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* Writes all that is in the memory, for the rules of a game. Others may go on meanwhile. */
fnr_status fnr_memo_save(const fnr_memo *memo, const fnr_game *game, const char *path,
                         fnr_error *why);

/* Makes a memory of about `bytes` bytes of what was saved, from whatever size: what was dearest stays.
 * *memo stays NULL if there is no file. FNR_ERR_CORRUPT, FNR_ERR_FORMAT, FNR_ERR_RULES. */
fnr_status fnr_memo_load(const fnr_game *game, const char *path, uint64_t bytes, fnr_memo **memo,
                         fnr_error *why);

#endif
