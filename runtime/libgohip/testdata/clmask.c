// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A contract double of OpenCL devices that have less than the machine's own: a layer in
// front of its OpenCL library that hides what CLMASK lists, and refuses what a device
// without that would refuse or crash on.
//
//	subgroups   no sub-groups
//	generic     no generic address space
//	fp64        no double precision
//	int64       no 64-bit atomics
//	system      no fine-grained system SVM: memory comes from
//	            cl_intel_unified_shared_memory, as on Intel's GPUs
//	usm         nor that: memory comes from SVM buffers
//	gpu         calls itself a GPU, of sub-groups of 8, 16 and 32 that advance on their
//	            own, as Intel's does
//	pvc         is Intel's Ponte Vecchio, and takes ocloc's code for it: it says so on
//	            standard error, and compiles the SPIR-V that is with the code
//	newdriver   refuses such code, as a driver of another release may
//	gl          shares buffers with OpenGL (cl_khr_gl_sharing) in contexts made for the one that
//	            is current, and says at the end how many were acquired; such a buffer is a
//	            copy, moved when it is acquired and released
//	othergl     has that, and refuses every context of OpenGL as another device's
//
// It is linked with the OpenCL loader, where all other functions come from. What a
// program does against the rules is reported on standard error and ends it.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool hidden(const char *what) {
  const char *list = getenv("CLMASK");
  size_t n = strlen(what);
  for (const char *p = list; p && (p = strstr(p, what)); p += n)
    if ((p == list || p[-1] == ',') && (p[n] == ',' || !p[n])) return true;
  return false;
}

static void *next(const char *name) {
  void *p = dlsym(RTLD_NEXT, name);
  if (!p) {
    fprintf(stderr, "clmask: the OpenCL loader has no %s\n", name);
    abort();
  }
  return p;
}
#define NEXT(name) ((__typeof__(&name))next(#name))

static cl_int answer(const void *data, size_t n, size_t size, void *out, size_t *got) {
  if (got) *got = n;
  if (!out) return CL_SUCCESS;
  if (size < n) return CL_INVALID_VALUE;
  memcpy(out, data, n);
  return CL_SUCCESS;
}

// What each word of CLMASK takes out of the lists of extensions.
static const struct {
  const char *word, *extension;
} extensions[] = {
    {"subgroups", "cl_khr_subgroups"},
    {"subgroups", "cl_khr_subgroup_ballot"},
    {"subgroups", "cl_khr_subgroup_shuffle"},
    {"subgroups", "cl_intel_subgroups"},
    {"subgroups", "cl_intel_required_subgroup_size"},
    {"fp64", "cl_khr_fp64"},
    {"int64", "cl_khr_int64_base_atomics"},
    {"int64", "cl_khr_int64_extended_atomics"},
    {"usm", "cl_intel_unified_shared_memory"},
};

