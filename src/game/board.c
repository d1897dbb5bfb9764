/* SPDX-License-Identifier: MIT */
#include "game/board.h"

#include <stdio.h>
#include <string.h>

static const int STEP_X[FNR_DIRECTIONS] = {1, -1, 0, 0, 1, -1, 1, -1};
static const int STEP_Y[FNR_DIRECTIONS] = {0, 0, 1, -1, 1, -1, -1, 1};

void fnr_point_name(const fnr_board *board, int point, char name[FNR_POINT_NAME_SIZE])
{
    unsigned row = (unsigned)(point / board->width) + 1;
    snprintf(name, FNR_POINT_NAME_SIZE, "%c%u", 'a' + point % board->width, row % 100);
}

static bool has_neighbour(const fnr_board *board, int p, int d)
{
    int x = p % board->width, y = p / board->width;
    int to_x = x + STEP_X[d], to_y = y + STEP_Y[d];
    bool strong = (x + y) % 2 == 0;
    return to_x >= 0 && to_x < board->width && to_y >= 0 && to_y < board->height &&
           (d < 4 || strong);
}

static int compare_names(const fnr_board *board, int p, int q)
{
    char a[FNR_POINT_NAME_SIZE], b[FNR_POINT_NAME_SIZE];
    fnr_point_name(board, p, a);
    fnr_point_name(board, q, b);
    return strcmp(a, b);
}

/* Inserts the way from p in direction d. */
static void add_way(fnr_board *board, int p, int d)
{
    uint64_t from = fnr_point(p), to = fnr_step(board, from, d);
    fnr_way *ways = board->ways[p];
    int i = board->degree[p]++;
    for (; i > 0 && compare_names(board, fnr_lowest(ways[i - 1].to), fnr_lowest(to)) > 0; i--)
        ways[i] = ways[i - 1];
    board->near[p] |= to;
    ways[i] = (fnr_way){to, fnr_step(board, to, d), fnr_step(board, from, d ^ 1), d};
}

/* Inserts a point among those before it. */
static void add_point_by_name(fnr_board *board, int p)
{
    int i = p;
    for (; i > 0 && compare_names(board, board->by_name[i - 1], p) > 0; i--)
        board->by_name[i] = board->by_name[i - 1];
    board->by_name[i] = (uint8_t)p;
}

fnr_status fnr_board_check_size(int width, int height, fnr_error *why)
{
    if (width < 1 || height < 1 || width > FNR_MAX_WIDTH || height > FNR_MAX_POINTS ||
        width * height > FNR_MAX_POINTS)
        return fnr_fail(why, FNR_ERR_BOARD,
                        "board %dx%d: 1 to %d columns and at most %d points are served", width,
                        height, FNR_MAX_WIDTH, FNR_MAX_POINTS);
    return FNR_OK;
}

void fnr_board_init(fnr_board *board, int width, int height)
{
    *board = (fnr_board){.width = width, .height = height, .points = width * height};
    board->full = fnr_first_points(board->points);
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        board->shift[d] = STEP_Y[d] * width + STEP_X[d];
        for (int p = 0; p < board->points; p++)
            if (has_neighbour(board, p, d)) board->from[d] |= fnr_point(p);
    }
    for (int p = 0; p < board->points; p++) {
        add_point_by_name(board, p);
        for (int d = 0; d < FNR_DIRECTIONS; d++)
            if (board->from[d] & fnr_point(p)) add_way(board, p, d);
    }
}

/* ---- Symmetries ------------------------------------------------------------------------------ */

enum { FLIP_X = 1, FLIP_Y = 2, TRANSPOSE = 4 };

static void rectangle_symmetry(const fnr_board *board, int kind, uint8_t image[FNR_MAX_POINTS])
{
    for (int p = 0; p < board->points; p++) {
        int x = p % board->width, y = p / board->width;
        if (kind & FLIP_X) x = board->width - 1 - x;
        if (kind & FLIP_Y) y = board->height - 1 - y;
        int to = kind & TRANSPOSE ? x * board->width + y : y * board->width + x;
        image[p] = (uint8_t)to;
    }
}

static bool joined(const fnr_board *board, int p, int q)
{
    for (int d = 0; d < FNR_DIRECTIONS; d++)
        if (fnr_step(board, fnr_point(p), d) == fnr_point(q)) return true;
    return false;
}

static bool keeps_lines(const fnr_board *board, const uint8_t image[FNR_MAX_POINTS])
{
    for (int p = 0; p < board->points; p++)
        for (int q = 0; q < board->points; q++)
            if (joined(board, p, q) != joined(board, image[p], image[q])) return false;
    return true;
}

static bool is_known(const fnr_group *group, const fnr_board *board,
                     const uint8_t image[FNR_MAX_POINTS])
{
    for (int g = 0; g < group->order; g++)
        if (memcmp(group->image[g], image, (size_t)board->points) == 0) return true;
    return false;
}

/* Which symmetry is first g, then h. */
static int product_of(const fnr_group *group, const fnr_board *board, int h, int g)
{
    int found = 0;
    for (int candidate = 0; candidate < group->order; candidate++) {
        int p = 0;
        while (p < board->points &&
               group->image[candidate][p] == group->image[h][group->image[g][p]])
            p++;
        if (p == board->points) found = candidate;
    }
    return found;
}

static void fill_products(fnr_group *group, const fnr_board *board)
{
    for (int h = 0; h < group->order; h++) {
        for (int g = 0; g < group->order; g++) {
            group->product[h][g] = (uint8_t)product_of(group, board, h, g);
            if (group->product[h][g] == 0) group->inverse[g] = (uint8_t)h;
        }
    }
}

static void fill_byte_images(fnr_group *group, const fnr_board *board, int g)
{
    for (int byte = 0; byte < group->bytes; byte++)
        for (int value = 0; value < 256; value++)
            for (int bit = 0; bit < 8 && byte * 8 + bit < board->points; bit++)
                if (value >> bit & 1)
                    group->byte_image[g][byte][value] |= fnr_point(group->image[g][byte * 8 + bit]);
}

void fnr_group_init(fnr_group *group, const fnr_board *board, bool mirror_only)
{
    int kinds = mirror_only ? FLIP_X + 1 : board->width == board->height ? 8 : 4;
    memset(group, 0, sizeof *group);
    group->bytes = (board->points + 7) / 8;
    for (int kind = 0; kind < kinds; kind++) {
        uint8_t image[FNR_MAX_POINTS] = {0};
        rectangle_symmetry(board, kind, image);
        /* On a board of one column, say, two kinds are one and the same permutation. */
        if (!keeps_lines(board, image) || is_known(group, board, image)) continue;
        memcpy(group->image[group->order++], image, sizeof image);
    }
    for (int g = 0; g < group->order; g++) fill_byte_images(group, board, g);
    fill_products(group, board);
}
