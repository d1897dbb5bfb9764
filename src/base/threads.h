/* SPDX-License-Identifier: MIT
 *
 * threads.h: OpenMP, or its absence.
 *
 * Threads: thread 0 of a parallel region is the one that met it. */
#ifndef FNR_BASE_THREADS_H
#define FNR_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

/* The number of threads to use when `wanted` were asked for; 0 asks for all. More than a few for
 * each processor would only wait for each other, and a runtime that cannot start them ends the
 * process. */
static inline int fnr_threads(int wanted)
{
#ifdef _OPENMP
    int most = 4 * omp_get_num_procs();
    if (wanted <= 0) wanted = omp_get_max_threads();
    return wanted < most ? wanted : most;
#else
    (void)wanted;
    return 1;
#endif
}

static inline int fnr_thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
