/* SPDX-License-Identifier: MIT
 *
 * play.c: `fanoron play`: a game at a terminal, or through a pipe, against the engine or another
 *         person.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "diagram.h"
#include "lines.h"
#include "message.h"
#include "numbers.h"
#include "player.h"
#include "position.h"
#include "scoresheet.h"
#include "textfile.h"
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

/* What a person means by a number, a turn, or the beginning of one. */
static void take_words(struct play *play, const char *text)
{
    uint64_t number;
    fnr_turn turn;
    fnr_error why;
    size_t length = strlen(text);
    if (play->shown.count && number_read(text, 1, play->shown.count, &number)) {
        turn = play->shown.turns[number - 1];
        make_turn(play, &turn);
        return;
    }
    bool open = length && text[length - 1] == '-';
    if (!open && !fnr_turn_parse(play->game, session_now(&play->session), text, &turn, &why)) {
        make_typed_turn(play, &turn);
        return;
    }
    struct turnlist found = {.turns = NULL};
    if (turnlist_make(&found, play->game, session_now(&play->session), text) && found.count) {
        turnlist_free(&found);
        printf("Which? Type a number.\n");
        show_turns(play, text);
        return;
    }
    turnlist_free(&found);
    answer("'%.40s' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps",
           text);
}

/* "which wins in 3 turns", "2.5 stones better" */
static void score_words(const fnr_choice *choice, char *text, size_t size)
{
    int score = choice->thought.score, plies = FNR_SCORE_WON - abs(score);
    const char *source = choice->thought.depth ? "" : ", as the tables know";
    if (abs(score) > FNR_SCORE_TABLE)
        snprintf(text, size, "%s in %d plies%s", score > 0 ? "wins" : "loses", plies, source);
    else if (abs(score) > FNR_SCORE_SURE)
        snprintf(text, size, "%s%s", score > 0 ? "wins" : "loses", source);
    else if (!choice->thought.depth)
        snprintf(text, size, "a draw%s", source);
    else
        snprintf(text, size, "%.1f stones %s, %d plies ahead", abs(score) / 100.0,
                 score < 0 ? "worse" : "better", choice->thought.depth);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static const char *result_of(const struct play *play)
{
    char text[OUTCOME_TEXT_SIZE];
    fnr_outcome outcome;
    static const char *const RESULTS[] = {"*", "1-0", "0-1", "1/2-1/2"};
    is_over(play, &outcome, text);
    return RESULTS[outcome];
}

static void write_tags(const struct play *play, const struct scoresheet *sheet)
{
    char date[32] = "????.??.??", board[FNR_RULES_NAME_SIZE], fen[FNR_POSITION_TEXT_SIZE],
         ended[OUTCOME_TEXT_SIZE];
    fnr_position standard;
    fnr_outcome outcome;
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day)) strftime(date, sizeof date, "%Y.%m.%d", &day);
    fnr_board_name(fnr_game_rules(play->game), board);
    scoresheet_tag(sheet, "Event", "fanoron play");
    scoresheet_tag(sheet, "Date", date);
    scoresheet_tag(sheet, "White", player_names[play->sides[FNR_WHITE]]);
    scoresheet_tag(sheet, "Black", player_names[play->sides[FNR_BLACK]]);
    scoresheet_tag(sheet, "Result", result_of(play));
    scoresheet_tag(sheet, "Variant", board);
    fnr_position_format(play->game, &play->session.positions[0], fen);
    bool usual =
        !fnr_position_start(play->game, FNR_SETUP_STANDARD, &standard, NULL) &&
        !memcmp(standard.stones, play->session.positions[0].stones, sizeof standard.stones) &&
        play->session.positions[0].plies == 0 && play->session.positions[0].side == FNR_WHITE;
    if (!usual) scoresheet_tag(sheet, "FEN", fen);
    if (is_over(play, &outcome, ended)) scoresheet_tag(sheet, "Termination", ended);
    fprintf(sheet->file, "\n");
}

