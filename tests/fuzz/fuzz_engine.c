/* SPDX-License-Identifier: MIT
 *
 * Lines of the engine's protocol, as if they came one after the other; all are answered, and afterwards it
 * still plays. Thinking is cut short; what takes memory or time on purpose is left out. */
#define _GNU_SOURCE /* strcasestr */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tools/uci.h"
#include "target.h"

static void run(struct talk *talk, const char *word, char *rest)
{
    char line[LONGEST_TEXT + 16];
    if (!strcmp(word, "position")) {
        uci_set_position(talk, rest);
    } else if (!strcmp(word, "setoption") && !strcasestr(rest, "hash")) {
        uci_set_option(talk, rest);
    } else if (!strcmp(word, "go")) {
        snprintf(line, sizeof line, "%s nodes 100", rest);
        uci_go(talk, line);
        thinker_hurry(&talk->thinker);
        thinker_finish(&talk->thinker);
        thinker_calm(&talk->thinker);
    } else if (!strcmp(word, "status")) {
        uci_show_status(talk, rest);
    } else if (!strcmp(word, "moves")) {
        uci_show_turns(talk, rest);
    } else if (!strcmp(word, "d")) {
        uci_show(talk, rest);
    } else if (!strcmp(word, "eval")) {
        uci_evaluate(talk, rest);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct settings SETTINGS = {.root = "", .cache = 1 << 20};
    static bool quiet;
    char text[LONGEST_TEXT], *save = NULL;
    struct talk talk;
    if (!quiet) quiet = freopen("/dev/null", "w", stdout) != NULL;
    text_of(bytes, size, text);
    demand(!uci_begin(&talk, &SETTINGS));
    talk.hash = 1;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *word = uci_word(&line);
        if (word) run(&talk, word, line);
    }
    demand(!fnr_position_check(talk.game, session_now(&talk.session), NULL));
    uci_end(&talk);
    return 0;
}
