// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Execution contexts of HIP 7.2 (CUDA's green contexts): streams on part of a device. A resource is
// an interval of compute units, of which a split gives groups in order, and its rest. Only a driver
// that can keep a stream to a number of units has them; on the others the device's resource is not
// supported, which programs ask for first.

#include "driver.h"
#include "shim.h"

#include <stdlib.h>
#include <string.h>

#define RESOURCE_MAGIC 0x52534552u
#define CONTEXT_MAGIC 0x54585443u

// What a resource keeps in the bytes that HIP leaves to the runtime.
typedef struct resource_data {
  uint32_t magic;
  int device;
  uint32_t first; // compute unit; the number of them is the program's to read
} resource_data;

// A descriptor lives as long as the process, because HIP has no function that frees one: the same
// resources give the same descriptor again.
struct ihipDevResourceDesc_t {
  int device;
  hipDevResource sm, config;
  struct ihipDevResourceDesc_t *next;
};

struct ihipExecutionCtx_t {
  uint32_t magic;
  bool primary; // the device's own: all of it
  unsigned long long id;
  int device;
  hipDevResource sm, config;
  gh_stream *gate; // work of the context: events that later streams wait for
  struct ihipExecutionCtx_t *next;
};

static struct {
  pthread_mutex_t mu;
  hipDevResourceDesc_t descs;
  hipExecutionCtx_t contexts;
  unsigned long long ids;
} green = {.mu = PTHREAD_MUTEX_INITIALIZER};

static resource_data *data_of(const hipDevResource *r) {
  _Static_assert(sizeof(resource_data) <= sizeof r->_internal_padding, "the runtime's bytes");
  return (resource_data *)(uintptr_t)r->_internal_padding;
}

static gh_device *device_of(int ordinal) {
  return ordinal >= 0 && ordinal < gh_shared.ndevices ? gh_shared.devices[ordinal] : NULL;
}

static hipDevResource units(int device, unsigned first, unsigned n) {
  hipDevResource r;
  memset(&r, 0, sizeof r);
  if (!n) return r;
  r.type = hipDevResourceTypeSm;
  *data_of(&r) = (resource_data){RESOURCE_MAGIC, device, first};
  r.sm.smCount = n;
  r.sm.minSmPartitionSize = r.sm.smCoscheduledAlignment = 1;
  return r;
}

static bool is_units(const hipDevResource *r) {
  return r && r->type == hipDevResourceTypeSm && data_of(r)->magic == RESOURCE_MAGIC &&
         r->sm.smCount;
}

static hipError_t whole(int device, hipDevResource *out) {
  int n = 0;
  hipError_t e = hipDeviceGetAttribute(&n, hipDeviceAttributeMultiprocessorCount, device);
  if (e == hipSuccess) *out = units(device, 0, (unsigned)n);
  return e;
}

static hipDevResource all_queues(int device, unsigned limit) {
  hipDevResource r;
  memset(&r, 0, sizeof r);
  r.type = hipDevResourceTypeWorkqueueConfig;
  *data_of(&r) = (resource_data){RESOURCE_MAGIC, device, 0};
  r.wqConfig = (hipDevWorkqueueConfigResource){device, limit, hipDevWorkqueueConfigScopeDeviceCtx};
  return r;
}

// A context's resource of a type, or the status.
static hipError_t resource_of(const hipDevResource *sm, const hipDevResource *config,
                              hipDevResourceType type, hipDevResource *out) {
  switch (type) {
  case hipDevResourceTypeSm:
    *out = *sm;
    return hipSuccess;
  case hipDevResourceTypeWorkqueueConfig:
    *out = *config;
    return hipSuccess;
  case hipDevResourceTypeWorkqueue: // a queue is a stream's, and has nothing to be shared
    return hipErrorNotSupported;
  default:
    return hipErrorInvalidResourceType;
  }
}

hipError_t hipDeviceGetDevResource(hipDevice_t device, hipDevResource *resource,
                                   hipDevResourceType type) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!resource) return gh_done(hipErrorInvalidValue);
  gh_device *d = device_of(device);
  if (!d) return gh_done(hipErrorInvalidDevice);
  if (!d->drv->limit_stream) return gh_done(hipErrorNotSupported);
  hipDevResource sm;
  e = whole(device, &sm);
  if (e != hipSuccess) return e;
  hipDevResource config = all_queues(device, sm.sm.smCount);
  return gh_done(resource_of(&sm, &config, type, resource));
}

// ---- splits ----

