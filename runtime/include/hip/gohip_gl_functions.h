// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// Generated from runtime/libgohip/api.txt by apigen. DO NOT EDIT.

// clang-format off
hipError_t hipGLGetDevices(unsigned int* pHipDeviceCount, int* pHipDevices, unsigned int hipDeviceCount, hipGLDeviceList deviceList);
hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource** resource, GLuint buffer, unsigned int flags);
hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource** resource, GLuint image, GLenum target, unsigned int flags);
