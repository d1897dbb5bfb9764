/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <stdlib.h>
#include <string.h>

const fnr_rules TELO_LINE = {3, 3, FNR_TELO_LINE, FNR_STALEMATE_LOSS, 0};

/* ---- Statuses -------------------------------------------------------------------------------- */

void check_status(fnr_status status, fnr_status wanted, const fnr_error *why, const char *part,
                  const char *file, int line)
{
    const char *text = status == FNR_OK ? "" : why->text;
    bool told = status == FNR_OK || why->code == status;
    if (status == wanted && told && strstr(text, part) && !strchr(text, '\n')) return;
    print_error("status %d with '%s', wanted %d with '%s'\n", (int)status, text, (int)wanted, part);
    _fail(file, line);
}

/* ---- Chance ---------------------------------------------------------------------------------- */

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

int random_below(uint64_t *state, int end)
{
    return (int)(random_next(state) % (uint64_t)end);
}

uint64_t random_points(uint64_t *state, uint64_t among, int count)
{
    uint64_t set = 0;
    while (fnr_count(set) < count) set |= fnr_point(random_below(state, 64)) & among;
    return set;
}

fnr_position random_position(uint64_t *state, const fnr_game *game)
{
    uint64_t full = game->board.full;
    int most = game->board.points - 1;
    bool telo_line = game->rules.variant == FNR_TELO_LINE;
    fnr_position position = {.plies = random_below(state, 99), .turn = random_below(state, 999)};
    fnr_error why;
    do {
        int stones = telo_line ? 6 : 1 + random_below(state, most > 0 ? most : 1);
        int white = telo_line ? 3 : random_below(state, stones + 1);
        position.side = (fnr_side)random_below(state, 2);
        position.stones[FNR_WHITE] = random_points(state, full, white);
        position.stones[FNR_BLACK] =
            random_points(state, full & ~position.stones[FNR_WHITE], stones - white);
    } while (fnr_position_check(game, &position, &why) != FNR_OK);
    return position;
}

/* ---- Games ----------------------------------------------------------------------------------- */

fnr_rules rules_of(int width, int height)
{
    return (fnr_rules){width, height, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
}

fnr_game *game_with(const fnr_rules *rules)
{
    fnr_game *game = NULL;
    fnr_error why;
    assert_fine(fnr_game_new(rules, &game, &why), &why);
    return game;
}

fnr_game *game_of(int width, int height)
{
    fnr_rules rules = rules_of(width, height);
    return game_with(&rules);
}

fnr_position position_of(const fnr_game *game, const char *text)
{
    fnr_position position = {.side = FNR_WHITE};
    fnr_error why;
    assert_fine(fnr_position_parse(game, text, &position, &why), &why);
    return position;
}

fnr_position image_of(const fnr_game *game, int symmetry, const fnr_position *position)
{
    fnr_position image = *position;
    for (int side = 0; side < 2; side++)
        image.stones[side] = fnr_group_apply(&game->group, symmetry, position->stones[side]);
    return image;
}

static int add_turn(const fnr_turn *turn, void *context)
{
    turns *list = context;
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 16;
        list->turn = realloc(list->turn, list->capacity * sizeof *list->turn);
        if (!list->turn) abort();
    }
    list->turn[list->count++] = *turn;
    return 0;
}

turns turns_of(const fnr_game *game, const fnr_position *position)
{
    turns list = {NULL, 0, 0};
    assert_int_equal(fnr_turns_visit(game, position, add_turn, &list), 0);
    return list;
}

void turns_free(turns *list)
{
    free(list->turn);
    *list = (turns){NULL, 0, 0};
}

void turn_format_points(const fnr_game *game, const fnr_turn *turn, char text[FNR_TURN_TEXT_SIZE])
{
    fnr_turn bare = *turn;
    memset(bare.kind, FNR_PAIKA, sizeof bare.kind);
    fnr_turn_format(game, &bare, text);
}
