/* SPDX-License-Identifier: MIT
 *
 * scoresheet.c: games as text, in FGN: tags, then numbered turns, wrapped.
 */
#include "scoresheet.h"

#include <string.h>

enum { COLUMNS = 80 };

void scoresheet_begin(struct scoresheet *sheet, FILE *file)
{
    *sheet = (struct scoresheet){.file = file, .number = 1, .alone = true};
}

void scoresheet_tag(const struct scoresheet *sheet, const char *name, const char *value)
{
    fprintf(sheet->file, "[%s \"", name);
    for (const char *c = value; *c; c++)
        fprintf(sheet->file, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fprintf(sheet->file, "\"]\n");
}

void scoresheet_words(struct scoresheet *sheet, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        if (sheet->column > 0 && sheet->column + 1 + length > COLUMNS) {
            fprintf(sheet->file, "\n");
            sheet->column = 0;
        } else if (sheet->column > 0) {
            fprintf(sheet->file, " ");
            sheet->column++;
        }
        fprintf(sheet->file, "%.*s", (int)length, text);
        sheet->column += length;
        text += length;
        text += strspn(text, " ");
    }
}

/* "3." before White's turns, and "3..." before Black's where White's does not stand before it. */
static void put_number(struct scoresheet *sheet, fnr_side side)
{
    char text[32];
    if (side == FNR_BLACK && !sheet->alone) return;
    snprintf(text, sizeof text, "%zu%s", sheet->number, side == FNR_WHITE ? "." : "...");
    scoresheet_words(sheet, text);
}

void scoresheet_turn(struct scoresheet *sheet, const fnr_game *game, const fnr_position *before,
                     const fnr_turn *turn, const char *mark)
{
    char notation[FNR_TURN_TEXT_SIZE], text[FNR_TURN_TEXT_SIZE + 8];
    put_number(sheet, before->side);
    fnr_turn_format(game, turn, notation);
    snprintf(text, sizeof text, "%s%.7s", notation, mark);
    scoresheet_words(sheet, text);
    sheet->alone = false;
    sheet->number += before->side == FNR_BLACK;
}

void scoresheet_comment(struct scoresheet *sheet, const char *text)
{
    char braced[1000];
    snprintf(braced, sizeof braced, "{%s}", text);
    scoresheet_words(sheet, braced);
    sheet->alone = true;
}

void scoresheet_end(struct scoresheet *sheet, const char *result)
{
    scoresheet_words(sheet, result);
    fprintf(sheet->file, "\n");
    sheet->column = 0;
}
