/* SPDX-License-Identifier: MIT */
#include "plain.h"

enum { WIN = 10000, BEYOND = 20000 };

uint64_t chance_next(uint64_t *chance)
{
    uint64_t x = *chance += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

typedef struct node {
    const fnr_game *game;
    const fnr_position *position;
    int depth, alpha, beta;
    uint64_t *nodes;
} node;

static int search(const fnr_game *game, const fnr_position *position, int depth, int alpha,
                  int beta, uint64_t *nodes);

static int try_turn(const fnr_turn *turn, void *context)
{
    node *n = context;
    fnr_position after;
    fnr_position_play(n->position, turn, &after);
    int score = -search(n->game, &after, n->depth - 1, -n->beta, -n->alpha, n->nodes);
    if (score > n->alpha) n->alpha = score;
    return n->alpha >= n->beta;
}

/* For the side to move; a nearer win is worth more. */
static int search(const fnr_game *game, const fnr_position *position, int depth, int alpha,
                  int beta, uint64_t *nodes)
{
    fnr_side side = position->side;
    fnr_outcome outcome = fnr_position_outcome(game, position);
    ++*nodes;
    if (outcome == FNR_DRAWN) return 0;
    if (outcome != FNR_GOES_ON)
        return (outcome == FNR_WHITE_WINS) == (side == FNR_WHITE) ? WIN + depth : -WIN - depth;
    if (depth == 0)
        return 100 * (__builtin_popcountll(position->stones[side]) -
                      __builtin_popcountll(position->stones[!side]));
    node n = {game, position, depth, alpha, beta, nodes};
    fnr_turns_visit(game, position, try_turn, &n);
    return n.alpha;
}

typedef struct choice {
    const fnr_game *game;
    const fnr_position *position;
    int depth, best;
    uint64_t equals, *chance, *nodes;
    fnr_turn turn;
} choice;

static int consider(const fnr_turn *turn, void *context)
{
    choice *c = context;
    fnr_position after;
    fnr_position_play(c->position, turn, &after);
    /* What is as good as the best has to be told from what is worse. */
    int score = -search(c->game, &after, c->depth - 1, -BEYOND, -(c->best - 1), c->nodes);
    if (score > c->best) c->equals = 0;
    if (score > c->best) c->best = score;
    if (score == c->best && chance_next(c->chance) % ++c->equals == 0) c->turn = *turn;
    return 0;
}

fnr_turn plain_choose(const fnr_game *game, const fnr_position *position, int depth,
                      uint64_t *chance, uint64_t *nodes)
{
    choice c = {game, position, depth, 1 - BEYOND, 0, chance, nodes, {.steps = 0}};
    fnr_turns_visit(game, position, consider, &c);
    return c.turn;
}
