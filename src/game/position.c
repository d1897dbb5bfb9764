/* SPDX-License-Identifier: MIT
 *
 * Positions as text, and starts. The text is read in two passes: the outer form (which gives the
 * size of the board), then the stones. */
#include "game/game.h"

#include <stdio.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Reads one item of a row: a stone, or a run of empty points, which is one decimal number.
 * Returns how many points it covers, 0 if it is neither; moves *text behind it. */
static int read_item(const char **text, char *stone)
{
    char c = *(*text)++;
    *stone = c;
    if (c == 'W' || c == 'B' || c == '.') return 1;
    if (c < '0' || c > '9') return 0;
    int run = c - '0';
    while (**text >= '0' && **text <= '9') {
        run = run * 10 + (*(*text)++ - '0');
        if (run > FNR_MAX_POINTS) run = FNR_MAX_POINTS + 1;
    }
    *stone = '.';
    return run;
}

static bool row_ends(char c)
{
    return c == '/' || c == ' ' || c == '\t' || c == '\0';
}

static fnr_status bad_character(char c, int row, int column, fnr_error *why)
{
    if (c >= '0' && c <= '9')
        return fnr_fail(why, FNR_ERR_POSITION, "row %d: a run of 0 empty points at column %d", row,
                        column + 1);
    if (c > ' ' && c <= '~')
        return fnr_fail(why, FNR_ERR_POSITION,
                        "row %d: '%c' at column %d; W, B, . and numbers are understood", row, c,
                        column + 1);
    return fnr_fail(why, FNR_ERR_POSITION, "row %d: byte 0x%02x at column %d", row,
                    (unsigned)(unsigned char)c, column + 1);
}

/* Measures one row, moving *text to its end. */
static fnr_status measure_row(const char **text, int row, int *width, fnr_error *why)
{
    int columns = 0;
    while (!row_ends(**text)) {
        char stone;
        int run = read_item(text, &stone);
        if (run == 0) return bad_character(stone == '.' ? '0' : stone, row, columns, why);
        columns += run;
        if (columns > FNR_MAX_POINTS)
            return fnr_fail(why, FNR_ERR_POSITION, "row %d: more than %d points", row,
                            FNR_MAX_POINTS);
    }
    if (columns == 0) return fnr_fail(why, FNR_ERR_POSITION, "row %d is empty", row);
    *width = columns;
    return FNR_OK;
}

static int count_rows(const char *text)
{
    int rows = 1;
    for (; *text && *text != ' ' && *text != '\t'; text++)
        if (*text == '/' && rows <= FNR_MAX_POINTS) rows++;
    return rows;
}

fnr_status fnr_position_parse_size(const char *text, int *width, int *height, fnr_error *why)
{
    text = skip_blanks(text);
    int rows = count_rows(text), first_width = 0;
    if (rows > FNR_MAX_POINTS)
        return fnr_fail(why, FNR_ERR_POSITION, "more than %d rows", FNR_MAX_POINTS);
    for (int row = rows; row >= 1; row--) {
        int columns = 0;
        fnr_status status = measure_row(&text, row, &columns, why);
        if (status) return status;
        if (row == rows) first_width = columns;
        if (columns != first_width)
            return fnr_fail(why, FNR_ERR_POSITION, "row %d has %d points, row %d has %d", row,
                            columns, rows, first_width);
        if (row > 1) text++; /* the '/' */
    }
    fnr_status status = fnr_board_check_size(first_width, rows, why);
    if (status) return status;
    *width = first_width;
    *height = rows;
    return FNR_OK;
}

/* The stones of rows that have been measured; returns where the rows end. */
static const char *read_stones(const fnr_board *board, const char *text, fnr_position *position)
{
    for (int y = board->height - 1; y >= 0; y--, text++) {
        for (int x = 0; x < board->width;) {
            char stone;
            int run = read_item(&text, &stone);
            if (stone == 'W') position->stones[FNR_WHITE] |= fnr_point(y * board->width + x);
            if (stone == 'B') position->stones[FNR_BLACK] |= fnr_point(y * board->width + x);
            x += run;
        }
    }
    return text - 1;
}

