// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "gl.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef unsigned char gl_boolean;
typedef intptr_t gl_size;

enum {
  NONE = 0,
  INTEGER = 0x1404,
  UNSIGNED_BYTE = 0x1401,
  BYTE = 0x1400,
  SHORT = 0x1402,
  UNSIGNED_SHORT = 0x1403,
  UNSIGNED_INT = 0x1405,
  FLOAT = 0x1406,
  HALF_FLOAT = 0x140b,
  RED = 0x1903,
  RGBA = 0x1908,
  RG = 0x8227,
  RED_INTEGER = 0x8d94,
  RG_INTEGER = 0x8228,
  RGBA_INTEGER = 0x8d99,
  R8UI = 0x8232,
  ARRAY_BUFFER = 0x8892,
  ARRAY_BUFFER_BINDING = 0x8894,
  BUFFER_SIZE = 0x8764,
  BUFFER_MAPPED = 0x88bc,
  DYNAMIC_COPY = 0x88ea,
  PIXEL_PACK_BUFFER = 0x88eb,
  PIXEL_UNPACK_BUFFER = 0x88ec,
  PIXEL_PACK_BUFFER_BINDING = 0x88ed,
  PIXEL_UNPACK_BUFFER_BINDING = 0x88ef,
  MAP_READ = 1,
  MAP_WRITE = 2,
  MAP_INVALIDATE_BUFFER = 8,
  TEXTURE_1D = 0x0de0,
  TEXTURE_2D = 0x0de1,
  TEXTURE_3D = 0x806f,
  TEXTURE_RECTANGLE = 0x84f5,
  TEXTURE_CUBE_MAP = 0x8513,
  CUBE_FACE = 0x8515,
  TEXTURE_1D_ARRAY = 0x8c18,
  TEXTURE_2D_ARRAY = 0x8c1a,
  TEXTURE_BUFFER = 0x8c2a,
  TEXTURE_BINDING_BUFFER = 0x8c2c,
  TEXTURE_WIDTH = 0x1000,
  TEXTURE_HEIGHT = 0x1001,
  TEXTURE_INTERNAL_FORMAT = 0x1003,
  TEXTURE_DEPTH = 0x8071,
  TEXTURE_MAX_LEVEL = 0x813d,
  TEXTURE_SAMPLES = 0x9106
};

// X(field, exported name, result, parameters). Those of the second list a context may lack.
#define GL_FUNCTIONS(X)                                                                            \
  X(finish, glFinish, void, (void))                                                                \
  X(get_error, glGetError, unsigned, (void))                                                       \
  X(get_integer, glGetIntegerv, void, (unsigned what, int *out))                                   \
  X(is_buffer, glIsBuffer, gl_boolean, (unsigned))                                                 \
  X(is_texture, glIsTexture, gl_boolean, (unsigned))                                               \
  X(bind_buffer, glBindBuffer, void, (unsigned target, unsigned))                                  \
  X(buffer_parameter, glGetBufferParameteriv, void, (unsigned target, unsigned what, int *out))    \
  X(map_range, glMapBufferRange, void *,                                                           \
    (unsigned target, gl_size at, gl_size n, unsigned access))                                     \
  X(unmap, glUnmapBuffer, gl_boolean, (unsigned target))                                           \
  X(gen_buffers, glGenBuffers, void, (int n, unsigned *out))                                       \
  X(delete_buffers, glDeleteBuffers, void, (int n, const unsigned *))                              \
  X(buffer_data, glBufferData, void,                                                               \
    (unsigned target, gl_size n, const void *data, unsigned usage))                                \
  X(bind_texture, glBindTexture, void, (unsigned target, unsigned))                                \
  X(gen_textures, glGenTextures, void, (int n, unsigned *out))                                     \
  X(delete_textures, glDeleteTextures, void, (int n, const unsigned *))                            \
  X(pixel_store, glPixelStorei, void, (unsigned what, int value))
