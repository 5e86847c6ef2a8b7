// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel ABI as far as the AMD fallback library needs it: the control variables that the
// oclc_*.bc files define, and the offsets of the implicit arguments (AMDGPUUsage, "Kernel Argument
// Segment"; code object version 4 differs from versions 5 and 6).
#ifndef GOHIP_AMDGCN_ABI_H
#define GOHIP_AMDGCN_ABI_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// 400, 500 or 600. It is constant after linking, so only the loads of one version remain: LLVM
// derives a kernel's hidden arguments from these loads.
extern const __constant int __oclc_ABI_version;
// Whether a wavefront has 64 lanes.
extern const __constant bool __oclc_wavefrontsize64;

#define ABI5 (__oclc_ABI_version >= 500)

typedef const __constant char *args_t;

static inline args_t implicit_args(void) { return (args_t)__builtin_amdgcn_implicitarg_ptr(); }

// The AQL dispatch packet (HSA Platform System Architecture 2.9.6): the work-group
// sizes are u16 at 4, 6, 8, the grid sizes in work-items u32 at 12, 16, 20.
static inline args_t dispatch_packet(void) { return (args_t)__builtin_amdgcn_dispatch_ptr(); }

#define ARG(type, base, offset) (*(const __constant type *)((base) + (offset)))

// Implicit arguments of versions 5 and 6, offsets from the implicit argument pointer.
enum {
  ARG5_BLOCK_COUNT = 0,    // u32 x 3: whole work-groups
  ARG5_GROUP_SIZE = 12,    // u16 x 3
  ARG5_REMAINDER = 18,     // u16 x 3: size of the partial last work-group, or 0
  ARG5_GLOBAL_OFFSET = 40, // u64 x 3
  ARG5_GRID_DIMS = 64,     // u16
  ARG5_PRINTF_BUFFER = 72,
  ARG5_HOSTCALL = 80,
  ARG5_MULTIGRID = 88,
  ARG5_HEAP = 96,
};

// Version 4.
enum {
  ARG4_GLOBAL_OFFSET = 0, // u64 x 3
  ARG4_PRINTF_BUFFER = 24,
  ARG4_HOSTCALL = 24, // shares the slot with the printf buffer
  ARG4_MULTIGRID = 48,
};

// Lane operations by LLVM name: the builtins require a wave size, which is unknown when this
// library is compiled.
__attribute__((const, convergent)) ulong gohip_ballot(bool) __asm("llvm.amdgcn.ballot.i64");

#endif
