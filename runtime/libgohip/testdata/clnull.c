// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A contract double of OpenCL: one GPU whose calls do nothing and return at once.
// It isolates libgohip's own time per launch, and shows what libgohip makes of a
// driver's errors: CLNULL_FAIL=name:code[:after] lets a function fail with a code,
// after that many good calls; CLNULL_CRASH=name ends the process in that function, as a
// compiler's own error does. CLNULL_DEVICES=0 is a platform without devices,
// CLNULL_PLATFORMS=0 a loader without platforms, CLNULL_IL=0 a device without SPIR-V,
// CLNULL_CPU=1 a CPU, whose queues run functions of the host.
// CLNULL_TRACE=1 counts the calls and prints the counts at exit.
//
// Handles carry a tag; a call that gets a wrong or freed one aborts, as no driver
// must ever see one.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct object {
  uint32_t tag;
  int refs;
} object;

enum {
  QUEUE = 0x51554555,
  CONTEXT = 0x43545854,
  PROGRAM = 0x50524f47,
  KERNEL = 0x4b45524e,
  EVENT = 0x45564e54
};

static object platform = {1, 1}, device = {2, 1};

static struct count {
  const char *name;
  long n;
} counts[128];

static void print_counts(void) {
  for (struct count *c = counts; c->name; c++) fprintf(stderr, "%s %ld\n", c->name, c->n);
}

static long called(const char *name) {
  struct count *c = counts;
  while (c->name && strcmp(c->name, name)) c++;
  if (!c->name) {
    if (c == counts && getenv("CLNULL_TRACE")) atexit(print_counts);
    c->name = name;
  }
  return c->n++;
}

static int failure(const char *name) {
  static int looked;
  static const char *spec;
  if (!looked) {
    spec = getenv("CLNULL_FAIL");
    looked = 1;
  }
  static int trace = -1;
  if (trace < 0) trace = getenv("CLNULL_TRACE") != NULL;
  const char *crash = getenv("CLNULL_CRASH");
  if (crash && strcmp(crash, name) == 0) abort();
  if (!spec && !trace) return 0;
  long n = called(name);
  size_t len = strlen(name);
  if (!spec || strncmp(spec, name, len) || spec[len] != ':') return 0;
  char *end;
  long code = strtol(spec + len + 1, &end, 10), after = *end == ':' ? strtol(end + 1, NULL, 10) : 0;
  return n >= after ? (int)code : 0;
}

#define FAIL()                                                                                     \
  do {                                                                                             \
    int f_ = failure(__func__);                                                                    \
    if (f_) return f_;                                                                             \
  } while (0)
#define FAIL_NEW(err)                                                                              \
  do {                                                                                             \
    int f_ = failure(__func__);                                                                    \
    if (err) *err = f_;                                                                            \
    if (f_) return NULL;                                                                           \
  } while (0)

static void *make(uint32_t tag) {
  object *o = malloc(sizeof *o);
  o->tag = tag;
  o->refs = 1;
  return o;
}

static void need(const void *h, uint32_t tag, const char *where) {
  if (!h || ((const object *)h)->tag != tag) {
    fprintf(stderr, "clnull: %s got a handle that is not its own\n", where);
    abort();
  }
}
#define NEED(h, tag) need(h, tag, __func__)

static int drop(void *h, uint32_t tag, const char *where) {
  need(h, tag, where);
  object *o = h;
  if (--o->refs == 0) o->tag = 0; // kept, so that a later use is seen
  return 0;
}

static int answer(const void *data, size_t n, size_t size, void *out, size_t *got) {
  if (got) *got = n;
  if (!out) return 0;
  if (size < n) return -30;
  memcpy(out, data, n);
  return 0;
}
static int text(const char *s, size_t size, void *out, size_t *got) {
  return answer(s, strlen(s) + 1, size, out, got);
}

int clGetPlatformIDs(unsigned n, void **out, unsigned *got) {
  FAIL();
  const char *e = getenv("CLNULL_PLATFORMS");
  unsigned have = e ? (unsigned)atoi(e) : 1;
  if (got) *got = have;
  if (have == 0) return -1001;
  if (out && n) out[0] = &platform;
  return 0;
}

int clGetPlatformInfo(void *p, unsigned param, size_t size, void *out, size_t *got) {
  (void)p;
  FAIL();
  return text(param == 0x0901 ? "OpenCL 3.0 null" : param == 0x0904 ? "" : "Null", size, out, got);
}

int clGetDeviceIDs(void *p, uint64_t type, unsigned n, void **out, unsigned *got) {
  (void)p, (void)type;
  FAIL();
  const char *e = getenv("CLNULL_DEVICES");
  unsigned have = e ? (unsigned)atoi(e) : 1;
  if (got) *got = have;
  if (!have) return -1;
  if (out && n) out[0] = &device;
  return 0;
}

