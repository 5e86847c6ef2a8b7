// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLASLt: products of each type by layouts, transpositions, epilogues, batches and scales against
// sums on the host; the order of a stream, graphs, attributes, calls that cannot be.
// e2e: flags=-lhipblaslt
#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hipblaslt/hipblaslt-ext.hpp>
#include <hipblaslt/hipblaslt.h>

#include "device.h"

static hipblasLtHandle_t handle;

#define WANT(call, want)                                                                           \
  do {                                                                                             \
    int s_ = (call);                                                                               \
    if (s_ != (want) && ++failures <= 20)                                                          \
      std::printf("%s:%d: %s: got %d, want %d\n", __FILE__, __LINE__, #call, s_, want);            \
  } while (0)
#define OK(call) WANT(call, HIPBLAS_STATUS_SUCCESS)
#define BAD(call) WANT(call, HIPBLAS_STATUS_INVALID_VALUE)

// A matrix of the device, of which the host has the numbers, by columns.
template <typename T> struct Matrix {
  int rows, cols, batches, ld;
  bool by_row;
  size_t stride;
  std::vector<T> host;
  Device<T> device;
  hipblasLtMatrixLayout_t layout;
  static std::vector<T> numbers(size_t n) {
    std::vector<T> v(n);
    for (T &e : v) e = T(float(std::rand() % 17 - 8));
    return v;
  }
  Matrix(hipDataType type, int rows, int cols, bool by_row, int batches)
      : rows(rows), cols(cols), batches(batches), ld((by_row ? cols : rows) + 2), by_row(by_row),
        stride(size_t(ld) * (by_row ? rows : cols) + 3), host(numbers(stride * batches)),
        device(host) {
    int32_t order = by_row ? HIPBLASLT_ORDER_ROW : HIPBLASLT_ORDER_COL;
    int64_t offset = stride;
    OK(hipblasLtMatrixLayoutCreate(&layout, type, rows, cols, ld));
    OK(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_ORDER, &order, 4));
    OK(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, 4));
    OK(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                         &offset, 8));
  }
  ~Matrix() { OK(hipblasLtMatrixLayoutDestroy(layout)); }
  size_t place(int batch, int row, int col) const {
    return batch * stride + (by_row ? col + size_t(row) * ld : row + size_t(col) * ld);
  }
  double at(int batch, int row, int col, bool transposed = false) const {
    return double(float(host[transposed ? place(batch, col, row) : place(batch, row, col)]));
  }
};

template <typename T> hipblasStatus_t set(hipblasLtMatmulDesc_t d, int attr, T value) {
  return hipblasLtMatmulDescSetAttribute(d, hipblasLtMatmulDescAttributes_t(attr), &value,
                                         sizeof value);
}

static double activated(int epilogue, double v) {
  if (epilogue & HIPBLASLT_EPILOGUE_RELU) return v > 0 ? v : 0;
  if (epilogue & HIPBLASLT_EPILOGUE_GELU)
    return v / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
  return v;
}

struct Way {
  bool ta, tb, rows[4];
  int epilogue, batches;
  bool scaled, in_place, on_device;
};

