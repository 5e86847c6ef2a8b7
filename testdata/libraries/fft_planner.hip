// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT and rocFFT in one process, whose threads create and destroy plans at the same time: FFTW,
// which both use on the host, has one planner that is not thread safe.
//
// e2e: flags=-lhipfft -lrocfft
#include <hip/hip_runtime.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <thread>
#include <vector>

#include <hipfft/hipfft.h>
#include <rocfft/rocfft.h>

using Z = std::complex<double>;
constexpr int kSizes = 150, kRounds = 6;

// An impulse at 1, whose transform is a rotation.
static int wrong(const Z *v, int n) {
  int bad = 0;
  for (int k = 0; k < n; k++) bad += !(std::abs(v[k] - std::polar(1.0, -2 * M_PI * k / n)) < 1e-12);
  return bad;
}

template <class Transform> static void transforms(int *bad, Transform transform) {
  Z *v;
  if (hipMalloc(&v, kSizes * sizeof(Z))) return;
  for (int round = 0; round < kRounds; round++)
    for (int n = 2; n <= kSizes; n++) {
      std::vector<Z> host(n);
      host[1] = 1;
      hipError_t e = hipMemcpy(v, host.data(), n * sizeof(Z), hipMemcpyHostToDevice);
      bool ok = !e && transform(v, n) && !hipDeviceSynchronize() &&
                !hipMemcpy(host.data(), v, n * sizeof(Z), hipMemcpyDeviceToHost);
      *bad += ok ? wrong(host.data(), n) : 1;
    }
  if (hipFree(v)) ++*bad;
}

static bool by_hipfft(Z *v, int n) {
  hipfftHandle p;
  if (hipfftPlan1d(&p, n, HIPFFT_Z2Z, 1) != HIPFFT_SUCCESS) return false;
  auto *data = reinterpret_cast<hipfftDoubleComplex *>(v);
  bool ok = hipfftExecZ2Z(p, data, data, HIPFFT_FORWARD) == HIPFFT_SUCCESS;
  return hipfftDestroy(p) == HIPFFT_SUCCESS && ok;
}

static bool by_rocfft(Z *v, int n) {
  rocfft_plan p;
  size_t length = n;
  if (rocfft_plan_create(&p, rocfft_placement_inplace, rocfft_transform_type_complex_forward,
                         rocfft_precision_double, 1, &length, 1, nullptr))
    return false;
  void *data = v;
  bool ok = rocfft_execute(p, &data, nullptr, nullptr) == rocfft_status_success;
  return rocfft_plan_destroy(p) == rocfft_status_success && ok;
}

int main() {
  int bad[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&bad, i] { transforms(&bad[i], i % 2 ? by_hipfft : by_rocfft); });
  for (auto &t : threads) t.join();
  for (int i = 0; i < 4; i++)
    if (bad[i]) printf("thread %d: %d wrong numbers\n", i, bad[i]);
  if (bad[0] + bad[1] + bad[2] + bad[3] == 0) puts("PASS");
  return 0;
}
