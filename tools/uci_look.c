/* SPDX-License-Identifier: MIT
 *
 * uci_look.c: looking: the board, turns, counts, speed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "diagram.h"
#include "numbers.h"
#include "uci.h"

/* ---- The position ---------------------------------------------------------------------------- */

void uci_show(struct talk *talk, char *rest)
{
    (void)rest;
    char text[FNR_POSITION_TEXT_SIZE];
    const fnr_position *now = session_now(&talk->session);
    fnr_position_format(talk->game, now, text);
    flockfile(stdout);
    diagram_print(talk->game, now);
    uci_say("\nfen %s", text);
    funlockfile(stdout);
}

struct listing {
    const fnr_game *game;
    size_t count;
};

static int print_turn(const fnr_turn *turn, void *context)
{
    struct listing *list = context;
    char text[FNR_TURN_TEXT_SIZE];
    uci_turn_text(list->game, turn, text);
    printf("%s%s", list->count++ ? " " : "", text);
    return 0;
}

void uci_show_turns(struct talk *talk, char *rest)
{
    (void)rest;
    struct listing list = {.game = talk->game};
    flockfile(stdout);
    fnr_turns_visit(talk->game, session_now(&talk->session), print_turn, &list);
    uci_say("%s", "");
    funlockfile(stdout);
}

void uci_show_status(struct talk *talk, char *rest)
{
    (void)rest;
    char text[OUTCOME_TEXT_SIZE];
    static const char *const NAMES[] = {"ongoing", "white wins", "black wins", "draw"};
    fnr_outcome outcome = session_outcome(&talk->session, text);
    if (outcome == FNR_GOES_ON)
        uci_say("status ongoing");
    else
        uci_say("status %s (%s)", NAMES[outcome], text);
}

void uci_evaluate(struct talk *talk, char *rest)
{
    (void)rest;
    if (uci_make_ready(talk))
        uci_say("eval cp %d", fnr_engine_evaluate(talk->engine, session_now(&talk->session)));
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* The turns of a position, with what follows each to a depth. */
struct counting {
    const struct talk *talk;
    const fnr_position *position;
    int depth;
    uint64_t total;
};

/* Between counts of a few plies each there is a look whether somebody wants to stop. */
static int count_turn(const fnr_turn *turn, void *context)
{
    enum { FEW = 3 };
    struct counting *counting = context;
    fnr_position after;
    fnr_position_play(counting->position, turn, &after);
    struct counting below = {counting->talk, &after, counting->depth - 1, 0};
    if (below.depth <= FEW)
        below.total = fnr_perft(counting->talk->game, &after, below.depth);
    else
        fnr_turns_visit(counting->talk->game, &after, count_turn, &below);
    counting->total += below.total;
    return thinker_is_hurried(&counting->talk->thinker);
}

static int count_and_tell(const fnr_turn *turn, void *context)
{
    struct counting *counting = context;
    uint64_t before = counting->total;
    char text[FNR_TURN_TEXT_SIZE];
    if (count_turn(turn, counting)) return 1;
    uci_turn_text(counting->talk->game, turn, text);
    uci_say("%s: %" PRIu64, text, counting->total - before);
    return 0;
}

/* A depth that stands in the rest of a line; false, after telling why, if none does. */
static bool read_depth(const char *command, char *rest, int usual, int most, int *depth)
{
    uint64_t number = (uint64_t)usual;
    const char *word = uci_word(&rest);
    bool fine = !word || number_read(word, 1, (uint64_t)most, &number);
    if (!fine) uci_tell("%s '%s': not a whole number from 1 to %d", command, word, most);
    *depth = (int)number;
    return fine;
}

void uci_perft(struct talk *talk, char *rest)
{
    enum { MOST = 30 };
    struct counting counting = {.talk = talk, .position = session_now(&talk->session)};
    double start = seconds_now();
    if (!read_depth("perft", rest, 1, MOST, &counting.depth)) return;
    if (fnr_turns_visit(talk->game, counting.position, count_and_tell, &counting)) {
        uci_tell("perft was stopped");
        return;
    }
    double seconds = seconds_now() - start;
    uci_say("\nNodes searched: %" PRIu64 "\nTime: %.0f ms", counting.total, 1e3 * seconds);
}

/* ---- Speed ----------------------------------------------------------------------------------- */

enum { BENCH_POSITIONS = 16, BENCH_DEPTH = 8, BENCH_MOST = 20 };

/* Chooses one of the turns, all with the same chance, from a generator whose state is `seed`. */
struct draw {
    uint64_t seed, count;
    fnr_turn turn;
};

static int consider(const fnr_turn *turn, void *context)
{
    struct draw *draw = context;
    draw->seed = draw->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    if ((draw->seed >> 33) % ++draw->count == 0) draw->turn = *turn;
    return 0;
}

/* The same positions every time, of games that are played at random. */
static size_t bench_positions(const fnr_game *game, fnr_position positions[BENCH_POSITIONS])
{
    enum { LONGEST = 60, EVERY = 7, GAMES = 100 };
    struct draw draw = {.seed = 1};
    size_t count = 0;
    for (int g = 0; g < GAMES && count < BENCH_POSITIONS; g++) {
        fnr_position now;
        if (fnr_position_start(game, FNR_SETUP_STANDARD, &now, NULL)) break;
        for (int i = 0; i < LONGEST && count < BENCH_POSITIONS; i++) {
            if (i % EVERY == 0) positions[count++] = now;
            draw.count = 0;
            fnr_turns_visit(game, &now, consider, &draw);
            if (!draw.count) break;
            fnr_position_play(&now, &draw.turn, &now);
        }
    }
    return count;
}

static int wants_to_stop(void *context)
{
    return thinker_is_hurried(context);
}

void uci_bench(struct talk *talk, char *rest)
{
    fnr_position positions[BENCH_POSITIONS];
    fnr_think_options options = {.stop = wants_to_stop, .context = &talk->thinker};
    fnr_error why;
    uint64_t nodes = 0;
    double seconds = 0;
    if (!read_depth("bench", rest, BENCH_DEPTH, BENCH_MOST, &options.depth)) return;
    if (!uci_make_ready(talk)) return;
    fnr_engine_forget(talk->engine);
    size_t count = bench_positions(talk->game, positions);
    for (size_t i = 0; i < count; i++) {
        char fen[FNR_POSITION_TEXT_SIZE], turn[FNR_TURN_TEXT_SIZE];
        fnr_choice choice;
        if (fnr_position_outcome(talk->game, &positions[i]) != FNR_GOES_ON) continue;
        if (fnr_engine_think(talk->engine, &positions[i], &options, &choice, &why)) {
            uci_tell("%s", why.text);
            return;
        }
        if (thinker_is_hurried(&talk->thinker)) {
            uci_tell("bench was stopped");
            return;
        }
        fnr_position_format(talk->game, &positions[i], fen);
        uci_turn_text(talk->game, &choice.turn, turn);
        uci_say("%s  bestmove %s  nodes %" PRIu64, fen, turn, choice.thought.nodes);
        nodes += choice.thought.nodes;
        seconds += choice.thought.seconds;
    }
    uci_say("\nTotal time (ms) : %.0f\nNodes searched  : %" PRIu64 "\nNodes/second    : %.0f",
            1e3 * seconds, nodes, seconds > 0 ? (double)nodes / seconds : 0);
}
