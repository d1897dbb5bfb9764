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
    /* If the leader has stones after the step: */
    fnr_place place;
    int symmetry;                      /* the first one onto the representative there */
    uint64_t moved_image, first_image; /* under that symmetry */
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
    if (added.leader) {
        const fnr_group *symmetries = &index->game->group;
        added.place = fnr_find_place(index, added.leader);
        added.symmetry = __builtin_ctz(added.place.onto);
        added.moved_image = fnr_group_apply(symmetries, added.symmetry, added.moved);
        added.first_image = fnr_group_apply(symmetries, added.symmetry, added.first);
    }
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

/* The points of the follower's set that an opening changes: what it moves, or what is captured. */
FNR_INNER uint64_t change_by(const fnr_pair *pair, int half, const opening *step, uint64_t follower)
{
    return half == FNR_FOLLOWER_MOVES
               ? step->moved
               : fnr_run(&pair->game->board, step->first, step->run, follower);
}

/* The code of the position after an opening in a slice where the leader still leads. */
FNR_INNER fnr_code code_after(const fnr_walk *walk, int half, const opening *step, uint64_t change,
                              const fnr_finished *finished)
{
    const fnr_pair *pair = walk->pair;
    const fnr_group *group = &pair->game->group;
    const fnr_place *place = &step->place;
    uint64_t image = half == FNR_FOLLOWER_MOVES ? step->moved_image
                     : change == step->first    ? step->first_image
                                                : fnr_group_apply(group, step->symmetry, change);
    image ^= walk->image[step->symmetry];
    uint64_t column = fnr_colex_rank(&pair->index->binomials, fnr_pack(image, place->free));
    for (unsigned onto = place->onto & (place->onto - 1); onto; onto &= onto - 1) {
        image = fnr_group_apply(group, __builtin_ctz(onto), walk->follower ^ change);
        uint64_t rank = fnr_colex_rank(&pair->index->binomials, fnr_pack(image, place->free));
        if (rank < column) column = rank;
    }
    return (fnr_code)fnr_code_get(finished->codes, place->row * finished->slice.columns + column);
}

/* The value after an opening, for the other side. */
FNR_INNER fnr_code value_after(const fnr_walk *walk, int half, const opening *step, uint64_t change)
{
    const fnr_pair *pair = walk->pair;
    uint64_t left = walk->follower ^ change;
    int leaders = fnr_count(step->leader), followers = fnr_count(left);
    if (leaders == 0 || followers == 0) return FNR_CODE_LOSS;
    if (half == FNR_FOLLOWER_MOVES)
        return code_after(walk, half, step, change, &pair->shelf->at[leaders][followers]);
    if (followers > leaders)
        return code_after(walk, half, step, change, &pair->shelf->at[followers][leaders]);
    return fnr_shelf_get(pair->shelf, left, step->leader); /* the follower leads now */
}

/* Considers the positions after all possible openings of a group. */
FNR_INNER bool consider_openings(const fnr_walk *walk, int half, const openings *o, int group,
                                 uint64_t live, best_capture *b)
{
    for (; live; live = fnr_without_lowest(live)) {
        const opening *step = &o->opening[group * GROUP + fnr_lowest(live)];
        uint64_t change = change_by(walk->pair, half, step, walk->follower);
        if (consider(b, value_after(walk, half, step, change))) return true;
    }
    return false;
}

/* Considers what prolongs the openings. */
static bool consider_sequences(const fnr_walk *walk, int half, const openings *o, int group,
                               uint64_t live, best_capture *b)
{
    const fnr_pair *pair = walk->pair;
    for (; live; live = fnr_without_lowest(live)) {
        const opening *step = &o->opening[group * GROUP + fnr_lowest(live)];
        uint64_t left = walk->follower ^ change_by(pair, half, step, walk->follower);
        uint64_t mover = half == FNR_LEADER_MOVES ? step->leader : left;
        uint64_t other = half == FNR_LEADER_MOVES ? left : step->leader;
        if (fnr_captures_from(&pair->game->board, mover, other, step->to, step->moved,
                              step->direction, 1, consider_capture, b))
            return true;
    }
    return false;
}

/* The value of a cell with a capture; false if there is none. */
FNR_INNER bool value_by_captures(fnr_walk *walk, int half, const openings *o, fnr_code *code)
{
    best_capture b = {walk->pair->shelf, FNR_CODE_LOSS};
    uint64_t live[MAX_OPENINGS / GROUP], any = 0;
    int groups = (o->count + GROUP - 1) / GROUP;
    for (int g = 0; g < groups; g++) any |= live[g] = possible(o, g, walk->follower);
    if (!any) return false;
    fnr_walk_images(walk);
    bool won = false;
    for (int g = 0; g < groups && !won; g++) won = consider_openings(walk, half, o, g, live[g], &b);
    for (int g = 0; g < groups && !won; g++)
        won = consider_sequences(walk, half, o, g, live[g], &b);
    *code = b.best;
    return true;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The value of a cell without a capture; false if it has paikas. */
static bool value_by_end(const fnr_pair *pair, int half, const fnr_walk *walk, fnr_code *code)
{
    static const fnr_code CODE[] = {FNR_CODE_LOSS, FNR_CODE_DRAW, FNR_CODE_WIN};
    uint64_t leader = walk->row.leader, follower = walk->follower;
    uint64_t mover = half == FNR_LEADER_MOVES ? leader : follower;
    uint64_t other = half == FNR_LEADER_MOVES ? follower : leader;
    fnr_wdl wdl;
    if (fnr_is_refused(pair->game, mover, other)) {
        *code = FNR_CODE_HOLE;
        return true;
    }
    if (!fnr_has_ended(pair->game, mover, other, &wdl)) return false;
    *code = CODE[wdl + 1];
    return true;
}

static bool is_hole(const fnr_walk *walk)
{
    const fnr_row *row = &walk->row;
    return row->stabiliser != 1 && fnr_slice_column(walk->pair->index, row->leader, row->stabiliser,
                                                    walk->follower) != walk->column;
}

static uint64_t examine_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    openings o;
    fnr_walk walk;
    uint64_t captures = 0, row_end = 0;
    fnr_walk_start(&walk, pair);
    for (uint64_t cell = first; cell < end; cell++) {
        fnr_code code = FNR_CODE_HOLE;
        bool open = false;
        if (cell % pair->stride < pair->columns) {
            fnr_walk_to(&walk, cell);
            if (walk.row_end != row_end) find_openings(&o, pair, half, walk.row.leader);
            row_end = walk.row_end;
            if (is_hole(&walk)) {
            } else if (value_by_captures(&walk, half, &o, &code)) {
                captures++;
            } else if (!value_by_end(pair, half, &walk, &code)) {
                code = FNR_CODE_DRAW;
                open = true;
            }
        }
        h->codes[cell / 32] |= (uint64_t)code << (2 * (cell % 32));
        h->open[cell / 64] |= (uint64_t)open << (cell % 64);
    }
    return captures;
}

void fnr_pair_captures(fnr_pair *pair, uint64_t worth)
{
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_task_phase(pair->task, "captures", worth / (uint64_t)fnr_pair_judged(pair),
                       pair->cells);
        pair->half[half].capture = fnr_pair_sweep(pair, half, NULL, examine_granule);
    }
}