// check compares a product of A's type to D's with scalars of type S.
template <typename T, typename U, typename S>
void check(hipDataType in, hipDataType out, hipblasComputeType_t compute, hipDataType scalars,
           double eps, Way w) {
  const int m = 7, n = 5, k = 9;
  Matrix<T> a(in, w.ta ? k : m, w.ta ? m : k, w.rows[0], w.batches);
  Matrix<T> b(in, w.tb ? n : k, w.tb ? k : n, w.rows[1], w.batches);
  Matrix<U> c(out, m, n, w.rows[2], w.batches), other(out, m, n, w.rows[3], w.batches);
  Matrix<U> &d = w.in_place ? c : other;
  std::vector<U> bias_host = Matrix<U>::numbers(m);
  Device<U> bias(bias_host);
  Device<float> scales(std::vector<float>{0.5f, 2, 4, 0.25f});
  std::vector<S> factors{S(2), S(3)};
  Device<S> of_device(factors);
  hipblasLtMatmulDesc_t desc;
  OK(hipblasLtMatmulDescCreate(&desc, compute, scalars));
  OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_TRANSA, w.ta ? HIPBLAS_OP_T : HIPBLAS_OP_N));
  OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_TRANSB, w.tb ? HIPBLAS_OP_C : HIPBLAS_OP_N));
  OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, w.epilogue));
  OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, bias.p));
  OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, out));
  bool largest = w.scaled && !w.on_device;
  Device<float> amax(std::vector<float>{-1});
  if (largest) OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER, amax.p));
  for (int i = 0; w.scaled && i < 4; i++)
    OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER + i, scales.p + i));
  if (w.on_device)
    OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_POINTER_MODE, HIPBLASLT_POINTER_MODE_DEVICE));
  hipblasLtMatmulPreference_t pref;
  uint64_t most = 1 << 20;
  OK(hipblasLtMatmulPreferenceCreate(&pref));
  OK(hipblasLtMatmulPreferenceSetAttribute(pref, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most,
                                           sizeof most));
  hipblasLtMatmulHeuristicResult_t best[3] = {};
  int found = 0;
  hipblasStatus_t there = hipblasLtMatmulAlgoGetHeuristic(
      handle, desc, a.layout, b.layout, c.layout, d.layout, pref, 3, best, &found);
  const S *f = w.on_device ? of_device.p : factors.data();
  Device<char> workspace(most);
  auto run = [&](const hipblasLtMatmulAlgo_t *algo, size_t size) {
    return hipblasLtMatmul(handle, desc, f, a.device.p, a.layout, b.device.p, b.layout, f + 1,
                           c.device.p, c.layout, d.device.p, d.layout, algo, workspace.p, size,
                           nullptr);
  };
  bool plain = !w.scaled && w.epilogue == HIPBLASLT_EPILOGUE_DEFAULT && out != HIP_R_32I;
  for (bool by_row : w.rows) plain = plain && !by_row;
  if (nvidia() && !plain && there == HIPBLAS_STATUS_NOT_SUPPORTED) { // cuBLASLt has fewer
    EXPECT(found == 0 && run(nullptr, 0) == HIPBLAS_STATUS_NOT_SUPPORTED);
    OK(hipblasLtMatmulPreferenceDestroy(pref));
    OK(hipblasLtMatmulDescDestroy(desc));
    return;
  }
  WANT(there, HIPBLAS_STATUS_SUCCESS);
  EXPECT(found >= 1 && best[0].state == HIPBLAS_STATUS_SUCCESS && best[0].workspaceSize <= most);
  OK(run(&best[0].algo, best[0].workspaceSize));
  CHECK(hipDeviceSynchronize());
  std::vector<U> got = d.device.host(), want = d.host;
  double alpha = w.scaled ? 2 * 0.5 * 2 : 2, beta = w.scaled ? 3 * 4 : 3, most_of_d = 0;
  for (int batch = 0; batch < w.batches; batch++)
    for (int row = 0; row < m; row++)
      for (int col = 0; col < n; col++) {
        double v = 0;
        for (int i = 0; i < k; i++) v += a.at(batch, row, i, w.ta) * b.at(batch, i, col, w.tb);
        v = alpha * v + beta * c.at(batch, row, col);
        if (w.epilogue & HIPBLASLT_EPILOGUE_BIAS) v += double(float(bias_host[row]));
        v = activated(w.epilogue, v);
        most_of_d = std::fmax(most_of_d, std::fabs(v));
        if (w.scaled) v *= 0.25;
        size_t at = d.place(batch, row, col);
        EXPECT(std::fabs(double(float(got[at])) - v) <= eps * (1 + std::fabs(v)));
        want[at] = got[at];
      }
  EXPECT(std::fabs(amax.host()[0] - (largest ? most_of_d : -1)) <= 1e-5 * (1 + most_of_d));
  for (size_t i = 0; i < got.size(); i++)
    EXPECT(float(got[i]) == float(want[i])); // what is between
  OK(hipblasLtMatmulPreferenceDestroy(pref));
  OK(hipblasLtMatmulDescDestroy(desc));
}

template <typename T, typename U, typename S>
void all(hipDataType in, hipDataType out, hipblasComputeType_t compute, hipDataType scalars,
         double eps) {
  bool floats = compute == HIPBLAS_COMPUTE_32F || compute == HIPBLAS_COMPUTE_32F_FAST_TF32;
  for (int i = 0; i < 64; i++) {
    Way w = {bool(i & 1), bool(i & 2), {bool(i & 4), bool(i & 8), bool(i & 16), bool(i & 32)}};
    w.epilogue = HIPBLASLT_EPILOGUE_DEFAULT;
    w.batches = 1 + i % 3;
    w.scaled = floats && i % 5 == 0;
    w.in_place = i % 7 == 0;
    w.on_device = i % 4 == 3;
    check<T, U, S>(in, out, compute, scalars, eps, w);
  }
  for (int epilogue : {2, 4, 6, 32, 36})
    if (compute != HIPBLAS_COMPUTE_32I)
      for (bool by_row : {false, true}) {
        Way w = {true, false, {false, false, by_row, by_row}, epilogue, 2, floats, false, false};
        check<T, U, S>(in, out, compute, scalars, eps, w);
      }
}

