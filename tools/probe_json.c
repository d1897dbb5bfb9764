/* SPDX-License-Identifier: MIT
 *
 * probe_json.c: the answer to a position as JSON, in the terms of the chess tablebase server
 *               lila-tablebase: categories are those of the side to move, also after a turn.
 */
#include <stdio.h>

#include "probe.h"

static void put_distance(struct json *json, const char *name, int32_t distance)
{
    if (distance >= 0)
        json_number(json, name, (uint64_t)distance);
    else
        json_null(json, name);
}

static void put_values(struct json *json, fnr_wdl category, const fnr_value *value)
{
    json_string(json, "category", fnr_wdl_name(category));
    put_distance(json, "dtc", value->dtc);
    put_distance(json, "dtw", value->dtw);
}

static void put_position(struct json *json, const fnr_game *game, const fnr_position *position)
{
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position_format(game, position, text);
    json_string(json, "fen", text);
}

void probe_put_turn(struct json *json, const fnr_game *game, const fnr_ranked_turn *ranked)
{
    char notation[FNR_TURN_TEXT_SIZE];
    fnr_turn_format(game, &ranked->turn, notation);
    json_open(json, NULL, '{');
    json_string(json, "turn", notation);
    put_position(json, game, &ranked->after);
    put_values(json, (fnr_wdl)-ranked->value.wdl, &ranked->value);
    json_number(json, "captured", (uint64_t)__builtin_popcountll(ranked->turn.captured));
    json_close(json, '}');
}

void probe_print_json(const fnr_game *game, const fnr_position *position,
                      const struct answer *answer)
{
    struct json json = {0};
    json_open(&json, NULL, '{');
    put_position(&json, game, position);
    put_values(&json, answer->value.wdl, &answer->value);
    json_open(&json, "moves", '[');
    for (size_t i = 0; i < answer->count; i++) probe_put_turn(&json, game, &answer->turns[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    printf("\n");
}
