/* SPDX-License-Identifier: MIT
 *
 * fanoron.h: exact endgame databases for Fanorona: build them, check them, ask them.
 *
 * Model:   a *position* is the white stones, the black stones and the side to move. A *slice*
 *          (m, o) is all positions with m stones of the side to move and o of the other. A
 *          *table* holds one metric of one slice: WDL (win, draw, loss for the side to move, with
 *          perfect play), DTC (paikas until the next capture turn or stalemate, the winner
 *          hurrying, the loser delaying) or DTW (turns until the loser has no stone or no turn). A
 *          *root* is a directory of tables of many boards and rule sets; a *database* is the part
 *          of a root that belongs to one set of rules.
 * Shapes:  boards of up to 64 points; point y * width + x is column x, row y, both from 0, seen
 *          from White's side (a1 is point 0); stone sets are bitboards over the points.
 * Errors:  every function that can fail returns an fnr_status, FNR_OK being 0, and leaves its
 *          outputs untouched when it fails. `why` (may be NULL) then receives one line that says
 *          what is wrong and where. "Not in a table" (FNR_ERR_NO_TABLE), "damaged"
 *          (FNR_ERR_CORRUPT) and "draw" are three different answers. Nothing is printed, nothing
 *          exits, there is no global state.
 * Threads: an fnr_game is immutable; an fnr_db may be probed by any number of threads at once.
 *          fnr_build, fnr_db_check and fnr_db_verify start threads (OpenMP), and join them;
 *          checking and verifying may go on while others probe.
 * Source:  papers/ explains the rules, the index, the solver and the file format.
 *
 * Example: who wins this position?
 *
 *     fnr_rules rules = {9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
 *     fnr_error why;
 *     fnr_db *db = NULL;
 *     fnr_position position;
 *     fnr_value value;
 *     if (fnr_db_open("tables", &rules, &db, &why) ||
 *         fnr_position_parse(fnr_db_game(db), "9/9/3B5/9/2W1W4 w", &position, &why) ||
 *         fnr_probe(db, &position, &value, &why))
 *         fprintf(stderr, "%s\n", why.text);
 *     else
 *         printf("%s, DTC %d\n", fnr_wdl_name(value.wdl), (int)value.dtc);
 *     fnr_db_close(db);
 */
#ifndef FANORON_H
#define FANORON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FNR_API __attribute__((visibility("default")))

/* The version as text, "0.1.0". */
FNR_API const char *fnr_version(void);

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Codes are pinned: a number never changes its meaning. */
typedef enum fnr_status {
    FNR_OK = 0,
    FNR_ERR_ARGUMENT = 1,     /* a parameter outside its documented range */
    FNR_ERR_BOARD = 2,        /* no such board, or not with this variant or setup */
    FNR_ERR_POSITION = 3,     /* text that is no position of this game */
    FNR_ERR_TURN = 4,         /* text that is no legal turn, or more than one */
    FNR_ERR_RANGE = 5,        /* a slice or count too large for this program */
    FNR_ERR_GAME = 6,         /* text that is no game in FGN */
    FNR_ERR_NO_TABLE = 20,    /* the table that is needed does not exist */
    FNR_ERR_RULES = 21,       /* a table made under other rules, or for another slice */
    FNR_ERR_CORRUPT = 22,     /* a file that is damaged, truncated, or no table */
    FNR_ERR_WRONG = 23,       /* verification found a wrong value */
    FNR_ERR_FORMAT = 24,      /* a table in a format that this version does not know */
    FNR_ERR_IO = 40,          /* the operating system refused to read or write */
    FNR_ERR_MEMORY = 41,      /* not enough memory */
    FNR_ERR_INTERRUPTED = 42, /* the progress callback asked to stop */
} fnr_status;

typedef struct fnr_error {
    fnr_status code;
    char text[500]; /* one line, no newline at its end */
} fnr_error;

/* ---- Rules and games ------------------------------------------------------------------------- */

#define FNR_MAX_POINTS 64
#define FNR_MAX_WIDTH 26

