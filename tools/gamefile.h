/* SPDX-License-Identifier: MIT
 *
 * gamefile.h: games in files: a game that is played, written down in FGN and read again.
 *
 * Beside the tags of any game there are Stalemate and DrawPlies, where these rules differ from the
 * usual ones; other programs pass over them.
 */
#ifndef TOOLS_GAMEFILE_H
#define TOOLS_GAMEFILE_H

#include <stdbool.h>

#include "command.h"
#include "session.h"

/* What is written above the turns, and as the result. */
struct heading {
    const char *players[2]; /* by fnr_side */
    fnr_outcome outcome;    /* FNR_GOES_ON: none yet */
    const char *ended;      /* how, in words; of no use if it goes on */
};

/* Whether a word names a file with a game, rather than a board or a position. */
bool gamefile_is_named(const char *word);

/* Writes the game; it appears under its name when it is whole. Only a regular file is replaced. */
fnr_status gamefile_write(const char *path, const struct session *session,
                          const struct heading *heading, fnr_error *why);

/* Reads the first game of a file. Its rules are those of the options that are given, then those of
 * its tags, then the usual ones. To be given to fnr_fgn_free. */
fnr_status gamefile_read(const char *path, const struct settings *settings, fnr_fgn **fgn,
                         fnr_error *why);

#endif
