// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenGL for graphics.go: the functions of the context that is current in the calling thread, found
// in a library that the program has loaded, and operations that combine several of them. No OpenGL
// library is linked or loaded: without one there is no context. Values: OpenGL 4.6 (Core Profile),
// GLX 1.4, EGL 1.5.
#ifndef GOHIP_GL_H
#define GOHIP_GL_H

#include "core.h"

#define GL_LEVELS 16 // levels of a texture of width 32768

// One level of a texture in a pixel buffer object.
typedef struct gl_level {
  int width, height, depth; // in texels; 1 for missing dimensions
  size_t offset, pitch;     // in bytes
} gl_level;

// The transfer layout of a texture: all levels, each with all its layers in sequence.
typedef struct gl_image {
  unsigned name, target;
  unsigned internal, format, type; // format and type are those of the pixels in memory
  int channels, bits;
  enum hipChannelFormatKind kind;
  int dims;     // dimensions of its texels, 1 to 3
  bool layered; // the last dimension is layers, each an array of its own
  int levels;
  gl_level level[GL_LEVELS];
  unsigned pixels; // the pixel buffer object
  size_t size;     // its size in bytes
} gl_image;

// The context of the calling thread, or NULL if there is none or it lacks required functions.
void *gl_context(void);

// The display of the calling thread's context, and the OpenCL property for that kind of display.
void *gl_display(uintptr_t *property);
// Waits for OpenGL's commands.
void gl_finish(void);

// An object that identifies the contexts that share objects with the current one; NULL if the
// context does not support it.
void *gl_group_new(void);
bool gl_in_group(void *group);
void gl_group_free(void *group);

bool gl_is_buffer(unsigned buffer);
// The size of a buffer in bytes, 0 if it has no storage.
size_t gl_buffer_size(unsigned buffer);
// Returns a texture that keeps the buffer's storage alive after its name is deleted; 0 if the
// context does not support it.
unsigned gl_hold(unsigned buffer);
void gl_let_go(unsigned texture);

// Maps a buffer for the given accesses; NULL if it is already mapped.
void *gl_map(unsigned buffer, size_t size, bool read, bool write, bool discard);
// False if the contents were lost or the buffer was deleted.
bool gl_unmap(unsigned buffer);

// Describes a texture and creates its pixel buffer object.
hipError_t gl_image_open(gl_image *image);
void gl_image_close(gl_image *image);
bool gl_is_texture(const gl_image *image);
// Transfers texels to the pixel buffer object, or back.
hipError_t gl_image_pull(const gl_image *image);
hipError_t gl_image_push(const gl_image *image);

// The driver's own sharing of buffers, if it supports it.
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
