/* SPDX-License-Identifier: MIT
 *
 * bench STONES [JSON]: how fast and how small on this machine, on 9x5 to STONES stones: positions a
 * second by phase and threads, bits a position by slice, metric and encoding, probes a second by
 * encoding and threads, and how long a probe takes whose block is not in the cache.
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

static const fnr_rules RULES = {9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
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

static timing build(const char *root, int stones, bool wdl_only, bool packed, int threads)
{
    timing t = {.since = now()};
    fnr_build_options options = {.stones = stones,
                                 .threads = threads,
                                 .wdl_only = wdl_only,
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
    uint64_t entries, positions, wdl_bytes, dtc_bytes;
} sizes;

static int note_slice(const fnr_slice_stats *stats, void *context)
{
    sizes *s = context;
    if (s->count == MAX_SLICES) return 1;
    s->slice[s->count++] = *stats;
    s->entries += stats->entries;
    s->positions += stats->positions;
    s->wdl_bytes += stats->wdl_bytes;
    s->dtc_bytes += stats->dtc_bytes;
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

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median seconds of a probe whose block must be read, from the system's cache, and decoded:
 * with a cache for so few blocks that hardly one is met again. The tables are open already. */
static double probe_cold(fnr_db *db, const fnr_position *positions)
{
    enum { COLD = 1000, FEW_BLOCKS = 1 << 17 /* bytes */ };
    double seconds[COLD];
    fnr_error why;
    if (fnr_db_limit_cache(db, FEW_BLOCKS, &why)) stop("cache", &why);
    for (int i = 0; i < COLD; i++) {
        fnr_value value;
        double begin = now();
        if (fnr_probe(db, &positions[i], &value, &why)) stop("probe", &why);
        seconds[i] = now() - begin;
    }
    qsort(seconds, COLD, sizeof seconds[0], compare_doubles);
    return seconds[COLD / 2];
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
    int stones, threads;
    timing one, all;   /* building WDL, full, by 1 thread and by all */
    sizes size[2];     /* full, packed; with DTC */
    double rate[2][2]; /* probes of WDL a second: full, packed; 1 thread, all */
    double cold[2];    /* seconds */
} report;

static const char *const ENCODING[] = {"full", "packed"};

static double speed(const report *r, double seconds)
{
    return (double)r->size[0].entries / seconds;
}

static double bits(uint64_t bytes, uint64_t positions)
{
    return 8.0 * (double)bytes / (double)positions;
}

static void print_bits(const char *name, const fnr_slice_stats *full, const fnr_slice_stats *packed)
{
    printf("%-10s %10.4f %10.4f %10.4f %10.4f\n", name, bits(full->wdl_bytes, full->positions),
           bits(packed->wdl_bytes, packed->positions), bits(full->dtc_bytes, full->positions),
           bits(packed->dtc_bytes, packed->positions));
}

static void print_table(const report *r)
{
    const sizes *full = &r->size[0], *packed = &r->size[1];
    printf("9x5 to %d stones, %llu positions\n\n", r->stones, (unsigned long long)full->positions);
    printf("%-10s %10s %10s, Mpositions/s: %10s %8d threads\n", "building WDL", "seconds, 1",
           "all threads", "1 thread", r->threads);
    for (int i = 0; i < 3; i++)
        printf("%-12s %10.2f %11.2f %27.1f %15.1f\n", PHASE[i], r->one.seconds[i],
               r->all.seconds[i], speed(r, r->one.seconds[i]) / 1e6,
               speed(r, r->all.seconds[i]) / 1e6);
    printf("%-12s %10.2f %11.2f %27.1f %15.1f\n\n", "all", sum_of(&r->one), sum_of(&r->all),
           speed(r, sum_of(&r->one)) / 1e6, speed(r, sum_of(&r->all)) / 1e6);
    printf("%-10s %10s %10s %10s %10s bits a position\n", "slice", "WDL full", "WDL packed",
           "DTC full", "DTC packed");
    for (int i = 0; i < full->count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%dv%d", full->slice[i].m, full->slice[i].o);
        print_bits(name, &full->slice[i], &packed->slice[i]);
    }
    fnr_slice_stats all[2];
    for (int e = 0; e < 2; e++)
        all[e] = (fnr_slice_stats){.positions = r->size[e].positions,
                                   .wdl_bytes = r->size[e].wdl_bytes,
                                   .dtc_bytes = r->size[e].dtc_bytes};
    print_bits("all", &all[0], &all[1]);
    printf("\n%-10s %12s %9d threads %12s\n", "probing", "1 thread", r->threads, "cold");
    for (int e = 0; e < 2; e++)
        printf("%-10s %12.2f %12.2f million a second %6.1f us\n", ENCODING[e], r->rate[e][0] / 1e6,
               r->rate[e][1] / 1e6, r->cold[e] * 1e6);
}