// Every number of a format of 8 bits times 1 in float and, with a factor, in the format again.
template <typename T> void codes(hipDataType type) {
  const int n = 256;
  std::vector<T> all8(n);
  for (int i = 0; i < n; i++) all8[i].__x = i;
  Device<T> a(all8), one(std::vector<T>(1, T(1.0f))), narrow(std::vector<T>(n, T(0.0f)));
  Device<float> wide(std::vector<float>(n, 0.0f));
  hipblasLtMatrixLayout_t la, lb, ld;
  hipblasLtMatmulDesc_t desc;
  OK(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  OK(hipblasLtMatrixLayoutCreate(&la, type, n, 1, n));
  OK(hipblasLtMatrixLayoutCreate(&lb, type, 1, 1, 1));
  OK(hipblasLtMatrixLayoutCreate(&ld, HIP_R_32F, n, 1, n));
  for (float alpha : {1.0f, 0.3f, 7.0f, -1000.0f}) {
    float beta = 0;
    OK(hipblasLtMatmul(handle, desc, &alpha, a.p, la, one.p, lb, &beta, wide.p, ld, wide.p, ld,
                       nullptr, nullptr, 0, nullptr));
    OK(hipblasLtMatmul(handle, desc, &alpha, a.p, la, one.p, lb, &beta, narrow.p, la, narrow.p, la,
                       nullptr, nullptr, 0, nullptr));
    CHECK(hipDeviceSynchronize());
    std::vector<float> got = wide.host();
    std::vector<T> got8 = narrow.host();
    for (int i = 0; i < n; i++) {
      float want = alpha * float(all8[i]);
      EXPECT(std::isnan(want) ? std::isnan(got[i]) : got[i] == want);
      float want8 = float(T(want)), is = float(got8[i]);
      if (std::isinf(want)) continue;
      EXPECT(std::isnan(want8) ? std::isnan(is) : is == want8);
    }
  }
  // The formats of one product are both of AMD's earlier devices, or neither.
  bool fnuz = type == HIP_R_8F_E4M3_FNUZ || type == HIP_R_8F_E5M2_FNUZ;
  hipblasLtMatrixLayout_t mixed, other;
  float f = 1;
  OK(hipblasLtMatrixLayoutCreate(&mixed, fnuz ? HIP_R_8F_E5M2_FNUZ : HIP_R_8F_E5M2, 1, 1, 1));
  OK(hipblasLtMatrixLayoutCreate(&other, fnuz ? HIP_R_8F_E5M2 : HIP_R_8F_E5M2_FNUZ, 1, 1, 1));
  auto with = [&](hipblasLtMatrixLayout_t b, hipblasLtMatrixLayout_t d) {
    return hipblasLtMatmul(handle, desc, &f, a.p, la, one.p, b, &f, wide.p, d, wide.p, d, nullptr,
                           nullptr, 0, nullptr);
  };
  WANT(with(mixed, ld), HIPBLAS_STATUS_SUCCESS);
  WANT(with(other, ld), HIPBLAS_STATUS_NOT_SUPPORTED);
  CHECK(hipDeviceSynchronize());
  for (auto layout : {la, lb, ld, mixed, other}) OK(hipblasLtMatrixLayoutDestroy(layout));
  OK(hipblasLtMatmulDescDestroy(desc));
}

// Scales in vectors and in blocks of 32 along the sum, and a vector of factors: 5x3 of E4M3 by E5M2 to float.
struct Scales {
  uint32_t mode[2];
  bool vector; // alpha
};
static void scales(Scales s) {
  const int m = 5, n = 3, k = 96;
  Matrix<hipblaslt_f8> a(HIP_R_8F_E4M3, k, m, false, 1);
  Matrix<hipblaslt_bf8> b(HIP_R_8F_E5M2, k, n, false, 1);
  Matrix<float> d(HIP_R_32F, m, n, false, 1);
  std::vector<float> vectors[2], alpha{2, -3, 0.5f, 4, 1};
  std::vector<uint8_t> blocks[2];
  for (int i = 0; i < 40; i++) {
    vectors[i % 2].push_back((float)(i - 7) / 4);
    blocks[i % 2].push_back((uint8_t)(120 + i * 5 % 13));
  }
  Device<float> fa(vectors[0]), fb(vectors[1]), factors(alpha);
  Device<uint8_t> ba(blocks[0]), bb(blocks[1]);
  const uint32_t by_block = HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0;
  hipblasLtMatmulDesc_t desc;
  OK(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLAS_OP_T));
  if (s.vector)
    OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_POINTER_MODE,
                    HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST));
  for (int i = 0; i < 2; i++) {
    void *floats = i ? fb.p : fa.p, *exponents = i ? bb.p : ba.p;
    OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_MODE + i, s.mode[i]));
    OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER + i,
                   s.mode[i] == by_block ? exponents : floats));
  }
  const float single = 3, beta = 2;
  const float *al = s.vector ? factors.p : &single;
  auto run = [&] {
    return hipblasLtMatmul(handle, desc, al, a.device.p, a.layout, b.device.p, b.layout, &beta,
                           d.device.p, d.layout, d.device.p, d.layout, nullptr, nullptr, 0,
                           nullptr);
  };
  OK(run());
  CHECK(hipDeviceSynchronize());
  const std::vector<float> got = d.device.host();
  // What belongs to the operand's column c, element e.
  auto scale = [&](int i, int c, int e) {
    if (s.mode[i] == by_block)
      return std::ldexp(1.0, blocks[i][size_t(c * (k / 32) + e / 32)] - 127);
    return (double)vectors[i][s.mode[i] == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F ? c : 0];
  };
  for (int row = 0; row < m; row++)
    for (int col = 0; col < n; col++) {
      double sum = 0, size = 0;
      for (int e = 0; e < k; e++) {
        const double term = a.at(0, e, row) * scale(0, row, e) * b.at(0, e, col) * scale(1, col, e);
        sum += term, size += std::fabs(term);
      }
      const double factor = s.vector ? alpha[row] : single;
      const double want = factor * sum + beta * d.at(0, row, col);
      EXPECT(std::fabs(got[d.place(0, row, col)] - want) <= 1e-6 * (std::fabs(factor) * size + 20));
    }
  // Blocks do not go across the sum.
  if (s.mode[0] == by_block) {
    OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_B_SCALE_MODE, 0));
    WANT(run(), HIPBLAS_STATUS_NOT_SUPPORTED);
    OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_B_SCALE_MODE, by_block));
    uint8_t nan = 255;
    CHECK(hipMemcpy(ba.p + 4, &nan, 1, hipMemcpyHostToDevice)); // of the second column
    OK(run());
    CHECK(hipDeviceSynchronize());
    const std::vector<float> now = d.device.host();
    for (int row = 0; row < m; row++)
      for (int col = 0; col < n; col++) EXPECT(std::isnan(now[d.place(0, row, col)]) == (row == 1));
  }
  OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_MODE,
                   HIPBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F));
  WANT(run(), HIPBLAS_STATUS_NOT_SUPPORTED);
  CHECK(hipDeviceSynchronize());
  OK(hipblasLtMatmulDescDestroy(desc));
}

