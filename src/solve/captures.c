/* SPDX-License-Identifier: MIT
 *
 * First phase: positions with a capture are final at once, their value is the best over all
 * capturing turns, looked up in slices with fewer stones. Positions without a turn end the game.
 * The others are opened for the second phase. */
#include "solve/row.h"

typedef struct best_capture {
    const fnr_shelf *shelf;
    fnr_code best;
} best_capture;

static int consider(const fnr_capture *capture, void *context)
{
    best_capture *b = context;
    /* Whoever has no stones left has lost. */
    fnr_code after =
        capture->other ? fnr_shelf_get(b->shelf, capture->other, capture->mover) : FNR_CODE_LOSS;
    if (after == FNR_CODE_DRAW) b->best = FNR_CODE_DRAW;
    if (after == FNR_CODE_LOSS) b->best = FNR_CODE_WIN;
    return after == FNR_CODE_LOSS;
}

/* What the first phase finds out about one cell. */
typedef struct finding {
    fnr_code code;
    bool open, capture;
} finding;

static finding examine(const fnr_pair *pair, int half, uint64_t leader, uint64_t follower)
{
    static const fnr_code CODE[] = {FNR_CODE_LOSS, FNR_CODE_DRAW, FNR_CODE_WIN};
    uint64_t mover = half == FNR_LEADER_MOVES ? leader : follower;
    uint64_t other = half == FNR_LEADER_MOVES ? follower : leader;
    fnr_wdl wdl;
    if (fnr_is_refused(pair->game, mover, other)) return (finding){FNR_CODE_HOLE, false, false};
    uint64_t capturers =
        fnr_has_captures(pair->game) ? fnr_capturers(&pair->game->board, mover, other) : 0;
    if (capturers) {
        best_capture b = {pair->shelf, FNR_CODE_LOSS};
        fnr_captures_visit(&pair->game->board, mover, other, capturers, consider, &b);
        return (finding){b.best, false, true};
    }
    if (fnr_has_ended(pair->game, mover, other, &wdl))
        return (finding){CODE[wdl + 1], false, false};
    return (finding){FNR_CODE_DRAW, true, false};
}

static bool is_hole(const fnr_walk *walk)
{
    const fnr_row *row = &walk->row;
    return row->stabiliser != 1 && fnr_slice_column(walk->pair->index, row->leader, row->stabiliser,
                                                    walk->follower) != walk->column;
}

static void set_code(uint64_t *codes, uint64_t cell, fnr_code code)
{
    codes[cell / 32] |= (uint64_t)code << (2 * (cell % 32));
}

static uint64_t examine_granule(fnr_pair *pair, int half, uint64_t first, uint64_t end)
{
    fnr_half *h = &pair->half[half];
    fnr_walk walk;
    uint64_t captures = 0;
    fnr_walk_start(&walk, pair);
    for (uint64_t cell = first; cell < end; cell++) {
        finding found = {FNR_CODE_HOLE, false, false};
        if (cell % pair->stride < pair->columns) {
            fnr_walk_to(&walk, cell);
            if (!is_hole(&walk)) found = examine(pair, half, walk.row.leader, walk.follower);
        }
        set_code(h->codes, cell, found.code);
        h->open[cell / 64] |= (uint64_t)found.open << (cell % 64);
        captures += found.capture;
    }
    return captures;
}

void fnr_pair_captures(fnr_pair *pair, uint64_t worth)
{
    for (int half = 0; half < pair->halves; half++) {
        fnr_task_phase(pair->task, "captures", worth / (uint64_t)pair->halves, pair->cells);
        pair->half[half].capture = fnr_pair_sweep(pair, half, NULL, examine_granule);
    }
}
