/* SPDX-License-Identifier: MIT
 *
 * probe.h: what the files of `fanoron probe` share: one position or a stream of them, as text
 *          or as JSON.
 */
#ifndef TOOLS_PROBE_H
#define TOOLS_PROBE_H

#include "command.h"
#include "json.h"

/* Answers the positions on stdin, a line each. Returns an exit code. */
int probe_stream(const struct settings *settings);

/* Opens the database of a position, with the cache that was asked for. */
fnr_status probe_open(const struct settings *settings, const fnr_rules *rules, fnr_db **db,
                      fnr_error *why);

/* All that is told about a position. */
struct answer {
    fnr_value value;
    fnr_ranked_turn *turns; /* to be given to fnr_ranked_free */
    size_t count;
};

fnr_status probe_ask(fnr_db *db, const fnr_position *position, struct answer *answer,
                     fnr_error *why);

/* Writes a turn as a JSON object. */
void probe_put_turn(struct json *json, const fnr_game *game, const fnr_ranked_turn *ranked);

/* Prints an answer as one JSON object on a line. */
void probe_print_json(const fnr_game *game, const fnr_position *position,
                      const struct answer *answer);

#define DTC_TEXT_SIZE 12

/* A distance as text: a number, "-" for a draw, "?" if it is not known. */
const char *dtc_text(int32_t dtc, char text[DTC_TEXT_SIZE]);

#endif