static void float8() {
  codes<hipblaslt_f8>(HIP_R_8F_E4M3);
  codes<hipblaslt_bf8>(HIP_R_8F_E5M2);
  codes<hipblaslt_f8_fnuz>(HIP_R_8F_E4M3_FNUZ);
  codes<hipblaslt_bf8_fnuz>(HIP_R_8F_E5M2_FNUZ);
  const uint32_t kOuter = HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
  const uint32_t kBlocks = HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0;
  for (bool vector : {false, true})
    for (Scales s : {Scales{{0, 0}, vector}, Scales{{kOuter, 0}, vector},
                     Scales{{kOuter, kOuter}, vector}, Scales{{kBlocks, kBlocks}, vector}})
      scales(s);
  auto compute = HIPBLAS_COMPUTE_32F;
  all<__hip_fp8_e4m3, float, float>(HIP_R_8F_E4M3, HIP_R_32F, compute, HIP_R_32F, 1e-5);
  all<__hip_fp8_e5m2, __half, float>(HIP_R_8F_E5M2, HIP_R_16F, compute, HIP_R_32F, 1e-3);
  all<__hip_fp8_e4m3_fnuz, __hip_bfloat16, float>(HIP_R_8F_E4M3_FNUZ, HIP_R_16BF, compute,
                                                  HIP_R_32F, 8e-3);
}

__global__ void fill(float *x, int n, float to) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = to;
}

