// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// CUDA's libraries, which implement AMD's on NVIDIA devices. They are opened when a handle for such
// a device is created; the build needs nothing of CUDA.
#ifndef GOHIP_LIBRARIES_CUDA_H
#define GOHIP_LIBRARIES_CUDA_H

#include "hostcall.h"
#include "libgohip/native.h"

#ifdef __cplusplus
extern "C" {
#endif

// gl_cuda is one of CUDA's libraries.
typedef struct gl_cuda {
  const char *user;        // the library that uses it, for messages
  const char *variable;    // environment variable that names another file
  const char *name;        // file name, without its version
  const int *versions;     // versions of the file, newest first, terminated by 0
  const char *package;     // package to install
  const char *const *want; // required functions, terminated by null
  void *library;           // set by gl_cuda_open
} gl_cuda;

// gl_cuda_open opens a library, unless it is already open: by the loader's search path, then in the
// folders in which CUDA is installed. If there is none, it prints on standard error what to
// install.
bool gl_cuda_open(gl_cuda *c);

// gl_cuda_function finds a function by its name; the result is null if the library lacks it.
void *gl_cuda_function(const gl_cuda *c, const char *name);

// CUDA's enumerators of operations, triangles, diagonals and sides start at 0, hipBLAS's at BLAS's
// numbers.
static inline int gl_cuda_op(int hip) { return hip - 111; }
static inline int gl_cuda_fill(int hip) { return hip == 121 ? 1 : hip == 122 ? 0 : 2; }
static inline int gl_cuda_diag(int hip) { return hip - 131; }
static inline int gl_cuda_side(int hip) { return hip - 141; }

#ifdef __cplusplus
}
#endif

#endif
