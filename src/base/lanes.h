/* SPDX-License-Identifier: MIT
 *
 * lanes.h: the solver's innermost loops, over arrays of words.
 *
 * Model:   with AVX-512 eight words at a time; elsewhere one by one, with the same results.
 * Shapes:  arrays of words have room for a multiple of FNR_LANES of them, which is read and
 *          written as a whole.
 * Threads: pure functions. */
#ifndef FNR_BASE_LANES_H
#define FNR_BASE_LANES_H

#include "base/bits.h"

enum { FNR_LANES = 8 };

#if defined __AVX512F__ && defined __AVX512VPOPCNTDQ__ && defined __AVX512VL__
#define FNR_VECTORS
#endif

/* Packs those of 64 words that `which` tells, each changed by `flip`; returns their end. There is
 * room for FNR_LANES more. */
static inline uint64_t *fnr_lanes_pack(const uint64_t *words, uint64_t which, uint64_t flip,
                                       uint64_t *packed)
{
#ifdef FNR_VECTORS
    enum { MANY = 20 }; /* words: fewer are quicker one by one */
    if (fnr_count(which) >= MANY) {
        const __m512i flips = _mm512_set1_epi64((long long)flip);
        for (int i = 0; i < 64; i += FNR_LANES, which >>= FNR_LANES) {
            __m512i some = _mm512_xor_si512(_mm512_loadu_si512(words + i), flips);
            __mmask8 mask = (__mmask8)which;
            _mm512_storeu_si512(packed, _mm512_maskz_compress_epi64(mask, some));
            packed += fnr_count(mask);
        }
        return packed;
    }
#endif
    for (; which; which = fnr_without_lowest(which)) *packed++ = words[fnr_lowest(which)] ^ flip;
    return packed;
}

/* For each index the code at that place, in a byte. */
static inline void fnr_lanes_codes(const uint64_t *codes, const uint64_t *index, int count,
                                   uint8_t *bytes)
{
#ifdef FNR_VECTORS
    const __m512i shift = _mm512_set1_epi64(62), code = _mm512_set1_epi64(3);
    for (int i = 0; i < count; i += FNR_LANES) {
        __mmask8 mask = (__mmask8)(count - i < FNR_LANES ? (1 << (count - i)) - 1 : 255);
        __m512i at = _mm512_loadu_si512(index + i);
        __m512i words = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), mask,
                                                    _mm512_srli_epi64(at, 5), codes, 8);
        at = _mm512_and_si512(_mm512_slli_epi64(at, 1), shift);
        words = _mm512_and_si512(_mm512_srlv_epi64(words, at), code);
        _mm_storel_epi64((__m128i *)(void *)(bytes + i), _mm512_cvtepi64_epi8(words));
    }
#else
    for (int i = 0; i < count; i++) bytes[i] = (uint8_t)fnr_code_get(codes, index[i]);
#endif
}

/* For each index the bit at that place, in a byte. */
static inline void fnr_lanes_bits(const uint64_t *bits, const uint64_t *index, int count,
                                  uint8_t *bytes)
{
#ifdef FNR_VECTORS
    const __m512i shift = _mm512_set1_epi64(63), bit = _mm512_set1_epi64(1);
    for (int i = 0; i < count; i += FNR_LANES) {
        __mmask8 mask = (__mmask8)(count - i < FNR_LANES ? (1 << (count - i)) - 1 : 255);
        __m512i at = _mm512_loadu_si512(index + i);
        __m512i words = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), mask,
                                                    _mm512_srli_epi64(at, 6), bits, 8);
        words = _mm512_and_si512(_mm512_srlv_epi64(words, _mm512_and_si512(at, shift)), bit);
        _mm_storel_epi64((__m128i *)(void *)(bytes + i), _mm512_cvtepi64_epi8(words));
    }
#else
    for (int i = 0; i < count; i++) bytes[i] = (uint8_t)fnr_bit_get(bits, index[i]);
#endif
}

#endif
