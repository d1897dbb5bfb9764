/* SPDX-License-Identifier: MIT
 *
 * manifest.c: a list of tables with the digests of their values.
 */
#include "manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { NAME_SIZE = 80 };

struct manifest_line {
    uint64_t digest;
    char name[NAME_SIZE];
    bool met;
};

void manifest_print(const char *rules, const fnr_slice_stats *slice)
{
    printf("%016" PRIx64 "  %s/%dv%d.wdl\n", slice->wdl_digest, rules, slice->m, slice->o);
    if (slice->dtc_bytes)
        printf("%016" PRIx64 "  %s/%dv%d.dtc\n", slice->dtc_digest, rules, slice->m, slice->o);
    if (slice->dtw_bytes)
        printf("%016" PRIx64 "  %s/%dv%d.dtw\n", slice->dtw_digest, rules, slice->m, slice->o);
}

static bool parse_line(const char *text, struct manifest_line *line)
{
    char end;
    *line = (struct manifest_line){.met = false};
    return sscanf(text, "%16" SCNx64 " %79[^ \n] %c", &line->digest, line->name, &end) == 2;
}

static int add_line(struct manifest *manifest, const struct manifest_line *line)
{
    struct manifest_line *more =
        realloc(manifest->lines, (manifest->count + 1) * sizeof *manifest->lines);
    if (!more) return complain(EXIT_FAILED, "not enough memory");
    more[manifest->count++] = *line;
    manifest->lines = more;
    return EXIT_FINE;
}

int manifest_read(const char *path, struct manifest *manifest)
{
    char text[256];
    int number = 0, code = EXIT_FINE;
    FILE *file = fopen(path, "r");
    if (!file) return complain(EXIT_FAILED, "%s: cannot open: %s", path, strerror(errno));
    while (!code && fgets(text, sizeof text, file)) {
        struct manifest_line line;
        number++;
        if (parse_line(text, &line))
            code = add_line(manifest, &line);
        else
            code = complain(EXIT_FAILED, "%s: line %d: not a digest and the name of a table", path,
                            number);
    }
    if (!code && ferror(file)) code = complain(EXIT_FAILED, "%s: cannot read", path);
    fclose(file);
    return code;
}

void manifest_free(struct manifest *manifest)
{
    free(manifest->lines);
    *manifest = (struct manifest){.count = 0};
}

bool manifest_agrees(struct manifest *manifest, const char *name, uint64_t digest)
{
    for (size_t i = 0; i < manifest->count; i++) {
        struct manifest_line *line = &manifest->lines[i];
        if (strcmp(line->name, name) != 0) continue;
        line->met = true;
        return line->digest == digest;
    }
    return true;
}

size_t manifest_met(const struct manifest *manifest)
{
    size_t met = 0;
    for (size_t i = 0; i < manifest->count; i++) met += manifest->lines[i].met;
    return met;
}

static bool is_of(const struct manifest_line *line, const char *rules)
{
    size_t length = rules ? strlen(rules) : 0;
    return !rules || (strncmp(line->name, rules, length) == 0 && line->name[length] == '/');
}

const char *manifest_missing(struct manifest *manifest, const char *rules)
{
    for (size_t i = 0; i < manifest->count; i++) {
        struct manifest_line *line = &manifest->lines[i];
        if (line->met || !is_of(line, rules)) continue;
        line->met = true;
        return line->name;
    }
    return NULL;
}