// Products between kernels in a stream, and in a graph that is run twice.
static void order() {
  const int n = 16;
  Device<float> a(n * n), d(std::vector<float>(n * n, 0.0f));
  hipblasLtMatrixLayout_t layout;
  hipblasLtMatmulDesc_t desc;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  float one = 1;
  CHECK(hipStreamCreate(&stream));
  OK(hipblasLtMatrixLayoutCreate(&layout, HIP_R_32F, n, n, n));
  OK(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  auto enqueue = [&] {
    fill<<<1, 64, 0, stream>>>(a.p, n * n, 3);
    OK(hipblasLtMatmul(handle, desc, &one, a.p, layout, a.p, layout, &one, d.p, layout, d.p, layout,
                       nullptr, nullptr, 0, stream));
    fill<<<1, 64, 0, stream>>>(a.p, n * n, 0);
  };
  enqueue();
  if (nvidia()) { // cuBLASLt does not see what is captured
    CHECK(hipStreamSynchronize(stream));
    for (float f : d.host()) EXPECT(f == 9 * n);
    return;
  }
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  enqueue();
  CHECK(hipStreamEndCapture(stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  one = 0;
  for (int i = 0; i < 2; i++) CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
  for (float f : d.host()) EXPECT(f == 3 * 9 * n);
  CHECK(hipGraphExecDestroy(exec));
  CHECK(hipGraphDestroy(graph));
  CHECK(hipStreamDestroy(stream));
  OK(hipblasLtMatmulDescDestroy(desc));
  OK(hipblasLtMatrixLayoutDestroy(layout));
}

static void attributes(hipblasLtMatrixLayout_t layout, hipblasLtMatmulDesc_t desc) {
  int32_t value = 0;
  int64_t wide = 0;
  size_t written = 0;
  BAD(hipblasLtMatrixLayoutCreate(nullptr, HIP_R_32F, 1, 1, 1));
  BAD(hipblasLtMatrixLayoutCreate(&layout, hipDataType(200), 1, 1, 1));
  BAD(hipblasLtMatrixLayoutDestroy(nullptr));
  BAD(hipblasLtMatmulDescCreate(&desc, hipblasComputeType_t(99), HIP_R_32F));
  BAD(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, hipDataType(200)));
  BAD(hipblasLtMatmulDescDestroy(nullptr));
  BAD(hipblasLtMatmulPreferenceCreate(nullptr));
  auto layout_set = hipblasLtMatrixLayoutSetAttribute;
  BAD(layout_set(nullptr, HIPBLASLT_MATRIX_LAYOUT_ORDER, &value, 4));
  BAD(layout_set(layout, HIPBLASLT_MATRIX_LAYOUT_ORDER, nullptr, 4));
  BAD(layout_set(layout, HIPBLASLT_MATRIX_LAYOUT_ORDER, &value, 8));
  BAD(layout_set(layout, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &value, 4));
  BAD(layout_set(layout, hipblasLtMatrixLayoutAttribute_t(77), &value, 4));
  value = 9;
  BAD(layout_set(layout, HIPBLASLT_MATRIX_LAYOUT_ORDER, &value, 4));
  OK(hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_LD, nullptr, 0, &written));
  EXPECT(written == 8);
  OK(hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_LD, &wide, 8, &written));
  EXPECT(wide == 4);
  BAD(hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_LD, nullptr, 0, nullptr));
  BAD(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_TRANSA, 5));
  BAD(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, 3));
  BAD(set<int64_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, 1));
  BAD(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_POINTER_MODE, 2));
  BAD(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_MODE, HIPBLASLT_MATMUL_MATRIX_SCALE_END));
  BAD(set<uint64_t>(desc, HIPBLASLT_MATMUL_DESC_B_SCALE_MODE, 0));
  uint32_t mode = 9;
  OK(hipblasLtMatmulDescGetAttribute(desc, HIPBLASLT_MATMUL_DESC_B_SCALE_MODE, &mode, 4, &written));
  EXPECT(mode == HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F && written == 4);
  BAD(set<int32_t>(desc, 99, 0));
  BAD(set<int32_t>(nullptr, HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLAS_OP_N));
  WANT(set<void *>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, nullptr),
       HIPBLAS_STATUS_NOT_SUPPORTED);
}