static void write_game(const struct play *play, FILE *file)
{
    struct scoresheet sheet;
    scoresheet_begin(&sheet, file);
    write_tags(play, &sheet);
    for (size_t i = 0; i < play->session.count; i++)
        scoresheet_turn(&sheet, play->game, &play->session.positions[i], &play->session.turns[i],
                        "");
    scoresheet_end(&sheet, result_of(play));
}

/* The file appears under its name when it is whole. */
static void save(struct play *play, const char *path)
{
    char temporary[LONGEST_LINE + 32];
    snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
    FILE *file = path[0] ? fopen(temporary, "wx") : NULL;
    if (!path[0]) answer("save where? 'save FILE'");
    if (path[0] && !file) answer("%.200s: cannot be written: %s", path, strerror(errno));
    if (!file) return;
    write_game(play, file);
    bool fine = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    fine &= fclose(file) == 0;
    if (fine && rename(temporary, path) == 0) {
        answer("saved in %.200s", path);
        return;
    }
    answer("%.200s: cannot be written: %s", path, strerror(errno));
    unlink(temporary);
}

/* Takes over a game that has been read. */
static bool take_game(struct play *play, const fnr_fgn *fgn)
{
    fnr_game *game = NULL;
    fnr_error why;
    if (fnr_game_new(&fgn->rules, &game, &why)) {
        answer("%s", why.text);
        return false;
    }
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
    if (!fine) play->code = complain(EXIT_FAILED, "not enough memory");
    return fine;
}

static void load(struct play *play, const char *path)
{
    size_t size, used;
    fnr_fgn *fgn = NULL;
    fnr_error why;
    fnr_rules rules = rules_of(play->settings);
    char *text = path[0] ? textfile_read(path, &size) : NULL;
    if (!path[0]) answer("load what? 'load FILE'");
    if (!text) return;
    fnr_status status = fnr_fgn_read(text, size, 1, &rules, &used, &fgn, &why);
    if (status)
        answer("%.200s: %s", path, why.text);
    else if (!fgn)
        answer("%.200s: no game in it", path);
    else if (take_game(play, fgn))
        answer("loaded %.200s", path);
    fnr_fgn_free(fgn);
    free(text);
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

/* Against the engine, its answer is taken back as well. */
static void undo(struct play *play, const char *rest)
{
    (void)rest;
    bool done = play->resigned != FNR_GOES_ON || session_undo(&play->session);
    play->resigned = FNR_GOES_ON;
    while (done && play->sides[to_move(play)] != PLAYER_PERSON && session_undo(&play->session)) {
    }
    if (!done) answer("there is no turn to take back");
    play->changed = done;
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
    printf("A turn: its number in the list that was last shown, or its notation, such as d3-e3,\n"
           "e3-d3A-c4W or e3d3Ac4W: A takes by approach, W by withdrawal, a capture may go on or\n"
           "stop after each step. In brackets: how many stones it takes. The beginning of a turn\n"
           "(d3, d3-e3, or with a dash at its end, e3-d3A-) lists those that go on so.\n");
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

static int run_play(const struct settings *settings, int count, char **words)
{
    struct play play = {.settings = settings,
                        .sides = {(enum player)settings->white, (enum player)settings->black},
                        .players = {.settings = settings}};
    char *usual[] = {"9x5"};
    int code =
        read_start(settings, count ? count : 1, count ? words : usual, &play.game, &play.start);
    if (code) return code;
    play.players.rules = *fnr_game_rules(play.game);
    begin_again(&play, "");
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
    .arguments = "[BOARD | POSITION [TURN ...]]",
    .summary = "play a game, against the engine or another person",
    .details =
        "Shows the board and the legal turns, and asks for one. Easy looks one ply ahead, medium\n"
        "four; strong thinks for two seconds and knows the tables of ROOT. A position that is\n"
        "there for the third time is a draw. Works through a pipe as well.\n",
    .example = "fanoron play 5x5 --black strong",
    .options =
        OPTION_WHITE | OPTION_BLACK | OPTION_SETUP | OPTION_CACHE | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = ANY_NUMBER,
    .run = run_play,
};
