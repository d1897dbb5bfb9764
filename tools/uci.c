/* SPDX-License-Identifier: MIT
 *
 * uci.c: a talk with an interface: rules, tables, the engine, the game.
 */
#include "uci.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "message.h"
#include "numbers.h"
#include "words.h"

/* ---- Words ----------------------------------------------------------------------------------- */

void uci_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}

void uci_tell(const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tame(text);
    uci_say("info string %s", text);
}

char *uci_word(char **rest)
{
    char *word = *rest + strspn(*rest, UCI_BLANKS);
    if (!*word) return NULL;
    char *end = word + strcspn(word, UCI_BLANKS);
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* ---- The game and the engine ----------------------------------------------------------------- */

static void drop_engine(struct talk *talk)
{
    fnr_engine_free(talk->engine);
    fnr_db_close(talk->db);
    talk->engine = NULL;
    talk->db = NULL;
}

/* Begins a game at a position that is written down, or at the start if that is NULL, under rules that
 * may be others than before. False, after telling why, if that cannot be; nothing has changed then. */
static bool begin(struct talk *talk, const fnr_rules *rules, const char *fen)
{
    fnr_game *game = NULL;
    fnr_position start;
    fnr_error why;
    fnr_status status = fnr_game_new(rules, &game, &why);
    if (!status && fen) status = fnr_position_parse(game, fen, &start, &why);
    if (!status && !fen) status = fnr_position_start(game, FNR_SETUP_STANDARD, &start, &why);
    if (!status && !session_start(&talk->session, game, &start)) {
        status = FNR_ERR_MEMORY;
        snprintf(why.text, sizeof why.text, "not enough memory");
    }
    if (status) {
        uci_tell("%s", why.text);
        fnr_game_free(game);
        return false;
    }
    if (memcmp(rules, &talk->rules, sizeof *rules)) drop_engine(talk);
    fnr_game_free(talk->game);
    talk->game = game;
    talk->rules = *rules;
    return true;
}

/* A board and its variant, with what the options say of the rest. */
static fnr_rules with_options(const struct talk *talk, fnr_rules board)
{
    board.stalemate = talk->stalemate;
    board.draw_plies = board.variant == FNR_TELO_LINE ? 0 : talk->limit;
    return board;
}

static void open_tables(struct talk *talk)
{
    fnr_error why;
    if (!talk->tables[0]) return;
    if (!fnr_db_open(talk->tables, &talk->rules, &talk->db, &why) &&
        !fnr_db_limit_cache(talk->db, talk->settings->cache, &why))
        return;
    uci_tell("no tables: %s", why.text);
    fnr_db_close(talk->db);
    talk->db = NULL;
}

/* An engine with as much memory as was wanted, or as there is. */
static fnr_status make_engine(struct talk *talk, fnr_error *why)
{
    fnr_status status;
    int mib = talk->hash;
    while ((status = fnr_engine_new(&talk->rules, talk->db, (uint64_t)mib << 20, &talk->engine,
                                    why)) == FNR_ERR_MEMORY &&
           mib > UCI_LEAST_HASH)
        mib /= 2;
    if (!status && mib < talk->hash)
        uci_tell("Hash: so much memory is not free; %d MiB are used", mib);
    return status;
}

bool uci_make_ready(struct talk *talk)
{
    fnr_error why;
    if (talk->engine) return true;
    open_tables(talk);
    fnr_status status = make_engine(talk, &why);
    if (status && talk->db) { /* they may be damaged */
        uci_tell("no tables: %s", why.text);
        drop_engine(talk);
        status = make_engine(talk, &why);
    }
    if (status) {
        uci_tell("%s", why.text);
        return false;
    }
    int reach = fnr_engine_reach(talk->engine);
    if (reach) uci_tell("tables of up to %d stones in %s", reach, talk->tables);
    return true;
}

/* Begins a game at the start of the board that is the option's. */
static bool begin_board(struct talk *talk)
{
    const fnr_rules rules = with_options(talk, talk->board);
    return begin(talk, &rules, NULL);
}

int uci_begin(struct talk *talk, const struct settings *settings)
{
    *talk = (struct talk){.settings = settings, .hash = UCI_HASH, .limit = UCI_LIMIT, .lines = 1};
    talk->board = (fnr_rules){.width = 9, .height = 5};
    if (strlen(settings->root) >= sizeof talk->tables)
        return complain(EXIT_MISUSE, "--db: the name of the directory is too long");
    strcpy(talk->tables, settings->root);
    return begin_board(talk) ? EXIT_FINE : EXIT_FAILED;
}

void uci_end(struct talk *talk)
{
    thinker_finish(&talk->thinker);
    drop_engine(talk);
    session_free(&talk->session);
    fnr_game_free(talk->game);
}

void uci_new_game(struct talk *talk, char *rest)
{
    (void)rest;
    if (talk->engine) fnr_engine_forget(talk->engine);
}

/* ---- Options --------------------------------------------------------------------------------- */

enum { SPIN, COMBO, STRING };

static void set_hash(struct talk *talk, const char *value, uint64_t number)
{
    (void)value;
    talk->hash = (int)number;
    drop_engine(talk);
}

static void set_variant(struct talk *talk, const char *value, uint64_t number)
{
    (void)number;
    const fnr_rules before = talk->board;
    fnr_rules board = {.variant = FNR_CAPTURE};
    fnr_error why;
    if (fnr_rules_parse_board(value, &board, &why)) {
        uci_tell("%s", why.text);
        return;
    }
    talk->board = board;
    if (!begin_board(talk)) talk->board = before;
}

static void set_limit(struct talk *talk, const char *value, uint64_t number)
{
    (void)value;
    talk->limit = (int)number;
    begin_board(talk);
}

static void set_stalemate(struct talk *talk, const char *value, uint64_t number)
{
    int choice = word_find(stalemate_names, value);
    (void)number;
    if (choice < 0) {
        uci_tell("Stalemate '%s': loss or draw", value);
        return;
    }
    talk->stalemate = (fnr_stalemate)choice;
    begin_board(talk);
}

static void set_lines(struct talk *talk, const char *value, uint64_t number)
{
    (void)value;
    talk->lines = (int)number;
}

static void set_tables(struct talk *talk, const char *value, uint64_t number)
{
    (void)number;
    bool none = !value[0] || !strcmp(value, "<empty>");
    if (strlen(value) >= sizeof talk->tables) {
        uci_tell("TablePath: the name is too long");
        return;
    }
    strcpy(talk->tables, none ? "" : value);
    drop_engine(talk);
}

static const struct uci_option {
    const char *name;
    int type;
    uint64_t least, usual, most; /* of a SPIN */
    const char *about;           /* of the others: what the interface is told */
    void (*set)(struct talk *talk, const char *value, uint64_t number);
} options[] = {
    {"Hash", SPIN, UCI_LEAST_HASH, UCI_HASH, UCI_MOST_HASH, NULL, set_hash},
    {"MultiPV", SPIN, 1, 1, UCI_MOST_LINES, NULL, set_lines},
    {"NoCaptureLimit", SPIN, 0, UCI_LIMIT, FNR_MAX_DRAW_PLIES, NULL, set_limit},
    {"Variant", COMBO, 0, 0, 0, "default tsivy var tsivy var dimy var telo var telo-line",
     set_variant},
    {"Stalemate", COMBO, 0, 0, 0, "default loss var loss var draw", set_stalemate},
    {"TablePath", STRING, 0, 0, 0, NULL, set_tables},
};

enum { OPTION_COUNT = sizeof options / sizeof options[0] };

void uci_introduce(struct talk *talk, char *rest)
{
    (void)rest;
    uci_say("id name fanoron %s\nid author the fanoron authors", fnr_version());
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct uci_option *o = &options[i];
        if (o->type == SPIN)
            uci_say("option name %s type spin default %d min %d max %d", o->name, (int)o->usual,
                    (int)o->least, (int)o->most);
        else if (o->type == COMBO)
            uci_say("option name %s type combo %s", o->name, o->about);
        else
            uci_say("option name %s type string default %s", o->name,
                    talk->settings->root[0] ? talk->settings->root : "<empty>");
    }
    uci_say("uciok");
}

