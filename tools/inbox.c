/* SPDX-License-Identifier: MIT
 *
 * inbox.c: lines of standard input, read by a thread of their own.
 */
#include "inbox.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { LONGEST = 1 << 20 /* a game of many thousand turns */, MOST_BYTES = 1 << 26 };

struct inbox_line {
    struct inbox_line *next;
    const char *flaw;
    char text[];
};

static void put(struct inbox *inbox, struct inbox_line *line)
{
    pthread_mutex_lock(&inbox->lock);
    while (inbox->bytes > MOST_BYTES) pthread_cond_wait(&inbox->changed, &inbox->lock);
    if (inbox->last)
        inbox->last->next = line;
    else
        inbox->first = line;
    inbox->last = line;
    inbox->bytes += sizeof *line + strlen(line->text);
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
}

/* No memory is an end as well. */
static void *read_lines(void *context)
{
    struct inbox *inbox = context;
    char *text = malloc(LONGEST);
    const char *flaw;
    bool last = !text;
    while (!last && line_read(text, LONGEST, &flaw)) {
        struct inbox_line *line = malloc(sizeof *line + strlen(text) + 1);
        last = !line || (!flaw && inbox->see(text, inbox->context));
        if (!line) break;
        *line = (struct inbox_line){.flaw = flaw};
        strcpy(line->text, text);
        put(inbox, line);
    }
    free(text);
    pthread_mutex_lock(&inbox->lock);
    inbox->ended = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    return NULL;
}

bool inbox_open(struct inbox *inbox, bool (*see)(const char *line, void *context), void *context)
{
    *inbox = (struct inbox){.see = see, .context = context};
    if (pthread_mutex_init(&inbox->lock, NULL)) return false;
    if (pthread_cond_init(&inbox->changed, NULL)) return false;
    return pthread_create(&inbox->thread, NULL, read_lines, inbox) == 0;
}

char *inbox_take(struct inbox *inbox, const char **flaw)
{
    char *text = NULL;
    pthread_mutex_lock(&inbox->lock);
    while (!inbox->first && !inbox->ended) pthread_cond_wait(&inbox->changed, &inbox->lock);
    struct inbox_line *line = inbox->first;
    if (line) {
        inbox->first = line->next;
        if (!inbox->first) inbox->last = NULL;
        inbox->bytes -= sizeof *line + strlen(line->text);
        *flaw = line->flaw;
        text = (char *)line;
        memmove(text, line->text, strlen(line->text) + 1);
        pthread_cond_broadcast(&inbox->changed);
    }
    pthread_mutex_unlock(&inbox->lock);
    return text;
}

void inbox_close(struct inbox *inbox)
{
    const char *flaw;
    pthread_join(inbox->thread, NULL);
    for (char *text = inbox_take(inbox, &flaw); text; text = inbox_take(inbox, &flaw)) free(text);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->lock);
}
