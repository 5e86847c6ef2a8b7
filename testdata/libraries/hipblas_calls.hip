// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What hipBLAS's functions share: the order of streams, pointer modes, graphs, small types, copies,
// 64-bit sizes, and what is answered to calls that cannot be. rocBLAS's names for them.
// e2e: flags=-lhipblas -lrocblas

#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <complex>
#include <functional>

#define HIPBLAS_V2
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

#include "device.h"

static hipblasHandle_t handle;
#define OK(call) WANT(call, HIPBLAS_STATUS_SUCCESS)
#define WANT(call, want)                                                                           \
  do {                                                                                             \
    hipblasStatus_t s_ = (call);                                                                   \
    if (s_ != (want) && ++failures <= 20)                                                          \
      std::printf("%s:%d: %s: got %s, want %s\n", __FILE__, __LINE__, #call,                       \
                  hipblasStatusToString(s_), hipblasStatusToString(want));                         \
  } while (0)

static std::vector<float> numbers(size_t n) {
  std::vector<float> v(n);
  for (float &e : v) e = (std::rand() % 33 - 16) / 16.0f;
  return v;
}

template <typename T> std::vector<T> get(const T *p, size_t n) {
  std::vector<T> v(n);
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpy(v.data(), p, n * sizeof(T), hipMemcpyDeviceToHost));
  return v;
}

__global__ void slowly_set(float *x, int n, float to) {
  float f = to;
  for (int i = 0; i < 20000; i++) f = f * 0.5f + to * 0.5f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = f;
}

__global__ void add(float *x, int n, float by) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] += by;
}

// Kernels before and after a product in one stream, and another stream that waits for it.
static void order() {
  const int n = 64;
  Device<float> a(n * n), b(n * n), c(n * n);
  hipStream_t streams[2];
  hipEvent_t event;
  for (auto &s : streams) CHECK(hipStreamCreate(&s));
  CHECK(hipEventCreate(&event));
  float one = 1, zero = 0;
  for (int round = 1; round <= 20; round++) {
    OK(hipblasSetStream(handle, streams[0]));
    slowly_set<<<1, 64, 0, streams[0]>>>(a.p, n * n, round);
    slowly_set<<<1, 64, 0, streams[0]>>>(b.p, n * n, 2);
    OK(hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, &one, a.p, n, b.p, n, &zero, c.p,
                    n));
    one = 1; // a scalar of the host is the caller's again
    add<<<1, 64, 0, streams[0]>>>(c.p, n * n, 1);
    CHECK(hipEventRecord(event, streams[0]));
    CHECK(hipStreamWaitEvent(streams[1], event, 0));
    OK(hipblasSetStream(handle, streams[1]));
    float two = 2;
    OK(hipblasSscal(handle, n * n, &two, c.p, 1));
    two = 0;
    for (float f : get(c.p, n * n)) EXPECT(f == 2 * (n * 2.0f * round + 1));
  }
  hipStream_t now;
  OK(hipblasGetStream(handle, &now));
  EXPECT(now == streams[1]);
  OK(hipblasSetStream(handle, nullptr));
  CHECK(hipEventDestroy(event));
  for (auto &s : streams) CHECK(hipStreamDestroy(s));
}

