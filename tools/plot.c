/* SPDX-License-Identifier: MIT
 *
 * plot.c: curves over depths, as an SVG with no script and no font of its own.
 */
#include "plot.h"

#include <inttypes.h>

enum { WIDTH = 820, HEIGHT = 420, LEFT = 70, RIGHT = 150, TOP = 40, BOTTOM = 50 };

static const char *const colours[PLOT_CURVES] = {"#1b6ca8", "#d1495b", "#3a9d6e", "#e0952f"};

struct frame {
    uint32_t depths; /* on the axis: 0 to depths - 1 */
    int decades;     /* the other axis: 1 to 10 ^ decades */
};

static struct frame frame_of(const struct plot_curve *curves)
{
    struct frame frame = {1, 1};
    uint64_t most = 1;
    for (int c = 0; c < PLOT_CURVES; c++) {
        if (curves[c].depths > frame.depths) frame.depths = curves[c].depths;
        for (uint32_t d = 0; d < curves[c].depths; d++)
            if (curves[c].counts[d] > most) most = curves[c].counts[d];
    }
    for (uint64_t power = 10; power < most && frame.decades < 19; power *= 10) frame.decades++;
    return frame;
}

/* log10, near enough for a plot: digits, and the way to the next one. */
static double logarithm(uint64_t n)
{
    double log = 0, x = (double)n;
    for (; x >= 10; x /= 10) log++;
    for (double part = 0.5; part > 0.001; part /= 2) { /* x * x against 10, again and again */
        x *= x;
        if (x < 10) continue;
        x /= 10;
        log += part;
    }
    return log;
}

static double x_of(const struct frame *frame, double depth)
{
    return LEFT + depth * (WIDTH - LEFT - RIGHT) / frame->depths;
}

static double y_of(const struct frame *frame, double log)
{
    return HEIGHT - BOTTOM - log * (HEIGHT - TOP - BOTTOM) / frame->decades;
}

static void draw_axes(FILE *file, const struct frame *frame, const char *metric)
{
    uint32_t step = 1;
    while (frame->depths / step > 16) step *= 2;
    for (int i = 0; i <= frame->decades; i++) {
        double y = y_of(frame, i);
        fprintf(file, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/>\n", LEFT, y,
                WIDTH - RIGHT, y);
        fprintf(file, "<text x='%d' y='%.1f' text-anchor='end'>10<tspan dy='-5' font-size='9'>%d",
                LEFT - 8, y + 4, i);
        fprintf(file, "</tspan></text>\n");
    }
    for (uint32_t d = 0; d < frame->depths; d += step)
        fprintf(file, "<text x='%.1f' y='%d' text-anchor='middle'>%" PRIu32 "</text>\n",
                x_of(frame, d + 0.5), HEIGHT - BOTTOM + 18, d);
    fprintf(file, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, metric);
}

/* A dot for each depth that there is, joined where they follow each other. */
static void draw_curve(FILE *file, const struct frame *frame, const struct plot_curve *curve,
                       const char *colour)
{
    double last_x = 0, last_y = 0;
    for (uint32_t d = 0; d < curve->depths; d++) {
        if (curve->counts[d] == 0) continue;
        double x = x_of(frame, d + 0.5), y = y_of(frame, logarithm(curve->counts[d]));
        if (d > 0 && curve->counts[d - 1] > 0)
            fprintf(file, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>\n", last_x,
                    last_y, x, y, colour);
        fprintf(file,
                "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'><title>%s, %" PRIu32 ": %" PRIu64
                "</title></circle>\n",
                x, y, colour, curve->name, d, curve->counts[d]);
        last_x = x;
        last_y = y;
    }
}

void plot_write(FILE *file, const void *context)
{
    const struct plot *plot = context;
    const struct plot_curve *curves = plot->curves;
    struct frame frame = frame_of(curves);
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='12'>\n<rect width='%d' height='%d' fill='white'/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fprintf(file, "<text x='%d' y='22' font-size='15'>%s</text>\n", LEFT, plot->title);
    draw_axes(file, &frame, plot->metric);
    for (int c = 0; c < PLOT_CURVES; c++) {
        draw_curve(file, &frame, &curves[c], colours[c]);
        if (curves[c].depths == 0) continue;
        fprintf(file, "<circle cx='%d' cy='%d' r='4' fill='%s'/><text x='%d' y='%d'>%s</text>\n",
                WIDTH - RIGHT + 16, TOP + 20 * c, colours[c], WIDTH - RIGHT + 28, TOP + 20 * c + 4,
                curves[c].name);
    }
    fprintf(file, "</svg>\n");
}