static void write_timing(const char *name, const report *r, const timing *t, FILE *file)
{
    fprintf(file,
            " \"%s\": {\"captures\": %.3f, \"level\": %.3f, \"write\": %.3f, "
            "\"positions_per_second\": %.0f},\n",
            name, t->seconds[0], t->seconds[1], t->seconds[2], speed(r, sum_of(t)));
}

static void write_json(const report *r, FILE *file)
{
    fprintf(file, "{\"board\": \"9x5\", \"stones\": %d, \"positions\": %llu, \"threads\": %d,\n",
            r->stones, (unsigned long long)r->size[0].positions, r->threads);
    write_timing("build_seconds_1_thread", r, &r->one, file);
    write_timing("build_seconds", r, &r->all, file);
    for (int e = 0; e < 2; e++)
        fprintf(file,
                " \"%s\": {\"wdl_bits\": %.4f, \"dtc_bits\": %.4f, "
                "\"probes_per_second\": [%.0f, %.0f], \"cold_probe_seconds\": %.7f}%s\n",
                ENCODING[e], bits(r->size[e].wdl_bytes, r->size[e].positions),
                bits(r->size[e].dtc_bytes, r->size[e].positions), r->rate[e][0], r->rate[e][1],
                r->cold[e], e == 0 ? "," : "}");
}

/* ---- The measurement ------------------------------------------------------------------------- */

static void remove_root(const char *root)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    if (system(command) != 0) fprintf(stderr, "bench: cannot remove %s\n", root);
}

/* Probes the WDL tables of a root, then builds DTC as well and takes the sizes. */
static void measure_encoding(report *r, const char *root, int encoding)
{
    fnr_position *positions = random_positions(r->stones);
    fnr_db *db = open_db(root);
    probe(db, positions, r->threads); /* until it is warm */
    r->rate[encoding][0] = PROBES / probe(db, positions, 1);
    r->rate[encoding][1] = PROBES / probe(db, positions, r->threads);
    r->cold[encoding] = probe_cold(db, positions);
    fnr_db_close(db);
    free(positions);
    build(root, r->stones, false, encoding == 1, 0);
    r->size[encoding] = measure_sizes(root);
}

int main(int argc, char **argv)
{
    static report r;
    char root[] = "/tmp/fanoron-bench-XXXXXX", part[64];
    r.stones = argc > 1 ? atoi(argv[1]) : 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    r.threads = processors < 1 ? 1 : processors > MAX_THREADS ? MAX_THREADS : (int)processors;
    if (r.stones < 2 || r.stones > 7 || !mkdtemp(root)) {
        fprintf(stderr, "usage: bench STONES [JSON], 2 to 7 stones\n");
        return 2;
    }
    snprintf(part, sizeof part, "%s/one", root);
    r.one = build(part, r.stones, true, false, 1);
    for (int e = 0; e < 2; e++) {
        snprintf(part, sizeof part, "%s/%s", root, ENCODING[e]);
        timing t = build(part, r.stones, true, e == 1, r.threads);
        if (e == 0) r.all = t;
        measure_encoding(&r, part, e);
    }
    remove_root(root);
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
