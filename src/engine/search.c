/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <stdlib.h>

enum { QUIET_DEPTH = -8 /* how far captures are followed beyond the depth */ };

/* ---- When to stop ---------------------------------------------------------------------------- */

/* Asked for each position; looks at the clock now and then. A look into the tables may take long. */
static bool is_over(fnr_engine *engine)
{
    enum { EVERY = 1 << 8 };
    if (engine->stopped || engine->nodes++ % EVERY) return engine->stopped;
    return fnr_engine_is_late(engine);
}

/* ---- Values without a search ----------------------------------------------------------------- */

static int score_of(fnr_wdl wdl, int win)
{
    return wdl == FNR_WIN ? win : wdl == FNR_LOSS ? -win : 0;
}

/* Whether the position has been on the path, or in the game, with the same side to move. */
static bool repeats(const fnr_engine *engine, const fnr_stand *at)
{
    const uint64_t *here = &engine->path[engine->path_start + (size_t)at->ply];
    for (int back = 2; back <= at->quiet; back += 2)
        if (here[-back] == at->key) return true;
    return false;
}

/* What the tables say. They are asked right after a capture alone: where there are few stones
 * already, a search is to find out how to go on, not only that it can be done. */
static bool ask_tables(fnr_engine *engine, const fnr_stand *at, int *score)
{
    fnr_wdl wdl;
    fnr_error why;
    int stones = fnr_count(at->mover) + fnr_count(at->other);
    if (at->ply == 0 || at->quiet > 0 || !fnr_engine_knows(engine, stones)) return false;
    if (fnr_db_wdl(engine->db, at->mover, at->other, &wdl, &why)) {
        fnr_engine_distrust(engine, &why);
        return false;
    }
    engine->table_hits++;
    *score = score_of(wdl, FNR_SCORE_TABLE - at->ply);
    return true;
}

/* Whether the score is known: by the rules, by repetition or by the tables. */
static bool is_known(fnr_engine *engine, const fnr_stand *at, int *score)
{
    fnr_wdl wdl;
    *score = 0;
    /* The limit is looked at before whether there is a legal turn. */
    if (fnr_at_limit(engine->game, at->plies)) return true;
    if (fnr_has_ended(engine->game, at->mover, at->other, &wdl)) {
        *score = score_of(wdl, FNR_SCORE_WON - at->ply);
        return true;
    }
    if (repeats(engine, at)) return true;
    return ask_tables(engine, at, score);
}

/* ---- What earlier searches have found -------------------------------------------------------- */

/* Under a draw limit, positions with different counters are different. */
static uint64_t hash_key(const fnr_engine *engine, const fnr_stand *at)
{
    bool counts = engine->game->rules.draw_plies > 0;
    return counts ? at->key ^ fnr_mix((uint64_t)at->plies) : at->key;
}

/* Sure scores count plies: from the root in the search, from the position in the memory. */
static int shift_score(int score, int plies)
{
    return score > FNR_SCORE_SURE ? score + plies : score < -FNR_SCORE_SURE ? score - plies : score;
}

static bool recall(const fnr_engine *engine, const fnr_stand *at, int depth, int alpha, int beta,
                   fnr_finding *found, int *score)
{
    if (!fnr_hash_get(engine->hash, hash_key(engine, at), found)) {
        *found = (fnr_finding){.best = 0};
        return false;
    }
    *score = shift_score(found->score, -at->ply);
    if (found->depth < depth) return false;
    if (found->bound == FNR_EXACT) return true;
    return found->bound == FNR_AT_LEAST ? *score >= beta : *score <= alpha;
}

static void remember(fnr_engine *engine, const fnr_stand *at, int depth, fnr_bound bound, int score,
                     uint64_t best)
{
    fnr_finding found = {.best = (uint32_t)best,
                         .score = (int16_t)shift_score(score, at->ply),
                         .depth = (int8_t)depth,
                         .bound = (uint8_t)bound};
    fnr_hash_put(engine->hash, hash_key(engine, at), found);
}

/* ---- The order of moves ---------------------------------------------------------------------- */

static void set_orders(fnr_engine *engine, const fnr_stand *at, size_t base, uint32_t best)
{
    enum { BEST = 1 << 30, KILLER = 1 << 28, STONE = 1 << 20 };
    for (size_t i = base; i < engine->moves.used; i++) {
        fnr_branch *move = &engine->moves.list[i];
        if (best && (uint32_t)move->key == best)
            move->order = BEST;
        else if (move->taken)
            move->order = STONE * move->taken;
        else
            move->order = engine->history[move->from][move->to];
        const uint64_t *killers = engine->killers[at->ply];
        if (move->key == killers[0] || move->key == killers[1]) move->order |= KILLER;
    }
}

/* Brings the best of the moves from i on to place i. */
static void bring_best(fnr_moves *moves, size_t i)
{
    size_t best = i;
    for (size_t k = i + 1; k < moves->used; k++)
        if (moves->list[k].order > moves->list[best].order) best = k;
    fnr_branch move = moves->list[best];
    moves->list[best] = moves->list[i];
    moves->list[i] = move;
}