hipError_t hipDevSmResourceSplitByCount(hipDevResource *result, unsigned *groups,
                                        const hipDevResource *input, hipDevResource *rest,
                                        unsigned flags, unsigned least) {
  if (!groups || !is_units(input) || (result && !*groups)) return gh_done(hipErrorInvalidValue);
  if (flags & hipDevSmResourceSplitIgnoreSmCoscheduling) return gh_done(hipErrorNotSupported);
  if (flags & ~(unsigned)hipDevSmResourceSplitMaxPotentialClusterSize)
    return gh_done(hipErrorInvalidValue);
  unsigned each = least ? least : 1, most = input->sm.smCount / each;
  if (!most) return gh_done(hipErrorInvalidResourceConfiguration);
  if (!result || *groups > most) *groups = most;
  const resource_data *from = data_of(input);
  const int device = from->device;
  const unsigned first = from->first, total = input->sm.smCount, used = *groups * each;
  for (unsigned i = 0; result && i < *groups; i++)
    result[i] = units(device, first + i * each, each);
  if (rest) *rest = units(device, first + used, total - used);
  return hipSuccess;
}

// Sets what a group leaves to the runtime, of `left` units.
static hipError_t settle(hipDevSmResourceGroupParams *p, unsigned left) {
  if (p->flags & ~(unsigned)hipDevSmResourceGroupBackfill) return hipErrorInvalidValue;
  unsigned together = p->coscheduledSmCount ? p->coscheduledSmCount : 1;
  unsigned n = p->smCount ? p->smCount : left - left % together;
  bool whole_clusters = n % together == 0 || (p->flags & hipDevSmResourceGroupBackfill);
  if (!n || n > left || together > n || !whole_clusters)
    return hipErrorInvalidResourceConfiguration;
  p->smCount = n;
  p->coscheduledSmCount = together;
  if (!p->preferredCoscheduledSmCount) p->preferredCoscheduledSmCount = together;
  return hipSuccess;
}

hipError_t hipDevSmResourceSplit(hipDevResource *result, unsigned groups,
                                 const hipDevResource *input, hipDevResource *rest, unsigned flags,
                                 hipDevSmResourceGroupParams *params) {
  if (!groups || !is_units(input) || flags || !params) return gh_done(hipErrorInvalidValue);
  const hipDevResource from = *input; // which may be the result, too
  const int device = data_of(&from)->device;
  unsigned first = data_of(&from)->first, left = from.sm.smCount;
  for (unsigned i = 0; i < groups; i++) { // nothing is written by a call that fails
    hipDevSmResourceGroupParams p = params[i];
    hipError_t e = settle(&p, left);
    if (e != hipSuccess) return gh_done(e);
    left -= p.smCount;
  }
  left = from.sm.smCount;
  for (unsigned i = 0; i < groups; i++) {
    settle(&params[i], left);
    if (result) result[i] = units(device, first, params[i].smCount);
    first += params[i].smCount;
    left -= params[i].smCount;
  }
  if (rest) *rest = units(device, first, left);
  return hipSuccess;
}

// ---- descriptors ----

// Adds a resource to a descriptor: units side by side, and one configuration of queues.
static hipError_t bundle(struct ihipDevResourceDesc_t *d, const hipDevResource *r) {
  if (r->type == hipDevResourceTypeWorkqueueConfig) { // which the program may have made itself
    if (d->config.type || r->wqConfig.device != d->device)
      return hipErrorInvalidResourceConfiguration;
    d->config = *r;
    return hipSuccess;
  }
  if (!is_units(r)) return hipErrorInvalidResourceType;
  const resource_data *one = data_of(r);
  if (one->device != d->device) return hipErrorInvalidResourceConfiguration;
  if (!d->sm.type) {
    d->sm = units(one->device, one->first, r->sm.smCount);
    return hipSuccess;
  }
  unsigned first = data_of(&d->sm)->first, n = d->sm.sm.smCount;
  if (one->first != first + n && one->first + r->sm.smCount != first)
    return hipErrorInvalidResourceConfiguration;
  d->sm = units(d->device, one->first < first ? one->first : first, n + r->sm.smCount);
  return hipSuccess;
}

hipError_t hipDevResourceGenerateDesc(hipDevResourceDesc_t *out, hipDevResource *resources,
                                      unsigned n) {
  if (!out || !resources || !n) return gh_done(hipErrorInvalidValue);
  struct ihipDevResourceDesc_t d;
  memset(&d, 0, sizeof d);
  d.device = resources->type == hipDevResourceTypeWorkqueueConfig ? resources->wqConfig.device
                                                                  : data_of(resources)->device;
  for (unsigned i = 0; i < n; i++) {
    hipError_t e = bundle(&d, &resources[i]);
    if (e != hipSuccess) return gh_done(e);
  }
  if (!d.sm.type) return gh_done(hipErrorInvalidResourceConfiguration);
  pthread_mutex_lock(&green.mu);
  hipDevResourceDesc_t same = green.descs;
  while (same && (memcmp(&same->sm, &d.sm, sizeof d.sm) ||
                  memcmp(&same->config, &d.config, sizeof d.config)))
    same = same->next;
  if (!same && (same = malloc(sizeof *same))) {
    *same = d;
    same->next = green.descs;
    green.descs = same;
  }
  pthread_mutex_unlock(&green.mu);
  *out = same;
  return gh_done(same ? hipSuccess : hipErrorOutOfMemory);
}

