// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code shared by rocRAND's device generators.
#ifndef ROCRAND_COMMON_H_
#define ROCRAND_COMMON_H_

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <math.h>
#include <type_traits>

#define ROCRAND_QUALIFIERS inline __device__ __host__

#define ROCRAND_2POW16_INV (1.5258789e-05f)
#define ROCRAND_2POW16_INV_2PI (9.58738e-05f)
#define ROCRAND_2POW32_INV (2.3283064e-10f)
#define ROCRAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define ROCRAND_2POW32_INV_2PI (1.46291807e-09f)
#define ROCRAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define ROCRAND_PI_DOUBLE (3.1415926535897932)
#define ROCRAND_2POW64_INV_DOUBLE (5.4210108624275221700e-20)
#define ROCRAND_PI (3.141592654f)
#define ROCRAND_SQRT2 (1.4142135f)
#define ROCRAND_2PI (6.2831855f)

namespace rocrand_device {

// boxmuller keeps the second normal number of a pair for the next call. rocRAND returns a double
// through a float; this does the same, to generate the same numbers.
struct boxmuller {
  bool has_float = false, has_double = false;
  float kept_float = 0, kept_double = 0;
};

// word_engine is the base of the engines whose functions for one number of a distribution take one
// word, by the inverse of the distribution, and keep nothing for the next call.
struct word_engine {};

template <class State, class Result>
using for_word_engine =
    typename std::enable_if<std::is_base_of<word_engine, State>::value, Result>::type;
template <class State, class Result>
using for_other_engine =
    typename std::enable_if<!std::is_base_of<word_engine, State>::value, Result>::type;

} // namespace rocrand_device

#endif
