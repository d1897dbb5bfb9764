/* SPDX-License-Identifier: MIT
 *
 * json.c: writes JSON to stdout.
 */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>

/* The length of the UTF-8 sequence that `text` begins with; 0 if it is not one. */
static int utf8_length(const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* for each length */
    int length = __builtin_clz(~((uint32_t)text[0] << 24));       /* the ones that it begins with */
    if (length == 0) return 1;
    if (length < 2 || length > 4) return 0;
    uint32_t code = text[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

static void put_string(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    putchar('"');
    while (*c) {
        int length = utf8_length(c);
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c < ' ' || *c == 127)
            printf("\\u%04x", *c);
        else if (length)
            printf("%.*s", length, (const char *)c);
        else
            printf("\\ufffd");
        c += length ? length : 1;
    }
    putchar('"');
}

/* What comes before every value: the comma, and the key with its colon. */
static void put_key(struct json *json, const char *key)
{
    if (json->comma) putchar(',');
    json->comma = true;
    if (!key) return;
    put_string(key);
    putchar(':');
}

void json_open(struct json *json, const char *key, char bracket)
{
    put_key(json, key);
    putchar(bracket);
    json->comma = false;
}

void json_close(struct json *json, char bracket)
{
    putchar(bracket);
    json->comma = true;
}

void json_string(struct json *json, const char *key, const char *text)
{
    if (!text) {
        json_null(json, key);
        return;
    }
    put_key(json, key);
    put_string(text);
}

void json_number(struct json *json, const char *key, uint64_t number)
{
    put_key(json, key);
    printf("%" PRIu64, number);
}

void json_null(struct json *json, const char *key)
{
    put_key(json, key);
    printf("null");
}