/* ---- Fields behind the rows ------------------------------------------------------------------ */

static fnr_status read_side(const char **text, fnr_side *side, fnr_error *why)
{
    const char *at = skip_blanks(*text);
    if (*at == '\0')
        return fnr_fail(why, FNR_ERR_POSITION, "no side to move after the rows: w or b");
    if ((*at != 'w' && *at != 'b') || !strchr(" \t", at[1]))
        return fnr_fail(why, FNR_ERR_POSITION, "side to move '%.20s': w or b", at);
    *side = *at == 'w' ? FNR_WHITE : FNR_BLACK;
    *text = at + 1;
    return FNR_OK;
}

static fnr_status read_counter(const char **text, const char *name, int32_t *counter,
                               fnr_error *why)
{
    const char *at = skip_blanks(*text);
    int32_t value = 0;
    if (*at == '\0') return FNR_OK;
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > 9 || !strchr(" \t", at[digits]))
        return fnr_fail(why, FNR_ERR_POSITION, "%s '%.20s': a number below 1000000000", name, at);
    for (size_t i = 0; i < digits; i++) value = value * 10 + (at[i] - '0');
    *counter = value;
    *text = at + digits;
    return FNR_OK;
}

fnr_status fnr_position_check(const fnr_game *game, const fnr_position *position, fnr_error *why)
{
    uint64_t mover, other;
    uint64_t both = position->stones[FNR_WHITE] | position->stones[FNR_BLACK];
    if ((position->stones[FNR_WHITE] & position->stones[FNR_BLACK]) || (both & ~game->board.full) ||
        (position->side != FNR_WHITE && position->side != FNR_BLACK))
        return fnr_fail(why, FNR_ERR_POSITION,
                        "stones on one another or off the board, or no side to move");
    int white = fnr_count(position->stones[FNR_WHITE]);
    int black = fnr_count(position->stones[FNR_BLACK]);
    if (white + black == 0) return fnr_fail(why, FNR_ERR_POSITION, "no stones on the board");
    if (game->rules.variant != FNR_TELO_LINE) return FNR_OK;
    if (white != FNR_TELO_STONES || black != FNR_TELO_STONES)
        return fnr_fail(why, FNR_ERR_POSITION,
                        "telo-line has %d stones a side; White has %d here, Black %d",
                        FNR_TELO_STONES, white, black);
    fnr_fold(game, position, &mover, &other);
    if (fnr_is_refused(game, mover, other))
        return fnr_fail(why, FNR_ERR_POSITION, "both sides have a finished line");
    return FNR_OK;
}

