// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSPARSE: the generic functions in all formats, index types, bases, operations and types of
// element against dense matrices on the host; the functions that take arrays; order in a stream,
// pointer modes, calls that cannot be.
//
// e2e: flags=-lhipsparse
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

#include <hipsparse/hipsparse.h>

static int failures;
constexpr size_t kRoom = 1 << 20; // more than any function here asks for

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPSPARSE_STATUS_SUCCESS)

static hipsparseHandle_t handle;

template <class T> constexpr hipDataType kType = HIP_R_32F;
template <> constexpr hipDataType kType<double> = HIP_R_64F;
template <> constexpr hipDataType kType<std::complex<float>> = HIP_C_32F;
template <> constexpr hipDataType kType<std::complex<double>> = HIP_C_64F;
template <class I>
constexpr hipsparseIndexType_t kIndex = sizeof(I) == 4 ? HIPSPARSE_INDEX_32I : HIPSPARSE_INDEX_64I;

constexpr auto kN = HIPSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kT = HIPSPARSE_OPERATION_TRANSPOSE;
constexpr auto kC = HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;

// An array of the device.
template <class T> struct Device {
  T *at = nullptr;
  size_t n;
  explicit Device(size_t n) : n(n) {
    CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess);
  }
  explicit Device(const std::vector<T> &v) : Device(v.size()) {
    CHECK(hipMemcpy(at, v.data(), n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  Device(const Device &) = delete;
  ~Device() { (void)hipFree(at); }
  std::vector<T> get() const {
    std::vector<T> v(n);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

// A buffer for functions that ask for one.
static void *room() {
  static Device<char> all(kRoom);
  return all.at;
}

template <class T> T number(double re, double im) {
  if constexpr (std::is_floating_point_v<T>)
    return T(re);
  else
    return T(typename T::value_type(re), typename T::value_type(im));
}
template <class T> T conjugate(T v) {
  if constexpr (std::is_floating_point_v<T>)
    return v;
  else
    return std::conj(v);
}
template <class T> void near(T got, T want) {
  CHECK(std::abs(got - want) <= 1e-4 * (1 + std::abs(want)));
}

// A dense matrix of the host, by columns.
template <class T> struct Dense {
  int rows, cols;
  std::vector<T> v;
  Dense(int rows, int cols) : rows(rows), cols(cols), v(size_t(rows) * cols) {}
  T &operator()(int r, int c) { return v[r + size_t(c) * rows]; }
  T operator()(int r, int c) const { return v[r + size_t(c) * rows]; }
  Dense of(hipsparseOperation_t op) const {
    if (op == kN) return *this;
    Dense t(cols, rows);
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) t(c, r) = op == kT ? (*this)(r, c) : conjugate((*this)(r, c));
    return t;
  }
  Dense operator*(const Dense &b) const {
    Dense p(rows, b.cols);
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < b.cols; c++)
        for (int k = 0; k < cols; k++) p(r, c) += (*this)(r, k) * b(k, c);
    return p;
  }
};
template <class T> Dense<T> full(int rows, int cols, int seed) {
  Dense<T> d(rows, cols);
  for (int i = 0; i < rows * cols; i++)
    d.v[i] = number<T>((i * 7 + seed) % 11 - 5, (i * 5 + seed) % 7 - 3);
  return d;
}
template <class T> Dense<T> holes(int rows, int cols, int seed) {
  Dense<T> d = full<T>(rows, cols, seed);
  for (int i = 0; i < rows * cols; i++)
    if ((i * 13 + seed) % 5 > 1) d.v[i] = T();
  return d;
}

// A sparse matrix of the device with the entries of a dense one that are not 0.
template <class T, class I> struct Sparse {
  std::unique_ptr<Device<I>> offsets, indices;
  std::unique_ptr<Device<T>> values;
  hipsparseSpMatDescr_t descr;
  Sparse(const Dense<T> &d, hipsparseFormat_t format, int base) {
    std::vector<I> o, i;
    std::vector<T> v;
    bool by_col = format == HIPSPARSE_FORMAT_CSC, coo = format == HIPSPARSE_FORMAT_COO;
    if (!coo) o.push_back(base);
    for (int outer = 0; outer < (by_col ? d.cols : d.rows); outer++) {
      for (int inner = 0; inner < (by_col ? d.rows : d.cols); inner++) {
        T e = by_col ? d(inner, outer) : d(outer, inner);
        if (e == T()) continue;
        if (coo) o.push_back(outer + base);
        i.push_back(inner + base);
        v.push_back(e);
      }
      if (!coo) o.push_back(I(v.size()) + base);
    }
    offsets = std::make_unique<Device<I>>(o);
    indices = std::make_unique<Device<I>>(i);
    values = std::make_unique<Device<T>>(v);
    auto b = hipsparseIndexBase_t(base);
    if (coo)
      OK(hipsparseCreateCoo(&descr, d.rows, d.cols, v.size(), offsets->at, indices->at, values->at,
                            kIndex<I>, b, kType<T>));
    else
      OK((by_col ? hipsparseCreateCsc : hipsparseCreateCsr)(&descr, d.rows, d.cols, v.size(),
                                                            offsets->at, indices->at, values->at,
                                                            kIndex<I>, kIndex<I>, b, kType<T>));
  }
  ~Sparse() { OK(hipsparseDestroySpMat(descr)); }
};

// A dense matrix of the device, with a leading dimension that is larger than it must be.
template <class T> struct Matrix {
  int rows, cols, ld;
  bool by_row;
  std::unique_ptr<Device<T>> values;
  hipsparseDnMatDescr_t descr;
  Matrix(const Dense<T> &d, bool by_row)
      : rows(d.rows), cols(d.cols), ld((by_row ? d.cols : d.rows) + 1), by_row(by_row) {
    std::vector<T> v(size_t(ld) * (by_row ? rows : cols));
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) v[by_row ? r * ld + c : r + c * ld] = d(r, c);
    values = std::make_unique<Device<T>>(v);
    OK(hipsparseCreateDnMat(&descr, rows, cols, ld, values->at, kType<T>,
                            by_row ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL));
  }
  ~Matrix() { OK(hipsparseDestroyDnMat(descr)); }
  void holds(const Dense<T> &want) const {
    auto v = values->get();
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) near(v[by_row ? r * ld + c : r + c * ld], want(r, c));
  }
};

