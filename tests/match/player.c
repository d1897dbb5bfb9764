/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE_BYTES = 16 << 20 };

static const struct {
    const char *name;
    double least, most;
    bool whole;
} limits[LIMITS] = {
    [PLAIN] = {"plain:", 1, 20, true},
    [DEPTH] = {"depth:", 1, 100, true},
    [NODES] = {"nodes:", 1, 1e15, true},
    [SECONDS] = {"seconds:", 0.001, 3600, false},
};

/* ---- Words ----------------------------------------------------------------------------------- */

/* Reads what stands behind the name of a limit: a number, and perhaps +tables. */
static bool parse_amount(const char *text, recipe *made)
{
    char *end;
    errno = 0;
    made->amount = strtod(text, &end);
    /* strtod would take signs, "inf" and "0x10" as well. */
    bool number = isdigit((unsigned char)*text) && text + strspn(text, "0123456789.") == end;
    bool in_range =
        made->amount >= limits[made->limit].least && made->amount <= limits[made->limit].most;
    bool whole = !limits[made->limit].whole || made->amount == floor(made->amount);
    made->tables = made->limit != PLAIN && strcmp(end, "+tables") == 0;
    return !errno && number && in_range && whole && (made->tables || !*end);
}

bool recipe_parse(const char *word, recipe *made)
{
    for (int i = 0; i < LIMITS; i++) {
        size_t length = strlen(limits[i].name);
        if (strncmp(word, limits[i].name, length) != 0) continue;
        *made = (recipe){.word = word, .limit = (limit)i};
        return parse_amount(word + length, made);
    }
    return false;
}

/* ---- Playing --------------------------------------------------------------------------------- */

fnr_status player_open(const recipe *how, const fnr_game *game, fnr_db *db, player *made,
                       fnr_error *why)
{
    *made = (player){.recipe = *how, .plain = {.game = game}};
    if (how->limit == PLAIN) return FNR_OK;
    return fnr_engine_new(fnr_game_rules(game), how->tables ? db : NULL, ENGINE_BYTES,
                          &made->engine, why);
}

void player_close(player *p)
{
    fnr_engine_free(p->engine);
    p->engine = NULL;
}

void player_begin(player *p, uint64_t seed)
{
    p->plain.depth = (int)p->recipe.amount;
    p->plain.chance = seed;
    if (p->engine) fnr_engine_forget(p->engine);
}

static fnr_status engine_think(player *p, const fnr_position *game, size_t count, fnr_turn *turn,
                               uint64_t *nodes, fnr_error *why)
{
    fnr_think_options options = {.history = game, .history_count = count - 1};
    fnr_choice choice;
    if (p->recipe.limit == DEPTH) options.depth = (int)p->recipe.amount;
    if (p->recipe.limit == NODES) options.nodes = (uint64_t)p->recipe.amount;
    if (p->recipe.limit == SECONDS) options.seconds = p->recipe.amount;
    fnr_status status = fnr_engine_think(p->engine, &game[count - 1], &options, &choice, why);
    if (status) return status;
    *turn = choice.turn;
    *nodes = choice.thought.nodes;
    if (choice.trouble.code) *why = choice.trouble;
    return choice.trouble.code;
}

fnr_status player_think(player *p, const fnr_position *game, size_t count, fnr_turn *turn,
                        uint64_t *nodes, fnr_error *why)
{
    if (p->engine) return engine_think(p, game, count, turn, nodes, why);
    p->plain.nodes = 0;
    *turn = plain_think(&p->plain, &game[count - 1]);
    *nodes = p->plain.nodes;
    return FNR_OK;
}
