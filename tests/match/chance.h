/* SPDX-License-Identifier: MIT
 *
 * chance.h: numbers that look random, the same on every machine (splitmix64).
 *
 * Threads: whoever has the state has the sequence. */
#ifndef MATCH_CHANCE_H
#define MATCH_CHANCE_H

#include <stdint.h>

static inline uint64_t chance(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* One of 0 ... end - 1. */
static inline int chance_below(uint64_t *state, int end)
{
    return (int)(chance(state) % (uint64_t)end);
}

#endif
