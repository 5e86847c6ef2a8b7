// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Throughput of the mathematical functions in float and double. The same source is HIP, and CUDA for `nvcc -x cu`:
//   nvcc -O3 -arch=sm_90 -x cu math.hip -o math-cuda
//   gohipcc -O3 --offload-arch=sm_90 math.hip -o math-hip
// Each line is a function, f32 or f64, and picoseconds for one call; each lane of a warp has other arguments.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#if defined(__HIP__)
#include <hip/hip_runtime.h>
#define API(name) hip##name
#else
#include <cuda_runtime.h>
#define API(name) cuda##name
#endif

#define CHECK(call)                                                                                \
  do {                                                                                             \
    API(Error_t) e_ = (call);                                                                      \
    if (e_ != API(Success)) {                                                                      \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, API(GetErrorString)(e_));      \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

enum { BLOCKS = 132 * 8, THREADS = 256, CALLS = 256 };

// A lane's arguments: a fraction of the range that moves on by the golden ratio.
template <typename F, typename T> __global__ void run(T *out, T low, T high, T step) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, u = i * 2654435769u;
  T sum = 0;
#pragma unroll 4
  for (int k = 0; k < CALLS; k++) {
    u += 2654435769u;
    T x = low + (high - low) * ((T)(u >> 8) * (T)0x1p-24);
    sum += F::of(x, x + step);
  }
  out[i] = sum;
}

template <typename F, typename T> static void time(const char *name, double low, double high) {
  T *out;
  CHECK(API(Malloc)(&out, BLOCKS * THREADS * sizeof(T)));
  API(Event_t) a, b;
  CHECK(API(EventCreate)(&a));
  CHECK(API(EventCreate)(&b));
  std::vector<float> times;
  for (int i = 0; i < 8; i++) {
    CHECK(API(EventRecord)(a, 0));
    run<F, T><<<BLOCKS, THREADS>>>(out, (T)low, (T)high, (T)0.75);
    CHECK(API(GetLastError)());
    CHECK(API(EventRecord)(b, 0));
    CHECK(API(EventSynchronize)(b));
    float ms;
    CHECK(API(EventElapsedTime)(&ms, a, b));
    if (i) times.push_back(ms); // the first one has the code to load
  }
  std::sort(times.begin(), times.end());
  printf("%-12s f%d %9.3f\n", name, (int)sizeof(T) * 8,
         times[times.size() / 2] * 1e9 / ((double)BLOCKS * THREADS * CALLS));
  CHECK(API(EventDestroy)(a));
  CHECK(API(EventDestroy)(b));
  CHECK(API(Free)(out));
}

#define ONE(NAME, LOW, HIGH) FUNCTION(NAME, NAME##f(x), NAME(x), LOW, HIGH)
#define TWO(NAME, LOW, HIGH) FUNCTION(NAME, NAME##f(x, y), NAME(x, y), LOW, HIGH)
// clang-format off
#define FUNCTIONS \
  ONE(acos, -1, 1) ONE(acosh, 1, 100) ONE(asin, -1, 1) ONE(asinh, -10, 10) \
  ONE(atan, -10, 10) TWO(atan2, -10, 10) ONE(atanh, -1, 1) ONE(cbrt, -10, 10) \
  ONE(ceil, -10, 10) TWO(copysign, -9, 9) ONE(cos, -50, 50) ONE(cosh, -10, 10) \
  ONE(cospi, -10, 10) ONE(erf, -3, 3) ONE(erfc, -3, 5) ONE(erfcinv, 0, 2) \
  ONE(erfcx, -3, 10) ONE(erfinv, -1, 1) ONE(exp, -40, 40) ONE(exp10, -20, 20) \
  ONE(exp2, -40, 40) ONE(expm1, -5, 5) ONE(fabs, -9, 9) TWO(fdim, -9, 9) \
  TWO(fmax, -9, 9) TWO(fmin, -9, 9) TWO(fmod, -90, 90) TWO(hypot, -10, 10) \
  ONE(j0, 0, 30) ONE(j1, 0, 30) ONE(lgamma, -5, 30) ONE(log, 0, 100) \
  ONE(log10, 0, 100) ONE(log1p, -1, 10) ONE(log2, 0, 100) ONE(logb, 0, 100) \
  ONE(nearbyint, -9, 9) TWO(nextafter, -9, 9) ONE(normcdf, -5, 5) ONE(normcdfinv, 0, 1) \
  TWO(pow, 0, 10) ONE(rcbrt, 1, 100) TWO(remainder, -90, 90) ONE(rint, -9, 9) \
  ONE(round, -9, 9) ONE(rsqrt, 1, 100) ONE(sin, -50, 50) ONE(sinh, -10, 10) \
  ONE(sinpi, -10, 10) ONE(sqrt, 0, 100) ONE(tan, -50, 50) ONE(tanh, -5, 5) \
  ONE(tgamma, -5, 20) ONE(trunc, -9, 9) ONE(y0, 0, 30) ONE(y1, 0, 30)
// clang-format on

#define FUNCTION(NAME, ON_FLOAT, ON_DOUBLE, LOW, HIGH)                                             \
  struct Of_##NAME {                                                                               \
    __device__ static float of(float x, float y) { return (void)y, ON_FLOAT; }                     \
    __device__ static double of(double x, double y) { return (void)y, ON_DOUBLE; }                 \
  };
FUNCTIONS
#undef FUNCTION

int main() {
#define FUNCTION(NAME, ON_FLOAT, ON_DOUBLE, LOW, HIGH)                                             \
  time<Of_##NAME, float>(#NAME, LOW, HIGH);                                                        \
  time<Of_##NAME, double>(#NAME, LOW, HIGH);
  FUNCTIONS
}
