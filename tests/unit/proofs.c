/* SPDX-License-Identifier: MIT */
#include "proofs.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

fnr_db *database_of(const char *root, const fnr_rules *rules)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open(root, rules, &db, &why), &why);
    return db;
}

fnr_proof prove_value(fnr_db *db, const fnr_position *position, int stones, uint64_t memory,
                      const char *path)
{
    const fnr_prove_options options = {
        .goal = FNR_GOAL_VALUE, .stones = stones, .memory = memory, .threads = 1};
    fnr_proof proof;
    fnr_error why;
    assert_fine(fnr_prove(db, position, path, &options, &proof, &why), &why);
    assert_true(proof.holds);
    return proof;
}

fnr_status check_proof(const char *path, const char *root, uint64_t memory, fnr_error *why)
{
    const fnr_proof_check_options options = {.memory = memory, .cache = 1 << 20};
    return fnr_proof_check(path, root, &options, why);
}

/* The sum is that of the header and of the parts, without their sizes. */
void seal_memo(uint8_t *bytes, size_t size)
{
    enum { HEADER = 32, SIZE = 4, SUM = 8 };
    XXH3_state_t *sum = XXH3_createState();
    assert_true(sum && XXH3_64bits_reset(sum) == XXH_OK);
    if (size > HEADER + SIZE + SUM) {
        XXH3_64bits_update(sum, bytes, HEADER);
        XXH3_64bits_update(sum, bytes + HEADER + SIZE, size - HEADER - SIZE - SUM);
        fnr_store_le(bytes + size - SUM, SUM, XXH3_64bits_digest(sum));
    }
    XXH3_freeState(sum);
}

int claims_load(const char *path, claim_parts parts[2])
{
    int fd = open(path, O_RDONLY), count = 0;
    struct stat info;
    fnr_error why;
    assert_true(fd >= 0 && fstat(fd, &info) == 0);
    for (uint64_t at = 0; at < (uint64_t)info.st_size; count++) {
        fnr_claim_reader reader;
        claim_parts *p = &parts[count];
        bool more = true;
        assert_true(count < 2);
        assert_fine(fnr_claim_open(fd, path, at, &reader, &why), &why);
        *p = (claim_parts){.claim = reader.claim, .capacity = (size_t)reader.claim.nodes};
        assert_true(reader.claim.table_count <= 64);
        memcpy(p->tables, reader.claim.tables, reader.claim.table_count * sizeof *p->tables);
        p->nodes = malloc((p->capacity + 1) * sizeof *p->nodes);
        assert_non_null(p->nodes);
        while (more) {
            assert_fine(fnr_claim_next(&reader, &p->nodes[p->count], &more, &why), &why);
            p->count += more;
        }
        at = reader.body + reader.body_bytes;
        fnr_claim_close(&reader);
    }
    close(fd);
    return count;
}

static int compare_nodes(const void *a, const void *b)
{
    const fnr_record_node *x = a, *y = b;
    if (x->attacks != y->attacks) return x->attacks ? -1 : 1;
    return fnr_node_compare(x->node, y->node);
}

void claim_save(const claim_parts *parts, const char *path)
{
    fnr_outfile file;
    fnr_claim_writer writer;
    fnr_error why;
    uint64_t end;
    claim_parts sorted = claim_copy(parts);
    fnr_claim claim = parts->claim;
    claim.tables = parts->tables;
    claim.nodes = parts->count;
    qsort(sorted.nodes, sorted.count, sizeof *sorted.nodes, compare_nodes);
    assert_fine(fnr_outfile_create(path, &file, &why), &why);
    assert_fine(fnr_claim_begin(&file, 0, &claim, &writer, &why), &why);
    for (size_t i = 0; i < sorted.count; i++)
        assert_fine(fnr_claim_add(&writer, &claim, &sorted.nodes[i], &why), &why);
    assert_fine(fnr_claim_commit(&writer, &claim, &end, &why), &why);
    assert_fine(fnr_outfile_commit(&file, &why), &why);
    claim_free(&sorted);
}

claim_parts claim_copy(const claim_parts *parts)
{
    claim_parts copy = *parts;
    copy.capacity = parts->count + 1; /* room for one more */
    copy.nodes = malloc(copy.capacity * sizeof *copy.nodes);
    assert_non_null(copy.nodes);
    memcpy(copy.nodes, parts->nodes, parts->count * sizeof *copy.nodes);
    return copy;
}

void claim_free(claim_parts *parts)
{
    free(parts->nodes);
    parts->nodes = NULL;
}