static void bad_calls() {
  hipblasLtMatrixLayout_t l, wrong, huge, half;
  hipblasLtMatmulDesc_t desc;
  hipblasLtMatmulPreference_t pref;
  hipblasLtMatmulHeuristicResult_t best;
  hipblasLtMatmulAlgo_t none = {};
  int found = 7;
  float one = 1, zero = 0;
  Device<float> x(std::vector<float>(16, 7.0f));
  BAD(hipblasLtCreate(nullptr));
  BAD(hipblasLtDestroy(nullptr));
  OK(hipblasLtMatrixLayoutCreate(&l, HIP_R_32F, 4, 4, 4));
  OK(hipblasLtMatrixLayoutCreate(&wrong, HIP_R_32F, 4, 4, 3));
  OK(hipblasLtMatrixLayoutCreate(&huge, HIP_R_32F, INT32_MAX, INT32_MAX, INT32_MAX));
  OK(hipblasLtMatrixLayoutCreate(&half, HIP_R_16F, 4, 4, 4));
  OK(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  OK(hipblasLtMatmulPreferenceCreate(&pref));
  attributes(l, desc);
  auto run = [&](hipblasLtHandle_t h, const void *alpha, const void *a, hipblasLtMatrixLayout_t la,
                 const void *beta, const void *c, void *d, hipblasLtMatrixLayout_t ld,
                 const hipblasLtMatmulAlgo_t *algo) {
    return hipblasLtMatmul(h, desc, alpha, a, la, a, la, beta, c, ld, d, ld, algo, nullptr, 0, 0);
  };
  WANT(run(nullptr, &one, x.p, l, &zero, x.p, x.p, l, nullptr), HIPBLAS_STATUS_NOT_INITIALIZED);
  BAD(run(handle, nullptr, x.p, l, &zero, x.p, x.p, l, nullptr));
  BAD(run(handle, &one, nullptr, l, &zero, x.p, x.p, l, nullptr));
  BAD(run(handle, &one, x.p, nullptr, &zero, x.p, x.p, l, nullptr));
  BAD(run(handle, &one, x.p, l, nullptr, x.p, x.p, l, nullptr));
  BAD(run(handle, &one, x.p, l, &one, nullptr, x.p, l, nullptr));
  BAD(run(handle, &one, x.p, l, &zero, x.p, nullptr, l, nullptr));
  BAD(run(handle, &one, x.p, l, &zero, x.p, x.p, wrong, nullptr));
  BAD(run(handle, &one, x.p, l, &zero, x.p, x.p, huge, nullptr));
  BAD(run(handle, &one, x.p, l, &zero, x.p, x.p, l, &none));
  // Types that do not go together are a bad call to cuBLASLt.
  auto kTypes = nvidia() ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_NOT_SUPPORTED;
  WANT(run(handle, &one, x.p, l, &zero, x.p, x.p, half, nullptr), HIPBLAS_STATUS_NOT_SUPPORTED);
  if (!nvidia()) // cuBLASLt asks for no memory that depends on sizes
    WANT(run(handle, &one, x.p, huge, &zero, x.p, x.p, huge, nullptr), HIPBLAS_STATUS_ALLOC_FAILED);
  auto heuristic = hipblasLtMatmulAlgoGetHeuristic;
  WANT(heuristic(nullptr, desc, l, l, l, l, pref, 1, &best, &found),
       HIPBLAS_STATUS_NOT_INITIALIZED);
  BAD(heuristic(handle, desc, l, l, l, l, pref, 0, &best, &found));
  BAD(heuristic(handle, desc, l, l, l, l, nullptr, 1, &best, &found));
  BAD(heuristic(handle, nullptr, l, l, l, l, pref, 1, &best, &found));
  WANT(heuristic(handle, desc, l, half, l, l, pref, 1, &best, &found), kTypes);
  EXPECT(found == 0);
  OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, HIPBLASLT_EPILOGUE_BIAS));
  BAD(run(handle, &one, x.p, l, &zero, x.p, x.p, l, nullptr)); // without a bias
  OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, HIPBLASLT_EPILOGUE_DGELU));
  BAD(run(handle, &one, x.p, l, &zero, x.p, x.p, l, nullptr)); // without AUX
  CHECK(hipDeviceSynchronize());
  for (float f : x.host()) EXPECT(f == 7);
  for (auto layout : {l, wrong, huge, half}) OK(hipblasLtMatrixLayoutDestroy(layout));
  OK(hipblasLtMatmulPreferenceDestroy(pref));
  OK(hipblasLtMatmulDescDestroy(desc));
}

