/* SPDX-License-Identifier: MIT
 *
 * command.h: what a command of the program is, and the options it was called with.
 *
 * Every command is one file that describes itself in a `struct command`: main.c finds it by its
 * name, command.c parses its options, writes its help and counts its words.
 */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "fanoron.h"

/* The options there are; a command names its own as a sum. Each has one meaning everywhere. */
enum {
    OPTION_DB = 1 << 0,
    OPTION_VARIANT = 1 << 1,
    OPTION_STALEMATE = 1 << 2,
    OPTION_SETUP = 1 << 3,
    OPTION_STONES = 1 << 4,
    OPTION_COMPLETE = 1 << 5,
    OPTION_METRIC = 1 << 6,
    OPTION_THREADS = 1 << 7,
    OPTION_MEMORY = 1 << 8,
    OPTION_LEVEL = 1 << 9,
    OPTION_BATCH = 1 << 10,
    OPTION_CSV = 1 << 11,
    OPTION_JSON = 1 << 12,
    OPTION_ENCODING = 1 << 13,
    OPTION_CACHE = 1 << 14,
    OPTION_COMPARE = 1 << 15,
    OPTION_MANIFEST = 1 << 16,
    OPTION_ESTIMATE = 1 << 17,
    OPTION_CHECKPOINT = 1 << 18,
    OPTION_DRAW_PLIES = 1 << 19,
    OPTION_RECORDS = 1 << 20,
    OPTION_PLOTS = 1 << 21,
    OPTION_HELP = 1 << 22, /* every command has it */
    OPTION_GOAL = 1 << 23,
    OPTION_SIDE = 1 << 24,
    OPTION_CERTIFICATE = 1 << 25,
    OPTION_LOG = 1 << 26,
    OPTION_LEAVES = 1 << 27,
    OPTION_NODES = 1 << 28,
    OPTION_WHITE = 1 << 29,
    OPTION_BLACK = 1 << 30,

    OPTIONS_RULES = OPTION_VARIANT | OPTION_STALEMATE | OPTION_DRAW_PLIES,
};

/* The farthest that tables go, in the order of metric_names. */
enum metric { METRIC_WDL, METRIC_DTC, METRIC_DTW };

/* What the options said, or their defaults. */
struct settings {
    const char *root;
    const char *manifest;          /* NULL: none */
    const char *plots;             /* a directory; NULL: none */
    const char *certificate, *log; /* files; NULL: none */
    int white, black;              /* places in player_names */
    fnr_goal goal;
    fnr_side side;
    fnr_variant variant;
    fnr_stalemate stalemate;
    int draw_plies; /* 0: no limit */
    fnr_setup setup;
    bool packed;
    enum metric metric;
    int stones; /* 0: not given */
    int threads;
    int level;
    int checkpoint; /* seconds; 0: not given */
    uint64_t memory;
    uint64_t cache;
    unsigned given; /* the OPTION_... that were on the command line */
};

static inline bool is_given(const struct settings *settings, unsigned option)
{
    return (settings->given & option) != 0;
}

struct command {
    const char *name;
    const char *arguments; /* for the usage line: "POSITION [TURN ...]" */
    const char *summary;   /* what it does, for the list of commands */
    const char *details;   /* lines of its help, each ended by a newline; may be NULL */
    const char *example;   /* a command line that works */
    unsigned options;
    bool writes;     /* tables; a default root is then never that of the program */
    int least, most; /* number of words that are no options */
    int (*run)(const struct settings *settings, int count,
               char **words); /* returns the exit code */
};

enum { ANY_NUMBER = 1 << 20 };

/* Parses the options and runs the command; argv[0] is its name. Returns the exit code. */
int command_run(const struct command *command, int argc, char **argv);

extern const struct command build_command, repack_command, probe_command, stats_command,
    moves_command, perft_command, start_command, show_command, check_command, verify_command,
    line_command, annotate_command, prove_command, check_proof_command, engine_command,
    play_command;

#endif
