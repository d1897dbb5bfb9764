/* SPDX-License-Identifier: MIT
 *
 * First phase: positions with a capture are final at once, their value is the best over all
 * capturing turns, looked up in slices with fewer stones. Positions without a turn end the game.
 * The others are opened for the second phase.
 *
 * The leader is the same for all cells of a row, so the first steps of captures are listed once a
 * row, as *openings*. Where the follower moves, what an opening takes of the leader is the same for
 * the whole row; where the leader moves, the point it comes to is. In both cases the leader's set
 * after the step is known, and with it the row in which the values after the step are found. */
#include "solve/row.h"

/* ---- Openings of a row ----------------------------------------------------------------------- */

/* A first step that captures. It is possible if the follower has a stone on the point that starts
 * it (the first one captured, or the one that moves) and none on the point it comes to. */
typedef struct opening {
    uint64_t moved;  /* the point left and the point come to */
    uint64_t first;  /* the first point captured */
    uint64_t leader; /* after the step */
    int to;          /* the point come to */
    int direction;   /* of the step */
    int run;         /* the direction of the capture */
    fnr_place place; /* of the leader's set after the step, if that is not empty */
} opening;

enum { GROUP = 64, MAX_OPENINGS = FNR_MAX_POINTS / 2 * FNR_DIRECTIONS * 2 };

/* Sets of openings are words, a word for each group of 64. */
typedef struct openings {
    int count;
    uint64_t starts[MAX_OPENINGS / GROUP][FNR_MAX_POINTS]; /* by group and point: which it starts */
    uint64_t blocks[MAX_OPENINGS / GROUP][FNR_MAX_POINTS]; /* and which it blocks */
    opening opening[MAX_OPENINGS];
} openings;

static void add_opening(openings *o, const fnr_index *index, uint64_t start, opening added)
{
    int group = o->count / GROUP, bit = o->count % GROUP;
    if (bit == 0) {
        memset(o->starts[group], 0, sizeof o->starts[group]);
        memset(o->blocks[group], 0, sizeof o->blocks[group]);
    }
    o->starts[group][fnr_lowest(start)] |= fnr_point(bit);
    o->blocks[group][added.to] |= fnr_point(bit);
    if (added.leader)
        added.place = fnr_orbits_find(index->orbits[fnr_count(added.leader)], index->game,
                                      &index->binomials, added.leader);
    o->opening[o->count++] = added;
}

/* A leader's stone on p steps; the follower's stone on the first point is captured. */
static void find_leader_openings(openings *o, const fnr_pair *pair, uint64_t leader, int p)
{
    const fnr_board *board = &pair->game->board;
    for (int i = 0; i < board->degree[p]; i++) {
        const fnr_way *way = &board->ways[p][i];
        opening step = {.moved = fnr_point(p) | way->to,
                        .to = fnr_lowest(way->to),
                        .direction = way->direction};
        step.leader = leader ^ step.moved;
        if (leader & way->to) continue;
        for (int withdraw = 0; withdraw < 2; withdraw++) {
            step.first = withdraw ? way->behind : way->beyond;
            step.run = way->direction ^ withdraw;
            if (step.first & ~leader) add_opening(o, pair->index, step.first, step);
        }
    }
}

/* A follower's stone steps towards the leader's stone on p, or away from it, on a line. */
static void find_follower_openings(openings *o, const fnr_pair *pair, uint64_t leader, int p)
{
    const fnr_board *board = &pair->game->board;
    for (int i = 0; i < board->degree[p]; i++) {
        const fnr_way *way = &board->ways[p][i];
        uint64_t near = way->to, far = fnr_step(board, near, way->direction);
        opening step = {.moved = near | far, .first = fnr_point(p), .run = way->direction ^ 1};
        step.leader = leader & ~fnr_run(board, step.first, step.run, leader);
        if (!far || (leader & step.moved)) continue;
        for (int withdraw = 0; withdraw < 2; withdraw++) {
            step.to = fnr_lowest(withdraw ? far : near);
            step.direction = way->direction ^ !withdraw;
            add_opening(o, pair->index, withdraw ? near : far, step);
        }
    }
}

