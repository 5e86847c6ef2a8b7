// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT: transforms of one to three dimensions, of all types, contiguous and not, in place and not,
// against sums on the host; order in a stream, graphs, calls that cannot be.
//
// e2e: flags=-lhipfft
#include <hip/hip_runtime.h>

#include "device.h"

#include <hipfft/hipfftXt.h>
DISABLE_WARNING_PUSH
DISABLE_WARNING_DEPRECATED_DECLARATIONS
DISABLE_WARNING_RETURN_TYPE
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>
DISABLE_WARNING_POP

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPFFT_SUCCESS)

using Z = std::complex<double>;
using Index = std::vector<int>;

// A layout of transforms: the extent of each dimension in memory, a stride and a distance.
struct Layout {
  Index embed;
  int stride, dist;
  size_t at(const Index &i, int batch) const {
    size_t flat = 0;
    for (size_t d = 0; d < i.size(); d++) flat = flat * embed[d] + i[d];
    return flat * stride + size_t(batch) * dist;
  }
  size_t size(int batches) const {
    size_t n = stride;
    for (int e : embed) n *= e;
    return n + size_t(dist) * (batches - 1);
  }
};

static void each(const Index &n, std::function<void(const Index &)> f) {
  Index i(n.size());
  for (;;) {
    f(i);
    int d = int(n.size()) - 1;
    for (; d >= 0 && ++i[d] == n[d]; d--) i[d] = 0;
    if (d < 0) return;
  }
}

static double value(const Index &i, int batch, int part) {
  double v = batch * 0.7 + part * 0.3;
  for (size_t d = 0; d < i.size(); d++) v += std::sin(1.3 * double(d + 1) * i[d] + part);
  return v;
}

// The transform's sum, of all of its input.
static Z sum_at(const Index &n, const Index &k, int sign, std::function<Z(const Index &)> in) {
  Z sum = 0;
  each(n, [&](const Index &i) {
    double turn = 0;
    for (size_t d = 0; d < n.size(); d++) turn += double(i[d]) * k[d] / n[d];
    sum += in(i)*std::polar(1.0, sign * 2 * M_PI * turn);
  });
  return sum;
}

static Index half(Index n) {
  n.back() = n.back() / 2 + 1;
  return n;
}

template <class R> constexpr hipfftType type(hipfftType of_float) {
  return hipfftType(of_float | (std::is_same_v<R, double> ? 0x40 : 0));
}

template <class R> struct Transform {
  using C = std::complex<R>;
  Index n;
  int batch;
  hipfftHandle plan;

  Transform(Index n, int batch, const Layout *in, const Layout *out, hipfftType t)
      : n(n), batch(batch) {
    Index ie = in ? in->embed : n, oe = out ? out->embed : n;
    OK(hipfftPlanMany(&plan, int(n.size()), n.data(), in ? ie.data() : nullptr, in ? in->stride : 1,
                      in ? in->dist : 0, out ? oe.data() : nullptr, out ? out->stride : 1,
                      out ? out->dist : 0, t, batch));
  }
  ~Transform() { OK(hipfftDestroy(plan)); }

  hipfftResult run(hipfftType kind, void *in, void *out, int direction) {
    if constexpr (std::is_same_v<R, float>) {
      if (kind == HIPFFT_R2C) return hipfftExecR2C(plan, (float *)in, (hipfftComplex *)out);
      if (kind == HIPFFT_C2R) return hipfftExecC2R(plan, (hipfftComplex *)in, (float *)out);
      return hipfftExecC2C(plan, (hipfftComplex *)in, (hipfftComplex *)out, direction);
    } else {
      if (kind == HIPFFT_R2C) return hipfftExecD2Z(plan, (double *)in, (hipfftDoubleComplex *)out);
      if (kind == HIPFFT_C2R) return hipfftExecZ2D(plan, (hipfftDoubleComplex *)in, (double *)out);
      return hipfftExecZ2Z(plan, (hipfftDoubleComplex *)in, (hipfftDoubleComplex *)out, direction);
    }
  }
};

