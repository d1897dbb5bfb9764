/* SPDX-License-Identifier: MIT
 *
 * game.h: the rules, on sets of points, with the colours folded away.
 *
 * Model:   a *folded* position is (mover, other): the stones of the side to move and of the other.
 *          In variant capture colours do not matter otherwise. In telo-line the home rows do, so
 *          Black's view is also turned upside down: the mover's home row is always row 1.
 *          A step from p to q captures by approach the run of enemy stones beyond q, or by
 *          withdrawal the run behind p; captures are compulsory, and a sequence goes on with the
 *          same stone on fresh points and never twice in the same direction.
 * Errors:  folded positions are legal ones, which the caller sees to (fnr_position_check).
 * Threads: an fnr_game is immutable.
 * Source:  papers/rules.md */
#ifndef FNR_GAME_GAME_H
#define FNR_GAME_GAME_H

#include "game/board.h"

struct fnr_game {
    fnr_rules rules;
    fnr_board board;
    fnr_group group;
};

bool fnr_rules_equal(const fnr_rules *a, const fnr_rules *b);

/* Whether there is a game of these rules; the errors are those of fnr_game_new. */
fnr_status fnr_rules_check(const fnr_rules *rules, fnr_error *why);

/* Telo-line is played with so many stones a side. */
enum { FNR_TELO_STONES = 3 };

/* What a side sees of a set: in telo-line, Black turns it upside down, so that row 1 and row 3 of
 * the 3x3 board change places. */
static inline uint64_t fnr_view_of(const fnr_game *game, fnr_side side, uint64_t set)
{
    bool turned = game->rules.variant == FNR_TELO_LINE && side == FNR_BLACK;
    return turned ? (set & 0007) << 6 | (set & 0070) | set >> 6 : set;
}

/* Folds and unfolds: an involution on the pair, for the given side to move. */
void fnr_fold(const fnr_game *game, const fnr_position *position, uint64_t *mover, uint64_t *other);
void fnr_unfold(const fnr_game *game, uint64_t mover, uint64_t other, fnr_side side,
                fnr_position *position);

/* The same placement with the other side to move. */
static inline void fnr_pass_turn(const fnr_game *game, uint64_t *mover, uint64_t *other)
{
    uint64_t stones = *mover;
    *mover = fnr_view_of(game, FNR_BLACK, *other);
    *other = fnr_view_of(game, FNR_BLACK, stones);
}

/* ---- Single steps ---------------------------------------------------------------------------- */

/* The mover's stones that can step in direction d. */
static inline uint64_t fnr_steppers(const fnr_board *board, uint64_t mover, uint64_t empty, int d)
{
    return mover & fnr_step(board, empty, d ^ 1);
}

/* The points p from which the mover can capture; 0 if there is no capture. */
static inline uint64_t fnr_capturers(const fnr_board *board, uint64_t mover, uint64_t other)
{
    uint64_t empty = board->full & ~(mover | other), can = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(board, mover, empty, d);
        uint64_t before_enemy = fnr_step(board, other, d ^ 1);
        can |= steppers & fnr_step(board, before_enemy & empty, d ^ 1); /* approach */
        can |= steppers & fnr_step(board, other, d);                    /* withdrawal */
    }
    return can;
}

static inline bool fnr_can_step(const fnr_board *board, uint64_t mover, uint64_t other)
{
    uint64_t empty = board->full & ~(mover | other), can = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++) can |= fnr_steppers(board, mover, empty, d);
    return can != 0;
}

/* Whether positions with m stones of the side to move and o of the other need a table. */
static inline bool fnr_has_slice(const fnr_game *game, int m, int o)
{
    if (game->rules.variant == FNR_TELO_LINE) return m == FNR_TELO_STONES && o == FNR_TELO_STONES;
    return m >= 1 && o >= 1 && m + o <= game->board.points;
}

/* Whether the rules know captures at all. */
static inline bool fnr_has_captures(const fnr_game *game)
{
    return game->rules.variant == FNR_CAPTURE;
}

/* The same, as far as the rules know captures. */
static inline uint64_t fnr_game_capturers(const fnr_game *game, uint64_t mover, uint64_t other)
{
    return fnr_has_captures(game) ? fnr_capturers(&game->board, mover, other) : 0;
}

/* ---- Ends ------------------------------------------------------------------------------------ */

/* Telo-line: whether a side has its stones on a line other than its home row. */
bool fnr_has_line(const fnr_game *game, uint64_t stones, bool is_mover);

/* A placement that cannot be valued: in telo-line, both sides have a line. */
static inline bool fnr_is_refused(const fnr_game *game, uint64_t mover, uint64_t other)
{
    return game->rules.variant == FNR_TELO_LINE && fnr_has_line(game, mover, true) &&
           fnr_has_line(game, other, false);
}

/* Whether so many plies without a capture are as many as the rules allow. */
static inline bool fnr_at_limit(const fnr_game *game, int32_t plies)
{
    return game->rules.draw_plies > 0 && plies >= game->rules.draw_plies;
}

/* Whether the game is over for the side to move, whatever the counter of plies says, and with what
 * value. */
bool fnr_has_ended(const fnr_game *game, uint64_t mover, uint64_t other, fnr_wdl *wdl);

/* ---- Capturing sequences --------------------------------------------------------------------- */

/* A capturing sequence as it grows: where it has come to. */
typedef struct fnr_capture {
    uint64_t mover, other; /* after the last step */
    int depth;             /* steps before the last one */
    int from, to;          /* of the last step */
    fnr_kind kind;         /* of the last step */
} fnr_capture;

typedef int (*fnr_capture_fn)(const fnr_capture *capture, void *context);

/* Visits every sequence that begins with the stone on `p`, each before those that prolong it, in
 * the byte order of the notation; every visit is a legal turn. A value other than 0 ends it. */
static inline int fnr_captures_from(const fnr_board *board, uint64_t mover, uint64_t other, int p,
                                    uint64_t visited, int last_direction, int depth,
                                    fnr_capture_fn visit, void *context)
{
    uint64_t closed = mover | other | visited;
    for (int i = 0; i < board->degree[p]; i++) {
        const fnr_way *way = &board->ways[p][i];
        int d = way->direction, q = fnr_lowest(way->to);
        if ((closed & way->to) || d == last_direction || !(other & (way->beyond | way->behind)))
            continue;
        for (int withdraw = 0; withdraw < 2; withdraw++) {
            uint64_t taken = withdraw ? fnr_run(board, way->behind, d ^ 1, other)
                                      : fnr_run(board, way->beyond, d, other);
            if (!taken) continue;
            fnr_capture now = {mover ^ fnr_point(p) ^ way->to,          other ^ taken, depth, p, q,
                               withdraw ? FNR_WITHDRAWAL : FNR_APPROACH};
            int ended = visit(&now, context);
            if (!ended)
                ended = fnr_captures_from(board, now.mover, now.other, q, visited | way->to, d,
                                          depth + 1, visit, context);
            if (ended) return ended;
        }
    }
    return 0;
}

/* All capturing sequences of a position whose fnr_capturers are `capturers`, stone by stone. */
static inline int fnr_captures_visit(const fnr_board *board, uint64_t mover, uint64_t other,
                                     uint64_t capturers, fnr_capture_fn visit, void *context)
{
    int ended = 0;
    for (; capturers && !ended; capturers = fnr_without_lowest(capturers))
        ended = fnr_captures_from(board, mover, other, fnr_lowest(capturers),
                                  capturers & -capturers, -1, 0, visit, context);
    return ended;
}

#endif
