// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// CUDA's libraries, which do the work of AMD's on NVIDIA devices. They are opened when a handle for
// such a device is made; nothing of CUDA is needed to build.
#ifndef GOHIP_LIBRARIES_CUDA_H
#define GOHIP_LIBRARIES_CUDA_H

#include "hostcall.h"
#include "libgohip/native.h"

#ifdef __cplusplus
extern "C" {
#endif

// gl_cuda is one of CUDA's libraries.
typedef struct gl_cuda {
  const char *user;        // of the library that asks for it, for messages
  const char *variable;    // of the environment, which names another file
  const char *name;        // of the file, without its version
  const int *versions;     // of the file, newest first, up to 0
  const char *package;     // to install
  const char *const *want; // functions that it must have, up to null
  void *library;           // set by gl_cuda_open
} gl_cuda;

// gl_cuda_open opens a library, if it has not been: where the loader looks, then in the folders in
// which CUDA is installed. It says on standard error what to install where there is none.
bool gl_cuda_open(gl_cuda *c);

// gl_cuda_function finds a function by its name: null if the library has none.
void *gl_cuda_function(const gl_cuda *c, const char *name);

// CUDA's enumerators are BLAS's without their numbers: of operations, triangles, diagonals, sides.
static inline int gl_cuda_op(int hip) { return hip - 111; }
static inline int gl_cuda_fill(int hip) { return hip == 121 ? 1 : hip == 122 ? 0 : 2; }
static inline int gl_cuda_diag(int hip) { return hip - 131; }
static inline int gl_cuda_side(int hip) { return hip - 141; }

#ifdef __cplusplus
}
#endif

#endif