// moved runs a transform of bytes on the device, in place if out is null.
template <class In, class Out, class Run>
std::vector<Out> moved(const std::vector<In> &in, size_t out, bool in_place, Run run) {
  size_t bytes = std::max(in.size() * sizeof(In), out * sizeof(Out));
  void *from, *to;
  std::vector<Out> result(out);
  CHECK(hipMalloc(&from, bytes) == hipSuccess && hipMalloc(&to, bytes) == hipSuccess);
  CHECK(hipMemcpy(from, in.data(), in.size() * sizeof(In), hipMemcpyHostToDevice) == hipSuccess);
  OK(run(from, in_place ? from : to));
  CHECK(hipMemcpy(result.data(), in_place ? from : to, out * sizeof(Out), hipMemcpyDeviceToHost) ==
        hipSuccess);
  CHECK(hipFree(from) == hipSuccess && hipFree(to) == hipSuccess);
  return result;
}

template <class R> void same(std::complex<R> got, Z want) {
  double limit = (std::is_same_v<R, float> ? 1e-4 : 1e-11) * (1 + std::abs(want)) * 10;
  CHECK(std::abs(Z(got) - want) <= limit);
}

// contiguous is the layout of a plan without embeddings.
static Layout contiguous(const Index &embed) {
  int dist = 1;
  for (int e : embed) dist *= e;
  return {embed, 1, dist};
}

template <class R>
void complex_to_complex(const Index &n, int batch, bool in_place, const Layout *in,
                        const Layout *out) {
  using C = std::complex<R>;
  Transform<R> t(n, batch, in, out, type<R>(HIPFFT_C2C));
  Layout li = in ? *in : contiguous(n), lo = out ? *out : contiguous(n);
  for (int direction : {HIPFFT_FORWARD, HIPFFT_BACKWARD}) {
    std::vector<C> from(li.size(batch));
    for (int b = 0; b < batch; b++)
      each(n, [&](const Index &i) { from[li.at(i, b)] = C(R(value(i, b, 0)), R(value(i, b, 1))); });
    auto got = moved<C, C>(from, lo.size(batch), in_place,
                           [&](void *a, void *b) { return t.run(HIPFFT_C2C, a, b, direction); });
    for (int b = 0; b < batch; b++)
      each(n, [&](const Index &k) {
        same(got[lo.at(k, b)],
             sum_at(n, k, direction, [&](const Index &i) { return Z(from[li.at(i, b)]); }));
      });
  }
}

// There and back: a half of the spectrum, and the numbers times their count.
template <class R> void real_and_back(const Index &n, int batch, bool in_place) {
  using C = std::complex<R>;
  Index padded = n;
  padded.back() = 2 * (n.back() / 2 + 1);
  Layout real = contiguous(in_place ? padded : n), spectrum = contiguous(half(n));
  Transform<R> there(n, batch, nullptr, nullptr, type<R>(HIPFFT_R2C));
  Transform<R> back(n, batch, nullptr, nullptr, type<R>(HIPFFT_C2R));
  std::vector<R> from(real.size(batch));
  double count = 1;
  for (int e : n) count *= e;
  for (int b = 0; b < batch; b++)
    each(n, [&](const Index &i) { from[real.at(i, b)] = R(value(i, b, 0)); });
  auto got = moved<R, C>(from, spectrum.size(batch), in_place,
                         [&](void *a, void *b) { return there.run(HIPFFT_R2C, a, b, 0); });
  auto again = moved<C, R>(got, real.size(batch), in_place,
                           [&](void *a, void *b) { return back.run(HIPFFT_C2R, a, b, 0); });
  for (int b = 0; b < batch; b++) {
    each(half(n), [&](const Index &k) {
      same(got[spectrum.at(k, b)],
           sum_at(n, k, HIPFFT_FORWARD, [&](const Index &i) { return Z(from[real.at(i, b)]); }));
    });
    each(n, [&](const Index &i) { same(C(again[real.at(i, b)]), count * Z(from[real.at(i, b)])); });
  }
}

template <class R> void all() {
  for (const Index &n : {Index{16}, Index{15}, Index{6, 8}, Index{5, 7}, Index{3, 4, 6}})
    for (int batch : {1, 3})
      for (bool in_place : {false, true}) {
        complex_to_complex<R>(n, batch, in_place, nullptr, nullptr);
        real_and_back<R>(n, batch, in_place);
      }
  // Columns of a matrix, into rows; rows with room between them.
  Layout columns{{8}, 5, 1}, rows{{8}, 1, 8}, wide{{6, 11}, 2, 150}, tight{{6, 8}, 1, 48};
  complex_to_complex<R>({8}, 5, false, &columns, &rows);
  complex_to_complex<R>({8}, 5, true, &columns, &columns);
  complex_to_complex<R>({6, 8}, 2, false, &wide, &tight);
}

