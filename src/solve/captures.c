/* SPDX-License-Identifier: MIT
 *
 * First phase: positions with a capture are final at once, their value is the best over all
 * capturing turns, looked up in slices with fewer stones. Positions without a turn end the game.
 * The others are opened for the second phase.
 *
 * A capturing sequence is a path like any other: it is open to the cells whose follower has stones
 * on some points and none on others, and what is left of both sides at its end is the same for all
 * of them. (Where the leader moves, a step that takes two stones is not the path of one that takes
 * three.) First steps, the *openings*, are listed once a row. Sequences grow from them step by
 * step, as long as there are cells that can go them and are not won yet. */
#include "solve/batch.h"
#include "solve/checkpoint.h"

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A capturing sequence: the path, and where the moving stone has come to. */
typedef struct sequence {
    fnr_path path;    /* its place is found when it is gone */
    uint64_t visited; /* the points that the stone must not come to again */
    int at;           /* the point where it is */
    int direction;    /* of the last step; -1: none yet */
} sequence;

/* A stone on a line of n points has at most n - 2 captures along it, by number of stones and in
 * both directions together, by approach and as many by withdrawal; all lines through a point have
 * fewer than 64 points. */
enum { MAX_OPENINGS = FNR_MAX_POINTS / 2 * 2 * FNR_MAX_POINTS };

/* What one thread works with. */
typedef struct desk {
    fnr_batch batch;
    int half;
    int count;
    sequence opening[MAX_OPENINGS];
    /* Of the cells of the batch: */
    fnr_cells positions; /* those that are no holes */
    fnr_cells captures;  /* who can capture */
    fnr_cells won;       /* by a capture */
    fnr_cells drawn;     /* by a capture, at least */
    /* For DTW every capture is looked at, and these are found for each cell: */
    bool measures;
    uint16_t nearest[FNR_BATCH];  /* the least DTW of a lost position that a capture leads to */
    uint16_t farthest[FNR_BATCH]; /* the largest of a won one */
} desk;

typedef void (*step_fn)(desk *d, sequence *longer, const void *context);

/* The leader captures in direction `run`, from `first` on: one step for each number of stones. */
static void visit_leader_steps(desk *d, const sequence *before, const fnr_way *way, uint64_t first,
                               int run, step_fn visit, const void *context)
{
    const fnr_board *board = &d->batch.pair->game->board;
    sequence longer = *before;
    fnr_path *path = &longer.path;
    uint64_t empty = path->moved, blocked = path->blocked | (way->to & ~empty);
    longer.visited |= way->to;
    longer.at = fnr_lowest(way->to);
    longer.direction = way->direction;
    path->leader ^= fnr_point(before->at) | way->to;
    /* Points that the leader ever held, or that were captured before, have nothing to capture. */
    for (first &= d->batch.place.free; first & ~(empty | blocked);
         first = path->blocked & ~blocked) {
        path->needs = path->moved = path->moved | first;
        path->blocked = blocked | (fnr_step(board, first, run) & d->batch.place.free & ~empty);
        if (--path->followers < 0) return;
        visit(d, &longer, context);
    }
}

/* The follower captures in direction `run`, from `first` on. */
static void visit_follower_step(desk *d, const sequence *before, const fnr_way *way, uint64_t first,
                                int run, step_fn visit, const void *context)
{
    sequence longer = *before;
    uint64_t taken = fnr_run(&d->batch.pair->game->board, first, run, before->path.leader);
    if (!taken) return;
    longer.visited |= way->to;
    longer.at = fnr_lowest(way->to);
    longer.direction = way->direction;
    longer.path.leader ^= taken;
    longer.path.blocked |= way->to;
    longer.path.moved ^= fnr_point(before->at) | way->to;
    visit(d, &longer, context);
}