cl_int clGetDeviceInfo(cl_device_id d, cl_device_info what, size_t size, void *out, size_t *got) {
  static const cl_bool no = CL_FALSE, yes = CL_TRUE;
  switch (what) {
  case CL_DEVICE_TYPE: {
    cl_device_type t = CL_DEVICE_TYPE_GPU;
    if (hidden("gpu")) return answer(&t, sizeof t, size, out, got);
    break;
  }
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL: {
    size_t sizes[] = {8, 16, 32};
    if (hidden("subgroups")) return CL_INVALID_VALUE;
    if (hidden("gpu")) return answer(sizes, sizeof sizes, size, out, got);
    break;
  }
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    if (hidden("gpu")) return answer(&yes, sizeof yes, size, out, got);
    break;
  case 0x4250: { // CL_DEVICE_IP_VERSION_INTEL: 12.60.7
    cl_version v = 12u << 22 | 60u << 14 | 7u;
    if (hidden("pvc")) return answer(&v, sizeof v, size, out, got);
    break;
  }
  case CL_DEVICE_DOUBLE_FP_CONFIG: {
    cl_device_fp_config none = 0;
    if (hidden("fp64")) return answer(&none, sizeof none, size, out, got);
    break;
  }
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    if (hidden("generic")) return answer(&no, sizeof no, size, out, got);
    break;
  case CL_DEVICE_OPENCL_C_FEATURES:
    if (hidden("generic")) return answer("", 0, size, out, got);
    break;
  case CL_DEVICE_SVM_CAPABILITIES:
    if (hidden("system") || hidden("usm")) {
      cl_device_svm_capabilities c = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
      return answer(&c, sizeof c, size, out, got);
    }
    break;
  case CL_DEVICE_EXTENSIONS: {
    size_t n = 0;
    cl_int e = NEXT(clGetDeviceInfo)(d, what, 0, NULL, &n);
    if (e) return e;
    char *all = calloc(1, n + 2), *text = calloc(1, n + 2);
    if (!all || !text) abort();
    e = NEXT(clGetDeviceInfo)(d, what, n, all, NULL);
    static const char attributes[] = "cl_intel_device_attribute_query ",
                      graphics[] = "cl_khr_gl_sharing ";
    text = realloc(text, n + 2 + sizeof attributes + sizeof graphics);
    if (!text) abort();
    if (hidden("pvc")) strcpy(text, attributes);
    if (hidden("gl") || hidden("othergl")) strcat(text, graphics);
    char *save = NULL;
    for (char *w = strtok_r(all, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
      bool keep = true;
      for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        keep = keep && !(hidden(extensions[i].word) && !strcmp(w, extensions[i].extension));
      if (keep) strcat(strcat(text, w), " ");
    }
    if (!e) e = answer(text, strlen(text) + 1, size, out, got);
    free(all);
    free(text);
    return e;
  }
  }
  return NEXT(clGetDeviceInfo)(d, what, size, out, got);
}

// The capabilities a module may not declare on a device that lacks them (SPIR-V
// specification, 3.31).
static const struct {
  const char *word;
  uint32_t capability;
  const char *name;
} capabilities[] = {
    {"fp64", 10, "Float64"},
    {"int64", 12, "Int64Atomics"},
    {"generic", 38, "GenericPointer"},
    {"subgroups", 58, "SubgroupDispatch"},
    {"subgroups", 64, "GroupNonUniformBallot"},
    {"subgroups", 65, "GroupNonUniformShuffle"},
};

cl_program clCreateProgramWithIL(cl_context c, const void *il, size_t size, cl_int *err) {
  const uint32_t *w = il;
  for (size_t i = 5, n = size / 4; i < n && w[i] >> 16; i += w[i] >> 16)
    for (size_t k = 0; k < sizeof capabilities / sizeof *capabilities; k++)
      if (w[i] == (2u << 16 | 17) && w[i + 1] == capabilities[k].capability &&
          hidden(capabilities[k].word)) {
        fprintf(stderr, "clmask: a module declares %s\n", capabilities[k].name);
        abort();
      }
  return NEXT(clCreateProgramWithIL)(c, il, size, err);
}

// Code by ocloc: an ELF file with its SPIR-V.
cl_program clCreateProgramWithBinary(cl_context c, cl_uint n, const cl_device_id *d,
                                     const size_t *sizes, const unsigned char **binaries,
                                     cl_int *status, cl_int *err) {
  const Elf64_Ehdr *h = (const void *)binaries[0];
  bool elf = sizes[0] > sizeof *h && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
             (h->e_machine == 205 || h->e_type == 0xff04);
  if (!elf || !hidden("pvc"))
    return NEXT(clCreateProgramWithBinary)(c, n, d, sizes, binaries, status, err);
  if (hidden("newdriver")) {
    *err = CL_INVALID_BINARY;
    return NULL;
  }
  const Elf64_Shdr *s = (const void *)(binaries[0] + h->e_shoff);
  const char *names = (const char *)binaries[0] + s[h->e_shstrndx].sh_offset;
  for (int i = 0; i < h->e_shnum; i++)
    if (!strcmp(names + s[i].sh_name, ".spv") || !strcmp(names + s[i].sh_name, "SPIRV Object")) {
      fprintf(stderr, "clmask: code for pvc\n");
      return NEXT(clCreateProgramWithIL)(c, binaries[0] + s[i].sh_offset, s[i].sh_size, err);
    }
  fprintf(stderr, "clmask: no SPIR-V in the code\n");
  abort();
}

// ---- cl_khr_gl_sharing ----

static struct gl_buffer {
  cl_mem mem;
  cl_GLuint name;
  size_t size;
  bool acquired;
} gl_buffers[64];
static cl_context with_gl; // that shares objects
static unsigned acquired;

__attribute__((destructor)) static void say_acquired(void) {
  if (hidden("gl")) fprintf(stderr, "acquired buffers of OpenGL: %u\n", acquired);
}

static void broken(const char *what) {
  fprintf(stderr, "clmask: %s\n", what);
  abort();
}
static struct gl_buffer *buffer_of(cl_mem m) {
  for (size_t i = 0; i < sizeof gl_buffers / sizeof *gl_buffers; i++)
    if (m && gl_buffers[i].mem == m) return &gl_buffers[i];
  return NULL;
}

// Moves a buffer of OpenGL to host memory, from it, or neither; its size.
static size_t move_buffer(cl_GLuint buffer, void *out, const void *in) {
  enum { ARRAY_BUFFER = 0x8892, ARRAY_BUFFER_BINDING = 0x8894, BUFFER_SIZE = 0x8764 };
  void (*get)(unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetIntegerv");
  void (*bind)(unsigned, unsigned) = dlsym(RTLD_DEFAULT, "glBindBuffer");
  void (*parameter)(unsigned, unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetBufferParameteriv");
  void (*read)(unsigned, intptr_t, intptr_t, void *) = dlsym(RTLD_DEFAULT, "glGetBufferSubData");
  void (*write)(unsigned, intptr_t, intptr_t, const void *) =
      dlsym(RTLD_DEFAULT, "glBufferSubData");
  unsigned char (*is)(unsigned) = dlsym(RTLD_DEFAULT, "glIsBuffer");
  int before = 0, size = 0;
  if (!is(buffer)) return 0;
  get(ARRAY_BUFFER_BINDING, &before);
  bind(ARRAY_BUFFER, buffer);
  parameter(ARRAY_BUFFER, BUFFER_SIZE, &size);
  if (out) read(ARRAY_BUFFER, 0, size, out);
  if (in) write(ARRAY_BUFFER, 0, size, in);
  bind(ARRAY_BUFFER, (unsigned)before);
  return (size_t)size;
}

cl_context clCreateContext(const cl_context_properties *p, cl_uint n, const cl_device_id *d,
                           void(CL_CALLBACK *fn)(const char *, const void *, size_t, void *),
                           void *data, cl_int *err) {
  cl_context_properties plain[16];
  size_t k = 0;
  void *context = NULL, *display = NULL;
  for (size_t i = 0; p && p[i] && k < 14; i += 2)
    if (p[i] == CL_GL_CONTEXT_KHR)
      context = (void *)p[i + 1];
    else if (p[i] == CL_EGL_DISPLAY_KHR)
      display = (void *)p[i + 1];
    else
      plain[k++] = p[i], plain[k++] = p[i + 1];
  plain[k] = 0;
  if (context) {
    void *(*now)(void) = dlsym(RTLD_DEFAULT, "eglGetCurrentContext");
    void *(*shown)(void) = dlsym(RTLD_DEFAULT, "eglGetCurrentDisplay");
    if (!now || now() != context || shown() != display)
      broken("a context for what is no current context of OpenGL");
    if (hidden("othergl")) {
      *err = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
      return NULL;
    }
  }
  cl_context c = NEXT(clCreateContext)(plain, n, d, fn, data, err);
  if (context) with_gl = c;
  return c;
}

cl_mem clCreateFromGLBuffer(cl_context c, cl_mem_flags flags, cl_GLuint buffer, cl_int *err) {
  struct gl_buffer *b = gl_buffers;
  while (b < gl_buffers + 64 && b->mem) b++;
  size_t n = move_buffer(buffer, NULL, NULL);
  *err = c != with_gl || !c ? CL_INVALID_CONTEXT : n ? CL_SUCCESS : CL_INVALID_GL_OBJECT;
  if (b == gl_buffers + 64) broken("objects of OpenGL's buffers are not released");
  if (*err) return NULL;
  *b = (struct gl_buffer){NEXT(clCreateBuffer)(c, flags, n, NULL, err), buffer, n, false};
  return b->mem;
}

cl_int clReleaseMemObject(cl_mem m) {
  struct gl_buffer *b = buffer_of(m);
  if (b && b->acquired) broken("a buffer of OpenGL's is released while it is acquired");
  if (b) *b = (struct gl_buffer){0};
  return NEXT(clReleaseMemObject)(m);
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue q, cl_uint n, const cl_mem *list, cl_uint nwait,
                                 const cl_event *wait, cl_event *ev) {
  for (cl_uint i = 0; i < n; i++) {
    struct gl_buffer *b = buffer_of(list[i]);
    if (!b) return CL_INVALID_GL_OBJECT;
    void *text = malloc(b->size);
    move_buffer(b->name, text, NULL);
    cl_int e = NEXT(clEnqueueWriteBuffer)(q, b->mem, CL_TRUE, 0, b->size, text, nwait, wait, ev);
    free(text);
    if (e) return e;
    b->acquired = true;
    acquired++;
  }
  return CL_SUCCESS;
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue q, cl_uint n, const cl_mem *list, cl_uint nwait,
                                 const cl_event *wait, cl_event *ev) {
  for (cl_uint i = 0; i < n; i++) {
    struct gl_buffer *b = buffer_of(list[i]);
    if (!b || !b->acquired) return CL_INVALID_GL_OBJECT;
    void *text = malloc(b->size);
    cl_int e = NEXT(clEnqueueReadBuffer)(q, b->mem, CL_TRUE, 0, b->size, text, nwait, wait, ev);
    if (!e) move_buffer(b->name, NULL, text);
    free(text);
    if (e) return e;
    b->acquired = false;
  }
  return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t size, const void *value) {
  cl_mem m = NULL;
  if (value && size == sizeof m) memcpy(&m, value, size);
  struct gl_buffer *b = buffer_of(m);
  if (b && !b->acquired) broken("a kernel gets a buffer of OpenGL's that is not acquired");
  return NEXT(clSetKernelArg)(k, i, size, value);
}

// Unified shared memory: what is allocated, and which kernels were told that they may
// follow pointers.
static struct block {
  uintptr_t start, end;
} *blocks;
static size_t count, room;
static cl_kernel told[4096];
static size_t ntold;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *note(void *p, size_t size) {
  if (!p) return p;
  pthread_mutex_lock(&lock);
  if (count == room) {
    room = room ? 2 * room : 256;
    blocks = realloc(blocks, room * sizeof *blocks);
    if (!blocks) abort();
  }
  blocks[count++] = (struct block){(uintptr_t)p, (uintptr_t)p + size};
  pthread_mutex_unlock(&lock);
  return p;
}

// Whether memory is cl_intel_unified_shared_memory's.
static bool unified(void) { return hidden("system") && !hidden("usm"); }

static void need(const void *p, const char *where) {
  if (!p || !unified()) return;
  bool found = false;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count && !found; i++)
    found = (uintptr_t)p >= blocks[i].start && (uintptr_t)p <= blocks[i].end;
  pthread_mutex_unlock(&lock);
  if (!found) {
    fprintf(stderr, "clmask: %s got %p, which no allocation holds\n", where, p);
    abort();
  }
}

static clHostMemAllocINTEL_fn host_alloc;
static clDeviceMemAllocINTEL_fn device_alloc;
static clSharedMemAllocINTEL_fn shared_alloc;
static clMemBlockingFreeINTEL_fn blocking_free;
static clMemFreeINTEL_fn plain_free;
static clSetKernelArgMemPointerINTEL_fn set_pointer;

static void *CL_API_CALL alloc_host(cl_context c, const cl_mem_properties_intel *p, size_t n,
                                    cl_uint align, cl_int *err) {
  return note(host_alloc(c, p, n, align, err), n);
}
static void *CL_API_CALL alloc_device(cl_context c, cl_device_id d,
                                      const cl_mem_properties_intel *p, size_t n, cl_uint align,
                                      cl_int *err) {
  return note(device_alloc(c, d, p, n, align, err), n);
}
static void *CL_API_CALL alloc_shared(cl_context c, cl_device_id d,
                                      const cl_mem_properties_intel *p, size_t n, cl_uint align,
                                      cl_int *err) {
  return note(shared_alloc(c, d, p, n, align, err), n);
}
static void forget(void *p) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count && !found; i++)
    if (blocks[i].start == (uintptr_t)p) {
      blocks[i] = blocks[--count];
      found = true;
    }
  pthread_mutex_unlock(&lock);
  if (!found) {
    fprintf(stderr, "clmask: %p is freed, which was not allocated\n", p);
    abort();
  }
}
static cl_int CL_API_CALL free_blocking(cl_context c, void *p) {
  forget(p);
  return blocking_free(c, p);
}
static cl_int CL_API_CALL free_plain(cl_context c, void *p) {
  forget(p);
  return plain_free(c, p);
}
static cl_int CL_API_CALL kernel_pointer(cl_kernel k, cl_uint i, const void *p) {
  need(p, "clSetKernelArgMemPointerINTEL");
  return set_pointer(k, i, p);
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name) {
  void *f = NEXT(clGetExtensionFunctionAddressForPlatform)(p, name);
  const struct {
    const char *name;
    void **real, *mine;
  } table[] = {
      {"clHostMemAllocINTEL", (void **)&host_alloc, (void *)alloc_host},
      {"clDeviceMemAllocINTEL", (void **)&device_alloc, (void *)alloc_device},
      {"clSharedMemAllocINTEL", (void **)&shared_alloc, (void *)alloc_shared},
      {"clMemBlockingFreeINTEL", (void **)&blocking_free, (void *)free_blocking},
      {"clMemFreeINTEL", (void **)&plain_free, (void *)free_plain},
      {"clSetKernelArgMemPointerINTEL", (void **)&set_pointer, (void *)kernel_pointer},
  };
  for (size_t i = 0; f && i < sizeof table / sizeof *table; i++)
    if (!strcmp(name, table[i].name)) {
      *table[i].real = f;
      return table[i].mine;
    }
  return f;
}

cl_int clSetKernelExecInfo(cl_kernel k, cl_kernel_exec_info what, size_t size, const void *value) {
  if (what == CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL) {
    pthread_mutex_lock(&lock);
    told[ntold++ % (sizeof told / sizeof *told)] = k;
    pthread_mutex_unlock(&lock);
  }
  return NEXT(clSetKernelExecInfo)(k, what, size, value);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dims, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint n,
                              const cl_event *wait, cl_event *ev) {
  bool found = !unified();
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < ntold && i < sizeof told / sizeof *told && !found; i++)
    found = told[i] == k;
  pthread_mutex_unlock(&lock);
  if (!found) {
    fprintf(stderr, "clmask: a kernel runs that was not told of indirect access\n");
    abort();
  }
  return NEXT(clEnqueueNDRangeKernel)(q, k, dims, offset, global, local, n, wait, ev);
}