#define GL_MORE_FUNCTIONS(X)                                                                       \
  X(buffer_parameter64, glGetBufferParameteri64v, void,                                            \
    (unsigned target, unsigned what, int64_t *out))                                                \
  X(tex_buffer, glTexBuffer, void, (unsigned target, unsigned format, unsigned buffer))            \
  X(level_parameter, glGetTexLevelParameteriv, void,                                               \
    (unsigned target, int level, unsigned what, int *out))                                         \
  X(tex_parameter, glGetTexParameteriv, void, (unsigned target, unsigned what, int *out))          \
  X(get_image, glGetTexImage, void,                                                                \
    (unsigned target, int level, unsigned format, unsigned type, void *))                          \
  X(sub_image1, glTexSubImage1D, void,                                                             \
    (unsigned target, int level, int x, int w, unsigned format, unsigned type, const void *))      \
  X(sub_image2, glTexSubImage2D, void,                                                             \
    (unsigned target, int level, int x, int y, int w, int h, unsigned format, unsigned type,       \
     const void *))                                                                                \
  X(sub_image3, glTexSubImage3D, void,                                                             \
    (unsigned target, int level, int x, int y, int z, int w, int h, int d, unsigned format,        \
     unsigned type, const void *))

typedef struct gl_functions {
  bool tried, complete;
#define X(field, name, result, params) result(*field) params;
  GL_FUNCTIONS(X)
  GL_MORE_FUNCTIONS(X)
#undef X
} gl_functions;

// Where contexts come from, and the functions of each.
static struct gl_provider {
  const char *library, *current, *display, *find;
  uintptr_t property; // of an OpenCL context: CL_EGL_DISPLAY_KHR or CL_GLX_DISPLAY_KHR
  void *(*get_current)(void);
  void *(*get_display)(void);
  gl_functions f;
} providers[] = {
    {"libEGL.so.1", "eglGetCurrentContext", "eglGetCurrentDisplay", "eglGetProcAddress", 0x2009},
    {"libGLX.so.0", "glXGetCurrentContext", "glXGetCurrentDisplay", "glXGetProcAddressARB", 0x200a},
    {"libGL.so.1", "glXGetCurrentContext", "glXGetCurrentDisplay", "glXGetProcAddressARB", 0x200a},
};

static pthread_mutex_t finding = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local const gl_functions *gl; // of the context that gl_context found last

static void find_functions(gl_functions *f, void *(*find)(const char *)) {
  static const struct {
    const char *name;
    size_t at;
    bool needed;
  } want[] = {
#define X(field, name, result, params) {#name, offsetof(gl_functions, field), true},
      GL_FUNCTIONS(X)
#undef X
#define X(field, name, result, params) {#name, offsetof(gl_functions, field), false},
          GL_MORE_FUNCTIONS(X)
#undef X
  };
  f->complete = f->tried = true;
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    void *at = find(want[i].name);
    memcpy((char *)f + want[i].at, &at, sizeof at);
    f->complete &= at || !want[i].needed;
  }
}

// The context that a library has for this thread. The library stays open: a context keeps it.
static void *current_of(struct gl_provider *p) {
  pthread_mutex_lock(&finding);
  if (!p->f.tried) {
    void *lib = dlopen(p->library, RTLD_NOW | RTLD_NOLOAD);
    if (lib) {
      void *(*find)(const char *) = (void *(*)(const char *))dlsym(lib, p->find);
      p->get_current = (void *(*)(void))dlsym(lib, p->current);
      p->get_display = (void *(*)(void))dlsym(lib, p->display);
      if (find && p->get_current) find_functions(&p->f, find);
      p->f.tried = true;
    }
  }
  void *(*get_current)(void) = p->f.complete ? p->get_current : NULL;
  pthread_mutex_unlock(&finding);
  return get_current ? get_current() : NULL;
}

void *gl_context(void) {
  for (size_t i = 0; i < sizeof providers / sizeof *providers; i++) {
    void *context = current_of(&providers[i]);
    if (context) {
      gl = &providers[i].f;
      return context;
    }
  }
  return NULL;
}

void *gl_display(uintptr_t *property) {
  for (size_t i = 0; i < sizeof providers / sizeof *providers; i++)
    if (current_of(&providers[i]) && providers[i].get_display) {
      *property = providers[i].property;
      return providers[i].get_display();
    }
  return NULL;
}

void gl_finish(void) { gl->finish(); }

// Errors of earlier calls are the program's; a lost context has one for ever.
static void clear_errors(void) {
  for (int i = 0; i < 16 && gl->get_error() != NONE; i++) continue;
}

// ---- buffers ----

static unsigned bound(unsigned what) {
  int name = 0;
  gl->get_integer(what, &name);
  return (unsigned)name;
}

