/* SPDX-License-Identifier: MIT
 *
 * fnr_proof_check: whether a certificate proves what it claims, by the rules and the tables alone.
 *
 * The nodes of a claim are read twice a pass: once to hold a range of them in memory, once to look
 * whether what they lead to is there. What a range that is not held would have to contain is left
 * to the pass that holds it. Nothing here knows how the certificate was found. */
#include "proof/certificate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A node that is held: by these, nodes are in rising order. */
typedef struct held {
    fnr_node node;
    uint32_t rank;
    bool defends;
} held;

static int compare(bool defends, fnr_node node, const held *other)
{
    if (defends != other->defends) return defends ? 1 : -1;
    return fnr_node_compare(node, other->node);
}

typedef struct checker {
    const fnr_proof_check_options *options;
    fnr_claim_reader reader;
    fnr_leaves leaves;
    const fnr_game *game;
    /* The range that is held: from held[0] on, or from the beginning; before `end`, or all. */
    held *held, end;
    size_t count, capacity;
    bool from_start, to_end;
    uint64_t checked, total; /* nodes of all passes */
    uint64_t steps;          /* nodes and turns looked at since progress was told */
    fnr_error *why;
} checker;

/* ---- Progress -------------------------------------------------------------------------------- */

/* One step of the work, a node or a turn. */
static fnr_status step(checker *c)
{
    enum { EVERY = 1 << 14 };
    const fnr_proof_check_options *options = c->options;
    if (++c->steps < EVERY || !options->progress) return FNR_OK;
    c->steps = 0;
    const fnr_proof_progress now = {
        .phase = "check", .side = c->reader.claim.side, .nodes = c->checked, .total = c->total};
    if (!options->progress(&now, options->context)) return FNR_OK;
    return fnr_fail(c->why, FNR_ERR_INTERRUPTED, "interrupted");
}

/* ---- Refusing -------------------------------------------------------------------------------- */

/* "PATH: white's node 9/9/... w: TEXT". */
static fnr_status refuse(checker *c, fnr_node node, bool attacks, const char *text)
{
    char where[FNR_POSITION_TEXT_SIZE];
    fnr_position position;
    fnr_side attacker = c->reader.claim.side;
    fnr_unfold(c->game, node.mover, node.other, attacks ? attacker : (fnr_side)!attacker,
               &position);
    fnr_position_format(c->game, &position, where);
    return fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path, "%s: %s", where, text);
}

/* ---- Where a turn leads ---------------------------------------------------------------------- */

static bool is_held(const checker *c, bool defends, fnr_node node)
{
    bool before = !c->from_start && c->count > 0 && compare(defends, node, &c->held[0]) < 0;
    return !before && (c->to_end || compare(defends, node, &c->end) < 0);
}

