/* SPDX-License-Identifier: MIT
 *
 * play.c: `fanoron play`: a game at a terminal, or through a pipe, against the engine or another
 *         person.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "diagram.h"
#include "gamefile.h"
#include "lines.h"
#include "message.h"
#include "numbers.h"
#include "player.h"
#include "position.h"
#include "turnlist.h"
#include "words.h"

enum { LONGEST_LINE = 4096 };

struct play {
    const struct settings *settings;
    fnr_game *game;
    fnr_position start;
    struct session session;
    enum player sides[2]; /* by fnr_side */
    struct players players;
    struct turnlist shown; /* what the numbers mean that a person may type */
    fnr_outcome resigned;  /* FNR_GOES_ON: nobody has */
    bool changed;          /* the position, since it was shown */
    bool quits;
    int code;
};

static fnr_side to_move(const struct play *play)
{
    return session_now(&play->session)->side;
}

/* Prints an answer to what a person has typed. */
__attribute__((format(printf, 1, 2))) static void answer(const char *format, ...)
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

/* How the game has ended; false if it goes on. */
static bool is_over(const struct play *play, fnr_outcome *outcome, char text[OUTCOME_TEXT_SIZE])
{
    *outcome = play->resigned;
    if (*outcome == FNR_GOES_ON) *outcome = session_outcome(&play->session, text);
    if (play->resigned != FNR_GOES_ON)
        snprintf(text, OUTCOME_TEXT_SIZE, "%s, %s has resigned", outcome_name(*outcome),
                 side_names[*outcome == FNR_WHITE_WINS ? FNR_BLACK : FNR_WHITE]);
    return *outcome != FNR_GOES_ON;
}

static void show_board(const struct play *play)
{
    int limit = fnr_game_rules(play->game)->draw_plies;
    const fnr_position *now = session_now(&play->session);
    printf("\n");
    diagram_print(play->game, now);
    if (limit) printf("\n%d of %d plies without a capture\n", (int)now->plies, limit);
    printf("\n");
}