bool gl_is_buffer(unsigned buffer) { return buffer && gl->is_buffer(buffer); }

size_t gl_buffer_size(unsigned buffer) {
  unsigned before = bound(ARRAY_BUFFER_BINDING);
  int64_t wide = 0;
  int narrow = 0;
  gl->bind_buffer(ARRAY_BUFFER, buffer);
  if (gl->buffer_parameter64)
    gl->buffer_parameter64(ARRAY_BUFFER, BUFFER_SIZE, &wide);
  else
    gl->buffer_parameter(ARRAY_BUFFER, BUFFER_SIZE, &narrow), wide = narrow;
  gl->bind_buffer(ARRAY_BUFFER, before);
  return wide > 0 ? (size_t)wide : 0;
}

// A buffer of a size that no other group's has. A fence would do by the specification, but
// NVIDIA's glIsSync knows those of every context.
struct group {
  unsigned buffer;
  size_t size;
};

void *gl_group_new(void) {
  static _Atomic size_t groups;
  struct group *g = malloc(sizeof *g);
  if (!g) return NULL;
  g->size = 4096 + ++groups;
  unsigned before = bound(ARRAY_BUFFER_BINDING);
  gl->gen_buffers(1, &g->buffer);
  gl->bind_buffer(ARRAY_BUFFER, g->buffer);
  gl->buffer_data(ARRAY_BUFFER, (gl_size)g->size, NULL, DYNAMIC_COPY);
  gl->bind_buffer(ARRAY_BUFFER, before);
  return g;
}

bool gl_in_group(void *group) {
  struct group *g = group;
  return g && gl_is_buffer(g->buffer) && gl_buffer_size(g->buffer) == g->size;
}

void gl_group_free(void *group) {
  struct group *g = group;
  if (!g) return;
  gl->delete_buffers(1, &g->buffer);
  free(g);
}

unsigned gl_hold(unsigned buffer) {
  if (!gl->tex_buffer) return 0;
  unsigned texture = 0;
  clear_errors();
  unsigned before = bound(TEXTURE_BINDING_BUFFER);
  if (gl->get_error() != NONE) return 0;
  gl->gen_textures(1, &texture);
  gl->bind_texture(TEXTURE_BUFFER, texture);
  gl->tex_buffer(TEXTURE_BUFFER, R8UI, buffer);
  gl->bind_texture(TEXTURE_BUFFER, before);
  if (gl->get_error() == NONE) return texture;
  gl_let_go(texture);
  return 0;
}

void gl_let_go(unsigned texture) {
  if (texture) gl->delete_textures(1, &texture);
}

void *gl_map(unsigned buffer, size_t size, bool read, bool write, bool discard) {
  unsigned access = (read ? MAP_READ : 0) | (write ? MAP_WRITE : 0);
  if (discard) access = MAP_WRITE | MAP_INVALIDATE_BUFFER;
  unsigned before = bound(ARRAY_BUFFER_BINDING);
  int mapped = 0;
  void *p = NULL;
  gl->bind_buffer(ARRAY_BUFFER, buffer);
  gl->buffer_parameter(ARRAY_BUFFER, BUFFER_MAPPED, &mapped);
  clear_errors();
  if (!mapped) p = gl->map_range(ARRAY_BUFFER, 0, (gl_size)size, access);
  clear_errors();
  gl->bind_buffer(ARRAY_BUFFER, before);
  return p;
}

bool gl_unmap(unsigned buffer) {
  if (!gl_is_buffer(buffer)) return false;
  unsigned before = bound(ARRAY_BUFFER_BINDING);
  int mapped = 0;
  gl->bind_buffer(ARRAY_BUFFER, buffer);
  gl->buffer_parameter(ARRAY_BUFFER, BUFFER_MAPPED, &mapped);
  bool kept = mapped && gl->unmap(ARRAY_BUFFER);
  gl->bind_buffer(ARRAY_BUFFER, before);
  return kept;
}

// ---- textures ----

static const struct gl_target {
  unsigned target, binding;
  int dims;
  bool layered;
} targets[] = {
    {TEXTURE_1D, 0x8068, 1, false},       {TEXTURE_2D, 0x8069, 2, false},
    {TEXTURE_3D, 0x806a, 3, false},       {TEXTURE_RECTANGLE, 0x84f6, 2, false},
    {TEXTURE_1D_ARRAY, 0x8c1c, 2, true},  {TEXTURE_2D_ARRAY, 0x8c1d, 3, true},
    {TEXTURE_CUBE_MAP, 0x8514, 2, false},
};

