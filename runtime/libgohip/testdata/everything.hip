// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Makes one of everything that the runtime keeps for a program, uses it and gives it back, as
// many times as its argument says, for leak checkers to look at. Other arguments do what a
// checker must notice.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define OK(call)                                                                                   \
  do {                                                                                             \
    int status_ = static_cast<int>(call);                                                          \
    if (status_ != 0) {                                                                            \
      std::printf("line %d: %s: %d\n", __LINE__, #call, status_);                                  \
      std::_Exit(3);                                                                               \
    }                                                                                              \
  } while (0)

__managed__ int managed = 5;
__device__ int variable = 4;
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void say(int v) { printf("round %d\n", v); }
__global__ void fetch(hipTextureObject_t t, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}

static void nothing(void *) {}

static void streams(int *p, hipStream_t s, int round) {
  hipEvent_t before, after;
  float ms;
  OK(hipEventCreate(&before));
  OK(hipEventCreate(&after));
  OK(hipEventRecord(before, s));
  add<<<1, 64, 0, s>>>(p, 1);
  say<<<1, 1, 0, s>>>(round);
  OK(hipEventRecord(after, s));
  OK(hipStreamWaitEvent(nullptr, after, 0));
  OK(hipStreamAddCallback(s, [](hipStream_t, hipError_t, void *) {}, nullptr, 0));
  OK(hipLaunchHostFunc(s, nothing, nullptr));
  std::vector<char> pageable(1 << 20);
  OK(hipMemcpyAsync(pageable.data(), p, 64, hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  OK(hipEventElapsedTime(&ms, before, after));
  OK(hipEventDestroy(before));
  OK(hipEventDestroy(after));
}

static void graphs(int *p, hipStream_t s) {
  hipGraph_t g, copy;
  hipGraphExec_t x;
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  add<<<1, 64, 0, s>>>(p, 2);
  OK(hipMemsetAsync(p, 0, 64, s));
  OK(hipStreamEndCapture(s, &g));
  OK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  OK(hipGraphLaunch(x, s));
  OK(hipStreamSynchronize(s));
  OK(hipGraphClone(&copy, g));
  OK(hipGraphExecDestroy(x));
  OK(hipGraphDestroy(g));
  OK(hipGraphDestroy(copy));

  hipGraphNode_t first, second, third;
  hipHostNodeParams host{};
  host.fn = nothing;
  hipUserObject_t object;
  OK(hipGraphCreate(&g, 0));
  OK(hipGraphAddEmptyNode(&first, g, nullptr, 0));
  OK(hipGraphAddMemcpyNode1D(&second, g, &first, 1, p, p + 32, 16, hipMemcpyDeviceToDevice));
  OK(hipGraphAddHostNode(&third, g, &second, 1, &host));
  OK(hipUserObjectCreate(&object, std::malloc(8), std::free, 1, hipUserObjectNoDestructorSync));
  OK(hipGraphRetainUserObject(g, object, 1, hipGraphUserObjectMove));
  OK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  OK(hipGraphLaunch(x, s));
  OK(hipStreamSynchronize(s));
  OK(hipGraphExecDestroy(x));
  OK(hipGraphDestroy(g));
}

static void memory(int *p, hipStream_t s) {
  void *q;
  OK(hipMallocAsync(&q, 1000, s));
  OK(hipFreeAsync(q, s));
  hipMemPoolProps props{};
  props.allocType = hipMemAllocationTypePinned;
  props.location.type = hipMemLocationTypeDevice;
  hipMemPool_t pool;
  OK(hipMemPoolCreate(&pool, &props));
  OK(hipMallocFromPoolAsync(&q, 100, pool, s));
  OK(hipFreeAsync(q, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemPoolDestroy(pool));

  size_t pitch;
  char registered[4096];
  OK(hipHostMalloc(&q, 100, 0));
  OK(hipHostFree(q));
  OK(hipHostRegister(registered, sizeof registered, 0));
  OK(hipHostUnregister(registered));
  OK(hipMallocManaged(&q, 100, hipMemAttachGlobal));
  OK(hipFree(q));
  OK(hipMallocPitch(&q, &pitch, 100, 10));
  OK(hipFree(q));

  hipArray_t array;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipTextureDesc how{};
  hipResourceDesc what{};
  hipTextureObject_t texture;
  OK(hipMallocArray(&array, &format, 16, 16, 0));
  what.resType = hipResourceTypeArray;
  what.res.array.array = array;
  OK(hipCreateTextureObject(&texture, &what, &how, nullptr));
  OK(hipDestroyTextureObject(texture));
  OK(hipFreeArray(array));
  what = {};
  what.resType = hipResourceTypeLinear;
  what.res.linear.devPtr = p;
  what.res.linear.desc = format;
  what.res.linear.sizeInBytes = 256;
  OK(hipCreateTextureObject(&texture, &what, &how, nullptr));
  fetch<<<1, 16, 0, s>>>(texture, reinterpret_cast<float *>(p) + 16);
  OK(hipStreamSynchronize(s));
  OK(hipDestroyTextureObject(texture));
}

static void modules(int *p, hipStream_t s) {
  hiprtcProgram program;
  OK(hiprtcCreateProgram(&program, "extern \"C\" __global__ void seven(int *p) { *p = 7; }",
                         "seven.hip", 0, nullptr, nullptr));
  OK(hiprtcCompileProgram(program, 0, nullptr));
  size_t size;
  OK(hiprtcGetCodeSize(program, &size));
  std::vector<char> code(size);
  OK(hiprtcGetCode(program, code.data()));
  OK(hiprtcDestroyProgram(&program));
  hipModule_t module;
  hipFunction_t function;
  void *args[] = {&p};
  OK(hipModuleLoadData(&module, code.data()));
  OK(hipModuleGetFunction(&function, module, "seven"));
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr));
  OK(hipStreamSynchronize(s));
  OK(hipModuleUnload(module));
}

int main(int, char **argv) {
  if (!std::strcmp(argv[1], "overrun")) {
    volatile int *few = new int[4];
    int v = few[4 + !argv[0]];
    delete[] few;
    return v == 12345;
  }
  if (!std::strcmp(argv[1], "leak")) {
    void *volatile lost = std::malloc(100);
    lost = nullptr;
    return lost != nullptr;
  }
  for (int i = 0; i < std::atoi(argv[1]); i++) {
    int *p, v;
    hipStream_t s;
    OK(hipMalloc(reinterpret_cast<void **>(&p), 256));
    OK(hipStreamCreate(&s));
    streams(p, s, i);
    graphs(p, s);
    memory(p, s);
    modules(p, s);
    OK(hipMemcpyFromSymbol(&v, HIP_SYMBOL(variable), sizeof v));
    managed++;
    add<<<1, 1>>>(&managed, 1);
    OK(hipDeviceSynchronize());
    OK(hipStreamDestroy(s));
    OK(hipFree(p));
  }
  std::puts("PASS");
  std::fflush(stdout); // leak checkers end the process before the C library would
}