static void show_turns(struct play *play, const char *start)
{
    if (!turnlist_make(&play->shown, play->game, session_now(&play->session), start)) {
        play->code = complain(EXIT_FAILED, "not enough memory");
        return;
    }
    turnlist_print(&play->shown, play->game);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static void make_turn(struct play *play, const fnr_turn *turn)
{
    char text[FNR_TURN_TEXT_SIZE];
    int taken = __builtin_popcountll(turn->captured);
    fnr_turn_format(play->game, turn, text);
    printf("%s: %s", side_names[to_move(play)], text);
    if (taken) printf(", takes %d", taken);
    printf("\n");
    if (!session_play(&play->session, turn))
        play->code = complain(EXIT_FAILED, "not enough memory");
    play->changed = true;
}

/* A person's turn, which may have gone on. */
static void make_typed_turn(struct play *play, const fnr_turn *turn)
{
    struct turnlist all = {.turns = NULL};
    bool fine = turnlist_make(&all, play->game, session_now(&play->session), "");
    size_t longer = fine ? turnlist_longer(&all, turn) : 0;
    turnlist_free(&all);
    make_turn(play, turn);
    if (longer)
        printf("(it could have gone on in %zu way%s; 'undo' takes it back)\n", longer,
               plural(longer));
}

/* A number of the list that was shown last: a turn, or a first step with many. */
static void take_number(struct play *play, size_t number)
{
    turnlist_choose(&play->shown, number);
    if (play->shown.count > 1) {
        turnlist_print(&play->shown, play->game);
        return;
    }
    fnr_turn turn = play->shown.turns[0];
    make_turn(play, &turn);
}

/* Shows the turns that begin as `text` says; false if there are none. The list that is shown
 * stays as it is then. */
static bool offer_turns(struct play *play, const char *text)
{
    struct turnlist found = {.turns = NULL};
    bool some = turnlist_make(&found, play->game, session_now(&play->session), text) && found.count;
    if (some) {
        printf("Which? %sType a number.\n",
               turnlist_both_ways(&found) ? "By approach (A) or by withdrawal (W)? " : "");
        show_turns(play, text);
    }
    turnlist_free(&found);
    return some;
}

/* What a person means by a number, a turn, or the beginning of one. */
static void take_words(struct play *play, const char *text)
{
    uint64_t number;
    fnr_turn turn;
    fnr_error why;
    size_t length = strlen(text);
    if (play->shown.count && number_read(text, 1, turnlist_choices(&play->shown), &number)) {
        take_number(play, number);
        return;
    }
    bool open = length && text[length - 1] == '-';
    if (!open && !fnr_turn_parse(play->game, session_now(&play->session), text, &turn, &why)) {
        make_typed_turn(play, &turn);
        return;
    }
    if (offer_turns(play, text)) return;
    answer("'%.40s' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps",
           text);
}

/* "wins in 3 plies", "2.5 stones better, 9 plies ahead". */
static void score_words(const fnr_choice *choice, char *text, size_t size)
{
    int score = choice->thought.score, plies = FNR_SCORE_WON - abs(score);
    const char *source = choice->thought.depth ? "" : ", as the tables know";
    if (abs(score) > FNR_SCORE_TABLE)
        snprintf(text, size, "%s in %d %s%s", score > 0 ? "wins" : "loses", plies,
                 plies == 1 ? "ply" : "plies", source);
    else if (abs(score) > FNR_SCORE_SURE)
        snprintf(text, size, "%s%s", score > 0 ? "wins" : "loses", source);
    else if (!choice->thought.depth)
        snprintf(text, size, "a draw%s", source);
    else if (!score)
        snprintf(text, size, "even, %d plies ahead", choice->thought.depth);
    else
        snprintf(text, size, "%.1f stones %s, %d plies ahead", abs(score) / 100.0,
                 score < 0 ? "worse" : "better", choice->thought.depth);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void save(struct play *play, const char *path)
{
    char ended[OUTCOME_TEXT_SIZE];
    fnr_error why;
    struct heading heading = {
        .players = {player_names[play->sides[FNR_WHITE]], player_names[play->sides[FNR_BLACK]]},
        .ended = ended,
    };
    is_over(play, &heading.outcome, ended);
    if (!path[0])
        answer("save where? 'save FILE'");
    else if (gamefile_write(path, &play->session, &heading, &why))
        answer("%s", why.text);
    else
        answer("saved in %.200s", path);
}

/* Takes over a game that has been read, instead of any that is played. */
static int take_game(struct play *play, const fnr_fgn *fgn)
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

static void load(struct play *play, const char *path)
{
    fnr_fgn *fgn = NULL;
    fnr_error why;
    if (!path[0]) {
        answer("load what? 'load FILE'");
    } else if (gamefile_read(path, play->settings, &fgn, &why)) {
        answer("%s", why.text);
    } else {
        play->code = take_game(play, fgn);
        if (!play->code) answer("loaded %.200s", path);
    }
    fnr_fgn_free(fgn);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void list_turns(struct play *play, const char *rest)
{
    show_board(play);
    show_turns(play, rest);
}

static void hint(struct play *play, const char *rest)
{
    char turn[FNR_TURN_TEXT_SIZE], words[80];
    fnr_choice choice;
    (void)rest;
    if (player_think(&play->players, PLAYER_STRONG, &play->session, &choice)) return;
    fnr_turn_format(play->game, &choice.turn, turn);
    score_words(&choice, words, sizeof words);
    answer("%s: %s", turn, words);
}

/* How many turns are left when a person's last one is taken back; all if there is none. */
static size_t before_last(const struct play *play)
{
    for (size_t i = play->session.count; i-- > 0;)
        if (play->sides[play->session.positions[i].side] == PLAYER_PERSON) return i;
    return play->session.count;
}

/* Against the engine, its answer is taken back as well. A side that has resigned goes on. */
static void undo(struct play *play, const char *rest)
{
    size_t left = before_last(play);
    (void)rest;
    if (play->resigned == FNR_GOES_ON && left == play->session.count) {
        answer("there is no turn to take back");
        return;
    }
    if (play->resigned == FNR_GOES_ON)
        while (play->session.count > left) session_undo(&play->session);
    play->resigned = FNR_GOES_ON;
    play->changed = true;
}

static void begin_again(struct play *play, const char *rest)
{
    (void)rest;
    play->resigned = FNR_GOES_ON;
    play->changed = true;
    if (!session_start(&play->session, play->game, &play->start))
        play->code = complain(EXIT_FAILED, "not enough memory");
}

static void resign(struct play *play, const char *rest)
{
    (void)rest;
    play->resigned = to_move(play) == FNR_WHITE ? FNR_BLACK_WINS : FNR_WHITE_WINS;
    play->changed = true;
}

static void quit(struct play *play, const char *rest)
{
    (void)rest;
    play->quits = true;
}

static void help(struct play *play, const char *rest);

/* What can be typed beside turns; `always`: when the game is over, too. */
static const struct order {
    const char *word, *about;
    bool always;
    void (*run)(struct play *play, const char *rest);
} orders[] = {
    {"moves", "the board and the turns again", false, list_turns},
    {"hint", "what the strong level would play", false, hint},
    {"undo", "take your last turn back", true, undo},
    {"new", "begin again", true, begin_again},
    {"save", "FILE: write the game down, as FGN", true, save},
    {"load", "FILE: go on with a game that was written down", true, load},
    {"resign", "give the game up", false, resign},
    {"quit", "end (so does the end of the input)", true, quit},
    {"help", "this", true, help},
};

static void help(struct play *play, const char *rest)
{
    (void)play;
    (void)rest;
    printf("A turn: its number in the list that was last shown, or its notation, such as\n"
           "d3-e3, e3-d3A-c4W or e3d3Ac4W: A takes by approach, W by withdrawal. A capture\n"
           "may go on or stop after each step: it stops where what you type stops, and you\n"
           "are told if it could have gone on. In brackets: how many stones it takes.\n"
           "The beginning of a turn (d3, d3-e3, or with a dash at its end, e3-d3A-) lists\n"
           "those that go on so.\n");
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        printf("  %-7s %s\n", orders[i].word, orders[i].about);
}

/* Does what a person has typed. */
static void obey(struct play *play, char *text, bool over)
{
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    text += strspn(text, " \t");
    size_t first = strcspn(text, " \t");
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        const struct order *order = &orders[i];
        if (strlen(order->word) != first || strncmp(order->word, text, first)) continue;
        if (over && !order->always)
            answer("the game is over: undo, new, save, load or quit");
        else
            order->run(play, text + first + strspn(text + first, " \t"));
        return;
    }
    if (over)
        answer("the game is over: undo, new, save, load or quit");
    else if (text[0])
        take_words(play, text);
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
        printf("%s> ", side_names[to_move(play)]);
    fflush(stdout);
    if (!line_read(text, sizeof text, &flaw)) {
        printf("\n");
        play->quits = true;
        return;
    }
    /* What was typed does not stand there where it came through a pipe. */
    if (!isatty(STDIN_FILENO)) answer("%s", text);
    if (flaw)
        answer("%s", flaw);
    else
        obey(play, text, over);
}

/* Shows where the game stands; the numbers of an earlier list mean nothing any more. */
static void show(struct play *play, bool over, const char *ended)
{
    play->changed = false;
    play->shown.count = 0;
    show_board(play);
    if (over)
        printf("%s\n", ended);
    else if (play->sides[to_move(play)] == PLAYER_PERSON)
        show_turns(play, "");
}

static void go_on(struct play *play)
{
    char ended[OUTCOME_TEXT_SIZE];
    fnr_outcome outcome;
    while (!play->quits && !play->code) {
        bool over = is_over(play, &outcome, ended);
        if (play->changed) show(play, over, ended);
        enum player player = play->sides[to_move(play)];
        fnr_choice choice;
        if (over && !has_person(play)) return;
        if (over || player == PLAYER_PERSON)
            ask(play, over);
        else if (!(play->code = player_think(&play->players, player, &play->session, &choice)))
            make_turn(play, &choice.turn);
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
        int code = take_game(play, fgn);
        fnr_fgn_free(fgn);
        return code;
    }
    int code = read_start(play->settings, count ? count : 1, count ? words : usual, &play->game,
                          &play->start);
    if (code) return code;
    play->players.rules = *fnr_game_rules(play->game);
    begin_again(play, "");
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
