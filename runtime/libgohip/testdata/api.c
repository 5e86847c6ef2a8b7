// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The C API from a plain C compiler: values, argument checks, and a device that
// stays usable after every mistake. Prints what went wrong; silence is success.
#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;
#define WANT(call, want)                                                                           \
  do {                                                                                             \
    hipError_t got_ = (call);                                                                      \
    if (got_ != (want)) {                                                                          \
      printf("%d: %s: %s, want %s\n", __LINE__, #call, hipGetErrorName(got_), #want);              \
      bad++;                                                                                       \
    }                                                                                              \
  } while (0)
#define OK(call) WANT(call, hipSuccess)
#define TRUE(x)                                                                                    \
  do {                                                                                             \
    if (!(x)) {                                                                                    \
      printf("%d: %s is not so\n", __LINE__, #x);                                                  \
      bad++;                                                                                       \
    }                                                                                              \
  } while (0)

static int calls;
static void host_function(void *p) { ++*(int *)p; }
static void callback(hipStream_t s, hipError_t e, void *p) {
  (void)s;
  if (e == hipSuccess) ++*(int *)p;
}

static void *thread(void *arg) {
  int id = (int)(intptr_t)arg;
  hipStream_t s;
  if (hipStreamCreate(&s) != hipSuccess) return (void *)1;
  for (int i = 0; i < 50; i++) {
    int *d, h[64], back[64];
    for (int j = 0; j < 64; j++) h[j] = id * 1000 + i + j;
    if (hipMalloc((void **)&d, sizeof h) ||
        hipMemcpyAsync(d, h, sizeof h, hipMemcpyHostToDevice, s) ||
        hipMemcpyAsync(back, d, sizeof h, hipMemcpyDeviceToHost, s) || hipStreamSynchronize(s) ||
        memcmp(h, back, sizeof h) || hipFree(d))
      return (void *)2;
  }
  return (void *)(intptr_t)hipStreamDestroy(s);
}

int main(void) {
  int n = 0, *d = NULL, *e = NULL, v[16], w[16];
  OK(hipGetDeviceCount(&n));
  TRUE(n >= 1);
  WANT(hipSetDevice(n), hipErrorInvalidDevice);
  WANT(hipGetLastError(), hipErrorInvalidDevice);
  WANT(hipGetLastError(), hipSuccess);
  WANT(hipGetDeviceCount(NULL), hipErrorInvalidValue);

  // memory
  OK(hipMalloc((void **)&d, 64));
  OK(hipMalloc((void **)&e, 64));
  WANT(hipMalloc(NULL, 64), hipErrorInvalidValue);
  WANT(hipMalloc((void **)&w, SIZE_MAX / 2), hipErrorOutOfMemory);
  for (int i = 0; i < 16; i++) v[i] = i * i;
  OK(hipMemcpy(d, v, 64, hipMemcpyHostToDevice));
  OK(hipMemcpy(e, d, 64, hipMemcpyDeviceToDevice));
  OK(hipMemcpy(w, e, 64, hipMemcpyDefault));
  TRUE(!memcmp(v, w, 64));
  WANT(hipMemcpy(d, v, 65, hipMemcpyHostToDevice), hipErrorInvalidValue);
  WANT(hipMemcpy(NULL, v, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  WANT(hipMemcpy(d, v, 4, (hipMemcpyKind)77), hipErrorInvalidMemcpyDirection);
  OK(hipMemcpy(d, v, 0, hipMemcpyHostToDevice));
  OK(hipMemset(d, 0xab, 64));
  OK(hipMemsetD32((hipDeviceptr_t)e, 0x12345678, 16));
  OK(hipMemcpy(w, d, 64, hipMemcpyDeviceToHost));
  TRUE(w[3] == (int)0xabababab);
  OK(hipMemcpy(w, e, 64, hipMemcpyDeviceToHost));
  TRUE(w[15] == 0x12345678);
  WANT(hipMemset(d, 0, 65), hipErrorInvalidValue);
  WANT(hipFree(d + 1), hipErrorInvalidValue);
  WANT(hipFree(v), hipErrorInvalidValue);
  OK(hipFree(NULL));
  OK(hipFree(e));
  WANT(hipFree(e), hipErrorInvalidValue);
  size_t free_, total;
  OK(hipMemGetInfo(&free_, &total));
  TRUE(free_ <= total - 64);

  // pitched memory and arrays
  char *p2;
  size_t pitch;
  OK(hipMallocPitch((void **)&p2, &pitch, 10, 3));
  TRUE(pitch >= 10);
  char flat[30], back[30];
  for (int i = 0; i < 30; i++) flat[i] = (char)i;
  OK(hipMemcpy2D(p2, pitch, flat, 10, 10, 3, hipMemcpyHostToDevice));
  memset(back, 0, sizeof back);
  OK(hipMemcpy2D(back, 10, p2, pitch, 10, 3, hipMemcpyDeviceToHost));
  TRUE(!memcmp(flat, back, 30));
  WANT(hipMemcpy2D(p2, 9, flat, 10, 10, 3, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
  OK(hipFree(p2));
  hipArray_t arr;
  hipChannelFormatDesc fmt = {8, 0, 0, 0, hipChannelFormatKindUnsigned};
  OK(hipMallocArray(&arr, &fmt, 10, 3, 0));
  OK(hipMemcpy2DToArray(arr, 0, 0, flat, 10, 10, 3, hipMemcpyHostToDevice));
  memset(back, 0, sizeof back);
  OK(hipMemcpy2DFromArray(back, 10, arr, 0, 0, 10, 3, hipMemcpyDeviceToHost));
  TRUE(!memcmp(flat, back, 30));
  WANT(hipMemcpy2DToArray(arr, 5, 0, flat, 10, 10, 3, hipMemcpyHostToDevice), hipErrorInvalidValue);
  OK(hipFreeArray(arr));
  WANT(hipFreeArray(arr), hipErrorContextIsDestroyed);

  // host and managed memory
  int *h, *m;
  OK(hipHostMalloc((void **)&h, 64, 0));
  OK(hipMallocManaged((void **)&m, 64, hipMemAttachGlobal));
  h[0] = 7;
  OK(hipMemcpy(m, h, 4, hipMemcpyDefault));
  TRUE(m[0] == 7);
  hipPointerAttribute_t a;
  OK(hipPointerGetAttributes(&a, m));
  TRUE(a.type == hipMemoryTypeManaged && a.isManaged);
  OK(hipPointerGetAttributes(&a, d));
  TRUE(a.type == hipMemoryTypeDevice);
  OK(hipPointerGetAttributes(&a, v));
  TRUE(a.type == hipMemoryTypeUnregistered);
  WANT(hipHostFree(d), hipErrorInvalidValue);
  OK(hipHostFree(h));
  OK(hipFree(m));
  OK(hipHostRegister(v, sizeof v, 0));
  // v could be other memory by now, at the address of the one that was registered
  OK(hipHostRegister(v, sizeof v, 0));
  WANT(hipHostRegister((char *)v + 4, sizeof v, 0), hipErrorHostMemoryAlreadyRegistered);
  OK(hipHostUnregister(v));
  OK(hipHostRegister((char *)v + 4, 8, 0));
  OK(hipHostRegister((char *)v + 16, 8, 0));
  OK(hipHostRegister(v, sizeof v, 0));
  WANT(hipHostUnregister((char *)v + 4), hipErrorHostMemoryNotRegistered);
  OK(hipHostUnregister(v));
  WANT(hipHostUnregister(v), hipErrorHostMemoryNotRegistered);

  // streams and events
  hipStream_t s, t;
  hipEvent_t x, y;
  float ms = -1;
  OK(hipStreamCreate(&s));
  OK(hipStreamCreateWithFlags(&t, hipStreamNonBlocking));
  WANT(hipStreamCreateWithFlags(&t, 77), hipErrorInvalidValue);
  OK(hipEventCreate(&x));
  OK(hipEventCreate(&y));
  WANT(hipEventElapsedTime(&ms, x, y), hipErrorInvalidHandle);
  OK(hipEventRecord(x, s));
  OK(hipMemcpyAsync(d, v, 64, hipMemcpyHostToDevice, s));
  OK(hipLaunchHostFunc(s, host_function, &calls));
  OK(hipStreamAddCallback(s, callback, &calls, 0));
  OK(hipEventRecord(y, s));
  OK(hipStreamWaitEvent(t, y, 0));
  OK(hipMemcpyAsync(w, d, 64, hipMemcpyDeviceToHost, t));
  OK(hipStreamSynchronize(t));
  TRUE(calls == 2 && !memcmp(v, w, 64));
  OK(hipEventSynchronize(y));
  OK(hipEventElapsedTime(&ms, x, y));
  TRUE(ms >= 0);
  OK(hipStreamQuery(s));
  OK(hipStreamDestroy(s));
  WANT(hipStreamDestroy(s), hipErrorContextIsDestroyed);
  WANT(hipStreamSynchronize(s), hipErrorContextIsDestroyed);
  WANT(hipStreamSynchronize((hipStream_t)0x1234560), hipErrorContextIsDestroyed);
  OK(hipStreamDestroy(t));
  OK(hipEventDestroy(x));
  WANT(hipEventRecord(x, NULL), hipErrorInvalidHandle);
  OK(hipEventDestroy(y));

  // modules that are none
  hipModule_t mod;
  hipFunction_t f;
  WANT(hipModuleLoad(&mod, "/nonexistent/file"), hipErrorFileNotFound);
  WANT(hipModuleLoadData(&mod, ""), hipErrorInvalidImage);
  WANT(hipModuleLoadData(&mod, "this is not an image, whatever one makes of it"),
       hipErrorInvalidImage);
  WANT(hipModuleGetFunction(&f, (hipModule_t)0x10, "f"), hipErrorInvalidHandle);
  WANT(hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), hipErrorInvalidHandle);

  // properties agree with attributes
  hipDeviceProp_t prop;
  int value;
  OK(hipGetDeviceProperties(&prop, 0));
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeMaxThreadsPerBlock, 0));
  TRUE(value == prop.maxThreadsPerBlock && value > 0);
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
  TRUE(value == prop.warpSize);
  WANT(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)54321, 0), hipErrorInvalidValue);

  // graphs
  hipGraph_t g;
  hipGraphExec_t ge;
  hipGraphNode_t nodes[3];
  calls = 0;
  hipHostNodeParams hp = {host_function, &calls};
  hipMemsetParams sp = {d, 4, 1, 64, 9, 16};
  OK(hipGraphCreate(&g, 0));
  OK(hipGraphAddMemsetNode(&nodes[0], g, NULL, 0, &sp));
  OK(hipGraphAddMemcpyNode1D(&nodes[1], g, &nodes[0], 1, w, d, 64, hipMemcpyDeviceToHost));
  OK(hipGraphAddHostNode(&nodes[2], g, &nodes[1], 1, &hp));
  WANT(hipGraphAddDependencies(g, &nodes[0], &nodes[1], 1), hipErrorInvalidValue);
  OK(hipGraphInstantiate(&ge, g, NULL, NULL, 0));
  OK(hipGraphDestroy(g));
  OK(hipStreamCreate(&s));
  for (int i = 0; i < 3; i++) OK(hipGraphLaunch(ge, s));
  OK(hipStreamSynchronize(s));
  TRUE(calls == 3 && w[7] == 9);
  OK(hipGraphExecDestroy(ge));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMemsetAsync(d, 0, 64, s));
  WANT(hipStreamSynchronize(s), hipErrorStreamCaptureUnsupported);
  WANT(hipStreamEndCapture(s, &g), hipErrorStreamCaptureInvalidated);
  for (int joined = 0; joined < 2;
       joined++) { // a stream of the capture may be destroyed once it is joined
    hipStream_t side;
    hipEvent_t event;
    OK(hipStreamCreate(&side));
    OK(hipEventCreate(&event));
    OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    OK(hipEventRecord(event, s));
    OK(hipStreamWaitEvent(side, event, 0));
    OK(hipMemsetAsync(d, 0, 64, side));
    OK(hipEventRecord(event, side));
    if (joined) OK(hipStreamWaitEvent(s, event, 0));
    OK(hipStreamDestroy(side));
    WANT(hipStreamEndCapture(s, &g), joined ? hipSuccess : hipErrorStreamCaptureUnjoined);
    if (joined) OK(hipGraphDestroy(g));
    OK(hipEventDestroy(event));
  }
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMemsetAsync(d, 5, 64, s));
  OK(hipStreamEndCapture(s, &g));
  OK(hipGraphInstantiate(&ge, g, NULL, NULL, 0));
  OK(hipGraphLaunch(ge, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(w, d, 64, hipMemcpyDeviceToHost));
  TRUE(w[0] == 0x05050505);
  OK(hipGraphExecDestroy(ge));
  OK(hipGraphDestroy(g));
  OK(hipStreamDestroy(s));

  // pools
  OK(hipMallocAsync((void **)&e, 64, NULL));
  OK(hipMemsetAsync(e, 1, 64, NULL));
  OK(hipFreeAsync(e, NULL));
  OK(hipDeviceSynchronize());

  // many host threads
  pthread_t threads[64];
  for (int i = 0; i < 64; i++) pthread_create(&threads[i], NULL, thread, (void *)(intptr_t)i);
  for (int i = 0; i < 64; i++) {
    void *r;
    pthread_join(threads[i], &r);
    TRUE(r == NULL);
  }
  OK(hipFree(d));
  OK(hipDeviceSynchronize());
  OK(hipDeviceReset());
  OK(hipMalloc((void **)&d, 64));
  OK(hipFree(d));
  printf("%d calls went wrong\n", bad);
  return bad != 0;
}
