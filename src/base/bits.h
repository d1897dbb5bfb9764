/* SPDX-License-Identifier: MIT
 *
 * bits.h: sets of points as 64-bit words, arrays of bits and of 2-bit codes, little-endian bytes.
 *
 * Shapes:  a set has bit p for point p. In an array of 2-bit codes, code i is bits 2*(i % 4) of
 *          byte i / 4, which on a little-endian machine is also bits 2*(i % 32) of word i / 32.
 * Threads: pure functions; the ..._shared ones may be called by threads on the same word. */
#ifndef FNR_BASE_BITS_H
#define FNR_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "fanoron keeps its tables in memory as they are in files: little-endian"
#endif

static inline int fnr_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The smallest point of a set that is not empty. */
static inline int fnr_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline uint64_t fnr_without_lowest(uint64_t set)
{
    return set & (set - 1);
}

static inline uint64_t fnr_point(int p)
{
    return UINT64_C(1) << p;
}

/* A hash: every bit of x changes about half of the bits. */
static inline uint64_t fnr_mix(uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

/* The first n points, 0 <= n <= 64. */
static inline uint64_t fnr_first_points(int n)
{
    return n >= 64 ? ~UINT64_C(0) : fnr_point(n) - 1;
}

/* Every point moved up by s, -63 <= s <= 63. The caller keeps to points that stay in the word. */
static inline uint64_t fnr_move(uint64_t set, int s)
{
    return set << (s & 63) | set >> (-s & 63); /* one instruction: a rotation */
}

/* The bits of `set` at the places of `mask`, packed together. */
static inline uint64_t fnr_pack(uint64_t set, uint64_t mask)
{
#ifdef __BMI2__
    return _pext_u64(set, mask);
#else
    uint64_t packed = 0;
    for (int i = 0; mask; mask = fnr_without_lowest(mask), i++)
        if (set & mask & -mask) packed |= fnr_point(i);
    return packed;
#endif
}

/* The inverse of fnr_pack. */
static inline uint64_t fnr_spread(uint64_t packed, uint64_t mask)
{
#ifdef __BMI2__
    return _pdep_u64(packed, mask);
#else
    uint64_t set = 0;
    for (; mask; mask = fnr_without_lowest(mask), packed >>= 1)
        if (packed & 1) set |= mask & -mask;
    return set;
#endif
}

/* The next set with as many points, in colex order (which is numeric order). For a set that is
 * not empty; the last set within n points is followed by one with a point >= n. */
static inline uint64_t fnr_next_subset(uint64_t set)
{
    uint64_t ripple = set + (set & -set);
    return ripple | (((set ^ ripple) >> 2) >> fnr_lowest(set));
}

static inline bool fnr_bit_get(const uint64_t *bits, uint64_t i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}

static inline bool fnr_bit_get_shared(const uint64_t *bits, uint64_t i)
{
    return __atomic_load_n(&bits[i >> 6], __ATOMIC_RELAXED) >> (i & 63) & 1;
}

static inline void fnr_bit_set_shared(uint64_t *bits, uint64_t i)
{
    __atomic_fetch_or(&bits[i >> 6], UINT64_C(1) << (i & 63), __ATOMIC_RELAXED);
}

static inline unsigned fnr_code_get(const uint64_t *codes, uint64_t i)
{
    return (unsigned)(codes[i >> 5] >> (2 * (i & 31))) & 3;
}

static inline void fnr_code_add_shared(uint64_t *codes, uint64_t i, unsigned code)
{
    __atomic_fetch_or(&codes[i >> 5], (uint64_t)code << (2 * (i & 31)), __ATOMIC_RELAXED);
}

/* The lower halves of two words as one: bit i of them goes to bits 2i and 2i + 1. */
static inline uint64_t fnr_interleave(uint64_t even, uint64_t odd)
{
    uint64_t ones = UINT64_C(0x5555555555555555);
    return fnr_spread(even & UINT32_MAX, ones) | fnr_spread(odd & UINT32_MAX, ones) << 1;
}

static inline uint64_t fnr_ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static inline uint64_t fnr_load_le(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    memcpy(&value, bytes, (size_t)count);
    return value;
}

static inline void fnr_store_le(uint8_t *bytes, int count, uint64_t value)
{
    memcpy(bytes, &value, (size_t)count);
}

#endif
