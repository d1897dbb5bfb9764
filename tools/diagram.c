/* SPDX-License-Identifier: MIT
 *
 * diagram.c: a board with its lines, drawn in letters.
 */
#include "diagram.h"

#include <stdio.h>

enum { LABEL_WIDTH = 3 }; /* of the row numbers; two blanks follow */

static char stone(const fnr_position *position, int point)
{
    if (position->stones[FNR_WHITE] >> point & 1) return 'W';
    if (position->stones[FNR_BLACK] >> point & 1) return 'B';
    return '.';
}

/* The points of row y, and the lines between them. */
static void print_points(const fnr_position *position, int width, int y)
{
    printf("%*d  ", LABEL_WIDTH, y + 1);
    for (int x = 0; x < width; x++) printf("%s%c", x ? "---" : "", stone(position, y * width + x));
    printf("\n");
}

/* The lines between row y and the row below it. Of the two diagonals of a cell, the one that is
 * drawn joins its strong points, whose x + y is even. */
static void print_lines(int width, int y)
{
    printf("%*s  |", LABEL_WIDTH, "");
    for (int x = 0; x + 1 < width; x++) printf(" %c |", (x + y) % 2 ? '/' : '\\');
    printf("\n");
}

void diagram_print(const fnr_game *game, const fnr_position *position)
{
    const fnr_rules *rules = fnr_game_rules(game);
    for (int y = rules->height - 1; y >= 0; y--) {
        print_points(position, rules->width, y);
        if (y) print_lines(rules->width, y);
    }
    printf("%*s  ", LABEL_WIDTH, "");
    for (int x = 0; x < rules->width; x++) printf("%s%c", x ? "   " : "", 'a' + x);
    printf("\n");
}
