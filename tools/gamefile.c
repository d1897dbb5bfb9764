/* SPDX-License-Identifier: MIT
 *
 * gamefile.c: games in files: a game that is played, written down in FGN and read again.
 */
#include "gamefile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "numbers.h"
#include "position.h"
#include "scoresheet.h"
#include "textfile.h"
#include "words.h"

bool gamefile_is_named(const char *word)
{
    size_t length = strlen(word), end = strlen(".fgn");
    return length > end && !strcmp(word + length - end, ".fgn");
}

__attribute__((format(printf, 3, 4))) static fnr_status fail(fnr_error *why, fnr_status code,
                                                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return why->code = code;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* The rules that the name of the board does not tell. */
static void put_rules(const struct scoresheet *sheet, const fnr_rules *rules)
{
    char plies[NUMBER_TEXT_SIZE];
    snprintf(plies, sizeof plies, "%d", rules->draw_plies);
    if (rules->stalemate != FNR_STALEMATE_LOSS)
        scoresheet_tag(sheet, "Stalemate", stalemate_names[rules->stalemate]);
    if (rules->draw_plies) scoresheet_tag(sheet, "DrawPlies", plies);
}

static bool is_standard(const fnr_game *game, const fnr_position *start)
{
    fnr_position standard;
    return !fnr_position_start(game, FNR_SETUP_STANDARD, &standard, NULL) &&
           !memcmp(standard.stones, start->stones, sizeof standard.stones) && start->plies == 0 &&
           start->side == FNR_WHITE;
}

static void put_tags(const struct scoresheet *sheet, const struct session *session,
                     const struct heading *heading, const char *result)
{
    char date[32] = "????.??.??", board[FNR_RULES_NAME_SIZE], fen[FNR_POSITION_TEXT_SIZE];
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day)) strftime(date, sizeof date, "%Y.%m.%d", &day);
    fnr_board_name(fnr_game_rules(session->game), board);
    scoresheet_tag(sheet, "Event", "fanoron play");
    scoresheet_tag(sheet, "Date", date);
    scoresheet_tag(sheet, "White", heading->players[FNR_WHITE]);
    scoresheet_tag(sheet, "Black", heading->players[FNR_BLACK]);
    scoresheet_tag(sheet, "Result", result);
    scoresheet_tag(sheet, "Variant", board);
    put_rules(sheet, fnr_game_rules(session->game));
    fnr_position_format(session->game, &session->positions[0], fen);
    if (!is_standard(session->game, &session->positions[0])) scoresheet_tag(sheet, "FEN", fen);
    if (heading->outcome != FNR_GOES_ON) scoresheet_tag(sheet, "Termination", heading->ended);
    fprintf(sheet->file, "\n");
}

struct written {
    const struct session *session;
    const struct heading *heading;
};

static void put_game(FILE *file, const void *context)
{
    static const char *const RESULTS[] = {"*", "1-0", "0-1", "1/2-1/2"}; /* by fnr_outcome */
    const struct written *written = context;
    const struct session *session = written->session;
    const char *result = RESULTS[written->heading->outcome];
    struct scoresheet sheet;
    scoresheet_begin(&sheet, file);
    put_tags(&sheet, session, written->heading, result);
    for (size_t i = 0; i < session->count; i++)
        scoresheet_turn(&sheet, session->game, &session->positions[i], &session->turns[i], "");
    scoresheet_end(&sheet, result);
}

fnr_status gamefile_write(const char *path, const struct session *session,
                          const struct heading *heading, fnr_error *why)
{
    const struct written written = {session, heading};
    return textfile_write(path, put_game, &written, why);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Takes over the rules that the tags tell and the options do not. */
static fnr_status find_rules(const struct settings *settings, const fnr_fgn *fgn, fnr_rules *rules,
                             fnr_error *why)
{
    const char *stalemate = fnr_fgn_tag_value(fgn, "Stalemate");
    const char *plies = fnr_fgn_tag_value(fgn, "DrawPlies");
    if (stalemate && !is_given(settings, OPTION_STALEMATE)) {
        int choice = word_find(stalemate_names, stalemate);
        if (choice < 0) return fail(why, FNR_ERR_GAME, "tag Stalemate: it is loss or draw");
        rules->stalemate = (fnr_stalemate)choice;
    }
    if (plies && !is_given(settings, OPTION_DRAW_PLIES)) {
        uint64_t number;
        if (!number_read(plies, 0, FNR_MAX_DRAW_PLIES, &number))
            return fail(why, FNR_ERR_GAME, "tag DrawPlies: not a whole number from 0 to %d",
                        FNR_MAX_DRAW_PLIES);
        rules->draw_plies = (int)number;
    }
    return FNR_OK;
}

/* The tags tell by which rules the turns are to be read: so it is read twice. */
static fnr_status read_text(const char *text, size_t size, const struct settings *settings,
                            fnr_fgn **fgn, fnr_error *why)
{
    fnr_rules rules = rules_of(settings);
    fnr_fgn *first = NULL;
    size_t used;
    fnr_status status = fnr_fgn_read(text, size, 1, &rules, &used, &first, why);
    if (!status && !first) status = fail(why, FNR_ERR_GAME, "no game in it");
    if (!status) status = find_rules(settings, first, &rules, why);
    fnr_fgn_free(first);
    return status ? status : fnr_fgn_read(text, size, 1, &rules, &used, fgn, why);
}

/* A game that is over has no turns left. */
static fnr_status check_end(const fnr_fgn *fgn, fnr_error *why)
{
    struct session session = {.game = NULL};
    char ended[OUTCOME_TEXT_SIZE];
    fnr_game *game = NULL;
    fnr_status status = fnr_game_new(&fgn->rules, &game, why);
    bool fine = !status && session_start(&session, game, &fgn->start);
    for (size_t i = 0; i < fgn->turn_count && fine && !status; i++) {
        if (session_outcome(&session, ended) != FNR_GOES_ON)
            status = fail(why, FNR_ERR_GAME,
                          "the game goes on after its end, %zu turns from the start: %s", i, ended);
        fine = session_play(&session, &fgn->turns[i]);
    }
    if (!fine && !status) status = fail(why, FNR_ERR_MEMORY, "not enough memory");
    session_free(&session);
    fnr_game_free(game);
    return status;
}

fnr_status gamefile_read(const char *path, const struct settings *settings, fnr_fgn **fgn,
                         fnr_error *why)
{
    size_t size;
    fnr_error found;
    /* Standard input is where the players talk. */
    char *text = textfile_read(strcmp(path, "-") ? path : "./-", &size, why);
    if (!text) return why->code;
    fnr_fgn *game = NULL;
    fnr_status status = read_text(text, size, settings, &game, &found);
    free(text);
    if (!status) status = check_end(game, &found);
    if (!status) {
        *fgn = game;
        return FNR_OK;
    }
    fnr_fgn_free(game);
    return fail(why, status, "%.200s: %.280s", path, found.text);
}