static double gelu_at(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// The epilogues of a training step: what goes into the activation, its derivative by differences, sums of columns and rows.
static void training() {
  const int m = 6, n = 5, k = 7, batches = 2;
  Matrix<float> a(HIP_R_32F, k, m, true, batches), b(HIP_R_32F, k, n, false, batches),
      d(HIP_R_32F, m, n, true, batches);
  float alpha = 0.03125f, zero = 0;
  hipblasLtMatmulDesc_t desc;
  const int64_t ld = m + 1, stride = ld * n + 2;
  auto initial = Matrix<float>::numbers(stride * batches), bias = Matrix<float>::numbers(m);
  for (float &f : initial) f /= 4;
  auto product = [&](int batch, int row, int col) {
    double sum = 0;
    for (int e = 0; e < k; e++) sum += a.at(batch, row, e, true) * b.at(batch, e, col);
    return alpha * sum;
  };
  OK(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  OK(set<int32_t>(desc, HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLAS_OP_T));
  for (int epilogue : {160, 164, 192, 208, 256, 512}) {
    bool vector = epilogue >= 208, one = epilogue >= 208;
    Device<float> aux(initial), v(bias), sums(std::vector<float>(m + n, 0));
    int32_t count = one ? 1 : batches;
    for (auto *l : {&a.layout, &b.layout, &d.layout})
      OK(hipblasLtMatrixLayoutSetAttribute(*l, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, 4));
    OK(set<uint32_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, epilogue));
    OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.p));
    OK(set<int64_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, ld));
    OK(set<int64_t>(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, stride));
    OK(set<void *>(desc, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, vector ? sums.p : v.p));
    OK(hipblasLtMatmul(handle, desc, &alpha, a.device.p, a.layout, b.device.p, b.layout, &zero,
                       d.device.p, d.layout, d.device.p, d.layout, nullptr, nullptr, 0, 0));
    CHECK(hipDeviceSynchronize());
    auto got = d.device.host(), beside = aux.host(), sum = sums.host();
    auto near = [&](double x, double want) { EXPECT(std::fabs(x - want) < 1e-4); };
    for (int batch = 0; batch < count; batch++)
      for (int col = 0; col < n; col++)
        for (int row = 0; row < m; row++) {
          int64_t at = row + col * ld + batch * stride;
          double x = product(batch, row, col) + (epilogue == 164 ? bias[row] : 0), want = x,
                 y = initial[at];
          if (epilogue == 160 || epilogue == 164)
            near(beside[at], x), want = gelu_at(x);
          else
            EXPECT(beside[at] == initial[at]);
          if (epilogue == 192 || epilogue == 208)
            want = x * (gelu_at(y + 1e-5) - gelu_at(y - 1e-5)) / 2e-5;
          near(got[d.place(batch, row, col)], want);
        }
    for (int i = 0; vector && i < (epilogue == 512 ? n : m); i++) {
      double want = 0;
      for (int e = 0; e < (epilogue == 208 ? n : k); e++)
        want += epilogue == 208   ? got[d.place(0, i, e)]
                : epilogue == 256 ? a.at(0, i, e, true)
                                  : b.at(0, e, i);
      near(sum[i], want);
    }
  }
  int32_t two = 2;
  for (auto *l : {&a.layout, &b.layout, &d.layout})
    OK(hipblasLtMatrixLayoutSetAttribute(*l, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, 4));
  WANT(hipblasLtMatmul(handle, desc, &alpha, a.device.p, a.layout, b.device.p, b.layout, &zero,
                       d.device.p, d.layout, d.device.p, d.layout, nullptr, nullptr, 0, 0),
       HIPBLAS_STATUS_NOT_SUPPORTED);
  OK(hipblasLtMatmulDescDestroy(desc));
}

// Transformations between orders, types and operations.
static void transformations() {
  const int m = 5, n = 4, batches = 2;
  hipblasLtMatrixTransformDesc_t desc;
  float alpha = 2, beta = -0.5f;
  OK(hipblasLtMatrixTransformDescCreate(&desc, HIP_R_32F));
  for (bool by_row : {false, true})
    for (bool turned : {false, true})
      for (bool adds : {false, true}) {
        Matrix<float> a(HIP_R_32F, turned ? n : m, turned ? m : n, by_row, batches);
        Matrix<__half> b(HIP_R_16F, m, n, !by_row, batches), c(HIP_R_16F, m, n, false, batches);
        int32_t op = turned ? HIPBLAS_OP_T : HIPBLAS_OP_N;
        OK(hipblasLtMatrixTransformDescSetAttribute(desc, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
                                                    &op, 4));
        OK(hipblasLtMatrixTransform(handle, desc, &alpha, a.device.p, a.layout, &beta,
                                    adds ? b.device.p : nullptr, b.layout, c.device.p, c.layout,
                                    0));
        CHECK(hipDeviceSynchronize());
        auto got = c.device.host();
        for (int batch = 0; batch < batches; batch++)
          for (int row = 0; row < m; row++)
            for (int col = 0; col < n; col++)
              EXPECT(float(got[c.place(batch, row, col)]) ==
                     alpha * a.at(batch, row, col, turned) +
                         (adds ? beta * b.at(batch, row, col) : 0));
        BAD(hipblasLtMatrixTransform(handle, desc, nullptr, a.device.p, a.layout, &beta, nullptr,
                                     nullptr, c.device.p, c.layout, 0));
        BAD(hipblasLtMatrixTransform(handle, desc, &alpha, c.device.p, c.layout, &beta, a.device.p,
                                     turned ? c.layout : nullptr, turned ? nullptr : c.device.p,
                                     c.layout, 0));
      }
  int32_t mode = 9;
  BAD(hipblasLtMatrixTransformDescSetAttribute(desc, HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
                                               &mode, 4));
  BAD(hipblasLtMatrixTransformDescSetAttribute(desc, HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
                                               &mode, 2));
  OK(hipblasLtMatrixTransformDescDestroy(desc));
  char *name = nullptr, revision[64];
  OK(hipblasLtGetArchName(&name));
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  EXPECT(name && std::string(p.gcnArchName).rfind(name, 0) == 0);
  std::free(name);
  OK(hipblasLtGetGitRevision(handle, revision));
}