typedef enum fnr_variant {
    FNR_CAPTURE = 0,   /* Fanorona: approach, withdrawal, paika */
    FNR_TELO_LINE = 1, /* the line game: 3x3, three stones a side, no captures */
} fnr_variant;

/* What it means to have stones and no legal move. */
typedef enum fnr_stalemate {
    FNR_STALEMATE_LOSS = 0,
    FNR_STALEMATE_DRAW = 1,
} fnr_stalemate;

#define FNR_MAX_DRAW_PLIES 10000

/* What is played: equal rules mean equal values. */
typedef struct fnr_rules {
    int width, height; /* 1 <= width <= FNR_MAX_WIDTH, width * height <= FNR_MAX_POINTS */
    fnr_variant variant;
    fnr_stalemate stalemate;
    int draw_plies; /* drawn after so many plies without a capture; 0: never; not in telo-line */
} fnr_rules;

/* Reads a board: "9x5" (WIDTHxHEIGHT), "tsivy" or "sivy" (9x5), "dimy" (5x5), "telo" (3x3),
 * "telo-line". Sets width, height and, for "telo-line", the variant; leaves the rest. */
FNR_API fnr_status fnr_rules_parse_board(const char *text, fnr_rules *rules, fnr_error *why);

#define FNR_RULES_NAME_SIZE 48

/* What a player calls the board: "9x5", "telo-line". */
FNR_API void fnr_board_name(const fnr_rules *rules, char name[FNR_RULES_NAME_SIZE]);

/* The name of the rules, which is also their directory in a root: "9x5-capture",
 * "5x5-capture-stalemate-draw-n20", "telo-line". */
FNR_API void fnr_rules_name(const fnr_rules *rules, char name[FNR_RULES_NAME_SIZE]);

/* A board with its rules: geometry and symmetries, computed once. */
typedef struct fnr_game fnr_game;

FNR_API fnr_status fnr_game_new(const fnr_rules *rules, fnr_game **game, fnr_error *why);
FNR_API void fnr_game_free(fnr_game *game); /* NULL is fine */
FNR_API const fnr_rules *fnr_game_rules(const fnr_game *game);

/* ---- Positions ------------------------------------------------------------------------------- */

typedef enum fnr_side { FNR_WHITE = 0, FNR_BLACK = 1 } fnr_side;

#define FNR_NO_COUNT (-1)       /* a counter that is not given */
#define FNR_MAX_COUNT 999999999 /* where a counter stops */

typedef struct fnr_position {
    uint64_t stones[2]; /* by fnr_side */
    fnr_side side;      /* to move */
    int32_t plies;      /* since the last capture, or FNR_NO_COUNT */
    int32_t turn;       /* number of the turn (one side's), or FNR_NO_COUNT */
} fnr_position;

/* Reads only the outer form of a position, enough to learn the board: rows of equal width. */
FNR_API fnr_status fnr_position_parse_size(const char *text, int *width, int *height,
                                           fnr_error *why);

/* Reads "9/9/3B5/9/2W1W4 w [PLIES [TURN]]": rows from the top, digits are runs of empty points. */
FNR_API fnr_status fnr_position_parse(const fnr_game *game, const char *text,
                                      fnr_position *position, fnr_error *why);

/* Whether a position that was put together by hand is one of this game. The other functions take
 * positions that are. */
FNR_API fnr_status fnr_position_check(const fnr_game *game, const fnr_position *position,
                                      fnr_error *why);

#define FNR_POSITION_TEXT_SIZE 192

FNR_API void fnr_position_format(const fnr_game *game, const fnr_position *position,
                                 char text[FNR_POSITION_TEXT_SIZE]);

typedef enum fnr_setup {
    FNR_SETUP_STANDARD = 0,
    FNR_SETUP_MIRROR = 1,     /* the standard start seen in a mirror: the same value */
    FNR_SETUP_PALINDROME = 2, /* a different game */
} fnr_setup;

FNR_API fnr_status fnr_position_start(const fnr_game *game, fnr_setup setup, fnr_position *position,
                                      fnr_error *why);