static const held *find(const checker *c, bool defends, fnr_node node)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(defends, node, &c->held[middle]);
        if (order == 0) return &c->held[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Whether a position bears the claim out: as a finished game, as a node (of a rank below `rank`), or
 * by a table. `good` is true as well if that is for another pass to say. */
static fnr_status look_up(checker *c, fnr_node node, bool attacks, uint64_t rank, bool *good,
                          fnr_error *why)
{
    fnr_wdl wdl;
    fnr_leaf leaf;
    bool wins = c->reader.claim.goal == FNR_GOAL_WIN;
    *good = true;
    if (fnr_has_ended(c->game, node.mover, node.other, &wdl)) {
        *good = fnr_is_won(wdl, attacks) == wins;
        return FNR_OK;
    }
    if (!is_held(c, !attacks, node)) return FNR_OK;
    const held *there = find(c, !attacks, node);
    if (there) {
        *good = !wins || there->rank < rank;
        return FNR_OK;
    }
    fnr_status status = fnr_leaf_probe(&c->leaves, node, &leaf, &wdl, why);
    *good = !status && leaf && fnr_is_won(wdl, attacks) == wins;
    return status;
}

/* ---- One node -------------------------------------------------------------------------------- */

typedef struct trial {
    checker *c;
    const fnr_record_node *record;
    fnr_position position;
    bool chooses, found; /* its turn */
    fnr_status status;
} trial;

static int try_turn(const fnr_turn *turn, void *context)
{
    trial *t = context;
    checker *c = t->c;
    fnr_position after;
    fnr_node node;
    bool good = false;
    t->status = step(c);
    if (t->status) return 1;
    if (t->chooses && !fnr_turn_is(c->game, turn, t->record)) return 0;
    t->found = true;
    fnr_position_play(&t->position, turn, &after);
    fnr_fold(c->game, &after, &node.mover, &node.other);
    node = fnr_node_of(c->game, node.mover, node.other);
    /* Captures take stones away and so cannot go round in circles. */
    uint64_t rank = turn->captured ? UINT64_MAX : t->record->rank;
    t->status = look_up(c, node, !t->record->attacks, rank, &good, c->why);
    if (!t->status && !good) {
        char text[FNR_TURN_TEXT_SIZE], message[FNR_TURN_TEXT_SIZE + 80];
        fnr_turn_format(c->game, turn, text);
        snprintf(message, sizeof message, "%s leads to a position that does not bear the claim out",
                 text);
        t->status = refuse(c, t->record->node, t->record->attacks, message);
    }
    return t->status || t->chooses;
}

static fnr_status check_node(checker *c, const fnr_record_node *record)
{
    const fnr_claim *claim = &c->reader.claim;
    fnr_side attacker = claim->side;
    fnr_node node = record->node;
    trial t = {.c = c, .record = record, .chooses = fnr_chooses(claim->goal, record->attacks)};
    if ((node.mover | node.other) & ~c->game->board.full)
        return fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path, "a node lies beside the board");
    fnr_side mover = record->attacks ? attacker : (fnr_side)!attacker;
    fnr_unfold(c->game, node.mover, node.other, mover, &t.position);
    if (fnr_position_check(c->game, &t.position, NULL) ||
        fnr_position_outcome(c->game, &t.position) != FNR_GOES_ON)
        return fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path,
                             "a node is no position in which a side is to move");
    fnr_node least = fnr_node_of(c->game, node.mover, node.other);
    if (!fnr_node_equal(node, least))
        return refuse(c, node, record->attacks, "not the smallest of its images");
    fnr_turns_visit(c->game, &t.position, try_turn, &t);
    if (!t.status && !t.found) return refuse(c, node, record->attacks, "its turn is not legal");
    return t.status;
}

/* ---- One claim ------------------------------------------------------------------------------- */

/* Holds the nodes from number `first` on, as many as there is room for. */
static fnr_status hold(checker *c, uint64_t first)
{
    fnr_record_node record;
    bool more = true;
    fnr_status status = fnr_claim_rewind(&c->reader, c->why);
    c->count = 0;
    c->from_start = first == 0;
    c->to_end = true;
    for (uint64_t i = 0; !status; i++) {
        status = fnr_claim_next(&c->reader, &record, &more, c->why);
        if (!status && more) status = step(c);
        if (status || !more) break;
        held node = {record.node, record.rank, !record.attacks};
        if (i >= first && c->count < c->capacity) {
            c->held[c->count++] = node;
        } else if (i >= first) {
            c->end = node;
            c->to_end = false;
            break;
        }
    }
    return status;
}

static fnr_status check_start(checker *c)
{
    const fnr_claim *claim = &c->reader.claim;
    fnr_node node;
    bool attacks = claim->position.side == claim->side, good;
    fnr_fold(c->game, &claim->position, &node.mover, &node.other);
    fnr_node start = fnr_node_of(c->game, node.mover, node.other);
    fnr_status status = look_up(c, start, attacks, UINT64_MAX, &good, c->why);
    if (!status && !good)
        return refuse(c, node, attacks, "the start is neither a node nor valued as claimed");
    return status;
}

static fnr_status check_all(checker *c)
{
    fnr_record_node record;
    bool more = true;
    fnr_status status = check_start(c);
    if (!status) status = fnr_claim_rewind(&c->reader, c->why);
    while (!status) {
        status = fnr_claim_next(&c->reader, &record, &more, c->why);
        if (status || !more) break;
        status = check_node(c, &record);
        c->checked++;
    }
    return status;
}