static void praise(fnr_engine *engine, const fnr_stand *at, const fnr_branch *move, int depth)
{
    enum { MOST = 1 << 18 };
    uint64_t *killers = engine->killers[at->ply];
    if (killers[0] != move->key) {
        killers[1] = killers[0];
        killers[0] = move->key;
    }
    int32_t *good = &engine->history[move->from][move->to];
    if (!move->taken && depth > 0) *good += depth * depth;
    if (*good < MOST) return;
    for (int i = 0; i < FNR_MAX_POINTS; i++)
        for (int k = 0; k < FNR_MAX_POINTS; k++) engine->history[i][k] /= 2;
}

/* ---- Search ---------------------------------------------------------------------------------- */

static int search(fnr_engine *engine, const fnr_stand *at, int depth, int alpha, int beta);

static fnr_stand after(const fnr_stand *at, const fnr_branch *move)
{
    return (fnr_stand){.mover = move->mover,
                       .other = move->other,
                       .key = move->key,
                       .ply = at->ply + 1,
                       .plies = move->taken ? 0 : at->plies + 1,
                       .quiet = move->taken ? 0 : at->quiet + 1};
}

/* The line of play from a ply on: a move, and the line that was found behind it. */
static void keep_line(fnr_engine *engine, int ply, const fnr_branch *move)
{
    int length = ply + 1 < FNR_MAX_PLY ? engine->lengths[ply + 1] : 0;
    if (length > FNR_MAX_PLY - 1) length = FNR_MAX_PLY - 1;
    engine->lines[ply][0] = (fnr_placement){move->mover, move->other};
    memcpy(&engine->lines[ply][1], engine->lines[ply + 1], (size_t)length * sizeof(fnr_placement));
    engine->lengths[ply] = length + 1;
}

/* How much less deep a late move is looked at first. */
static int reduction(const fnr_branch *move, size_t rank, int depth)
{
    if (depth < 3 || rank < 3) return 0;
    if (move->taken) return rank >= 8;
    return 1 + (rank >= 10) + (depth >= 7);
}

/* The score of one move: all but the first are first only compared with the best so far. */
static int search_move(fnr_engine *engine, const fnr_stand *at, const fnr_branch *move, size_t rank,
                       int depth, int alpha, int beta)
{
    fnr_stand next = after(at, move);
    int less = reduction(move, rank, depth), score = beta;
    if (rank > 0) score = -search(engine, &next, depth - 1 - less, -alpha - 1, -alpha);
    if (rank > 0 && less && score > alpha)
        score = -search(engine, &next, depth - 1, -alpha - 1, -alpha);
    if (rank == 0 || (score > alpha && score < beta))
        score = -search(engine, &next, depth - 1, -beta, -alpha);
    return score;
}

/* Searches the moves that have been pushed from `base` on; `best` is what the score is without. */
static int search_moves(fnr_engine *engine, const fnr_stand *at, size_t base, int depth, int alpha,
                        int beta, int best)
{
    int start = alpha;
    uint64_t best_key = 0;
    if (best > alpha) alpha = best;
    /* What is forced does not count as a ply. */
    if (engine->moves.used - base == 1 && depth > 0) depth++;
    for (size_t i = base; i < engine->moves.used && alpha < beta; i++) {
        bring_best(&engine->moves, i);
        fnr_branch move = engine->moves.list[i];
        int score = search_move(engine, at, &move, i - base, depth, alpha, beta);
        if (engine->stopped) return 0;
        if (score <= best) continue;
        best = score;
        best_key = move.key;
        if (score <= alpha) continue;
        alpha = score;
        keep_line(engine, at->ply, &move);
        if (score >= beta) praise(engine, at, &move, depth);
    }
    fnr_bound bound = best >= beta ? FNR_AT_LEAST : best <= start ? FNR_AT_MOST : FNR_EXACT;
    remember(engine, at, depth > 0 ? depth : 0, bound, best, best_key);
    return best;
}

static int search(fnr_engine *engine, const fnr_stand *at, int depth, int alpha, int beta)
{
    int score;
    fnr_finding found;
    engine->lengths[at->ply] = 0;
    engine->path[engine->path_start + (size_t)at->ply] = at->key;
    if (is_over(engine)) return 0;
    if (is_known(engine, at, &score)) return score;
    if (recall(engine, at, depth > 0 ? depth : 0, alpha, beta, &found, &score)) return score;

    uint64_t capturers = fnr_game_capturers(engine->game, at->mover, at->other);
    bool ends = at->ply >= FNR_MAX_PLY - 2 || depth <= QUIET_DEPTH;
    /* Captures are compulsory, so to stand still is no turn; but it says roughly how things are. */
    int still = -FNR_SCORE_WON;
    if (depth <= 0 || ends) still = fnr_evaluate(engine->game, at->mover, at->other);
    if (ends || (depth <= 0 && (!capturers || still >= beta))) return still;

    size_t base = engine->moves.used;
    engine->failed = fnr_moves_push(&engine->moves, at->mover, at->other, capturers, NULL);
    if (engine->failed) engine->stopped = true;
    if (engine->failed) return 0;
    set_orders(engine, at, base, found.best);
    score = search_moves(engine, at, base, depth, alpha, beta, still);
    engine->moves.used = base;
    return score;
}

int fnr_search_candidate(fnr_engine *engine, const fnr_stand *root, size_t i, int depth, int alpha,
                         int beta)
{
    const fnr_branch *move = &engine->candidates[i].move;
    engine->path[engine->path_start] = root->key;
    int score = search_move(engine, root, move, alpha > -FNR_SCORE_WON, depth, alpha, beta);
    keep_line(engine, 0, move);
    return score;
}