/* Visits every sequence that is one step longer. */
static void visit_steps(desk *d, const sequence *before, step_fn visit, const void *context)
{
    const fnr_board *board = &d->batch.pair->game->board;
    for (int i = 0; i < board->degree[before->at]; i++) {
        const fnr_way *way = &board->ways[before->at][i];
        int direction = way->direction;
        if (direction == before->direction || (way->to & (before->path.leader | before->visited)))
            continue;
        if (d->half == FNR_LEADER_MOVES) {
            visit_leader_steps(d, before, way, way->beyond, direction, visit, context);
            visit_leader_steps(d, before, way, way->behind, direction ^ 1, visit, context);
        } else {
            visit_follower_step(d, before, way, way->beyond, direction, visit, context);
            visit_follower_step(d, before, way, way->behind, direction ^ 1, visit, context);
        }
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Whether the leader is still the leader at the end of a path, the other side being to move. */
static bool leads(const desk *d, const fnr_path *path)
{
    return fnr_count(path->leader) < path->followers + (d->half == FNR_FOLLOWER_MOVES);
}

static void find_place(const desk *d, fnr_path *path)
{
    const fnr_pair *pair = d->batch.pair;
    if (path->leader && path->followers > 0 && leads(d, path))
        path->place = fnr_orbits_find(pair->index->orbits[fnr_count(path->leader)], pair->game,
                                      &pair->index->binomials, path->leader);
}

/* Takes note of the distances at the end of a path; `after` is NULL where the game ends there. */
static void measure(desk *d, const fnr_finished *after, const fnr_cells *won, const fnr_cells *lost)
{
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        uint64_t going = d->batch.going.word[w];
        for (int i = d->batch.first[w]; going; going = fnr_without_lowest(going), i++) {
            uint64_t cell = going & -going;
            int k = 64 * w + fnr_lowest(going);
            uint16_t dtw = after ? (uint16_t)fnr_distance_get(&after->dtw, d->batch.end[i]) : 0;
            if (lost->word[w] & cell && dtw < d->nearest[k]) d->nearest[k] = dtw;
            if (won->word[w] & cell && dtw > d->farthest[k]) d->farthest[k] = dtw;
        }
    }
}

/* Takes note of the values at the end of a path, for the cells that are going. */
static void look_up(desk *d, const fnr_path *path)
{
    fnr_batch *batch = &d->batch;
    int leaders = fnr_count(path->leader), followers = path->followers;
    const fnr_finished *after = d->half == FNR_LEADER_MOVES
                                    ? &batch->pair->shelf->at[followers][leaders]
                                    : &batch->pair->shelf->at[leaders][followers];
    fnr_cells won = {{0}}, lost = batch->going;
    bool goes_on = leaders > 0 && followers > 0;
    if (goes_on) {
        if (leads(d, path))
            fnr_batch_go(batch, path, after->slice.columns);
        else
            fnr_batch_go_and_exchange(batch, path, after->slice.orbits, after->slice.columns);
        fnr_batch_read_codes(batch, after->codes, &won, &lost);
    }
    if (d->measures) measure(d, goes_on ? after : NULL, &won, &lost);
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        d->won.word[w] |= lost.word[w];
        d->drawn.word[w] |= batch->going.word[w] & ~(won.word[w] | lost.word[w]);
    }
}

/* Those of some cells that are not won yet, or all for DTW; false if there are none. */
static bool choose_asking(const desk *d, const fnr_cells *cells, fnr_cells *asking)
{
    uint64_t any = 0;
    for (int w = 0; w < FNR_BATCH_WORDS; w++)
        any |= asking->word[w] = cells->word[w] & (d->measures ? UINT64_MAX : ~d->won.word[w]);
    return any != 0;
}

static void list_opening(desk *d, sequence *step, const void *context)
{
    (void)context;
    find_place(d, &step->path);
    d->opening[d->count++] = *step;
}

static void find_openings(desk *d)
{
    bool leader_moves = d->half == FNR_LEADER_MOVES;
    uint64_t stones = leader_moves ? d->batch.leader : d->batch.place.free;
    d->count = 0;
    d->batch.row_is_new = false;
    if (!fnr_has_captures(d->batch.pair->game)) return;
    for (; stones; stones = fnr_without_lowest(stones)) {
        uint64_t stone = stones & -stones;
        sequence none = {.path = {.needs = leader_moves ? 0 : stone,
                                  .followers = d->batch.pair->slice[0].followers,
                                  .leader = d->batch.leader},
                         .visited = stone,
                         .at = fnr_lowest(stones),
                         .direction = -1};
        visit_steps(d, &none, list_opening, NULL);
    }
}

static void consider_openings(desk *d)
{
    for (int i = 0; i < d->count; i++) {
        const fnr_path *path = &d->opening[i].path;
        fnr_cells open = fnr_path_open(&d->batch, path, &d->positions);
        for (int w = 0; w < FNR_BATCH_WORDS; w++) d->captures.word[w] |= open.word[w];
        if (choose_asking(d, &open, &d->batch.going)) look_up(d, path);
    }
}

