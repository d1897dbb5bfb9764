/* SPDX-License-Identifier: MIT
 *
 * bench STONES [JSON]: how fast and how small on this machine, on 9x5 to STONES stones: positions a
 * second by phase, bits a position by slice and encoding, probes a second by encoding and threads.
 * Prints a table; writes the same as JSON to the file JSON, if given. Figures are of one run: on a
 * machine that does something else as well, take the median of several. */
#include <fanoron.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SLICES = 64, PROBES = 1 << 20, MAX_THREADS = 64, PHASES = 5 };

static const fnr_rules RULES = {9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS};
static const char *const PHASE[PHASES] = {"captures", "level", "write", "load", "complete"};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop(const char *what, const fnr_error *why)
{
    fprintf(stderr, "bench: %s: %s\n", what, why->text);
    exit(1);
}

/* ---- Building -------------------------------------------------------------------------------- */

typedef struct timing {
    double seconds[PHASES], since;
    int phase;
} timing;

static int note_phase(const fnr_progress *progress, void *context)
{
    timing *t = context;
    double time = now();
    t->seconds[t->phase] += time - t->since;
    t->since = time;
    for (int i = 0; i < PHASES; i++)
        if (strcmp(progress->phase, PHASE[i]) == 0) t->phase = i;
    return 0;
}

static timing build(const char *root, int stones, bool packed)
{
    timing t = {.since = now()};
    fnr_build_options options = {.stones = stones,
                                 .wdl_only = true,
                                 .packed = packed,
                                 .progress = note_phase,
                                 .context = &t};
    fnr_error why;
    if (fnr_build(root, &RULES, &options, &why)) stop("build", &why);
    note_phase(&(fnr_progress){.phase = ""}, &t);
    return t;
}

