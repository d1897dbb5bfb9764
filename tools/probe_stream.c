/* SPDX-License-Identifier: MIT
 *
 * probe_stream.c: `fanoron probe --batch`: answers the positions on stdin, a line each, in order.
 *                 Whatever a line holds, it gets its one line of answer.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "message.h"
#include "probe.h"

/* Positions are shorter than 200 bytes, however they are written; of a longer line only this much
 * is kept, so that no input can fill the memory. */
enum { LONGEST_LINE = 1000 };

struct line {
    char text[LONGEST_LINE + 1];
    size_t length;    /* of the text that is kept */
    const char *flaw; /* why it cannot be a position, or NULL */
};

struct stream {
    const struct settings *settings;
    fnr_db **databases; /* one for each board that was met */
    size_t count;
    bool errors; /* some line was answered with an error */
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
    fnr_rules rules = {.variant = settings->variant, .stalemate = settings->stalemate};
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

static void append(struct line *line, int c)
{
    if (line->length < LONGEST_LINE)
        line->text[line->length++] = (char)(c ? c : '?');
    else
        line->flaw = "the line is too long";
    if (!c) line->flaw = "the line holds a zero byte";
}

/* Reads the next line, without its end; false if there is none. */
static bool read_line(struct line *line)
{
    int c = getchar();
    if (c == EOF) return false;
    line->length = 0;
    line->flaw = NULL;
    for (; c != EOF && c != '\n'; c = getchar()) append(line, c);
    if (line->length && line->text[line->length - 1] == '\r') line->length--;
    line->text[line->length] = '\0';
    if (!line->length) line->flaw = "the line is empty";
    return true;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static fnr_status answer_text(fnr_db *db, const char *text, const fnr_position *position,
                              fnr_error *why)
{
    char dtc[DTC_TEXT_SIZE];
    fnr_value value;
    fnr_status status = fnr_probe(db, position, &value, why);
    if (!status) printf("%s\t%s\t%s\n", text, fnr_wdl_name(value.wdl), dtc_text(value.dtc, dtc));
    return status;
}

static fnr_status answer_json(fnr_db *db, const fnr_position *position, fnr_error *why)
{
    struct answer answer;
    fnr_status status = probe_ask(db, position, &answer, why);
    if (status) return status;
    probe_print_json(fnr_db_game(db), position, &answer);
    fnr_ranked_free(answer.turns);
    return FNR_OK;
}

static void answer_error(struct stream *stream, const char *text, const char *reason)
{
    stream->errors = true;
    if (!is_given(stream->settings, OPTION_JSON)) {
        printf("%s\terror\t%s\n", text, reason);
        return;
    }
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "fen", text);
    json_string(&json, "error", reason);
    json_close(&json, '}');
    printf("\n");
}

static void answer_line(struct stream *stream, struct line *line)
{
    fnr_db *db;
    fnr_position position;
    fnr_error why;
    fnr_status status = FNR_ERR_POSITION;
    if (line->flaw)
        snprintf(why.text, sizeof why.text, "%s", line->flaw);
    else
        status = open_database(stream, line->text, &db, &why);
    if (!status) status = fnr_position_parse(fnr_db_game(db), line->text, &position, &why);
    tame(line->text); /* from here on it is only repeated */
    if (!status)
        status = is_given(stream->settings, OPTION_JSON)
                     ? answer_json(db, &position, &why)
                     : answer_text(db, line->text, &position, &why);
    if (!status) return;
    tame(why.text);
    answer_error(stream, line->text, why.text);
}

int probe_stream(const struct settings *settings)
{
    struct stream stream = {.settings = settings};
    struct line line;
    setvbuf(stdout, NULL, _IOLBF, 0); /* an answer must not wait for the next question */
    while (!ferror(stdout) && read_line(&line)) answer_line(&stream, &line);
    close_databases(&stream);
    if (ferror(stdin))
        return complain(EXIT_FAILED, "cannot read standard input: %s", strerror(errno));
    return stream.errors ? EXIT_FAILED : EXIT_FINE;
}
