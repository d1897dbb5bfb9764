/* SPDX-License-Identifier: MIT
 *
 * player.c: who plays a side: a person, or the engine on one of three levels.
 */
#include "player.h"

#include "message.h"
#include "probe.h"

static const struct level {
    int depth;
    double seconds;
    bool tables;
} levels[] = {
    [PLAYER_EASY] = {.depth = 1},
    [PLAYER_MEDIUM] = {.depth = 4},
    [PLAYER_STRONG] = {.seconds = 2, .tables = true},
};

static fnr_status make_engine(struct players *players, bool tables, fnr_engine **engine,
                              fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (*engine) return FNR_OK;
    if (tables && !players->db)
        status = probe_open(players->settings, &players->rules, &players->db, why);
    if (status) return status;
    return fnr_engine_new(&players->rules, tables ? players->db : NULL, 0, engine, why);
}

int player_think(struct players *players, enum player level, const struct session *session,
                 fnr_choice *choice)
{
    const struct level *how = &levels[level];
    fnr_engine **engine = how->tables ? &players->expert : &players->plain;
    const fnr_think_options options = {
        .depth = how->depth,
        .seconds = how->seconds,
        .aim = how->seconds / 2,
        .history = session->positions,
        .history_count = session->count,
    };
    fnr_error why;
    if (make_engine(players, how->tables, engine, &why)) return complain_why(&why);
    if (fnr_engine_think(*engine, session_now(session), &options, choice, &why))
        return complain_why(&why);
    if (choice->trouble.code)
        complain(EXIT_FINE, "%s; the tables are left alone", choice->trouble.text);
    return EXIT_FINE;
}

void players_free(struct players *players)
{
    fnr_engine_free(players->plain);
    fnr_engine_free(players->expert);
    fnr_db_close(players->db);
    *players = (struct players){.settings = players->settings, .rules = players->rules};
}
