/* SPDX-License-Identifier: MIT
 *
 * engine.c: `fanoron engine`: plays for an interface that speaks UCI.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "inbox.h"
#include "message.h"
#include "uci.h"

static void answer_ready(struct talk *talk, char *rest)
{
    (void)rest;
    if (!talk->thinker.runs) uci_make_ready(talk);
    uci_say("readyok");
}

static void stop(struct talk *talk, char *rest)
{
    (void)rest;
    thinker_finish(&talk->thinker);
    thinker_calm(&talk->thinker); /* it was seen before */
}

static void help(struct talk *talk, char *rest);

/* What a line may begin with. `meanwhile`: it is answered while the engine thinks; the others wait
 * until it has answered. */
static const struct line {
    const char *word, *arguments, *about;
    bool meanwhile;
    void (*run)(struct talk *talk, char *rest);
} lines[] = {
    {"uci", "", "who this is, and the options", true, uci_introduce},
    {"isready", "", "'readyok' as soon as the tables are open", true, answer_ready},
    {"setoption", "name NAME value VALUE", "see 'uci'", false, uci_set_option},
    {"ucinewgame", "", "forget what was found out", false, uci_new_game},
    {"position", "startpos|fen FEN [moves ...]", "turns as d3e3A or d3-e3A", false,
     uci_set_position},
    {"go",
     "[depth N] [movetime MS] [nodes N] [wtime MS btime MS winc MS binc MS movestogo N]\n"
     "             [infinite]",
     "think, then 'bestmove'", false, uci_go},
    {"stop", "", "answer now", true, stop},
    {"d", "", "the board", true, uci_show},
    {"moves", "", "all legal turns", true, uci_show_turns},
    {"status", "", "whether the game goes on, or how it has ended", true, uci_show_status},
    {"eval", "", "what the position looks like without a search", false, uci_evaluate},
    {"perft", "[N]", "count the sequences of N turns", false, uci_perft},
    {"bench", "[N]", "speed: some positions, N plies deep", false, uci_bench},
    {"help", "", "this list", true, help},
    {"quit", "", "end", false, NULL},
};

static void help(struct talk *talk, char *rest)
{
    (void)talk;
    (void)rest;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        uci_say("  %s%s%s\n        %s", lines[i].word, lines[i].arguments[0] ? " " : "",
                lines[i].arguments, lines[i].about);
}

/* Does what a line says; false at the end. */
static bool obey(struct talk *talk, char *text)
{
    const char *word = uci_word(&text);
    if (!word) return true;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (strcmp(lines[i].word, word)) continue;
        if (!lines[i].meanwhile) thinker_finish(&talk->thinker);
        if (!lines[i].run) return false;
        lines[i].run(talk, text);
        return true;
    }
    uci_tell("unknown command '%s'; 'help' lists them", word);
    return true;
}

/* 'stop' and 'quit' are heard at once, even if other lines still wait for the engine to finish. */
static bool see(const char *line, void *context)
{
    struct talk *talk = context;
    const char *word = line + strspn(line, UCI_BLANKS);
    size_t length = strcspn(word, UCI_BLANKS);
    bool quits = length == 4 && !strncmp(word, "quit", length);
    bool stops = length == 4 && !strncmp(word, "stop", length);
    if (quits || stops) thinker_hurry(&talk->thinker); /* until it is this line's turn */
    return quits;
}

static int run_engine(const struct settings *settings, int count, char **words)
{
    const char *flaw;
    struct talk talk;
    struct inbox inbox;
    (void)count;
    (void)words;
    int code = uci_begin(&talk, settings);
    if (code) return code;
    if (!inbox_open(&inbox, see, &talk))
        return complain(EXIT_FAILED, "there is no thread to read in");
    bool goes_on = true;
    for (char *text; goes_on && (text = inbox_take(&inbox, &flaw)); free(text)) {
        if (flaw)
            uci_tell("%s", flaw);
        else
            goes_on = obey(&talk, text);
    }
    uci_end(&talk);
    inbox_close(&inbox);
    return ferror(stdin) ? complain(EXIT_FAILED, "cannot read standard input") : EXIT_FINE;
}

const struct command engine_command = {
    .name = "engine",
    .arguments = "",
    .summary = "play for an interface that speaks UCI",
    .details =
        "Reads lines from standard input, as papers/engine-protocol.md describes; 'help' lists\n"
        "them. Plays 9x5 with a draw limit of 100 plies until told otherwise, with the tables\n"
        "of ROOT.\n",
    .example = "printf 'position startpos\\ngo depth 8\\n' | fanoron engine",
    .options = OPTION_CACHE | OPTION_DB,
    .least = 0,
    .most = 0,
    .run = run_engine,
};
