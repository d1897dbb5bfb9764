/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 199309L
#include "game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chance.h"

static fnr_status fail(fnr_error *why, fnr_status code, const char *format, ...)
{
    va_list arguments;
    why->code = code;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return code;
}

static int count(uint64_t stones)
{
    return __builtin_popcountll(stones);
}

static int count_stones(const fnr_position *position)
{
    return count(position->stones[FNR_WHITE] | position->stones[FNR_BLACK]);
}

static bool is_same(const fnr_position *a, const fnr_position *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->side == b->side;
}

/* ---- Openings -------------------------------------------------------------------------------- */

typedef struct lot {
    uint64_t *chance;
    int seen;
    fnr_turn turn;
} lot;

/* Of all turns seen, each is kept with the same chance. */
static int draw_lots(const fnr_turn *turn, void *context)
{
    lot *l = context;
    if (chance_below(l->chance, ++l->seen) == 0) l->turn = *turn;
    return 0;
}

static fnr_position play_at_random(const fnr_game *game, const fnr_position *start, uint64_t *state)
{
    enum { FEWEST = 4, MOST = 8 };
    fnr_position now = *start;
    int plies = FEWEST + chance_below(state, MOST - FEWEST + 1);
    for (int i = 0; i < plies; i++) {
        lot l = {.chance = state};
        fnr_turns_visit(game, &now, draw_lots, &l);
        if (!l.seen) break;
        fnr_position before = now;
        fnr_position_play(&before, &l.turn, &now);
    }
    return now;
}

/* Little is learned from a game that is decided before it begins. One stone more for every fifteen
 * points of the board is allowed: 3 on 9x5. */
static bool is_fair(const fnr_game *game, const fnr_position *position)
{
    const fnr_rules *rules = fnr_game_rules(game);
    int more = abs(count(position->stones[FNR_WHITE]) - count(position->stones[FNR_BLACK]));
    int points = rules->width * rules->height;
    return fnr_position_outcome(game, position) == FNR_GOES_ON &&
           more <= (points < 15 ? 1 : points / 15);
}

fnr_status openings_make(const fnr_game *game, uint64_t seed, fnr_position *openings, int wanted,
                         fnr_error *why)
{
    enum { TRIES = 1000 /* for each */ };
    fnr_position start;
    fnr_status status = fnr_position_start(game, FNR_SETUP_STANDARD, &start, why);
    if (status) return status;
    uint64_t state = seed;
    int made = 0;
    for (int tries = 0; made < wanted && tries < TRIES; tries++) {
        fnr_position found = play_at_random(game, &start, &state);
        bool fine = is_fair(game, &found);
        for (int i = 0; i < made && fine; i++) fine = !is_same(&openings[i], &found);
        if (!fine) continue;
        openings[made++] = found;
        tries = 0;
    }
    if (made == wanted) return FNR_OK;
    return fail(why, FNR_ERR_RANGE, "found only %d fair openings; %d games need %d", made,
                2 * wanted, wanted);
}

/* ---- The referee ----------------------------------------------------------------------------- */

/* Ends the visit at a turn that is the same, step by step. */
static int is_that(const fnr_turn *turn, void *context)
{
    const fnr_turn *that = context;
    return turn->captured == that->captured && turn->steps == that->steps &&
           !memcmp(turn->point, that->point, turn->steps + 1u) &&
           !memcmp(turn->kind, that->kind, turn->steps);
}

/* 1, 0 or -1: what a value comes to in the end. */
static int worth(fnr_value value)
{
    return (value.wdl == FNR_WIN) - (value.wdl == FNR_LOSS);
}

/* Whether all turns lead to positions of so few stones that the tables are complete. */
static bool is_in_reach(const arena *where, const fnr_ranked_turn *turns, size_t turn_count)
{
    bool all = true;
    for (size_t i = 0; i < turn_count && all; i++)
        all = count_stones(&turns[i].after) <= where->reach;
    return all;
}

/* Compares the turn that was made with the best one, where the tables know all turns. */
static fnr_status judge(const arena *where, const fnr_position *before, deeds *d, fnr_error *why)
{
    fnr_ranked_turn *turns = NULL;
    size_t turn_count = 0, made = 0;
    if (!where->db || count_stones(before + 1) > where->reach) return FNR_OK;
    fnr_status status = fnr_probe_turns(where->db, before, &turns, &turn_count, why);
    /* WDL tables alone cannot tell a counter. */
    if (status) return status == FNR_ERR_NO_TABLE ? FNR_OK : status;
    while (!is_same(&turns[made].after, before + 1)) made++;
    if (is_in_reach(where, turns, turn_count)) {
        d->known++;
        d->missed += worth(turns[made].value) < worth(turns[0].value);
    }
    fnr_ranked_free(turns);
    return FNR_OK;
}

/* Whether the last of `moves` has been there twice before: since its last capture, where alone it
 * can have been. */
static bool is_repeated(const fnr_position *moves, int plies)
{
    const fnr_position *now = &moves[plies];
    int times = 1, first = plies - now->plies;
    for (int i = plies - 2; i >= 0 && i >= first; i -= 2) times += is_same(&moves[i], now);
    return times >= 3;
}

/* ---- A game ---------------------------------------------------------------------------------- */

static double now_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static fnr_status play_turn(const arena *where, player *p, fnr_position *moves, int plies, deeds *d,
                            fnr_error *why)
{
    fnr_position *now = &moves[plies];
    fnr_turn turn;
    uint64_t nodes;
    double begin = now_seconds();
    fnr_status status = player_think(p, moves, (size_t)plies + 1, &turn, &nodes, why);
    if (status) return status;
    d->turns++;
    d->nodes += nodes;
    d->seconds += now_seconds() - begin;
    if (!fnr_turns_visit(where->game, now, is_that, &turn)) {
        char text[FNR_POSITION_TEXT_SIZE];
        fnr_position_format(where->game, now, text);
        return fail(why, FNR_ERR_TURN, "%s makes a turn that is not legal in %s", p->recipe.word,
                    text);
    }
    fnr_position_play(now, &turn, now + 1);
    return judge(where, now, d, why);
}

/* Points of the first player. */
static int points_of(fnr_outcome outcome, int white)
{
    if (outcome != FNR_WHITE_WINS && outcome != FNR_BLACK_WINS) return 1;
    int winner = outcome == FNR_WHITE_WINS ? white : !white;
    return winner == 0 ? 2 : 0;
}

fnr_status game_play(const arena *where, player *players, int white, const fnr_position *opening,
                     fnr_position *moves, record *made, fnr_error *why)
{
    record r = {.ending = BY_RULES};
    fnr_outcome outcome = FNR_GOES_ON;
    moves[0] = *opening;
    while (r.plies < where->longest && r.ending == BY_RULES) {
        int to_move = moves[r.plies].side == FNR_WHITE ? white : !white;
        fnr_status status =
            play_turn(where, &players[to_move], moves, r.plies, &r.deeds[to_move], why);
        if (status) return status;
        r.plies++;
        outcome = fnr_position_outcome(where->game, &moves[r.plies]);
        if (outcome != FNR_GOES_ON) break;
        if (is_repeated(moves, r.plies)) r.ending = BY_REPETITION;
    }
    if (outcome == FNR_GOES_ON && r.ending == BY_RULES) r.ending = BY_LENGTH;
    r.points = points_of(outcome, white);
    *made = r;
    return FNR_OK;
}
