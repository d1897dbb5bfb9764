/* SPDX-License-Identifier: MIT
 *
 * claim.c: what a certificate proves, as text or as JSON.
 */
#include "claim.h"

#include <stdio.h>

#include "message.h"
#include "numbers.h"
#include "words.h"

static void position_text(const fnr_claim *claim, char text[FNR_POSITION_TEXT_SIZE])
{
    fnr_game *game = NULL;
    text[0] = '\0';
    if (!fnr_game_new(&claim->rules, &game, NULL))
        fnr_position_format(game, &claim->position, text);
    fnr_game_free(game);
}

static void print_text(const fnr_claim *claim, bool first)
{
    char position[FNR_POSITION_TEXT_SIZE], rules[FNR_RULES_NAME_SIZE], nodes[NUMBER_TEXT_SIZE];
    position_text(claim, position);
    fnr_rules_name(&claim->rules, rules);
    if (first) printf("rules     %s\nposition  %s\n", rules, position);
    printf("\nclaim     %s %s win\n", side_names[claim->side],
           claim->goal == FNR_GOAL_WIN ? "can force a" : "cannot force a");
    printf("nodes     %s\n", count_text(claim->nodes, nodes));
    if (!claim->table_count) printf("tables    none\n");
    for (size_t i = 0; i < claim->table_count; i++)
        printf("%s  %2dv%-2d  %016llx\n", i ? "        " : "tables  ", claim->tables[i].m,
               claim->tables[i].o, (unsigned long long)claim->tables[i].digest);
}

static void print_json(struct json *json, const fnr_claim *claim)
{
    char position[FNR_POSITION_TEXT_SIZE], rules[FNR_RULES_NAME_SIZE];
    position_text(claim, position);
    fnr_rules_name(&claim->rules, rules);
    json_open(json, NULL, '{');
    json_string(json, "rules", rules);
    json_string(json, "fen", position);
    json_string(json, "goal", fnr_goal_name(claim->goal));
    json_string(json, "side", side_words[claim->side]);
    json_number(json, "nodes", claim->nodes);
    json_open(json, "tables", '[');
    for (size_t i = 0; i < claim->table_count; i++) {
        char name[24], digest[24];
        snprintf(name, sizeof name, "%dv%d", claim->tables[i].m, claim->tables[i].o);
        snprintf(digest, sizeof digest, "%016llx", (unsigned long long)claim->tables[i].digest);
        json_open(json, NULL, '{');
        json_string(json, "slice", name);
        json_string(json, "digest", digest);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void open_json(struct claims *claims)
{
    json_open(&claims->json, NULL, '{');
    json_open(&claims->json, "claims", '[');
}

static bool same_position(const fnr_claim *a, const fnr_claim *b)
{
    char x[FNR_POSITION_TEXT_SIZE], y[FNR_POSITION_TEXT_SIZE], rules_x[FNR_RULES_NAME_SIZE],
        rules_y[FNR_RULES_NAME_SIZE];
    position_text(a, x);
    position_text(b, y);
    fnr_rules_name(&a->rules, rules_x);
    fnr_rules_name(&b->rules, rules_y);
    const char *const list[] = {x, rules_x, NULL};
    return word_find(list, y) == 0 && word_find(list, rules_y) == 1;
}

void claims_add(struct claims *claims, const fnr_claim *claim)
{
    bool first = claims->count++ == 0;
    if (claims->as_json) {
        if (first) open_json(claims);
        print_json(&claims->json, claim);
    } else {
        print_text(claim, first || !same_position(claim, &claims->first));
    }
    if (first) {
        claims->first = *claim;
        claims->first.tables = NULL;
        return;
    }
    claims->both = claims->count == 2 && claim->goal == FNR_GOAL_NOWIN &&
                   claims->first.goal == FNR_GOAL_NOWIN && claim->side != claims->first.side &&
                   same_position(claim, &claims->first);
}

void claims_end(struct claims *claims, double seconds, uint64_t searched, const char *error)
{
    char time[NUMBER_TEXT_SIZE], nodes[NUMBER_TEXT_SIZE], value[32];
    const fnr_claim *claim = &claims->first;
    if (claims->both)
        snprintf(value, sizeof value, "draw");
    else if (claims->count == 1)
        snprintf(value, sizeof value, "%s %s", side_names[claim->side],
                 claim->goal == FNR_GOAL_WIN ? "wins" : "cannot win");
    else
        snprintf(value, sizeof value, "the claims above");
    if (claims->as_json) {
        if (!claims->count) open_json(claims);
        json_close(&claims->json, ']');
        json_string(&claims->json, "proven", error || !claims->count ? NULL : value);
        if (searched) json_number(&claims->json, "searched", searched);
        json_string(&claims->json, "error", error);
        json_close(&claims->json, '}');
        printf("\n");
    } else if (!error && claims->count) {
        printf("\nproven    %s; in %s", value, duration_text(seconds, time));
        if (searched) printf(", %s nodes searched", count_text(searched, nodes));
        printf("\n");
    }
}
