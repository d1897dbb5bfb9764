/* SPDX-License-Identifier: MIT
 *
 * moves.c: `fanoron moves`: the legal turns of a position. There may be very many: each is printed
 *          as it is found.
 */
#include <stdio.h>

#include "command.h"
#include "json.h"
#include "message.h"
#include "outcome.h"
#include "position.h"

struct listing {
    const fnr_game *game;
    const fnr_position *position;
    bool as_json;
    struct json json;
};

static int print_turn(const fnr_turn *turn, void *context)
{
    struct listing *list = context;
    char notation[FNR_TURN_TEXT_SIZE], text[FNR_POSITION_TEXT_SIZE];
    fnr_position after;
    fnr_position_play(list->position, turn, &after);
    fnr_position_format(list->game, &after, text);
    fnr_turn_format(list->game, turn, notation);
    int captured = __builtin_popcountll(turn->captured);
    if (list->as_json) {
        json_open(&list->json, NULL, '{');
        json_string(&list->json, "turn", notation);
        json_number(&list->json, "captured", (uint64_t)captured);
        json_string(&list->json, "fen", text);
        json_close(&list->json, '}');
    } else {
        printf("%s\t%d\t%s\n", notation, captured, text);
    }
    return ferror(stdout); /* nobody reads on: main says so */
}

static void print_text(struct listing *list)
{
    char end[OUTCOME_TEXT_SIZE];
    if (outcome_text(list->game, list->position, end))
        complain(EXIT_FINE, "the game is over: %s", end);
    else
        fnr_turns_visit(list->game, list->position, print_turn, list);
}

static void print_json(struct listing *list)
{
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position_format(list->game, list->position, text);
    json_open(&list->json, NULL, '{');
    json_string(&list->json, "fen", text);
    json_string(&list->json, "over",
                outcome_name(fnr_position_outcome(list->game, list->position)));
    json_open(&list->json, "moves", '[');
    fnr_turns_visit(list->game, list->position, print_turn, list);
    json_close(&list->json, ']');
    json_close(&list->json, '}');
    printf("\n");
}

static int run_moves(const struct settings *settings, int count, char **words)
{
    fnr_game *game;
    fnr_position position;
    int code = read_position(settings, count, words, &game, &position);
    if (code) return code;
    struct listing list = {
        .game = game, .position = &position, .as_json = is_given(settings, OPTION_JSON)};
    if (list.as_json)
        print_json(&list);
    else
        print_text(&list);
    fnr_game_free(game);
    return EXIT_FINE;
}

const struct command moves_command = {
    .name = "moves",
    .arguments = "POSITION [TURN ...]",
    .summary = "list the legal turns of a position",
    .details =
        "A line a turn: TURN, stones captured and the position after it, with tabs between.\n"
        "Every capturing sequence is a turn. Turns after the position are played first.\n",
    .example = "fanoron moves \"BBB/B1W/WWW w\"",
    .options = OPTION_JSON | OPTIONS_RULES,
    .least = 1,
    .most = ANY_NUMBER,
    .run = run_moves,
};
