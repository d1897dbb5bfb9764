/* SPDX-License-Identifier: MIT
 *
 * certificate.h: the file format of certificates, version 1.
 *
 * Model:   a file is one or more claims. A claim is a header (104 bytes), the list of the tables that
 *          its leaves rest on (16 bytes each), and its nodes as one zstd frame: first those in which
 *          the attacker is to move, then those of the defender, each in rising order. Nodes in
 *          which the claim has to choose carry the turn that it answers with: the attacker's if
 *          the claim is a win, the defender's if it is none. Nodes of a win carry a rank, which
 *          falls along every paika.
 * Shapes:  everything little-endian; numbers in the frame are LEB128.
 * Errors:  FNR_ERR_CORRUPT for bytes that are no certificate or contradict themselves,
 *          FNR_ERR_FORMAT for another version. Whatever the bytes are, a reader gives an error or
 *          nodes in rising order; whether they are positions is for the checker to see.
 * Threads: one thread a reader or writer.
 * Source:  papers/certificates.md */
#ifndef FNR_PROOF_CERTIFICATE_H
#define FNR_PROOF_CERTIFICATE_H

#include "base/file.h"
#include "proof/node.h"

enum { FNR_CLAIM_BYTES = 104, FNR_LEANED_BYTES = 16, FNR_MAX_TURN_BYTES = 1 + FNR_MAX_STEPS };

/* Nodes as they stand in a file. */
typedef struct fnr_record_node {
    fnr_node node;
    bool attacks;
    uint32_t rank;                    /* of a win */
    int turn_bytes;                   /* 0 where there is nothing to choose */
    uint8_t turn[FNR_MAX_TURN_BYTES]; /* the point it starts from, then its steps */
} fnr_record_node;

/* A step: its direction, FNR_STEP_... of its kind, and whether another follows. */
enum { FNR_STEP_APPROACH = 8, FNR_STEP_WITHDRAWAL = 16, FNR_STEP_MORE = 32 };

/* Whether a claim of this goal has to choose where the attacker is to move, or the defender. */
static inline bool fnr_chooses(fnr_goal goal, bool attacks)
{
    return attacks == (goal == FNR_GOAL_WIN);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* The bytes of a legal turn, and whether a record's are those of a turn. */
void fnr_turn_encode(const fnr_game *game, const fnr_turn *turn, fnr_record_node *record);
bool fnr_turn_is(const fnr_game *game, const fnr_turn *turn, const fnr_record_node *record);

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct fnr_claim_writer {
    fnr_outfile *file;
    uint64_t start, end; /* of the claim in the file */
    uint64_t nodes[2], decoded;
    fnr_record_node last;
    struct ZSTD_CCtx_s *zstd;
    void *sum; /* of the frame so far */
    uint8_t *packed;
} fnr_claim_writer;

/* Starts a claim at the end of the file; its tables and the number of its nodes must be known. After
 * success, end with commit or abandon. */
fnr_status fnr_claim_begin(fnr_outfile *file, uint64_t start, const fnr_claim *claim,
                           fnr_claim_writer *writer, fnr_error *why);
fnr_status fnr_claim_add(fnr_claim_writer *writer, const fnr_claim *claim,
                         const fnr_record_node *record, fnr_error *why);
/* *end: where the claim ends. */
fnr_status fnr_claim_commit(fnr_claim_writer *writer, const fnr_claim *claim, uint64_t *end,
                            fnr_error *why);
void fnr_claim_abandon(fnr_claim_writer *writer);

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct fnr_claim_reader {
    int fd;
    const char *path;
    fnr_claim claim;           /* its tables belong to the reader */
    uint64_t body, body_bytes; /* where the frame is */
    uint64_t decoded_bytes;
    uint64_t nodes[2]; /* attacker to move, defender */
    uint64_t body_digest;
    /* How far the nodes have been read. */
    uint64_t read, decoded, given;
    bool ended; /* the frame */
    fnr_record_node last;
    struct ZSTD_DCtx_s *zstd;
    void *sum;
    uint8_t *packed, *plain;
    size_t packed_at, packed_size, plain_at, plain_size;
} fnr_claim_reader;

/* Reads the header of the claim that begins at `start`. After success, end with close. */
fnr_status fnr_claim_open(int fd, const char *path, uint64_t start, fnr_claim_reader *reader,
                          fnr_error *why);
void fnr_claim_close(fnr_claim_reader *reader);

/* Goes back to the first node. */
fnr_status fnr_claim_rewind(fnr_claim_reader *reader, fnr_error *why);

/* The next node; *more is false after the last, when the checksum of all has been compared. */
fnr_status fnr_claim_next(fnr_claim_reader *reader, fnr_record_node *record, bool *more,
                          fnr_error *why);

#endif
