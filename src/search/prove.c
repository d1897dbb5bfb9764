/* SPDX-License-Identifier: MIT
 *
 * fnr_prove: searches, gathers, writes; and keeps a checkpoint meanwhile. */
#include "proof/certificate.h"
#include "search/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_CHECKPOINT = 120 /* seconds */ };

/* A claim that stands in the file. */
typedef struct written {
    fnr_claim claim;
    fnr_leaned tables[FNR_MAX_POINTS * FNR_MAX_POINTS / 2];
} written;

typedef struct work {
    fnr_db *db;
    const fnr_game *game;
    const fnr_position *position;
    const fnr_prove_options *options;
    fnr_leaves leaves;
    fnr_memo *memo;
    fnr_prover prover;
    fnr_collection collection;
    const char *certificate;
    fnr_outfile file;
    bool is_open; /* the file */
    uint64_t end; /* of the file */
    written claims[2];
    int claim_count;
    char checkpoint[FNR_PATH_SIZE];
    bool is_saved;
    double due; /* the next checkpoint */
    fnr_side side;
    const char *phase;
} work;

/* ---- Progress and checkpoints ---------------------------------------------------------------- */

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void set_due(work *w, double took)
{
    enum { SHARE = 20 }; /* writing takes at most one part in so many */
    double interval = w->options->checkpoint > 0 ? w->options->checkpoint : DEFAULT_CHECKPOINT;
    w->due = clock_seconds() + (SHARE * took > interval ? SHARE * took : interval);
}

static void report(const work *w, const fnr_error *why)
{
    const fnr_report found = {.name = "checkpoint", .status = why->code, .text = why->text};
    if (w->options->report) w->options->report(&found, w->options->context);
}

static void save(work *w)
{
    fnr_error why;
    double start = clock_seconds();
    if (fnr_memo_save(w->memo, w->game, w->checkpoint, &why))
        report(w, &why);
    else
        w->is_saved = true;
    set_due(w, clock_seconds() - start);
}

static fnr_status tell(work *w, uint64_t nodes, uint64_t total, fnr_error *why)
{
    const fnr_prove_options *options = w->options;
    bool attacks = w->position->side == w->side, searches = !strcmp(w->phase, "search");
    fnr_numbers top = searches ? w->prover.top : (fnr_numbers){0};
    const fnr_proof_progress now = {.phase = w->phase,
                                    .side = w->side,
                                    .nodes = nodes,
                                    .total = total,
                                    .proof = attacks ? top.phi : top.delta,
                                    .disproof = attacks ? top.delta : top.phi,
                                    .filled = fnr_memo_filled(w->memo)};
    if (!options->progress || !options->progress(&now, options->context)) return FNR_OK;
    return fnr_fail(why, FNR_ERR_INTERRUPTED, "interrupted");
}

static fnr_status tick(void *context, fnr_error *why)
{
    work *w = context;
    if (clock_seconds() >= w->due) save(w);
    bool collects = !strcmp(w->phase, "collect");
    return tell(w, collects ? w->collection.set.count : fnr_prover_nodes(&w->prover), 0, why);
}

