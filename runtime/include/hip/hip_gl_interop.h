// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Buffers and images shared with OpenGL.
#ifndef HIP_INCLUDE_HIP_HIP_GL_INTEROP_H
#define HIP_INCLUDE_HIP_HIP_GL_INTEROP_H

#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hipGLDeviceList {
  hipGLDeviceListAll = 1,
  hipGLDeviceListCurrentFrame = 2,
  hipGLDeviceListNextFrame = 3
} hipGLDeviceList;

typedef unsigned int GLuint;
typedef unsigned int GLenum;

#include <hip/gohip_gl_functions.h>

#ifdef __cplusplus
}
#endif

#endif
