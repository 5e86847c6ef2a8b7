// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Declarations shared by the NVPTX device library's sources.
#ifndef GOHIP_NVPTX_H
#define GOHIP_NVPTX_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
typedef _Float16 half;
typedef half half2 __attribute__((ext_vector_type(2)));

// Library functions are always inlined.
#define OCML __attribute__((always_inline)) extern
#define INLINE __attribute__((always_inline)) extern
#define CONVERGENT __attribute__((always_inline, convergent)) extern

// Folded by LLVM's NVVMReflect: "__CUDA_ARCH" gives 100*major + 10*minor,
// "__CUDA_FTZ" whether f32 denormals are flushed.
#define ARCH __nvvm_reflect("__CUDA_ARCH")
#define FTZ __nvvm_reflect("__CUDA_FTZ")

#endif