template <class T> struct Vector {
  Device<T> values;
  hipsparseDnVecDescr_t descr;
  explicit Vector(const Dense<T> &d) : values(d.v) {
    OK(hipsparseCreateDnVec(&descr, d.rows, values.at, kType<T>));
  }
  ~Vector() { OK(hipsparseDestroyDnVec(descr)); }
  void holds(const Dense<T> &want) const {
    auto v = values.get();
    for (int r = 0; r < want.rows; r++) near(v[r], want(r, 0));
  }
};

template <class T> Dense<T> sum(T a, const Dense<T> &x, T b, const Dense<T> &y) {
  Dense<T> s = x;
  for (size_t i = 0; i < s.v.size(); i++) s.v[i] = a * x.v[i] + b * y.v[i];
  return s;
}

template <class T, class I>
void products(hipsparseFormat_t format, int base, hipsparseOperation_t op) {
  const T alpha = number<T>(2, 1), beta = number<T>(3, -1);
  Dense<T> a = holes<T>(9, 6, 1), oa = a.of(op);
  Sparse<T, I> sa(a, format, base);
  Dense<T> x = full<T>(oa.cols, 1, 2), y = full<T>(oa.rows, 1, 3);
  Vector<T> vx(x), vy(y);
  size_t size = 0;
  OK(hipsparseSpMV_bufferSize(handle, op, &alpha, sa.descr, vx.descr, &beta, vy.descr, kType<T>,
                              HIPSPARSE_SPMV_ALG_DEFAULT, &size));
  Device<char> room(kRoom);
  OK(hipsparseSpMV(handle, op, &alpha, sa.descr, vx.descr, &beta, vy.descr, kType<T>,
                   HIPSPARSE_SPMV_ALG_DEFAULT, room.at));
  vy.holds(sum(alpha, oa * x, beta, y));
  for (bool by_row : {false, true})
    for (auto opB : {kN, kT, kC}) {
      Dense<T> b = full<T>(opB == kN ? oa.cols : 4, opB == kN ? 4 : oa.cols, 4);
      Dense<T> c = full<T>(oa.rows, 4, 5);
      Matrix<T> mb(b, by_row), mc(c, !by_row);
      OK(hipsparseSpMM(handle, op, opB, &alpha, sa.descr, mb.descr, &beta, mc.descr, kType<T>,
                       HIPSPARSE_SPMM_ALG_DEFAULT, room.at));
      mc.holds(sum(alpha, oa * b.of(opB), beta, c));
    }
  // What is not a number is not read where beta is 0.
  Dense<T> nan(oa.rows, 1);
  for (T &v : nan.v) v = number<T>(NAN, 0);
  Vector<T> fresh(nan);
  const T zero{};
  OK(hipsparseSpMV(handle, op, &alpha, sa.descr, vx.descr, &zero, fresh.descr, kType<T>,
                   HIPSPARSE_SPMV_ALG_DEFAULT, room.at));
  fresh.holds(sum(alpha, oa * x, zero, y));
}

template <class T, class I> void conversions(hipsparseFormat_t format, int base) {
  Dense<T> a = holes<T>(7, 5, 6);
  for (int c = 0; c < 5; c++) a(3, c) = T(); // a row without entries
  Sparse<T, I> sa(a, format, base);
  Matrix<T> out(full<T>(7, 5, 1), true), in(a, false);
  Device<char> room(kRoom);
  OK(hipsparseSparseToDense(handle, sa.descr, out.descr, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT,
                            room.at));
  out.holds(a);
  auto o = sa.offsets->get(), i = sa.indices->get();
  auto v = sa.values->get();
  CHECK(hipMemset(sa.indices->at, 0, i.size() * sizeof(I)) == hipSuccess);
  OK(hipsparseDenseToSparse_analysis(handle, in.descr, sa.descr,
                                     HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, room.at));
  int64_t rows, cols, nnz;
  OK(hipsparseSpMatGetSize(sa.descr, &rows, &cols, &nnz));
  CHECK(rows == 7 && cols == 5 && nnz == int64_t(v.size()));
  OK(hipsparseDenseToSparse_convert(handle, in.descr, sa.descr, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                    room.at));
  CHECK(sa.offsets->get() == o && sa.indices->get() == i && sa.values->get() == v);
}

