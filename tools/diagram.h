/* SPDX-License-Identifier: MIT
 *
 * diagram.h: a board with its lines, drawn in letters.
 *
 *     3  B---B---B
 *        | \ | / |
 *     2  B---.---W
 *        | / | \ |
 *     1  W---W---W
 *        a   b   c
 */
#ifndef TOOLS_DIAGRAM_H
#define TOOLS_DIAGRAM_H

#include "fanoron.h"

/* Prints the diagram of a position to stdout. */
void diagram_print(const fnr_game *game, const fnr_position *position);

#endif
