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
 * "12. e3-d3A-c4W (4)". With many turns of one stone, in short: as many lines as first steps. */
void turnlist_print(const struct turnlist *list, const fnr_game *game);

/* How many other turns of the list go on where `turn` ends. */
size_t turnlist_longer(const struct turnlist *list, const fnr_turn *turn);

#endif
