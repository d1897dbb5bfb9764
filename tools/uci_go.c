/* SPDX-License-Identifier: MIT
 *
 * uci_go.c: thinking: limits, what is told meanwhile, the answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "uci.h"
#include "words.h"

/* ---- What is told ---------------------------------------------------------------------------- */

void uci_turn_text(const fnr_game *game, const fnr_turn *turn, char text[FNR_TURN_TEXT_SIZE])
{
    char dashed[FNR_TURN_TEXT_SIZE], *to = text;
    fnr_turn_format(game, turn, dashed);
    for (const char *from = dashed; *from; from++)
        if (*from != '-') *to++ = *from;
    *to = '\0';
}

/* "cp 120", or "mate 3": of turns of the winner, until the game is over. */
static void score_text(int score, char *text, size_t size)
{
    int plies = FNR_SCORE_WON - abs(score);
    if (abs(score) <= FNR_SCORE_TABLE)
        snprintf(text, size, "cp %d", score);
    else
        snprintf(text, size, "mate %d", score > 0 ? (plies + 1) / 2 : -(plies / 2));
}

static void tell_thought(const fnr_thought *thought, void *context)
{
    enum { LINE_SIZE = 4096 };
    const struct talk *talk = context;
    char line[LINE_SIZE], score[32], turn[FNR_TURN_TEXT_SIZE];
    size_t used = 0;
    line[0] = '\0';
    for (size_t i = 0; i < thought->length; i++) {
        uci_turn_text(talk->game, &thought->line[i], turn);
        if (used + strlen(turn) + 2 > sizeof line) break;
        used += (size_t)sprintf(line + used, " %s", turn);
    }
    score_text(thought->score, score, sizeof score);
    double seconds = thought->seconds > 1e-6 ? thought->seconds : 1e-6;
    uci_say("info depth %d multipv %d score %s nodes %llu nps %.0f tbhits %llu time %.0f pv%s",
            thought->depth, thought->rank, score, (unsigned long long)thought->nodes,
            (double)thought->nodes / seconds, (unsigned long long)thought->table_hits,
            1e3 * thought->seconds, line);
}

static void tell_choice(fnr_status status, const fnr_choice *choice, const fnr_error *why,
                        void *context)
{
    const struct talk *talk = context;
    char turn[FNR_TURN_TEXT_SIZE];
    if (status) {
        uci_tell("%s", why->text);
        uci_say("bestmove (none)");
        return;
    }
    if (choice->trouble.code) uci_tell("the tables are left alone: %s", choice->trouble.text);
    uci_turn_text(talk->game, &choice->turn, turn);
    uci_say("bestmove %s", turn);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

enum { DEPTH, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, NODES, LIMITS };

static const char *const limit_names[] = {"depth", "movetime",  "wtime", "btime", "winc",
                                          "binc",  "movestogo", "nodes", NULL};

/* A number; clocks that have run out may be below 0, and a depth or so many nodes must be more. */
static bool read_limit(int limit, const char *text, int64_t *number)
{
    const uint64_t most = UINT64_C(1) << 53, least = limit == DEPTH || limit == NODES;
    uint64_t size;
    bool below = text && text[0] == '-' && !least;
    if (!text || !number_read(text + below, least, most, &size)) return false;
    *number = below ? -(int64_t)size : (int64_t)size;
    return true;
}

/* Reads the limits, -1 being none; false, after telling why, if the line cannot be understood. */
static bool read_limits(char *rest, int64_t limits[LIMITS], bool *infinite)
{
    *infinite = false;
    for (int i = 0; i < LIMITS; i++) limits[i] = INT64_MIN;
    for (char *word = uci_word(&rest); word; word = uci_word(&rest)) {
        int i = word_find(limit_names, word);
        if (!strcmp(word, "infinite")) {
            *infinite = true;
        } else if (i < 0) {
            uci_tell("go: unknown word '%s'", word);
            return false;
        } else if (!read_limit(i, uci_word(&rest), &limits[i])) {
            uci_tell("go: %s needs a whole number%s", word,
                     i == DEPTH || i == NODES ? " above 0" : "");
            return false;
        }
    }
    return true;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* How much of a clock to use: on average one part of what is left, in need several; a moment, if it
 * has run out. */
static void use_clock(double left, double more, int64_t moves, fnr_think_options *options)
{
    enum { USUAL = 30, NEED = 4 };
    const double REACTION = 0.03, LEAST = 0.001;
    double parts = moves > 0 && moves < USUAL ? (double)moves : USUAL;
    double most = larger(LEAST, smaller(0.8 * left - REACTION, left / 3 + more));
    double aim = larger(LEAST, left / parts + 0.75 * more);
    options->seconds = smaller(NEED * aim, most);
    /* The next depth takes longer than all before it. */
    options->aim = smaller(aim, most) / 2;
}

static fnr_think_options options_of(const int64_t limits[LIMITS], fnr_side side)
{
    fnr_think_options options = {.depth = 0};
    int64_t left = limits[side == FNR_WHITE ? WTIME : BTIME];
    int64_t more = limits[side == FNR_WHITE ? WINC : BINC];
    if (limits[DEPTH] > 0) options.depth = limits[DEPTH] < INT32_MAX ? (int)limits[DEPTH] : 0;
    if (limits[NODES] > 0) options.nodes = (uint64_t)limits[NODES];
    if (left != INT64_MIN)
        use_clock(1e-3 * (double)left, more > 0 ? 1e-3 * (double)more : 0, limits[MOVESTOGO],
                  &options);
    if (limits[MOVETIME] != INT64_MIN)
        options.seconds = limits[MOVETIME] > 0 ? 1e-3 * (double)limits[MOVETIME] : 1e-3;
    return options;
}

void uci_go(struct talk *talk, char *rest)
{
    int64_t limits[LIMITS];
    bool infinite;
    char outcome[OUTCOME_TEXT_SIZE];
    if (!read_limits(rest, limits, &infinite)) return;
    if (session_outcome(&talk->session, outcome) != FNR_GOES_ON) {
        uci_tell("the game is over: %s", outcome);
        uci_say("bestmove (none)");
        return;
    }
    if (!uci_make_ready(talk)) {
        uci_say("bestmove (none)");
        return;
    }
    const fnr_position *now = session_now(&talk->session);
    struct thinker *thinker = &talk->thinker;
    fnr_think_options options = options_of(limits, now->side);
    if (infinite) options = (fnr_think_options){.depth = 0};
    options.lines = talk->lines;
    options.history = talk->session.positions;
    options.history_count = talk->session.count;
    options.thought = tell_thought;
    options.context = talk;
    thinker->engine = talk->engine;
    thinker->position = *now;
    thinker->options = options;
    thinker->waits = !options.depth && !options.nodes && !(options.seconds > 0);
    thinker->answer = tell_choice;
    if (thinker_start(thinker)) return;
    uci_tell("there is no thread to think in");
    uci_say("bestmove (none)");
}
