/* SPDX-License-Identifier: MIT
 *
 * session.c: a game that is being played: its turns, taking them back, how it ends.
 */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>

static bool reserve(struct session *session)
{
    if (session->positions && session->count + 1 < session->capacity) return true;
    size_t capacity = session->capacity ? 2 * session->capacity : 64;
    fnr_position *positions = realloc(session->positions, capacity * sizeof *positions);
    if (positions) session->positions = positions;
    fnr_turn *turns = positions ? realloc(session->turns, capacity * sizeof *turns) : NULL;
    if (!turns) return false;
    session->turns = turns;
    session->capacity = capacity;
    return true;
}

bool session_start(struct session *session, const fnr_game *game, const fnr_position *start)
{
    if (!reserve(session)) return false;
    session->game = game;
    session->count = 0;
    session->positions[0] = *start;
    /* In play all is counted, from the beginning if nothing else is known. */
    if (start->plies == FNR_NO_COUNT) session->positions[0].plies = 0;
    return true;
}

void session_free(struct session *session)
{
    free(session->positions);
    free(session->turns);
    *session = (struct session){.game = NULL};
}

const fnr_position *session_now(const struct session *session)
{
    return &session->positions[session->count];
}

bool session_play(struct session *session, const fnr_turn *turn)
{
    if (!reserve(session)) return false;
    fnr_position *now = &session->positions[session->count];
    fnr_position_play(now, turn, now + 1);
    session->turns[session->count++] = *turn;
    return true;
}

bool session_undo(struct session *session)
{
    if (!session->count) return false;
    session->count--;
    return true;
}

static bool is_same(const fnr_position *a, const fnr_position *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->side == b->side;
}

fnr_outcome session_outcome(const struct session *session, char text[OUTCOME_TEXT_SIZE])
{
    enum { TOO_OFTEN = 3 };
    const fnr_position *now = session_now(session);
    if (outcome_text(session->game, now, text)) return fnr_position_outcome(session->game, now);
    int times = 0;
    for (size_t i = 0; i <= session->count; i++) times += is_same(&session->positions[i], now);
    if (times < TOO_OFTEN) return FNR_GOES_ON;
    snprintf(text, OUTCOME_TEXT_SIZE, "draw, the third time in this position");
    return FNR_DRAWN;
}