/* The memory of the search: from a checkpoint, if there is one that is of use, or a new one. */
static fnr_status remember(work *w, fnr_error *why)
{
    fnr_error useless;
    uint64_t memory = w->options->memory ? w->options->memory : FNR_PROOF_BYTES;
    fnr_status status = fnr_memo_load(w->game, w->checkpoint, memory, &w->memo, &useless);
    if (status == FNR_ERR_MEMORY) return fnr_fail(why, status, "%s", useless.text);
    if (status) report(w, &useless);
    w->is_saved = w->memo != NULL;
    return w->memo ? FNR_OK : fnr_memo_new(memory, &w->memo, why);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static fnr_status find_tables(work *w, fnr_error *why)
{
    int reach, m = 1, o = 0;
    fnr_status status = fnr_db_reach(w->db, w->options->stones, &reach, why);
    while (!status && fnr_slice_next(w->game, &m, &o)) w->leaves.has[m][o] = m + o <= reach;
    return status;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* The tables that the leaves of a claim rest on. */
typedef struct use {
    bool of[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1];
} use;

static void note_table(use *used, fnr_node leaf)
{
    used->of[fnr_count(leaf.mover)][fnr_count(leaf.other)] = true;
}

static fnr_status list_tables(work *w, const use *used, fnr_leaned *tables, size_t *count,
                              fnr_error *why)
{
    *count = 0;
    int m = 1, o = 0;
    while (fnr_slice_next(w->game, &m, &o)) {
        const fnr_drawer *drawer;
        if (!used->of[m][o]) continue;
        fnr_status status = fnr_db_drawer(w->db, m, o, &drawer, why);
        if (status) return status;
        tables[(*count)++] = (fnr_leaned){m, o, drawer->wdl->header.digest};
    }
    return FNR_OK;
}

/* The search for the turn with which a claim answers. */
typedef struct answer {
    const work *w;
    uint32_t item; /* where it leads; FNR_NO_MEMBER: to a leaf */
    bool attacks;  /* whether the attacker is to move there */
    fnr_position position;
    fnr_record_node *record;
    use *used;     /* gets the table of the leaf */
    bool is_found; /* the turn */
    fnr_status status;
    fnr_error *why;
} answer;

static int take_turn(const fnr_turn *turn, void *context)
{
    answer *a = context;
    const work *w = a->w;
    bool good;
    fnr_position after;
    fnr_node node;
    fnr_position_play(&a->position, turn, &after);
    fnr_fold(w->game, &after, &node.mover, &node.other);
    node = fnr_node_of(w->game, node.mover, node.other);
    if (a->item != FNR_NO_MEMBER) {
        good = fnr_node_equal(node, w->collection.set.members[a->item].node);
    } else {
        fnr_leaf leaf;
        fnr_wdl wdl = FNR_DRAW;
        a->status = fnr_leaf_probe(&w->leaves, node, &leaf, &wdl, a->why);
        bool wins = w->collection.goal == FNR_GOAL_WIN;
        good = !a->status && leaf && fnr_is_won(wdl, a->attacks) == wins;
        if (good && leaf == FNR_LEAF_TABLE) note_table(a->used, node);
    }
    if (good) fnr_turn_encode(w->game, turn, a->record);
    a->is_found |= good;
    return good || a->status;
}

/* Node i as it stands in the file. */
static fnr_status make_record(const work *w, uint32_t i, fnr_record_node *record, use *used,
                              fnr_error *why)
{
    const fnr_member *member = &w->collection.set.members[i];
    const fnr_item *item = &w->collection.items[i];
    *record =
        (fnr_record_node){.node = member->node, .attacks = member->attacks, .rank = item->rank};
    if (!fnr_chooses(w->collection.goal, member->attacks)) return FNR_OK;
    answer a = {.w = w,
                .item = item->answer,
                .attacks = !member->attacks,
                .record = record,
                .why = why,
                .used = used};
    fnr_unfold(w->game, member->node.mover, member->node.other,
               member->attacks ? w->side : (fnr_side)!w->side, &a.position);
    fnr_turns_visit(w->game, &a.position, take_turn, &a);
    if (!a.status && !a.is_found)
        return fnr_fail(why, FNR_ERR_WRONG, "no turn leads to where the search says that one does");
    return a.status;
}

/* Notes the tables that the claim rests on at a node: of all turns, or of the one that it answers
 * with. */
static fnr_status note_tables(work *w, uint32_t i, use *used, fnr_error *why)
{
    fnr_children *children = &w->prover.workers[0].children;
    const fnr_member *member = &w->collection.set.members[i];
    fnr_record_node record;
    bool quiet;
    if (fnr_chooses(w->collection.goal, member->attacks))
        return make_record(w, i, &record, used, why);
    children->used = 0;
    fnr_status status = fnr_children_push(children, member->node, member->attacks, &quiet, why);
    for (size_t k = 0; k < children->used && !status; k++)
        if (children->list[k].leaf == FNR_LEAF_TABLE) note_table(used, children->list[k].node);
    return status;
}

/* A node that is kept, and its number. */
typedef struct place {
    fnr_member member;
    uint32_t number;
} place;

static int compare_places(const void *a, const void *b)
{
    const fnr_member *x = &((const place *)a)->member, *y = &((const place *)b)->member;
    if (x->attacks != y->attacks) return x->attacks ? -1 : 1;
    return fnr_node_compare(x->node, y->node);
}

/* The nodes that are kept, in the order of the file; NULL if there is no memory. */
static place *sort_nodes(const fnr_collection *c)
{
    place *sorted = malloc((c->kept + 1) * sizeof *sorted);
    uint64_t n = 0;
    if (!sorted) return NULL;
    for (uint32_t i = 0; i < c->set.count; i++)
        if (c->items[i].kept) sorted[n++] = (place){c->set.members[i], i};
    qsort(sorted, (size_t)n, sizeof *sorted, compare_places);
    return sorted;
}

static fnr_status write_nodes(work *w, const fnr_claim *claim, const place *sorted, use *used,
                              fnr_claim_writer *writer, fnr_error *why)
{
    enum { TICK = 1 << 10 };
    fnr_status status = FNR_OK;
    w->phase = "write";
    for (uint64_t i = 0; i < claim->nodes && !status; i++) {
        fnr_record_node record;
        status = make_record(w, sorted[i].number, &record, used, why);
        if (!status) status = fnr_claim_add(writer, claim, &record, why);
        if (!status && i % TICK == 0) status = tell(w, i, claim->nodes, why);
    }
    return status;
}

/* Writes the collection as a claim at the end of the file. */
static fnr_status write_claim(work *w, use *used, fnr_error *why)
{
    written *to = &w->claims[w->claim_count++];
    fnr_claim *claim = &to->claim;
    *claim = (fnr_claim){.rules = w->game->rules,
                         .position = *w->position,
                         .goal = w->collection.goal,
                         .side = w->side,
                         .nodes = w->collection.kept,
                         .tables = to->tables};
    claim->position.plies = claim->position.turn = FNR_NO_COUNT;
    fnr_claim_writer writer;
    place *sorted = sort_nodes(&w->collection);
    fnr_status status = sorted ? FNR_OK : fnr_fail_memory(why, "a certificate");
    for (uint64_t i = 0; i < claim->nodes && !status; i++)
        status = note_tables(w, sorted[i].number, used, why);
    if (!status) status = list_tables(w, used, to->tables, &claim->table_count, why);
    if (!status) status = fnr_claim_begin(&w->file, w->end, claim, &writer, why);
    if (!status) {
        status = write_nodes(w, claim, sorted, used, &writer, why);
        if (status)
            fnr_claim_abandon(&writer);
        else
            status = fnr_claim_commit(&writer, claim, &w->end, why);
    }
    free(sorted);
    return status;
}

/* ---- Goals ----------------------------------------------------------------------------------- */

static fnr_node start_of(const work *w)
{
    fnr_node node;
    fnr_fold(w->game, w->position, &node.mover, &node.other);
    return fnr_node_of(w->game, node.mover, node.other);
}

/* Whether a side can win. */
static fnr_status decide(work *w, fnr_side side, bool *won, fnr_error *why)
{
    fnr_leaf leaf;
    fnr_wdl wdl;
    bool attacks = w->position->side == side;
    fnr_node start = start_of(w);
    w->side = side;
    w->phase = "search";
    fnr_status status = fnr_leaf_probe(&w->leaves, start, &leaf, &wdl, why);
    if (status) return status;
    if (!leaf) return fnr_prover_solve(&w->prover, start, attacks, won, why);
    *won = fnr_is_won(wdl, attacks);
    return FNR_OK;
}

/* Adds the claim that a side wins, or does not, which has been decided. */
static fnr_status add_claim(work *w, fnr_side side, bool won, fnr_error *why)
{
    fnr_leaf leaf;
    fnr_wdl wdl;
    use used = {{{false}}};
    fnr_node start = start_of(w);
    fnr_status status = fnr_leaf_probe(&w->leaves, start, &leaf, &wdl, why);
    w->side = side;
    w->phase = "collect";
    if (!status && !w->is_open) {
        status = fnr_outfile_create(w->certificate, &w->file, why);
        w->is_open = !status;
    }
    if (!status && !leaf)
        status = fnr_collect(&w->collection, &w->prover, won ? FNR_GOAL_WIN : FNR_GOAL_NOWIN, start,
                             w->position->side == side, why);
    w->collection.goal = won ? FNR_GOAL_WIN : FNR_GOAL_NOWIN;
    if (leaf == FNR_LEAF_TABLE) note_table(&used, start);
    if (!status) status = write_claim(w, &used, why);
    fnr_collection_free(&w->collection);
    return status;
}

static fnr_status add_side(work *w, fnr_side side, fnr_proof *proof, fnr_error *why)
{
    bool won;
    fnr_status status = decide(w, side, &won, why);
    if (status) return status;
    proof->holds = won == (w->options->goal == FNR_GOAL_WIN);
    return proof->holds ? add_claim(w, side, won, why) : FNR_OK;
}

static fnr_status add_value(work *w, fnr_proof *proof, fnr_error *why)
{
    bool white, black = false;
    fnr_status status = decide(w, FNR_WHITE, &white, why);
    if (!status && !white) status = decide(w, FNR_BLACK, &black, why);
    if (status) return status;
    proof->holds = true;
    proof->value = white ? FNR_WIN : black ? FNR_LOSS : FNR_DRAW;
    if (!black) status = add_claim(w, FNR_WHITE, white, why);
    if (!white && !status) status = add_claim(w, FNR_BLACK, black, why);
    return status;
}

/* Whether the certificate could be written; that is better known before a search of hours. */
static fnr_status try_file(work *w, fnr_error *why)
{
    fnr_outfile file;
    fnr_outfile_sweep_beside(w->certificate);
    fnr_status status = fnr_outfile_create(w->certificate, &file, why);
    if (!status) fnr_outfile_abandon(&file);
    return status;
}

static fnr_status prove(work *w, fnr_proof *proof, fnr_error *why)
{
    fnr_status status = try_file(w, why);
    if (status) return status;
    status = w->options->goal == FNR_GOAL_VALUE ? add_value(w, proof, why)
                                                : add_side(w, w->options->side, proof, why);
    proof->searched = fnr_prover_nodes(&w->prover);
    bool goes_on = status == FNR_ERR_INTERRUPTED || status == FNR_ERR_MEMORY;
    if (goes_on || (!status && !proof->holds)) save(w);
    if (w->is_open && status) fnr_outfile_abandon(&w->file);
    if (w->is_open && !status) status = fnr_outfile_commit(&w->file, why);
    if (!status && proof->holds && w->is_saved) unlink(w->checkpoint);
    for (int i = 0; i < w->claim_count && !status && w->options->claim; i++)
        w->options->claim(&w->claims[i].claim, w->options->context);
    return status;
}

/* ---- The call -------------------------------------------------------------------------------- */

static fnr_status check_arguments(const work *w, fnr_error *why)
{
    const fnr_prove_options *options = w->options;
    if (options->goal < FNR_GOAL_WIN || options->goal > FNR_GOAL_VALUE)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "no goal has the number %d", (int)options->goal);
    if (options->side != FNR_WHITE && options->side != FNR_BLACK)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "no side has the number %d", (int)options->side);
    if (options->threads < 0 || options->checkpoint < 0 || options->stones < 0)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "threads, checkpoint and stones are at least 0");
    if (w->game->rules.draw_plies > 0)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "proofs are about the game without a draw limit");
    return fnr_position_check(w->game, w->position, why);
}

