/* SPDX-License-Identifier: MIT
 *
 * moves.h: the turns of a position as a search needs them: where they lead, and what they take.
 *
 * Model:   a *move* is the folded position after a turn, as the side to move there sees it. Turns
 *          that lead to the same position are one move. Moves lie on a stack: a search pushes
 *          those of a position, and pops them when it leaves it.
 * Errors:  FNR_ERR_MEMORY; then nothing is pushed.
 * Threads: one thread a stack. */
#ifndef FNR_ENGINE_MOVES_H
#define FNR_ENGINE_MOVES_H

#include "game/game.h"

typedef struct fnr_branch {
    uint64_t mover, other;
    uint64_t key;     /* a hash of these */
    int32_t order;    /* the larger, the earlier it is searched */
    uint8_t taken;    /* stones */
    uint8_t from, to; /* of a paika */
} fnr_branch;

typedef struct fnr_moves {
    const fnr_game *game;
    fnr_branch *list;
    size_t used, capacity;
    uint32_t *slots; /* to find moves that are there already */
} fnr_moves;

uint64_t fnr_move_key(uint64_t mover, uint64_t other);

fnr_status fnr_moves_init(fnr_moves *moves, const fnr_game *game, fnr_error *why);
void fnr_moves_free(fnr_moves *moves);

/* Pushes the moves of a position that has not ended, of which the capturers are known. */
fnr_status fnr_moves_push(fnr_moves *moves, uint64_t mover, uint64_t other, uint64_t capturers,
                          fnr_error *why);

#endif
