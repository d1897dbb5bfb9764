/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ----------------------------------------------------------------------------------- */

static bool parse_size(const char *text, int *width, int *height)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    unsigned long w = strtoul(text, &end, 10);
    if (*end != 'x' || end[1] < '0' || end[1] > '9') return false;
    unsigned long h = strtoul(end + 1, &end, 10);
    if (*end != '\0' || w > FNR_MAX_POINTS || h > FNR_MAX_POINTS) return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}

fnr_status fnr_rules_parse_board(const char *text, fnr_rules *rules, fnr_error *why)
{
    static const struct {
        const char *name;
        int width, height;
    } NAMED[] = {
        {"tsivy", 9, 5}, {"sivy", 9, 5}, {"dimy", 5, 5}, {"telo", 3, 3}, {"telo-line", 3, 3}};
    fnr_rules read = *rules;
    bool found = parse_size(text, &read.width, &read.height);
    for (size_t i = 0; i < sizeof NAMED / sizeof NAMED[0] && !found; i++) {
        if (strcmp(text, NAMED[i].name) != 0) continue;
        read.width = NAMED[i].width;
        read.height = NAMED[i].height;
        found = true;
    }
    if (!found)
        return fnr_fail(why, FNR_ERR_BOARD,
                        "no board '%.40s': give WIDTHxHEIGHT such as 9x5, or tsivy, sivy, dimy, "
                        "telo, telo-line",
                        text);
    if (strcmp(text, "telo-line") == 0) read.variant = FNR_TELO_LINE;
    fnr_status status = fnr_board_check_size(read.width, read.height, why);
    if (status) return status;
    *rules = read;
    return FNR_OK;
}

void fnr_board_name(const fnr_rules *rules, char name[FNR_RULES_NAME_SIZE])
{
    if (rules->variant == FNR_TELO_LINE)
        snprintf(name, FNR_RULES_NAME_SIZE, "telo-line");
    else
        snprintf(name, FNR_RULES_NAME_SIZE, "%dx%d", rules->width, rules->height);
}

void fnr_rules_name(const fnr_rules *rules, char name[FNR_RULES_NAME_SIZE])
{
    char board[FNR_RULES_NAME_SIZE];
    fnr_board_name(rules, board);
    char limit[16] = "";
    if (rules->draw_plies > 0) snprintf(limit, sizeof limit, "-n%d", rules->draw_plies);
    snprintf(name, FNR_RULES_NAME_SIZE, "%.12s%s%s%s", board,
             rules->variant == FNR_TELO_LINE ? "" : "-capture",
             rules->stalemate == FNR_STALEMATE_DRAW ? "-stalemate-draw" : "", limit);
}

bool fnr_rules_equal(const fnr_rules *a, const fnr_rules *b)
{
    return a->width == b->width && a->height == b->height && a->variant == b->variant &&
           a->stalemate == b->stalemate && a->draw_plies == b->draw_plies;
}

/* ---- Games ----------------------------------------------------------------------------------- */

fnr_status fnr_rules_check(const fnr_rules *rules, fnr_error *why)
{
    bool telo_line = rules->variant == FNR_TELO_LINE;
    fnr_status status = fnr_board_check_size(rules->width, rules->height, why);
    if (status) return status;
    if (!telo_line && rules->variant != FNR_CAPTURE)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "no variant has the number %d", (int)rules->variant);
    if (rules->stalemate != FNR_STALEMATE_LOSS && rules->stalemate != FNR_STALEMATE_DRAW)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "no stalemate rule has the number %d",
                        (int)rules->stalemate);
    if (telo_line && (rules->width != 3 || rules->height != 3))
        return fnr_fail(why, FNR_ERR_BOARD, "telo-line is played on 3x3, not on %dx%d",
                        rules->width, rules->height);
    if (rules->draw_plies < 0 || rules->draw_plies > FNR_MAX_DRAW_PLIES)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "a draw limit of %d plies: it is at most %d",
                        rules->draw_plies, FNR_MAX_DRAW_PLIES);
    if (telo_line && rules->draw_plies > 0)
        return fnr_fail(why, FNR_ERR_ARGUMENT,
                        "telo-line knows no captures, and so no draw limit without them");
    return FNR_OK;
}

fnr_status fnr_game_new(const fnr_rules *rules, fnr_game **game, fnr_error *why)
{
    fnr_status status = fnr_rules_check(rules, why);
    if (status) return status;
    fnr_game *made = malloc(sizeof *made);
    if (!made) return fnr_fail_memory(why, "a board");
    made->rules = *rules;
    fnr_board_init(&made->board, rules->width, rules->height);
    fnr_group_init(&made->group, &made->board, rules->variant == FNR_TELO_LINE);
    *game = made;
    return FNR_OK;
}

void fnr_game_free(fnr_game *game)
{
    free(game);
}

const fnr_rules *fnr_game_rules(const fnr_game *game)
{
    return &game->rules;
}

/* ---- Folding --------------------------------------------------------------------------------- */

void fnr_fold(const fnr_game *game, const fnr_position *position, uint64_t *mover, uint64_t *other)
{
    fnr_side side = position->side;
    *mover = fnr_view_of(game, side, position->stones[side]);
    *other = fnr_view_of(game, side, position->stones[!side]);
}

void fnr_unfold(const fnr_game *game, uint64_t mover, uint64_t other, fnr_side side,
                fnr_position *position)
{
    *position = (fnr_position){.side = side, .plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
    position->stones[side] = fnr_view_of(game, side, mover);
    position->stones[!side] = fnr_view_of(game, side, other);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

bool fnr_has_line(const fnr_game *game, uint64_t stones, bool is_mover)
{
    /* Points of 3x3 in octal: a digit a row, row 3 first. */
    static const uint64_t LINES[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    uint64_t home = is_mover ? 0007 : 0700;
    if (game->rules.variant != FNR_TELO_LINE || stones == home) return false;
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (stones == LINES[i]) return true;
    return false;
}

bool fnr_has_ended(const fnr_game *game, uint64_t mover, uint64_t other, fnr_wdl *wdl)
{
    if (!mover || fnr_has_line(game, other, false))
        *wdl = FNR_LOSS;
    else if (!other || fnr_has_line(game, mover, true))
        *wdl = FNR_WIN;
    else if (!fnr_can_step(&game->board, mover, other))
        *wdl = game->rules.stalemate == FNR_STALEMATE_DRAW ? FNR_DRAW : FNR_LOSS;
    else
        return false;
    return true;
}
