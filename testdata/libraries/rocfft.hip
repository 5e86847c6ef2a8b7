// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocFFT against sums on the host: one to three dimensions, both precisions, complex and real,
// interleaved and planar, any strides, offsets, batches, scale factors; order in a stream, invalid
// calls.
//
// e2e: flags=-lrocfft
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#include <rocfft/rocfft.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == rocfft_status_success)

using Complex = std::complex<double>;
using Sizes = std::vector<size_t>;

// Side is one side of a transform in memory: the parts of its numbers, and their places.
struct Side {
  rocfft_array_type type = rocfft_array_type_unset;
  size_t offset = 0;
  Sizes strides; // none: the default
  size_t distance = 0;

  bool planar() const {
    return type == rocfft_array_type_complex_planar || type == rocfft_array_type_hermitian_planar;
  }
};

struct Case {
  Sizes n;
  rocfft_transform_type type;
  bool in_place = false;
  size_t batch = 1;
  Side in, out;
  double scale = 1;
};

static bool is_real(const Case &c, bool out) {
  return c.type == (out ? rocfft_transform_type_real_inverse : rocfft_transform_type_real_forward);
}
static bool is_half(const Case &c, bool out) { return is_real(c, !out); }

// Place gives the index of an element of a side.
struct Place {
  Sizes n, strides;
  size_t distance, offset, size;

  Place(const Case &c, bool out) : n(c.n) {
    const Side &s = out ? c.out : c.in;
    n.resize(3, 1);
    size_t first = c.n[0];
    if (is_half(c, out)) n[0] = first = first / 2 + 1;
    if (is_real(c, out) && c.in_place) first = 2 * (first / 2 + 1);
    strides = s.strides;
    size_t next = 1;
    for (size_t i = 0; i < 3; i++) {
      if (i >= s.strides.size()) strides.push_back(i < c.n.size() && !s.strides.empty() ? 1 : next);
      next = strides[i] * (i ? n[i] : first);
    }
    distance = s.distance ? s.distance : next;
    offset = s.offset;
    size = 0;
    for (size_t b = 0; b < c.batch; b++)
      size = std::max(size, at(b, n[0] - 1, n[1] - 1, n[2] - 1) + 1);
  }
  size_t at(size_t b, size_t x, size_t y, size_t z) const {
    return offset + b * distance + x * strides[0] + y * strides[1] + z * strides[2];
  }
};

static unsigned state = 1;
static double number() {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / double(1 << 24) - 0.5;
}

// transform computes a batch by its definition.
static std::vector<Complex> transform(const Case &c, const std::vector<Complex> &x) {
  Sizes n = c.n;
  n.resize(3, 1);
  bool forward = c.type == rocfft_transform_type_complex_forward ||
                 c.type == rocfft_transform_type_real_forward;
  std::vector<Complex> y(x.size());
  size_t total = n[0] * n[1] * n[2];
  for (size_t k = 0; k < total; k++) {
    size_t kx = k % n[0], ky = k / n[0] % n[1], kz = k / n[0] / n[1];
    for (size_t j = 0; j < total; j++) {
      size_t jx = j % n[0], jy = j / n[0] % n[1], jz = j / n[0] / n[1];
      double turn = double(kx * jx % n[0]) / n[0] + double(ky * jy % n[1]) / n[1] +
                    double(kz * jz % n[2]) / n[2];
      y[k] += x[j] * std::polar(1.0, (forward ? -2 : 2) * M_PI * turn);
    }
    y[k] *= c.scale;
  }
  return y;
}