static double sum_of(const timing *t)
{
    double sum = 0;
    for (int i = 0; i < PHASES; i++) sum += t->seconds[i];
    return sum;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

typedef struct sizes {
    fnr_slice_stats slice[MAX_SLICES];
    int count;
    uint64_t entries, positions, bytes;
} sizes;

static int note_slice(const fnr_slice_stats *stats, void *context)
{
    sizes *s = context;
    if (s->count == MAX_SLICES) return 1;
    s->slice[s->count++] = *stats;
    s->entries += stats->entries;
    s->positions += stats->positions;
    s->bytes += stats->wdl_bytes;
    return 0;
}

static fnr_db *open_db(const char *root)
{
    fnr_db *db = NULL;
    fnr_error why;
    if (fnr_db_open(root, &RULES, &db, &why)) stop("open", &why);
    return db;
}

static sizes measure_sizes(const char *root)
{
    sizes s = {.count = 0};
    fnr_error why;
    fnr_db *db = open_db(root);
    if (fnr_db_stats(db, note_slice, &s, &why)) stop("stats", &why);
    fnr_db_close(db);
    return s;
}

/* ---- Probing --------------------------------------------------------------------------------- */

typedef struct prober {
    fnr_db *db;
    const fnr_position *positions;
    int first, step;
} prober;

static void *probe_all(void *context)
{
    const prober *p = context;
    for (int i = p->first; i < PROBES; i += p->step) {
        fnr_value value;
        fnr_error why;
        if (fnr_probe(p->db, &p->positions[i], &value, &why)) stop("probe", &why);
    }
    return NULL;
}

/* Seconds for PROBES probes. */
static double probe(fnr_db *db, const fnr_position *positions, int threads)
{
    pthread_t thread[MAX_THREADS];
    prober part[MAX_THREADS];
    double begin = now();
    for (int t = 0; t < threads; t++) {
        part[t] = (prober){db, positions, t, threads};
        if (pthread_create(&thread[t], NULL, probe_all, &part[t]) != 0) exit(1);
    }
    for (int t = 0; t < threads; t++) pthread_join(thread[t], NULL);
    return now() - begin;
}

static uint64_t chance(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Random positions with exactly `stones` stones, one at least on each side. */
static fnr_position *random_positions(int stones)
{
    fnr_position *positions = calloc(PROBES, sizeof *positions);
    uint64_t state = 1;
    if (!positions) exit(1);
    for (int i = 0; i < PROBES; i++) {
        int white = 1 + (int)(chance(&state) % (uint64_t)(stones - 1));
        uint64_t all = 0;
        positions[i] =
            (fnr_position){.side = (fnr_side)(i % 2), .plies = FNR_NO_COUNT, .turn = FNR_NO_COUNT};
        for (int s = 0; s < stones;) {
            uint64_t point = UINT64_C(1) << chance(&state) % 45;
            if (all & point) continue;
            all |= point;
            positions[i].stones[s < white ? FNR_WHITE : FNR_BLACK] |= point;
            s++;
        }
    }
    return positions;
}

/* ---- The report ------------------------------------------------------------------------------ */

typedef struct report {
    int stones;
    timing build[2]; /* full, packed */
    sizes size[2];
    double rate[2][2]; /* probes a second: full, packed; 1 thread, all */
    int threads;
} report;

static const char *const ENCODING[] = {"full", "packed"};

static void print_table(const report *r)
{
    printf("9x5 to %d stones, WDL, %llu positions\n\n", r->stones,
           (unsigned long long)r->size[0].positions);
    printf("%-10s %10s %16s\n", "build", "seconds", "Mpositions/s");
    for (int i = 0; i < 3; i++)
        printf("%-10s %10.2f %16.1f\n", PHASE[i], r->build[0].seconds[i],
               (double)r->size[0].entries / r->build[0].seconds[i] / 1e6);
    printf("%-10s %10.2f %16.1f\n\n", "all", sum_of(&r->build[0]),
           (double)r->size[0].entries / sum_of(&r->build[0]) / 1e6);
    printf("%-10s %12s %12s\n", "slice", "full", "packed");
    for (int i = 0; i < r->size[0].count; i++) {
        const fnr_slice_stats *full = &r->size[0].slice[i], *packed = &r->size[1].slice[i];
        printf("%dv%-8d %12.4f %12.4f\n", full->m, full->o,
               8.0 * (double)full->wdl_bytes / (double)full->positions,
               8.0 * (double)packed->wdl_bytes / (double)packed->positions);
    }
    printf("%-10s %12.4f %12.4f bits a position\n\n", "all",
           8.0 * (double)r->size[0].bytes / (double)r->size[0].positions,
           8.0 * (double)r->size[1].bytes / (double)r->size[1].positions);
    printf("%-10s %12s %9d threads\n", "probing", "1 thread", r->threads);
    for (int e = 0; e < 2; e++)
        printf("%-10s %12.2f %12.2f million a second\n", ENCODING[e], r->rate[e][0] / 1e6,
               r->rate[e][1] / 1e6);
}

static void write_json(const report *r, FILE *file)
{
    fprintf(file, "{\"board\": \"9x5\", \"stones\": %d, \"positions\": %llu, \"threads\": %d,\n",
            r->stones, (unsigned long long)r->size[0].positions, r->threads);
    fprintf(file, " \"build_seconds\": {\"captures\": %.3f, \"level\": %.3f, \"write\": %.3f},\n",
            r->build[0].seconds[0], r->build[0].seconds[1], r->build[0].seconds[2]);
    fprintf(file, " \"positions_per_second\": %.0f,\n",
            (double)r->size[0].entries / sum_of(&r->build[0]));
    for (int e = 0; e < 2; e++)
        fprintf(file,
                " \"%s\": {\"bytes\": %llu, \"bits_per_position\": %.4f, "
                "\"probes_per_second\": [%.0f, %.0f]}%s\n",
                ENCODING[e], (unsigned long long)r->size[e].bytes,
                8.0 * (double)r->size[e].bytes / (double)r->size[e].positions, r->rate[e][0],
                r->rate[e][1], e == 0 ? "," : "}");
}

static void remove_root(const char *root)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    if (system(command) != 0) fprintf(stderr, "bench: cannot remove %s\n", root);
}

int main(int argc, char **argv)
{
    static report r;
    char root[] = "/tmp/fanoron-bench-XXXXXX", directory[2][64];
    r.stones = argc > 1 ? atoi(argv[1]) : 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    r.threads = processors < 1 ? 1 : processors > MAX_THREADS ? MAX_THREADS : (int)processors;
    if (r.stones < 2 || r.stones > 7 || !mkdtemp(root)) {
        fprintf(stderr, "usage: bench STONES [JSON], 2 to 7 stones\n");
        return 2;
    }
    fnr_position *positions = random_positions(r.stones);
    for (int e = 0; e < 2; e++) {
        snprintf(directory[e], sizeof directory[e], "%s/%s", root, ENCODING[e]);
        r.build[e] = build(directory[e], r.stones, e == 1);
        r.size[e] = measure_sizes(directory[e]);
        fnr_db *db = open_db(directory[e]);
        probe(db, positions, r.threads); /* until it is warm */
        r.rate[e][0] = PROBES / probe(db, positions, 1);
        r.rate[e][1] = PROBES / probe(db, positions, r.threads);
        fnr_db_close(db);
    }
    remove_root(root);
    free(positions);
    print_table(&r);
    if (argc <= 2) return 0;
    FILE *file = fopen(argv[2], "w");
    if (file) write_json(&r, file);
    if (!file || fclose(file) != 0) {
        fprintf(stderr, "bench: cannot write %s\n", argv[2]);
        return 1;
    }
    return 0;
}
