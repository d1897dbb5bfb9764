/* SPDX-License-Identifier: MIT
 *
 * turnlist.h: legal turns as a numbered list that a person can choose from.
 */
#ifndef TOOLS_TURNLIST_H
#define TOOLS_TURNLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "fanoron.h"

/* Begins with all 0; in the order of the notation. */
struct turnlist {
    fnr_turn *turns;
    size_t count, capacity;
};

/* Makes it the list of all legal turns that begin as `start` says: points, and letters where they
 * matter, with or without dashes: "", "d3", "d3-e3", "d3e3A". False if there is no memory. */
bool turnlist_make(struct turnlist *list, const fnr_game *game, const fnr_position *position,
                   const char *start);
void turnlist_free(struct turnlist *list);

/* Prints the list in columns, with numbers from 1 on, and how many stones each turn takes:
 * "12. e3-d3A-c4W (4)". A list too long to be read is shown in short: a line for each first step,
 * and the numbers are theirs. */
void turnlist_print(const struct turnlist *list, const fnr_game *game);

/* How many numbers turnlist_print shows. */
size_t turnlist_choices(const struct turnlist *list);

/* Keeps only what one of these numbers stands for: a turn, or all that begin with a step. */
void turnlist_choose(struct turnlist *list, size_t number);

/* Whether all make the same first step, some by approach and some by withdrawal. */
bool turnlist_both_ways(const struct turnlist *list);

/* How many other turns of the list go on where `turn` ends. */
size_t turnlist_longer(const struct turnlist *list, const fnr_turn *turn);

#endif
