/* SPDX-License-Identifier: MIT
 *
 * Whole turns: generation in the order of their notation, play, perft, reading and writing. */
#include "game/game.h"

#include <stdio.h>
#include <string.h>

/* ---- Generation ------------------------------------------------------------------------------ */

typedef struct visitor {
    fnr_turn turn;  /* as it grows */
    uint64_t enemy; /* before the turn */
    fnr_turn_fn visit;
    void *context;
} visitor;

static int visit_capture(const fnr_capture *capture, void *context)
{
    visitor *v = context;
    v->turn.steps = (uint8_t)(capture->depth + 1);
    v->turn.point[capture->depth] = (uint8_t)capture->from;
    v->turn.point[capture->depth + 1] = (uint8_t)capture->to;
    v->turn.kind[capture->depth] = (uint8_t)capture->kind;
    v->turn.captured = v->enemy & ~capture->other;
    return v->visit(&v->turn, v->context);
}

static int visit_paikas_from(const fnr_board *board, uint64_t taken, int p, visitor *v)
{
    v->turn.steps = 1;
    v->turn.kind[0] = FNR_PAIKA;
    v->turn.point[0] = (uint8_t)p;
    for (int i = 0; i < board->degree[p]; i++) {
        uint64_t to = board->ways[p][i].to;
        if (taken & to) continue;
        v->turn.point[1] = (uint8_t)fnr_lowest(to);
        int ended = v->visit(&v->turn, v->context);
        if (ended) return ended;
    }
    return 0;
}

int fnr_turns_visit(const fnr_game *game, const fnr_position *position, fnr_turn_fn visit,
                    void *context)
{
    uint64_t mover = position->stones[position->side], other = position->stones[!position->side];
    visitor v = {.enemy = other, .visit = visit, .context = context};
    if (fnr_position_outcome(game, position) != FNR_GOES_ON) return 0;
    const fnr_board *board = &game->board;
    uint64_t capturers = fnr_game_capturers(game, mover, other);
    int ended = 0;
    for (int i = 0; i < board->points && !ended; i++) {
        int p = board->by_name[i];
        if (capturers >> p & 1)
            ended =
                fnr_captures_from(board, mover, other, p, fnr_point(p), -1, 0, visit_capture, &v);
        else if (!capturers && (mover >> p & 1))
            ended = visit_paikas_from(board, mover | other, p, &v);
    }
    return ended;
}

void fnr_position_play(const fnr_position *before, const fnr_turn *turn, fnr_position *after)
{
    fnr_side side = before->side;
    uint64_t moved = fnr_point(turn->point[0]) ^ fnr_point(turn->point[turn->steps]);
    fnr_position next = *before;
    next.stones[side] ^= moved;
    next.stones[!side] &= ~turn->captured;
    next.side = (fnr_side)!side;
    if (before->plies != FNR_NO_COUNT && before->plies < FNR_MAX_COUNT) next.plies++;
    if (before->plies != FNR_NO_COUNT && turn->captured) next.plies = 0;
    if (before->turn != FNR_NO_COUNT && before->turn < FNR_MAX_COUNT) next.turn++;
    *after = next;
}

/* ---- Perft ----------------------------------------------------------------------------------- */

typedef struct perft {
    const fnr_game *game;
    const fnr_position *position;
    int depth;
    uint64_t count;
} perft;

static int count_turn(const fnr_turn *turn, void *context)
{
    perft *p = context;
    fnr_position after;
    if (p->depth == 1) {
        p->count++;
        return 0;
    }
    fnr_position_play(p->position, turn, &after);
    p->count += fnr_perft(p->game, &after, p->depth - 1);
    return 0;
}