static const struct gl_target *target_of(unsigned target) {
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (targets[i].target == target) return &targets[i];
  return NULL;
}

// The formats that have a hipArray_Format; HIP has no arrays of three channels.
static const struct gl_format {
  unsigned internal, format, type;
  int channels, bits;
  enum hipChannelFormatKind kind;
} formats[] = {
#define UNSIGNED hipChannelFormatKindUnsigned
#define SIGNED hipChannelFormatKindSigned
#define FLOATING hipChannelFormatKindFloat
    {0x8229, RED, UNSIGNED_BYTE, 1, 8, UNSIGNED},            // R8
    {0x822b, RG, UNSIGNED_BYTE, 2, 8, UNSIGNED},             // RG8
    {0x8058, RGBA, UNSIGNED_BYTE, 4, 8, UNSIGNED},           // RGBA8
    {0x8c43, RGBA, UNSIGNED_BYTE, 4, 8, UNSIGNED},           // SRGB8_ALPHA8
    {RGBA, RGBA, UNSIGNED_BYTE, 4, 8, UNSIGNED},             // RGBA, unsized
    {0x822a, RED, UNSIGNED_SHORT, 1, 16, UNSIGNED},          // R16
    {0x822c, RG, UNSIGNED_SHORT, 2, 16, UNSIGNED},           // RG16
    {0x805b, RGBA, UNSIGNED_SHORT, 4, 16, UNSIGNED},         // RGBA16
    {0x8f94, RED, BYTE, 1, 8, SIGNED},                       // R8_SNORM
    {0x8f95, RG, BYTE, 2, 8, SIGNED},                        // RG8_SNORM
    {0x8f97, RGBA, BYTE, 4, 8, SIGNED},                      // RGBA8_SNORM
    {0x8f98, RED, SHORT, 1, 16, SIGNED},                     // R16_SNORM
    {0x8f99, RG, SHORT, 2, 16, SIGNED},                      // RG16_SNORM
    {0x8f9b, RGBA, SHORT, 4, 16, SIGNED},                    // RGBA16_SNORM
    {0x822d, RED, HALF_FLOAT, 1, 16, FLOATING},              // R16F
    {0x822f, RG, HALF_FLOAT, 2, 16, FLOATING},               // RG16F
    {0x881a, RGBA, HALF_FLOAT, 4, 16, FLOATING},             // RGBA16F
    {0x822e, RED, FLOAT, 1, 32, FLOATING},                   // R32F
    {0x8230, RG, FLOAT, 2, 32, FLOATING},                    // RG32F
    {0x8814, RGBA, FLOAT, 4, 32, FLOATING},                  // RGBA32F
    {0x8231, RED_INTEGER, BYTE, 1, 8, SIGNED},               // R8I
    {0x8237, RG_INTEGER, BYTE, 2, 8, SIGNED},                // RG8I
    {0x8d8e, RGBA_INTEGER, BYTE, 4, 8, SIGNED},              // RGBA8I
    {0x8232, RED_INTEGER, UNSIGNED_BYTE, 1, 8, UNSIGNED},    // R8UI
    {0x8238, RG_INTEGER, UNSIGNED_BYTE, 2, 8, UNSIGNED},     // RG8UI
    {0x8d7c, RGBA_INTEGER, UNSIGNED_BYTE, 4, 8, UNSIGNED},   // RGBA8UI
    {0x8233, RED_INTEGER, SHORT, 1, 16, SIGNED},             // R16I
    {0x8239, RG_INTEGER, SHORT, 2, 16, SIGNED},              // RG16I
    {0x8d88, RGBA_INTEGER, SHORT, 4, 16, SIGNED},            // RGBA16I
    {0x8234, RED_INTEGER, UNSIGNED_SHORT, 1, 16, UNSIGNED},  // R16UI
    {0x823a, RG_INTEGER, UNSIGNED_SHORT, 2, 16, UNSIGNED},   // RG16UI
    {0x8d76, RGBA_INTEGER, UNSIGNED_SHORT, 4, 16, UNSIGNED}, // RGBA16UI
    {0x8235, RED_INTEGER, INTEGER, 1, 32, SIGNED},           // R32I
    {0x823b, RG_INTEGER, INTEGER, 2, 32, SIGNED},            // RG32I
    {0x8d82, RGBA_INTEGER, INTEGER, 4, 32, SIGNED},          // RGBA32I
    {0x8236, RED_INTEGER, UNSIGNED_INT, 1, 32, UNSIGNED},    // R32UI
    {0x823c, RG_INTEGER, UNSIGNED_INT, 2, 32, UNSIGNED},     // RG32UI
    {0x8d70, RGBA_INTEGER, UNSIGNED_INT, 4, 32, UNSIGNED},   // RGBA32UI
};