typedef enum fnr_outcome {
    FNR_GOES_ON = 0,
    FNR_WHITE_WINS = 1,
    FNR_BLACK_WINS = 2,
    FNR_DRAWN = 3, /* by a stalemate that draws, or by the draw limit */
} fnr_outcome;

/* Whether the game has ended in this position, and how. A counter that is not given counts as 0. */
FNR_API fnr_outcome fnr_position_outcome(const fnr_game *game, const fnr_position *position);

/* ---- Turns ----------------------------------------------------------------------------------- */

#define FNR_MAX_STEPS 63 /* every capturing step takes a stone */

typedef enum fnr_kind { FNR_PAIKA = 0, FNR_APPROACH = 'A', FNR_WITHDRAWAL = 'W' } fnr_kind;

typedef struct fnr_turn {
    uint64_t captured;                /* the enemy stones taken, all steps together */
    uint8_t steps;                    /* at least 1 */
    uint8_t point[FNR_MAX_STEPS + 1]; /* where it stands: start, then after each step */
    uint8_t kind[FNR_MAX_STEPS];      /* fnr_kind of each step */
} fnr_turn;

/* Called for each turn; a value other than 0 ends the visit and is returned. */
typedef int (*fnr_turn_fn)(const fnr_turn *turn, void *context);

/* Visits every legal turn, every capturing sequence by itself, in the byte order of the notation.
 * No turns are visited when the game is over. Returns 0, or what the callback ended with. */
FNR_API int fnr_turns_visit(const fnr_game *game, const fnr_position *position, fnr_turn_fn visit,
                            void *context);

/* The position after a legal turn. */
FNR_API void fnr_position_play(const fnr_position *before, const fnr_turn *turn,
                               fnr_position *after);

#define FNR_TURN_TEXT_SIZE 320

/* Writes "d3-e3", "e3-d3A-c4W". */
FNR_API void fnr_turn_format(const fnr_game *game, const fnr_turn *turn,
                             char text[FNR_TURN_TEXT_SIZE]);

/* Reads a turn that is legal in `position`, also in the compact form "e3d3Ac4W", with letters in
 * lower case, or without a letter where only one capture is possible. */
FNR_API fnr_status fnr_turn_parse(const fnr_game *game, const fnr_position *position,
                                  const char *text, fnr_turn *turn, fnr_error *why);

/* Counts the sequences of `depth` turns from a position; the game being over ends a sequence. */
FNR_API uint64_t fnr_perft(const fnr_game *game, const fnr_position *position, int depth);

/* ---- Games as text --------------------------------------------------------------------------- */

#define FNR_FGN_NAME_SIZE 40
#define FNR_FGN_VALUE_SIZE 256

typedef struct fnr_fgn_tag {
    char name[FNR_FGN_NAME_SIZE], value[FNR_FGN_VALUE_SIZE];
} fnr_fgn_tag;

/* A game that was written down: tags, turns, result. */
typedef struct fnr_fgn {
    fnr_rules rules;
    fnr_position start;
    fnr_fgn_tag *tags; /* in the order of the text */
    size_t tag_count;
    fnr_turn *turns;
    size_t turn_count;
    char result[8]; /* "1-0", "0-1", "1/2-1/2", or "*" */
} fnr_fgn;

/* Reads the first game of a text in FGN: tag pairs in brackets (Variant names the board, such as
 * "tsivy" or "5x5", and FEN the position that is not the standard start), then numbered turns, then
 * the result. {Comments}, (variations), marks such as !? and $7 are skipped. `rules` says what the
 * text does not: variant, stalemate, draw limit. *used is how much of the text was read, so that
 * another game may follow; *fgn is NULL if there was none. To be given to fnr_fgn_free. Errors,
 * FNR_ERR_GAME, name the line, the first of which is `line`. */
FNR_API fnr_status fnr_fgn_read(const char *text, size_t size, int line, const fnr_rules *rules,
                                size_t *used, fnr_fgn **fgn, fnr_error *why);
FNR_API void fnr_fgn_free(fnr_fgn *fgn); /* NULL is fine */

/* The value of a tag; NULL if there is none. */
FNR_API const char *fnr_fgn_tag_value(const fnr_fgn *fgn, const char *name);

