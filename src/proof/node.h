/* SPDX-License-Identifier: MIT
 *
 * node.h: what certificates are made of: positions seen by one side's attempt to win.
 *
 * Model:   the *attacker* is the side whose win is proven or ruled out, the *defender* the other. A
 *          node is a folded position and whether its mover is the attacker. Under the symmetries of
 *          the board it stands for all its images; the one that is written is the smallest, by the
 *          mover's stones, then the other's, as numbers.
 *          A *leaf* is a position that the rules or the tables value: it needs no node.
 * Threads: pure functions, but for the probing.
 * Source:  papers/certificates.md */
#ifndef FNR_PROOF_NODE_H
#define FNR_PROOF_NODE_H

#include "probe/db.h"

typedef struct fnr_node {
    uint64_t mover, other;
} fnr_node;

static inline int fnr_node_compare(fnr_node a, fnr_node b)
{
    if (a.mover != b.mover) return a.mover < b.mover ? -1 : 1;
    return a.other == b.other ? 0 : a.other < b.other ? -1 : 1;
}

static inline bool fnr_node_equal(fnr_node a, fnr_node b)
{
    return a.mover == b.mover && a.other == b.other;
}

/* The smallest image of a folded position. */
static inline fnr_node fnr_node_of(const fnr_game *game, uint64_t mover, uint64_t other)
{
    fnr_node least = {mover, other};
    for (int g = 1; g < game->group.order; g++) {
        fnr_node image = {fnr_group_apply(&game->group, g, mover), 0};
        if (image.mover > least.mover) continue;
        image.other = fnr_group_apply(&game->group, g, other);
        if (fnr_node_compare(image, least) < 0) least = image;
    }
    return least;
}

/* The folded position that the other side gets to see. */
static inline fnr_node fnr_node_after(const fnr_game *game, uint64_t mover, uint64_t other)
{
    fnr_pass_turn(game, &mover, &other);
    return fnr_node_of(game, mover, other);
}

/* The tables that may value leaves: by stones of the mover and the other. */
typedef struct fnr_leaves {
    fnr_db *db;
    bool has[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1];
} fnr_leaves;

typedef enum fnr_leaf {
    FNR_NO_LEAF = 0,
    FNR_LEAF_ENDED = 1, /* by the rules */
    FNR_LEAF_TABLE = 2, /* by a table */
} fnr_leaf;

/* Whether a position is a leaf, and with what value for its mover. */
static inline fnr_status fnr_leaf_probe(const fnr_leaves *leaves, fnr_node node, fnr_leaf *leaf,
                                        fnr_wdl *wdl, fnr_error *why)
{
    const fnr_game *game = fnr_db_game(leaves->db);
    *leaf = FNR_NO_LEAF;
    if (fnr_has_ended(game, node.mover, node.other, wdl)) {
        *leaf = FNR_LEAF_ENDED;
        return FNR_OK;
    }
    if (!leaves->has[fnr_count(node.mover)][fnr_count(node.other)]) return FNR_OK;
    *leaf = FNR_LEAF_TABLE;
    return fnr_db_wdl(leaves->db, node.mover, node.other, wdl, why);
}

/* Whether the attacker wins, given the value for the mover. */
static inline bool fnr_is_won(fnr_wdl wdl, bool attacks)
{
    return wdl == (attacks ? FNR_WIN : FNR_LOSS);
}

#endif