static void find_openings(openings *o, const fnr_pair *pair, int half, uint64_t leader)
{
    o->count = 0;
    if (!fnr_has_captures(pair->game)) return;
    for (uint64_t rest = leader; rest; rest = fnr_without_lowest(rest)) {
        if (half == FNR_LEADER_MOVES)
            find_leader_openings(o, pair, leader, fnr_lowest(rest));
        else
            find_follower_openings(o, pair, leader, fnr_lowest(rest));
    }
}

/* The openings of a group that are possible. */
FNR_INNER uint64_t possible(const openings *o, int group, uint64_t follower)
{
    uint64_t started = 0, blocked = 0;
    for (; follower; follower = fnr_without_lowest(follower)) {
        started |= o->starts[group][fnr_lowest(follower)];
        blocked |= o->blocks[group][fnr_lowest(follower)];
    }
    return started & ~blocked;
}

/* ---- The best capture ------------------------------------------------------------------------ */

typedef struct best_capture {
    const fnr_shelf *shelf;
    fnr_code best;
} best_capture;

/* Takes note of the value after a capture; true if it cannot be bettered. */
static inline bool consider(best_capture *b, fnr_code after)
{
    if (after == FNR_CODE_DRAW) b->best = FNR_CODE_DRAW;
    if (after == FNR_CODE_LOSS) b->best = FNR_CODE_WIN;
    return after == FNR_CODE_LOSS;
}

/* Whoever has no stones left has lost. */
static int consider_capture(const fnr_capture *capture, void *context)
{
    best_capture *b = context;
    return consider(b, capture->other ? fnr_shelf_get(b->shelf, capture->other, capture->mover)
                                      : FNR_CODE_LOSS);
}

/* The follower's set after an opening. */
FNR_INNER uint64_t follower_after(const fnr_pair *pair, int half, const opening *step,
                                  uint64_t follower)
{
    if (half == FNR_FOLLOWER_MOVES) return follower ^ step->moved;
    return follower & ~fnr_run(&pair->game->board, step->first, step->run, follower);
}

/* The value after an opening, for the other side. */
FNR_INNER fnr_code value_after(const fnr_pair *pair, int half, const opening *step,
                               uint64_t follower)
{
    int leaders = fnr_count(step->leader), followers = fnr_count(follower);
    if (leaders == 0 || followers == 0) return FNR_CODE_LOSS; /* without stones */
    if (half == FNR_LEADER_MOVES && followers <= leaders)     /* the follower leads now */
        return fnr_shelf_get(pair->shelf, follower, step->leader);
    const fnr_finished *finished = half == FNR_LEADER_MOVES ? &pair->shelf->at[followers][leaders]
                                                            : &pair->shelf->at[leaders][followers];
    uint64_t column = fnr_slice_column(pair->index, &step->place, follower);
    return (fnr_code)fnr_code_get(finished->codes,
                                  step->place.row * finished->slice.columns + column);
}

/* Considers the positions after all possible openings of a group. */
FNR_INNER bool consider_openings(const fnr_pair *pair, int half, const openings *o, int group,
                                 uint64_t live, uint64_t follower, best_capture *b)
{
    for (; live; live = fnr_without_lowest(live)) {
        const opening *step = &o->opening[group * GROUP + fnr_lowest(live)];
        uint64_t left = follower_after(pair, half, step, follower);
        if (consider(b, value_after(pair, half, step, left))) return true;
    }
    return false;
}

