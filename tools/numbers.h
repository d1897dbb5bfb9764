/* SPDX-License-Identifier: MIT
 *
 * numbers.h: numbers as people write them (read strictly) and as people like to read them.
 */
#ifndef TOOLS_NUMBERS_H
#define TOOLS_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole number: digits and nothing else, within [least, most]. */
bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Reads a number of bytes, at least 1: digits, then nothing or one of K, M, G, T (powers of 1024,
 * either case). */
bool size_read(const char *text, uint64_t *bytes);

#define NUMBER_TEXT_SIZE 32

/* These write into `text` and return it: "1,234,567"; "3.4 MB" (powers of 1000); "1.2 s" or
 * "3:05" or "2:00:07". */
const char *count_text(uint64_t count, char text[NUMBER_TEXT_SIZE]);
const char *bytes_text(uint64_t bytes, char text[NUMBER_TEXT_SIZE]);
const char *duration_text(double seconds, char text[NUMBER_TEXT_SIZE]);
/* The same, always as a clock: "0:07". */
const char *clock_text(double seconds, char text[NUMBER_TEXT_SIZE]);

/* What makes a noun agree with a count: "" for 1, else "s". */
const char *plural(uint64_t count);

/* Seconds on a clock that only runs forward. */
double seconds_now(void);

#endif
