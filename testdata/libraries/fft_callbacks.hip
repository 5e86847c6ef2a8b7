// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks of hipFFT and rocFFT, of the four types of elements, in place and out of place, with batches,
// against sums on the host. Devices other than the CPU device do not have them and say so.
//
// e2e: flags=-lhipfft -lrocfft
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <hipfft/hipfftXt.h>
#include <rocfft/rocfft.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)

// Loads multiply by a weight for each element, stores by the first weight; both read the launch's size, which is
// one work-item.
template <class T> __device__ T weighted(T v, float by) { return {v.x * by, v.y * by}; }
template <> __device__ float weighted(float v, float by) { return v * by; }
template <> __device__ double weighted(double v, float by) { return v * by; }

template <class T> __device__ T load(void *in, size_t at, void *weights, void *) {
  return weighted(((T *)in)[at], ((float *)weights)[at] * blockDim.x);
}
template <class T> __device__ void store(void *out, size_t at, T v, void *weights, void *) {
  ((T *)out)[at] = weighted(v, ((float *)weights)[0] + threadIdx.x);
}
__device__ hipfftCallbackLoadC load_c = load<hipfftComplex>;
__device__ hipfftCallbackLoadZ load_z = load<hipfftDoubleComplex>;
__device__ hipfftCallbackLoadR load_r = load<hipfftReal>;
__device__ hipfftCallbackLoadD load_d = load<hipfftDoubleReal>;
__device__ hipfftCallbackStoreC store_c = store<hipfftComplex>;
__device__ hipfftCallbackStoreZ store_z = store<hipfftDoubleComplex>;
__device__ hipfftCallbackStoreR store_r = store<hipfftReal>;
__device__ hipfftCallbackStoreD store_d = store<hipfftDoubleReal>;

template <class F> static void *address(const F &symbol) {
  void *p = nullptr;
  CHECK(hipMemcpyFromSymbol(&p, HIP_SYMBOL(symbol), sizeof p) == hipSuccess);
  return p;
}

using Z = std::complex<double>;
constexpr int kN = 6, kHalf = kN / 2 + 1, kBatch = 2;

static Z given(int i) { return {(i * 5 % 7) - 3.0, (i * 3 % 5) - 2.0}; }
static float weight(int i) { return 1 + (i % 3) * 0.5f; }

// The transforms of weighted numbers, times the first weight and a factor. Real ones are padded in place.
static std::vector<Z> expected(bool real, int direction, int stride, double factor) {
  std::vector<Z> y(kBatch * kN);
  for (int b = 0; b < kBatch; b++)
    for (int k = 0; k < kN; k++)
      for (int i = 0; i < kN; i++) {
        int at = b * stride + i;
        Z v = real ? Z(given(at).real()) : given(at);
        y[b * kN + k] += v * (double)weight(at) * (double)weight(0) * factor *
                         std::polar(1.0, direction * 2 * M_PI * i * k / kN);
      }
  return y;
}

