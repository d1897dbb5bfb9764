/* SPDX-License-Identifier: MIT
 *
 * play_talk.c: what a person types in a game: turns, and orders such as undo.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gamefile.h"
#include "message.h"
#include "numbers.h"
#include "play.h"
#include "words.h"

/* ---- Turns ----------------------------------------------------------------------------------- */

/* A person's turn, which may have gone on. */
static void make_typed_turn(struct play *play, const fnr_turn *turn)
{
    struct turnlist all = {.turns = NULL};
    bool fine = turnlist_make(&all, play->game, session_now(&play->session), "");
    size_t longer = fine ? turnlist_longer(&all, turn) : 0;
    turnlist_free(&all);
    play_make_turn(play, turn);
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
    play_make_turn(play, &turn);
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
        play_show_turns(play, text);
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
    play_answer(
        "'%.40s' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps",
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
    play_is_over(play, &heading.outcome, ended);
    if (!path[0])
        play_answer("save where? 'save FILE'");
    else if (gamefile_write(path, &play->session, &heading, &why))
        play_answer("%s", why.text);
    else
        play_answer("saved in %.200s", path);
}

static void load(struct play *play, const char *path)
{
    fnr_fgn *fgn = NULL;
    fnr_error why;
    if (!path[0]) {
        play_answer("load what? 'load FILE'");
    } else if (gamefile_read(path, play->settings, &fgn, &why)) {
        play_answer("%s", why.text);
    } else {
        play->code = play_take_game(play, fgn);
        if (!play->code) play_answer("loaded %.200s", path);
    }
    fnr_fgn_free(fgn);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void list_turns(struct play *play, const char *rest)
{
    play_show_board(play);
    play_show_turns(play, rest);
}

static void hint(struct play *play, const char *rest)
{
    char turn[FNR_TURN_TEXT_SIZE], words[80];
    fnr_choice choice;
    (void)rest;
    if (player_think(&play->players, PLAYER_STRONG, &play->session, &choice)) return;
    fnr_turn_format(play->game, &choice.turn, turn);
    score_words(&choice, words, sizeof words);
    play_answer("%s: %s", turn, words);
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
        play_answer("there is no turn to take back");
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
    play_begin(play);
}

static void resign(struct play *play, const char *rest)
{
    (void)rest;
    play->resigned = play_to_move(play) == FNR_WHITE ? FNR_BLACK_WINS : FNR_WHITE_WINS;
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

void play_obey(struct play *play, char *text, bool over)
{
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    text += strspn(text, " \t");
    size_t first = strcspn(text, " \t");
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        const struct order *order = &orders[i];
        if (strlen(order->word) != first || strncmp(order->word, text, first)) continue;
        if (over && !order->always)
            play_answer("the game is over: undo, new, save, load or quit");
        else
            order->run(play, text + first + strspn(text + first, " \t"));
        return;
    }
    if (over)
        play_answer("the game is over: undo, new, save, load or quit");
    else if (text[0])
        take_words(play, text);
}