/* ---- Databases: asking ----------------------------------------------------------------------- */

/* A *cursed win* would be a win if there were no draw limit, a *blessed loss* a loss; both are
 * draws under the limit. Rules without a limit know neither. */
typedef enum fnr_wdl {
    FNR_LOSS = -2,
    FNR_BLESSED_LOSS = -1,
    FNR_DRAW = 0,
    FNR_CURSED_WIN = 1,
    FNR_WIN = 2,
} fnr_wdl;

/* "loss", "blessed-loss", "draw", "cursed-win", "win". */
FNR_API const char *fnr_wdl_name(fnr_wdl wdl);

#define FNR_DTC_NONE (-1)    /* a draw has no distance */
#define FNR_DTC_UNKNOWN (-2) /* no DTC table, and no capture that would tell */
#define FNR_DTW_NONE (-1)    /* a draw has no distance */
#define FNR_DTW_UNKNOWN (-2) /* no DTW table, or a draw limit, under which there is none */

typedef struct fnr_value {
    fnr_wdl wdl; /* for the side to move, under the rules of the database */
    int32_t dtc; /* >= 0, FNR_DTC_NONE or FNR_DTC_UNKNOWN; of a cursed win or a blessed loss the
                    one without a limit */
    int32_t dtw; /* >= 0, FNR_DTW_NONE or FNR_DTW_UNKNOWN */
} fnr_value;

typedef struct fnr_db fnr_db;

/* Opens the tables that ROOT holds for these rules; tables are read as they are needed. A root
 * without any is no error yet: positions then answer FNR_ERR_NO_TABLE. */
FNR_API fnr_status fnr_db_open(const char *root, const fnr_rules *rules, fnr_db **db,
                               fnr_error *why);
FNR_API void fnr_db_close(fnr_db *db);                 /* NULL is fine */
FNR_API const fnr_game *fnr_db_game(const fnr_db *db); /* lives as long as the database */

#define FNR_CACHE_BYTES (UINT64_C(256) << 20)

/* Keeps at most about so many bytes of decoded blocks in memory, shared by all threads, instead of
 * FNR_CACHE_BYTES. Empties the cache; not while others probe. */
FNR_API fnr_status fnr_db_limit_cache(fnr_db *db, uint64_t bytes, fnr_error *why);

/* The value of a position. A finished game needs no table. The first question about a slice opens
 * its tables and makes its index, which for many stones takes a while and up to 1 GiB.
 * Under a draw limit the value is exact for the position's counter of plies (0 if not given), for
 * which DTC tables are needed if it is not 0; and draws are told from cursed wins and blessed
 * losses by the tables without a limit. */
FNR_API fnr_status fnr_probe(fnr_db *db, const fnr_position *position, fnr_value *value,
                             fnr_error *why);

typedef struct fnr_ranked_turn {
    fnr_turn turn;
    fnr_position after;
    fnr_value value; /* for the side that makes the turn; DTC 0 for a capture that wins or loses,
                        one more than the DTC of `after` for a paika; DTW one more than that of
                        `after` */
} fnr_ranked_turn;

/* All legal turns, best first: wins by rising distance, draws, losses by falling distance, which is
 * DTW where it is known and else DTC; ties in the order of the notation. An array of *count turns,
 * to be given to fnr_ranked_free; none (NULL) when the game is over. */
FNR_API fnr_status fnr_probe_turns(fnr_db *db, const fnr_position *position,
                                   fnr_ranked_turn **turns, size_t *count, fnr_error *why);
FNR_API void fnr_ranked_free(fnr_ranked_turn *turns); /* NULL is fine */

/* ---- Databases: building and looking after --------------------------------------------------- */

/* What long work tells while it runs. */
typedef struct fnr_progress {
    const char *phase; /* "load", "complete", "captures", "level", "write", "check", ... */
    int m, o;          /* the slice or pair in work */
    uint32_t level;    /* of the phase "level" */
    uint64_t done;     /* cells, or blocks of a file, that this phase has done */
    uint64_t total;    /* of so many */
    uint64_t all_done; /* index entries done of the whole work ... */
    uint64_t all;      /* ... of so many */
} fnr_progress;