struct Arrays {
  void *in, *out, *weights;
  Arrays() {
    std::vector<float> w(64);
    for (int i = 0; i < 64; i++) w[i] = weight(i);
    for (void **p : {&in, &out, &weights}) CHECK(hipMalloc(p, 1024) == hipSuccess);
    CHECK(hipMemcpy(weights, w.data(), 256, hipMemcpyHostToDevice) == hipSuccess);
  }
  ~Arrays() {
    for (void *p : {in, out, weights}) (void)hipFree(p);
  }
  template <class T> void fill(bool complex) {
    std::vector<T> v;
    for (int i = 0; i < 32; i++) {
      v.push_back((T)given(i).real());
      if (complex) v.push_back((T)given(i).imag());
    }
    CHECK(hipMemcpy(in, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  template <class T> std::vector<T> get(void *from) {
    std::vector<T> v(64);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy(v.data(), from, 64 * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

template <class T> static bool near(T a, double b) {
  return std::abs(a - b) < (sizeof(T) == 4 ? 1e-4 : 1e-10);
}

template <class T>
static void complex_transform(hipfftType type, hipfftXtCallbackType load,
                              hipfftXtCallbackType store, void *loader, void *storer) {
  Arrays a;
  hipfftHandle plan;
  int n = kN;
  CHECK(hipfftCreate(&plan) == HIPFFT_SUCCESS);
  CHECK(hipfftExtPlanScaleFactor(plan, 0.5) == HIPFFT_SUCCESS);
  CHECK(hipfftMakePlanMany(plan, 1, &n, nullptr, 1, 0, nullptr, 1, 0, type, kBatch, nullptr) ==
        HIPFFT_SUCCESS);
  CHECK(hipfftXtSetCallback(plan, &loader, load, &a.weights) == HIPFFT_SUCCESS);
  CHECK(hipfftXtSetCallback(plan, &storer, store, &a.weights) == HIPFFT_SUCCESS);
  CHECK(hipfftXtSetCallbackSharedSize(plan, load, 64) == HIPFFT_SUCCESS);
  for (bool in_place : {false, true}) {
    a.fill<T>(true);
    void *out = in_place ? a.in : a.out;
    CHECK(hipfftXtExec(plan, a.in, out, HIPFFT_BACKWARD) == HIPFFT_SUCCESS);
    auto got = a.get<T>(out);
    auto want = expected(false, 1, kN, 0.5);
    for (int i = 0; i < kBatch * kN; i++)
      CHECK(near(got[2 * i], want[i].real()) && near(got[2 * i + 1], want[i].imag()));
  }
  CHECK(hipfftXtClearCallback(plan, load) == HIPFFT_SUCCESS);
  CHECK(hipfftXtClearCallback(plan, HIPFFT_CB_LD_REAL) == HIPFFT_INVALID_VALUE);
  CHECK(hipfftDestroy(plan) == HIPFFT_SUCCESS);
}

// A real transform and its inverse, of which the second one has no weights but the store's.
template <class T>
static void real_transform(hipDataType real, hipDataType complex, hipfftXtCallbackType load,
                           hipfftXtCallbackType store, hipfftXtCallbackType store_real,
                           void *loader, void *storer, void *real_storer) {
  Arrays a;
  hipfftHandle forward, back;
  long long n = kN;
  for (bool in_place : {false, true}) {
    CHECK(hipfftCreate(&forward) == HIPFFT_SUCCESS && hipfftCreate(&back) == HIPFFT_SUCCESS);
    CHECK(hipfftXtMakePlanMany(forward, 1, &n, nullptr, 1, 0, real, nullptr, 1, 0, complex, kBatch,
                               nullptr, complex) == HIPFFT_SUCCESS);
    CHECK(hipfftXtMakePlanMany(back, 1, &n, nullptr, 1, 0, complex, nullptr, 1, 0, real, kBatch,
                               nullptr, complex) == HIPFFT_SUCCESS);
    CHECK(hipfftXtSetCallback(forward, &loader, load, &a.weights) == HIPFFT_SUCCESS);
    CHECK(hipfftXtSetCallback(forward, &storer, store, &a.weights) == HIPFFT_SUCCESS);
    CHECK(hipfftXtSetCallback(back, &real_storer, store_real, &a.weights) == HIPFFT_SUCCESS);
    a.fill<T>(false);
    void *out = in_place ? a.in : a.out;
    int row = in_place ? 2 * kHalf : kN;
    CHECK(hipfftXtExec(forward, a.in, out, HIPFFT_FORWARD) == HIPFFT_SUCCESS);
    auto got = a.get<T>(out);
    auto want = expected(true, -1, row, 1);
    for (int i = 0; i < kBatch * kHalf; i++) {
      Z w = want[i / kHalf * kN + i % kHalf];
      CHECK(near(got[2 * i], w.real()) && near(got[2 * i + 1], w.imag()));
    }
    void *again = a.in;
    CHECK(hipfftXtExec(back, out, again, HIPFFT_BACKWARD) == HIPFFT_SUCCESS);
    got = a.get<T>(again);
    for (int i = 0; i < kBatch * kN; i++) {
      int at = i / kN * row + i % kN;
      CHECK(near(got[at], given(at).real() * weight(at) * weight(0) * weight(0) * kN));
    }
    CHECK(hipfftDestroy(forward) == HIPFFT_SUCCESS && hipfftDestroy(back) == HIPFFT_SUCCESS);
  }
}

static void with_rocfft(void *loader, void *storer) {
  Arrays a;
  rocfft_plan plan;
  rocfft_execution_info info;
  rocfft_plan_description description;
  size_t n = kN;
  CHECK(rocfft_plan_description_create(&description) == rocfft_status_success);
  CHECK(rocfft_plan_description_set_scale_factor(description, 0.25) == rocfft_status_success);
  for (auto place : {rocfft_placement_inplace, rocfft_placement_notinplace}) {
    CHECK(rocfft_execution_info_create(&info) == rocfft_status_success);
    CHECK(rocfft_plan_create(&plan, place, rocfft_transform_type_complex_forward,
                             rocfft_precision_double, 1, &n, kBatch,
                             description) == rocfft_status_success);
    CHECK(rocfft_execution_info_set_load_callback(info, &loader, &a.weights, 0) ==
          rocfft_status_success);
    CHECK(rocfft_execution_info_set_store_callback(info, &storer, &a.weights, 128) ==
          rocfft_status_success);
    a.fill<double>(true);
    void *out = place == rocfft_placement_inplace ? a.in : a.out;
    CHECK(rocfft_execute(plan, &a.in, &a.out, info) == rocfft_status_success);
    auto got = a.get<double>(out);
    auto want = expected(false, -1, kN, 0.25);
    for (int i = 0; i < kBatch * kN; i++)
      CHECK(near(got[2 * i], want[i].real()) && near(got[2 * i + 1], want[i].imag()));
    CHECK(rocfft_plan_destroy(plan) == rocfft_status_success);
    CHECK(rocfft_execution_info_destroy(info) == rocfft_status_success);
  }
  CHECK(rocfft_plan_description_destroy(description) == rocfft_status_success);
}

static void refused(void *loader) {
  hipfftHandle plan;
  rocfft_execution_info info;
  CHECK(hipfftPlan1d(&plan, kN, HIPFFT_C2C, 1) == HIPFFT_SUCCESS);
  CHECK(hipfftXtSetCallback(plan, &loader, HIPFFT_CB_LD_COMPLEX, nullptr) == HIPFFT_NOT_SUPPORTED);
  CHECK(hipfftXtSetCallback(nullptr, &loader, HIPFFT_CB_LD_COMPLEX, nullptr) ==
        HIPFFT_INVALID_PLAN);
  CHECK(hipfftDestroy(plan) == HIPFFT_SUCCESS);
  CHECK(rocfft_execution_info_create(&info) == rocfft_status_success);
  CHECK(rocfft_execution_info_set_load_callback(info, &loader, nullptr, 0) ==
        rocfft_status_failure);
  CHECK(rocfft_execution_info_set_load_callback(info, nullptr, nullptr, 0) ==
        rocfft_status_success);
  CHECK(rocfft_execution_info_destroy(info) == rocfft_status_success);
}

int main() {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0) == hipSuccess);
  int number = 0; // an address in memory, which is no function
  if (nvidia() || !std::strncmp(p.gcnArchName, "spirv", 5)) {
    refused(address(load_c));
  } else {
    complex_transform<float>(HIPFFT_C2C, HIPFFT_CB_LD_COMPLEX, HIPFFT_CB_ST_COMPLEX,
                             address(load_c), address(store_c));
    complex_transform<double>(HIPFFT_Z2Z, HIPFFT_CB_LD_COMPLEX_DOUBLE, HIPFFT_CB_ST_COMPLEX_DOUBLE,
                              address(load_z), address(store_z));
    real_transform<float>(HIP_R_32F, HIP_C_32F, HIPFFT_CB_LD_REAL, HIPFFT_CB_ST_COMPLEX,
                          HIPFFT_CB_ST_REAL, address(load_r), address(store_c), address(store_r));
    real_transform<double>(HIP_R_64F, HIP_C_64F, HIPFFT_CB_LD_REAL_DOUBLE,
                           HIPFFT_CB_ST_COMPLEX_DOUBLE, HIPFFT_CB_ST_REAL_DOUBLE, address(load_d),
                           address(store_z), address(store_d));
    with_rocfft(address(load_z), address(store_z));
    refused(&number);
  }
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
