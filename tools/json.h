/* SPDX-License-Identifier: MIT
 *
 * json.h: writes JSON to stdout, piece by piece; it keeps the commas.
 *
 *     struct json j = {0};
 *     json_open(&j, NULL, '{');
 *     json_string(&j, "fen", text);       // the key is NULL within an array
 *     json_open(&j, "moves", '[');
 *     json_close(&j, ']');
 *     json_close(&j, '}');
 */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json {
    bool comma; /* something stands before: a comma comes first */
};

void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

/* A text; NULL is written as null. Bytes that are no UTF-8 become U+FFFD. */
void json_string(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, uint64_t number);
void json_null(struct json *json, const char *key);

#endif