// Memory of one or two arrays.
template <class R> struct Arrays {
  void *at[2] = {nullptr, nullptr};
  size_t size;
  explicit Arrays(size_t size) : size(size) {
    for (void *&p : at) CHECK(hipMalloc(&p, 2 * size * sizeof(R)) == hipSuccess);
  }
  ~Arrays() {
    for (void *p : at) (void)hipFree(p);
  }
  void put(const std::vector<R> &v, int i) {
    CHECK(hipMemcpy(at[i], v.data(), v.size() * sizeof(R), hipMemcpyHostToDevice) == hipSuccess);
  }
  std::vector<R> fetched(int i) const {
    std::vector<R> v(2 * size);
    CHECK(hipMemcpy(v.data(), at[i], v.size() * sizeof(R), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

template <class R> static rocfft_plan plan_of(const Case &c) {
  rocfft_plan plan = nullptr;
  rocfft_plan_description d;
  OK(rocfft_plan_description_create(&d));
  OK(rocfft_plan_description_set_scale_factor(d, c.scale));
  size_t in_offsets[2] = {c.in.offset, c.in.offset}, out_offsets[2] = {c.out.offset, c.out.offset};
  OK(rocfft_plan_description_set_data_layout(
      d, c.in.type, c.out.type, in_offsets, out_offsets, c.n.size(), c.in.strides.data(),
      c.in.distance, c.n.size(), c.out.strides.data(), c.out.distance)); // without strides: null
  OK(rocfft_plan_create(&plan, c.in_place ? rocfft_placement_inplace : rocfft_placement_notinplace,
                        c.type, sizeof(R) == 8 ? rocfft_precision_double : rocfft_precision_single,
                        c.n.size(), c.n.data(), c.batch, d));
  OK(rocfft_plan_description_destroy(d));
  return plan;
}

template <class R> void check(const Case &c, int line) {
  Place in(c, false), out(c, true);
  Sizes full = c.n;
  full.resize(3, 1);
  size_t total = full[0] * full[1] * full[2];
  Arrays<R> from(std::max(in.size, out.size)), to(std::max(in.size, out.size));
  std::vector<R> parts[2] = {std::vector<R>(2 * from.size, R(7)),
                             std::vector<R>(2 * from.size, R(7))};
  std::vector<std::vector<Complex>> want;
  for (size_t b = 0; b < c.batch; b++) {
    std::vector<Complex> x(total);
    for (Complex &v : x) {
      double re = number();
      v = Complex(re, is_real(c, false) ? 0 : number());
    }
    if (is_half(c, false)) { // the input is the transform of real numbers
      Case forward = c;
      forward.type = rocfft_transform_type_real_forward;
      forward.scale = 1;
      for (Complex &v : x) v = v.real();
      x = transform(forward, x);
    }
    want.push_back(transform(c, x));
    for (size_t i = 0; i < total; i++) {
      size_t ix = i % full[0], iy = i / full[0] % full[1], iz = i / full[0] / full[1];
      if (ix >= in.n[0]) continue;
      size_t at = in.at(b, ix, iy, iz);
      if (is_real(c, false)) {
        parts[0][at] = R(x[i].real());
      } else if (c.in.planar()) {
        parts[0][at] = R(x[i].real());
        parts[1][at] = R(x[i].imag());
      } else {
        parts[0][2 * at] = R(x[i].real());
        parts[0][2 * at + 1] = R(x[i].imag());
      }
    }
  }
  for (int i = 0; i < 2; i++) from.put(parts[i], i);
  rocfft_plan plan = plan_of<R>(c);
  size_t work = 5;
  OK(rocfft_plan_get_work_buffer_size(plan, &work));
  OK(rocfft_execute(plan, from.at, c.in_place ? nullptr : to.at, nullptr));
  OK(rocfft_plan_destroy(plan)); // the transform keeps it
  CHECK(hipDeviceSynchronize() == hipSuccess);
  const Arrays<R> &result = c.in_place ? from : to;
  std::vector<R> got[2] = {result.fetched(0), result.fetched(1)};
  double worst = 0;
  for (size_t b = 0; b < c.batch; b++)
    for (size_t i = 0; i < total; i++) {
      size_t ix = i % full[0], iy = i / full[0] % full[1], iz = i / full[0] / full[1];
      if (ix >= out.n[0]) continue;
      size_t at = out.at(b, ix, iy, iz);
      Complex v = is_real(c, true) ? Complex(got[0][at])
                  : c.out.planar() ? Complex(got[0][at], got[1][at])
                                   : Complex(got[0][2 * at], got[0][2 * at + 1]);
      Complex w = is_real(c, true) ? Complex(want[b][i].real()) : want[b][i];
      worst = std::max(worst, std::abs(v - w));
    }
  double by = sizeof(R) == 8 ? 1e-10 : 1e-3;
  if (!(worst < by) && ++failures <= 20) printf("line %d: wrong by %g\n", line, worst);
}

#define BOTH(...)                                                                                  \
  do {                                                                                             \
    check<float>(__VA_ARGS__, __LINE__);                                                           \
    check<double>(__VA_ARGS__, __LINE__);                                                          \
  } while (0)

static void default_layouts() {
  for (bool in_place : {false, true})
    for (auto type : {rocfft_transform_type_complex_forward, rocfft_transform_type_complex_inverse,
                      rocfft_transform_type_real_forward, rocfft_transform_type_real_inverse})
      for (const Sizes &n : {Sizes{8}, Sizes{15}, Sizes{6, 5}, Sizes{4, 3, 5}})
        for (size_t batch : {1, 3}) BOTH(Case{n, type, in_place, batch, {}, {}, 1});
}

static void other_layouts() {
  const auto forward = rocfft_transform_type_complex_forward;
  const auto inverse = rocfft_transform_type_complex_inverse;
  const auto interleaved = rocfft_array_type_complex_interleaved;
  const auto planar = rocfft_array_type_complex_planar;
  for (auto type : {forward, inverse}) {
    BOTH(Case{{6, 5}, type, false, 2, {planar, 0, {}, 0}, {planar, 0, {}, 0}, 1});
    BOTH(Case{{6, 5}, type, true, 2, {planar, 0, {}, 0}, {planar, 0, {}, 0}, 0.5});
    BOTH(Case{{7}, type, false, 2, {planar, 3, {}, 0}, {interleaved, 2, {}, 0}, 1});
    BOTH(Case{{7}, type, false, 2, {interleaved, 0, {2}, 15}, {planar, 1, {3}, 30}, 2});
    // A batch that is interleaved with its transforms, and a transposed result.
    BOTH(Case{{5}, type, false, 4, {interleaved, 0, {4}, 1}, {interleaved, 0, {4}, 1}, 1});
    BOTH(Case{
        {4, 6}, type, false, 2, {interleaved, 0, {1, 4}, 24}, {interleaved, 0, {6, 1}, 24}, 0.25});
    BOTH(Case{{4, 3, 2},
              type,
              false,
              1,
              {interleaved, 5, {3, 13, 41}, 0},
              {interleaved, 0, {6, 2, 1}, 0},
              1});
  }
  const auto real = rocfft_array_type_real;
  const auto half = rocfft_array_type_hermitian_interleaved;
  const auto half_planar = rocfft_array_type_hermitian_planar;
  BOTH(Case{{8, 3},
            rocfft_transform_type_real_forward,
            false,
            2,
            {real, 1, {2, 17}, 60},
            {half, 0, {}, 0},
            1.5});
  BOTH(Case{{9},
            rocfft_transform_type_real_forward,
            false,
            2,
            {real, 0, {}, 0},
            {half_planar, 2, {}, 0},
            1});
  BOTH(Case{{8, 3},
            rocfft_transform_type_real_inverse,
            false,
            2,
            {half_planar, 0, {}, 0},
            {real, 0, {3, 25}, 80},
            1.0 / 24});
  BOTH(Case{
      {9}, rocfft_transform_type_real_inverse, false, 2, {half, 0, {2}, 11}, {real, 4, {}, 0}, 1});
}

__global__ void twice(float2 *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = make_float2(2 * x[i].x, 2 * x[i].y);
}

static void in_order() {
  hipStream_t stream;
  rocfft_execution_info info;
  rocfft_plan plan;
  const size_t n = 64;
  float2 *x;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  CHECK(hipMalloc((void **)&x, n * sizeof *x) == hipSuccess);
  std::vector<float2> ones(n, make_float2(1, 0));
  CHECK(hipMemcpy(x, ones.data(), n * sizeof *x, hipMemcpyHostToDevice) == hipSuccess);
  OK(rocfft_execution_info_create(&info));
  OK(rocfft_execution_info_set_stream(info, stream));
  OK(rocfft_plan_create(&plan, rocfft_placement_inplace, rocfft_transform_type_complex_forward,
                        rocfft_precision_single, 1, &n, 1, nullptr));
  twice<<<1, 64, 0, stream>>>(x, n);
  void *buffer[] = {x};
  OK(rocfft_execute(plan, buffer, nullptr, info));
  twice<<<1, 64, 0, stream>>>(x, n);
  CHECK(hipStreamSynchronize(stream) == hipSuccess);
  CHECK(hipMemcpy(ones.data(), x, n * sizeof *x, hipMemcpyDeviceToHost) == hipSuccess);
  CHECK(std::fabs(ones[0].x - 256) < 1e-3 && std::fabs(ones[5].x) < 1e-3);
  OK(rocfft_plan_destroy(plan));
  OK(rocfft_execution_info_destroy(info));
  CHECK(hipFree(x) == hipSuccess && hipStreamDestroy(stream) == hipSuccess);
}

static void bad_calls() {
  const rocfft_status value = rocfft_status_invalid_arg_value;
  rocfft_plan plan;
  rocfft_plan_description d;
  rocfft_execution_info info;
  size_t n[] = {8, 8, 8, 8}, zero = 0, size;
  char text[32];
  void *null[] = {nullptr, nullptr}, *buffer[] = {text, text};
  const auto out = rocfft_placement_notinplace;
  const auto forward = rocfft_transform_type_complex_forward;
  const auto single = rocfft_precision_single;
  CHECK(rocfft_plan_create(nullptr, out, forward, single, 1, n, 1, nullptr) == value);
  CHECK(rocfft_plan_create(&plan, rocfft_result_placement(9), forward, single, 1, n, 1, nullptr) ==
        value);
  CHECK(rocfft_plan_create(&plan, out, rocfft_transform_type(9), single, 1, n, 1, nullptr) ==
        value);
  CHECK(rocfft_plan_create(&plan, out, forward, rocfft_precision(9), 1, n, 1, nullptr) == value);
  CHECK(rocfft_plan_create(&plan, out, forward, single, 1, nullptr, 1, nullptr) == value);
  CHECK(rocfft_plan_create(&plan, out, forward, single, 1, n, 0, nullptr) == value);
  CHECK(rocfft_plan_create(&plan, out, forward, single, 0, n, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(rocfft_plan_create(&plan, out, forward, single, 4, n, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(rocfft_plan_create(&plan, out, forward, single, 1, &zero, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(rocfft_plan_create(&plan, out, forward, rocfft_precision_half, 1, n, 1, nullptr) ==
        rocfft_status_failure);
  OK(rocfft_plan_description_create(&d));
  CHECK(rocfft_plan_description_set_scale_factor(d, NAN) == value);
  CHECK(rocfft_plan_description_set_scale_factor(nullptr, 1) == value);
  const auto unset = rocfft_array_type_unset;
  CHECK(rocfft_plan_description_set_data_layout(nullptr, unset, unset, nullptr, nullptr, 0, nullptr,
                                                0, 0, nullptr, 0) == value);
  CHECK(rocfft_plan_description_set_data_layout(d, rocfft_array_type(9), unset, nullptr, nullptr, 0,
                                                nullptr, 0, 0, nullptr,
                                                0) == rocfft_status_invalid_array_type);
  CHECK(rocfft_plan_description_set_data_layout(d, unset, unset, nullptr, nullptr, 1, &zero, 0, 0,
                                                nullptr, 0) == rocfft_status_invalid_strides);
  CHECK(rocfft_plan_description_set_data_layout(d, unset, unset, nullptr, nullptr, 4, n, 0, 0,
                                                nullptr, 0) == rocfft_status_invalid_strides);
  CHECK(rocfft_plan_description_set_data_layout(d, unset, unset, nullptr, nullptr, 0, nullptr,
                                                size_t(-1), 0, nullptr,
                                                0) == rocfft_status_invalid_distance);
  OK(rocfft_plan_description_set_data_layout(d, rocfft_array_type_real, unset, nullptr, nullptr, 0,
                                             nullptr, 0, 0, nullptr, 0));
  CHECK(rocfft_plan_create(&plan, out, forward, single, 1, n, 1, d) ==
        rocfft_status_invalid_array_type);
  OK(rocfft_plan_description_set_data_layout(d, unset, unset, nullptr, nullptr, 1, n, 0, 0, nullptr,
                                             0));
  CHECK(rocfft_plan_create(&plan, out, forward, single, 2, n, 1, d) ==
        rocfft_status_invalid_strides);
  OK(rocfft_plan_description_destroy(d));
  OK(rocfft_plan_create(&plan, out, forward, single, 1, n, 1, nullptr));
  CHECK(rocfft_execute(nullptr, buffer, buffer, nullptr) == value);
  CHECK(rocfft_execute(plan, nullptr, buffer, nullptr) == value);
  CHECK(rocfft_execute(plan, null, buffer, nullptr) == value);
  CHECK(rocfft_execute(plan, buffer, nullptr, nullptr) == value);
  CHECK(rocfft_plan_get_work_buffer_size(nullptr, &size) == value);
  CHECK(rocfft_plan_get_work_buffer_size(plan, nullptr) == value);
  CHECK(rocfft_plan_get_print(nullptr) == value);
  OK(rocfft_plan_destroy(plan));
  CHECK(rocfft_plan_destroy(nullptr) == value);
  OK(rocfft_execution_info_create(&info));
  CHECK(rocfft_execution_info_set_stream(nullptr, nullptr) == value);
  CHECK(rocfft_execution_info_set_work_buffer(info, nullptr, 8) ==
        rocfft_status_invalid_work_buffer);
  CHECK(rocfft_execution_info_set_load_callback(info, buffer, buffer, 0) == rocfft_status_failure);
  OK(rocfft_execution_info_destroy(info));
  CHECK(rocfft_get_version_string(nullptr, 8) == value);
  CHECK(rocfft_get_version_string(text, 2) == value);
  OK(rocfft_get_version_string(text, sizeof text));
}

int main() {
  OK(rocfft_setup());
  default_layouts();
  if (!nvidia()) other_layouts();
  in_order();
  bad_calls();
  OK(rocfft_cleanup());
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
