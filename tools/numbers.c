/* SPDX-License-Identifier: MIT
 *
 * numbers.c: reading numbers strictly, writing them for people.
 */
#include "numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Reading --------------------------------------------------------------------------------- */

/* strtoull alone would take blanks, signs and "18446744073709551616". */
static bool digits_read(const char *text, char **end, uint64_t *number)
{
    if (!isdigit((unsigned char)text[0])) return false;
    errno = 0;
    unsigned long long value = strtoull(text, end, 10);
    if (errno) return false;
    *number = value;
    return true;
}

bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    uint64_t value;
    if (!digits_read(text, &end, &value) || *end || value < least || value > most) return false;
    *number = value;
    return true;
}

bool size_read(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    uint64_t value;
    if (!digits_read(text, &end, &value) || !value) return false;
    if (*end) {
        const char *unit = strchr(units, toupper((unsigned char)*end));
        if (!unit || end[1]) return false;
        unsigned shift = 10 * (unsigned)(unit - units + 1);
        if (value > UINT64_MAX >> shift) return false;
        value <<= shift;
    }
    *bytes = value;
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

const char *count_text(uint64_t count, char text[NUMBER_TEXT_SIZE])
{
    char digits[NUMBER_TEXT_SIZE];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

const char *bytes_text(uint64_t bytes, char text[NUMBER_TEXT_SIZE])
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
    if (bytes < 1000) {
        snprintf(text, NUMBER_TEXT_SIZE, "%u bytes", (unsigned)bytes);
        return text;
    }
    double value = (double)bytes / 1000;
    size_t unit = 0;
    for (; value >= 999.95; unit++) value /= 1000;
    snprintf(text, NUMBER_TEXT_SIZE, "%.1f %s", value, units[unit]);
    return text;
}

const char *clock_text(double seconds, char text[NUMBER_TEXT_SIZE])
{
    const double longest = 1e12; /* far beyond any wait, far below an overflow */
    unsigned long long s = (unsigned long long)((seconds < longest ? seconds : longest) + 0.5);
    if (s >= 3600)
        snprintf(text, NUMBER_TEXT_SIZE, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, NUMBER_TEXT_SIZE, "%llu:%02llu", s / 60, s % 60);
    return text;
}

const char *duration_text(double seconds, char text[NUMBER_TEXT_SIZE])
{
    if (seconds >= 99.95) return clock_text(seconds, text);
    snprintf(text, NUMBER_TEXT_SIZE, "%.*f s", seconds < 9.995 ? 2 : 1, seconds);
    return text;
}

const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