static bool take_format(gl_image *m) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const struct gl_format *f = &formats[i];
    if (f->internal != m->internal) continue;
    m->format = f->format, m->type = f->type;
    m->channels = f->channels, m->bits = f->bits, m->kind = f->kind;
    return true;
  }
  return false;
}

// How a level is asked about and moved: the first face of a cube map stands for all.
static unsigned face_of(const gl_image *m, int face) {
  return m->target == TEXTURE_CUBE_MAP ? (unsigned)(CUBE_FACE + face) : m->target;
}
static int faces_of(const gl_image *m) { return m->target == TEXTURE_CUBE_MAP ? 6 : 1; }

static int level_number(const gl_image *m, int level, unsigned what) {
  int n = 0;
  gl->level_parameter(face_of(m, 0), level, what, &n);
  return n;
}

static size_t align_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

// The levels that the bound texture has, and where they lie in the pixel buffer object. Rows
// lie as those of an array do (newArray in array.go).
static void take_levels(gl_image *m) {
  int most = 0;
  gl->tex_parameter(m->target, TEXTURE_MAX_LEVEL, &most);
  m->levels = 0, m->size = 0;
  while (m->levels < GL_LEVELS && m->levels <= most) {
    gl_level *l = &m->level[m->levels];
    l->width = level_number(m, m->levels, TEXTURE_WIDTH);
    l->height = m->dims > 1 ? level_number(m, m->levels, TEXTURE_HEIGHT) : 1;
    l->depth = m->dims > 2 ? level_number(m, m->levels, TEXTURE_DEPTH) : faces_of(m);
    if (l->width <= 0 || l->height <= 0 || l->depth <= 0) break;
    l->pitch = (size_t)l->width * (size_t)(m->channels * m->bits / 8);
    if (l->height > 1) l->pitch = align_up(l->pitch, 16);
    l->offset = m->size;
    m->size += align_up(l->pitch * (size_t)l->height * (size_t)l->depth, 256);
    m->levels++;
    if (m->target == TEXTURE_RECTANGLE) break;
  }
}

static hipError_t describe(gl_image *m) {
  if (gl->get_error() != NONE) return hipErrorInvalidValue; // a texture of another target
  m->internal = (unsigned)level_number(m, 0, TEXTURE_INTERNAL_FORMAT);
  if (!take_format(m) || level_number(m, 0, TEXTURE_SAMPLES) > 1) return hipErrorInvalidValue;
  take_levels(m);
  return m->levels > 0 ? hipSuccess : hipErrorInvalidValue;
}

static hipError_t make_pixels(gl_image *m) {
  unsigned before = bound(ARRAY_BUFFER_BINDING);
  clear_errors();
  gl->gen_buffers(1, &m->pixels);
  gl->bind_buffer(ARRAY_BUFFER, m->pixels);
  gl->buffer_data(ARRAY_BUFFER, (gl_size)m->size, NULL, DYNAMIC_COPY);
  bool made = gl->get_error() == NONE;
  gl->bind_buffer(ARRAY_BUFFER, before);
  if (made) return hipSuccess;
  gl_image_close(m);
  return hipErrorOutOfMemory;
}

hipError_t gl_image_open(gl_image *m) {
  const struct gl_target *t = target_of(m->target);
  if (!t || !m->name || !gl->is_texture(m->name)) return hipErrorInvalidValue;
  if (!gl->get_image || !gl->sub_image1 || !gl->sub_image2 || !gl->sub_image3 ||
      !gl->level_parameter || !gl->tex_parameter)
    return hipErrorNotSupported; // OpenGL ES does not give textures out
  m->dims = t->dims, m->layered = t->layered;
  unsigned before = bound(t->binding);
  clear_errors();
  gl->bind_texture(m->target, m->name);
  hipError_t e = describe(m);
  clear_errors();
  gl->bind_texture(m->target, before);
  return e == hipSuccess ? make_pixels(m) : e;
}