template <class T, class I>
void triangles(hipsparseFormat_t format, int base, hipsparseOperation_t op) {
  const T alpha = number<T>(2, 1);
  for (auto fill : {HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_FILL_MODE_UPPER})
    for (auto diag : {HIPSPARSE_DIAG_TYPE_NON_UNIT, HIPSPARSE_DIAG_TYPE_UNIT}) {
      const int n = 6;
      Dense<T> a = holes<T>(n, n, 3), t(n, n); // the other triangle has entries, too
      for (int i = 0; i < n; i++) a(i, i) = number<T>(9 + i, 2);
      for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
          if (r == c)
            t(r, c) = diag == HIPSPARSE_DIAG_TYPE_UNIT ? T(1) : a(r, c);
          else if ((r > c) == (fill == HIPSPARSE_FILL_MODE_LOWER))
            t(r, c) = a(r, c);
      Sparse<T, I> sa(a, format, base);
      OK(hipsparseSpMatSetAttribute(sa.descr, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
      OK(hipsparseSpMatSetAttribute(sa.descr, HIPSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
      Dense<T> want = full<T>(n, 1, 2), three = full<T>(n, 3, 7);
      auto right = [&](const Dense<T> &x) {
        Dense<T> b = t.of(op) * x;
        for (T &v : b.v) v /= alpha;
        return b;
      };
      Vector<T> x(right(want)), y(Dense<T>(n, 1));
      size_t size = 0;
      hipsparseSpSVDescr_t sv;
      hipsparseSpSMDescr_t sm;
      OK(hipsparseSpSV_createDescr(&sv));
      OK(hipsparseSpSM_createDescr(&sm));
      Device<char> room(kRoom), other(kRoom);
      OK(hipsparseSpSV_bufferSize(handle, op, &alpha, sa.descr, x.descr, y.descr, kType<T>,
                                  HIPSPARSE_SPSV_ALG_DEFAULT, sv, &size));
      CHECK(size <= kRoom);
      OK(hipsparseSpSV_analysis(handle, op, &alpha, sa.descr, x.descr, y.descr, kType<T>,
                                HIPSPARSE_SPSV_ALG_DEFAULT, sv, room.at));
      OK(hipsparseSpSV_solve(handle, op, &alpha, sa.descr, x.descr, y.descr, kType<T>,
                             HIPSPARSE_SPSV_ALG_DEFAULT, sv));
      y.holds(want);
      Matrix<T> b(right(three), true), c(Dense<T>(n, 3), false);
      OK(hipsparseSpSM_bufferSize(handle, op, kN, &alpha, sa.descr, b.descr, c.descr, kType<T>,
                                  HIPSPARSE_SPSM_ALG_DEFAULT, sm, &size));
      CHECK(size <= kRoom);
      OK(hipsparseSpSM_analysis(handle, op, kN, &alpha, sa.descr, b.descr, c.descr, kType<T>,
                                HIPSPARSE_SPSM_ALG_DEFAULT, sm, other.at));
      OK(hipsparseSpSM_solve(handle, op, kN, &alpha, sa.descr, b.descr, c.descr, kType<T>,
                             HIPSPARSE_SPSM_ALG_DEFAULT, sm, other.at));
      c.holds(three);
      OK(hipsparseSpSV_destroyDescr(sv));
      OK(hipsparseSpSM_destroyDescr(sm));
    }
}

template <class T, class I> void sampled(hipsparseFormat_t format, int base) {
  const T alpha = number<T>(2, 1), beta = number<T>(-1, 3);
  Dense<T> a = full<T>(5, 3, 1), b = full<T>(4, 3, 2), c = holes<T>(5, 4, 1), want = c;
  Dense<T> product = sum(alpha, a * b.of(kT), beta, c);
  Sparse<T, I> sc(c, format, base);
  Matrix<T> ma(a, true), mb(b, false), out(c, false);
  Device<char> room(kRoom);
  OK(hipsparseSDDMM(handle, kN, kT, &alpha, ma.descr, mb.descr, &beta, sc.descr, kType<T>,
                    HIPSPARSE_SDDMM_ALG_DEFAULT, room.at));
  for (size_t i = 0; i < want.v.size(); i++)
    if (c.v[i] != T()) want.v[i] = product.v[i];
  OK(hipsparseSparseToDense(handle, sc.descr, out.descr, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT,
                            room.at));
  out.holds(want);
}

template <class T, class I> void sparse_product(hipsparseFormat_t format, int base) {
  const T alpha = number<T>(2, 1), beta{}, one = T(1);
  Dense<T> a = holes<T>(6, 5, 1), b = holes<T>(5, 7, 2);
  Sparse<T, I> sa(a, format, base), sb(b, format, base);
  Sparse<T, I> sc(Dense<T>(6, 7), HIPSPARSE_FORMAT_CSR, base);
  hipsparseSpGEMMDescr_t d;
  size_t size = 0;
  int64_t rows, cols, nnz;
  Device<char> room(kRoom);
  OK(hipsparseSpGEMM_createDescr(&d));
  auto compute = [&](const T *keep, void *buffer) {
    return hipsparseSpGEMM_compute(handle, kN, kN, &alpha, sa.descr, sb.descr, keep, sc.descr,
                                   kType<T>, HIPSPARSE_SPGEMM_DEFAULT, d, &size, buffer);
  };
  Device<char> estimate(kRoom);
  for (void *buffer : {(void *)nullptr, (void *)estimate.at})
    OK(hipsparseSpGEMM_workEstimation(handle, kN, kN, &alpha, sa.descr, sb.descr, &beta, sc.descr,
                                      kType<T>, HIPSPARSE_SPGEMM_DEFAULT, d, &size, buffer));
  OK(compute(&beta, nullptr));
  CHECK(size > 0 && size <= kRoom);
  if (!nvidia()) CHECK(compute(&one, room.at) == HIPSPARSE_STATUS_NOT_SUPPORTED);
  OK(compute(&beta, room.at));
  OK(hipsparseSpMatGetSize(sc.descr, &rows, &cols, &nnz));
  Device<I> indices(nnz);
  Device<T> values(nnz);
  OK(hipsparseCsrSetPointers(sc.descr, sc.offsets->at, indices.at, values.at));
  OK(hipsparseSpGEMM_copy(handle, kN, kN, &alpha, sa.descr, sb.descr, &beta, sc.descr, kType<T>,
                          HIPSPARSE_SPGEMM_DEFAULT, d));
  OK(hipsparseSpGEMM_destroyDescr(d));
  Matrix<T> out(Dense<T>(6, 7), false);
  OK(hipsparseSparseToDense(handle, sc.descr, out.descr, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT,
                            room.at));
  out.holds(sum(alpha, a * b, T(), Dense<T>(6, 7)));
}

template <class T, class I> void sparse_vectors(int base) {
  const T alpha = number<T>(2, 1), beta = number<T>(3, 0);
  Device<I> indices(std::vector<I>{I(1 + base), I(4 + base), I(5 + base)});
  Dense<T> xs = full<T>(3, 1, 4), y = full<T>(8, 1, 2), x(8, 1);
  const int at[] = {1, 4, 5};
  for (int i = 0; i < 3; i++) x(at[i], 0) = xs(i, 0);
  Device<T> values(xs.v);
  hipsparseSpVecDescr_t sx;
  OK(hipsparseCreateSpVec(&sx, 8, 3, indices.at, values.at, kIndex<I>, hipsparseIndexBase_t(base),
                          kType<T>));
  Vector<T> vy(y);
  T dot{}, want{};
  OK(hipsparseSpVV(handle, kC, sx, vy.descr, &dot, kType<T>, room()));
  for (int i = 0; i < 8; i++) want += conjugate(x(i, 0)) * y(i, 0);
  near(dot, want);
  OK(hipsparseAxpby(handle, &alpha, sx, &beta, vy.descr));
  Dense<T> after = sum(alpha, x, beta, y);
  vy.holds(after);
  OK(hipsparseGather(handle, vy.descr, sx));
  auto gathered = values.get();
  for (int i = 0; i < 3; i++) near(gathered[i], after(at[i], 0));
  Vector<T> zeros(Dense<T>(8, 1));
  OK(hipsparseScatter(handle, sx, zeros.descr));
  Dense<T> scattered(8, 1);
  for (int i : at) scattered(i, 0) = after(i, 0);
  zeros.holds(scattered);
  const T c = number<T>(0.6, 0), s = number<T>(0.8, 0);
  OK(hipsparseRot(handle, &c, &s, sx, zeros.descr));
  auto rotated = values.get();
  for (int i = 0; i < 3; i++) {
    near(rotated[i], (c + s) * after(at[i], 0));
    scattered(at[i], 0) = (c - s) * after(at[i], 0);
  }
  zeros.holds(scattered);
  OK(hipsparseDestroySpVec(sx));
}

template <class T, class I> void generic() {
  for (int base : {0, 1}) {
    for (auto format : {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO}) {
      bool by_row = format == HIPSPARSE_FORMAT_CSR, by_col = format == HIPSPARSE_FORMAT_CSC;
      for (auto op : {kN, kT, kC}) {
        products<T, I>(format, base, op);
        if (!by_col || !nvidia()) triangles<T, I>(format, base, op); // cuSPARSE has fewer formats
      }
      conversions<T, I>(format, base);
      if (by_row || !nvidia()) sampled<T, I>(format, base);
      if (by_row || !nvidia()) sparse_product<T, I>(format, base);
    }
    sparse_vectors<T, I>(base);
  }
}

// Three products in one call: the same sparse matrix, dense ones one after the other.
static void batches() {
  const float alpha = 1, beta = 0;
  Dense<float> a = holes<float>(4, 4, 1), b = full<float>(4, 6, 2);
  Sparse<float, int> sa(a, HIPSPARSE_FORMAT_CSR, 0);
  Device<float> from(b.v), to(4 * 6);
  hipsparseDnMatDescr_t mb, mc;
  OK(hipsparseCreateDnMat(&mb, 4, 2, 4, from.at, HIP_R_32F, HIPSPARSE_ORDER_COL));
  OK(hipsparseCreateDnMat(&mc, 4, 2, 4, to.at, HIP_R_32F, HIPSPARSE_ORDER_COL));
  OK(hipsparseDnMatSetStridedBatch(mb, 3, 8));
  OK(hipsparseDnMatSetStridedBatch(mc, 3, 8));
  OK(hipsparseSpMM(handle, kN, kN, &alpha, sa.descr, mb, &beta, mc, HIP_R_32F,
                   HIPSPARSE_SPMM_ALG_DEFAULT, room()));
  auto got = to.get();
  Dense<float> want = a * b;
  for (size_t i = 0; i < got.size(); i++) near(got[i], want.v[i]);
  OK(hipsparseDestroyDnMat(mb));
  OK(hipsparseDestroyDnMat(mc));
}

// What descriptors tell.
static void descriptors() {
  Dense<float> a = holes<float>(4, 3, 1);
  for (auto format : {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO}) {
    Sparse<float, int> A(a, format, 1);
    hipsparseConstSpMatDescr_t made = nullptr;
    auto *o = A.offsets->at, *i = A.indices->at;
    auto *v = A.values->at;
    int64_t n = int64_t(A.values->n), rows, cols, nnz;
    void *offsets, *indices, *values;
    const void *const_offsets, *const_indices, *const_values;
    hipsparseIndexType_t offset, index;
    hipsparseIndexBase_t base;
    hipDataType type;
    const auto kI = HIPSPARSE_INDEX_32I;
    const auto kOne = HIPSPARSE_INDEX_BASE_ONE;
    if (format == HIPSPARSE_FORMAT_CSR) {
      OK(hipsparseCreateConstCsr(&made, 4, 3, n, o, i, v, kI, kI, kOne, HIP_R_32F));
      OK(hipsparseCsrGet(A.descr, &rows, &cols, &nnz, &offsets, &indices, &values, &offset, &index,
                         &base, &type));
      OK(hipsparseConstCsrGet(made, &rows, &cols, &nnz, &const_offsets, &const_indices,
                              &const_values, &offset, &index, &base, &type));
      CHECK(hipsparseCscGet(A.descr, &rows, &cols, &nnz, &offsets, &indices, &values, &offset,
                            &index, &base, &type) == HIPSPARSE_STATUS_INVALID_VALUE);
      CHECK(hipsparseCscSetPointers(A.descr, o, i, v) == HIPSPARSE_STATUS_INVALID_VALUE);
    } else if (format == HIPSPARSE_FORMAT_CSC) {
      OK(hipsparseCreateConstCsc(&made, 4, 3, n, o, i, v, kI, kI, kOne, HIP_R_32F));
      OK(hipsparseCscGet(A.descr, &rows, &cols, &nnz, &offsets, &indices, &values, &offset, &index,
                         &base, &type));
      OK(hipsparseConstCscGet(made, &rows, &cols, &nnz, &const_offsets, &const_indices,
                              &const_values, &offset, &index, &base, &type));
      OK(hipsparseCscSetPointers(A.descr, o, i, v));
    } else {
      OK(hipsparseCreateConstCoo(&made, 4, 3, n, o, i, v, kI, kOne, HIP_R_32F));
      OK(hipsparseCooGet(A.descr, &rows, &cols, &nnz, &offsets, &indices, &values, &index, &base,
                         &type));
      OK(hipsparseConstCooGet(made, &rows, &cols, &nnz, &const_offsets, &const_indices,
                              &const_values, &offset, &base, &type));
    }
    CHECK(rows == 4 && cols == 3 && nnz == n && offset == kI && index == kI && base == kOne);
    CHECK(offsets == o && indices == i && values == v && type == HIP_R_32F);
    CHECK(const_offsets == o && const_indices == i && const_values == v);
    hipsparseFormat_t told;
    OK(hipsparseSpMatGetFormat(made, &told));
    CHECK(told == format && hipsparseSpMatGetFormat(nullptr, &told) != HIPSPARSE_STATUS_SUCCESS);
    OK(hipsparseSpMatGetIndexBase(made, &base));
    OK(hipsparseSpMatGetValues(A.descr, &values));
    OK(hipsparseConstSpMatGetValues(made, &const_values));
    CHECK(values == v && const_values == v && base == kOne);
    int fill = HIPSPARSE_FILL_MODE_UPPER, got = -1, batch = 0;
    OK(hipsparseSpMatSetAttribute(A.descr, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    OK(hipsparseSpMatGetAttribute(A.descr, HIPSPARSE_SPMAT_FILL_MODE, &got, sizeof got));
    CHECK(got == fill);
    OK(hipsparseSpMatSetStridedBatch(A.descr, 3));
    OK(hipsparseSpMatGetStridedBatch(A.descr, &batch));
    CHECK(batch == 3);
    OK(hipsparseDestroySpMat(made));
  }
  Device<float> x(std::vector<float>{1, 2, 3, 4, 5, 6});
  Device<int> at(std::vector<int>{0, 2});
  hipsparseConstDnVecDescr_t vec;
  hipsparseConstDnMatDescr_t mat;
  hipsparseConstSpVecDescr_t sparse;
  OK(hipsparseCreateConstDnVec(&vec, 6, x.at, HIP_R_32F));
  OK(hipsparseCreateConstDnMat(&mat, 2, 3, 2, x.at, HIP_R_32F, HIPSPARSE_ORDER_COL));
  OK(hipsparseCreateConstSpVec(&sparse, 6, 2, at.at, x.at, HIPSPARSE_INDEX_32I,
                               HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
  int64_t size = 0, rows = 0, cols = 0, ld = 0, nnz = 0, stride = 7;
  int batch = 0;
  const void *values = nullptr, *indices = nullptr;
  hipDataType type = HIP_C_64F;
  hipsparseOrder_t order = HIPSPARSE_ORDER_ROW;
  hipsparseIndexType_t index;
  hipsparseIndexBase_t base = HIPSPARSE_INDEX_BASE_ONE;
  OK(hipsparseConstDnVecGet(vec, &size, &values, &type));
  CHECK(size == 6 && values == x.at && type == HIP_R_32F);
  OK(hipsparseConstDnMatGet(mat, &rows, &cols, &ld, &values, &type, &order));
  CHECK(rows == 2 && cols == 3 && ld == 2 && order == HIPSPARSE_ORDER_COL);
  OK(hipsparseConstSpVecGet(sparse, &size, &nnz, &indices, &values, &index, &base, &type));
  CHECK(size == 6 && nnz == 2 && indices == at.at && base == HIPSPARSE_INDEX_BASE_ZERO);
  OK(hipsparseConstDnVecGetValues(vec, &values));
  OK(hipsparseDnMatGetStridedBatch(mat, &batch, &stride));
  CHECK(batch == 1 && stride == 0);
  CHECK(hipsparseConstDnVecGet(vec, nullptr, &values, &type) == HIPSPARSE_STATUS_INVALID_VALUE);
  OK(hipsparseDestroyDnVec(vec));
  OK(hipsparseDestroyDnMat(mat));
  OK(hipsparseDestroySpVec(sparse));
  hipsparseMatDescr_t d, copy;
  OK(hipsparseCreateMatDescr(&d));
  OK(hipsparseCreateMatDescr(&copy));
  OK(hipsparseSetMatType(d, HIPSPARSE_MATRIX_TYPE_TRIANGULAR));
  OK(hipsparseSetMatFillMode(d, HIPSPARSE_FILL_MODE_UPPER));
  OK(hipsparseSetMatDiagType(d, HIPSPARSE_DIAG_TYPE_UNIT));
  OK(hipsparseSetMatIndexBase(d, HIPSPARSE_INDEX_BASE_ONE));
  OK(hipsparseCopyMatDescr(copy, d));
  CHECK(hipsparseGetMatType(copy) == HIPSPARSE_MATRIX_TYPE_TRIANGULAR);
  CHECK(hipsparseGetMatFillMode(copy) == HIPSPARSE_FILL_MODE_UPPER);
  CHECK(hipsparseGetMatDiagType(copy) == HIPSPARSE_DIAG_TYPE_UNIT);
  CHECK(hipsparseGetMatIndexBase(copy) == HIPSPARSE_INDEX_BASE_ONE);
  OK(hipsparseDestroyMatDescr(d));
  OK(hipsparseDestroyMatDescr(copy));
}

// A product whose entries are found once and computed twice.
static void reused() {
  Dense<float> a = holes<float>(5, 4, 1), b = holes<float>(4, 6, 2);
  Sparse<float, int> A(a, HIPSPARSE_FORMAT_CSR, 0), B(b, HIPSPARSE_FORMAT_CSR, 1);
  Device<int> offsets(6), indices(30);
  Device<float> values(30);
  hipsparseSpMatDescr_t C;
  hipsparseSpGEMMDescr_t d;
  OK(hipsparseCreateCsr(&C, 5, 6, 0, offsets.at, nullptr, nullptr, HIPSPARSE_INDEX_32I,
                        HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
  OK(hipsparseSpGEMM_createDescr(&d));
  const auto alg = HIPSPARSE_SPGEMM_DEFAULT;
  float alpha = 2, beta = 0;
  size_t s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0;
  void *p = room();
  OK(hipsparseSpGEMMreuse_workEstimation(handle, kN, kN, A.descr, B.descr, C, alg, d, &s1,
                                         nullptr));
  OK(hipsparseSpGEMMreuse_workEstimation(handle, kN, kN, A.descr, B.descr, C, alg, d, &s1, p));
  OK(hipsparseSpGEMMreuse_nnz(handle, kN, kN, A.descr, B.descr, C, alg, d, &s2, nullptr, &s3,
                              nullptr, &s4, nullptr));
  CHECK(s1 && s2 && s3 && s4 && s1 + s2 + s3 + s4 < kRoom);
  OK(hipsparseSpGEMMreuse_nnz(handle, kN, kN, A.descr, B.descr, C, alg, d, &s2, p, &s3, p, &s4, p));
  int64_t rows, cols, nnz = 0;
  OK(hipsparseSpMatGetSize(C, &rows, &cols, &nnz));
  CHECK(nnz > 0 && nnz <= 30);
  OK(hipsparseCsrSetPointers(C, offsets.at, indices.at, values.at));
  OK(hipsparseSpGEMMreuse_copy(handle, kN, kN, A.descr, B.descr, C, alg, d, &s5, nullptr));
  OK(hipsparseSpGEMMreuse_copy(handle, kN, kN, A.descr, B.descr, C, alg, d, &s5, p));
  Dense<float> want = a * b;
  for (float factor : {2.0f, 6.0f}) { // with beta 0, and of two products
    OK(hipsparseSpGEMMreuse_compute(handle, kN, kN, &alpha, A.descr, B.descr, &beta, C, HIP_R_32F,
                                    alg, d));
    auto o = offsets.get(), c = indices.get();
    auto v = values.get();
    for (int r = 0; r < 5; r++)
      for (int i = o[r]; i < o[r + 1]; i++) near(v[i], factor * want(r, c[i]));
    beta = 1;
    alpha = 4;
  }
  OK(hipsparseSpGEMM_destroyDescr(d));
  OK(hipsparseDestroySpMat(C));
}

// The functions that take arrays.
static void arrays() {
  hipsparseMatDescr_t d;
  OK(hipsparseCreateMatDescr(&d));
  OK(hipsparseSetMatIndexBase(d, HIPSPARSE_INDEX_BASE_ONE));
  // 4 . 1
  // . 3 .
  // 2 . 5
  using Ints = std::vector<int>;
  using Doubles = std::vector<double>;
  Device<int> rows(Ints{1, 3, 4, 6}), cols(Ints{1, 3, 2, 1, 3}), coo(5), back(4), colptr(4),
      rowind(5);
  Device<double> values(Doubles{4, 1, 3, 2, 5}), x(Doubles{1, 2, 3}), y(Doubles{1, 1, 1}), csc(5);
  const double alpha = 2, beta = 1;
  OK(hipsparseDcsrmv(handle, kN, 3, 3, 5, &alpha, d, values.at, rows.at, cols.at, x.at, &beta,
                     y.at));
  CHECK((y.get() == Doubles{15, 13, 35}));
  OK(hipsparseXcsr2coo(handle, rows.at, 5, 3, coo.at, HIPSPARSE_INDEX_BASE_ONE));
  CHECK((coo.get() == Ints{1, 1, 2, 3, 3}));
  OK(hipsparseXcoo2csr(handle, coo.at, 5, 3, back.at, HIPSPARSE_INDEX_BASE_ONE));
  CHECK(back.get() == rows.get());
  OK(hipsparseCsr2cscEx2(handle, 3, 3, 5, values.at, rows.at, cols.at, csc.at, colptr.at, rowind.at,
                         HIP_R_64F, HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ONE,
                         HIPSPARSE_CSR2CSC_ALG_DEFAULT, room()));
  CHECK((csc.get() == Doubles{4, 2, 3, 1, 5}));
  CHECK((colptr.get() == Ints{1, 3, 4, 6}) && (rowind.get() == Ints{1, 3, 2, 1, 3}));
  Device<int> mixed(Ints{3, 1, 2, 3, 1}), order(5), counts(3);
  size_t size;
  OK(hipsparseXcsrsort_bufferSizeExt(handle, 3, 3, 5, rows.at, mixed.at, &size));
  Device<char> room(kRoom);
  OK(hipsparseCreateIdentityPermutation(handle, 5, order.at));
  OK(hipsparseXcsrsort(handle, 3, 3, 5, d, rows.at, mixed.at, order.at, room.at));
  CHECK((mixed.get() == cols.get()) && (order.get() == Ints{1, 0, 2, 4, 3}));
  Device<double> dense(Doubles{4, 0, 2, 0, 3, 0, 1, 0, 5});
  int total = 0;
  OK(hipsparseDnnz(handle, HIPSPARSE_DIRECTION_ROW, 3, 3, d, dense.at, 3, counts.at, &total));
  CHECK(total == 5 && (counts.get() == Ints{2, 1, 2}));
  csrilu02Info_t info;
  int position = 0, needed = 0;
  OK(hipsparseCreateCsrilu02Info(&info));
  OK(hipsparseDcsrilu02_bufferSize(handle, 3, 5, d, values.at, rows.at, cols.at, info, &needed));
  CHECK(size_t(needed) <= kRoom);
  OK(hipsparseDcsrilu02_analysis(handle, 3, 5, d, values.at, rows.at, cols.at, info,
                                 HIPSPARSE_SOLVE_POLICY_USE_LEVEL, room.at));
  OK(hipsparseDcsrilu02(handle, 3, 5, d, values.at, rows.at, cols.at, info,
                        HIPSPARSE_SOLVE_POLICY_USE_LEVEL, room.at));
  OK(hipsparseXcsrilu02_zeroPivot(handle, info, &position));
  CHECK(position == -1 && (values.get() == Doubles{4, 1, 3, 0.5, 4.5}));
  Device<double> singular(Doubles{4, 1, 0, 2, 5});
  OK(hipsparseDcsrilu02(handle, 3, 5, d, singular.at, rows.at, cols.at, info,
                        HIPSPARSE_SOLVE_POLICY_USE_LEVEL, room.at));
  CHECK(hipsparseXcsrilu02_zeroPivot(handle, info, &position) == HIPSPARSE_STATUS_ZERO_PIVOT);
  CHECK(position == 2);
  OK(hipsparseDestroyCsrilu02Info(info));
  OK(hipsparseDestroyMatDescr(d));
}

__global__ void fill(float *x, int n, float v) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = v;
}

// A product starts when what is before it in the stream has ended, and reads scalars of the device
// then.
static void in_order() {
  const int n = 1 << 14;
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  std::vector<int> offsets(n + 1), indices(n);
  for (int i = 0; i < n; i++) offsets[i] = indices[i] = i;
  offsets[n] = n;
  Device<int> o(offsets), c(indices);
  Device<float> v(n), x(n), y(n), scalars(2);
  hipsparseSpMatDescr_t a;
  hipsparseDnVecDescr_t vx, vy;
  OK(hipsparseCreateCsr(&a, n, n, n, o.at, c.at, v.at, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                        HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
  OK(hipsparseCreateDnVec(&vx, n, x.at, HIP_R_32F));
  OK(hipsparseCreateDnVec(&vy, n, y.at, HIP_R_32F));
  OK(hipsparseSetStream(handle, stream));
  OK(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_DEVICE));
  fill<<<n / 256, 256, 0, stream>>>(v.at, n, 3);
  fill<<<n / 256, 256, 0, stream>>>(x.at, n, 2);
  fill<<<n / 256, 256, 0, stream>>>(y.at, n, 1);
  fill<<<1, 2, 0, stream>>>(scalars.at, 2, 5);
  OK(hipsparseSpMV(handle, kN, scalars.at, a, vx, scalars.at + 1, vy, HIP_R_32F,
                   HIPSPARSE_SPMV_ALG_DEFAULT, room()));
  CHECK(hipStreamSynchronize(stream) == hipSuccess);
  size_t wrong = 0;
  for (float e : y.get()) wrong += e != 35;
  CHECK(wrong == 0);
  OK(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST));
  OK(hipsparseSetStream(handle, nullptr));
  OK(hipsparseDestroySpMat(a));
  OK(hipsparseDestroyDnVec(vx));
  OK(hipsparseDestroyDnVec(vy));
  CHECK(hipStreamDestroy(stream) == hipSuccess);
}

static void bad_calls() {
  const auto kInvalid = HIPSPARSE_STATUS_INVALID_VALUE;
  const float one = 1;
  Dense<float> a = holes<float>(3, 2, 1);
  Sparse<float, int> sa(a, HIPSPARSE_FORMAT_CSR, 0);
  Vector<float> two(full<float>(2, 1, 0)), three(full<float>(3, 1, 0));
  hipsparseSpMatDescr_t m = nullptr;
  hipsparseDnMatDescr_t dm = nullptr;
  hipsparseDnVecDescr_t dv = nullptr;
  auto spmv = [&](hipsparseHandle_t h, int op, const float *alpha, hipDataType type) {
    return hipsparseSpMV(h, hipsparseOperation_t(op), alpha, sa.descr, two.descr, &one, three.descr,
                         type, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr);
  };
  CHECK(hipsparseCreate(nullptr) == kInvalid);
  CHECK(hipsparseDestroy(nullptr) == HIPSPARSE_STATUS_NOT_INITIALIZED);
  CHECK(spmv(nullptr, kN, &one, HIP_R_32F) == HIPSPARSE_STATUS_NOT_INITIALIZED);
  CHECK(spmv(handle, 7, &one, HIP_R_32F) == kInvalid);
  CHECK(spmv(handle, kN, nullptr, HIP_R_32F) == kInvalid);
  CHECK(spmv(handle, kT, &one, HIP_R_32F) == kInvalid); // the sizes do not fit
  CHECK(spmv(handle, kN, &one, HIP_R_64F) == HIPSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(spmv(handle, kN, &one, HIP_R_8I) == kInvalid);
  CHECK(hipsparseCreateCsr(&m, -1, 2, 0, nullptr, nullptr, nullptr, HIPSPARSE_INDEX_32I,
                           HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F) == kInvalid);
  CHECK(hipsparseCreateCsr(&m, 1, 2, 0, nullptr, nullptr, nullptr, hipsparseIndexType_t(9),
                           HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F) == kInvalid);
  CHECK(hipsparseCreateDnMat(&dm, 4, 4, 3, two.values.at, HIP_R_32F, HIPSPARSE_ORDER_COL) ==
        kInvalid);
  CHECK(hipsparseCreateDnMat(&dm, 4, 4, 4, two.values.at, HIP_R_32F, hipsparseOrder_t(5)) ==
        kInvalid);
  CHECK(hipsparseCreateDnVec(&dv, -1, two.values.at, HIP_R_32F) == kInvalid);
  CHECK(hipsparseDestroySpMat(nullptr) == kInvalid);
  CHECK(hipsparseSetPointerMode(handle, hipsparsePointerMode_t(4)) == kInvalid);
  CHECK(hipsparseXcsr2coo(handle, nullptr, 1, 1, nullptr, HIPSPARSE_INDEX_BASE_ZERO) == kInvalid);
  CHECK(hipsparseXcoo2csr(handle, nullptr, -1, 1, nullptr, HIPSPARSE_INDEX_BASE_ZERO) == kInvalid);
  CHECK(hipsparseCreateIdentityPermutation(handle, -1, nullptr) == kInvalid);
}

// A triangle that lacks an entry of its diagonal, and one whose temporary rows no memory is for.
static void triangles() {
  if (nvidia()) return; // cuSPARSE wants an analysis, and asks for its memory beforehand
  const float one = 1;
  Device<int> offsets(std::vector<int>{0, 1, 2, 4}), columns(std::vector<int>{0, 0, 1, 2});
  Device<float> values(std::vector<float>{2, 3, 4, 8}), x(std::vector<float>{2, 5, 8});
  Device<float> y(std::vector<float>{7, 7, 7}), c(std::vector<float>{7, 7, 7});
  for (int64_t nnz : {int64_t(4), int64_t(1) << 58, INT64_MAX}) {
    hipsparseSpMatDescr_t a;
    hipsparseDnVecDescr_t from, to;
    hipsparseDnMatDescr_t right, left;
    hipsparseSpSVDescr_t sv;
    hipsparseSpSMDescr_t sm;
    OK(hipsparseCreateCsr(&a, 3, 3, nnz, offsets.at, columns.at, values.at, HIPSPARSE_INDEX_32I,
                          HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
    OK(hipsparseCreateDnVec(&from, 3, x.at, HIP_R_32F));
    OK(hipsparseCreateDnVec(&to, 3, y.at, HIP_R_32F));
    OK(hipsparseCreateDnMat(&right, 3, 1, 3, x.at, HIP_R_32F, HIPSPARSE_ORDER_COL));
    OK(hipsparseCreateDnMat(&left, 3, 1, 3, c.at, HIP_R_32F, HIPSPARSE_ORDER_COL));
    OK(hipsparseSpSV_createDescr(&sv));
    OK(hipsparseSpSM_createDescr(&sm));
    auto want = nnz == 4 ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
    std::vector<float> before[] = {y.get(), c.get()};
    CHECK(hipsparseSpSV_solve(handle, kN, &one, a, from, to, HIP_R_32F, HIPSPARSE_SPSV_ALG_DEFAULT,
                              sv) == want);
    CHECK(hipsparseSpSM_solve(handle, kN, kN, &one, a, right, left, HIP_R_32F,
                              HIPSPARSE_SPSM_ALG_DEFAULT, sm, nullptr) == want);
    std::vector<float> after[] = {y.get(), c.get()};
    for (int i = 0; i < 2; i++) {
      if (nnz == 4) // 5 - 3 is divided by 0, and the next row takes 4 times that from 8
        CHECK(after[i][0] == 1 && after[i][1] == INFINITY && after[i][2] == -INFINITY);
      else
        CHECK(after[i] == before[i]);
    }
    OK(hipsparseSpSV_destroyDescr(sv));
    OK(hipsparseSpSM_destroyDescr(sm));
    OK(hipsparseDestroyDnMat(left));
    OK(hipsparseDestroyDnMat(right));
    OK(hipsparseDestroyDnVec(to));
    OK(hipsparseDestroyDnVec(from));
    OK(hipsparseDestroySpMat(a));
  }
}

int main() {
  OK(hipsparseCreate(&handle));
  generic<float, int>();
  generic<double, int64_t>();
  generic<std::complex<float>, int64_t>();
  generic<std::complex<double>, int>();
  batches();
  descriptors();
  reused();
  triangles();
  arrays();
  in_order();
  bad_calls();
  OK(hipsparseDestroy(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