static int is_cpu(void) {
  const char *e = getenv("CLNULL_CPU");
  return e && *e == '1';
}

int clGetDeviceInfo(void *d, unsigned param, size_t size, void *out, size_t *got) {
  (void)d;
  FAIL();
  uint64_t v;
  switch (param) {
  case 0x102B:
    return text("Null device", size, out, got);
  case 0x102C:
  case 0x102D:
  case 0x102F:
    return text("OpenCL 3.0 null", size, out, got);
  case 0x1030:
    return text("", size, out, got);
  case 0x105B: {
    const char *e = getenv("CLNULL_IL");
    return text(e && *e == '0' ? "" : "SPIR-V_1.2 SPIR-V_1.4", size, out, got);
  }
  case 0x1005: {
    size_t sizes[3] = {1024, 1024, 1024};
    return answer(sizes, sizeof sizes, size, out, got);
  }
  case 0x1000:
    v = is_cpu() ? 2 : 4;
    break;
  case 0x1029:
    v = is_cpu() ? 3 : 1;
    break;
  case 0x1002:
    v = 8;
    break;
  case 0x1004:
    v = 1024;
    break;
  case 0x100D:
    v = 64;
    break;
  case 0x101F:
    v = 1ull << 30;
    break;
  case 0x1010:
    v = 1ull << 30;
    break;
  case 0x1023:
    v = 65536;
    break;
  case 0x1020:
    v = 65536;
    break;
  case 0x1053:
    v = 15;
    break; // SVM of every kind
  case 0x1069:
    v = 1;
    break;
  case 0x104D:
    v = 65536;
    break;
  case 0x1032:
    v = 63;
    break;
  default:
    v = 0;
  }
  return answer(&v, 8, size, out, got);
}

void *clCreateContext(const void *p, unsigned n, void *const *d, void *f, void *u, int *err) {
  (void)p, (void)n, (void)d, (void)f, (void)u;
  FAIL_NEW(err);
  return make(CONTEXT);
}
int clReleaseContext(void *c) { return drop(c, CONTEXT, __func__); }

void *clCreateCommandQueueWithProperties(void *c, void *d, const uint64_t *p, int *err) {
  (void)d;
  FAIL_NEW(err);
  NEED(c, CONTEXT);
  for (; p && *p; p += 2)
    if (p[0] == 0x1093 && p[1] & 2) failure("profiling");
  return make(QUEUE);
}
int clReleaseCommandQueue(void *q) { return drop(q, QUEUE, __func__); }
int clFinish(void *q) {
  FAIL();
  NEED(q, QUEUE);
  return 0;
}
int clFlush(void *q) {
  FAIL();
  NEED(q, QUEUE);
  return 0;
}

void *clCreateProgramWithIL(void *c, const void *il, size_t n, int *err) {
  (void)il, (void)n;
  FAIL_NEW(err);
  NEED(c, CONTEXT);
  return make(PROGRAM);
}
void *clCreateProgramWithBinary(void *c, unsigned n, void *const *d, const size_t *l,
                                const void **b, int *s, int *err) {
  (void)n, (void)d, (void)l, (void)b, (void)s;
  FAIL_NEW(err);
  NEED(c, CONTEXT);
  return make(PROGRAM);
}
int clBuildProgram(void *p, unsigned n, void *const *d, const char *o, void *f, void *u) {
  (void)n, (void)d, (void)o, (void)f, (void)u;
  FAIL();
  NEED(p, PROGRAM);
  return 0;
}
int clGetProgramBuildInfo(void *p, void *d, unsigned param, size_t size, void *out, size_t *got) {
  (void)d, (void)param;
  NEED(p, PROGRAM);
  return text("the log of the null compiler", size, out, got);
}
int clGetProgramInfo(void *p, unsigned param, size_t size, void *out, size_t *got) {
  FAIL();
  NEED(p, PROGRAM);
  size_t n = 6;
  if (param == 0x1165) return answer(&n, sizeof n, size, out, got);
  memcpy(*(void **)out, "binary", 6);
  return 0;
}
int clReleaseProgram(void *p) { return drop(p, PROGRAM, __func__); }

