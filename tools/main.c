/* SPDX-License-Identifier: MIT
 *
 * main.c: the program `fanoron`: finds the command and runs it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "words.h"

static const struct command *const commands[] = {
    &build_command,    &repack_command,      &probe_command,  &line_command,
    &annotate_command, &stats_command,       &moves_command,  &perft_command,
    &start_command,    &show_command,        &check_command,  &verify_command,
    &prove_command,    &check_proof_command, &engine_command, &play_command,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int show_help(void)
{
    printf("fanoron %s: exact endgame databases for Fanorona\n\n", fnr_version());
    printf("usage: fanoron COMMAND [ARGUMENT ...] [OPTION ...]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-11s %s\n", commands[i]->name, commands[i]->summary);
    printf("\n'fanoron COMMAND --help' shows the options of a command and an example.\n"
           "BOARD is WIDTHxHEIGHT, or tsivy (9x5), dimy (5x5), telo (3x3), telo-line.\n"
           "POSITION is rows from the top and the side to move: \"9/9/3B5/9/2W1W4 w\".\n");
    return EXIT_FINE;
}

static int refuse_unknown(const char *word)
{
    static const char *const own_options[] = {"--help", "--version", NULL};
    const char *names[COMMANDS + 1] = {NULL};
    char all[200];
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i]->name;

    bool is_option = word[0] == '-';
    const char *kind = is_option ? "option" : "command";
    const char *const *list = is_option ? own_options : names;
    const char *nearest = word_nearest(list, word);
    if (nearest)
        return complain(EXIT_MISUSE, "unknown %s '%s'; did you mean '%s'?", kind, word, nearest);
    words_join(list, "", all, sizeof all);
    return complain(EXIT_MISUSE, "unknown %s '%s'; %s: %s", kind, word,
                    is_option ? "before a command there are only" : "there are", all);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) return complain(EXIT_MISUSE, "which command? 'fanoron --help' lists them");
    const char *word = argv[1];
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) return show_help();
    if (!strcmp(word, "--version")) {
        printf("fanoron %s\n", fnr_version());
        return EXIT_FINE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(word, commands[i]->name)) return command_run(commands[i], argc - 1, argv + 1);
    return refuse_unknown(word);
}

/* Whether all that was written to stdout has arrived; a full disk may show only now. */
static bool output_arrived(void)
{
    errno = 0;
    if (fflush(stdout) || ferror(stdout)) return false;
    /* A stdout that was closed from the start is no harm if nothing was written to it. */
    return !fclose(stdout) || errno == EBADF;
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of writing */
    int code = dispatch(argc, argv);
    if (output_arrived()) return code;
    const char *reason = errno ? strerror(errno) : "an earlier write failed";
    complain(EXIT_FAILED, "cannot write to standard output: %s", reason);
    return code == EXIT_FINE || code == EXIT_UNPROVEN ? EXIT_FAILED : code;
}
