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

/* For each index the value at that place, in a byte: of an array of bits (width 1), or of 2-bit
 * codes (width 2). */
static inline void fnr_lanes_read(const uint64_t *array, int width, const uint64_t *index,
                                  int count, uint8_t *bytes)
{
#ifdef FNR_VECTORS
    const __m512i within = _mm512_set1_epi64(63), value = _mm512_set1_epi64((1 << width) - 1);
    for (int i = 0; i < count; i += FNR_LANES) {
        __mmask8 mask = (__mmask8)(count - i < FNR_LANES ? (1 << (count - i)) - 1 : 255);
        __m512i bit = _mm512_slli_epi64(_mm512_loadu_si512(index + i), (unsigned)width - 1);
        __m512i words = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), mask,
                                                    _mm512_srli_epi64(bit, 6), array, 8);
        words = _mm512_srlv_epi64(words, _mm512_and_si512(bit, within));
        words = _mm512_and_si512(words, value);
        _mm_storel_epi64((__m128i *)(void *)(bytes + i), _mm512_cvtepi64_epi8(words));
    }
#else
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(width == 1 ? (unsigned)fnr_bit_get(array, index[i])
                                        : fnr_code_get(array, index[i]));
#endif
}

#endif
