/* SPDX-License-Identifier: MIT
 *
 * line.c: `fanoron line`: perfect play of both sides, turn by turn to the end.
 */
#include <stdio.h>

#include "command.h"
#include "json.h"
#include "message.h"
#include "numbers.h"
#include "outcome.h"
#include "position.h"
#include "probe.h"
#include "words.h"

struct line {
    const fnr_game *game;
    fnr_position position; /* after the turns so far */
    bool as_json, begun;   /* the JSON has been */
    struct json json;
    unsigned turns;
};

static void print_turn(struct line *line, const fnr_ranked_turn *best)
{
    char notation[FNR_TURN_TEXT_SIZE], dtc[DTC_TEXT_SIZE], dtw[DTC_TEXT_SIZE];
    line->turns++;
    if (line->as_json) {
        probe_put_turn(&line->json, line->game, best);
        return;
    }
    fnr_turn_format(line->game, &best->turn, notation);
    printf("%3u  %s  %-20s  %-12s  DTC %3s", line->turns, side_names[line->position.side], notation,
           fnr_wdl_name(best->value.wdl), dtc_text(best->value.dtc, dtc));
    if (best->value.dtw >= 0) printf("  DTW %3s", dtc_text(best->value.dtw, dtw));
    printf("\n");
}

/* Plays the best turns until the game is over. A draw without end has no best line: it stops there.
 * Neither does a win whose distances are not known. */
static fnr_status play(fnr_db *db, struct line *line, fnr_value *value, fnr_error *why)
{
    while (fnr_position_outcome(line->game, &line->position) == FNR_GOES_ON) {
        struct answer answer;
        fnr_status status = probe_ask(db, &line->position, &answer, why);
        if (status) return status;
        *value = answer.value;
        bool ends = value->wdl != FNR_DRAW && value->dtc != FNR_DTC_UNKNOWN;
        if (ends) {
            print_turn(line, &answer.turns[0]);
            line->position = answer.turns[0].after;
        }
        fnr_ranked_free(answer.turns);
        if (!ends) break;
    }
    return FNR_OK;
}

static void print_end(struct line *line, const fnr_value *value)
{
    char end[OUTCOME_TEXT_SIZE] = "";
    bool over = outcome_text(line->game, &line->position, end);
    if (line->as_json) {
        json_close(&line->json, ']');
        json_string(&line->json, "end", over ? end : NULL);
        json_close(&line->json, '}');
        printf("\n");
    } else if (over) {
        printf("%s, after %u turn%s\n", end, line->turns, plural(line->turns));
    } else if (value->wdl == FNR_DRAW) {
        printf("draw: with perfect play the game does not end\n");
    } else {
        printf("%s to move: %s, but without DTC tables nobody knows how far it is\n",
               side_names[line->position.side], fnr_wdl_name(value->wdl));
    }
}

static int run_line(const struct settings *settings, int count, char **words)
{
    fnr_game *game;
    fnr_error why;
    fnr_db *db = NULL;
    fnr_value value = {.wdl = FNR_DRAW};
    struct line line = {.as_json = is_given(settings, OPTION_JSON)};
    int code = read_position(settings, count, words, &game, &line.position);
    if (code) return code;
    line.game = game;
    /* Under a limit the turns count from the start. */
    if (settings->draw_plies && line.position.plies == FNR_NO_COUNT) line.position.plies = 0;
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position_format(game, &line.position, text);
    fnr_status status = probe_open(settings, fnr_game_rules(game), &db, &why);
    if (!status && line.as_json) {
        json_open(&line.json, NULL, '{');
        json_string(&line.json, "fen", text);
        json_open(&line.json, "line", '[');
        line.begun = true;
    }
    if (!status) status = play(db, &line, &value, &why);
    if (!status) print_end(&line, &value);
    if (status && line.begun) { /* whole, all the same */
        json_close(&line.json, ']');
        json_string(&line.json, "error", why.text);
        json_close(&line.json, '}');
        printf("\n");
    }
    fnr_db_close(db);
    fnr_game_free(game);
    return status ? complain_why(&why) : EXIT_FINE;
}

const struct command line_command = {
    .name = "line",
    .arguments = "POSITION [TURN ...]",
    .summary = "show perfect play to the end of the game",
    .details =
        "A line a turn: the best one by DTW, or by DTC where there is no DTW table; the loser\n"
        "delays. Turns after the position are played first. A draw has no such line.\n",
    .example = "fanoron line \"9/9/3B5/9/2W1W4 w\"",
    .options = OPTION_JSON | OPTION_CACHE | OPTIONS_RULES | OPTION_DB,
    .least = 1,
    .most = ANY_NUMBER,
    .run = run_line,
};