/* "name NAME value VALUE": names are one word, a value is the rest of the line. */
void uci_set_option(struct talk *talk, char *rest)
{
    const char *word = uci_word(&rest), *name = word ? uci_word(&rest) : NULL;
    const char *middle = name ? uci_word(&rest) : NULL;
    uint64_t number = 0;
    if (!middle || strcmp(word, "name") || strcmp(middle, "value")) {
        uci_tell("setoption: not 'setoption name NAME value VALUE'");
        return;
    }
    while (*rest == ' ') rest++;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct uci_option *o = &options[i];
        if (strcasecmp(o->name, name)) continue;
        if (o->type != SPIN || number_read(rest, o->least, o->most, &number))
            o->set(talk, rest, number);
        else
            uci_tell("%s '%s': not a whole number from %d to %d", o->name, rest, (int)o->least,
                     (int)o->most);
        return;
    }
    uci_tell("unknown option '%s'", name);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Cuts a line before the word "moves" and returns what follows that, or NULL. */
static char *cut_moves(char *text)
{
    static const char WORD[] = "moves";
    for (char *at = strstr(text, WORD); at; at = strstr(at + 1, WORD)) {
        char before = at > text ? at[-1] : ' ', after = at[sizeof WORD - 1];
        if (!strchr(UCI_BLANKS, before) || !strchr(UCI_BLANKS, after)) continue; /* or the end */
        *at = '\0';
        return at + sizeof WORD - 1;
    }
    return NULL;
}

static void play_moves(struct talk *talk, char *moves)
{
    fnr_error why;
    for (char *word = uci_word(&moves); word; word = uci_word(&moves)) {
        fnr_turn turn;
        if (fnr_turn_parse(talk->game, session_now(&talk->session), word, &turn, &why)) {
            uci_tell("%s", why.text);
            return;
        }
        if (session_play(&talk->session, &turn)) continue;
        uci_tell("not enough memory");
        return;
    }
}

/* A position of another size than that of Variant is one of the capturing game on that board. */
static fnr_rules rules_for(const struct talk *talk, const char *fen)
{
    fnr_rules board = talk->board;
    int width, height;
    if (fen && !fnr_position_parse_size(fen, &width, &height, NULL) &&
        (width != board.width || height != board.height))
        board = (fnr_rules){.width = width, .height = height};
    return with_options(talk, board);
}

void uci_set_position(struct talk *talk, char *rest)
{
    char *moves = cut_moves(rest), *word = uci_word(&rest), *fen = NULL;
    bool from_start = word && !strcmp(word, "startpos");
    if (from_start ? uci_word(&rest) != NULL : !word || strcmp(word, "fen")) {
        uci_tell("position: not 'position startpos [moves ...]' or 'position fen FEN [moves ...]'");
        return;
    }
    if (!from_start) {
        size_t length = strlen(rest);
        while (length && strchr(UCI_BLANKS, rest[length - 1])) rest[--length] = '\0';
        fen = rest;
    }
    fnr_rules rules = rules_for(talk, fen);
    if (begin(talk, &rules, fen) && moves) play_moves(talk, moves);
}