__global__ void fill(hipfftComplex *z, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) z[i] = make_hipFloatComplex(1, 0);
}

// A transform starts when what is before it in the stream has ended, and is captured.
static void in_order() {
  const int n = 1 << 16;
  hipfftComplex *z, first;
  hipfftHandle plan;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t run;
  CHECK(hipMalloc((void **)&z, n * sizeof *z) == hipSuccess);
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  OK(hipfftPlan1d(&plan, n, HIPFFT_C2C, 1));
  OK(hipfftSetStream(plan, stream));
  fill<<<n / 256, 256, 0, stream>>>(z, n);
  OK(hipfftExecC2C(plan, z, z, HIPFFT_FORWARD));
  CHECK(hipStreamSynchronize(stream) == hipSuccess);
  CHECK(hipMemcpy(&first, z, sizeof first, hipMemcpyDeviceToHost) == hipSuccess);
  CHECK(first.x == n);
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal) == hipSuccess);
  fill<<<n / 256, 256, 0, stream>>>(z, n);
  bool captured = !nvidia(); // cuFFT does not see what is captured
  CHECK(hipfftExecC2C(plan, z, z, HIPFFT_FORWARD) ==
        (captured ? HIPFFT_SUCCESS : HIPFFT_NOT_SUPPORTED));
  CHECK(hipStreamEndCapture(stream, &graph) == hipSuccess);
  OK(hipfftDestroy(plan)); // the graph keeps the transform
  CHECK(hipGraphInstantiate(&run, graph, nullptr, nullptr, 0) == hipSuccess);
  for (int turn = 0; turn < 2; turn++) {
    CHECK(hipGraphLaunch(run, stream) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess);
    CHECK(hipMemcpy(&first, z, sizeof first, hipMemcpyDeviceToHost) == hipSuccess);
    CHECK(first.x == (captured ? n : 1));
  }
  CHECK(hipGraphExecDestroy(run) == hipSuccess && hipGraphDestroy(graph) == hipSuccess);
  CHECK(hipStreamDestroy(stream) == hipSuccess && hipFree(z) == hipSuccess);
}

static void bad_calls() {
  hipfftHandle plan = nullptr;
  hipfftComplex z[4];
  size_t size = 1;
  int n[] = {4};
  CHECK(hipfftCreate(nullptr) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftPlan1d(nullptr, 4, HIPFFT_C2C, 1) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftPlan1d(&plan, 0, HIPFFT_C2C, 1) == HIPFFT_INVALID_SIZE);
  CHECK(hipfftPlan1d(&plan, -4, HIPFFT_C2C, 1) == HIPFFT_INVALID_SIZE);
  CHECK(hipfftPlan1d(&plan, 4, HIPFFT_C2C, -1) == HIPFFT_INVALID_SIZE);
  CHECK(hipfftPlan1d(&plan, 4, hipfftType(1), 1) == HIPFFT_INVALID_TYPE);
  CHECK(hipfftPlanMany(&plan, 4, n, nullptr, 1, 0, nullptr, 1, 0, HIPFFT_C2C, 1) ==
        HIPFFT_INVALID_VALUE);
  CHECK(hipfftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, HIPFFT_C2C, 1) ==
        HIPFFT_INVALID_VALUE);
  CHECK(hipfftPlanMany(&plan, 1, n, n, 0, 4, n, 1, 4, HIPFFT_C2C, 1) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftExecC2C(nullptr, z, z, HIPFFT_FORWARD) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftDestroy(nullptr) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftSetStream(nullptr, nullptr) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftEstimate1d(-1, HIPFFT_C2C, 1, &size) == HIPFFT_INVALID_SIZE);
  int sides[] = {4, 6};
  long long wide[] = {4, 0};
  CHECK(hipfftEstimateMany(2, sides, nullptr, 1, 24, nullptr, 1, 24, HIPFFT_C2C, 3, &size) ==
        HIPFFT_SUCCESS);
  CHECK(hipfftCreate(&plan) == HIPFFT_SUCCESS);
  CHECK(hipfftGetSizeMany(plan, 2, sides, nullptr, 1, 24, nullptr, 1, 24, HIPFFT_C2C, 1, &size) ==
        HIPFFT_SUCCESS);
  CHECK(hipfftGetSizeMany(plan, 2, sides, nullptr, 1, 24, nullptr, 1, 24, HIPFFT_C2C, 0, &size) ==
        HIPFFT_INVALID_SIZE);
  CHECK(hipfftGetSizeMany64(plan, 2, wide, nullptr, 1, 24, nullptr, 1, 24, HIPFFT_C2C, 1, &size) ==
        HIPFFT_INVALID_SIZE);
  CHECK(hipfftDestroy(plan) == HIPFFT_SUCCESS);
  CHECK(hipfftGetSizeMany(nullptr, 2, sides, nullptr, 1, 24, nullptr, 1, 24, HIPFFT_C2C, 1,
                          &size) == HIPFFT_INVALID_PLAN);
  OK(hipfftCreate(&plan));
  CHECK(hipfftExecC2C(plan, z, z, HIPFFT_FORWARD) == HIPFFT_INVALID_PLAN);
  OK(hipfftMakePlan1d(plan, 4, HIPFFT_C2C, 1, &size));
  CHECK(size == 0);
  CHECK(hipfftMakePlan1d(plan, 4, HIPFFT_C2C, 1, &size) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftExecC2C(plan, nullptr, z, HIPFFT_FORWARD) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftExecC2C(plan, z, z, 0) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftExecZ2Z(plan, (hipfftDoubleComplex *)z, (hipfftDoubleComplex *)z, HIPFFT_FORWARD) ==
        HIPFFT_INVALID_PLAN);
  OK(hipfftDestroy(plan));
  CHECK(hipfftGetVersion(nullptr) == HIPFFT_INVALID_VALUE);
}