fnr_status fnr_position_parse(const fnr_game *game, const char *text, fnr_position *position,
                              fnr_error *why)
{
    int width, height;
    fnr_position read = {.plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
    fnr_status status = fnr_position_parse_size(text, &width, &height, why);
    if (status) return status;
    if (width != game->board.width || height != game->board.height)
        return fnr_fail(why, FNR_ERR_POSITION, "a position of %dx%d on a board of %dx%d", width,
                        height, game->board.width, game->board.height);
    text = read_stones(&game->board, skip_blanks(text), &read);
    status = read_side(&text, &read.side, why);
    if (!status) status = read_counter(&text, "plies since the last capture", &read.plies, why);
    if (!status) status = read_counter(&text, "number of the turn", &read.turn, why);
    if (status) return status;
    text = skip_blanks(text);
    if (*text) return fnr_fail(why, FNR_ERR_POSITION, "'%.20s' after the position", text);
    status = fnr_position_check(game, &read, why);
    if (status) return status;
    *position = read;
    return FNR_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static char *write_empty(char *text, int run)
{
    return run > 0 ? text + sprintf(text, "%d", run) : text;
}

void fnr_position_format(const fnr_game *game, const fnr_position *position,
                         char text[FNR_POSITION_TEXT_SIZE])
{
    const fnr_board *board = &game->board;
    for (int y = board->height - 1; y >= 0; y--) {
        int empty = 0;
        for (int x = 0; x < board->width; x++) {
            uint64_t point = fnr_point(y * board->width + x);
            bool white = position->stones[FNR_WHITE] & point;
            bool black = position->stones[FNR_BLACK] & point;
            if (!white && !black) {
                empty++;
                continue;
            }
            text = write_empty(text, empty);
            empty = 0;
            *text++ = white ? 'W' : 'B';
        }
        text = write_empty(text, empty);
        *text++ = y > 0 ? '/' : ' ';
    }
    text += sprintf(text, "%c", position->side == FNR_WHITE ? 'w' : 'b');
    if (position->plies == FNR_NO_COUNT) return;
    text += sprintf(text, " %d", (int)position->plies);
    if (position->turn != FNR_NO_COUNT) sprintf(text, " %d", (int)position->turn);
}

/* ---- Starts ---------------------------------------------------------------------------------- */

static void set_stone(fnr_position *position, int point, bool white)
{
    position->stones[white ? FNR_WHITE : FNR_BLACK] |= fnr_point(point);
}

/* The middle row alternates from the left, B first (W first in the mirror), up to the empty centre;
 * its right half is the left one turned round with colours swapped, or reflected (palindrome). */
static void set_middle_row(const fnr_board *board, fnr_setup setup, fnr_position *position)
{
    int row = board->height / 2 * board->width;
    for (int x = 0; x < board->width / 2; x++) {
        bool white = (x % 2 == 1) != (setup == FNR_SETUP_MIRROR);
        set_stone(position, row + x, white);
        set_stone(position, row + board->width - 1 - x, white == (setup == FNR_SETUP_PALINDROME));
    }
}

fnr_status fnr_position_start(const fnr_game *game, fnr_setup setup, fnr_position *position,
                              fnr_error *why)
{
    const fnr_board *board = &game->board;
    bool telo_line = game->rules.variant == FNR_TELO_LINE;
    fnr_position start = {.side = FNR_WHITE, .plies = 0, .turn = 1};
    if (board->width % 2 == 0 || board->height % 2 == 0)
        return fnr_fail(why, FNR_ERR_BOARD,
                        "no start on %dx%d: both sides of the board must be odd", board->width,
                        board->height);
    if (board->points == 1)
        return fnr_fail(why, FNR_ERR_BOARD, "no start on 1x1: there are no stones");
    if (setup != FNR_SETUP_STANDARD && setup != FNR_SETUP_MIRROR && setup != FNR_SETUP_PALINDROME)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "no setup has the number %d", (int)setup);
    if (telo_line && setup != FNR_SETUP_STANDARD)
        return fnr_fail(why, FNR_ERR_BOARD, "telo-line has one setup only, the standard one");
    int half = board->height / 2 * board->width;
    start.stones[FNR_WHITE] = fnr_first_points(half);
    start.stones[FNR_BLACK] = board->full & ~fnr_first_points(half + board->width);
    if (!telo_line) set_middle_row(board, setup, &start);
    *position = start;
    return FNR_OK;
}

fnr_outcome fnr_position_outcome(const fnr_game *game, const fnr_position *position)
{
    uint64_t mover, other;
    fnr_wdl wdl;
    fnr_fold(game, position, &mover, &other);
    /* The limit is looked at before the turns that there would be. */
    if (mover && other && fnr_at_limit(game, position->plies)) return FNR_DRAWN;
    if (!fnr_has_ended(game, mover, other, &wdl)) return FNR_GOES_ON;
    if (wdl == FNR_DRAW) return FNR_DRAWN;
    return (wdl == FNR_WIN) == (position->side == FNR_WHITE) ? FNR_WHITE_WINS : FNR_BLACK_WINS;
}
