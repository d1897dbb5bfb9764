/* SPDX-License-Identifier: MIT
 *
 * uci.h: what the files of `fanoron engine` share: a talk with an interface, in the protocol of
 *        papers/engine-protocol.md.
 *
 *   engine.c     the command: reads lines and finds out what they want
 *   uci.c        the talk: rules, tables, the engine, the game
 *   uci_go.c     thinking: limits, what is told meanwhile, the answer
 *   uci_look.c   looking: the board, turns, counts, speed
 */
#ifndef TOOLS_UCI_H
#define TOOLS_UCI_H

#include "command.h"
#include "session.h"
#include "thinker.h"

enum { UCI_LEAST_HASH = 1, UCI_HASH = 64, UCI_MOST_HASH = 65536 /* MiB */ };
enum { UCI_LIMIT = 100 /* plies */, UCI_MOST_LINES = 100 };

#define UCI_PATH_SIZE 4096

struct talk {
    const struct settings *settings;
    fnr_rules board;         /* the option Variant: width, height and variant alone */
    fnr_stalemate stalemate; /* the other options, from which the rules of a board follow */
    int limit;
    fnr_rules rules;            /* in force: of the board, or of one that a position was on */
    char tables[UCI_PATH_SIZE]; /* their root; "": none */
    int hash, lines;
    fnr_game *game;
    struct session session;
    fnr_db *db;         /* of the engine */
    fnr_engine *engine; /* NULL until it is needed */
    struct thinker thinker;
};

/* Begins a talk about a board at its start; an exit code. */
int uci_begin(struct talk *talk, const struct settings *settings);
void uci_end(struct talk *talk);

/* Writes a line to the interface, at once. */
__attribute__((format(printf, 1, 2))) void uci_say(const char *format, ...);
/* The same as an "info string", for what went wrong; control characters are tamed. */
__attribute__((format(printf, 1, 2))) void uci_tell(const char *format, ...);

/* Makes the engine, if it is not there; false, after telling why, if that cannot be done. */
bool uci_make_ready(struct talk *talk);

/* The lines of the protocol; `rest` is what follows their first word. Nobody thinks meanwhile,
 * but for those that only look. */
void uci_introduce(struct talk *talk, char *rest);
void uci_new_game(struct talk *talk, char *rest);
void uci_set_option(struct talk *talk, char *rest);
void uci_set_position(struct talk *talk, char *rest);
void uci_go(struct talk *talk, char *rest);
void uci_show(struct talk *talk, char *rest);
void uci_show_turns(struct talk *talk, char *rest);
void uci_show_status(struct talk *talk, char *rest);
void uci_evaluate(struct talk *talk, char *rest);
void uci_perft(struct talk *talk, char *rest);
void uci_bench(struct talk *talk, char *rest);

/* What stands between words. */
#define UCI_BLANKS " \t"

/* The next word of a line, or NULL. */
char *uci_word(char **rest);

/* A turn in the compact form: "d3e3A". */
void uci_turn_text(const fnr_game *game, const fnr_turn *turn, char text[FNR_TURN_TEXT_SIZE]);

#endif
