// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenGL as graphics.go needs it: the functions of the context that is current in the calling
// thread, found in a library that the program has loaded, and what is done with several of
// them. No library of OpenGL is linked, and none is loaded: without one there is no context.
// Values: OpenGL 4.6 (Core Profile), GLX 1.4, EGL 1.5.
#ifndef GOHIP_GL_H
#define GOHIP_GL_H

#include "core.h"

#define GL_LEVELS 16 // of a texture: 32768 texels wide

// One level of a texture in a pixel buffer object.
typedef struct gl_level {
  int width, height, depth; // texels; 1 where the target lacks a dimension
  size_t offset, pitch;     // bytes
} gl_level;

// A texture as it is moved: every level, all layers of it one after the other.
typedef struct gl_image {
  unsigned name, target;
  unsigned internal, format, type; // format and type are those of the pixels in memory
  int channels, bits;
  enum hipChannelFormatKind kind;
  int dims;     // of its texels, 1 to 3
  bool layered; // the last of its dimensions are layers, which are arrays of their own
  int levels;
  gl_level level[GL_LEVELS];
  unsigned pixels; // the pixel buffer object
  size_t size;     // bytes of it
} gl_image;

// The context of the calling thread, or NULL: there is none, or it lacks what is needed here.
void *gl_context(void);

// The display of the calling thread's context, and what OpenCL calls a display of its kind.
void *gl_display(uintptr_t *property);
// Waits for OpenGL's commands.
void gl_finish(void);

// Something that tells contexts that share objects with the current one; NULL if the context
// has no such thing.
void *gl_group_new(void);
bool gl_in_group(void *group);
void gl_group_free(void *group);

bool gl_is_buffer(unsigned buffer);
// Bytes of a buffer, 0 if it has no storage.
size_t gl_buffer_size(unsigned buffer);
// The buffer's storage outlives its name while a texture holds it. 0: the context cannot.
unsigned gl_hold(unsigned buffer);
void gl_let_go(unsigned texture);

// The memory of a buffer, for HIP's way to use it; NULL if it is mapped already.
void *gl_map(unsigned buffer, size_t size, bool read, bool write, bool discard);
// False when the contents are lost, or the buffer has gone.
bool gl_unmap(unsigned buffer);

// Describes a texture and makes its pixel buffer object.
hipError_t gl_image_open(gl_image *image);
void gl_image_close(gl_image *image);
bool gl_is_texture(const gl_image *image);
// Texels to the pixel buffer object, or back.
hipError_t gl_image_pull(const gl_image *image);
hipError_t gl_image_push(const gl_image *image);

// The driver's own sharing of buffers, where it has it.
static inline void *gl_share(gh_device *d, unsigned buffer, unsigned flags) {
  void *shared = NULL;
  if (!d->drv->gl_register || d->drv->gl_register(d, buffer, flags, &shared) != hipSuccess)
    return NULL;
  return shared;
}
static inline hipError_t gl_unshare(gh_device *d, void *shared) {
  return d->drv->gl_unregister(d, shared);
}
static inline hipError_t gl_map_shared(gh_stream *s, void *shared, void **p, size_t *size) {
  if (s->dev->drv->gl_waits) gl_finish();
  return s->dev->drv->gl_map(s, shared, p, size);
}
static inline hipError_t gl_unmap_shared(gh_stream *s, void *shared) {
  return s->dev->drv->gl_unmap(s, shared);
}

#endif
