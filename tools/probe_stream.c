/* SPDX-License-Identifier: MIT
 *
 * probe_stream.c: `fanoron probe --batch`: answers the positions on stdin, a line each, in order.
 *                 Whatever a line holds, it gets its one line of answer.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "lines.h"
#include "message.h"
#include "position.h"
#include "probe.h"

/* Positions are shorter than 200 bytes, however they are written; of a longer line only this much
 * is kept, so that no input can fill the memory. */
enum { LONGEST_LINE = 1000, MOST_QUESTIONS = 1 << 15 };

/* A line of the input, and what came of it. */
struct question {
    char *text;       /* the line, as far as it is kept */
    const char *flaw; /* why it cannot be a position, or NULL */
    fnr_db *db;
    fnr_position position;
    struct answer answer;
    fnr_status status;
    fnr_error why;
};

struct stream {
    const struct settings *settings;
    fnr_db **databases; /* one for each board that was met */
    size_t count;
    bool errors; /* some line was answered with an error */
    int trouble; /* errno of a failure to read */
    struct question *questions;
    size_t asked;
};

/* ---- Databases ------------------------------------------------------------------------------- */

static fnr_db *find_database(const struct stream *stream, const fnr_rules *rules)
{
    for (size_t i = 0; i < stream->count; i++) {
        const fnr_rules *known = fnr_game_rules(fnr_db_game(stream->databases[i]));
        if (known->width == rules->width && known->height == rules->height)
            return stream->databases[i];
    }
    return NULL;
}

static fnr_status keep_database(struct stream *stream, fnr_db *db, fnr_error *why)
{
    fnr_db **more = realloc(stream->databases, (stream->count + 1) * sizeof *more);
    if (!more) {
        why->code = FNR_ERR_MEMORY;
        snprintf(why->text, sizeof why->text, "not enough memory");
        return FNR_ERR_MEMORY;
    }
    more[stream->count++] = db;
    stream->databases = more;
    return FNR_OK;
}

/* The database for a position: one that is open, or a new one. */
static fnr_status open_database(struct stream *stream, const char *text, fnr_db **db,
                                fnr_error *why)
{
    const struct settings *settings = stream->settings;
    fnr_rules rules = rules_of(settings);
    fnr_status status = fnr_position_parse_size(text, &rules.width, &rules.height, why);
    if (status) return status;
    *db = find_database(stream, &rules);
    if (*db) return FNR_OK;
    status = probe_open(settings, &rules, db, why);
    if (status) return status;
    status = keep_database(stream, *db, why);
    if (status) fnr_db_close(*db);
    return status;
}

static void close_databases(struct stream *stream)
{
    for (size_t i = 0; i < stream->count; i++) fnr_db_close(stream->databases[i]);
    free(stream->databases);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Reads the next line, without its end; false if there is none. */
static bool read_line(struct question *question)
{
    char text[LONGEST_LINE + 1];
    const char *flaw;
    if (!line_read(text, sizeof text, &flaw)) return false;
    *question = (struct question){.text = strdup(text), .flaw = flaw};
    if (!text[0]) question->flaw = "the line is empty";
    return question->text != NULL;
}

/* Whether reading on would wait. What stdio holds already, it does not tell; a line of it that is
 * left for the next round does no harm. */
static bool would_wait(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) == 0;
}