/* Called now and then from the thread that started the work; a value other than 0 stops the work
 * with FNR_ERR_INTERRUPTED. */
typedef int (*fnr_progress_fn)(const fnr_progress *progress, void *context);

/* What is found out about one table (check) or one slice (build, verify) on the way. */
typedef struct fnr_report {
    const char *name;  /* of the file, "2v1.wdl", or of the slice, "2v1" */
    fnr_status status; /* FNR_OK: nothing wrong */
    bool proven;       /* verify: true if DTC was there, so that the values are proven */
    const char *text;  /* what is wrong and where, or "" */
    uint64_t digest;   /* check: of the values of a sound table */
} fnr_report;

typedef void (*fnr_report_fn)(const fnr_report *report, void *context);

typedef struct fnr_build_options {
    int stones;           /* slices of up to so many stones; 0 means the complete board */
    int threads;          /* 0 means as many as OpenMP gives */
    bool wdl_only;        /* no DTC tables */
    bool dtw;             /* DTW tables as well; not under a draw limit */
    bool packed;          /* leave out values that follow from others */
    int zstd_level;       /* 0 means the default, 3 */
    uint64_t memory;      /* the most bytes to use; 0 means nine tenths of what is free now */
    int checkpoint;       /* seconds between checkpoints of a pair in work; 0 means 120 */
    fnr_report_fn report; /* each slice that was built or is damaged (FNR_ERR_CORRUPT), and other
                                 statuses for checkpoints that could not be written; may be NULL */
    fnr_progress_fn progress; /* may be NULL */
    void *context;            /* for both */
} fnr_build_options;

/* Builds the tables under root/NAME-OF-RULES that are not there yet. Tables found there are checked
 * and used, not built again; a damaged one is reported as FNR_ERR_CORRUPT and built again.
 * Under a draw limit the tables without one are built first; where a limit changes nothing, because
 * no distance comes up to it, they serve under the limit as well, and no others are made.
 * root/NAME-OF-RULES must not be a symbolic link when something is written there: FNR_ERR_IO.
 * The bytes written do not depend on the number of threads. */
FNR_API fnr_status fnr_build(const char *root, const fnr_rules *rules,
                             const fnr_build_options *options, fnr_error *why);

typedef struct fnr_estimate {
    uint64_t positions; /* exactly */
    uint64_t memory;    /* bytes at the most demanding moment, if nothing is there yet */
    uint64_t disk;      /* bytes of all tables, roughly */
    double seconds;     /* roughly, if nothing is there yet */
} fnr_estimate;

/* What fnr_build would take with these options. Builds nothing and looks at no table. */
FNR_API fnr_status fnr_build_estimate(const fnr_rules *rules, const fnr_build_options *options,
                                      fnr_estimate *estimate, fnr_error *why);

typedef struct fnr_repack_options {
    bool packed;              /* leave out values that follow from others, or store them all */
    int threads;              /* 0 means as many as OpenMP gives */
    int zstd_level;           /* 0 means that of each table */
    fnr_report_fn report;     /* each table that was written; may be NULL */
    fnr_progress_fn progress; /* may be NULL */
    void *context;            /* for both */
} fnr_repack_options;

/* Stores the tables of a database in another way; what they say stays the same. Packed tables leave
 * values to smaller slices and to the sister slice: FNR_ERR_NO_TABLE if one that is needed is not
 * there. */
FNR_API fnr_status fnr_repack(const char *root, const fnr_rules *rules,
                              const fnr_repack_options *options, fnr_error *why);

/* Visits the rule sets that have a directory in ROOT: by points, wider first, then by rules. A root
 * that does not exist has none. A callback's value other than 0 ends the visit: no error. */
typedef int (*fnr_rules_fn)(const fnr_rules *rules, void *context);
FNR_API fnr_status fnr_root_visit(const char *root, fnr_rules_fn visit, void *context,
                                  fnr_error *why);

/* Counts of a slice, from the header of its table; each orbit of positions under the symmetries of
 * the board counts once. */
