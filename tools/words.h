/* SPDX-License-Identifier: MIT
 *
 * words.h: the names that people type and read for variants, setups and sides, in one place,
 *          and the search for the nearest real name to a mistyped one.
 */
#ifndef TOOLS_WORDS_H
#define TOOLS_WORDS_H

#include <stddef.h>

/* Lists of names, by the value of the enum, ended by NULL. */
extern const char *const variant_names[];   /* by fnr_variant */
extern const char *const stalemate_names[]; /* by fnr_stalemate */
extern const char *const setup_names[];     /* by fnr_setup */
extern const char *const encoding_names[];  /* full, packed */
extern const char *const metric_names[];    /* by enum metric */
extern const char *const goal_names[];      /* by fnr_goal - 1 */
extern const char *const player_names[];    /* by enum player */
extern const char *const side_words[];      /* by fnr_side: "white", "black" */
extern const char *const side_names[];      /* by fnr_side: "White", "Black" */

/* The place of `word` in a list, or -1. */
int word_find(const char *const *list, const char *word);

/* The word of a list that differs least from `word`, or NULL if none is near. */
const char *word_nearest(const char *const *list, const char *word);

/* Writes "a, b, c" into `text`, cut if it does not fit; each word with `prefix` before it. */
void words_join(const char *const *list, const char *prefix, char *text, size_t size);

#endif