/* Considers what prolongs the openings. */
static bool consider_sequences(const fnr_pair *pair, int half, const openings *o, int group,
                               uint64_t live, uint64_t follower, best_capture *b)
{
    for (; live; live = fnr_without_lowest(live)) {
        const opening *step = &o->opening[group * GROUP + fnr_lowest(live)];
        uint64_t left = follower_after(pair, half, step, follower);
        uint64_t mover = half == FNR_LEADER_MOVES ? step->leader : left;
        uint64_t other = half == FNR_LEADER_MOVES ? left : step->leader;
        if (fnr_captures_from(&pair->game->board, mover, other, step->to, step->moved,
                              step->direction, 1, consider_capture, b))
            return true;
    }
    return false;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* What the first phase finds out about a cell. */
typedef struct finding {
    fnr_code code;
    bool open, capture;
} finding;

/* The value of a cell by its captures; found->capture tells whether there are any. */
FNR_INNER void find_captures(const fnr_pair *pair, int half, const openings *o, uint64_t follower,
                             finding *found)
{
    best_capture b = {pair->shelf, FNR_CODE_LOSS};
    uint64_t live[MAX_OPENINGS / GROUP], any = 0;
    int groups = (o->count + GROUP - 1) / GROUP;
    for (int g = 0; g < groups; g++) any |= live[g] = possible(o, g, follower);
    found->capture = any != 0;
    if (!any) return;
    bool won = false;
    for (int g = 0; g < groups && !won; g++)
        won = consider_openings(pair, half, o, g, live[g], follower, &b);
    for (int g = 0; g < groups && !won; g++)
        won = consider_sequences(pair, half, o, g, live[g], follower, &b);
    found->code = b.best;
}

/* The value of a cell without captures. */
static finding find_end(const fnr_pair *pair, int half, uint64_t leader, uint64_t follower)
{
    uint64_t mover = half == FNR_LEADER_MOVES ? leader : follower;
    uint64_t other = half == FNR_LEADER_MOVES ? follower : leader;
    fnr_wdl wdl;
    if (fnr_is_refused(pair->game, mover, other)) return (finding){FNR_CODE_HOLE, false, false};
    if (fnr_has_ended(pair->game, mover, other, &wdl))
        return (finding){fnr_code_of(wdl), false, false};
    return (finding){FNR_CODE_DRAW, true, false};
}

FNR_INNER finding examine(const fnr_walk *walk, int half, const openings *o)
{
    const fnr_pair *pair = walk->pair;
    const fnr_row *row = &walk->row;
    finding found = {FNR_CODE_HOLE, false, false};
    if (row->place.onto != 1 &&
        fnr_slice_column(pair->index, &row->place, walk->follower) != walk->column)
        return found;
    find_captures(pair, half, o, walk->follower, &found);
    return found.capture ? found : find_end(pair, half, row->leader, walk->follower);
}

/* Examines up to 64 cells, the walk being at the first, and writes their word; what is left of it
 * lies between rows. Leaves the walk at the last. Returns how many have a capture. */
FNR_INNER uint64_t examine_word(fnr_walk *walk, int half, const openings *o, fnr_half *h,
                                uint64_t word, int count)
{
    uint64_t codes[2] = {0}, open = 0, captures = 0;
    for (int i = 0; i < 64; i++) {
        finding found = {FNR_CODE_HOLE, false, false};
        if (i > 0 && i < count) fnr_walk_next(walk);
        if (i < count) found = examine(walk, half, o);
        codes[i / 32] |= (uint64_t)found.code << (2 * (i % 32));
        open |= (uint64_t)found.open << i;
        captures += found.capture;
    }
    h->codes[2 * word] = codes[0];
    h->codes[2 * word + 1] = codes[1];
    h->open[word] = open;
    return captures;
}

static uint64_t examine_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    openings o;
    fnr_walk walk;
    uint64_t captures = 0, row_end = 0;
    fnr_walk_start(&walk, pair);
    for (uint64_t cell = first; cell < end; cell += 64) {
        fnr_walk_to(&walk, cell);
        if (walk.row_end != row_end) find_openings(&o, pair, half, walk.row.leader);
        row_end = walk.row_end;
        uint64_t left = pair->columns - walk.column;
        captures +=
            examine_word(&walk, half, &o, &pair->half[half], cell / 64, left < 64 ? (int)left : 64);
    }
    return captures;
}

void fnr_pair_captures(fnr_pair *pair, uint64_t worth)
{
    uint64_t judged = (uint64_t)fnr_pair_judged(pair);
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_task_phase(pair->task, "captures", worth / judged, pair->cells);
        pair->half[half].capture = fnr_pair_sweep(pair, half, NULL, examine_granule);
    }
}