typedef struct fnr_slice_stats {
    int m, o;
    uint64_t positions, win, draw, loss;
    uint64_t capture;   /* positions in which the side to move can capture */
    uint32_t max_dtc;   /* the largest in the slice (m, o) and its sister (o, m) together */
    uint64_t entries;   /* of the index: positions and holes */
    uint64_t wdl_bytes; /* size of the file */
    uint64_t dtc_bytes; /* size of the file, 0 if there is none */
    uint64_t dtw_bytes; /* likewise */
    uint32_t max_dtw;   /* the largest in the slice and its sister together; 0 without a file */
    /* Of all values, the same for every encoding, zstd level and version; 0 without a file. */
    uint64_t wdl_digest, dtc_digest, dtw_digest;
} fnr_slice_stats;

/* Visits the slices of a database, by stones, then min(m, o), then m. A table that cannot be
 * read is passed over; the status of the first such is returned at the end. A callback's value
 * other than 0 ends the visit: no error. */
typedef int (*fnr_slice_fn)(const fnr_slice_stats *stats, void *context);
FNR_API fnr_status fnr_db_stats(fnr_db *db, fnr_slice_fn visit, void *context, fnr_error *why);

typedef struct fnr_check_options {
    int threads;              /* 0 means as many as OpenMP gives */
    fnr_report_fn report;     /* may be NULL */
    fnr_progress_fn progress; /* may be NULL */
    void *context;            /* for both */
} fnr_check_options;

/* Reads every table of a database and compares headers and checksums. Reports each file, goes on
 * after a bad one, and returns the status of the first bad one. */
FNR_API fnr_status fnr_db_check(fnr_db *db, const fnr_check_options *options, fnr_error *why);

/* Recomputes every stored value from the stored values of its successors, by the rules alone. With
 * DTC that proves the tables; without, it only shows that they are consistent. Stops at the first
 * wrong value (FNR_ERR_WRONG), or table that is missing or cannot be read. */
FNR_API fnr_status fnr_db_verify(fnr_db *db, const fnr_check_options *options, fnr_error *why);

/* Records: what is farthest and oddest in a slice that has DTC. */

enum { FNR_RECORD_WINS = 0, FNR_RECORD_LOSSES = 1, FNR_RECORD_DTC = 0, FNR_RECORD_DTW = 1 };

/* The deepest wins or losses of a slice. */
typedef struct fnr_record {
    uint32_t depth;         /* of the deepest */
    uint64_t count;         /* positions that are as deep; 0 if there is no win or loss at all */
    fnr_position position;  /* the first of them in the order of the index; White is to move */
    const uint64_t *counts; /* by depth, 0 to `depth`: positions */
} fnr_record;

/* A mutual zugzwang is a placement in which whoever moves does worse than if the other had to. */
typedef struct fnr_records {
    int m, o;
    bool has_dtw;
    fnr_record record[2][2]; /* by metric, DTC and DTW; wins and losses */
    /* Positions of the slice that are mutual zugzwangs, by what the side to move gets, and what the
     * other side would get: both lose; a loss where the other draws; a draw where the other loses.
     * */
    uint64_t zugzwangs[3];
    fnr_position zugzwang[3]; /* the first of each kind, if there are any; White is to move */
} fnr_records;

/* Called for each slice; what it points to lasts as long as the call. A value other than 0 ends the
 * visit: no error. */
typedef int (*fnr_records_fn)(const fnr_records *records, void *context);

/* Visits the slices of a database that have DTC, by stones, then min(m, o), then m. Reads all of
 * their tables; options->report is not called. */
FNR_API fnr_status fnr_db_records(fnr_db *db, const fnr_check_options *options,
                                  fnr_records_fn visit, void *context, fnr_error *why);

/* ---- Proofs ---------------------------------------------------------------------------------- */

/* What is to be proven of a position, in theory (without a draw limit). */
typedef enum fnr_goal {
    FNR_GOAL_WIN = 1,   /* the side can force a win */
    FNR_GOAL_NOWIN = 2, /* it cannot */
    FNR_GOAL_VALUE = 3, /* what the position is worth: White wins, Black wins, or neither */
} fnr_goal;

