/* SPDX-License-Identifier: MIT
 *
 * Games as text: FGN, which is PGN with the turns of Fanorona. */
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A place in the text, and the line it is on. */
typedef struct reader {
    const char *at, *end;
    int line;
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static char next_of(const reader *r)
{
    return r->at < r->end ? *r->at : '\0';
}

static void step(reader *r)
{
    r->line += *r->at == '\n';
    r->at++;
}

static fnr_status fail(const reader *r, fnr_error *why, const char *what)
{
    return fnr_fail(why, FNR_ERR_GAME, "line %d: %s", r->line, what);
}

/* Skips a comment, up to its closing bracket or the end of its line. */
static fnr_status skip_comment(reader *r, char close, fnr_error *why)
{
    reader start = *r;
    while (r->at < r->end && *r->at != close) step(r);
    if (r->at == r->end) return close == '\n' ? FNR_OK : fail(&start, why, "a comment has no end");
    step(r);
    return FNR_OK;
}

/* Skips a variation and those within it, with their comments. */
static fnr_status skip_variation(reader *r, fnr_error *why)
{
    reader start = *r;
    int depth = 0;
    while (r->at < r->end) {
        char c = *r->at;
        step(r);
        if (c == '{' || c == ';') {
            fnr_status status = skip_comment(r, c == '{' ? '}' : '\n', why);
            if (status) return status;
        }
        depth += (c == '(') - (c == ')');
        if (depth == 0) return FNR_OK;
    }
    return fail(&start, why, "a variation has no end");
}

/* Goes to the next thing that is no blank, comment or variation. */
static fnr_status skip_asides(reader *r, fnr_error *why)
{
    fnr_status status = FNR_OK;
    while (r->at < r->end && !status) {
        char c = *r->at;
        if (is_blank(c))
            step(r);
        else if (c == '{' || c == ';')
            status = skip_comment(r, c == '{' ? '}' : '\n', why);
        else if (c == '(')
            status = skip_variation(r, why);
        else
            break;
    }
    return status;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

static bool read_name(reader *r, char name[FNR_FGN_NAME_SIZE])
{
    size_t length = 0;
    while (r->at < r->end && !is_blank(*r->at) && *r->at != '"' && *r->at != ']') {
        if (length + 1 == FNR_FGN_NAME_SIZE) return false;
        name[length++] = *r->at;
        step(r);
    }
    name[length] = '\0';
    while (r->at < r->end && is_blank(*r->at)) step(r);
    return length > 0;
}

/* A text in quotes, with \" and \\ for these characters. */
static bool read_value(reader *r, char value[FNR_FGN_VALUE_SIZE])
{
    size_t length = 0;
    if (next_of(r) != '"') return false;
    step(r);
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\\' && r->at + 1 < r->end) step(r);
        if (length + 1 == FNR_FGN_VALUE_SIZE || *r->at == '\n') return false;
        value[length++] = *r->at;
        step(r);
    }
    value[length] = '\0';
    if (r->at == r->end) return false;
    step(r);
    while (r->at < r->end && is_blank(*r->at)) step(r);
    return next_of(r) == ']';
}

static fnr_status read_tags(reader *r, fnr_fgn *fgn, fnr_error *why)
{
    fnr_status status = skip_asides(r, why);
    while (!status && next_of(r) == '[') {
        reader start = *r;
        fnr_fgn_tag *tags = realloc(fgn->tags, (fgn->tag_count + 1) * sizeof *tags);
        if (!tags) return fnr_fail_memory(why, "a game");
        fgn->tags = tags;
        step(r);
        if (!read_name(r, tags[fgn->tag_count].name) || !read_value(r, tags[fgn->tag_count].value))
            return fail(&start, why, "not a tag: write [Name \"value\"]");
        fgn->tag_count++;
        step(r);
        status = skip_asides(r, why);
    }
    return status;
}

const char *fnr_fgn_tag_value(const fnr_fgn *fgn, const char *name)
{
    for (size_t i = 0; i < fgn->tag_count; i++)
        if (strcasecmp(fgn->tags[i].name, name) == 0) return fgn->tags[i].value;
    return NULL;
}

/* ---- The start ------------------------------------------------------------------------------- */

/* The board is that of the tag Variant, or of FEN; without either, 9x5. */
static fnr_status find_rules(const reader *r, fnr_fgn *fgn, fnr_error *why)
{
    const char *variant = fnr_fgn_tag_value(fgn, "Variant"), *fen = fnr_fgn_tag_value(fgn, "FEN");
    char board[FNR_FGN_VALUE_SIZE] = "9x5";
    fnr_error found;
    fnr_status status = FNR_OK;
    if (variant)
        for (size_t i = 0; i <= strlen(variant); i++)
            board[i] =
                (char)(variant[i] >= 'A' && variant[i] <= 'Z' ? variant[i] + 32 : variant[i]);
    if (!variant && fen)
        status = fnr_position_parse_size(fen, &fgn->rules.width, &fgn->rules.height, &found);
    else
        status = fnr_rules_parse_board(board, &fgn->rules, &found);
    return status ? fail(r, why, found.text) : FNR_OK;
}

static fnr_status find_start(const reader *r, const fnr_game *game, fnr_fgn *fgn, fnr_error *why)
{
    const char *fen = fnr_fgn_tag_value(fgn, "FEN");
    fnr_error found;
    fnr_status status = fen ? fnr_position_parse(game, fen, &fgn->start, &found)
                            : fnr_position_start(game, FNR_SETUP_STANDARD, &fgn->start, &found);
    return status ? fail(r, why, found.text) : FNR_OK;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2", "*"};

enum { WORD_SIZE = FNR_TURN_TEXT_SIZE };

/* Reads up to the next blank or aside. */
static bool read_word(reader *r, char word[WORD_SIZE])
{
    size_t length = 0;
    while (r->at < r->end && !is_blank(*r->at) && !strchr("{}();[]", *r->at)) {
        if (length + 1 == WORD_SIZE || *r->at == '\0') return false;
        word[length++] = *r->at;
        step(r);
    }
    word[length] = '\0';
    return length > 0;
}

/* A word without the number before and the marks behind: "12.", "12...", "!?". */
static char *strip(char *word)
{
    size_t digits = strspn(word, "0123456789");
    if (digits > 0 && word[digits] == '.') word += digits + strspn(word + digits, ".");
    size_t length = strlen(word);
    while (length > 0 && strchr("!?", word[length - 1])) word[--length] = '\0';
    return word;
}

static fnr_status add_turn(fnr_fgn *fgn, const fnr_game *game, fnr_position *now, const char *word,
                           fnr_error *why)
{
    enum { FIRST = 64 };
    fnr_position after;
    bool full = fgn->turn_count >= FIRST && (fgn->turn_count & (fgn->turn_count - 1)) == 0;
    if (fgn->turn_count == 0 || full) {
        size_t capacity = fgn->turn_count ? 2 * fgn->turn_count : FIRST;
        fnr_turn *turns = realloc(fgn->turns, capacity * sizeof *turns);
        if (!turns) return fnr_fail_memory(why, "a game");
        fgn->turns = turns;
    }
    fnr_status status = fnr_turn_parse(game, now, word, &fgn->turns[fgn->turn_count], why);
    if (status) return status;
    fnr_position_play(now, &fgn->turns[fgn->turn_count++], &after);
    *now = after;
    return FNR_OK;
}

static bool is_result(const char *word, fnr_fgn *fgn)
{
    for (size_t i = 0; i < sizeof RESULTS / sizeof RESULTS[0]; i++) {
        if (strcmp(word, RESULTS[i]) != 0) continue;
        strcpy(fgn->result, word);
        return true;
    }
    return false;
}

/* Reads turns until a result, the tags of another game, or the end. */
static fnr_status read_turns(reader *r, const fnr_game *game, fnr_fgn *fgn, fnr_error *why)
{
    fnr_position now = fgn->start;
    fnr_status status = skip_asides(r, why);
    while (!status && r->at < r->end && *r->at != '[') {
        char word[WORD_SIZE];
        reader start = *r;
        fnr_error found;
        if (!read_word(r, word)) return fail(&start, why, "not a turn");
        if (is_result(word, fgn)) return FNR_OK;
        char *text = strip(word);
        bool says_nothing =
            *text == '\0' || *text == '$' || text[strspn(text, "0123456789")] == '\0';
        if (!says_nothing) status = add_turn(fgn, game, &now, text, &found);
        if (status == FNR_ERR_MEMORY) return fnr_fail(why, status, "%s", found.text);
        if (status) return fail(&start, why, found.text);
        status = skip_asides(r, why);
    }
    return status;
}

fnr_status fnr_fgn_read(const char *text, size_t size, int line, const fnr_rules *rules,
                        size_t *used, fnr_fgn **fgn, fnr_error *why)
{
    reader r = {text, text + size, line};
    /* What some editors put before a text in UTF-8. */
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) r.at += 3;
    fnr_game *game = NULL;
    fnr_fgn *read = calloc(1, sizeof *read);
    if (!read) return fnr_fail_memory(why, "a game");
    read->rules = *rules;
    strcpy(read->result, "*");
    fnr_status status = read_tags(&r, read, why);
    if (!status && r.at == r.end && read->tag_count == 0) { /* nothing but blanks */
        fnr_fgn_free(read);
        *used = size;
        *fgn = NULL;
        return FNR_OK;
    }
    if (!status) status = find_rules(&r, read, why);
    if (!status) status = fnr_game_new(&read->rules, &game, why);
    if (!status) status = find_start(&r, game, read, why);
    if (!status) status = read_turns(&r, game, read, why);
    fnr_game_free(game);
    if (status) {
        fnr_fgn_free(read);
        return status;
    }
    *used = (size_t)(r.at - text);
    *fgn = read;
    return FNR_OK;
}

void fnr_fgn_free(fnr_fgn *fgn)
{
    if (!fgn) return;
    free(fgn->tags);
    free(fgn->turns);
    free(fgn);
}