static fnr_status check_nodes(checker *c)
{
    uint64_t memory = c->options->memory ? c->options->memory : FNR_PROOF_BYTES;
    uint64_t nodes = c->reader.claim.nodes, room = memory / sizeof(held) + 1;
    c->capacity = (size_t)(nodes < room ? nodes : room);
    uint64_t passes = c->capacity ? fnr_ceil_div(nodes, c->capacity) : 1;
    c->total += passes * nodes;
    c->held = malloc(c->capacity * sizeof *c->held + 1);
    if (!c->held) return fnr_fail_memory(c->why, "the nodes of a certificate");
    fnr_status status = FNR_OK;
    for (uint64_t pass = 0; pass < passes && !status; pass++) {
        status = hold(c, pass * c->capacity);
        if (!status) status = check_all(c);
    }
    free(c->held);
    return status;
}

/* The tables must be there, with the values that the claim rests on. */
static fnr_status check_tables(checker *c)
{
    const fnr_claim *claim = &c->reader.claim;
    for (size_t i = 0; i < claim->table_count; i++) {
        const fnr_leaned *table = &claim->tables[i];
        const fnr_drawer *drawer;
        if (!fnr_has_slice(c->game, table->m, table->o))
            return fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path,
                                 "it rests on a table %dv%d, which this board does not have",
                                 table->m, table->o);
        fnr_status status = fnr_db_drawer(c->leaves.db, table->m, table->o, &drawer, c->why);
        if (status) return status;
        if (drawer->wdl->header.digest != table->digest)
            return fnr_fail_file(c->why, FNR_ERR_RULES, c->reader.path,
                                 "it rests on a table %dv%d of digest %016llx, but the one in %s "
                                 "has %016llx",
                                 table->m, table->o, (unsigned long long)table->digest,
                                 fnr_db_root(c->leaves.db),
                                 (unsigned long long)drawer->wdl->header.digest);
        c->leaves.has[table->m][table->o] = true;
    }
    return FNR_OK;
}

static fnr_status check_claim(checker *c, const char *root)
{
    const fnr_claim *claim = &c->reader.claim;
    const fnr_proof_check_options *options = c->options;
    uint64_t cache = options->cache ? options->cache : FNR_CACHE_BYTES;
    fnr_error found;
    c->leaves = (fnr_leaves){.db = NULL};
    fnr_status status = fnr_db_open(root, &claim->rules, &c->leaves.db, &found);
    if (status == FNR_ERR_BOARD || status == FNR_ERR_ARGUMENT)
        return fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path, "%.300s", found.text);
    if (status) return fnr_fail(c->why, status, "%s", found.text);
    c->game = fnr_db_game(c->leaves.db);
    status = fnr_db_limit_cache(c->leaves.db, cache, c->why);
    if (!status && fnr_position_check(c->game, &claim->position, &found))
        status = fnr_fail_file(c->why, FNR_ERR_WRONG, c->reader.path, "%.300s", found.text);
    if (!status) status = check_tables(c);
    if (!status) status = check_nodes(c);
    if (!status && options->claim) options->claim(claim, options->context);
    fnr_db_close(c->leaves.db);
    return status;
}

static fnr_status check_claims(checker *c, int fd, const char *path, const char *root)
{
    struct stat info;
    if (fstat(fd, &info) != 0) return fnr_fail_errno(c->why, "look at", path);
    uint64_t size = (uint64_t)info.st_size, at = 0;
    do {
        fnr_status status = fnr_claim_open(fd, path, at, &c->reader, c->why);
        if (status) return status;
        at = c->reader.body + c->reader.body_bytes;
        status = check_claim(c, root);
        fnr_claim_close(&c->reader);
        if (status) return status;
    } while (at < size);
    return FNR_OK;
}

fnr_status fnr_proof_check(const char *certificate, const char *root,
                           const fnr_proof_check_options *options, fnr_error *why)
{
    checker c = {.options = options, .why = why};
    /* A pipe, say, must not make anyone wait. */
    int fd = open(certificate, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return fnr_fail_errno(why, "open", certificate);
    fnr_status status = check_claims(&c, fd, certificate, root);
    close(fd);
    return status;
}
