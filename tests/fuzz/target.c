/* SPDX-License-Identifier: MIT */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void demand(bool holds)
{
    if (!holds) abort();
}

void text_of(const uint8_t *bytes, size_t size, char text[LONGEST_TEXT])
{
    if (size >= LONGEST_TEXT) size = LONGEST_TEXT - 1;
    memcpy(text, bytes, size);
    text[size] = '\0';
}

const fnr_game *game_for(unsigned choice)
{
    static const fnr_rules RULES[] = {
        {.width = 9, .height = 5},  {.width = 5, .height = 5, .draw_plies = 20},
        {.width = 3, .height = 3},  {.width = 3, .height = 3, .variant = FNR_TELO_LINE},
        {.width = 26, .height = 2}, {.width = 8, .height = 8},
    };
    enum { COUNT = sizeof RULES / sizeof RULES[0] };
    static fnr_game *games[COUNT];
    fnr_game **game = &games[choice % COUNT];
    if (!*game) demand(!fnr_game_new(&RULES[choice % COUNT], game, NULL));
    return *game;
}

const char *scratch(void)
{
    static char path[64];
    if (path[0]) return path;
    const char *where = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.40s/fuzz-XXXXXX", where ? where : "/tmp");
    demand(mkdtemp(path) != NULL);
    return path;
}

const char *scratch_file(const char *name, const uint8_t *bytes, size_t size,
                         void (*seal)(uint8_t *bytes, size_t size))
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", scratch(), name);
    char *end = strrchr(path, '/');
    *end = '\0';
    mkdir(path, 0700);
    *end = '/';
    uint8_t *sealed = malloc(size);
    demand(sealed != NULL);
    memcpy(sealed, bytes + 1, size - 1);
    if (seal) seal(sealed, size - 1);
    FILE *file = fopen(path, "wb");
    demand(file && fwrite(sealed, 1, size - 1, file) == size - 1 && fclose(file) == 0);
    free(sealed);
    return path;
}
