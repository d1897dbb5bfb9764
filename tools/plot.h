/* SPDX-License-Identifier: MIT
 *
 * plot.h: how many positions of a pair of slices there are of each depth, as an SVG.
 */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdint.h>
#include <stdio.h>

enum { PLOT_CURVES = 4 };

struct plot_curve {
    char name[32];          /* "2v1 wins" */
    const uint64_t *counts; /* by depth */
    uint32_t depths;        /* so many */
};

struct plot {
    const char *title, *metric;
    struct plot_curve curves[PLOT_CURVES];
};

/* Writes a `struct plot` as a whole file. What there is none of has no bar; counts are on a
 * logarithmic scale. */
void plot_write(FILE *file, const void *context);

#endif
