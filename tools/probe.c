/* SPDX-License-Identifier: MIT
 *
 * probe.c: `fanoron probe`: the value of a position and of all its turns.
 */
#include "probe.h"

#include <stdio.h>
#include <string.h>

#include "diagram.h"
#include "message.h"
#include "outcome.h"
#include "position.h"
#include "words.h"

fnr_status probe_open(const struct settings *settings, const fnr_rules *rules, fnr_db **db,
                      fnr_error *why)
{
    fnr_status status = fnr_db_open(settings->root, rules, db, why);
    if (status) return status;
    status = fnr_db_limit_cache(*db, settings->cache, why);
    if (!status) return FNR_OK;
    fnr_db_close(*db);
    *db = NULL;
    return status;
}

fnr_status probe_ask(fnr_db *db, const fnr_position *position, struct answer *answer,
                     fnr_error *why)
{
    *answer = (struct answer){0};
    fnr_status status = fnr_probe(db, position, &answer->value, why);
    return status ? status : fnr_probe_turns(db, position, &answer->turns, &answer->count, why);
}

const char *dtc_text(int32_t dtc, char text[DTC_TEXT_SIZE])
{
    if (dtc == FNR_DTC_NONE) return "-";
    if (dtc == FNR_DTC_UNKNOWN) return "?";
    snprintf(text, DTC_TEXT_SIZE, "%d", (int)dtc);
    return text;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* "White to move: win, DTC 7". */
static void print_value(const fnr_position *position, const fnr_value *value)
{
    char dtc[DTC_TEXT_SIZE];
    printf("%s to move: %s", side_names[position->side], fnr_wdl_name(value->wdl));
    if (value->dtc != FNR_DTC_NONE) printf(", DTC %s", dtc_text(value->dtc, dtc));
    if (value->dtw >= 0) printf(", DTW %d", (int)value->dtw);
    printf("\n");
}

static void print_turns(const fnr_game *game, const fnr_ranked_turn *turns, size_t count)
{
    char notation[FNR_TURN_TEXT_SIZE], dtc[DTC_TEXT_SIZE];
    int width = (int)strlen("turn"), value_width = (int)strlen("value");
    bool with_dtw = false;
    for (size_t i = 0; i < count; i++) {
        fnr_turn_format(game, &turns[i].turn, notation);
        int length = (int)strlen(notation);
        int value_length = (int)strlen(fnr_wdl_name(turns[i].value.wdl));
        if (length > width) width = length;
        if (value_length > value_width) value_width = value_length;
        with_dtw |= turns[i].value.dtw >= 0;
    }
    printf("\n%-*s  %-*s  DTC%s\n", width, "turn", value_width, "value", with_dtw ? "  DTW" : "");
    for (size_t i = 0; i < count; i++) {
        fnr_turn_format(game, &turns[i].turn, notation);
        printf("%-*s  %-*s  %3s", width, notation, value_width, fnr_wdl_name(turns[i].value.wdl),
               dtc_text(turns[i].value.dtc, dtc));
        if (with_dtw) printf("  %3s", dtc_text(turns[i].value.dtw, dtc));
        printf("\n");
    }
}

static void print_text(const fnr_game *game, const fnr_position *position,
                       const struct answer *answer)
{
    char end[OUTCOME_TEXT_SIZE];
    diagram_print(game, position);
    printf("\n");
    if (outcome_text(game, position, end)) {
        printf("Game over: %s\n", end);
        return;
    }
    print_value(position, &answer->value);
    print_turns(game, answer->turns, answer->count);
}

/* ---- The command ----------------------------------------------------------------------------- */

static int probe_position(const struct settings *settings, int count, char **words)
{
    fnr_game *game;
    fnr_position position;
    int code = read_position(settings, count, words, &game, &position);
    if (code) return code;

    fnr_error why;
    fnr_db *db = NULL;
    struct answer answer;
    fnr_status status = probe_open(settings, fnr_game_rules(game), &db, &why);
    if (!status) status = probe_ask(db, &position, &answer, &why);
    if (!status) {
        if (is_given(settings, OPTION_JSON))
            probe_print_json(game, &position, &answer);
        else
            print_text(game, &position, &answer);
        fnr_ranked_free(answer.turns);
    }
    fnr_db_close(db);
    fnr_game_free(game);
    return status ? complain_why(&why) : EXIT_FINE;
}

static int run_probe(const struct settings *settings, int count, char **words)
{
    bool batch = is_given(settings, OPTION_BATCH);
    if (batch && count)
        return complain(EXIT_MISUSE, "--batch reads standard input; '%s' is too much", words[0]);
    if (!batch && !count) return complain(EXIT_MISUSE, "which position? Give POSITION, or --batch");
    return batch ? probe_stream(settings) : probe_position(settings, count, words);
}

const struct command probe_command = {
    .name = "probe",
    .arguments = "POSITION [TURN ...] | --batch",
    .summary = "tell the value of a position and of all its turns",
    .details =
        "Shows the value for the side to move with perfect play, its DTC (paikas until the next\n"
        "capture turn or stalemate), its DTW (turns until the loser has no stone or no turn) if\n"
        "there are such tables, and all legal turns, best first. Turns after the position are\n"
        "played first. With --draw-plies the position's counter of plies counts, and a win or "
        "loss\n"
        "that the limit makes a draw is a cursed win or a blessed loss.\n"
        "\n"
        "--batch answers each line of standard input, in order, with POSITION, VALUE and DTC\n"
        "('-' for a draw, '?' if there is no DTC table), or POSITION, 'error' and the reason, "
        "with\n"
        "tabs between. Boards may be mixed. The exit code is 1 if any line was an error.\n",
    .example = "fanoron probe \"9/9/3B5/9/2W1W4 w\"",
    .options = OPTION_BATCH | OPTION_JSON | OPTION_CACHE | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = ANY_NUMBER,
    .run = run_probe,
};