void *clCreateKernel(void *p, const char *name, int *err) {
  (void)name;
  FAIL_NEW(err);
  NEED(p, PROGRAM);
  return make(KERNEL);
}
void *clCloneKernel(void *k, int *err) {
  FAIL_NEW(err);
  NEED(k, KERNEL);
  return make(KERNEL);
}
int clReleaseKernel(void *k) { return drop(k, KERNEL, __func__); }
int clGetKernelWorkGroupInfo(void *k, void *d, unsigned param, size_t size, void *out,
                             size_t *got) {
  (void)d;
  NEED(k, KERNEL);
  uint64_t v = param == 0x11B0 ? 1024 : 0;
  return answer(&v, 8, size, out, got);
}
int clSetKernelArg(void *k, unsigned i, size_t n, const void *v) {
  (void)i, (void)n, (void)v;
  FAIL();
  NEED(k, KERNEL);
  return 0;
}
int clSetKernelArgSVMPointer(void *k, unsigned i, const void *v) {
  (void)i, (void)v;
  FAIL();
  NEED(k, KERNEL);
  return 0;
}
int clSetKernelExecInfo(void *k, unsigned p, size_t n, const void *v) {
  (void)p, (void)n, (void)v;
  FAIL();
  NEED(k, KERNEL);
  return 0;
}

static int enqueued(void *q, void **ev) {
  need(q, QUEUE, "enqueue");
  if (ev) *ev = make(EVENT);
  return 0;
}
int clEnqueueNDRangeKernel(void *q, void *k, unsigned d, const size_t *o, const size_t *g,
                           const size_t *l, unsigned n, void *const *w, void **ev) {
  (void)d, (void)o, (void)g, (void)l, (void)n, (void)w;
  FAIL();
  NEED(k, KERNEL);
  return enqueued(q, ev);
}
int clEnqueueMarkerWithWaitList(void *q, unsigned n, void *const *w, void **ev) {
  (void)n, (void)w;
  FAIL();
  return enqueued(q, ev);
}
int clEnqueueBarrierWithWaitList(void *q, unsigned n, void *const *w, void **ev) {
  FAIL();
  for (unsigned i = 0; i < n; i++) NEED(w[i], EVENT);
  return enqueued(q, ev);
}
int clEnqueueNativeKernel(void *q, void (*fn)(void *), void *args, size_t size, unsigned nmem,
                          void *const *mem, const void **at, unsigned n, void *const *w,
                          void **ev) {
  (void)nmem, (void)mem, (void)at, (void)n, (void)w;
  FAIL();
  char copy[256];
  if (size > sizeof copy) return -30;
  memcpy(copy, args, size);
  fn(copy);
  return enqueued(q, ev);
}
int clEnqueueSVMMemcpy(void *q, unsigned b, void *dst, const void *src, size_t size, unsigned n,
                       void *const *w, void **ev) {
  (void)b, (void)n, (void)w;
  FAIL();
  memcpy(dst, src, size);
  return enqueued(q, ev);
}
int clEnqueueSVMMemFill(void *q, void *dst, const void *pat, size_t pn, size_t size, unsigned n,
                        void *const *w, void **ev) {
  (void)n, (void)w;
  FAIL();
  for (size_t i = 0; i + pn <= size; i += pn) memcpy((char *)dst + i, pat, pn);
  return enqueued(q, ev);
}
int clWaitForEvents(unsigned n, void *const *w) {
  FAIL();
  for (unsigned i = 0; i < n; i++) NEED(w[i], EVENT);
  return 0;
}
int clGetEventInfo(void *e, unsigned p, size_t size, void *out, size_t *got) {
  (void)p;
  FAIL();
  NEED(e, EVENT);
  int32_t complete = 0;
  return answer(&complete, 4, size, out, got);
}
int clGetEventProfilingInfo(void *e, unsigned p, size_t size, void *out, size_t *got) {
  (void)p;
  FAIL();
  NEED(e, EVENT);
  static uint64_t clock;
  clock += 1000000;
  return answer(&clock, 8, size, out, got);
}
int clReleaseEvent(void *e) { return drop(e, EVENT, __func__); }
int clSetEventCallback(void *e, int32_t t, void (*fn)(void *, int32_t, void *), void *data) {
  (void)t;
  FAIL();
  NEED(e, EVENT);
  fn(e, 0, data);
  return 0;
}
void *clCreateUserEvent(void *c, int *err) {
  FAIL_NEW(err);
  NEED(c, CONTEXT);
  return make(EVENT);
}
int clSetUserEventStatus(void *e, int32_t s) {
  (void)s;
  FAIL();
  NEED(e, EVENT);
  return 0;
}
void *clSVMAlloc(void *c, uint64_t f, size_t n, unsigned a) {
  (void)f, (void)a;
  NEED(c, CONTEXT);
  return failure(__func__) ? NULL : malloc(n);
}
void clSVMFree(void *c, void *p) {
  NEED(c, CONTEXT);
  free(p);
}
void *clGetExtensionFunctionAddressForPlatform(void *p, const char *name) {
  (void)p, (void)name;
  return NULL;
}
