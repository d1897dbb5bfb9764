/* SPDX-License-Identifier: MIT
 *
 * progress.c: shows on a terminal how far long work is, and stops it on Ctrl-C.
 */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "numbers.h"

static const double SHORTEST_PAUSE = 0.1; /* seconds between two lines */

enum { SHORTEST_BAR = 5, LONGEST_BAR = 24, BAR_TEXT_SIZE = LONGEST_BAR + 5 };

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t stop_asked;

static void ask_to_stop(int signal_number)
{
    (void)signal_number;
    stop_asked = 1;
}

/* The first signal ends the work in good order, a second one ends the program at once. One that is
 * ignored (a job in the background) stays ignored. */
static void catch_signal(int signal_number)
{
    struct sigaction old, action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (!sigaction(signal_number, NULL, &old) && old.sa_handler != SIG_IGN)
        sigaction(signal_number, &action, NULL);
}

/* ---- The line -------------------------------------------------------------------------------- */

static size_t terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

static double share(const fnr_progress *now)
{
    double x = now->all ? (double)now->all_done / (double)now->all : 0;
    return x < 1 ? x : 1;
}

/* "9x5-capture  4v2 level 12": what is in work. */
static void work_text(const struct progress *progress, const fnr_progress *now, char *text,
                      size_t size)
{
    char phase[24];
    if (!strcmp(now->phase, "level"))
        snprintf(phase, sizeof phase, "level %u", (unsigned)now->level);
    else
        snprintf(phase, sizeof phase, "%s", now->phase);
    snprintf(text, size, "%s  %dv%d %-9s", progress->name, now->m, now->o, phase);
}

/* " 52.3 %   6.10 Mpos/s    0:14 left": how far it is, from the average speed until now. */
static void speed_text(const struct progress *progress, const fnr_progress *now, char *text,
                       size_t size)
{
    char left[NUMBER_TEXT_SIZE];
    double seconds = progress->shown - progress->started;
    double done = (double)(now->all_done - progress->first);
    int n = snprintf(text, size, "%5.1f %%", 100 * share(now));
    if (done <= 0 || seconds < 0.5) return; /* too early to say more */
    double rate = done / seconds;
    double rest = now->all > now->all_done ? (double)(now->all - now->all_done) : 0;
    snprintf(text + n, size - (size_t)n, " %6.2f Mpos/s %7s left", rate / 1e6,
             clock_text(rest / rate, left));
}

/* " [####....] ", as long as there is room for; a bar that would be too short is left out. */
static void bar_text(double done, size_t room, char text[BAR_TEXT_SIZE])
{
    size_t length = room > LONGEST_BAR + 4 ? LONGEST_BAR : room > 4 ? room - 4 : 0;
    if (length < SHORTEST_BAR) {
        snprintf(text, BAR_TEXT_SIZE, " ");
        return;
    }
    char bar[LONGEST_BAR];
    memset(bar, '.', length);
    memset(bar, '#', (size_t)(done * (double)length));
    snprintf(text, BAR_TEXT_SIZE, " [%.*s] ", (int)length, bar);
}

/* Writes one line over the last one, cut at the width of the terminal. */
static void write_line(struct progress *progress, const char *line)
{
    size_t width = terminal_width() - 1; /* a full row would move the cursor on */
    fprintf(stderr, "\r%.*s\033[K", (int)width, line);
    fflush(stderr);
    progress->on_screen = true;
}

static void write_work(struct progress *progress, const fnr_progress *now)
{
    char work[FNR_RULES_NAME_SIZE + 48], speed[80], bar[BAR_TEXT_SIZE];
    size_t width = terminal_width() - 1;
    work_text(progress, now, work, sizeof work);
    speed_text(progress, now, speed, sizeof speed);
    size_t used = strlen(work) + strlen(speed);
    bar_text(share(now), width > used ? width - used : 0, bar);

    char line[sizeof work + sizeof speed + sizeof bar];
    snprintf(line, sizeof line, "%s%s%s", work, bar, speed);
    write_line(progress, line);
}

/* "7x5-capture  can White win? 12.3 M nodes, 420 k/s, 31 to a proof, 54 to a disproof, memory 12 %":
 * nobody knows how much time is left. */
static void write_proof(struct progress *progress, const fnr_proof_progress *now)
{
    char line[200], nodes[NUMBER_TEXT_SIZE], total[NUMBER_TEXT_SIZE];
    const char *side = now->side == FNR_WHITE ? "White" : "Black";
    double seconds = progress->shown - progress->started;
    if (!strcmp(now->phase, "search"))
        snprintf(line, sizeof line,
                 "%s  can %s win? %.1f M nodes, %.0f k/s; to a proof %u, to a disproof %u; memory "
                 "%.0f %%",
                 progress->name, side, (double)now->nodes / 1e6,
                 seconds > 0 ? (double)now->nodes / seconds / 1e3 : 0.0, now->proof, now->disproof,
                 100 * now->filled);
    else if (now->total)
        snprintf(line, sizeof line, "%s  %s  %s of %s nodes", progress->name, now->phase,
                 count_text(now->nodes, nodes), count_text(now->total, total));
    else
        snprintf(line, sizeof line, "%s  %s  %s nodes", progress->name, now->phase,
                 count_text(now->nodes, nodes));
    write_line(progress, line);
}

/* ---- The display ----------------------------------------------------------------------------- */

void progress_start(struct progress *progress, const fnr_rules *rules)
{
    *progress = (struct progress){.visible = isatty(STDERR_FILENO) == 1, .started = seconds_now()};
    fnr_rules_name(rules, progress->name);
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

/* Whether it is time for another line. */
static bool is_time(struct progress *progress)
{
    double time = seconds_now();
    if (!progress->visible || time - progress->shown < SHORTEST_PAUSE) return false;
    progress->shown = time;
    return true;
}

int progress_step(const fnr_progress *now, void *context)
{
    struct progress *progress = context;
    if (stop_asked) return 1;
    if (!progress->counting) {
        progress->counting = true;
        progress->first = now->all_done;
    }
    if (is_time(progress)) write_work(progress, now);
    return 0;
}

int progress_proof_step(const fnr_proof_progress *now, void *context)
{
    struct progress *progress = context;
    if (stop_asked) return 1;
    if (is_time(progress)) write_proof(progress, now);
    return 0;
}

void progress_clear(struct progress *progress)
{
    if (!progress->on_screen) return;
    fprintf(stderr, "\r\033[K");
    fflush(stderr);
    progress->on_screen = false;
}