uint64_t fnr_perft(const fnr_game *game, const fnr_position *position, int depth)
{
    perft p = {game, position, depth, 0};
    if (depth <= 0) return 1;
    fnr_turns_visit(game, position, count_turn, &p);
    return p.count;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void fnr_turn_format(const fnr_game *game, const fnr_turn *turn, char text[FNR_TURN_TEXT_SIZE])
{
    for (int i = 0; i <= turn->steps; i++) {
        char name[FNR_POINT_NAME_SIZE];
        fnr_point_name(&game->board, turn->point[i], name);
        text += sprintf(text, "%s%s", i > 0 ? "-" : "", name);
        if (i > 0 && turn->kind[i - 1] != FNR_PAIKA) *text++ = (char)turn->kind[i - 1];
    }
    *text = '\0';
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* What a text says of a turn: points, and the kind of a step where a letter gives it. */
typedef struct wish {
    fnr_turn turn;
    bool kind_given[FNR_MAX_STEPS];
} wish;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_point(const fnr_board *board, const char **text, uint8_t *point)
{
    const char *at = *text;
    int x = *at++ - 'a', y = 0;
    if (x < 0 || x >= board->width) return false;
    for (; is_digit(*at) && y <= FNR_MAX_POINTS; at++) y = y * 10 + (*at - '0');
    if (y < 1 || y > board->height) return false;
    *point = (uint8_t)((y - 1) * board->width + x);
    *text = at;
    return true;
}

/* A letter of a capture; a letter before a digit is a point. */
static bool read_kind(const char **text, uint8_t *kind)
{
    char c = **text;
    if ((c != 'A' && c != 'a' && c != 'W' && c != 'w') || is_digit((*text)[1])) return false;
    *kind = c == 'A' || c == 'a' ? FNR_APPROACH : FNR_WITHDRAWAL;
    ++*text;
    return true;
}

/* Reads a turn; NULL if it is one, else where it cannot be understood. */
static const char *read_wish(const fnr_board *board, const char *text, wish *wished)
{
    int steps = 0;
    *wished = (wish){0};
    if (!read_point(board, &text, &wished->turn.point[0])) return text;
    while (*text) {
        if (*text == '-') text++;
        if (steps == FNR_MAX_STEPS || !read_point(board, &text, &wished->turn.point[steps + 1]))
            return text;
        wished->kind_given[steps] = read_kind(&text, &wished->turn.kind[steps]);
        steps++;
    }
    wished->turn.steps = (uint8_t)steps;
    return steps > 0 ? NULL : text;
}

/* Room for a list of turns in a message, which ends in "..." when it is full. */
typedef struct turn_list {
    char text[320];
    size_t length;
    bool full;
} turn_list;

static void list_add(turn_list *list, const fnr_game *game, const fnr_turn *turn)
{
    char text[FNR_TURN_TEXT_SIZE];
    const char *comma = list->length > 0 ? ", " : "";
    fnr_turn_format(game, turn, text);
    size_t needed = strlen(comma) + strlen(text);
    if (list->full) return;
    list->full = list->length + needed + sizeof ", ..." > sizeof list->text;
    int added = snprintf(list->text + list->length, sizeof list->text - list->length, "%s%s", comma,
                         list->full ? "..." : text);
    list->length += (size_t)added;
}

typedef struct search {
    const fnr_game *game;
    const wish *wished;
    fnr_turn found;
    int matches;
    turn_list matching, legal;
} search;

static bool matches(const wish *wished, const fnr_turn *turn)
{
    if (wished->turn.steps != turn->steps) return false;
    for (int i = 0; i <= turn->steps; i++)
        if (wished->turn.point[i] != turn->point[i]) return false;
    for (int i = 0; i < turn->steps; i++)
        if (wished->kind_given[i] && wished->turn.kind[i] != turn->kind[i]) return false;
    return true;
}

static int consider(const fnr_turn *turn, void *context)
{
    search *s = context;
    list_add(&s->legal, s->game, turn);
    if (!matches(s->wished, turn)) return 0;
    list_add(&s->matching, s->game, turn);
    if (s->matches++ == 0) s->found = *turn;
    return 0;
}

fnr_status fnr_turn_parse(const fnr_game *game, const fnr_position *position, const char *text,
                          fnr_turn *turn, fnr_error *why)
{
    wish wished;
    const char *odd = read_wish(&game->board, text, &wished);
    search s = {.game = game, .wished = &wished};
    fnr_turns_visit(game, position, consider, &s);
    if (s.legal.length == 0)
        return fnr_fail(why, FNR_ERR_TURN, "turn '%.40s': the game is over", text);
    if (odd)
        return fnr_fail(why, FNR_ERR_TURN, "turn '%.40s': not understood at '%.10s'; legal: %s",
                        text, odd, s.legal.text);
    if (s.matches > 1)
        return fnr_fail(why, FNR_ERR_TURN, "turn '%.40s' is ambiguous: %s", text, s.matching.text);
    if (s.matches == 0)
        return fnr_fail(why, FNR_ERR_TURN, "turn '%.40s' is not legal; legal: %s", text,
                        s.legal.text);
    *turn = s.found;
    return FNR_OK;
}
