/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <stdlib.h>
#include <time.h>

enum { BEYOND = FNR_SCORE_WON + 1 };

/* ---- Beginning and end ----------------------------------------------------------------------- */

static fnr_status prepare(fnr_engine *engine, const fnr_rules *rules, fnr_db *db, uint64_t memory,
                          fnr_error *why)
{
    if (db && !fnr_rules_equal(rules, &fnr_db_game(db)->rules))
        return fnr_fail(why, FNR_ERR_RULES, "the tables are for other rules than the engine");
    fnr_status status = fnr_game_new(rules, &engine->game, why);
    engine->db = db;
    if (!status && db) status = fnr_db_reach(db, 0, &engine->reach, why);
    if (!status) status = fnr_moves_init(&engine->moves, engine->game, why);
    if (!status) status = fnr_hash_new(memory ? memory : FNR_ENGINE_BYTES, &engine->hash, why);
    return status;
}

fnr_status fnr_engine_new(const fnr_rules *rules, fnr_db *db, uint64_t memory, fnr_engine **engine,
                          fnr_error *why)
{
    fnr_engine *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "an engine");
    fnr_status status = prepare(made, rules, db, memory, why);
    if (status)
        fnr_engine_free(made);
    else
        *engine = made;
    return status;
}

void fnr_engine_free(fnr_engine *engine)
{
    if (!engine) return;
    fnr_hash_free(engine->hash);
    fnr_moves_free(&engine->moves);
    fnr_game_free(engine->game);
    free(engine);
}

const fnr_game *fnr_engine_game(const fnr_engine *engine)
{
    return engine->game;
}

int fnr_engine_reach(const fnr_engine *engine)
{
    return engine->reach;
}

void fnr_engine_forget(fnr_engine *engine)
{
    fnr_hash_clear(engine->hash);
    memset(engine->history, 0, sizeof engine->history);
    memset(engine->killers, 0, sizeof engine->killers);
}

int fnr_engine_evaluate(const fnr_engine *engine, const fnr_position *position)
{
    uint64_t mover, other;
    fnr_wdl wdl;
    fnr_fold(engine->game, position, &mover, &other);
    if (fnr_has_ended(engine->game, mover, other, &wdl))
        return wdl == FNR_WIN ? FNR_SCORE_WON : wdl == FNR_LOSS ? -FNR_SCORE_WON : 0;
    return fnr_evaluate(engine->game, mover, other);
}

double fnr_engine_seconds(const fnr_engine *engine)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - engine->started;
}

bool fnr_engine_is_late(fnr_engine *engine)
{
    const fnr_think_options *options = engine->options;
    engine->stopped |= options->stop && options->stop(options->context);
    engine->stopped |= options->nodes && engine->nodes >= options->nodes;
    engine->stopped |= options->seconds > 0 && fnr_engine_seconds(engine) >= options->seconds;
    return engine->stopped;
}

