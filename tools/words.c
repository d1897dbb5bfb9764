/* SPDX-License-Identifier: MIT
 *
 * words.c: names of variants, setups and sides; the nearest name to a mistyped one.
 */
#include "words.h"

#include <stdio.h>
#include <string.h>

const char *const variant_names[] = {"capture", "telo-line", NULL};
const char *const stalemate_names[] = {"loss", "draw", NULL};
const char *const setup_names[] = {"standard", "mirror", "palindrome", NULL};
const char *const encoding_names[] = {"full", "packed", NULL};
const char *const metric_names[] = {"wdl", "dtc", "dtw", NULL};
const char *const goal_names[] = {"win", "nowin", "value", NULL};
const char *const player_names[] = {"person", "easy", "medium", "strong", NULL};
const char *const side_words[] = {"white", "black", NULL};
const char *const side_names[] = {"White", "Black", NULL};

int word_find(const char *const *list, const char *word)
{
    for (int i = 0; list[i]; i++)
        if (!strcmp(list[i], word)) return i;
    return -1;
}

/* ---- The nearest word ------------------------------------------------------------------------ */

enum { LONGEST_WORD = 31 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out, changed or swapped with their neighbour to make `a`
 * into `b`; both at most LONGEST_WORD long. (Optimal string alignment.) */
static size_t distance(const char *a, const char *b)
{
    size_t cost[LONGEST_WORD + 1][LONGEST_WORD + 1];
    size_t m = strlen(a), n = strlen(b);
    for (size_t i = 0; i <= m; i++) cost[i][0] = i;
    for (size_t j = 0; j <= n; j++) cost[0][j] = j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            size_t least = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            least = smaller(least, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least = smaller(least, cost[i - 2][j - 2] + 1);
            cost[i][j] = least;
        }
    return cost[m][n];
}

const char *word_nearest(const char *const *list, const char *word)
{
    size_t length = strlen(word);
    if (length > LONGEST_WORD) return NULL;
    const char *nearest = NULL;
    size_t least = smaller(2, length / 2) + 1; /* what differs by more is another word */
    for (size_t i = 0; list[i]; i++) {
        size_t d = distance(word, list[i]);
        if (d < least) {
            least = d;
            nearest = list[i];
        }
    }
    return nearest;
}

void words_join(const char *const *list, const char *prefix, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; list[i] && used < size; i++) {
        int n = snprintf(text + used, size - used, "%s%s%s", i ? ", " : "", prefix, list[i]);
        if (n > 0) used += (size_t)n;
    }
}
