/* SPDX-License-Identifier: MIT
 *
 * command.c: the options of all commands: what they are called, how they are read, their help.
 */
#include "command.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "numbers.h"
#include "player.h"
#include "root.h"
#include "words.h"

/* ---- The options there are ------------------------------------------------------------------- */

enum { LARGEST_THREADS = 1024, LARGEST_LEVEL = 22 /* of zstd */, LARGEST_CHECKPOINT = 86400 };

static const struct option_info {
    unsigned id;
    const char *name;
    const char *value; /* what its value is called; NULL if it takes none */
    const char *help;
} all_options[] = {
    {OPTION_STONES, "stones", "K", "all slices of up to K stones"},
    {OPTION_COMPLETE, "complete", NULL, "all slices of the board"},
    {OPTION_METRIC, "metric", "M", "wdl, dtc (WDL and DTC) or dtw (these and DTW) (default: dtc)"},
    {OPTION_ESTIMATE, "estimate", NULL, "only say what it would take"},
    {OPTION_ENCODING, "encoding", "E", "full, or packed: leave out what follows (default: full)"},
    {OPTION_GOAL, "goal", "G", "win, nowin (no win) or value: whose win, if any (default: value)"},
    {OPTION_SIDE, "side", "S", "white or black: whose win or no win (default: white)"},
    {OPTION_CERTIFICATE, "certificate", "FILE", "where the certificate goes"},
    {OPTION_LEAVES, "stones", "K", "use tables of up to K stones (default: all there are)"},
    {OPTION_LOG, "log", "FILE", "how the search goes, a line each 10 seconds, as CSV"},
    {OPTION_WHITE, "white", "W", "person, easy, medium or strong (default: person)"},
    {OPTION_BLACK, "black", "B", "person, easy, medium or strong (default: medium)"},
    {OPTION_SETUP, "setup", "S", "standard, mirror or palindrome (default: standard)"},
    {OPTION_BATCH, "batch", NULL, "answer positions from standard input, a line each"},
    {OPTION_CSV, "csv", NULL, "comma-separated values, a line a slice"},
    {OPTION_MANIFEST, "manifest", NULL, "a digest and a name for each table, for check --manifest"},
    {OPTION_COMPARE, "manifest", "FILE", "compare the values with these digests"},
    {OPTION_RECORDS, "records", NULL, "deepest positions and zugzwangs; with --csv, all depths"},
    {OPTION_PLOTS, "plots", "DIR", "write a plot of the depths of each pair of slices as SVG"},
    {OPTION_JSON, "json", NULL, "JSON, for programs to read"},
    {OPTION_VARIANT, "variant", "V", "capture or telo-line (default: capture)"},
    {OPTION_STALEMATE, "stalemate", "S", "no legal turn is a loss or a draw (default: loss)"},
    {OPTION_DRAW_PLIES, "draw-plies", "N",
     "drawn after N plies without a capture (default: 0, never)"},
    {OPTION_DB, "db", "ROOT", "directory of the tables (default: $FANORON_DB, else ./tables)"},
    {OPTION_THREADS, "threads", "T", "number of threads (default: one a processor)"},
    {OPTION_MEMORY, "memory", "SIZE",
     "most memory to use, such as 500M or 16G (default: what is free)"},
    {OPTION_NODES, "memory", "SIZE", "memory for nodes, such as 500M or 16G (default: 256M)"},
    {OPTION_CHECKPOINT, "checkpoint", "S", "seconds between checkpoints (default: 120)"},
    {OPTION_CACHE, "cache", "SIZE", "memory for blocks of tables (default: 256M)"},
    {OPTION_LEVEL, "level", "L", "zstd compression level, 1 to 22 (default: 3)"},
    {OPTION_HELP, "help", NULL, "show this text"},
};

enum { OPTIONS = sizeof all_options / sizeof all_options[0], HELP = OPTIONS - 1 };

static bool takes(const struct command *command, const struct option_info *option)
{
    return ((command->options | OPTION_HELP) & option->id) != 0;
}