/* "win", "nowin", "value". */
FNR_API const char *fnr_goal_name(fnr_goal goal);

/* A table that a proof rests on. */
typedef struct fnr_leaned {
    int m, o;
    uint64_t digest; /* of its values, as in fnr_slice_stats */
} fnr_leaned;

/* What a certificate proves, and from what. */
typedef struct fnr_claim {
    fnr_rules rules;
    fnr_position position;
    fnr_goal goal; /* a win or none */
    fnr_side side; /* whose */
    uint64_t nodes;
    const fnr_leaned *tables; /* by stones, then min(m, o), then m */
    size_t table_count;
} fnr_claim;

/* Called for each claim; what it points to lasts as long as the call. */
typedef void (*fnr_claim_fn)(const fnr_claim *claim, void *context);

/* How far a proof is. */
typedef struct fnr_proof_progress {
    const char *phase;        /* "search", "collect", "write", "check" */
    fnr_side side;            /* whose win is searched, or claimed */
    uint64_t nodes;           /* searched, collected, written or checked; */
    uint64_t total;           /* of so many; 0 if nobody knows */
    uint32_t proof, disproof; /* search: how much is at least still to be shown until the side wins,
                                or cannot win */
    double filled;            /* search: share of the memory that is in use */
} fnr_proof_progress;

/* Called now and then from the thread that started the work; a value other than 0 stops it with
 * FNR_ERR_INTERRUPTED. */
typedef int (*fnr_proof_progress_fn)(const fnr_proof_progress *progress, void *context);

/* What proofs take for their nodes if not told otherwise. */
#define FNR_PROOF_BYTES (UINT64_C(256) << 20)

typedef struct fnr_prove_options {
    fnr_goal goal;
    fnr_side side;   /* for a win or none */
    uint64_t memory; /* bytes for what the search remembers; 0 means FNR_PROOF_BYTES */
    int threads; /* 0 means as many as OpenMP gives; more than one find another proof each time */
    int stones;  /* use tables of up to so many stones; 0 means all that are there */
    int checkpoint;       /* seconds between checkpoints; 0 means 120 */
    fnr_report_fn report; /* checkpoints that are of no use, or could not be written; may be NULL */
    fnr_proof_progress_fn progress; /* may be NULL */
    fnr_claim_fn claim;             /* each claim that was written; may be NULL */
    void *context;                  /* for all */
} fnr_prove_options;

typedef struct fnr_proof {
    bool holds;        /* whether the goal is so; if not, there is no certificate */
    fnr_wdl value;     /* of the goal value: for White */
    uint64_t searched; /* nodes expanded */
} fnr_proof;

/* Searches for a proof, with the tables of the database at the leaves, and writes a certificate:
 * one claim, or, of a draw, one for each side. While it works there is a file
 * CERTIFICATE.checkpoint, from which the next call with the same rules goes on, whatever its goal
 * and position; a search that was interrupted leaves it behind, and so does one whose goal turned
 * out not to hold, for the opposite one. */
FNR_API fnr_status fnr_prove(fnr_db *db, const fnr_position *position, const char *certificate,
                             const fnr_prove_options *options, fnr_proof *proof, fnr_error *why);

typedef struct fnr_proof_check_options {
    uint64_t memory;    /* bytes for nodes; 0 means FNR_PROOF_BYTES. Less takes more passes */
    uint64_t cache;     /* bytes for blocks of tables; 0 means FNR_CACHE_BYTES */
    fnr_claim_fn claim; /* each claim that holds; may be NULL */
    fnr_proof_progress_fn progress; /* may be NULL */
    void *context;                  /* for both */
} fnr_proof_check_options;

/* Checks a certificate, by the rules and the tables in ROOT alone. FNR_ERR_WRONG if it does not
 * prove what it claims, FNR_ERR_NO_TABLE or FNR_ERR_RULES if it rests on tables that are not
 * there or have other values. */
FNR_API fnr_status fnr_proof_check(const char *certificate, const char *root,
                                   const fnr_proof_check_options *options, fnr_error *why);