// Memory by descriptors: 1 at the second place of 16 has 17 / 2 coefficients that turn.
static void descriptors() {
  hipfftHandle plan;
  size_t size;
  int device = 0, none = -1;
  std::vector<double> host(18);
  hipLibXtDesc *in = nullptr, *other = nullptr;
  CHECK(hipGetDevice(&device) == hipSuccess && hipfftCreate(&plan) == HIPFFT_SUCCESS);
  CHECK(hipfftXtSetGPUs(plan, 1, &none) == HIPFFT_INVALID_DEVICE);
  CHECK(hipfftXtSetGPUs(plan, 0, &device) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftXtSetGPUs(plan, 1, &device) == HIPFFT_SUCCESS);
  CHECK(hipfftXtMalloc(plan, &in, HIPFFT_XT_FORMAT_INPLACE) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftMakePlan1d(plan, 16, HIPFFT_D2Z, 1, &size) == HIPFFT_SUCCESS);
  CHECK(hipfftXtMalloc(plan, &in, HIPFFT_XT_FORMAT_INPLACE) == HIPFFT_SUCCESS);
  CHECK(hipfftXtMalloc(plan, &other, HIPFFT_XT_FORMAT_INPUT) == HIPFFT_SUCCESS);
  CHECK(in->descriptor->size[0] == 18 * sizeof(double) && in->descriptor->nGPUs == 1);
  CHECK(other->descriptor->size[0] == 16 * sizeof(double));
  host[1] = 1;
  CHECK(hipfftXtMemcpy(plan, in, host.data(), HIPFFT_COPY_HOST_TO_DEVICE) == HIPFFT_SUCCESS);
  CHECK(hipfftXtMemcpy(plan, other, in, HIPFFT_COPY_DEVICE_TO_DEVICE) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftXtExecDescriptorZ2D(plan, in, in) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftXtExecDescriptorD2Z(plan, in, other) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftXtExecDescriptorD2Z(plan, in, in) == HIPFFT_SUCCESS);
  CHECK(hipfftXtMemcpy(plan, host.data(), in, HIPFFT_COPY_DEVICE_TO_HOST) == HIPFFT_SUCCESS);
  for (int k = 0; k < 9; k++)
    CHECK(std::abs(Z(host[2 * k], host[2 * k + 1]) - std::polar(1.0, -M_PI * k / 8)) < 1e-12);
  CHECK(hipfftXtFree(in) == HIPFFT_SUCCESS && hipfftXtFree(other) == HIPFFT_SUCCESS);
  CHECK(hipfftXtFree(nullptr) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftDestroy(plan) == HIPFFT_SUCCESS);
}

int main() {
  descriptors();
  all<float>();
  all<double>();
  in_order();
  bad_calls();
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