/* The names that an option chooses from; NULL if its value is no name. */
static const char *const *choices_of(const struct option_info *option)
{
    switch (option->id) {
    case OPTION_VARIANT:
        return variant_names;
    case OPTION_STALEMATE:
        return stalemate_names;
    case OPTION_SETUP:
        return setup_names;
    case OPTION_ENCODING:
        return encoding_names;
    case OPTION_METRIC:
        return metric_names;
    case OPTION_GOAL:
        return goal_names;
    case OPTION_SIDE:
        return side_words;
    case OPTION_WHITE:
    case OPTION_BLACK:
        return player_names;
    default:
        return NULL;
    }
}

/* ---- Help ------------------------------------------------------------------------------------ */

static int show_help(const struct command *command)
{
    printf("usage: fanoron %s %s%s[OPTION ...]\n\n", command->name, command->arguments,
           command->arguments[0] ? " " : "");
    printf("%c%s.\n", toupper((unsigned char)command->summary[0]), command->summary + 1);
    if (command->details) printf("\n%s", command->details);
    printf("\nOptions:\n");
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_info *option = &all_options[i];
        char left[32];
        snprintf(left, sizeof left, "--%s %s", option->name, option->value ? option->value : "");
        if (takes(command, option)) printf("  %-16s %s\n", left, option->help);
    }
    printf("\nExample:\n  %s\n", command->example);
    return EXIT_FINE;
}

/* ---- Values of options ----------------------------------------------------------------------- */

/* The place of a value among the names that it must be one of, for options that have such. */
static int read_choice(const struct option_info *option, const char *value, int *choice)
{
    char all[100];
    const char *const *choices = choices_of(option);
    *choice = choices ? word_find(choices, value) : 0;
    if (*choice >= 0) return EXIT_FINE;
    words_join(choices, "", all, sizeof all);
    return complain(EXIT_MISUSE, "--%s '%s': choose one of %s", option->name, value, all);
}

static int read_count(const struct option_info *option, const char *value, int least, int most,
                      int *count)
{
    uint64_t number;
    if (!number_read(value, (uint64_t)least, (uint64_t)most, &number))
        return complain(EXIT_MISUSE, "--%s '%s': not a whole number from %d to %d", option->name,
                        value, least, most);
    *count = (int)number;
    return EXIT_FINE;
}

static int read_size(const struct option_info *option, const char *value, uint64_t *bytes)
{
    if (size_read(value, bytes)) return EXIT_FINE;
    return complain(EXIT_MISUSE, "--%s '%s': not a size such as 2000000, 500M or 16G", option->name,
                    value);
}

static int read_root(const char *value, const char **root)
{
    if (!value[0]) return complain(EXIT_MISUSE, "--db: the name of the directory is empty");
    *root = value;
    return EXIT_FINE;
}

static int set_option(struct settings *settings, const struct option_info *option,
                      const char *value)
{
    int choice = 0;
    settings->given |= option->id;
    if (read_choice(option, value, &choice)) return EXIT_MISUSE;
    switch (option->id) {
    case OPTION_VARIANT:
        settings->variant = (fnr_variant)choice;
        return EXIT_FINE;
    case OPTION_STALEMATE:
        settings->stalemate = (fnr_stalemate)choice;
        return EXIT_FINE;
    case OPTION_SETUP:
        settings->setup = (fnr_setup)choice;
        return EXIT_FINE;
    case OPTION_ENCODING:
        settings->packed = choice == 1;
        return EXIT_FINE;
    case OPTION_METRIC:
        settings->metric = (enum metric)choice;
        return EXIT_FINE;
    case OPTION_GOAL:
        settings->goal = (fnr_goal)(choice + 1);
        return EXIT_FINE;
    case OPTION_SIDE:
        settings->side = (fnr_side)choice;
        return EXIT_FINE;
    case OPTION_WHITE:
        settings->white = choice;
        return EXIT_FINE;
    case OPTION_BLACK:
        settings->black = choice;
        return EXIT_FINE;
    case OPTION_CERTIFICATE:
        settings->certificate = value;
        return EXIT_FINE;
    case OPTION_LOG:
        settings->log = value;
        return EXIT_FINE;
    case OPTION_STONES:
    case OPTION_LEAVES:
        return read_count(option, value, 2, FNR_MAX_POINTS, &settings->stones);
    case OPTION_THREADS:
        return read_count(option, value, 1, LARGEST_THREADS, &settings->threads);
    case OPTION_LEVEL:
        return read_count(option, value, 1, LARGEST_LEVEL, &settings->level);
    case OPTION_DRAW_PLIES:
        return read_count(option, value, 0, FNR_MAX_DRAW_PLIES, &settings->draw_plies);
    case OPTION_CHECKPOINT:
        return read_count(option, value, 1, LARGEST_CHECKPOINT, &settings->checkpoint);
    case OPTION_MEMORY:
    case OPTION_NODES:
        return read_size(option, value, &settings->memory);
    case OPTION_CACHE:
        return read_size(option, value, &settings->cache);
    case OPTION_PLOTS:
        settings->plots = value;
        return EXIT_FINE;
    case OPTION_COMPARE:
        settings->manifest = value;
        return EXIT_FINE;
    case OPTION_DB:
        return read_root(value, &settings->root);
    default: /* a switch: that it is given says all */
        return EXIT_FINE;
    }
}

