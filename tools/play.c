/* SPDX-License-Identifier: MIT
 *
 * play.c: `fanoron play`: a game at a terminal, or through a pipe, against the engine or another
 *         person.
 */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "play.h"

#include "diagram.h"
#include "gamefile.h"
#include "lines.h"
#include "message.h"
#include "position.h"
#include "words.h"

fnr_side play_to_move(const struct play *play)
{
    return session_now(&play->session)->side;
}

void play_answer(const char *format, ...)
{
    char text[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tame(text);
    printf("%s\n", text);
}

/* ---- What is shown --------------------------------------------------------------------------- */

bool play_is_over(const struct play *play, fnr_outcome *outcome, char text[OUTCOME_TEXT_SIZE])
{
    *outcome = play->resigned;
    if (*outcome == FNR_GOES_ON) *outcome = session_outcome(&play->session, text);
    if (play->resigned != FNR_GOES_ON)
        snprintf(text, OUTCOME_TEXT_SIZE, "%s, %s has resigned", outcome_name(*outcome),
                 side_names[*outcome == FNR_WHITE_WINS ? FNR_BLACK : FNR_WHITE]);
    return *outcome != FNR_GOES_ON;
}

void play_show_board(const struct play *play)
{
    int limit = fnr_game_rules(play->game)->draw_plies;
    const fnr_position *now = session_now(&play->session);
    printf("\n");
    diagram_print(play->game, now);
    if (limit) printf("\n%d of %d plies without a capture\n", (int)now->plies, limit);
    printf("\n");
}

void play_show_turns(struct play *play, const char *start)
{
    if (!turnlist_make(&play->shown, play->game, session_now(&play->session), start)) {
        play->code = complain(EXIT_FAILED, "not enough memory");
        return;
    }
    turnlist_print(&play->shown, play->game);
}

/* ---- What changes it ------------------------------------------------------------------------- */

void play_make_turn(struct play *play, const fnr_turn *turn)
{
    char text[FNR_TURN_TEXT_SIZE];
    int taken = __builtin_popcountll(turn->captured);
    fnr_turn_format(play->game, turn, text);
    printf("%s: %s", side_names[play_to_move(play)], text);
    if (taken) printf(", takes %d", taken);
    printf("\n");
    if (!session_play(&play->session, turn))
        play->code = complain(EXIT_FAILED, "not enough memory");
    play->changed = true;
}

void play_begin(struct play *play)
{
    play->resigned = FNR_GOES_ON;
    play->changed = true;
    if (!session_start(&play->session, play->game, &play->start))
        play->code = complain(EXIT_FAILED, "not enough memory");
}

int play_take_game(struct play *play, const fnr_fgn *fgn)
{
    fnr_game *game = NULL;
    fnr_error why;
    if (fnr_game_new(&fgn->rules, &game, &why)) return complain_why(&why);
    bool fine = session_start(&play->session, game, &fgn->start);
    for (size_t i = 0; i < fgn->turn_count && fine; i++)
        fine = session_play(&play->session, &fgn->turns[i]);
    fnr_game_free(play->game);
    play->game = game;
    play->start = fgn->start;
    players_free(&play->players);
    play->players.rules = fgn->rules;
    play->resigned = FNR_GOES_ON;
    play->changed = true;
    return fine ? EXIT_FINE : complain(EXIT_FAILED, "not enough memory");
}

/* ---- The game -------------------------------------------------------------------------------- */

static bool has_person(const struct play *play)
{
    return play->sides[0] == PLAYER_PERSON || play->sides[1] == PLAYER_PERSON;
}

/* Asks a person for one line. */
static void ask(struct play *play, bool over)
{
    char text[LONGEST_LINE];
    const char *flaw;
    if (over)
        printf("over> ");
    else
        printf("%s> ", side_names[play_to_move(play)]);
    fflush(stdout);
    if (!line_read(text, sizeof text, &flaw)) {
        printf("\n");
        play->quits = true;
        return;
    }
    /* What was typed does not stand there where it came through a pipe. */
    if (!isatty(STDIN_FILENO)) play_answer("%s", text);
    if (flaw)
        play_answer("%s", flaw);
    else
        play_obey(play, text, over);
}

/* Shows where the game stands; the numbers of an earlier list mean nothing any more. */
static void show(struct play *play, bool over, const char *ended)
{
    play->changed = false;
    play->shown.count = 0;
    play_show_board(play);
    if (over)
        printf("%s\n", ended);
    else if (play->sides[play_to_move(play)] == PLAYER_PERSON)
        play_show_turns(play, "");
}

static void go_on(struct play *play)
{
    char ended[OUTCOME_TEXT_SIZE];
    fnr_outcome outcome;
    while (!play->quits && !play->code) {
        bool over = play_is_over(play, &outcome, ended);
        if (play->changed) show(play, over, ended);
        enum player player = play->sides[play_to_move(play)];
        fnr_choice choice;
        if (over && !has_person(play)) return;
        if (over || player == PLAYER_PERSON)
            ask(play, over);
        else if (!(play->code = player_think(&play->players, player, &play->session, &choice)))
            play_make_turn(play, &choice.turn);
    }
}

/* The game of a file, or one from the start that the words name. */
static int begin(struct play *play, int count, char **words)
{
    char *usual[] = {"9x5"};
    fnr_fgn *fgn = NULL;
    fnr_error why;
    if (count == 1 && gamefile_is_named(words[0])) {
        if (gamefile_read(words[0], play->settings, &fgn, &why)) return complain_why(&why);
        int code = play_take_game(play, fgn);
        fnr_fgn_free(fgn);
        return code;
    }
    int code = read_start(play->settings, count ? count : 1, count ? words : usual, &play->game,
                          &play->start);
    if (code) return code;
    play->players.rules = *fnr_game_rules(play->game);
    play_begin(play);
    return play->code;
}

static int run_play(const struct settings *settings, int count, char **words)
{
    struct play play = {.settings = settings,
                        .sides = {(enum player)settings->white, (enum player)settings->black},
                        .players = {.settings = settings}};
    play.code = begin(&play, count, words);
    if (!play.code) {
        printf("White: %s; Black: %s. 'help' says what can be typed.\n",
               player_names[settings->white], player_names[settings->black]);
        go_on(&play);
    }
    players_free(&play.players);
    turnlist_free(&play.shown);
    session_free(&play.session);
    fnr_game_free(play.game);
    return play.code;
}

const struct command play_command = {
    .name = "play",
    .arguments = "[BOARD | POSITION [TURN ...] | FILE.fgn]",
    .summary = "play a game, against the engine or another person",
    .details =
        "Shows the board and the legal turns, and asks for one. Easy looks one ply ahead, medium\n"
        "four; strong thinks for two seconds and knows the tables of ROOT. A position that is\n"
        "there for the third time is a draw. FILE.fgn is a game to go on with, by its own rules "
        "where\n"
        "no options are given. Works through a pipe as well.\n",
    .example = "fanoron play 5x5 --black strong",
    .options =
        OPTION_WHITE | OPTION_BLACK | OPTION_SETUP | OPTION_CACHE | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = ANY_NUMBER,
    .run = run_play,
};
