// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Builtins of clang's AMD target that programs call by name although they mean
// something on every device. Macros: a host compile may or may not know the builtin,
// depending on its first device target, and never runs it.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H

#if !defined(__AMDGCN__)
// A hint to the scheduler, from a wavefront that polls: no device here needs it.
#define __builtin_amdgcn_s_sleep(n) ((void)(n))
// How many of the lanes in a mask come before the calling one, added to a number: of the
// lower 32 lanes, which is all that a warp has here, and of the upper.
#define __builtin_amdgcn_mbcnt_lo(mask, n) (__mbcnt((unsigned)(mask)) + (unsigned)(n))
#define __builtin_amdgcn_mbcnt_hi(mask, n) ((void)(mask), (unsigned)(n))
#endif

#endif