static fnr_status prepare(work *w, fnr_error *why)
{
    int length = snprintf(w->checkpoint, sizeof w->checkpoint, "%s.checkpoint", w->certificate);
    if (length < 0 || (size_t)length >= sizeof w->checkpoint)
        return fnr_fail(why, FNR_ERR_ARGUMENT, "the name of the certificate is too long");
    fnr_status status = check_arguments(w, why);
    w->leaves.db = w->db;
    if (!status) status = find_tables(w, why);
    if (!status) status = remember(w, why);
    if (status) return status;
    status = fnr_prover_init(&w->prover, &w->leaves, w->memo, w->options->threads, why);
    if (status) return status;
    w->prover.tick = tick;
    w->prover.context = w;
    set_due(w, 0);
    return FNR_OK;
}

fnr_status fnr_prove(fnr_db *db, const fnr_position *position, const char *certificate,
                     const fnr_prove_options *options, fnr_proof *proof, fnr_error *why)
{
    fnr_proof found = {.holds = false};
    work *w = calloc(1, sizeof *w);
    if (!w) return fnr_fail_memory(why, "a proof");
    w->db = db;
    w->game = fnr_db_game(db);
    w->position = position;
    w->options = options;
    w->certificate = certificate;
    fnr_status status = prepare(w, why);
    if (!status) status = prove(w, &found, why);
    fnr_prover_free(&w->prover);
    fnr_memo_free(w->memo);
    free(w);
    if (!status) *proof = found;
    return status;
}
