/* SPDX-License-Identifier: MIT
 *
 * target.h: what the fuzz targets share. A target is one file fuzz_NAME.c, which gets bytes from libFuzzer
 * (`make fuzz`) and ends with `demand` where something is not as it should be.
 */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "game/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* What a target has to prepare, if anything; the last word is the directory of the seeds. */
int LLVMFuzzerInitialize(int *count, char ***words);

/* Ends the program, which libFuzzer reports with the input, unless `holds`. */
void demand(bool holds);

/* The bytes as text. */
enum { LONGEST_TEXT = 4096 };
void text_of(const uint8_t *bytes, size_t size, char text[LONGEST_TEXT]);

/* A game that stays, for each of some rules. */
const fnr_game *game_for(unsigned choice);

/* A directory of this process, below $TMPDIR; it stays behind. */
const char *scratch(void);

/* Writes a file there, NAME, with directories made as needed, of what follows the first byte of an input;
 * `seal` (may be NULL) makes its checksums right before. Its path is returned until the next call. */
const char *scratch_file(const char *name, const uint8_t *bytes, size_t size,
                         void (*seal)(uint8_t *bytes, size_t size));

#endif
