/* SPDX-License-Identifier: MIT
 *
 * memory.h: how much memory there is, and large zeroed arrays.
 *
 * Threads: no state. */
#ifndef FNR_BASE_MEMORY_H
#define FNR_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that can be allocated now without pushing others out: what the system calls available,
 * less if a control group allows less. UINT64_MAX if unknown. */
uint64_t fnr_memory_available(void);

/* A zeroed array, or NULL also when count * size does not fit. Released with free(). */
void *fnr_array_new(uint64_t count, size_t size);

#endif