static bool is_desc(hipDevResourceDesc_t d) {
  pthread_mutex_lock(&green.mu);
  hipDevResourceDesc_t known = green.descs;
  while (known && known != d) known = known->next;
  pthread_mutex_unlock(&green.mu);
  return known;
}

// ---- contexts ----

static hipExecutionCtx_t find(hipExecutionCtx_t ctx) {
  pthread_mutex_lock(&green.mu);
  hipExecutionCtx_t known = green.contexts;
  while (known && known != ctx) known = known->next;
  pthread_mutex_unlock(&green.mu);
  return known;
}

// A stream on a context's units.
static hipError_t new_stream(hipExecutionCtx_t ctx, unsigned flags, int priority, gh_stream **out) {
  gh_device *d = gh_shared.devices[ctx->device];
  hipError_t e = hipSuccess;
  gh_stream *s = gh_new_stream(d, flags | hipStreamNonBlocking, priority, false, &e);
  if (!s) return e;
  s->exec = ctx;
  s->first_unit = data_of(&ctx->sm)->first;
  s->nunits = ctx->sm.sm.smCount;
  if (!ctx->primary) d->drv->limit_stream(s, s->nunits);
  *out = s;
  return hipSuccess;
}

static hipError_t new_context(int device, const hipDevResource *sm, const hipDevResource *config,
                              bool primary, hipExecutionCtx_t *out) {
  hipExecutionCtx_t ctx = calloc(1, sizeof *ctx);
  if (!ctx) return hipErrorOutOfMemory;
  ctx->magic = CONTEXT_MAGIC;
  ctx->device = device;
  ctx->primary = primary;
  ctx->sm = *sm;
  ctx->config = *config;
  hipError_t e = new_stream(ctx, 0, 0, &ctx->gate);
  if (e != hipSuccess) {
    free(ctx);
    return e;
  }
  ctx->gate->kept = true;
  pthread_mutex_lock(&green.mu);
  ctx->id = ++green.ids;
  ctx->next = green.contexts;
  green.contexts = ctx;
  pthread_mutex_unlock(&green.mu);
  *out = ctx;
  return hipSuccess;
}

hipError_t hipGreenCtxCreate(hipExecutionCtx_t *out, hipDevResourceDesc_t desc, int device,
                             unsigned flags) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!out || flags || !is_desc(desc)) return gh_done(hipErrorInvalidValue);
  if (!device_of(device)) return gh_done(hipErrorInvalidDevice);
  if (desc->device != device) return gh_done(hipErrorInvalidValue);
  hipDevResource config =
      desc->config.type ? desc->config : all_queues(device, desc->sm.sm.smCount);
  return gh_done(new_context(device, &desc->sm, &config, false, out));
}

hipError_t hipDeviceGetExecutionCtx(hipExecutionCtx_t *out, int device) {
  static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
  hipDevResource sm;
  if (!out) return gh_done(hipErrorInvalidValue);
  hipError_t e = hipDeviceGetDevResource(device, &sm, hipDevResourceTypeSm);
  if (e != hipSuccess) return e;
  pthread_mutex_lock(&mu);
  hipExecutionCtx_t ctx = green.contexts;
  while (ctx && !(ctx->primary && ctx->device == device)) ctx = ctx->next;
  hipDevResource config = all_queues(device, sm.sm.smCount);
  if (!ctx) e = new_context(device, &sm, &config, true, &ctx);
  pthread_mutex_unlock(&mu);
  *out = ctx;
  return gh_done(e);
}

// Calls a function for each stream of a context, which the function may wait for.
static hipError_t each_stream(hipExecutionCtx_t ctx, hipError_t (*fn)(gh_stream *, void *),
                              void *arg) {
  gh_device *d = gh_shared.devices[ctx->device];
  pthread_mutex_lock(&d->mu);
  size_t n = 0, room = 1;
  for (gh_stream *s = d->streams; s; s = s->next) room++;
  gh_stream **list = malloc(room * sizeof *list);
  for (gh_stream *s = d->streams; list && s; s = s->next)
    if (s->exec == ctx || (ctx->primary && !s->exec)) list[n++] = s;
  if (list && ctx->primary) list[n++] = d->null_stream;
  pthread_mutex_unlock(&d->mu);
  hipError_t e = list ? hipSuccess : hipErrorOutOfMemory;
  for (size_t i = 0; i < n && e == hipSuccess; i++) e = fn(list[i], arg);
  free(list);
  return e;
}