void fnr_engine_distrust(fnr_engine *engine, const fnr_error *why)
{
    if (!engine->trouble.code) engine->trouble = *why;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

/* `slots` finds candidates by their keys: places + 1, twice as many as there may be candidates. */
typedef struct gathering {
    fnr_engine *engine;
    const fnr_position *position;
    size_t capacity, visited;
    size_t *slots;
    fnr_status status;
    fnr_error *why;
} gathering;

/* The slot of a key: that of its candidate, or an empty one. */
static size_t *slot_of(const gathering *g, uint64_t key)
{
    size_t slots = 2 * g->capacity, i = key % slots;
    while (g->slots[i] && g->engine->candidates[g->slots[i] - 1].move.key != key)
        i = (i + 1) % slots;
    return &g->slots[i];
}

static fnr_status make_room(gathering *g)
{
    fnr_engine *engine = g->engine;
    if (engine->candidate_count < g->capacity) return FNR_OK;
    size_t capacity = g->capacity ? 2 * g->capacity : 64;
    fnr_candidate *more = realloc(engine->candidates, capacity * sizeof *more);
    if (more) engine->candidates = more;
    size_t *slots = more ? calloc(2 * capacity, sizeof *slots) : NULL;
    if (!slots) return fnr_fail_memory(g->why, "the turns of a position");
    free(g->slots);
    g->slots = slots;
    g->capacity = capacity;
    for (size_t i = 0; i < engine->candidate_count; i++)
        *slot_of(g, engine->candidates[i].move.key) = i + 1;
    return FNR_OK;
}

/* A position may have very many turns, which are not waited for. */
static int add_candidate(const fnr_turn *turn, void *context)
{
    enum { EVERY = 1 << 10 };
    gathering *g = context;
    fnr_engine *engine = g->engine;
    if (++g->visited % EVERY == 0 && fnr_engine_is_late(engine)) return 1;
    fnr_candidate added = {.turn = *turn};
    fnr_branch *move = &added.move;
    fnr_position_play(g->position, turn, &added.after);
    fnr_fold(engine->game, &added.after, &move->mover, &move->other);
    move->key = fnr_move_key(move->mover, move->other);
    move->taken = (uint8_t)fnr_count(turn->captured);
    move->from = turn->point[0];
    move->to = turn->point[turn->steps];
    g->status = make_room(g);
    if (g->status) return 1;
    size_t *slot = slot_of(g, move->key);
    if (*slot) return 0;
    added.score = -fnr_engine_evaluate(engine, &added.after);
    engine->candidates[engine->candidate_count++] = added;
    *slot = engine->candidate_count;
    return 0;
}

/* The more promising first. */
static int compare_candidates(const void *left, const void *right)
{
    const fnr_candidate *a = left, *b = right;
    if (a->score != b->score) return b->score - a->score;
    return a->move.key < b->move.key ? -1 : a->move.key > b->move.key;
}

static fnr_status gather(fnr_engine *engine, const fnr_position *position, fnr_error *why)
{
    gathering g = {.engine = engine, .position = position, .why = why};
    fnr_turns_visit(engine->game, position, add_candidate, &g);
    free(g.slots);
    if (!g.status)
        qsort(engine->candidates, engine->candidate_count, sizeof *engine->candidates,
              compare_candidates);
    return g.status;
}

/* ---- The path -------------------------------------------------------------------------------- */

uint64_t fnr_engine_key(const fnr_engine *engine, const fnr_position *position)
{
    uint64_t mover, other;
    fnr_fold(engine->game, position, &mover, &other);
    return fnr_move_key(mover, other);
}

static int count_stones(const fnr_position *position)
{
    return fnr_count(position->stones[0] | position->stones[1]);
}

/* The end of the history, in which nothing was captured, is where repetitions may come from. */
static fnr_status lay_path(fnr_engine *engine, const fnr_position *position, fnr_error *why)
{
    const fnr_position *history = engine->options->history;
    size_t count = history ? engine->options->history_count : 0, first = count;
    int stones = count_stones(position);
    while (first > 0 && count_stones(&history[first - 1]) == stones) first--;
    engine->path_start = count - first;
    engine->path = malloc((engine->path_start + FNR_MAX_PLY + 1) * sizeof *engine->path);
    if (!engine->path) return fnr_fail_memory(why, "the history of a game");
    for (size_t i = first; i < count; i++)
        engine->path[i - first] = fnr_engine_key(engine, &history[i]);
    return FNR_OK;
}

int fnr_engine_visits(const fnr_engine *engine, uint64_t key, int ahead)
{
    int count = 0;
    for (size_t back = 1; back <= engine->path_start; back++)
        count += (back + (size_t)ahead) % 2 == 0 && engine->path[engine->path_start - back] == key;
    return count;
}

/* ---- What is reported ------------------------------------------------------------------------ */

typedef struct translation {
    const fnr_game *game;
    fnr_position position;
    fnr_placement wanted;
    fnr_turn *turn;
} translation;

static int take_if_wanted(const fnr_turn *turn, void *context)
{
    translation *t = context;
    fnr_position after;
    fnr_placement there;
    fnr_position_play(&t->position, turn, &after);
    fnr_fold(t->game, &after, &there.mover, &there.other);
    if (there.mover != t->wanted.mover || there.other != t->wanted.other) return 0;
    *t->turn = *turn;
    t->position = after;
    return 1;
}

/* The line of play from the root as turns, in engine->line; returns its length. */
static size_t translate_line(fnr_engine *engine, const fnr_position *position)
{
    translation t = {.game = engine->game, .position = *position};
    int length = 0;
    for (; length < engine->lengths[0]; length++) {
        t.wanted = engine->lines[0][length];
        t.turn = &engine->line[length];
        if (!fnr_turns_visit(engine->game, &t.position, take_if_wanted, &t)) break;
    }
    return (size_t)length;
}

static fnr_thought thought_of(const fnr_engine *engine, size_t i, int depth, size_t length)
{
    return (fnr_thought){.rank = (int)i + 1,
                         .depth = depth,
                         .score = engine->candidates[i].score,
                         .line = engine->line,
                         .length = length,
                         .nodes = engine->nodes,
                         .table_hits = engine->table_hits,
                         .seconds = fnr_engine_seconds(engine)};
}

static void report(const fnr_engine *engine, const fnr_thought *thought)
{
    if (engine->options->thought) engine->options->thought(thought, engine->options->context);
}

/* ---- Deeper and deeper ----------------------------------------------------------------------- */

/* Candidate i goes to place `rank`; those between move on. */
static void promote(fnr_engine *engine, size_t i, size_t rank)
{
    fnr_candidate candidate = engine->candidates[i];
    memmove(&engine->candidates[rank + 1], &engine->candidates[rank],
            (i - rank) * sizeof candidate);
    engine->candidates[rank] = candidate;
}

/* Finds the best of the candidates from `rank` on; *length is that of its line. */
static void find_best(fnr_engine *engine, const fnr_position *position, const fnr_stand *root,
                      size_t rank, size_t count, int depth, size_t *length)
{
    int alpha = -BEYOND;
    for (size_t i = rank; i < count; i++) {
        int score = fnr_search_candidate(engine, root, i, depth, alpha, BEYOND);
        if (engine->stopped) return;
        if (score <= alpha) continue;
        alpha = score;
        engine->candidates[i].score = score;
        *length = translate_line(engine, position);
        promote(engine, i, rank);
    }
}

/* Whether there is no reason to look deeper. */
static bool is_enough(const fnr_engine *engine, size_t count, int depth)
{
    const fnr_think_options *options = engine->options;
    int score = abs(engine->candidates[0].score);
    bool timed = options->seconds > 0 || options->aim > 0;
    int sure = score > FNR_SCORE_TABLE ? FNR_SCORE_WON : FNR_SCORE_TABLE;
    if (options->lines <= 1 && score > FNR_SCORE_SURE && depth > sure - score) return true;
    if (count == 1 && timed) return true;
    return options->aim > 0 && fnr_engine_seconds(engine) >= options->aim;
}

static void deepen(fnr_engine *engine, const fnr_position *position, const fnr_stand *root,
                   size_t count, fnr_choice *choice)
{
    const fnr_think_options *options = engine->options;
    size_t lines = options->lines > 1 ? (size_t)options->lines : 1, length = 1;
    int most =
        options->depth > 0 && options->depth < FNR_MAX_DEPTH ? options->depth : FNR_MAX_DEPTH;
    bool enough = false;
    engine->line[0] = engine->candidates[0].turn;
    choice->thought = thought_of(engine, 0, 0, 1);
    for (int depth = 1; depth <= most && !enough; depth++) {
        for (size_t rank = 0; rank < lines && rank < count && !engine->stopped; rank++) {
            find_best(engine, position, root, rank, count, depth, &length);
            fnr_thought thought = thought_of(engine, rank, depth, length);
            if (!engine->stopped) report(engine, &thought);
            if (rank == 0 && !engine->stopped) choice->thought = thought;
        }
        enough = engine->stopped || is_enough(engine, count, depth);
    }
}

/* ---- The call -------------------------------------------------------------------------------- */

static fnr_status think(fnr_engine *engine, const fnr_position *position, fnr_choice *choice,
                        fnr_error *why)
{
    fnr_stand root = {.plies = position->plies > 0 ? position->plies : 0};
    bool sure;
    size_t count;
    fnr_status status = lay_path(engine, position, why);
    if (status) return status;
    root.quiet = (int32_t)engine->path_start;
    fnr_fold(engine->game, position, &root.mover, &root.other);
    root.key = fnr_move_key(root.mover, root.other);
    engine->path[engine->path_start] = root.key;
    status = gather(engine, position, why);
    if (!status) status = fnr_choose(engine, position, &sure, &count, why);
    if (status) return status;
    size_t lines = engine->options->lines > 1 ? (size_t)engine->options->lines : 1;
    for (size_t i = 0; sure && i < lines && i < count; i++) {
        fnr_thought thought = thought_of(engine, i, 0, fnr_choose_line(engine, i));
        report(engine, &thought);
        if (i == 0) choice->thought = thought;
    }
    if (!sure) deepen(engine, position, &root, count, choice);
    if (engine->failed) return fnr_fail_memory(why, "a search");
    choice->turn = engine->candidates[0].turn;
    choice->thought.nodes = engine->nodes;
    choice->thought.table_hits = engine->table_hits;
    choice->thought.seconds = fnr_engine_seconds(engine);
    choice->thought.line = NULL;
    choice->trouble = engine->trouble;
    return FNR_OK;
}

static fnr_status check_arguments(const fnr_engine *engine, const fnr_position *position,
                                  const fnr_think_options *options, fnr_error *why)
{
    fnr_status status = fnr_position_check(engine->game, position, why);
    if (status) return status;
    if (options->depth < 0 || options->lines < 0 || !(options->seconds >= 0) ||
        !(options->aim >= 0))
        return fnr_fail(why, FNR_ERR_ARGUMENT, "depth, lines and seconds are at least 0");
    if (fnr_position_outcome(engine->game, position) != FNR_GOES_ON)
        return fnr_fail(why, FNR_ERR_POSITION, "the game is over");
    return FNR_OK;
}

fnr_status fnr_engine_think(fnr_engine *engine, const fnr_position *position,
                            const fnr_think_options *options, fnr_choice *choice, fnr_error *why)
{
    fnr_choice made = {.trouble = {.code = FNR_OK}};
    fnr_status status = check_arguments(engine, position, options, why);
    if (status) return status;
    engine->options = options;
    engine->started = 0;
    engine->started = fnr_engine_seconds(engine);
    engine->nodes = engine->table_hits = 0;
    engine->stopped = false;
    engine->failed = FNR_OK;
    engine->trouble = (fnr_error){.code = FNR_OK};
    engine->moves.used = 0;
    engine->candidate_count = 0;
    fnr_hash_grow_old(engine->hash);
    status = think(engine, position, &made, why);
    free(engine->candidates);
    free(engine->path);
    engine->candidates = NULL;
    engine->path = NULL;
    if (!status) *choice = made;
    return status;
}
