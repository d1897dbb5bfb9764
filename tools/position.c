/* SPDX-License-Identifier: MIT
 *
 * position.c: boards, positions and turns that were typed as arguments.
 */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

fnr_rules rules_of(const struct settings *settings)
{
    return (fnr_rules){.variant = settings->variant,
                       .stalemate = settings->stalemate,
                       .draw_plies = settings->draw_plies};
}

int read_board(const struct settings *settings, const char *text, fnr_rules *rules)
{
    fnr_error why;
    fnr_rules read = rules_of(settings);
    if (fnr_rules_parse_board(text, &read, &why)) return complain_why(&why);
    if (is_given(settings, OPTION_VARIANT) && read.variant != settings->variant)
        return complain(EXIT_MISUSE, "board '%s' contradicts --variant capture", text);
    *rules = read;
    return EXIT_FINE;
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Whether a word after the first still belongs to the position: rows, a side, or a counter. */
static bool is_position_word(const char *word)
{
    if (!strcmp(word, "w") || !strcmp(word, "b")) return true;
    return word[0] && !word[strspn(word, "WB./0123456789")];
}

static int position_words(int count, char **words)
{
    int n = 1;
    while (n < count && is_position_word(words[n])) n++;
    return n;
}

/* The words with a blank between them, in new memory; NULL if there is none. */
static char *join(int count, char **words)
{
    size_t size = 1;
    for (int i = 0; i < count; i++) size += strlen(words[i]) + 1;
    char *text = malloc(size), *to = text;
    if (!text) return NULL;
    for (int i = 0; i < count; i++) {
        if (i) *to++ = ' ';
        to = stpcpy(to, words[i]);
    }
    *to = '\0';
    return text;
}

static fnr_status parse_position(const struct settings *settings, const char *text, fnr_game **game,
                                 fnr_position *position, fnr_error *why)
{
    fnr_rules rules = rules_of(settings);
    fnr_status status = fnr_position_parse_size(text, &rules.width, &rules.height, why);
    if (!status) status = fnr_game_new(&rules, game, why);
    if (!status) status = fnr_position_parse(*game, text, position, why);
    return status;
}

static fnr_status play_turns(const fnr_game *game, int count, char **words, fnr_position *position,
                             fnr_error *why)
{
    for (int i = 0; i < count; i++) {
        fnr_turn turn;
        fnr_position after;
        fnr_status status = fnr_turn_parse(game, position, words[i], &turn, why);
        if (status) return status;
        fnr_position_play(position, &turn, &after);
        *position = after;
    }
    return FNR_OK;
}

int read_position(const struct settings *settings, int count, char **words, fnr_game **game,
                  fnr_position *position)
{
    fnr_error why;
    fnr_game *new_game = NULL;
    int n = position_words(count, words);
    char *text = join(n, words);
    if (!text) return complain(EXIT_FAILED, "not enough memory");
    fnr_status status = parse_position(settings, text, &new_game, position, &why);
    if (!status) status = play_turns(new_game, count - n, words + n, position, &why);
    free(text);
    if (!status) {
        *game = new_game;
        return EXIT_FINE;
    }
    fnr_game_free(new_game);
    return complain_why(&why);
}

int read_start(const struct settings *settings, int count, char **words, fnr_game **game,
               fnr_position *position)
{
    fnr_rules rules;
    fnr_error why;
    fnr_game *made = NULL;
    if (strchr(words[0], '/') || count > 1 || strchr(words[0], ' '))
        return read_position(settings, count, words, game, position);
    int code = read_board(settings, words[0], &rules);
    if (code) return code;
    if (fnr_game_new(&rules, &made, &why) ||
        fnr_position_start(made, settings->setup, position, &why)) {
        fnr_game_free(made);
        return complain_why(&why);
    }
    *game = made;
    return EXIT_FINE;
}