void gl_image_close(gl_image *m) {
  if (m->pixels) gl->delete_buffers(1, &m->pixels);
  m->pixels = 0;
}

bool gl_is_texture(const gl_image *m) { return gl->is_texture(m->name); }

// How pixels lie in memory, for transfers in one direction. pack and unpack have the same
// names in another order of numbers.
enum { STORES = 8 };
static const unsigned pack_stores[STORES] = {0x0d00, 0x0d01, 0x0d02, 0x0d03,
                                             0x0d04, 0x0d05, 0x806b, 0x806c};
static const unsigned unpack_stores[STORES] = {0x0cf0, 0x0cf1, 0x0cf2, 0x0cf3,
                                               0x0cf4, 0x0cf5, 0x806d, 0x806e};
// SWAP_BYTES, LSB_FIRST, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS, ALIGNMENT, SKIP_IMAGES, IMAGE_HEIGHT
enum { ROW_LENGTH = 2, ALIGNMENT = 5 };

// One transfer: its state, and the program's, which it puts back.
typedef struct gl_transfer {
  const gl_image *image;
  unsigned target;          // of the pixel buffer object
  const unsigned *stores;   // names of the state
  unsigned buffer, texture; // the program's
  int before[STORES];
} gl_transfer;

static void transfer_begin(gl_transfer *t, const gl_image *m, bool pull) {
  t->image = m;
  t->target = pull ? PIXEL_PACK_BUFFER : PIXEL_UNPACK_BUFFER;
  t->stores = pull ? pack_stores : unpack_stores;
  t->buffer = bound(pull ? PIXEL_PACK_BUFFER_BINDING : PIXEL_UNPACK_BUFFER_BINDING);
  t->texture = bound(target_of(m->target)->binding);
  for (int i = 0; i < STORES; i++) {
    gl->get_integer(t->stores[i], &t->before[i]);
    gl->pixel_store(t->stores[i], i == ALIGNMENT ? 1 : 0);
  }
  clear_errors();
  gl->bind_buffer(t->target, m->pixels);
  gl->bind_texture(m->target, m->name);
}

static hipError_t transfer_end(gl_transfer *t) {
  bool ok = gl->get_error() == NONE;
  clear_errors();
  gl->bind_texture(t->image->target, t->texture);
  gl->bind_buffer(t->target, t->buffer);
  for (int i = 0; i < STORES; i++) gl->pixel_store(t->stores[i], t->before[i]);
  return ok ? hipSuccess : hipErrorUnknown;
}

static void set_rows(const gl_transfer *t, const gl_level *l) {
  int texel = t->image->channels * t->image->bits / 8;
  gl->pixel_store(t->stores[ROW_LENGTH], (int)(l->pitch / (size_t)texel));
}

// A place in the pixel buffer object, as OpenGL takes it.
static void *place(const gl_level *l, int face) {
  return (void *)(l->offset + l->pitch * (size_t)l->height * (size_t)face);
}

hipError_t gl_image_pull(const gl_image *m) {
  gl_transfer t;
  transfer_begin(&t, m, true);
  for (int i = 0; i < m->levels; i++) {
    set_rows(&t, &m->level[i]);
    for (int face = 0; face < faces_of(m); face++)
      gl->get_image(face_of(m, face), i, m->format, m->type, place(&m->level[i], face));
  }
  return transfer_end(&t);
}

static void push_level(const gl_image *m, int i) {
  const gl_level *l = &m->level[i];
  for (int face = 0; face < faces_of(m); face++) {
    unsigned target = face_of(m, face);
    const void *from = place(l, face);
    if (m->dims == 1)
      gl->sub_image1(target, i, 0, l->width, m->format, m->type, from);
    else if (m->dims == 2)
      gl->sub_image2(target, i, 0, 0, l->width, l->height, m->format, m->type, from);
    else
      gl->sub_image3(target, i, 0, 0, 0, l->width, l->height, l->depth, m->format, m->type, from);
  }
}

hipError_t gl_image_push(const gl_image *m) {
  gl_transfer t;
  transfer_begin(&t, m, false);
  for (int i = 0; i < m->levels; i++) {
    set_rows(&t, &m->level[i]);
    push_level(m, i);
  }
  return transfer_end(&t);
}