static void pointer_modes() {
  const int n = 100;
  std::vector<float> x = numbers(n), y = numbers(n);
  Device<float> dx(x), dy(y), scalars(2);
  Device<int> index(1);
  OK(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
  hipblasPointerMode_t mode;
  OK(hipblasGetPointerMode(handle, &mode));
  EXPECT(mode == HIPBLAS_POINTER_MODE_DEVICE);
  float dot = 0;
  for (int i = 0; i < n; i++) dot += x[i] * y[i];
  OK(hipblasSdot(handle, n, dx.p, 1, dy.p, 1, scalars.p));
  OK(hipblasSaxpy(handle, n, scalars.p, dx.p, 1, dy.p, 1)); // of what the one before wrote
  OK(hipblasIsamax(handle, 0, dx.p, 1, index.p));
  auto got = get(dy.p, n);
  EXPECT(std::fabs(get(scalars.p, 1)[0] - dot) < 1e-4);
  EXPECT(get(index.p, 1)[0] == 0);
  for (int i = 0; i < n; i++) EXPECT(std::fabs(got[i] - (y[i] + dot * x[i])) < 1e-3);
  OK(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
  float nothing = 3;
  OK(hipblasSdot(handle, 0, nullptr, 1, nullptr, 1, &nothing));
  EXPECT(nothing == 0);
  float sums[3] = {};
  OK(hipblasSasumStridedBatched(handle, 30, dx.p, 1, 30, 3, sums));
  for (int b = 0; b < 3; b++) {
    float want = 0;
    for (int i = 0; i < 30; i++) want += std::fabs(x[b * 30 + i]);
    EXPECT(std::fabs(sums[b] - want) < 1e-4);
  }
}

// A product that is captured runs as often as its graph, on what is there then.
static void graphs() {
  const int n = 32;
  Device<float> x(n), y(n);
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  OK(hipblasSetStream(handle, s));
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed));
  add<<<1, 32, 0, s>>>(x.p, n, 1);
  float alpha = 10;
  if (nvidia()) // cuBLAS does not see what is captured
    WANT(hipblasSaxpy(handle, n, &alpha, x.p, 1, y.p, 1), HIPBLAS_STATUS_NOT_SUPPORTED);
  else
    OK(hipblasSaxpy(handle, n, &alpha, x.p, 1, y.p, 1));
  alpha = 0;
  CHECK(hipStreamEndCapture(s, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(hipGraphDestroy(graph));
  for (int i = 0; i < 3; i++) CHECK(hipGraphLaunch(exec, s));
  CHECK(hipStreamSynchronize(s));
  for (float f : get(y.p, n)) EXPECT(f == (nvidia() ? 0 : 60)); // 10 * (1 + 2 + 3)
  CHECK(hipGraphExecDestroy(exec));
  OK(hipblasSetStream(handle, nullptr));
  CHECK(hipStreamDestroy(s));
}

template <typename A, typename C> struct Sum {
  const int m = 21, n = 18, k = 33, ld = 35;
  std::vector<float> fa = numbers(ld * ld), fb = numbers(ld * ld), fc = numbers(ld * ld);
  std::vector<A> va, vb;
  std::vector<C> vc;
  Sum() {
    for (float f : fa) va.push_back(A(f));
    for (float f : fb) vb.push_back(A(f));
    for (float f : fc) vc.push_back(C(f));
  }
  // For one, a strided batch and an array of two, by either kind of enumerators.
  void check(hipDataType ta, hipDataType tc, hipblasComputeType_t compute, const void *two,
             const void *half, double eps) {
    for (auto oa : {HIPBLAS_OP_N, HIPBLAS_OP_T})
      for (auto ob : {HIPBLAS_OP_N, HIPBLAS_OP_C})
        for (int form = 0; form < 3; form++) {
          Device<A> a(va), b(vb);
          Device<C> c(vc);
          const void *pa[] = {a.p, a.p}, *pb[] = {b.p, b.p};
          Device<C> other(vc);
          void *pc[] = {c.p, other.p};
          Device<const void *> xa({pa[0], pa[1]}), xb({pb[0], pb[1]});
          Device<void *> xc({pc[0], pc[1]});
          if (form == 0)
            OK(hipblasGemmEx(handle, oa, ob, m, n, k, two, a.p, ta, ld, b.p, ta, ld, half, c.p, tc,
                             ld, compute, HIPBLAS_GEMM_DEFAULT));
          else if (form == 1)
            OK(hipblasGemmStridedBatchedEx(handle, oa, ob, m, n, k, two, a.p, ta, ld, 0, b.p, ta,
                                           ld, 0, half, c.p, tc, ld, ld * ld, 1, compute,
                                           HIPBLAS_GEMM_DEFAULT));
          else
            OK(hipblasGemmBatchedEx(handle, oa, ob, m, n, k, two, xa.p, ta, ld, xb.p, ta, ld, half,
                                    xc.p, tc, ld, 2, compute, HIPBLAS_GEMM_DEFAULT));
          auto got = get(form == 2 ? other.p : c.p, ld * ld);
          for (int col = 0; col < n; col++)
            for (int r = 0; r < m; r++) {
              double sum = 0;
              for (int e = 0; e < k; e++)
                sum += double(fa[oa == HIPBLAS_OP_N ? r + e * ld : e + r * ld]) *
                       fb[ob == HIPBLAS_OP_N ? e + col * ld : col + e * ld];
              double want = 2 * sum + 0.5 * fc[r + col * ld];
              EXPECT(std::fabs(double(float(got[r + col * ld])) - want) <=
                     eps * (4 + std::fabs(want)));
            }
        }
  }
};

static void small_types() {
  float two = 2, half = 0.5f;
  double dtwo = 2, dhalf = 0.5;
  __half htwo = 2.0f, hhalf = 0.5f;
  Sum<__half, __half>().check(HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_32F, &two, &half, 1e-3);
  Sum<__half, __half>().check(HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_16F, &htwo, &hhalf, 1e-3);
  Sum<__half, float>().check(HIP_R_16F, HIP_R_32F, HIPBLAS_COMPUTE_32F, &two, &half, 1e-5);
  Sum<__hip_bfloat16, __hip_bfloat16>().check(HIPBLAS_R_16B, HIPBLAS_R_16B, HIPBLAS_COMPUTE_32F,
                                              &two, &half, 8e-3);
  Sum<__hip_bfloat16, float>().check(HIP_R_16BF, HIP_R_32F, HIPBLAS_COMPUTE_32F, &two, &half, 1e-5);
  Sum<float, float>().check(HIP_R_32F, HIP_R_32F, HIPBLAS_COMPUTE_32F, &two, &half, 1e-5);
  Sum<double, double>().check(HIPBLAS_R_64F, HIPBLAS_R_64F, HIPBLAS_COMPUTE_64F, &dtwo, &dhalf,
                              1e-6);

  const int n = 20;
  std::vector<int8_t> a(n * n), b(n * n);
  for (int i = 0; i < n * n; i++) a[i] = i * 7 % 255 - 127, b[i] = i * 11 % 256 - 128;
  std::vector<int> c(n * n, 5);
  Device<int8_t> da(a), db(b);
  Device<int> dc(c);
  int three = 3, minus = -1;
  OK(hipblasGemmEx(handle, HIPBLAS_OP_T, HIPBLAS_OP_N, n, n, n, &three, da.p, HIPBLAS_R_8I, n, db.p,
                   HIPBLAS_R_8I, n, &minus, dc.p, HIPBLAS_R_32I, n, HIPBLAS_COMPUTE_32I,
                   HIPBLAS_GEMM_DEFAULT));
  auto got = get(dc.p, n * n);
  for (int col = 0; col < n; col++)
    for (int r = 0; r < n; r++) {
      int sum = 0;
      for (int e = 0; e < n; e++) sum += a[e + r * n] * b[e + col * n];
      EXPECT(got[r + col * n] == 3 * sum - 5);
    }

  std::vector<__half> x(64), y(64);
  double dot = 0, squares = 0;
  for (int i = 0; i < 64; i++) {
    x[i] = __half((i - 30) / 16.0f), y[i] = __half(i / 32.0f);
    dot += float(x[i]) * float(y[i]);
    squares += float(x[i]) * float(x[i]);
  }
  Device<__half> dx(x), dy(y);
  __half result;
  OK(hipblasDotEx(handle, 64, dx.p, HIP_R_16F, 1, dy.p, HIP_R_16F, 1, &result, HIP_R_16F,
                  HIP_R_32F));
  EXPECT(std::fabs(float(result) - dot) < 1e-3 * std::fabs(dot));
  OK(hipblasNrm2Ex_64(handle, 64, dx.p, HIP_R_16F, 1, &result, HIP_R_16F, HIP_R_32F));
  EXPECT(std::fabs(float(result) - std::sqrt(squares)) < 1e-2);
  OK(hipblasAxpyEx(handle, 64, &two, HIP_R_32F, dx.p, HIP_R_16F, 1, dy.p, HIP_R_16F, 1, HIP_R_32F));
  OK(hipblasScalEx(handle, 64, &half, HIP_R_32F, dx.p, HIP_R_16F, 1, HIP_R_32F));
  auto sums = get(dy.p, 64), scaled = get(dx.p, 64);
  for (int i = 0; i < 64; i++) {
    EXPECT(std::fabs(float(sums[i]) - (2 * float(x[i]) + float(y[i]))) < 1e-2);
    EXPECT(float(scaled[i]) == 0.5f * float(x[i]));
  }
  WANT(hipblasScalEx(handle, 64, &half, HIP_R_32F, dx.p, HIP_R_8I, 1, HIP_R_32F),
       HIPBLAS_STATUS_NOT_SUPPORTED);
}

// Batches of the functions with explicit types, as arrays of vectors and at a distance, which give the
// same numbers; rotations by complex and by real pairs; triangular systems; flags.
static void batches_with_types() {
  using C = std::complex<float>;
  const int n = 8, count = 3, stride = 10;
  const auto f32 = HIP_R_32F, f16 = HIP_R_16F, c32 = HIP_C_32F;
  std::vector<__half> x(count * stride), y(count * stride);
  std::vector<C> u(count * stride), v(count * stride);
  for (int i = 0; i < count * stride; i++) {
    x[i] = __half((i % 11 - 5) / 8.0f), y[i] = __half((i % 7 - 2) / 4.0f);
    u[i] = C(i % 5 - 2, i % 3), v[i] = C(i % 4, 1 - i % 6);
  }
  Device<__half> dx(x), dy(y), ex(x), ey(y);
  Device<C> du(u), dv(v), eu(u), ev(v);
  auto addresses = [](auto &d) {
    std::vector<void *> all;
    for (int i = 0; i < count; i++) all.push_back(d.p + i * stride);
    return Device<void *>(all);
  };
  auto px = addresses(ex), py = addresses(ey), pu = addresses(eu), pv = addresses(ev);
  float two = 2, half = 0.5f;
  OK(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
  OK(hipblasAxpyStridedBatchedEx(handle, n, &two, f32, dx.p, f16, 1, stride, dy.p, f16, 1, stride,
                                 count, f32));
  OK(hipblasAxpyBatchedEx_64(handle, n, &two, f32, px.p, f16, 1, py.p, f16, 1, count, f32));
  OK(hipblasScalStridedBatchedEx_64(handle, n, &half, f32, dx.p, f16, 1, stride, count, f32));
  OK(hipblasScalBatchedEx(handle, n, &half, f32, px.p, f16, 1, count, f32));
  auto sums = get(dy.p, y.size()), same = get(ey.p, y.size()), scaled = get(dx.p, x.size()),
       as_well = get(ex.p, x.size());
  for (int i = 0; i < count * stride; i++) {
    bool in = i % stride < n;
    EXPECT(float(sums[i]) == (in ? 2 * float(x[i]) : 0) + float(y[i]));
    EXPECT(float(scaled[i]) == (in ? 0.5f : 1) * float(x[i]));
    EXPECT(float(same[i]) == float(sums[i]) && float(as_well[i]) == float(scaled[i]));
  }
  std::vector<__half> dot(count), norm(count);
  std::vector<C> dotc(count), dotu(count);
  OK(hipblasDotStridedBatchedEx(handle, n, dx.p, f16, 1, stride, dy.p, f16, 1, stride, count,
                                dot.data(), f16, f32));
  OK(hipblasNrm2BatchedEx(handle, n, px.p, f16, 1, count, norm.data(), f16, f32));
  OK(hipblasDotcBatchedEx(handle, n, pu.p, c32, 1, pv.p, c32, 1, count, dotc.data(), c32, c32));
  OK(hipblasDotStridedBatchedEx_64(handle, n, du.p, c32, 1, stride, dv.p, c32, 1, stride, count,
                                   dotu.data(), c32, c32));
  for (int b = 0; b < count; b++) {
    float sum = 0, squares = 0;
    C conjugated, plain;
    for (int i = b * stride; i < b * stride + n; i++) {
      sum += float(scaled[i]) * float(sums[i]), squares += float(scaled[i]) * float(scaled[i]);
      conjugated += std::conj(u[i]) * v[i], plain += u[i] * v[i];
    }
    EXPECT(std::fabs(float(dot[b]) - sum) < 1e-2 && dotc[b] == conjugated && dotu[b] == plain);
    EXPECT(std::fabs(float(norm[b]) - std::sqrt(squares)) < 1e-2);
  }
  C cosine(0.5f, 0), sine(0.25f, -2);
  float real_sine = 4;
  OK(hipblasRotStridedBatchedEx(handle, n, du.p, c32, 1, stride, dv.p, c32, 1, stride, &cosine,
                                &sine, c32, count, c32));
  OK(hipblasRotBatchedEx(handle, n, pu.p, c32, 1, pv.p, c32, 1, &half, &real_sine, f32, count,
                         c32));
  auto turned = get(du.p, u.size()), with = get(dv.p, v.size()), real = get(eu.p, u.size());
  for (int i = 0; i < count * stride; i++) {
    bool in = i % stride < n;
    EXPECT(turned[i] == (in ? 0.5f * u[i] + sine * v[i] : u[i]));
    EXPECT(with[i] == (in ? 0.5f * v[i] - std::conj(sine) * u[i] : v[i]));
    EXPECT(real[i] == (in ? 0.5f * u[i] + real_sine * v[i] : u[i]));
  }
  WANT(hipblasRotEx(handle, n, dx.p, f16, 1, dy.p, f16, 1, &half, &half, f32, f32),
       HIPBLAS_STATUS_NOT_SUPPORTED);
  WANT(hipblasScalBatchedEx(handle, n, &half, f32, nullptr, f16, 1, count, f32),
       HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasDotBatchedEx(nullptr, n, px.p, f16, 1, py.p, f16, 1, count, dot.data(), f16, f32),
       HIPBLAS_STATUS_NOT_INITIALIZED);

  // L X = 2 B, a product by flags that gives B back, and one with a flag that there is not.
  std::vector<double> lower = {2, 1, 0, 4}, sides = {2, 5, 4, 10}, zero(4);
  Device<double> dl(lower), db(sides), dc(zero);
  double factor = 2, one = 1, none = 0;
  OK(hipblasTrsmEx(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N,
                   HIPBLAS_DIAG_NON_UNIT, 2, 2, &factor, dl.p, 2, db.p, 2, nullptr, 0, HIP_R_64F));
  EXPECT(get(db.p, 4) == (std::vector<double>{2, 2, 4, 4}));
  auto product = [&](int flags) {
    return hipblasGemmExWithFlags_64(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &one, dl.p,
                                     HIP_R_64F, 2, db.p, HIP_R_64F, 2, &none, dc.p, HIP_R_64F, 2,
                                     HIPBLAS_COMPUTE_64F, HIPBLAS_GEMM_DEFAULT,
                                     (hipblasGemmFlags_t)flags);
  };
  OK(product(HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY));
  EXPECT(get(dc.p, 4) == (std::vector<double>{4, 10, 8, 20}));
  WANT(product(64), HIPBLAS_STATUS_INVALID_ENUM);
  // Products over their own operands: the right one, and, with a sum, the left one.
  OK(hipblasDgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, 2, 2, 2, &one, dl.p, 2, db.p, 2, &none, db.p,
                  2));
  EXPECT(get(db.p, 4) == (std::vector<double>{4, 18, 4, 18}));
  OK(hipblasGemmStridedBatchedEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &one, dl.p, HIP_R_64F,
                                 2, 4, db.p, HIP_R_64F, 2, 4, &factor, dl.p, HIP_R_64F, 2, 4, 1,
                                 HIPBLAS_COMPUTE_64F, HIPBLAS_GEMM_DEFAULT));
  EXPECT(get(dl.p, 4) == (std::vector<double>{12, 78, 8, 84}));
  WANT(hipblasTrsmEx(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N,
                     HIPBLAS_DIAG_NON_UNIT, 2, 2, &factor, dl.p, 2, db.p, 2, nullptr, 0, HIP_R_8I),
       HIPBLAS_STATUS_NOT_SUPPORTED);
}

static void copies() {
  const int rows = 7, cols = 5;
  std::vector<float> m = numbers(10 * cols), back(11 * cols), v(rows);
  Device<float> d(9 * cols);
  OK(hipblasSetMatrix(rows, cols, sizeof(float), m.data(), 10, d.p, 9));
  OK(hipblasGetMatrix(rows, cols, sizeof(float), d.p, 9, back.data(), 11));
  for (int c = 0; c < cols; c++)
    for (int r = 0; r < rows; r++) EXPECT(back[r + c * 11] == m[r + c * 10]);
  OK(hipblasSetVector(rows, sizeof(float), m.data(), 3, d.p, 2));
  OK(hipblasGetVector(rows, sizeof(float), d.p, 2, v.data(), 1));
  for (int i = 0; i < rows; i++) EXPECT(v[i] == m[i * 3]);
  WANT(hipblasSetVector(-1, 4, m.data(), 1, d.p, 1), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasSetVector(1, 4, nullptr, 1, d.p, 1), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasGetMatrix(8, 2, 4, d.p, 7, back.data(), 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasGetMatrix(0, 2, 4, nullptr, 7, nullptr, 8), HIPBLAS_STATUS_SUCCESS);
}

static void bad_input() {
  Device<float> a(64), b(64), c(64);
  float one = 1, result;
  auto N = HIPBLAS_OP_N;
  auto gemm = [&](hipblasHandle_t h, int ta, int m, int n, int k, const float *alpha,
                  const float *pa, int lda, float *pc, int ldc) {
    return hipblasSgemm(h, hipblasOperation_t(ta), N, m, n, k, alpha, pa, lda, b.p, 8, &one, pc,
                        ldc);
  };
  WANT(gemm(handle, N, 4, 4, 4, &one, a.p, 8, c.p, 8), HIPBLAS_STATUS_SUCCESS);
  WANT(gemm(nullptr, N, 4, 4, 4, &one, a.p, 8, c.p, 8), HIPBLAS_STATUS_NOT_INITIALIZED);
  WANT(gemm(handle, 7, 4, 4, 4, &one, a.p, 8, c.p, 8), HIPBLAS_STATUS_INVALID_ENUM);
  WANT(gemm(handle, N, -1, 4, 4, &one, a.p, 8, c.p, 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(gemm(handle, N, 4, 4, -4, &one, a.p, 8, c.p, 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(gemm(handle, N, 4, 4, 4, &one, a.p, 3, c.p, 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(gemm(handle, N, 4, 4, 4, nullptr, a.p, 8, c.p, 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(gemm(handle, N, 4, 4, 4, &one, nullptr, 8, c.p, 8), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(gemm(handle, N, 0, 4, 4, nullptr, nullptr, 8, nullptr, 8), HIPBLAS_STATUS_SUCCESS);
  WANT(hipblasSgemmBatched(handle, N, N, 4, 4, 4, &one, nullptr, 4, nullptr, 4, &one, nullptr, 4,
                           -1),
       HIPBLAS_STATUS_INVALID_VALUE);
  WANT(
      hipblasSgemmBatched(handle, N, N, 4, 4, 4, &one, nullptr, 4, nullptr, 4, &one, nullptr, 4, 0),
      HIPBLAS_STATUS_SUCCESS);
  WANT(hipblasSaxpy(handle, -5, &one, a.p, 1, b.p, 1),
       HIPBLAS_STATUS_SUCCESS); // as in BLAS: nothing
  WANT(hipblasSaxpy(handle, 5, &one, nullptr, 1, b.p, 1), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasSdot(handle, 5, a.p, 1, b.p, 1, nullptr), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasSnrm2_64(handle, 5, a.p, 1, &result), HIPBLAS_STATUS_SUCCESS);
  WANT(hipblasSnrm2_64(handle, int64_t(1) << 40, a.p, 1, &result), HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasSgemv(handle, N, 4, 4, &one, a.p, 4, b.p, 0, &one, c.p, 1),
       HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasStrsv(handle, HIPBLAS_FILL_MODE_FULL, N, HIPBLAS_DIAG_UNIT, 4, a.p, 4, b.p, 1),
       HIPBLAS_STATUS_INVALID_VALUE);
  WANT(hipblasStrsv(handle, hipblasFillMode_t(1), N, HIPBLAS_DIAG_UNIT, 4, a.p, 4, b.p, 1),
       HIPBLAS_STATUS_INVALID_ENUM);
  WANT(hipblasStrsv(handle, HIPBLAS_FILL_MODE_UPPER, N, hipblasDiagType_t(0), 4, a.p, 4, b.p, 1),
       HIPBLAS_STATUS_INVALID_ENUM);
  WANT(hipblasSetPointerMode(handle, hipblasPointerMode_t(9)), HIPBLAS_STATUS_INVALID_ENUM);
  WANT(hipblasSetPointerMode(nullptr, HIPBLAS_POINTER_MODE_HOST), HIPBLAS_STATUS_NOT_INITIALIZED);
  WANT(hipblasSetStream(nullptr, nullptr), HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  WANT(hipblasCreate(nullptr), HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  WANT(hipblasDestroy(nullptr), HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  auto ex = [&](hipDataType t, hipblasComputeType_t compute, int algo) {
    return hipblasGemmEx(handle, N, N, 4, 4, 4, &one, a.p, t, 4, b.p, t, 4, &one, c.p, t, 4,
                         compute, hipblasGemmAlgo_t(algo));
  };
  WANT(ex(HIP_R_32F, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT), HIPBLAS_STATUS_SUCCESS);
  WANT(ex(hipDataType(999), HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT),
       HIPBLAS_STATUS_INVALID_ENUM);
  WANT(ex(HIP_R_32F, hipblasComputeType_t(99), HIPBLAS_GEMM_DEFAULT), HIPBLAS_STATUS_INVALID_ENUM);
  WANT(ex(HIP_R_32F, HIPBLAS_COMPUTE_32F, 3), HIPBLAS_STATUS_INVALID_ENUM);
  WANT(ex(HIP_R_32F, HIPBLAS_COMPUTE_64F, HIPBLAS_GEMM_DEFAULT), HIPBLAS_STATUS_NOT_SUPPORTED);
}

static void rocblas_properties(rocblas_handle h) {
  rocblas_atomics_mode atomics;
  rocblas_math_mode math;
  size_t size = 0;
  char text[16] = "";
  EXPECT(rocblas_set_atomics_mode(h, rocblas_atomics_not_allowed) == rocblas_status_success);
  EXPECT(rocblas_get_atomics_mode(h, &atomics) == rocblas_status_success &&
         atomics == rocblas_atomics_not_allowed);
  EXPECT(rocblas_set_atomics_mode(h, rocblas_atomics_mode(7)) == rocblas_status_invalid_value);
  EXPECT(rocblas_get_atomics_mode(h, nullptr) == rocblas_status_invalid_pointer);
  EXPECT(rocblas_set_math_mode(h, rocblas_xf32_xdl_math_op) == rocblas_status_success);
  EXPECT(rocblas_get_math_mode(h, &math) == rocblas_status_success &&
         math == rocblas_xf32_xdl_math_op);
  EXPECT(rocblas_set_math_mode(h, rocblas_math_mode(2)) == rocblas_status_invalid_value);
  EXPECT(rocblas_set_math_mode(nullptr, rocblas_default_math) == rocblas_status_invalid_handle);
  EXPECT(rocblas_set_math_mode(h, rocblas_default_math) == rocblas_status_success);
  EXPECT(rocblas_get_version_string_size(&size) == rocblas_status_success && size == 6);
  EXPECT(rocblas_get_version_string(text, size - 1) == rocblas_status_invalid_size);
  EXPECT(rocblas_get_version_string(text, size) == rocblas_status_success && text[0] == '4');
  EXPECT(rocblas_set_workspace(h, nullptr, 0) == rocblas_status_success);
  rocblas_bfloat16 product = rocblas_bfloat16(1.5f) * rocblas_bfloat16(2.0f);
  product += rocblas_bfloat16(0.25f);
  EXPECT(sizeof product == 2 && (float)product == 3.25f && product && !rocblas_bfloat16(0.0f));
  EXPECT(rocblas_set_workspace(h, nullptr, 8) == rocblas_status_invalid_pointer);
  const auto f32 = rocblas_datatype_f32_r;
  EXPECT(rocblas_stop_device_memory_size_query(h, &size) == rocblas_status_size_query_mismatch);
  EXPECT(rocblas_start_device_memory_size_query(nullptr) == rocblas_status_invalid_handle);
  EXPECT(rocblas_start_device_memory_size_query(h) == rocblas_status_success);
  EXPECT(rocblas_start_device_memory_size_query(h) == rocblas_status_size_query_mismatch);
  EXPECT(rocblas_is_device_memory_size_query(h));
  EXPECT(rocblas_sscal(h, 1 << 20, nullptr, nullptr, 1) == rocblas_status_size_unchanged);
  EXPECT(rocblas_scal_ex(h, 9, nullptr, f32, nullptr, f32, 1, f32) ==
         rocblas_status_size_unchanged);
  EXPECT(rocblas_stop_device_memory_size_query(h, nullptr) == rocblas_status_invalid_pointer);
  EXPECT(rocblas_stop_device_memory_size_query(h, &size) == rocblas_status_success && size == 0);
  EXPECT(!rocblas_is_device_memory_size_query(h) && rocblas_is_managing_device_memory(h));
  EXPECT(rocblas_set_device_memory_size(h, 4096) == rocblas_status_success);
  EXPECT(rocblas_get_device_memory_size(h, &size) == rocblas_status_success && size == 0);
  Device<float> a(4), b(4);
  float host[4] = {1, 2, 3, 4}, back[4] = {};
  EXPECT(rocblas_pointer_to_mode(a.p) == rocblas_pointer_mode_device);
  EXPECT(rocblas_pointer_to_mode(host) == rocblas_pointer_mode_host);
  EXPECT(rocblas_set_vector_async(2, 4, host, 2, a.p, 1, nullptr) == rocblas_status_success);
  EXPECT(rocblas_get_vector_async(2, 4, a.p, 1, back, 1, nullptr) == rocblas_status_success);
  EXPECT(rocblas_set_matrix_async(1, 2, 4, host, 2, b.p, 1, nullptr) == rocblas_status_success);
  EXPECT(rocblas_get_matrix_async(1, 2, 4, b.p, 1, back + 2, 1, nullptr) == rocblas_status_success);
  EXPECT(hipDeviceSynchronize() == hipSuccess);
  EXPECT(back[0] == 1 && back[1] == 3 && back[2] == 1 && back[3] == 3);
}

// Functions with explicit types, of two problems.
static void rocblas_typed(rocblas_handle h) {
  const auto f32 = rocblas_datatype_f32_r;
  const auto none = rocblas_operation_none;
  const auto standard = rocblas_gemm_algo_standard;
  std::vector<float> x = numbers(32);
  Device<float> a(x), b(x), c(x), d(32), e(x), sum(2);
  const float one = 1, two = 2;
  EXPECT(rocblas_gemm_strided_batched_ex(h, none, none, 4, 4, 4, &two, a.p, f32, 4, 16, b.p, f32, 4,
                                         16, &one, c.p, f32, 4, 16, d.p, f32, 4, 16, 2, f32,
                                         standard, 0, 0) == rocblas_status_success);
  std::vector<float *> pa{a.p, a.p + 16}, pe{e.p, e.p + 16};
  Device<float *> as(pa), es(pe);
  auto batched = [&](const void *c, void *d) {
    return rocblas_gemm_batched_ex(h, none, none, 4, 4, 4, &two, as.p, f32, 4, as.p, f32, 4, &one,
                                   c, f32, 4, d, f32, 4, 2, f32, standard, 0, 0);
  };
  EXPECT(batched(es.p, es.p) == rocblas_status_success);
  Device<float> f(32);
  std::vector<float *> pf{f.p, f.p + 16};
  Device<float *> fs(pf);
  EXPECT(batched(as.p, fs.p) ==
         (nvidia() ? rocblas_status_not_implemented : rocblas_status_success));
  EXPECT(batched(nullptr, es.p) == rocblas_status_invalid_pointer);
  auto gd = get(d.p, 32), ge = get(e.p, 32), gf = nvidia() ? ge : get(f.p, 32);
  for (int i = 0; i < 32; i++) {
    float want = x[i];
    for (int k = 0; k < 4; k++) want += 2 * x[i / 16 * 16 + i % 4 + 4 * k] * x[i / 4 * 4 + k];
    EXPECT(std::fabs(gd[i] - want) < 1e-4 && std::fabs(ge[i] - want) < 1e-4 &&
           std::fabs(gf[i] - want) < 1e-4);
  }
  EXPECT(rocblas_axpy_strided_batched_ex(h, 16, &two, f32, a.p, f32, 1, 16, c.p, f32, 1, 16, 2,
                                         f32) == rocblas_status_success);
  EXPECT(rocblas_scal_ex_64(h, 32, &two, f32, c.p, f32, 1, f32) == rocblas_status_success);
  auto gc = get(c.p, 32);
  for (int i = 0; i < 32; i++) EXPECT(std::fabs(gc[i] - 6 * x[i]) < 1e-5);
  float dot = 0, norm = 0, want = 0;
  EXPECT(rocblas_dot_ex(h, 32, a.p, f32, 1, b.p, f32, 1, &dot, f32, f32) == rocblas_status_success);
  EXPECT(rocblas_nrm2_ex(h, 32, a.p, f32, 1, &norm, f32, f32) == rocblas_status_success);
  for (float v : x) want += v * v;
  EXPECT(std::fabs(dot - want) < 1e-4 && std::fabs(norm * norm - want) < 1e-3);
  EXPECT(rocblas_trsm_ex(h, rocblas_side_left, rocblas_fill_lower, none, rocblas_diagonal_unit, 1,
                         4, &two, a.p, 4, b.p, 1, nullptr, 0, f32) == rocblas_status_success);
  auto gb = get(b.p, 4);
  for (int i = 0; i < 4; i++) EXPECT(std::fabs(gb[i] - 2 * x[i]) < 1e-6);
  EXPECT(rocblas_dot_ex(h, 32, nullptr, f32, 1, b.p, f32, 1, &dot, f32, f32) !=
         rocblas_status_success);
}

// Matrices in half precision by vectors, in batches; 64-bit sizes; the list of solutions.
static void rocblas_mixed(rocblas_handle h) {
  const int m = 3, n = 5, ld = 4, batch = 2, incx = 2, incy = 3;
  std::vector<rocblas_half> a(ld * n * batch), x(n * incx * batch);
  std::vector<float> y(n * incy * batch);
  auto half = [](int number) { return __builtin_bit_cast(rocblas_half, _Float16(number)); };
  auto value = [](rocblas_half h) { return float(__builtin_bit_cast(_Float16, h)); };
  for (size_t i = 0; i < a.size(); i++) a[i] = half(int(i % 7) - 3);
  for (size_t i = 0; i < x.size(); i++) x[i] = half(int(i % 5) - 1);
  for (size_t i = 0; i < y.size(); i++) y[i] = float(i);
  rocblas_half *da, *dx, *dh;
  float *dy, alpha = 2, beta = -1;
  size_t bytes = y.size() * sizeof(float);
  EXPECT(hipMalloc((void **)&da, a.size() * 2) == hipSuccess &&
         hipMalloc((void **)&dx, x.size() * 2) == hipSuccess &&
         hipMalloc((void **)&dy, bytes) == hipSuccess &&
         hipMalloc((void **)&dh, y.size() * 2) == hipSuccess);
  EXPECT(rocblas_set_vector_64(int64_t(a.size()), 2, a.data(), 1, da, 1) == rocblas_status_success);
  EXPECT(rocblas_set_vector_64(int64_t(x.size()), 2, x.data(), 1, dx, 1) == rocblas_status_success);
  for (auto trans : {rocblas_operation_none, rocblas_operation_transpose}) {
    int rows = trans == rocblas_operation_none ? m : n,
        columns = trans == rocblas_operation_none ? n : m;
    std::vector<float> got(y.size());
    std::vector<rocblas_half> halves(y.size(), half(0)), back(y.size());
    EXPECT(rocblas_set_matrix_64(int64_t(y.size()), 1, 4, y.data(), int64_t(y.size()), dy,
                                 int64_t(y.size())) == rocblas_status_success);
    EXPECT(rocblas_set_vector(int(y.size()), 2, halves.data(), 1, dh, 1) == rocblas_status_success);
    EXPECT(rocblas_hssgemv_strided_batched(h, trans, m, n, &alpha, da, ld, ld * n, dx, incx,
                                           n * incx, &beta, dy, incy, n * incy,
                                           batch) == rocblas_status_success);
    EXPECT(rocblas_hshgemv_strided_batched_64(h, trans, m, n, &alpha, da, ld, ld * n, dx, incx,
                                              n * incx, &beta, dh, incy, n * incy,
                                              batch) == rocblas_status_success);
    EXPECT(rocblas_get_vector_64(int64_t(y.size()), 4, dy, 1, got.data(), 1) ==
           rocblas_status_success);
    EXPECT(rocblas_get_vector_64(int64_t(y.size()), 2, dh, 1, back.data(), 1) ==
           rocblas_status_success);
    std::vector<float> want = y, wanted(y.size(), 0);
    for (int b = 0; b < batch; b++)
      for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int c = 0; c < columns; c++)
          sum +=
              value(a[b * ld * n + (trans == rocblas_operation_none ? r + c * ld : c + r * ld)]) *
              value(x[b * n * incx + c * incx]);
        want[b * n * incy + r * incy] = alpha * sum + beta * y[b * n * incy + r * incy];
        wanted[b * n * incy + r * incy] = alpha * sum;
      }
    EXPECT(got == want);
    for (size_t i = 0; i < y.size(); i++) EXPECT(value(back[i]) == wanted[i]);
  }
  EXPECT(rocblas_hssgemv_strided_batched(h, rocblas_operation_none, m, n, &alpha, da, ld, 0, dx, -1,
                                         0, &beta, dy, 1, 0,
                                         batch) == rocblas_status_not_implemented);
  EXPECT(rocblas_hssgemv_strided_batched(h, rocblas_operation_none, -1, n, &alpha, da, ld, 0, dx, 1,
                                         0, &beta, dy, 1, 0, batch) == rocblas_status_invalid_size);
  rocblas_int count = 0, solution = 9;
  EXPECT(rocblas_gemm_ex_get_solutions_by_type(h, rocblas_datatype_f32_r, rocblas_datatype_f32_r,
                                               rocblas_datatype_f32_r, 0, nullptr,
                                               &count) == rocblas_status_success &&
         count == 1);
  EXPECT(rocblas_gemm_ex_get_solutions_by_type(h, rocblas_datatype_f32_r, rocblas_datatype_f32_r,
                                               rocblas_datatype_f32_r, 0, &solution,
                                               &count) == rocblas_status_success &&
         solution == 0);
  for (void *p : {(void *)da, (void *)dx, (void *)dy, (void *)dh}) EXPECT(hipFree(p) == hipSuccess);
}

static void rocblas() {
  rocblas_handle h;
  rocblas_initialize();
  EXPECT(rocblas_create_handle(&h) == rocblas_status_success);
  std::vector<float> x = numbers(16);
  Device<float> a(x), b(x), c(16), d(16);
  rocblas_float one = 1, zero = 0;
  auto none = rocblas_operation_none;
  EXPECT(rocblas_sgemm(h, none, none, 4, 4, 4, &one, a.p, 4, b.p, 4, &zero, c.p, 4) ==
         rocblas_status_success);
  EXPECT(rocblas_gemm_ex(h, none, none, 4, 4, 4, &one, a.p, rocblas_datatype_f32_r, 4, b.p,
                         rocblas_datatype_f32_r, 4, &one, c.p, rocblas_datatype_f32_r, 4, d.p,
                         rocblas_datatype_f32_r, 4, rocblas_datatype_f32_r,
                         rocblas_gemm_algo_standard, 0, 0) == rocblas_status_success);
  auto gc = get(c.p, 16), gd = get(d.p, 16);
  for (int i = 0; i < 16; i++) EXPECT(std::fabs(gd[i] - 2 * gc[i]) < 1e-5);
  EXPECT(rocblas_sgemm(nullptr, none, none, 4, 4, 4, &one, a.p, 4, b.p, 4, &zero, c.p, 4) ==
         rocblas_status_invalid_handle);
  EXPECT(rocblas_sscal(h, 16, &zero, c.p, 1) == rocblas_status_success);
  for (float f : get(c.p, 16)) EXPECT(f == 0);
  rocblas_properties(h);
  rocblas_typed(h);
  rocblas_mixed(h);
  EXPECT(rocblas_destroy_handle(h) == rocblas_status_success);
}

// Sizes whose temporary memory cannot be had: a status, and no work that goes without.
static void without_memory() {
  if (nvidia()) return; // cuBLAS asks for none that depends on sizes
  const int huge = INT32_MAX;
  float alpha = 2, beta = 0;
  Device<float> x(std::vector<float>{1, 2, 3, 4}), c(std::vector<float>{7, 7, 7, 7});
  WANT(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, huge, huge, 0, &alpha, x.p, HIP_R_16F,
                     huge, x.p, HIP_R_16F, 1, &beta, c.p, HIP_R_16F, huge, HIPBLAS_COMPUTE_32F,
                     HIPBLAS_GEMM_DEFAULT),
       HIPBLAS_STATUS_ALLOC_FAILED);
  WANT(hipblasSsyrkx(handle, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_OP_N, huge, 0, &alpha, x.p, huge, x.p,
                     huge, &beta, c.p, huge),
       HIPBLAS_STATUS_ALLOC_FAILED);
  WANT(hipblasStrtri(handle, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_DIAG_NON_UNIT, huge, x.p, huge, c.p,
                     huge),
       HIPBLAS_STATUS_ALLOC_FAILED);
  for (float e : get(c.p, 4)) EXPECT(e == 7);
}

int main() {
  std::srand(2);
  OK(hipblasCreate(&handle));
  order();
  pointer_modes();
  graphs();
  small_types();
  batches_with_types();
  copies();
  bad_input();
  without_memory();
  rocblas();
  OK(hipblasDestroy(handle));
  return done();
}