/* Reads lines until there are many, or the next one is not there yet. */
static void read_lines(struct stream *stream)
{
    stream->asked = 0;
    while (stream->asked < MOST_QUESTIONS && read_line(&stream->questions[stream->asked])) {
        stream->asked++;
        if (would_wait()) break;
    }
    if (ferror(stdin) && !stream->trouble) stream->trouble = errno;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void find_db(struct stream *stream, struct question *q)
{
    q->status = FNR_ERR_POSITION;
    if (q->flaw)
        snprintf(q->why.text, sizeof q->why.text, "%s", q->flaw);
    else
        q->status = open_database(stream, q->text, &q->db, &q->why);
}

static void parse(struct question *q)
{
    if (!q->status)
        q->status = fnr_position_parse(fnr_db_game(q->db), q->text, &q->position, &q->why);
    tame(q->text); /* from here on it is only repeated */
}

static int compare_sets(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The stones of the side with fewer, or with more. */
static uint64_t stones_of(const struct question *q, bool fewer)
{
    const uint64_t *stones = q->position.stones;
    int white = __builtin_popcountll(stones[FNR_WHITE]);
    int black = __builtin_popcountll(stones[FNR_BLACK]);
    return stones[(white <= black) == fewer ? FNR_WHITE : FNR_BLACK];
}

/* Neighbours in this order are often neighbours in a table: by database, by numbers of stones, by
 * the stones of the side with fewer, then by the others. */
static int compare_questions(const void *left, const void *right)
{
    const struct question *a = *(struct question *const *)left;
    const struct question *b = *(struct question *const *)right;
    uint64_t few[] = {stones_of(a, true), stones_of(b, true)};
    uint64_t many[] = {stones_of(a, false), stones_of(b, false)};
    int order = compare_sets((uintptr_t)a->db, (uintptr_t)b->db);
    if (!order) order = __builtin_popcountll(few[0]) - __builtin_popcountll(few[1]);
    if (!order) order = __builtin_popcountll(many[0]) - __builtin_popcountll(many[1]);
    if (!order) order = compare_sets(few[0], few[1]);
    return order ? order : compare_sets(many[0], many[1]);
}

static void ask(const struct stream *stream, struct question *q)
{
    if (q->status) return;
    if (is_given(stream->settings, OPTION_JSON))
        q->status = probe_ask(q->db, &q->position, &q->answer, &q->why);
    else
        q->status = fnr_probe(q->db, &q->position, &q->answer.value, &q->why);
}

/* Asks with all threads, in an order that is kind to the cache. */
static void ask_all(struct stream *stream, struct question **order)
{
    for (size_t i = 0; i < stream->asked; i++) order[i] = &stream->questions[i];
#pragma omp parallel for schedule(static) if (stream->asked > 256)
    for (size_t i = 0; i < stream->asked; i++) parse(&stream->questions[i]);
    qsort(order, stream->asked, sizeof *order, compare_questions);
#pragma omp parallel for schedule(dynamic, 256) if (stream->asked > 256)
    for (size_t i = 0; i < stream->asked; i++) ask(stream, order[i]);
}

static void print_error(struct stream *stream, struct question *q)
{
    stream->errors = true;
    tame(q->why.text);
    if (!is_given(stream->settings, OPTION_JSON)) {
        printf("%s\terror\t%s\n", q->text, q->why.text);
        return;
    }
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "fen", q->text);
    json_string(&json, "error", q->why.text);
    json_close(&json, '}');
    printf("\n");
}

static void print_answer(struct stream *stream, struct question *q)
{
    char dtc[DTC_TEXT_SIZE];
    const fnr_value *value = &q->answer.value;
    if (q->status)
        print_error(stream, q);
    else if (is_given(stream->settings, OPTION_JSON))
        probe_print_json(fnr_db_game(q->db), &q->position, &q->answer);
    else
        printf("%s\t%s\t%s\n", q->text, fnr_wdl_name(value->wdl), dtc_text(value->dtc, dtc));
    fnr_ranked_free(q->answer.turns);
    free(q->text);
}

static void answer_lines(struct stream *stream, struct question **order)
{
    for (size_t i = 0; i < stream->asked; i++) find_db(stream, &stream->questions[i]);
    ask_all(stream, order);
    for (size_t i = 0; i < stream->asked; i++) print_answer(stream, &stream->questions[i]);
    fflush(stdout); /* an answer must not wait for the next question */
}

int probe_stream(const struct settings *settings)
{
    struct stream stream = {.settings = settings};
    struct question **order = malloc(MOST_QUESTIONS * sizeof *order);
    stream.questions = malloc(MOST_QUESTIONS * sizeof *stream.questions);
    if (!order || !stream.questions) {
        free(order);
        free(stream.questions);
        return complain(EXIT_FAILED, "not enough memory");
    }
    do {
        read_lines(&stream);
        answer_lines(&stream, order);
    } while (stream.asked > 0 && !ferror(stdout));
    close_databases(&stream);
    free(order);
    free(stream.questions);
    if (ferror(stdin))
        return complain(EXIT_FAILED, "cannot read standard input: %s", strerror(stream.trouble));
    return stream.errors ? EXIT_FAILED : EXIT_FINE;
}
