/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include "chance.h"

enum { WON = 1000 /* more than any number of stones */, BEYOND = 2 * WON };

/* A position whose turns are tried one after another. */
typedef struct node {
    plain *player;
    const fnr_position *position;
    int depth, alpha, beta;
    int best;
    /* At the root alone: a turn with the best score, and how many have it. */
    fnr_turn turn;
    int ties;
} node;

static int search(plain *player, const fnr_position *position, int depth, int alpha, int beta);

static int score_of(node *at, const fnr_turn *turn)
{
    fnr_position after;
    fnr_position_play(at->position, turn, &after);
    return -search(at->player, &after, at->depth - 1, -at->beta, -at->alpha);
}

/* Ends the visit when the other side would not let it come to this. */
static int try_turn(const fnr_turn *turn, void *context)
{
    node *at = context;
    int score = score_of(at, turn);
    if (score > at->best) at->best = score;
    if (score > at->alpha) at->alpha = score;
    return at->alpha >= at->beta;
}

static int count(uint64_t stones)
{
    return __builtin_popcountll(stones);
}

/* A win is worth more the sooner it comes: with more of the depth left. */
static int search(plain *player, const fnr_position *position, int depth, int alpha, int beta)
{
    fnr_side side = position->side;
    fnr_outcome outcome = fnr_position_outcome(player->game, position);
    player->nodes++;
    if (outcome == FNR_DRAWN) return 0;
    if (outcome != FNR_GOES_ON) {
        bool won = outcome == (side == FNR_WHITE ? FNR_WHITE_WINS : FNR_BLACK_WINS);
        return won ? WON + depth : -WON - depth;
    }
    if (depth == 0) return count(position->stones[side]) - count(position->stones[!side]);
    node at = {.player = player,
               .position = position,
               .depth = depth,
               .alpha = alpha,
               .beta = beta,
               .best = -WON - depth};
    fnr_turns_visit(player->game, position, try_turn, &at);
    return at.best;
}

/* Of turns with the same score each is kept with the same chance. Their scores are exact, because
 * alpha is below the best one. */
static int try_first_turn(const fnr_turn *turn, void *context)
{
    node *root = context;
    root->alpha = root->best - 1;
    int score = score_of(root, turn);
    if (score > root->best) root->ties = 0;
    if (score < root->best) return 0;
    root->best = score;
    if (chance_below(&root->player->chance, ++root->ties) == 0) root->turn = *turn;
    return 0;
}

fnr_turn plain_think(plain *player, const fnr_position *position)
{
    node root = {.player = player,
                 .position = position,
                 .depth = player->depth,
                 .beta = BEYOND,
                 .best = -BEYOND};
    fnr_turns_visit(player->game, position, try_first_turn, &root);
    return root.turn;
}
