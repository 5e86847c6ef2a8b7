// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What programs for hiprtc name without including it: half, bfloat16, complex numbers,
// constants, a few traits, the type of ptrdiff_t; and that they may define placement new.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <stdio.h>
#include <string>
#include <vector>

static const char *source = R"(
__device__ void *operator new(size_t, void *p) noexcept { return p; } // as programs define it
extern "C" __global__ void kernel(float *o) {
  new (o + 15) float(0);
  __half h = __float2half(1.5f);
  hip_bfloat16 b(2.5f);
  hipFloatComplex c = hipCmulf(make_hipFloatComplex(0, 1), make_hipFloatComplex(0, 1));
  o[0] = (float)(h * h);
  o[1] = (float)b;
  o[2] = hipCrealf(c);
  o[3] = HIP_INF_F > 1e38f;
  o[4] = __hip_internal::is_same<decltype(o), float *>::value;
  __half2 g{1, 2};
  o[5] = __low2float(g++) + __high2float(++g);
  o[6] = __low2float(g--) + __high2float(--g);
  o[7] = __half2float(__clamp_01(__half(2.5f))) - __half2float(__clamp_01(__half(-2.5f)));
  b = -0.0f;
  o[8] = std::iszero(b) && !std::isinf(b) && std::isnan(b = HIP_NAN_F) && !std::iszero(b);
  o[9] = HIP_REMQUO_MASK_F == (1u << HIP_REMQUO_BITS_F) - 1;
  o[10] = HIP_TRIG_PLOSS_F + HIP_TRIG_PLOSS == 2147589263.0;
  o[11] = (int)__double_as_longlong(-7.4 + HIP_DBL2INT_CVT);
  o[12] = HIP_LN2_X_1025 == 710.4758600739439426;
  o[13] = HIP_IMAGE_OBJECT_SIZE_DWORD - HIP_SAMPLER_OBJECT_SIZE_DWORD;
  o[14] = __hip_internal::is_same<ptrdiff_t, long long>::value;
  // As AMD has them: not above, not below in both.
  __half2 x{5, 8}, y{2, 10};
  o[15] = (x >= y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x < y);
}
)";

int main() {
  const char *options[] = {"-D__HIPRTC_PTRDIFF_T_IS_LONG_LONG__=1"};
  hiprtcProgram p;
  size_t n = 0;
  if (hiprtcCreateProgram(&p, source, "names.hip", 0, nullptr, nullptr) != HIPRTC_SUCCESS) return 1;
  if (hiprtcCompileProgram(p, 1, options) != HIPRTC_SUCCESS) {
    hiprtcGetProgramLogSize(p, &n);
    std::string log(n, 0);
    hiprtcGetProgramLog(p, &log[0]);
    puts(log.c_str());
    return 1;
  }
  if (hiprtcGetCodeSize(p, &n) != HIPRTC_SUCCESS) return 1;
  std::vector<char> code(n);
  if (hiprtcGetCode(p, code.data()) != HIPRTC_SUCCESS) return 1;
  hipModule_t m;
  hipFunction_t f;
  float *d, h[16], want[16] = {2.25f, 2.5f, -1, 1, 1, 5, 5, 1, 1, 1, 1, -7, 1, 4, 1, 3};
  if (hipModuleLoadData(&m, code.data()) != hipSuccess) return 1;
  if (hipModuleGetFunction(&f, m, "kernel") != hipSuccess) return 1;
  if (hipMalloc(&d, sizeof h) != hipSuccess) return 1;
  void *args[] = {&d};
  if (hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr) != hipSuccess) return 1;
  if (hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  int bad = 0;
  for (int i = 0; i < 16; i++)
    if (h[i] != want[i] && ++bad) printf("value %d: %g, not %g\n", i, h[i], want[i]);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
