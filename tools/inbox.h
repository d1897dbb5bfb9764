/* SPDX-License-Identifier: MIT
 *
 * inbox.h: lines of standard input, read by a thread of their own, so that an urgent one is seen
 *          while others still wait for their turn.
 */
#ifndef TOOLS_INBOX_H
#define TOOLS_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct inbox_line;

struct inbox {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct inbox_line *first, *last;
    size_t bytes; /* that lie here; if these are too many, nothing is read meanwhile */
    bool ended;   /* no more lines will come */
    /* Called in the thread of the inbox, for each line without a flaw as it comes: whether it is the
     * last. */
    bool (*see)(const char *line, void *context);
    void *context;
};

/* Starts to read; false if there is no thread to be had. */
bool inbox_open(struct inbox *inbox, bool (*see)(const char *line, void *context), void *context);

/* The next line, to be given to free(); waits for it. NULL at the end. *flaw as of line_read. */
char *inbox_take(struct inbox *inbox, const char **flaw);

/* After the end. */
void inbox_close(struct inbox *inbox);

#endif