/* A sequence and the cells that can go it. */
typedef struct shorter {
    const sequence *step;
    fnr_cells cells;
} shorter;

static void go_on(desk *d, sequence *longer, const void *context)
{
    const shorter *before = context;
    shorter now = {.step = longer};
    fnr_path added = {.needs = longer->path.needs & ~before->step->path.needs,
                      .blocked = longer->path.blocked & ~before->step->path.blocked};
    now.cells = fnr_path_open(&d->batch, &added, &before->cells);
    if (!choose_asking(d, &now.cells, &d->batch.going)) return;
    find_place(d, &longer->path);
    look_up(d, &longer->path);
    if (choose_asking(d, &now.cells, &now.cells)) visit_steps(d, longer, go_on, &now);
}

static void consider_sequences(desk *d)
{
    for (int i = 0; i < d->count; i++) {
        shorter now = {.step = &d->opening[i]};
        now.cells = fnr_path_open(&d->batch, &now.step->path, &d->batch.all);
        if (choose_asking(d, &now.cells, &now.cells)) visit_steps(d, now.step, go_on, &now);
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Which cells of the batch are positions. */
static fnr_cells find_positions(fnr_batch *batch)
{
    fnr_cells positions = batch->all;
    fnr_path stay = {.followers = batch->pair->slice[0].followers, .place = batch->place};
    if (batch->place.onto == 1) return positions;
    batch->going = positions;
    fnr_batch_go(batch, &stay, batch->pair->stride);
    for (int k = 0; k < batch->count; k++)
        if (batch->end[k] != batch->cell[k]) positions.word[k / 64] ^= fnr_point(k % 64);
    return positions;
}

/* Where the game is over, of the cells of a word without a capture; adds to what they are worth. */
static uint64_t find_ends(const desk *d, int word, uint64_t quiet, uint64_t *won, uint64_t *lost)
{
    const fnr_game *game = d->batch.pair->game;
    uint64_t leader = d->batch.leader, ended = 0;
    for (; quiet; quiet = fnr_without_lowest(quiet)) {
        uint64_t follower = d->batch.image[0][64 * word + fnr_lowest(quiet)], cell = quiet & -quiet;
        uint64_t mover = d->half == FNR_LEADER_MOVES ? leader : follower;
        uint64_t other = d->half == FNR_LEADER_MOVES ? follower : leader;
        fnr_wdl wdl = FNR_DRAW;
        bool refused = fnr_is_refused(game, mover, other);
        if (!refused && !fnr_has_ended(game, mover, other, &wdl)) continue;
        ended |= cell;
        if (refused || wdl == FNR_WIN) *won |= cell;
        if (refused || wdl == FNR_LOSS) *lost |= cell;
    }
    return ended;
}

/* Writes what the openings tell about the cells of a word; returns how many have a capture. What
 * sequences may better waits in `may_lose`, and in `lost` as far as it is lost. */
static uint64_t put_word(desk *d, fnr_half *half, int w)
{
    uint64_t positions = d->positions.word[w], holes = ~positions, lost = 0;
    uint64_t captures = d->captures.word[w], won = d->won.word[w];
    uint64_t ended = find_ends(d, w, positions & ~captures, &won, &lost);
    uint64_t word = d->batch.cell[64 * w] / 64;
    fnr_half_decide(half, word, won | holes, lost | holes);
    half->open[word] = positions & ~captures & ~ended;
    half->may_lose[word] = captures & ~won;
    half->lost[word] = captures & ~(won | d->drawn.word[w]);
    return (uint64_t)fnr_count(captures);
}

static uint64_t all_cells(const fnr_half *half, uint64_t word)
{
    (void)half;
    (void)word;
    return ~UINT64_C(0);
}

static uint64_t examine_openings(desk *d, fnr_half *half, uint64_t word, uint64_t end)
{
    uint64_t captures = 0;
    while (fnr_batch_fill(&d->batch, half, all_cells, &word, end)) {
        if (d->batch.row_is_new) find_openings(d);
        d->positions = find_positions(&d->batch);
        d->captures = d->won = d->drawn = (fnr_cells){{0}};
        consider_openings(d);
        for (int w = 0; 64 * w < d->batch.count; w++) captures += put_word(d, half, w);
    }
    return captures;
}

static uint64_t unsettled_cells(const fnr_half *half, uint64_t word)
{
    return half->may_lose[word];
}

static void examine_sequences(desk *d, fnr_half *half, uint64_t word, uint64_t end)
{
    while (fnr_batch_fill(&d->batch, half, unsettled_cells, &word, end)) {
        if (d->batch.row_is_new) find_openings(d);
        d->won = d->drawn = (fnr_cells){{0}};
        consider_sequences(d);
        fnr_batch_mark(&d->batch, &d->won, half->won);
        fnr_batch_mark(&d->batch, &d->drawn, half->may_win);
    }
}

/* Decides what waited for sequences. */
static void settle(fnr_half *half, uint64_t word, uint64_t end)
{
    for (; word < end; word++) {
        uint64_t won = half->won[word], lost = half->lost[word] & ~(won | half->may_win[word]);
        fnr_half_decide(half, word, won, lost);
        half->won[word] = half->lost[word] = half->may_win[word] = half->may_lose[word] = 0;
    }
}

static uint64_t examine_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    desk d;
    d.half = half;
    d.measures = false;
    fnr_batch_start(&d.batch, pair);
    uint64_t captures = examine_openings(&d, h, first / 64, end / 64);
    fnr_batch_start(&d.batch, pair);
    examine_sequences(&d, h, first / 64, end / 64);
    settle(h, first / 64, end / 64);
    return captures;
}

void fnr_pair_captures(fnr_pair *pair, uint64_t worth)
{
    uint64_t judged = (uint64_t)fnr_pair_judged(pair);
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_half *h = &pair->half[half];
        fnr_task_phase(pair->task, "captures", worth / judged, pair->cells);
        fnr_task_add(pair->task, h->examined * FNR_GRANULE);
        while (h->examined < pair->granules) {
            uint64_t left = pair->granules - h->examined;
            uint64_t end = h->examined + (left < pair->part ? left : pair->part);
            uint64_t capture = fnr_pair_sweep_part(pair, half, h->examined, end, examine_granule);
            if (fnr_task_stopped(pair->task)) return;
            h->capture += capture;
            h->examined = end;
            fnr_checkpoint_offer(pair);
        }
    }
}

