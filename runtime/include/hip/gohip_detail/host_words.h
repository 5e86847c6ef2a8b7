// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The words of HIP in host code of other compilers, where they are empty, as in AMD's host_defines.h: programs declare
// kernels in headers that such code includes.
#ifndef GOHIP_HOST_WORDS_H
#define GOHIP_HOST_WORDS_H

#if !(defined(__clang__) && defined(__HIP__))
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifndef __constant__
#define __constant__
#endif
// libstdc++ 14 writes __attribute__((__noinline__)), which clang has as a word.
#if !defined(__clang__) && !defined(__noinline__)
#define __noinline__
#endif
#endif

#endif