static hipError_t finish(gh_stream *s, void *unused) {
  (void)unused;
  return gh_finish(s);
}

static hipError_t detach(gh_stream *s, void *unused) {
  (void)unused;
  s->exec = NULL; // the stream stays the program's, on the same units
  return hipSuccess;
}

hipError_t hipExecutionCtxDestroy(hipExecutionCtx_t ctx) {
  if (!find(ctx) || ctx->primary) return gh_done(hipErrorInvalidValue);
  pthread_mutex_lock(&green.mu);
  hipExecutionCtx_t *p = &green.contexts;
  while (*p != ctx) p = &(*p)->next;
  *p = ctx->next;
  pthread_mutex_unlock(&green.mu);
  hipError_t e = hipStreamDestroy(ctx->gate);
  each_stream(ctx, detach, NULL);
  free(ctx);
  return e;
}

// Makes a stream wait for what another has been given so far.
static hipError_t follow(hipStream_t waiter, hipStream_t first) {
  hipEvent_t ev;
  hipError_t e = hipEventCreateWithFlags(&ev, hipEventDisableTiming);
  if (e != hipSuccess) return e;
  e = hipEventRecord(ev, first);
  if (e == hipSuccess) e = hipStreamWaitEvent(waiter, ev, 0);
  hipError_t put = hipEventDestroy(ev);
  return e != hipSuccess ? e : put;
}

static hipError_t gather(gh_stream *s, void *gate) {
  return s == gate ? hipSuccess : follow(gate, s);
}

static hipError_t wait_for(gh_stream *s, void *event) { return hipStreamWaitEvent(s, event, 0); }

hipError_t hipExecutionCtxStreamCreate(hipStream_t *stream, hipExecutionCtx_t ctx, unsigned flags,
                                       int priority) {
  if (!stream || !find(ctx) || flags & ~(unsigned)hipStreamNonBlocking)
    return gh_done(hipErrorInvalidValue);
  priority = priority < -1 ? -1 : priority > 1 ? 1 : priority;
  gh_stream *s;
  hipError_t e = new_stream(ctx, flags, priority, &s);
  if (e != hipSuccess) return gh_done(e);
  *stream = s;
  return follow(s, ctx->gate); // what the context waits for, its later streams do
}

hipError_t hipExecutionCtxSynchronize(hipExecutionCtx_t ctx) {
  if (!find(ctx)) return gh_done(hipErrorInvalidValue);
  return gh_done(each_stream(ctx, finish, NULL));
}

hipError_t hipExecutionCtxRecordEvent(hipExecutionCtx_t ctx, hipEvent_t event) {
  if (!find(ctx)) return gh_done(hipErrorInvalidValue);
  hipError_t e = each_stream(ctx, gather, ctx->gate);
  return e != hipSuccess ? e : hipEventRecord(event, ctx->gate);
}

hipError_t hipExecutionCtxWaitEvent(hipExecutionCtx_t ctx, hipEvent_t event) {
  if (!find(ctx)) return gh_done(hipErrorInvalidValue);
  return each_stream(ctx, wait_for, event);
}

hipError_t hipExecutionCtxGetDevResource(hipExecutionCtx_t ctx, hipDevResource *resource,
                                         hipDevResourceType type) {
  if (!find(ctx) || !resource) return gh_done(hipErrorInvalidValue);
  return gh_done(resource_of(&ctx->sm, &ctx->config, type, resource));
}

hipError_t hipExecutionCtxGetDevice(hipDevice_t *device, hipExecutionCtx_t ctx) {
  if (!device || !find(ctx)) return gh_done(hipErrorInvalidValue);
  *device = ctx->device;
  return hipSuccess;
}

hipError_t hipExecutionCtxGetId(hipExecutionCtx_t ctx, unsigned long long *id) {
  if (!id || !find(ctx)) return gh_done(hipErrorInvalidValue);
  *id = ctx->id;
  return hipSuccess;
}

hipError_t hipStreamGetDevResource(hipStream_t h, hipDevResource *resource,
                                   hipDevResourceType type) {
  hipError_t e = gh_ready();
  gh_stream *s;
  if (e == hipSuccess) e = gh_stream_of(h, &s);
  if (e != hipSuccess) return gh_done(e);
  if (!resource) return gh_done(hipErrorInvalidValue);
  if (type != hipDevResourceTypeSm) return gh_done(hipErrorInvalidResourceType);
  if (!s->nunits) return hipDeviceGetDevResource(s->dev->ordinal, resource, type);
  *resource = units(s->dev->ordinal, s->first_unit, s->nunits);
  return hipSuccess;
}
