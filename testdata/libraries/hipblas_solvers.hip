// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLAS's solvers of the four types, for one matrix, arrays of matrices and strided batches, by
// the equations that factors, solutions, inverses and least squares satisfy; invalid calls.
//
// e2e: flags=-lhipblas
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <hipblas/hipblas.h>

// Programs define operators for hipBLAS's own complex numbers, which have none.
static hipblasComplex operator+(const hipblasComplex &a, const hipblasComplex &b) {
  return {a.real() + b.real(), a.imag() + b.imag()};
}

static int failures;
static hipblasHandle_t h;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPBLAS_STATUS_SUCCESS)

template <class T> struct Memory {
  T *at = nullptr;
  explicit Memory(size_t n) { CHECK(hipMalloc((void **)&at, n * sizeof(T)) == hipSuccess); }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) { put(v); }
  ~Memory() { (void)hipFree(at); }
  void put(const std::vector<T> &v) {
    CHECK(hipMemcpy(at, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  std::vector<T> fetched(size_t n) const {
    std::vector<T> v(n);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

static unsigned state = 1;
static double number() {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / double(1 << 24) - 0.5;
}
static void random(float &x) { x = float(number()); }
static void random(double &x) { x = number(); }
template <class R> void random(std::complex<R> &x) {
  double re = number();
  x = {R(re), R(number())};
}
static double conjugate(double x) { return x; }
static float conjugate(float x) { return x; }
template <class R> std::complex<R> conjugate(std::complex<R> x) { return std::conj(x); }

template <class T> constexpr bool is_single = false;
template <> HIPBLAS_CLANG_STATIC constexpr bool is_single<float> = true;

// Names of the functions of a type: T is the C++ library's, H hipBLAS's.
template <class T> struct Of;
#define TYPE(X, T, H, single)                                                                      \
  template <> struct Of<T> {                                                                       \
    using type = H;                                                                                \
    static constexpr double by = single ? 2e-4 : 1e-10;                                            \
    static constexpr auto getrf = hipblas##X##getrf;                                               \
    static constexpr auto getrfBatched = hipblas##X##getrfBatched;                                 \
    static constexpr auto getrfStrided = hipblas##X##getrfStridedBatched;                          \
    static constexpr auto getrs = hipblas##X##getrs;                                               \
    static constexpr auto getrsBatched = hipblas##X##getrsBatched;                                 \
    static constexpr auto getrsStrided = hipblas##X##getrsStridedBatched;                          \
    static constexpr auto getriBatched = hipblas##X##getriBatched;                                 \
    static constexpr auto geqrf = hipblas##X##geqrf;                                               \
    static constexpr auto geqrfBatched = hipblas##X##geqrfBatched;                                 \
    static constexpr auto geqrfStrided = hipblas##X##geqrfStridedBatched;                          \
    static constexpr auto gels = hipblas##X##gels;                                                 \
    static constexpr auto gelsBatched = hipblas##X##gelsBatched;                                   \
    static constexpr auto gelsStrided = hipblas##X##gelsStridedBatched;                            \
  };
TYPE(S, float, float, true)
TYPE(D, double, double, false)
TYPE(C, std::complex<float>, hipblasComplex, true)
TYPE(Z, std::complex<double>, hipblasDoubleComplex, false)

constexpr int n = 7, nrhs = 2, ld = 9, batch = 3, stride = ld * n + 2, bstride = ld * nrhs + 1;

template <class T> std::vector<T> randoms(size_t count) {
  std::vector<T> v(count);
  for (T &x : v) random(x);
  return v;
}

// Arrays of the addresses of matrices in device memory.
template <class T> std::vector<typename Of<T>::type *> addresses(T *at, int step) {
  std::vector<typename Of<T>::type *> v;
  for (int i = 0; i < batch; i++) v.push_back((typename Of<T>::type *)(at + i * step));
  return v;
}

// solves checks op(A) X = B.
template <class T>
void solves(const T *a, const T *x, const T *b, hipblasOperation_t op, int line) {
  for (int c = 0; c < nrhs; c++)
    for (int r = 0; r < n; r++) {
      T sum = -b[c * ld + r];
      for (int k = 0; k < n; k++) {
        T e = op == HIPBLAS_OP_N ? a[k * ld + r] : a[r * ld + k];
        sum += (op == HIPBLAS_OP_C ? conjugate(e) : e) * x[c * ld + k];
      }
      if (std::abs(sum) > 50 * Of<T>::by && ++failures <= 20)
        printf("line %d: row %d, column %d is wrong by %g\n", line, r, c, double(std::abs(sum)));
    }
}

// One matrix and strided batches are not cuBLAS's.
enum Form { ONE, BATCHED, STRIDED };

template <class T> void lu(Form form) {
  using H = typename Of<T>::type;
  for (hipblasOperation_t op : {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C}) {
    auto a = randoms<T>(batch * stride), b = randoms<T>(batch * bstride);
    Memory<T> da(a), db(b);
    Memory<int> pivots(batch * n), found(batch);
    auto as = addresses(da.at, stride), bs = addresses(db.at, bstride);
    Memory<H *> pa(as), pb(bs);
    int info = 5, count = form == ONE ? 1 : batch;
    H *A = (H *)da.at, *B = (H *)db.at;
    found.put(std::vector<int>(batch, 9));
    if (form == ONE) {
      OK(Of<T>::getrf(h, n, A, ld, pivots.at, found.at));
      OK(Of<T>::getrs(h, op, n, nrhs, A, ld, pivots.at, B, ld, &info));
    } else if (form == BATCHED) {
      OK(Of<T>::getrfBatched(h, n, pa.at, ld, pivots.at, found.at, batch));
      OK(Of<T>::getrsBatched(h, op, n, nrhs, pa.at, ld, pivots.at, pb.at, ld, &info, batch));
    } else {
      OK(Of<T>::getrfStrided(h, n, A, ld, stride, pivots.at, n, found.at, batch));
      OK(Of<T>::getrsStrided(h, op, n, nrhs, A, ld, stride, pivots.at, n, B, ld, bstride, &info,
                             batch));
    }
    CHECK(info == 0);
    auto f = found.fetched(batch);
    auto x = db.fetched(batch * bstride);
    for (int i = 0; i < count; i++) {
      CHECK(f[i] == 0);
      solves(&a[i * stride], &x[i * bstride], &b[i * bstride], op, __LINE__);
    }
    CHECK(count == batch || f[1] == 9);
  }
}

// Inverses, with and without row exchanges. The second matrix of three is singular.
template <class T> void inverses(bool exchange) {
  using H = typename Of<T>::type;
  auto a = randoms<T>(batch * stride);
  for (int i = 0; i < batch; i++)
    for (int k = 0; k < n; k++) {
      if (!exchange) a[i * stride + k * ld + k] += T(4);
      if (i == 1) a[stride + 3 * ld + k] = T(0);
    }
  Memory<T> da(a), dc(batch * stride);
  Memory<int> pivots(batch * n), found(batch);
  auto as = addresses(da.at, stride), cs = addresses(dc.at, stride);
  Memory<H *> pa(as), pc(cs);
  int *p = exchange ? pivots.at : nullptr;
  OK(Of<T>::getrfBatched(h, n, pa.at, ld, p, found.at, batch));
  auto f = found.fetched(batch);
  CHECK(f[0] == 0 && f[1] == 4 && f[2] == 0);
  OK(Of<T>::getriBatched(h, n, pa.at, ld, p, pc.at, ld, found.at, batch));
  f = found.fetched(batch);
  CHECK(f[0] == 0 && f[1] == 4 && f[2] == 0);
  auto c = dc.fetched(batch * stride);
  for (int i : {0, 2})
    for (int r = 0; r < n; r++)
      for (int q = 0; q < n; q++) {
        T sum = r == q ? T(-1) : T(0);
        for (int k = 0; k < n; k++) sum += a[i * stride + k * ld + r] * c[i * stride + q * ld + k];
        CHECK(std::abs(sum) < 100 * Of<T>::by);
      }
}

// R of a QR factorization: R^H R = A^H A.
template <class T> void qr(Form form) {
  using H = typename Of<T>::type;
  constexpr int m = 9, columns = 4;
  auto a = randoms<T>(batch * stride);
  Memory<T> da(a), tau(batch * columns);
  auto as = addresses(da.at, stride), ts = addresses(tau.at, columns);
  Memory<H *> pa(as), pt(ts);
  int info = 5;
  if (form == ONE)
    OK(Of<T>::geqrf(h, m, columns, (H *)da.at, ld, (H *)tau.at, &info));
  else if (form == BATCHED)
    OK(Of<T>::geqrfBatched(h, m, columns, pa.at, ld, pt.at, &info, batch));
  else
    OK(Of<T>::geqrfStrided(h, m, columns, (H *)da.at, ld, stride, (H *)tau.at, columns, &info,
                           batch));
  CHECK(info == 0);
  auto r = da.fetched(batch * stride);
  for (int i = 0; i < (form == ONE ? 1 : batch); i++)
    for (int x = 0; x < columns; x++)
      for (int y = 0; y < columns; y++) {
        T sum = T(0);
        for (int k = 0; k < m; k++)
          sum += conjugate(a[i * stride + x * ld + k]) * a[i * stride + y * ld + k];
        for (int k = 0; k <= std::min(x, y); k++)
          sum -= conjugate(r[i * stride + x * ld + k]) * r[i * stride + y * ld + k];
        CHECK(std::abs(sum) < 20 * Of<T>::by);
      }
}

// The residual of a least-squares solution is orthogonal to the columns.
template <class T> void least_squares(Form form) {
  using H = typename Of<T>::type;
  constexpr int m = 8, columns = 3;
  auto a = randoms<T>(batch * stride), b = randoms<T>(batch * bstride);
  Memory<T> da(a), db(b);
  Memory<int> found(std::vector<int>(batch, 9));
  auto as = addresses(da.at, stride), bs = addresses(db.at, bstride);
  Memory<H *> pa(as), pb(bs);
  int info = 5;
  if (form == ONE)
    OK(Of<T>::gels(h, HIPBLAS_OP_N, m, columns, nrhs, (H *)da.at, ld, (H *)db.at, ld, &info,
                   found.at));
  else if (form == BATCHED)
    OK(Of<T>::gelsBatched(h, HIPBLAS_OP_N, m, columns, nrhs, pa.at, ld, pb.at, ld, &info, found.at,
                          batch));
  else
    OK(Of<T>::gelsStrided(h, HIPBLAS_OP_N, m, columns, nrhs, (H *)da.at, ld, stride, (H *)db.at, ld,
                          bstride, &info, found.at, batch));
  CHECK(info == 0);
  auto x = db.fetched(batch * bstride);
  auto f = found.fetched(batch);
  for (int i = 0; i < (form == ONE ? 1 : batch); i++) {
    CHECK(f[i] == 0);
    for (int q = 0; q < nrhs; q++)
      for (int c = 0; c < columns; c++) {
        T sum = T(0);
        for (int r = 0; r < m; r++) {
          T residual = -b[i * bstride + q * ld + r];
          for (int k = 0; k < columns; k++)
            residual += a[i * stride + k * ld + r] * x[i * bstride + q * ld + k];
          sum += conjugate(a[i * stride + c * ld + r]) * residual;
        }
        CHECK(std::abs(sum) < 20 * Of<T>::by);
      }
  }
}

template <class T> void type() {
  for (Form form : {ONE, BATCHED, STRIDED}) {
    if (nvidia() && form != BATCHED) continue;
    lu<T>(form);
    qr<T>(form);
    least_squares<T>(form);
  }
  inverses<T>(true);
  inverses<T>(false);
}

static void in_order() {
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  OK(hipblasSetStream(h, stream));
  std::vector<double> a{4, 2, 2, 3}, b{8, 7};
  Memory<double> da(a), db(b);
  auto as = std::vector<double *>{da.at}, bs = std::vector<double *>{db.at};
  Memory<double *> pa(as), pb(bs);
  Memory<int> pivots(2), found(1);
  int info;
  CHECK(hipMemsetAsync(found.at, 1, sizeof(int), stream) == hipSuccess);
  OK(hipblasDgetrfBatched(h, 2, pa.at, 2, pivots.at, found.at, 1));
  OK(hipblasDgetrsBatched(h, HIPBLAS_OP_N, 2, 1, pa.at, 2, pivots.at, pb.at, 2, &info, 1));
  CHECK(hipStreamSynchronize(stream) == hipSuccess);
  auto x = db.fetched(2);
  CHECK(found.fetched(1)[0] == 0 && std::fabs(x[0] - 1.25) < 1e-12 &&
        std::fabs(x[1] - 1.5) < 1e-12);
  OK(hipblasSetStream(h, nullptr));
  CHECK(hipStreamDestroy(stream) == hipSuccess);
}

static void bad_calls() {
  const hipblasStatus_t value = HIPBLAS_STATUS_INVALID_VALUE;
  Memory<float> a(64);
  Memory<float *> pa(std::vector<float *>{a.at});
  Memory<int> p(8), f(8);
  int info = 7;
  CHECK(hipblasSgetrf(nullptr, 2, a.at, 2, p.at, f.at) == HIPBLAS_STATUS_NOT_INITIALIZED);
  CHECK(hipblasSgetrfBatched(nullptr, 2, pa.at, 2, p.at, f.at, 1) ==
        HIPBLAS_STATUS_NOT_INITIALIZED);
  CHECK(hipblasSgetrsBatched(nullptr, HIPBLAS_OP_N, 2, 1, pa.at, 2, p.at, pa.at, 2, &info, 1) ==
        HIPBLAS_STATUS_NOT_INITIALIZED);
  CHECK(hipblasSgelsBatched(nullptr, HIPBLAS_OP_N, 2, 2, 1, pa.at, 2, pa.at, 2, &info, f.at, 1) ==
        HIPBLAS_STATUS_NOT_INITIALIZED);
  CHECK(hipblasSgetrf(h, -1, a.at, 2, p.at, f.at) == value);
  CHECK(hipblasSgetrf(h, 2, a.at, 1, p.at, f.at) == value);
  CHECK(hipblasSgetrf(h, 2, nullptr, 2, p.at, f.at) == value);
  CHECK(hipblasSgetrfBatched(h, 2, pa.at, 2, p.at, nullptr, 1) == value);
  CHECK(hipblasSgetrfBatched(h, 2, pa.at, 2, p.at, f.at, -1) == value);
  OK(hipblasSgetrfBatched(h, 2, nullptr, 2, p.at, f.at, 0));
  CHECK(hipblasSgetriBatched(h, 2, pa.at, 2, p.at, nullptr, 2, f.at, 1) == value);
  CHECK(hipblasSgetriBatched(h, 2, pa.at, 2, p.at, pa.at, 1, f.at, 1) == value);
  CHECK(hipblasSgetrs(h, HIPBLAS_OP_N, 2, 1, a.at, 2, p.at, a.at, 2, nullptr) == value);
  CHECK(hipblasSgetrs(h, HIPBLAS_OP_N, -2, 1, a.at, 2, p.at, a.at, 2, &info) == value &&
        info == -2);
  CHECK(hipblasSgetrs(h, HIPBLAS_OP_N, 2, 1, a.at, 1, p.at, a.at, 2, &info) == value && info == -5);
  CHECK(hipblasSgetrs(h, HIPBLAS_OP_N, 2, 1, a.at, 2, nullptr, a.at, 2, &info) == value &&
        info == -6);
  CHECK(hipblasSgetrs(h, hipblasOperation_t(7), 2, 1, a.at, 2, p.at, a.at, 2, &info) ==
            HIPBLAS_STATUS_INVALID_ENUM &&
        info == -1);
  CHECK(hipblasSgeqrf(h, 2, 2, a.at, 1, a.at, &info) == value && info == -4);
  CHECK(hipblasSgeqrfBatched(h, 2, 2, pa.at, 2, nullptr, &info, 1) == value && info == -5);
  CHECK(hipblasSgels(h, HIPBLAS_OP_C, 2, 2, 1, a.at, 2, a.at, 2, &info, f.at) == value &&
        info == -1);
  CHECK(hipblasSgels(h, HIPBLAS_OP_N, 3, 2, 1, a.at, 3, a.at, 2, &info, f.at) == value &&
        info == -8);
  CHECK(hipblasSgelsBatched(h, HIPBLAS_OP_N, 2, 2, 1, pa.at, 2, pa.at, 2, &info, nullptr, 1) ==
            value &&
        info == -10);
  OK(hipblasSgeqrf(h, 0, 0, nullptr, 1, nullptr, &info));
  CHECK(info == 0);
}

// Products by HIP's types, which hipBLAS 3 takes, without HIPBLAS_V2: 2 A A, A = [1 3; 2 4].
static void typed() {
  const float a[] = {1, 2, 3, 4}, want[] = {14, 20, 30, 44}, two = 2, zero = 0;
  Memory<float> at(std::vector<float>(a, a + 4)), c(std::vector<float>(4));
  const auto N = HIPBLAS_OP_N;
  const auto compute = HIPBLAS_COMPUTE_32F;
  const auto algo = HIPBLAS_GEMM_DEFAULT;
  float out[4] = {};
  OK(hipblasGemmEx(h, N, N, 2, 2, 2, &two, at.at, HIP_R_32F, 2, at.at, HIP_R_32F, 2, &zero, c.at,
                   HIP_R_32F, 2, compute, algo));
  CHECK(hipMemcpy(out, c.at, sizeof out, hipMemcpyDeviceToHost) == hipSuccess);
  for (int i = 0; i < 4; i++) CHECK(out[i] == want[i]);
  // The name alone is the function of hipBLAS's own types.
  auto same = hipblasGemmEx;
  static_assert(std::is_same_v<decltype(&hipblasGemmEx), decltype(same)>);
  OK(same(h, N, N, 2, 2, 1, &two, at.at, HIPBLAS_R_32F, 2, at.at, HIPBLAS_R_32F, 2, &zero, c.at,
          HIPBLAS_R_32F, 2, HIPBLAS_R_32F, algo));
  CHECK(hipMemcpy(out, c.at, sizeof out, hipMemcpyDeviceToHost) == hipSuccess && out[3] == 12);
  OK(hipblasGemmStridedBatchedEx(h, N, N, 2, 1, 2, &two, at.at, HIP_R_32F, 2, 0, at.at, HIP_R_32F,
                                 2, 2, &zero, c.at, HIP_R_32F, 2, 2, 2, compute, algo));
  CHECK(hipMemcpy(out, c.at, sizeof out, hipMemcpyDeviceToHost) == hipSuccess);
  for (int i = 0; i < 4; i++) CHECK(out[i] == want[i]);
}

int main() {
  OK(hipblasCreate(&h));
  CHECK(is_single<float> && !is_single<double>);
  CHECK((hipblasComplex(1, 2) + hipblasComplex(3)).imag() == 2);
  type<float>();
  type<double>();
  type<std::complex<float>>();
  type<std::complex<double>>();
  typed();
  in_order();
  bad_calls();
  OK(hipblasDestroy(h));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
