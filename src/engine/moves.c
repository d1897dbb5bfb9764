/* SPDX-License-Identifier: MIT */
#include "engine/moves.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1 << 12, SLOTS = 1 << 10 /* a power of two */ };

uint64_t fnr_move_key(uint64_t mover, uint64_t other)
{
    return fnr_mix(mover ^ fnr_mix(other ^ UINT64_C(0x9e3779b97f4a7c15)));
}

fnr_status fnr_moves_init(fnr_moves *moves, const fnr_game *game, fnr_error *why)
{
    *moves = (fnr_moves){.game = game, .capacity = FIRST_CAPACITY};
    moves->list = malloc(FIRST_CAPACITY * sizeof *moves->list);
    moves->slots = calloc(SLOTS, sizeof *moves->slots);
    if (moves->list && moves->slots) return FNR_OK;
    fnr_moves_free(moves);
    return fnr_fail_memory(why, "the moves of a search");
}

void fnr_moves_free(fnr_moves *moves)
{
    free(moves->list);
    free(moves->slots);
    moves->list = NULL;
    moves->slots = NULL;
}

typedef struct generation {
    fnr_moves *moves;
    size_t base;
    uint64_t enemy; /* before the turn */
    fnr_status status;
    fnr_error *why;
} generation;

static fnr_status make_room(fnr_moves *moves, fnr_error *why)
{
    if (moves->used < moves->capacity) return FNR_OK;
    fnr_branch *more = realloc(moves->list, 2 * moves->capacity * sizeof *more);
    if (!more) return fnr_fail_memory(why, "the moves of a search");
    moves->list = more;
    moves->capacity *= 2;
    return FNR_OK;
}

/* Whether a move has been pushed since `base`. A slot holds its place; what is left there by others
 * is told by looking. Places that clash are given up: a move that is there twice does no harm. */
static bool is_there(const generation *g, const fnr_branch *move)
{
    fnr_moves *moves = g->moves;
    uint32_t *slot = &moves->slots[move->key & (SLOTS - 1)];
    if (*slot >= g->base && *slot < moves->used) {
        const fnr_branch *there = &moves->list[*slot];
        if (there->mover == move->mover && there->other == move->other) return true;
    }
    *slot = (uint32_t)moves->used;
    return false;
}

/* Adds the move after which these are the stones of the side that has moved, and of the other. */
static int add(generation *g, uint64_t mover, uint64_t other, int from, int to)
{
    fnr_moves *moves = g->moves;
    fnr_branch move = {.mover = mover, .other = other, .from = (uint8_t)from, .to = (uint8_t)to};
    move.taken = (uint8_t)fnr_count(g->enemy & ~other);
    fnr_pass_turn(moves->game, &move.mover, &move.other);
    move.key = fnr_move_key(move.mover, move.other);
    g->status = make_room(moves, g->why);
    if (g->status) return 1;
    if (!is_there(g, &move)) moves->list[moves->used++] = move;
    return 0;
}

static int add_capture(const fnr_capture *capture, void *context)
{
    return add(context, capture->mover, capture->other, capture->from, capture->to);
}

static void add_paikas(generation *g, uint64_t mover, uint64_t other)
{
    const fnr_board *board = &g->moves->game->board;
    uint64_t empty = board->full & ~(mover | other);
    for (uint64_t left = mover; left; left = fnr_without_lowest(left)) {
        int from = fnr_lowest(left);
        for (uint64_t to = board->near[from] & empty; to; to = fnr_without_lowest(to)) {
            uint64_t moved = mover ^ fnr_point(from) ^ (to & -to);
            if (add(g, moved, other, from, fnr_lowest(to))) return;
        }
    }
}

fnr_status fnr_moves_push(fnr_moves *moves, uint64_t mover, uint64_t other, uint64_t capturers,
                          fnr_error *why)
{
    generation g = {moves, moves->used, other, FNR_OK, why};
    if (capturers)
        fnr_captures_visit(&moves->game->board, mover, other, capturers, add_capture, &g);
    else
        add_paikas(&g, mover, other);
    if (g.status) moves->used = g.base;
    return g.status;
}
