/* SPDX-License-Identifier: MIT
 *
 * turnlist.c: legal turns as a numbered list that a person can choose from.
 */
#include "turnlist.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

enum { COLUMNS = 80, MOST_SHOWN = 60 };

/* ---- Making ---------------------------------------------------------------------------------- */

struct making {
    struct turnlist *list;
    const fnr_game *game;
    const char *start;
};

/* Whether a turn's notation begins with `start`, from which dashes and letters may be missing. */
static bool begins(const char *notation, const char *start)
{
    char last = '\0';
    for (; *start; start++) {
        if (*start == '-') continue;
        last = *start;
        while (*notation == '-' || (isupper((unsigned char)*notation) && *notation != *start))
            notation++;
        if (*notation++ != *start) return false;
    }
    /* d1 is not the beginning of d10. */
    return !isdigit((unsigned char)last) || !isdigit((unsigned char)*notation);
}

static int add_turn(const fnr_turn *turn, void *context)
{
    const struct making *making = context;
    struct turnlist *list = making->list;
    char text[FNR_TURN_TEXT_SIZE];
    fnr_turn_format(making->game, turn, text);
    if (!begins(text, making->start)) return 0;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        fnr_turn *more = realloc(list->turns, capacity * sizeof *more);
        if (!more) return 1;
        list->turns = more;
        list->capacity = capacity;
    }
    list->turns[list->count++] = *turn;
    return 0;
}

bool turnlist_make(struct turnlist *list, const fnr_game *game, const fnr_position *position,
                   const char *start)
{
    struct making making = {list, game, start};
    list->count = 0;
    return fnr_turns_visit(game, position, add_turn, &making) == 0;
}

void turnlist_free(struct turnlist *list)
{
    free(list->turns);
    *list = (struct turnlist){.turns = NULL};
}

/* ---- Printing -------------------------------------------------------------------------------- */

static int stones_of(const fnr_turn *turn)
{
    return __builtin_popcountll(turn->captured);
}

/* "12. e3-d3A-c4W (4)" */
static int item_text(const fnr_game *game, const fnr_turn *turn, size_t number, char *text,
                     size_t size)
{
    char notation[FNR_TURN_TEXT_SIZE], takes[16] = "";
    fnr_turn_format(game, turn, notation);
    if (turn->captured) snprintf(takes, sizeof takes, " (%d)", stones_of(turn));
    return snprintf(text, size, "%3zu. %s%s", number, notation, takes);
}

static void print_all(const struct turnlist *list, const fnr_game *game)
{
    char text[FNR_TURN_TEXT_SIZE + 40];
    int widest = 1;
    for (size_t i = 0; i < list->count; i++) {
        int width = item_text(game, &list->turns[i], i + 1, text, sizeof text);
        if (width > widest) widest = width;
    }
    size_t columns = COLUMNS / (size_t)(widest + 2);
    if (columns < 1) columns = 1;
    size_t rows = (list->count + columns - 1) / columns;
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = row; i < list->count; i += rows) {
            item_text(game, &list->turns[i], i + 1, text, sizeof text);
            if (i + rows < list->count)
                printf("%-*s", widest + 2, text);
            else
                printf("%s", text);
        }
        printf("\n");
    }
}

static bool same_step(const fnr_turn *a, const fnr_turn *b)
{
    return a->point[0] == b->point[0] && a->point[1] == b->point[1] && a->kind[0] == b->kind[0];
}

/* Where the turns end that begin with the same step as turn i. */
static size_t step_end(const struct turnlist *list, size_t i)
{
    size_t end = i + 1;
    while (end < list->count && same_step(&list->turns[end], &list->turns[i])) end++;
    return end;
}

/* Whether the list is shown by first steps, being too long to be read. */
static bool is_short(const struct turnlist *list)
{
    return list->count > MOST_SHOWN && step_end(list, 0) < list->count;
}

/* A line for each first step. */
static void print_steps(const struct turnlist *list, const fnr_game *game)
{
    size_t number = 0;
    for (size_t i = 0, end; i < list->count; i = end) {
        char text[FNR_TURN_TEXT_SIZE];
        fnr_turn step = list->turns[i];
        int most = 0;
        end = step_end(list, i);
        for (size_t j = i; j < end; j++)
            if (stones_of(&list->turns[j]) > most) most = stones_of(&list->turns[j]);
        step.steps = 1;
        fnr_turn_format(game, &step, text);
        printf("%3zu. %s  %zu turn%s, the most taken: %d\n", ++number, text, end - i,
               plural(end - i), most);
    }
    printf("     (a number, or a beginning such as d3 or d3-e3, lists those that go on so)\n");
}

void turnlist_print(const struct turnlist *list, const fnr_game *game)
{
    if (is_short(list))
        print_steps(list, game);
    else
        print_all(list, game);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

size_t turnlist_choices(const struct turnlist *list)
{
    size_t choices = 0;
    if (!is_short(list)) return list->count;
    for (size_t i = 0; i < list->count; i = step_end(list, i)) choices++;
    return choices;
}

void turnlist_choose(struct turnlist *list, size_t number)
{
    size_t first = number - 1, end = number;
    if (is_short(list)) {
        first = 0;
        while (--number) first = step_end(list, first);
        end = step_end(list, first);
    }
    memmove(list->turns, list->turns + first, (end - first) * sizeof *list->turns);
    list->count = end - first;
}

bool turnlist_both_ways(const struct turnlist *list)
{
    bool approach = false, withdrawal = false;
    for (size_t i = 0; i < list->count; i++) {
        const fnr_turn *turn = &list->turns[i];
        if (memcmp(turn->point, list->turns[0].point, 2) != 0) return false;
        approach |= turn->kind[0] == FNR_APPROACH;
        withdrawal |= turn->kind[0] == FNR_WITHDRAWAL;
    }
    return approach && withdrawal;
}

size_t turnlist_longer(const struct turnlist *list, const fnr_turn *turn)
{
    size_t count = 0, steps = turn->steps;
    for (size_t i = 0; i < list->count; i++) {
        const fnr_turn *other = &list->turns[i];
        count += other->steps > steps && !memcmp(other->point, turn->point, steps + 1) &&
                 !memcmp(other->kind, turn->kind, steps);
    }
    return count;
}
