// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Generated from packages abi, fatbin and spirv by abigen (go generate ./abi). DO NOT EDIT.

#ifndef GOHIP_ABI_H
#define GOHIP_ABI_H

// clang-format off

// What a launch passes for a parameter of a kernel (abi.Class).
enum gh_arg_kind {
  GH_ARG_VALUE = 0, // bytes that the program gives
  GH_ARG_POINTER = 1, // a device address that the program gives
  GH_ARG_LOCAL = 2, // the launch's dynamic shared memory
  GH_ARG_SEGMENT = 3, // the address of the module's variable segment
  GH_ARG_HIDDEN = 4, // what AMD's runtime fills in, of its code objects
};

// The first bytes of a fat binary, and the first word of what the constructor that clang emits registers.
#define GH_BUNDLE_MAGIC "__CLANG_OFFLOAD_BUNDLE__"
#define GH_COMPRESSED_MAGIC "CCOB"
#define GH_WRAPPER_MAGIC 0x48495046u

// SPIR-V: the first word, the words before the first instruction, the first and the last operation of specialisation constants.
#define GH_SPIRV_MAGIC 0x07230203u
#define GH_SPIRV_HEADER_WORDS 5
#define GH_SPIRV_FIRST_SPEC_CONSTANT 48
#define GH_SPIRV_LAST_SPEC_CONSTANT 52

// Environment variables that the C and the Go side read.
#define GH_ENV_CUDA "GOHIP_CUDA"
#define GH_ENV_QUIET "GOHIP_QUIET"
#define GH_ENV_VERBOSE "GOHIP_VERBOSE"

// Families of variables that name libraries, programs, folders or files, and members of them that do not.
#define GH_ENV_FAMILIES \
  "GOHIP", \
  "HIP", \
  "ROC", \
  "HSA_", \
  "AMD_", \
  "OCL_", \
  "OPENCL", \
  "POCL", \
  "CUDA_", \
  "NVIDIA_", \
  "RUSTICL", \
  "MESA", \
  "ZE_", \
  "NEO", \
  "GALLIUM", \
  "LIBGL_", \
  "LLVM", \
  "CLANG", \
  "CCC_", \
  "GCC_", \
  "NCCL", \
  "CUBLAS", \
  "CUFFT", \
  "CUSOLVER", \
  "CUSPARSE", \
  "MKL", \
  "OMP_TOOL", \
  "COMPILER_PATH", \
  "LIBRARY_PATH", \
  "CPATH", \
  "C_INCLUDE_PATH", \
  "CPLUS_INCLUDE_PATH"
#define GH_ENV_HARMLESS \
  "HIP_VISIBLE_DEVICES", \
  "ROCR_VISIBLE_DEVICES", \
  "CUDA_VISIBLE_DEVICES", \
  "GOHIP_QUIET", \
  "GOHIP_VERBOSE", \
  "GOHIP_AMD", \
  "GOHIP_CACHE", \
  "GOHIP_CPU", \
  "GOHIP_COMPUTE_CAPABILITY", \
  "GOHIP_CPU_THREADS", \
  "GOHIP_PREFETCH", \
  "HIP_LAUNCH_BLOCKING"

#endif
