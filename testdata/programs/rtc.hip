// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Compilation at run time: a program text, a template instance by name, a log for errors.
// e2e: flags=-lhiprtc
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hiprtc.h>

#include <string>

#define RTC(call)                                                                                  \
  do {                                                                                             \
    hiprtcResult status_ = (call);                                                                 \
    if (status_ != HIPRTC_SUCCESS) {                                                               \
      std::printf("%s: %s\n", #call, hiprtcGetErrorString(status_));                               \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

static const char *source = R"(
#ifndef SCALE
#error "SCALE is not defined"
#endif
#include "offset.h"
using int8_t = char; // as programs define them that hiprtc gives no <stdint.h>
using uint16_t = unsigned short;
using int64_t = long long;
typedef unsigned long long uint64_t;
static_assert(sizeof(int8_t) == 1 && sizeof(std::uint32_t) == 4 && sizeof(uint64_t) == 8, "");
extern "C" __global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) new (p + i) float(p[i] * SCALE + OFFSET);
}
template <typename T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }
)";

int main() {
  hiprtcProgram p;
  const char *header = "#define OFFSET 0.5f\n", *name = "offset.h";
  RTC(hiprtcCreateProgram(&p, source, "scale.hip", 1, &header, &name));
  RTC(hiprtcAddNameExpression(p, "fill<double>"));
  hipDeviceProp_t prop; // for the device's architecture, as programs ask for it
  CHECK(hipGetDeviceProperties(&prop, 0));
  std::string arch = std::string("--offload-arch=") + prop.gcnArchName;
  const char *options[] = {"-DSCALE=3", "-O3", arch.c_str()};
  hiprtcResult r = hiprtcCompileProgram(p, 3, options);
  size_t size = 0;
  RTC(hiprtcGetProgramLogSize(p, &size));
  if (r != HIPRTC_SUCCESS) {
    std::string log(size, 0);
    RTC(hiprtcGetProgramLog(p, &log[0]));
    std::printf("%s\n", log.c_str());
    failures++;
    return done();
  }
  RTC(hiprtcGetCodeSize(p, &size));
  std::vector<char> code(size);
  RTC(hiprtcGetCode(p, code.data()));
  const char *lowered = nullptr;
  RTC(hiprtcGetLoweredName(p, "fill<double>", &lowered));
  hipModule_t m;
  hipFunction_t scale, fill;
  CHECK(hipModuleLoadData(&m, code.data()));
  CHECK(hipModuleGetFunction(&scale, m, "scale"));
  CHECK(hipModuleGetFunction(&fill, m, lowered));
  RTC(hiprtcDestroyProgram(&p));

  std::vector<float> v(100);
  for (int i = 0; i < 100; i++) v[i] = float(i);
  Device<float> d(v);
  Device<double> e(10);
  int n = 100;
  void *args[] = {&d.p, &n};
  CHECK(hipModuleLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
  double nine = 9.25;
  void *more[] = {&e.p, &nine};
  CHECK(hipModuleLaunchKernel(fill, 1, 1, 1, 10, 1, 1, 0, nullptr, more, nullptr));
  auto got = d.host();
  for (int i = 0; i < 100; i++) EXPECT(got[i] == i * 3 + 0.5f);
  for (double x : e.host()) EXPECT(x == 9.25);
  CHECK(hipModuleUnload(m));

  RTC(hiprtcCreateProgram(&p, "__global__ void k() { undeclared = 1; }", "bad.hip", 0, nullptr,
                          nullptr));
  EXPECT(hiprtcCompileProgram(p, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
  RTC(hiprtcGetProgramLogSize(p, &size));
  std::string log(size, 0);
  RTC(hiprtcGetProgramLog(p, &log[0]));
  EXPECT(log.find("undeclared") != std::string::npos && log.find("bad.hip") != std::string::npos);
  RTC(hiprtcDestroyProgram(&p));
  return done();
}