/* ---- DTW ------------------------------------------------------------------------------------- */

/* Writes the distances of the cells of a word that have a capture; a level of 0 stands where the
 * game is over. Returns how many have a capture. */
static uint64_t put_measured(desk *d, fnr_half *half, int w)
{
    uint16_t *levels = half->levels;
    uint64_t positions = d->positions.word[w], captures = d->captures.word[w];
    uint64_t word = d->batch.cell[64 * w] / 64, won = 0, lost = 0, decided = 0;
    uint64_t ended = find_ends(d, w, positions & ~captures, &won, &lost);
    for (uint64_t rest = positions; rest; rest = fnr_without_lowest(rest)) {
        int k = 64 * w + fnr_lowest(rest);
        uint64_t cell = d->batch.cell[k], bit = rest & -rest;
        unsigned code = fnr_code_get(half->values, cell);
        if (code == FNR_CODE_WIN || code == FNR_CODE_LOSS) decided |= bit;
        if (captures & bit & decided)
            levels[cell] = (uint16_t)((code == FNR_CODE_WIN ? d->nearest[k] : d->farthest[k]) + 1);
    }
    half->open[word] = positions & decided & ~captures & ~ended;
    return (uint64_t)fnr_count(captures);
}

static uint64_t measure_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    desk d;
    uint64_t captures = 0, word = first / 64;
    d.half = half;
    d.measures = true;
    fnr_batch_start(&d.batch, pair);
    while (fnr_batch_fill(&d.batch, h, all_cells, &word, end / 64)) {
        if (d.batch.row_is_new) find_openings(&d);
        d.positions = find_positions(&d.batch);
        d.captures = d.won = d.drawn = (fnr_cells){{0}};
        memset(d.nearest, 0xff, sizeof d.nearest);
        memset(d.farthest, 0, sizeof d.farthest);
        consider_openings(&d);
        consider_sequences(&d);
        for (int w = 0; 64 * w < d.batch.count; w++) captures += put_measured(&d, h, w);
    }
    return captures;
}

void fnr_pair_measure_captures(fnr_pair *pair, uint64_t worth)
{
    uint64_t judged = (uint64_t)fnr_pair_judged(pair);
    for (int half = 0; half < fnr_pair_judged(pair); half++) {
        fnr_task_phase(pair->task, "captures", worth / judged, pair->cells);
        pair->half[half].capture = fnr_pair_sweep(pair, half, NULL, measure_granule);
    }
}