// The C++ extension: a product by sizes, with a bias, and lists of algorithms.
static void extension() {
  using namespace hipblaslt_ext;
  const int m = 4, n = 3, k = 5;
  auto a = Matrix<float>::numbers(k * m), b = Matrix<float>::numbers(k * n),
       v = Matrix<float>::numbers(m);
  Device<float> da(a), db(b), dv(v), dd(std::vector<float>(m * n, 0));
  float alpha = 2, beta = 0;
  Gemm gemm(handle, HIPBLAS_OP_T, HIPBLAS_OP_N, HIP_R_32F, HIP_R_32F, HIP_R_32F, HIP_R_32F,
            HIPBLAS_COMPUTE_32F);
  GemmEpilogueV2 epilogue;
  epilogue.setMode(HIPBLASLT_EPILOGUE_RELU_BIAS);
  GemmInputsV2 in;
  in.setA(da.p), in.setB(db.p), in.setC(dd.p), in.setD(dd.p), in.setAlpha(&alpha),
      in.setBeta(&beta), in.setBias(dv.p);
  GemmPreferenceV2 preference;
  preference.setMaxWorkspaceBytes(1 << 20);
  std::vector<hipblasLtMatmulHeuristicResult_t> found, all;
  BAD(gemm.run(nullptr));
  BAD(gemm.setProblem(-1, n, k, 1, epilogue, in));
  OK(gemm.setProblem(m, n, k, 1, epilogue, in));
  OK(gemm.algoGetHeuristic(2, preference, found));
  EXPECT(found.size() == 1);
  OK(gemm.initialize(found[0].algo, nullptr));
  OK(gemm.run(nullptr));
  CHECK(hipDeviceSynchronize());
  auto got = dd.host();
  for (int col = 0; col < n; col++)
    for (int row = 0; row < m; row++) {
      float sum = 0;
      for (int e = 0; e < k; e++) sum += a[e + row * k] * b[e + col * k];
      EXPECT(got[row + col * m] == std::fmax(0, alpha * sum + v[row]));
    }
  OK(getAllAlgos(handle, GemmType::HIPBLASLT_GEMM, HIPBLAS_OP_N, HIPBLAS_OP_T, HIP_R_16F, HIP_R_16F,
                 HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_32F, all));
  EXPECT(all.size() == 1);
  std::vector<int> index = {getIndexFromAlgo(all[0].algo)};
  OK(getAlgosFromIndex(handle, index, found));
  EXPECT(found.size() == 1);
  size_t bytes = 1;
  OK(gemm.isAlgoSupported(found[0].algo, bytes));
  EXPECT(bytes == 0);
  WANT(getAllAlgos(handle, GemmType::HIPBLASLT_GROUPED_GEMM, HIPBLAS_OP_N, HIPBLAS_OP_T, HIP_R_16F,
                   HIP_R_16F, HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_32F, all),
       HIPBLAS_STATUS_NOT_SUPPORTED);
}

int main() {
  std::srand(3);
  OK(hipblasLtCreate(&handle));
  all<float, float, float>(HIP_R_32F, HIP_R_32F, HIPBLAS_COMPUTE_32F, HIP_R_32F, 1e-5);
  all<float, float, float>(HIP_R_32F, HIP_R_32F, HIPBLAS_COMPUTE_32F_FAST_TF32, HIP_R_32F, 1e-5);
  all<double, double, double>(HIP_R_64F, HIP_R_64F, HIPBLAS_COMPUTE_64F, HIP_R_64F, 1e-6);
  all<__half, __half, float>(HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_32F, HIP_R_32F, 1e-3);
  all<__half, float, float>(HIP_R_16F, HIP_R_32F, HIPBLAS_COMPUTE_32F, HIP_R_32F, 1e-5);
  all<__hip_bfloat16, __hip_bfloat16, float>(HIP_R_16BF, HIP_R_16BF, HIPBLAS_COMPUTE_32F, HIP_R_32F,
                                             8e-3);
  all<int8_t, int32_t, int32_t>(HIP_R_8I, HIP_R_32I, HIPBLAS_COMPUTE_32I, HIP_R_32I, 0);
  if (!nvidia()) float8(); // cuBLASLt's depend on the device
  order();
  bad_calls();
  if (!nvidia()) training(), transformations(), extension(); // not tried there
  OK(hipblasLtDestroy(handle));
  return done();
}