/* ---- Playing --------------------------------------------------------------------------------- */

/* Scores are for the side to move, in hundredths of a stone. Beyond FNR_SCORE_SURE a win is sure:
 * FNR_SCORE_WON - n means that the game is won in n plies, and FNR_SCORE_TABLE - n, less, that in n
 * plies a position is reached that the tables give as won. Losses are the same below 0. */
#define FNR_SCORE_WON 32000
#define FNR_SCORE_TABLE 31000
#define FNR_SCORE_SURE 30000

/* A player of one game: alpha-beta search, with tables where they reach. */
typedef struct fnr_engine fnr_engine;

#define FNR_ENGINE_BYTES (UINT64_C(64) << 20)

/* `db` are the tables of the same rules, NULL for none; they remain the caller's and must last as
 * long as the engine. `memory` is for what the search remembers; 0 means FNR_ENGINE_BYTES. Opens all
 * tables at once, so that nothing of this kind is left to do while the clock runs. */
FNR_API fnr_status fnr_engine_new(const fnr_rules *rules, fnr_db *db, uint64_t memory,
                                  fnr_engine **engine, fnr_error *why);
FNR_API void fnr_engine_free(fnr_engine *engine); /* NULL is fine */
FNR_API const fnr_game *fnr_engine_game(const fnr_engine *engine);

/* Up to how many stones the engine has tables: all slices of so many are there. 0: none. */
FNR_API int fnr_engine_reach(const fnr_engine *engine);

/* Forgets what earlier searches have found, as for a new game. */
FNR_API void fnr_engine_forget(fnr_engine *engine);

/* What a position looks like to the engine without any search. */
FNR_API int fnr_engine_evaluate(const fnr_engine *engine, const fnr_position *position);

/* What a search has found out about one of the best turns. */
typedef struct fnr_thought {
    int rank;             /* 1: of the best, 2: of the second best, ... */
    int depth;            /* plies that the search has looked ahead; 0: the tables know it, or there
                             was no time */
    int score;            /* for the side to move */
    const fnr_turn *line; /* the turn, and how play would go on */
    size_t length;        /* of it, at least 1 */
    uint64_t nodes;       /* positions searched */
    uint64_t table_hits;  /* answers of the tables */
    double seconds;       /* since the call */
} fnr_thought;

typedef struct fnr_think_options {
    int depth;                   /* look so many plies ahead; 0 means no limit, as for the others */
    uint64_t nodes;              /* stop after so many positions */
    double seconds;              /* stop after so many */
    double aim;                  /* begin to look deeper only before so many */
    int lines;                   /* look for so many of the best turns; 0 means 1 */
    const fnr_position *history; /* of the game, earliest first, before this position: what repeats
                                    them is worth a draw, and what the tables call a win or a loss
                                    is one the third time; may be NULL */
    size_t history_count;
    void (*thought)(const fnr_thought *thought, void *context); /* after each depth; may be NULL */
    int (*stop)(void *context); /* asked every few thousand positions; a value other than 0 ends the
                                   search; may be NULL */
    void *context;              /* for both */
} fnr_think_options;

typedef struct fnr_choice {
    fnr_turn turn;
    fnr_thought thought; /* of the turn; its line is not there any more: NULL */
    fnr_error trouble; /* FNR_OK, or why the tables could not be used, such as FNR_ERR_CORRUPT: the
                            search then did without */
} fnr_choice;

/* Chooses a turn. Where the tables know all turns, the value is kept: a win makes progress, under a
 * draw limit with the position's counter; a loss resists longest; of drawn turns, one after which
 * the other side has most ways to go wrong. Elsewhere searches until a limit is reached, and always
 * comes back with a turn. FNR_ERR_POSITION if the game is over, FNR_ERR_MEMORY.
 * One thread an engine at a time; `stop` may look at what other threads do. */
FNR_API fnr_status fnr_engine_think(fnr_engine *engine, const fnr_position *position,
                                    const fnr_think_options *options, fnr_choice *choice,
                                    fnr_error *why);

#ifdef __cplusplus
}
#endif

#endif