/* ---- Parsing --------------------------------------------------------------------------------- */

/* getopt's table of the options that a command takes; val is 1 + the place in all_options. */
static void make_table(const struct command *command, struct option table[OPTIONS + 1])
{
    int n = 0;
    for (int i = 0; i < OPTIONS; i++)
        if (takes(command, &all_options[i]))
            table[n++] = (struct option){all_options[i].name,
                                         all_options[i].value ? required_argument : no_argument,
                                         NULL, i + 1};
    table[n] = (struct option){NULL, 0, NULL, 0};
}

static int refuse_option(const struct command *command, const struct option *table,
                         const char *word)
{
    const char *names[OPTIONS + 1] = {NULL};
    char name[64], all[300];
    for (int i = 0; table[i].name; i++) names[i] = table[i].name;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);

    const char *nearest = strncmp(name, "--", 2) ? NULL : word_nearest(names, name + 2);
    if (nearest)
        return complain(EXIT_MISUSE, "unknown option '%s'; did you mean '--%s'?", name, nearest);
    words_join(names, "--", all, sizeof all);
    return complain(EXIT_MISUSE, "unknown option '%s'; %s has %s", name, command->name, all);
}

/* Says what getopt_long did not like, having returned `answer` for it. */
static int refuse(const struct command *command, const struct option *table, int answer,
                  char **argv)
{
    if (answer == ':')
        return complain(EXIT_MISUSE, "option '--%s' needs a value %s", all_options[optopt - 1].name,
                        all_options[optopt - 1].value);
    if (optopt > 0 && optopt <= OPTIONS)
        return complain(EXIT_MISUSE, "option '--%s' takes no value", all_options[optopt - 1].name);
    const char letter[] = {'-', (char)optopt, '\0'};
    return refuse_option(command, table, optopt ? letter : argv[optind - 1]);
}

/* Reads the options into `settings`, up to --help if that is there; the other words move to the end
 * of argv, from optind on. */
static int parse(const struct command *command, int argc, char **argv, struct settings *settings)
{
    struct option table[OPTIONS + 1];
    make_table(command, table);
    opterr = 0;
    while (!is_given(settings, OPTION_HELP)) {
        int answer = getopt_long(argc, argv, ":h", table, NULL);
        if (answer == -1) return EXIT_FINE;
        if (answer == '?' || answer == ':') return refuse(command, table, answer, argv);
        if (answer == 'h') answer = HELP + 1;
        int code = set_option(settings, &all_options[answer - 1], optarg);
        if (code) return code;
    }
    return EXIT_FINE;
}

int command_run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.root = root_default(command->writes),
                                .metric = METRIC_DTC,
                                .goal = FNR_GOAL_VALUE,
                                .black = PLAYER_MEDIUM,
                                .cache = FNR_CACHE_BYTES};
    int code = parse(command, argc, argv, &settings);
    if (code) return code;
    if (is_given(&settings, OPTION_HELP)) return show_help(command);
    unsigned forms = settings.given & (OPTION_CSV | OPTION_JSON | OPTION_MANIFEST);
    if (forms & (forms - 1))
        return complain(EXIT_MISUSE, "--csv, --json and --manifest exclude each other");
    int count = argc - optind;
    if (count < command->least || count > command->most)
        return complain(EXIT_MISUSE, "too %s arguments; usage: fanoron %s %s",
                        count < command->least ? "few" : "many", command->name, command->arguments);
    return command->run(&settings, count, argv + optind);
}
