// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSPARSE's functions that take a matrix as arrays, against dense matrices on the host: triangular
// systems, factorizations without fill-in, sums and products, blocks, conversions, sparse vectors,
// systems of three and five diagonals; zero pivots, invalid calls.
//
// e2e: flags=-lhipsparse
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

#include <hipsparse/hipsparse.h>

// Handles are pointers to void, to which programs convert pointers of their own, as Ginkgo does.
struct hipsparseContext;
static_assert(std::is_convertible_v<hipsparseContext *, hipsparseHandle_t> &&
                  std::is_same_v<hipsparseMatDescr_t, void *> &&
                  std::is_same_v<hipsparseConstSpMatDescr_t, const void *>,
              "AMD's types");

static int failures;
static hipsparseHandle_t h;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPSPARSE_STATUS_SUCCESS)

template <class T> struct Memory {
  T *at = nullptr;
  explicit Memory(size_t n) { CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess); }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) {
    CHECK(hipMemcpy(at, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  Memory(const Memory &) = delete;
  ~Memory() { (void)hipFree(at); }
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

// Of has the functions of an element type, with its own type instead of HIP's.
template <class T> struct Of;
#define NAMES(X)                                                                                   \
  X(csrsv2_analysis)                                                                               \
  X(csrsv2_solve)                                                                                  \
  X(csrsm2_analysis)                                                                               \
  X(csrsm2_solve)                                                                                  \
  X(csric02_analysis)                                                                              \
  X(csric02)                                                                                       \
  X(bsric02)                                                                                       \
  X(bsrilu02)                                                                                      \
  X(bsrsv2_analysis)                                                                               \
  X(bsrsv2_solve)                                                                                  \
  X(csrgemm2)                                                                                      \
  X(csrgeam2)                                                                                      \
  X(csrmm2)                                                                                        \
  X(bsrmv)                                                                                         \
  X(bsrmm)                                                                                         \
  X(csr2csc)                                                                                       \
  X(csr2dense)                                                                                     \
  X(dense2csr)                                                                                     \
  X(bsr2csr)                                                                                       \
  X(csr2bsr)                                                                                       \
  X(axpyi)                                                                                         \
  X(doti)                                                                                          \
  X(gthr)                                                                                          \
  X(gthrz)                                                                                         \
  X(sctr)                                                                                          \
  X(gtsv2)                                                                                         \
  X(gtsv2_nopivot)                                                                                 \
  X(gtsv2StridedBatch)                                                                             \
  X(bsrsm2_analysis)                                                                               \
  X(bsrsm2_solve)                                                                                  \
  X(csr2hyb)                                                                                       \
  X(hyb2csr)                                                                                       \
  X(hybmv)                                                                                         \
  X(bsrxmv)                                                                                        \
  X(gemvi)                                                                                         \
  X(gemmi)                                                                                         \
  X(gtsvInterleavedBatch_bufferSizeExt)                                                            \
  X(gtsvInterleavedBatch)                                                                          \
  X(gpsvInterleavedBatch_bufferSizeExt)                                                            \
  X(gpsvInterleavedBatch)                                                                          \
  X(csrgeam)                                                                                       \
  X(csrgemm)                                                                                       \
  X(csc2dense)                                                                                     \
  X(dense2csc)                                                                                     \
  X(nnz_compress)                                                                                  \
  X(csr2csr_compress)                                                                              \
  X(csr2gebsr)                                                                                     \
  X(gebsr2csr)                                                                                     \
  X(gebsr2gebsc)                                                                                   \
  X(gebsr2gebsr)                                                                                   \
  X(csru2csr)                                                                                      \
  X(csr2csru)                                                                                      \
  X(csrcolor)                                                                                      \
  X(csrilu02_numericBoost)                                                                         \
  X(bsrilu02_numericBoost)
#define TYPE(T, C, H, e)                                                                           \
  template <> struct Of<T> {                                                                       \
    using Hip = H;                                                                                 \
    static constexpr double eps = e;                                                               \
    static hipsparseStatus_t csrsv2_size(int m, int nnz, hipsparseMatDescr_t d, H *v, int *r,      \
                                         int *c, csrsv2Info_t i, size_t *size) {                   \
      return hipsparse##C##csrsv2_bufferSizeExt(h, HIPSPARSE_OPERATION_TRANSPOSE, m, nnz, d, v, r, \
                                                c, i, size);                                       \
    }                                                                                              \
    static hipsparseStatus_t gtsv2_size(int m, int n, H *l, H *d, H *u, H *b, size_t *size) {      \
      return hipsparse##C##gtsv2_bufferSizeExt(h, m, n, l, d, u, b, m, size);                      \
    }                                                                                              \
    NAMES(NAME_##C)                                                                                \
  };
#define NAME(C, name) static constexpr auto name = hipsparse##C##name;
#define NAME_S(name) NAME(S, name)
#define NAME_D(name) NAME(D, name)
#define NAME_C(name) NAME(C, name)
#define NAME_Z(name) NAME(Z, name)
TYPE(float, S, float, 2e-4)
TYPE(double, D, double, 1e-11)
TYPE(std::complex<float>, C, hipComplex, 2e-4)
TYPE(std::complex<double>, Z, hipDoubleComplex, 1e-11)
template <class T> auto *hip(const Memory<T> &m) { return (typename Of<T>::Hip *)m.at; }
template <class T> auto *hip(const T *p) { return (const typename Of<T>::Hip *)p; }

// Dense is a matrix by rows, and which of its elements are entries of the sparse one.
template <class T> struct Dense {
  int m, n;
  std::vector<T> a;
  Dense(int rows, int cols) : m(rows), n(cols), a(size_t(rows) * cols) {}
  T &operator()(int r, int c) { return a[size_t(r) * n + c]; }
  T operator()(int r, int c) const { return a[size_t(r) * n + c]; }
};
template <class T> Dense<T> sparse(int m, int n, double share) {
  Dense<T> d(m, n);
  for (T &v : d.a)
    if (number() + 0.5 < share) random(v);
  return d;
}
template <class T> T at(const Dense<T> &d, hipsparseOperation_t op, int r, int c) {
  if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE) return d(r, c);
  return op == HIPSPARSE_OPERATION_TRANSPOSE ? d(c, r) : conjugate(d(c, r));
}

// Rows is a dense matrix in CSR in device memory, or in BSR if its blocks have more than one element.
template <class T> struct Rows {
  hipsparseMatDescr_t d;
  int nnz = 0, rows;
  std::vector<int> offsets, columns;
  std::vector<T> values;
  Memory<int> *o = nullptr, *c = nullptr;
  Memory<T> *v = nullptr;

  Rows(const Dense<T> &a, hipsparseIndexBase_t base, int dim = 1, bool by_row = true) {
    OK(hipsparseCreateMatDescr(&d));
    OK(hipsparseSetMatIndexBase(d, base));
    rows = a.m / dim;
    offsets.push_back(base);
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < a.n / dim; k++) {
        bool any = false;
        for (int i = 0; i < dim * dim; i++) any |= a(r * dim + i / dim, k * dim + i % dim) != T();
        if (!any) continue;
        columns.push_back(k + base);
        nnz++;
        for (int i = 0; i < dim * dim; i++)
          values.push_back(by_row ? a(r * dim + i / dim, k * dim + i % dim)
                                  : a(r * dim + i % dim, k * dim + i / dim));
      }
      offsets.push_back(nnz + base);
    }
    o = new Memory<int>(offsets);
    c = new Memory<int>(columns);
    v = new Memory<T>(values);
  }
  ~Rows() {
    OK(hipsparseDestroyMatDescr(d));
    delete o;
    delete c;
    delete v;
  }
  void triangular(hipsparseFillMode_t fill, hipsparseDiagType_t diag) {
    OK(hipsparseSetMatFillMode(d, fill));
    OK(hipsparseSetMatDiagType(d, diag));
  }
};

template <class T> bool near(T a, T b, double scale = 1) {
  return std::abs(a - b) <= Of<T>::eps * (scale + std::abs(b));
}

// Of a dense matrix the triangle that a solve takes, with its diagonal.
template <class T> Dense<T> triangle(const Dense<T> &a, bool lower, bool unit) {
  Dense<T> t(a.m, a.n);
  for (int r = 0; r < a.m; r++)
    for (int c = 0; c < a.n; c++)
      if (r == c)
        t(r, c) = unit ? T(1) : a(r, c);
      else if (lower ? c < r : c > r)
        t(r, c) = a(r, c);
  return t;
}
template <class T> Dense<T> dominant(int n, double share) {
  Dense<T> a = sparse<T>(n, n, share);
  for (int i = 0; i < n; i++) a(i, i) = T(3) + a(i, i);
  return a;
}

static const hipsparseOperation_t ops[] = {HIPSPARSE_OPERATION_NON_TRANSPOSE,
                                           HIPSPARSE_OPERATION_TRANSPOSE,
                                           HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
static const auto kPolicy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;

// vector_solves: one right side, in CSR and in blocks of three.
template <class T> void vector_solves(hipsparseOperation_t op, bool lower, bool unit, int base) {
  const int n = 24, dim = 3;
  Dense<T> a = dominant<T>(n, 0.2), t = triangle(a, lower, unit);
  auto index = (hipsparseIndexBase_t)base;
  auto fill = lower ? HIPSPARSE_FILL_MODE_LOWER : HIPSPARSE_FILL_MODE_UPPER;
  auto diag = unit ? HIPSPARSE_DIAG_TYPE_UNIT : HIPSPARSE_DIAG_TYPE_NON_UNIT;
  Rows<T> csr(a, index), bsr(a, index, dim, false);
  csr.triangular(fill, diag);
  bsr.triangular(fill, diag);
  std::vector<T> f(n);
  for (T &v : f) random(v);
  Memory<T> from(f), x(n), y(n);
  T alpha = T(0.5);
  csrsv2Info_t info;
  bsrsv2Info_t blocks;
  int position = 0;
  size_t size = 0;
  OK(hipsparseCreateCsrsv2Info(&info));
  OK(hipsparseCreateBsrsv2Info(&blocks));
  OK(Of<T>::csrsv2_size(n, csr.nnz, csr.d, hip(*csr.v), csr.o->at, csr.c->at, info, &size));
  Memory<char> buffer(size);
  CHECK(size > 0);
  OK(Of<T>::csrsv2_analysis(h, op, n, csr.nnz, csr.d, hip(*csr.v), csr.o->at, csr.c->at, info,
                            kPolicy, buffer.at));
  OK(hipsparseXcsrsv2_zeroPivot(h, info, &position));
  CHECK(position == -1);
  OK(Of<T>::csrsv2_solve(h, op, n, csr.nnz, hip(&alpha), csr.d, hip(*csr.v), csr.o->at, csr.c->at,
                         info, hip(from), hip(x), kPolicy, buffer.at));
  const auto column = HIPSPARSE_DIRECTION_COLUMN;
  OK(Of<T>::bsrsv2_analysis(h, column, op, n / dim, bsr.nnz, bsr.d, hip(*bsr.v), bsr.o->at,
                            bsr.c->at, dim, blocks, kPolicy, buffer.at));
  OK(Of<T>::bsrsv2_solve(h, column, op, n / dim, bsr.nnz, hip(&alpha), bsr.d, hip(*bsr.v),
                         bsr.o->at, bsr.c->at, dim, blocks, hip(from), hip(y), kPolicy, buffer.at));
  auto got = x.fetched(n), same = y.fetched(n);
  for (int r = 0; r < n; r++) {
    T sum = T();
    for (int c = 0; c < n; c++) sum += at(t, op, r, c) * got[c];
    CHECK(near(sum, alpha * f[r], 4));
    CHECK(near(same[r], got[r], 4));
  }
  OK(hipsparseDestroyCsrsv2Info(info));
  OK(hipsparseDestroyBsrsv2Info(blocks));
}

// In blocks of 3 by 3 elements, too, where the solution is another matrix than the right side.
template <class T> void matrix_solves(hipsparseOperation_t op, hipsparseOperation_t op_b) {
  const int n = 18, k = 5, dim = 3;
  Dense<T> a = dominant<T>(n, 0.3), t = triangle(a, true, false);
  Rows<T> csr(a, HIPSPARSE_INDEX_BASE_ONE), bsr(a, HIPSPARSE_INDEX_BASE_ONE, dim, op == op_b);
  csr.triangular(HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_DIAG_TYPE_NON_UNIT);
  bsr.triangular(HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_DIAG_TYPE_NON_UNIT);
  Dense<T> b = op_b == ops[0] ? sparse<T>(k, n, 1) : sparse<T>(n, k, 1); // by columns
  const int ldx = b.n + 2;
  Memory<T> x(b.a), right(b.a), y(size_t(ldx) * b.m);
  T alpha = T(2);
  csrsm2Info_t info;
  OK(hipsparseCreateCsrsm2Info(&info));
  OK(Of<T>::csrsm2_analysis(h, 0, op, op_b, n, k, csr.nnz, hip(&alpha), csr.d, hip(*csr.v),
                            csr.o->at, csr.c->at, hip(x), b.n, info, kPolicy, nullptr));
  OK(Of<T>::csrsm2_solve(h, 0, op, op_b, n, k, csr.nnz, hip(&alpha), csr.d, hip(*csr.v), csr.o->at,
                         csr.c->at, hip(x), b.n, info, kPolicy, nullptr));
  auto direction = op == op_b ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
  bsrsm2Info_t blocks;
  int pivot = 0;
  OK(hipsparseCreateBsrsm2Info(&blocks));
  OK(Of<T>::bsrsm2_analysis(h, direction, op, op_b, n / dim, k, bsr.nnz, bsr.d, hip(*bsr.v),
                            bsr.o->at, bsr.c->at, dim, blocks, kPolicy, nullptr));
  OK(Of<T>::bsrsm2_solve(h, direction, op, op_b, n / dim, k, bsr.nnz, hip(&alpha), bsr.d,
                         hip(*bsr.v), bsr.o->at, bsr.c->at, dim, blocks, hip(right), b.n, hip(y),
                         ldx, kPolicy, nullptr));
  OK(hipsparseXbsrsm2_zeroPivot(h, blocks, &pivot));
  CHECK(pivot == -1);
  Dense<T> got = b, other(b.m, ldx);
  got.a = x.fetched(b.a.size());
  other.a = y.fetched(other.a.size());
  auto side = [&](const Dense<T> &m, int r, int c) { // of op(B), whose memory is by columns
    if (op_b == ops[0]) return m(c, r);
    return op_b == ops[1] ? m(r, c) : conjugate(m(r, c));
  };
  for (int r = 0; r < n; r++)
    for (int c = 0; c < k; c++) {
      T sum = T(), in_blocks = T();
      for (int i = 0; i < n; i++) {
        sum += at(t, op, r, i) * side(got, i, c);
        in_blocks += at(t, op, r, i) * side(other, i, c);
      }
      CHECK(near(sum, alpha * side(b, r, c), 8));
      CHECK(near(in_blocks, alpha * side(b, r, c), 8));
    }
  OK(hipsparseDestroyCsrsm2Info(info));
  OK(hipsparseDestroyBsrsm2Info(blocks));
}

// product_at is an element of L U, or of L L^H, of a factorization that is in one matrix.
template <class T> T product_at(const Dense<T> &f, bool lu, int r, int c) {
  T sum = T();
  for (int k = 0; k <= std::min(r, c); k++) {
    T left = lu && k == r ? T(1) : f(r, k);
    sum += left * (lu ? f(k, c) : conjugate(f(c, k)));
  }
  return sum;
}

// factorizations: a factorization without fill-in equals the matrix where this has entries.
template <class T> void factorizations(int base) {
  const int n = 24, dim = 3;
  auto index = (hipsparseIndexBase_t)base;
  Dense<T> a = dominant<T>(n, 0.15);
  for (int r = 0; r < n; r++)
    for (int c = 0; c < r; c++) a(c, r) = conjugate(a(r, c));
  for (int r = 0; r < n; r++) a(r, r) = T(std::abs(a(r, r)));
  Rows<T> csr(a, index), ilu(a, index, dim, true), ic(a, index, dim, false);
  csric02Info_t info;
  bsrilu02Info_t lu_info;
  bsric02Info_t ic_info;
  int position = 0;
  OK(hipsparseCreateCsric02Info(&info));
  OK(hipsparseCreateBsrilu02Info(&lu_info));
  OK(hipsparseCreateBsric02Info(&ic_info));
  OK(Of<T>::csric02_analysis(h, n, csr.nnz, csr.d, hip(*csr.v), csr.o->at, csr.c->at, info, kPolicy,
                             nullptr));
  OK(Of<T>::csric02(h, n, csr.nnz, csr.d, hip(*csr.v), csr.o->at, csr.c->at, info, kPolicy,
                    nullptr));
  OK(Of<T>::bsrilu02(h, HIPSPARSE_DIRECTION_ROW, n / dim, ilu.nnz, ilu.d, hip(*ilu.v), ilu.o->at,
                     ilu.c->at, dim, lu_info, kPolicy, nullptr));
  OK(Of<T>::bsric02(h, HIPSPARSE_DIRECTION_COLUMN, n / dim, ic.nnz, ic.d, hip(*ic.v), ic.o->at,
                    ic.c->at, dim, ic_info, kPolicy, nullptr));
  OK(hipsparseXcsric02_zeroPivot(h, info, &position));
  OK(hipsparseXbsrilu02_zeroPivot(h, lu_info, &position));
  OK(hipsparseXbsric02_zeroPivot(h, ic_info, &position));
  auto compare = [&](Rows<T> &f, int d, bool by_row, bool lu) {
    Dense<T> dense(n, n);
    auto values = f.v->fetched(f.values.size());
    std::vector<char> has(size_t(n) * n);
    for (int r = 0; r < f.rows; r++)
      for (int i = f.offsets[r] - base; i < f.offsets[r + 1] - base; i++)
        for (int e = 0; e < d * d; e++) {
          int row = r * d + (by_row ? e / d : e % d);
          int col = (f.columns[i] - base) * d + (by_row ? e % d : e / d);
          dense(row, col) = values[size_t(i) * d * d + e];
          has[size_t(row) * n + col] = 1;
        }
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++)
        if (has[size_t(r) * n + c] && (lu || c <= r))
          CHECK(near(product_at(dense, lu, r, c), a(r, c), 4));
        else if (has[size_t(r) * n + c])
          CHECK(dense(r, c) == a(r, c)); // an incomplete Cholesky factorization keeps the rest
  };
  compare(csr, 1, true, false);
  compare(ilu, dim, true, true);
  compare(ic, dim, false, false);
  // A missing diagonal is a zero pivot, at the block that it is in.
  for (int c = 0; c < n; c++) a(7, c) = a(c, 7) = T();
  Rows<T> holes(a, index), blocks(a, index, dim);
  OK(Of<T>::csric02(h, n, holes.nnz, holes.d, hip(*holes.v), holes.o->at, holes.c->at, info,
                    kPolicy, nullptr));
  OK(Of<T>::bsrilu02(h, HIPSPARSE_DIRECTION_ROW, n / dim, blocks.nnz, blocks.d, hip(*blocks.v),
                     blocks.o->at, blocks.c->at, dim, lu_info, kPolicy, nullptr));
  CHECK(hipsparseXcsric02_zeroPivot(h, info, &position) == HIPSPARSE_STATUS_ZERO_PIVOT);
  CHECK(position == 7 + base);
  CHECK(hipsparseXbsrilu02_zeroPivot(h, lu_info, &position) == HIPSPARSE_STATUS_ZERO_PIVOT);
  CHECK(position == 7 / dim + base);
  OK(hipsparseDestroyCsric02Info(info));
  OK(hipsparseDestroyBsrilu02Info(lu_info));
  OK(hipsparseDestroyBsric02Info(ic_info));
}

// pivots: the incomplete Cholesky factorization takes the root of a pivot's magnitude, as rocSPARSE does.
template <class T> void pivots(int base) {
  auto index = (hipsparseIndexBase_t)base;
  Dense<T> a(2, 2);
  double first = 4;
  a(0, 0) = T(-4);
  if constexpr (!std::is_floating_point_v<T>) {
    a(0, 0) = T(3, 4);
    first = 5;
  }
  a(1, 0) = a(0, 1) = T(2);
  a(1, 1) = T(-4);
  Rows<T> csr(a, index);
  csric02Info_t info;
  int position = 0;
  OK(hipsparseCreateCsric02Info(&info));
  OK(Of<T>::csric02(h, 2, csr.nnz, csr.d, hip(*csr.v), csr.o->at, csr.c->at, info, kPolicy,
                    nullptr));
  CHECK(hipsparseXcsric02_zeroPivot(h, info, &position) == HIPSPARSE_STATUS_SUCCESS);
  auto values = csr.v->fetched(4);
  CHECK(near(values[0], T(std::sqrt(first)), 4));
  CHECK(near(values[2], T(2 / std::sqrt(first)), 4));
  CHECK(near(values[3], T(std::sqrt(4 + 4 / first)), 4));
  OK(hipsparseDestroyCsric02Info(info));
}

template <class T>
void compare_csr(const Memory<int> &offsets, const Memory<int> &columns, const Memory<T> &values,
                 int nnz, int base, const Dense<T> &want) {
  auto o = offsets.fetched(want.m + 1), c = columns.fetched(nnz);
  auto v = values.fetched(nnz);
  Dense<T> got(want.m, want.n);
  CHECK(o[0] == base && o[want.m] == nnz + base);
  if (o[want.m] != nnz + base) return;
  for (int r = 0; r < want.m; r++)
    for (int i = o[r] - base; i < o[r + 1] - base; i++) {
      CHECK(i == o[r] - base || c[i - 1] < c[i]);
      got(r, c[i] - base) += v[i];
    }
  for (size_t i = 0; i < want.a.size(); i++) CHECK(near(got.a[i], want.a[i], 4));
}

// sums: C = alpha A B + beta D with either part, and C = alpha A + beta B, of other bases.
template <class T> void sums(bool product, bool added) {
  const int m = 13, n = 21, k = 8;
  Dense<T> a = sparse<T>(m, k, 0.3), b = sparse<T>(k, n, 0.3), d = sparse<T>(m, n, 0.1), want(m, n);
  Rows<T> A(a, HIPSPARSE_INDEX_BASE_ONE), B(b, HIPSPARSE_INDEX_BASE_ZERO);
  Rows<T> D(d, HIPSPARSE_INDEX_BASE_ONE), C(d, HIPSPARSE_INDEX_BASE_ZERO);
  T alpha = T(2), beta = T(-3);
  for (int r = 0; r < m; r++)
    for (int c = 0; c < n; c++) {
      for (int i = 0; i < k && product; i++) want(r, c) += alpha * a(r, i) * b(i, c);
      if (added) want(r, c) += beta * d(r, c);
    }
  Memory<int> offsets(m + 1);
  csrgemm2Info_t info;
  int nnz = -1;
  OK(hipsparseCreateCsrgemm2Info(&info));
  auto when = [](bool there, int *p) { return there ? p : nullptr; };
  OK(hipsparseXcsrgemm2Nnz(h, m, n, k, A.d, A.nnz, when(product, A.o->at), A.c->at, B.d, B.nnz,
                           when(product, B.o->at), B.c->at, D.d, D.nnz, when(added, D.o->at),
                           D.c->at, C.d, offsets.at, &nnz, info, nullptr));
  CHECK(nnz >= 0);
  Memory<int> columns(std::max(nnz, 0));
  Memory<T> values(std::max(nnz, 0));
  OK(Of<T>::csrgemm2(h, m, n, k, product ? hip(&alpha) : nullptr, A.d, A.nnz, hip(*A.v), A.o->at,
                     A.c->at, B.d, B.nnz, hip(*B.v), B.o->at, B.c->at, added ? hip(&beta) : nullptr,
                     D.d, D.nnz, hip(*D.v), D.o->at, D.c->at, C.d, hip(values), offsets.at,
                     columns.at, info, nullptr));
  compare_csr(offsets, columns, values, nnz, 0, want);
  OK(hipsparseDestroyCsrgemm2Info(info));

  Dense<T> e = sparse<T>(m, n, 0.2), total(m, n);
  Rows<T> E(e, HIPSPARSE_INDEX_BASE_ZERO);
  for (size_t i = 0; i < total.a.size(); i++) total.a[i] = alpha * d.a[i] + beta * e.a[i];
  OK(hipsparseXcsrgeam2Nnz(h, m, n, D.d, D.nnz, D.o->at, D.c->at, E.d, E.nnz, E.o->at, E.c->at, D.d,
                           offsets.at, &nnz, nullptr));
  Memory<int> cols(nnz);
  Memory<T> both(nnz);
  OK(Of<T>::csrgeam2(h, m, n, hip(&alpha), D.d, D.nnz, hip(*D.v), D.o->at, D.c->at, hip(&beta), E.d,
                     E.nnz, hip(*E.v), E.o->at, E.c->at, D.d, hip(both), offsets.at, cols.at,
                     nullptr));
  compare_csr(offsets, cols, both, nnz, 1, total);
}

template <class T> void products(hipsparseOperation_t op, hipsparseOperation_t op_b, bool by_row) {
  const int m = 12, k = 18, n = 5, dim = 3;
  Dense<T> a = sparse<T>(m, k, 0.2);
  bool plain = op == ops[0], plain_b = op_b == ops[0];
  int rows = plain ? m : k, inner = plain ? k : m, ldb = (plain_b ? inner : n) + 2, ldc = rows + 1;
  Rows<T> csr(a, HIPSPARSE_INDEX_BASE_ONE), bsr(a, HIPSPARSE_INDEX_BASE_ZERO, dim, by_row);
  std::vector<T> b(size_t(ldb) * (plain_b ? n : inner)), c(size_t(ldc) * n);
  for (T &v : b) random(v);
  for (T &v : c) random(v);
  T alpha = T(0.5), beta = T(-1);
  Memory<T> B(b), C(c), D(c), x(b), y(c);
  auto direction = by_row ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
  OK(Of<T>::csrmm2(h, op, op_b, m, n, k, csr.nnz, hip(&alpha), csr.d, hip(*csr.v), csr.o->at,
                   csr.c->at, hip(B), ldb, hip(&beta), hip(C), ldc));
  OK(Of<T>::bsrmm(h, direction, op, op_b, m / dim, n, k / dim, bsr.nnz, hip(&alpha), bsr.d,
                  hip(*bsr.v), bsr.o->at, bsr.c->at, dim, hip(B), ldb, hip(&beta), hip(D), ldc));
  OK(Of<T>::bsrmv(h, direction, op, m / dim, k / dim, bsr.nnz, hip(&alpha), bsr.d, hip(*bsr.v),
                  bsr.o->at, bsr.c->at, dim, hip(x), hip(&beta), hip(y)));
  auto got = C.fetched(c.size()), blocks = D.fetched(c.size()), vector = y.fetched(c.size());
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      T sum = T(), first = T();
      for (int i = 0; i < inner; i++) {
        T v = plain_b ? b[i + j * ldb] : b[j + i * ldb];
        sum += at(a, op, r, i) * (op_b == ops[2] ? conjugate(v) : v);
        first += at(a, op, r, i) * b[i];
      }
      CHECK(near(got[r + j * ldc], alpha * sum + beta * c[r + j * ldc], 4));
      CHECK(near(blocks[r + j * ldc], alpha * sum + beta * c[r + j * ldc], 4));
      CHECK(near(vector[r], alpha * first + beta * c[r], 4));
    }
  CHECK(got[rows] == c[rows]); // between the columns
}

// hybrid: a matrix that a hybrid one has been made of may change; what comes back has another base.
template <class T> void hybrid(hipsparseOperation_t op) {
  const int m = 12, k = 18;
  Dense<T> a = sparse<T>(m, k, 0.3);
  Rows<T> csr(a, HIPSPARSE_INDEX_BASE_ONE), back(Dense<T>(m, k), HIPSPARSE_INDEX_BASE_ZERO);
  std::vector<T> x(k), y(k);
  for (auto *v : {&x, &y})
    for (T &e : *v) random(e);
  Memory<T> X(x), Y(y), values(csr.nnz);
  Memory<int> columns(csr.nnz);
  T alpha = T(0.5), beta = T(-1);
  hipsparseHybMat_t hyb;
  OK(hipsparseCreateHybMat(&hyb));
  const auto bad = HIPSPARSE_STATUS_INVALID_VALUE;
  CHECK(Of<T>::hybmv(h, op, hip(&alpha), csr.d, hyb, hip(X), hip(&beta), hip(Y)) == bad); // empty
  CHECK(Of<T>::csr2hyb(h, m, k, csr.d, hip(*csr.v), csr.o->at, csr.c->at, hyb, -1,
                       HIPSPARSE_HYB_PARTITION_USER) == bad);
  for (auto partition : {HIPSPARSE_HYB_PARTITION_AUTO, HIPSPARSE_HYB_PARTITION_MAX})
    OK(Of<T>::csr2hyb(h, m, k, csr.d, hip(*csr.v), csr.o->at, csr.c->at, hyb, 0, partition));
  CHECK(hipMemset(csr.v->at, 0, csr.nnz * sizeof(T)) == hipSuccess);
  OK(Of<T>::hybmv(h, op, hip(&alpha), csr.d, hyb, hip(X), hip(&beta), hip(Y)));
  auto got = Y.fetched(k);
  for (int r = 0; r < (op == ops[0] ? m : k); r++) {
    T sum = T();
    for (int i = 0; i < (op == ops[0] ? k : m); i++) sum += at(a, op, r, i) * x[i];
    CHECK(near(got[r], alpha * sum + beta * y[r], 4));
  }
  OK(Of<T>::hyb2csr(h, back.d, hyb, hip(values), back.o->at, columns.at));
  auto o = back.o->fetched(m + 1), c = columns.fetched(csr.nnz);
  CHECK(values.fetched(csr.nnz) == csr.values);
  for (int i = 0; i <= m; i++) CHECK(o[i] == csr.offsets[i] - 1);
  for (int i = 0; i < csr.nnz; i++) CHECK(c[i] == csr.columns[i] - 1);
  OK(hipsparseDestroyHybMat(hyb));
  CHECK(hipsparseDestroyHybMat(nullptr) == bad && hipsparseCreateHybMat(nullptr) == bad);
}

// gathered: dense matrices with sparse vectors and columns, and some rows of a matrix of blocks.
template <class T> void gathered(hipsparseOperation_t op) {
  const int m = 12, k = 18, n = 5, lda = m + 1, ldc = m + 2, dim = 3;
  bool plain = op == ops[0];
  int rows = plain ? m : k;
  Dense<T> a = sparse<T>(k, lda, 1), b = sparse<T>(n, k, 0.3), s = sparse<T>(m, k, 0.4); // columns
  std::vector<T> x(4), y(k), c(size_t(ldc) * n), z(k);
  for (auto *v : {&x, &y, &c, &z})
    for (T &e : *v) random(e);
  std::vector<int> places = {9, 2, 12, 5}, mask = {4, 2}; // one-based
  Rows<T> csc(b, HIPSPARSE_INDEX_BASE_ZERO), bsr(s, HIPSPARSE_INDEX_BASE_ONE, dim, plain);
  std::vector<int> ends(bsr.offsets.begin() + 1, bsr.offsets.end());
  ends[1]--; // the last block of the second row is none of the matrix
  Memory<T> A(a.a), X(x), Y(y), C(c), Z(z), R(y);
  Memory<int> at_x(places), M(mask), E(ends);
  T alpha = T(0.5), beta = T(-1);
  auto direction = plain ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
  OK(Of<T>::gemvi(h, op, m, k, hip(&alpha), hip(A), lda, 4, hip(X), at_x.at, hip(&beta), hip(Y),
                  HIPSPARSE_INDEX_BASE_ONE, nullptr));
  OK(Of<T>::gemmi(h, m, n, k, csc.nnz, hip(&alpha), hip(A), lda, hip(*csc.v), csc.o->at, csc.c->at,
                  hip(&beta), hip(C), ldc));
  OK(Of<T>::bsrxmv(h, direction, ops[0], 2, m / dim, k / dim, bsr.nnz, hip(&alpha), bsr.d,
                   hip(*bsr.v), M.at, bsr.o->at, E.at, bsr.c->at, dim, hip(Z), hip(&beta), hip(R)));
  auto vector = Y.fetched(k), product = C.fetched(c.size()), masked = R.fetched(k);
  for (int r = 0; r < k; r++) {
    T sum = T();
    for (int i = 0; i < 4 && r < rows; i++) {
      T v = plain ? a(places[i] - 1, r) : a(r, places[i] - 1);
      sum += (op == ops[2] ? conjugate(v) : v) * x[i];
    }
    CHECK(r < rows ? near(vector[r], alpha * sum + beta * y[r], 4) : vector[r] == y[r]);
    int row = r / dim;
    T first = T();
    if (row != 3 && row != 1) {
      CHECK(masked[r] == y[r]);
      continue;
    }
    int last = bsr.columns[ends[row] - 1 - (row == 1 ? 0 : 1)] - 1; // of the row, or left out
    for (int i = 0; i < k; i++)
      if (row != 1 || i / dim != last) first += s(r, i) * z[i];
    CHECK(near(masked[r], alpha * first + beta * y[r], 4));
  }
  for (int j = 0; j < n; j++)
    for (int r = 0; r < m; r++) {
      T sum = T();
      for (int i = 0; i < k; i++) sum += a(i, r) * b(j, i);
      CHECK(near(product[r + j * ldc], alpha * sum + beta * c[r + j * ldc], 4));
    }
}

template <class T> void conversions(int dim, bool by_row) {
  const int m = 14, n = 11;
  Dense<T> a = sparse<T>(m, n, 0.2);
  Rows<T> csr(a, HIPSPARSE_INDEX_BASE_ONE), other(a, HIPSPARSE_INDEX_BASE_ZERO);
  auto direction = by_row ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
  int mb = (m + dim - 1) / dim, nb = (n + dim - 1) / dim, blocks = 0;
  Memory<int> rows(mb + 1);
  OK(hipsparseXcsr2bsrNnz(h, direction, m, n, csr.d, csr.o->at, csr.c->at, dim, other.d, rows.at,
                          &blocks));
  size_t count = size_t(blocks) * dim * dim;
  Memory<int> cols(blocks), back_rows(mb * dim + 1), back_cols(count);
  Memory<T> values(count), back(count);
  OK(Of<T>::csr2bsr(h, direction, m, n, csr.d, hip(*csr.v), csr.o->at, csr.c->at, dim, other.d,
                    hip(values), rows.at, cols.at));
  OK(Of<T>::bsr2csr(h, direction, mb, nb, other.d, hip(values), rows.at, cols.at, dim, csr.d,
                    hip(back), back_rows.at, back_cols.at));
  Dense<T> padded(mb * dim, nb * dim);
  for (int r = 0; r < m; r++)
    for (int c = 0; c < n; c++) padded(r, c) = a(r, c);
  compare_csr(back_rows, back_cols, back, int(count), 1, padded);
  Rows<T> want(padded, HIPSPARSE_INDEX_BASE_ZERO, dim, by_row);
  CHECK(rows.fetched(mb + 1) == want.offsets && cols.fetched(blocks) == want.columns);
  CHECK(values.fetched(count) == want.values);

  Memory<T> dense(size_t(m + 2) * n), flipped(csr.nnz), again(csr.nnz);
  Memory<int> flipped_rows(csr.nnz), flipped_cols(n + 1), per_row(m), o(m + 1), c(csr.nnz);
  OK(Of<T>::csr2dense(h, m, n, csr.d, hip(*csr.v), csr.o->at, csr.c->at, hip(dense), m + 2));
  auto full = dense.fetched(size_t(m + 2) * n);
  for (int r = 0; r < m; r++)
    for (int k = 0; k < n; k++) CHECK(full[r + k * (m + 2)] == a(r, k));
  std::vector<int> counts(m);
  for (int r = 0; r < m; r++) counts[r] = csr.offsets[r + 1] - csr.offsets[r];
  CHECK(hipMemcpy(per_row.at, counts.data(), m * sizeof(int), hipMemcpyHostToDevice) == hipSuccess);
  OK(Of<T>::dense2csr(h, m, n, csr.d, hip(dense), m + 2, per_row.at, hip(again), o.at, c.at));
  compare_csr(o, c, again, csr.nnz, 1, a);
  OK(Of<T>::csr2csc(h, m, n, csr.nnz, hip(*csr.v), csr.o->at, csr.c->at, hip(flipped),
                    flipped_rows.at, flipped_cols.at, HIPSPARSE_ACTION_NUMERIC,
                    HIPSPARSE_INDEX_BASE_ONE));
  Dense<T> transposed(n, m);
  for (int r = 0; r < m; r++)
    for (int k = 0; k < n; k++) transposed(k, r) = a(r, k);
  compare_csr(flipped_cols, flipped_rows, flipped, csr.nnz, 1, transposed);
}

// dense_of is the matrix with m rows of the arrays.
template <class T>
Dense<T> dense_of(int m, int n, int base, const std::vector<int> &row, const std::vector<int> &col,
                  const std::vector<T> &val) {
  Dense<T> d(m, n);
  for (int r = 0; r < m; r++)
    for (int i = row[r] - base; i < row[r + 1] - base; i++) d(r, col[i] - base) += val[i];
  return d;
}

// old_sums: the sum and the product of two matrices, with buffers of the library.
template <class T> void old_sums() {
  const int m = 9, k = 7, base = 1;
  Dense<T> a = sparse<T>(m, k, 0.4), b = sparse<T>(m, k, 0.3), f = sparse<T>(k, m, 0.4);
  Rows<T> A(a, HIPSPARSE_INDEX_BASE_ONE), B(b, HIPSPARSE_INDEX_BASE_ZERO),
      F(f, HIPSPARSE_INDEX_BASE_ZERO);
  Memory<int> row(m + 1), col(m * m);
  Memory<T> val(m * m);
  T alpha = T(2), beta = T(-3);
  int nnz = 0;
  OK(hipsparseXcsrgeamNnz(h, m, k, A.d, A.nnz, A.o->at, A.c->at, B.d, B.nnz, B.o->at, B.c->at, A.d,
                          row.at, &nnz));
  OK(Of<T>::csrgeam(h, m, k, hip(&alpha), A.d, A.nnz, hip(*A.v), A.o->at, A.c->at, hip(&beta), B.d,
                    B.nnz, hip(*B.v), B.o->at, B.c->at, A.d, hip(val), row.at, col.at));
  Dense<T> sum = dense_of(m, k, base, row.fetched(m + 1), col.fetched(nnz), val.fetched(nnz));
  for (int r = 0; r < m; r++)
    for (int c = 0; c < k; c++) CHECK(near(sum(r, c), alpha * a(r, c) + beta * b(r, c)));
  OK(hipsparseXcsrgemmNnz(h, ops[0], ops[0], m, m, k, A.d, A.nnz, A.o->at, A.c->at, F.d, F.nnz,
                          F.o->at, F.c->at, A.d, row.at, &nnz));
  OK(Of<T>::csrgemm(h, ops[0], ops[0], m, m, k, A.d, A.nnz, hip(*A.v), A.o->at, A.c->at, F.d, F.nnz,
                    hip(*F.v), F.o->at, F.c->at, A.d, hip(val), row.at, col.at));
  Dense<T> product = dense_of(m, m, base, row.fetched(m + 1), col.fetched(nnz), val.fetched(nnz));
  for (int r = 0; r < m; r++)
    for (int c = 0; c < m; c++) {
      T want = T();
      for (int i = 0; i < k; i++) want += a(r, i) * f(i, c);
      CHECK(near(product(r, c), want));
    }
  CHECK(Of<T>::csrgemm(h, ops[1], ops[0], m, m, k, A.d, A.nnz, hip(*A.v), A.o->at, A.c->at, F.d,
                       F.nnz, hip(*F.v), F.o->at, F.c->at, A.d, hip(val), row.at,
                       col.at) == HIPSPARSE_STATUS_NOT_SUPPORTED);
}

// columns: a dense matrix to CSC and back; compressed: a matrix without its small elements.
template <class T> void columns_and_compressed() {
  const int m = 7, n = 5, base = 1;
  Dense<T> a = sparse<T>(m, n, 0.5);
  std::vector<T> by_column(m * n);
  for (int i = 0; i < m * n; i++) by_column[i] = a(i % m, i / m);
  Rows<T> A(a, HIPSPARSE_INDEX_BASE_ONE);
  Memory<T> from(by_column), to(m * n), val(m * n);
  Memory<int> per(std::max(m, n)), col(m * n), row(m * n + 1);
  OK(Of<T>::dense2csc(h, m, n, A.d, hip(from), m, per.at, hip(val), row.at, col.at));
  OK(Of<T>::csc2dense(h, m, n, A.d, hip(val), row.at, col.at, hip(to), m));
  CHECK(to.fetched(m * n) == by_column && col.fetched(n + 1)[n] == A.nnz + base);
  T tol = T(0.2);
  int kept = 0, want = 0;
  typename Of<T>::Hip least;
  memcpy((void *)&least, &tol, sizeof tol);
  OK(Of<T>::nnz_compress(h, m, A.d, hip(*A.v), A.o->at, per.at, &kept, least));
  OK(Of<T>::csr2csr_compress(h, m, n, A.d, hip(*A.v), A.c->at, A.o->at, A.nnz, per.at, hip(val),
                             col.at, row.at, least));
  Dense<T> c = dense_of(m, n, base, row.fetched(m + 1), col.fetched(kept), val.fetched(kept));
  for (int i = 0; i < m * n; i++) {
    bool big = std::abs(a.a[i]) > std::abs(tol);
    want += big;
    CHECK(c.a[i] == (big ? a.a[i] : T()));
  }
  CHECK(kept == want && kept > 0 && kept < A.nnz);
}

// oblong: blocks of other sizes than squares, made from rows and from other blocks.
template <class T> void oblong(bool by_row) {
  const int m = 12, n = 12, p = 2, q = 3;
  const auto dir = by_row ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
  Dense<T> a = sparse<T>(m, n, 0.1);
  Rows<T> A(a, HIPSPARSE_INDEX_BASE_ONE), Z(a, HIPSPARSE_INDEX_BASE_ZERO);
  Memory<int> row(m + 1), col(m * n), row2(m + 1), col2(m * n), row3(m + 1), col3(m * n);
  Memory<T> val(m * n), val2(m * n), val3(m * n);
  int count = 0, count2 = 0;
  auto same = [&](const Memory<T> &v, const Memory<int> &r, const Memory<int> &c, int base) {
    auto offsets = r.fetched(m + 1);
    int nnz = offsets[m] - base;
    return dense_of(m, n, base, offsets, c.fetched(nnz), v.fetched(nnz)).a == a.a;
  };
  OK(hipsparseXcsr2gebsrNnz(h, dir, m, n, A.d, A.o->at, A.c->at, Z.d, row.at, p, q, &count,
                            nullptr));
  OK(Of<T>::csr2gebsr(h, dir, m, n, A.d, hip(*A.v), A.o->at, A.c->at, Z.d, hip(val), row.at, col.at,
                      p, q, nullptr));
  CHECK(count > 0 && count < m * n / p / q && row.fetched(m / p + 1)[m / p] == count);
  OK(Of<T>::gebsr2csr(h, dir, m / p, n / q, Z.d, hip(val), row.at, col.at, p, q, A.d, hip(val2),
                      row2.at, col2.at));
  CHECK(same(val2, row2, col2, 1));
  OK(hipsparseXgebsr2gebsrNnz(h, dir, m / p, n / q, count, Z.d, row.at, col.at, p, q, A.d, row2.at,
                              q, p, &count2, nullptr));
  OK(Of<T>::gebsr2gebsr(h, dir, m / p, n / q, count, Z.d, hip(val), row.at, col.at, p, q, A.d,
                        hip(val2), row2.at, col2.at, q, p, nullptr));
  CHECK(row2.fetched(m / q + 1)[m / q] == count2 + 1);
  OK(Of<T>::gebsr2csr(h, dir, m / q, n / p, A.d, hip(val2), row2.at, col2.at, q, p, Z.d, hip(val3),
                      row3.at, col3.at));
  CHECK(same(val3, row3, col3, 0));
  // Twice transposed, the blocks are where they were.
  OK(Of<T>::gebsr2gebsc(h, m / p, n / q, count, hip(val), row.at, col.at, p, q, hip(val2), row2.at,
                        col2.at, HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ZERO, nullptr));
  OK(Of<T>::gebsr2gebsc(h, n / q, m / p, count, hip(val2), col2.at, row2.at, p, q, hip(val3),
                        col3.at, row3.at, HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ZERO,
                        nullptr));
  CHECK(val3.fetched(count * p * q) == val.fetched(count * p * q));
  CHECK(row3.fetched(m / p + 1) == row.fetched(m / p + 1));
  CHECK(col3.fetched(count) == col.fetched(count));
}

// reordered: rows whose columns are in no order, sorted and put back; rows by colours.
template <class T> void reordered() {
  const int m = 10;
  Dense<T> a = sparse<T>(m, m, 0.4);
  Rows<T> A(a, HIPSPARSE_INDEX_BASE_ONE);
  std::vector<int> col = A.columns;
  std::vector<T> val = A.values;
  for (int r = 0; r < m; r++) {
    std::reverse(col.begin() + A.offsets[r] - 1, col.begin() + A.offsets[r + 1] - 1);
    std::reverse(val.begin() + A.offsets[r] - 1, val.begin() + A.offsets[r + 1] - 1);
  }
  Memory<int> C(col);
  Memory<T> V(val);
  csru2csrInfo_t info;
  OK(hipsparseCreateCsru2csrInfo(&info));
  Memory<char> buffer(A.nnz * (sizeof(T) + sizeof(int)));
  CHECK(Of<T>::csr2csru(h, m, m, A.nnz, A.d, hip(V), A.o->at, C.at, info, buffer.at) ==
        HIPSPARSE_STATUS_INVALID_VALUE);
  OK(Of<T>::csru2csr(h, m, m, A.nnz, A.d, hip(V), A.o->at, C.at, info, buffer.at));
  CHECK(C.fetched(A.nnz) == A.columns && V.fetched(A.nnz) == A.values);
  OK(Of<T>::csr2csru(h, m, m, A.nnz, A.d, hip(V), A.o->at, C.at, info, buffer.at));
  CHECK(C.fetched(A.nnz) == col && V.fetched(A.nnz) == val);
  OK(hipsparseDestroyCsru2csrInfo(info));

  for (int r = 0; r < m; r++)
    for (int c = 0; c < r; c++) a(r, c) = a(c, r); // neighbours of each other
  Rows<T> S(a, HIPSPARSE_INDEX_BASE_ZERO);
  hipsparseColorInfo_t colours;
  OK(hipsparseCreateColorInfo(&colours));
  Memory<int> of(m), order(m);
  decltype(std::abs(T())) share = 1;
  int count = 0;
  OK(Of<T>::csrcolor(h, m, S.nnz, S.d, hip(*S.v), S.o->at, S.c->at, &share, &count, of.at, order.at,
                     colours));
  auto colour = of.fetched(m), reordering = order.fetched(m);
  for (int r = 0; r < m; r++) {
    CHECK(colour[r] >= 0 && colour[r] < count);
    for (int c = 0; c < r; c++) CHECK(a(r, c) == T() || colour[r] != colour[c]);
  }
  for (int i = 1; i < m; i++) CHECK(colour[reordering[i - 1]] <= colour[reordering[i]]);
  std::sort(reordering.begin(), reordering.end());
  for (int i = 0; i < m; i++) CHECK(reordering[i] == i);
  OK(hipsparseDestroyColorInfo(colours));
  csrilu02Info_t lu;
  OK(hipsparseCreateCsrilu02Info(&lu));
  double least = 1;
  T boost = T(1);
  OK(Of<T>::csrilu02_numericBoost(h, lu, 0, &least, (typename Of<T>::Hip *)&boost));
  CHECK(Of<T>::csrilu02_numericBoost(h, lu, 1, &least, (typename Of<T>::Hip *)&boost) ==
        HIPSPARSE_STATUS_NOT_SUPPORTED);
  OK(hipsparseDestroyCsrilu02Info(lu));
}

// pruned: the elements above a threshold, or all but a percentage, of a dense and of a sparse matrix.
static void pruned() {
  const int m = 8, n = 5, ld = 9;
  Dense<double> a = sparse<double>(m, n, 1);
  std::vector<double> by_column(ld * n, 99), sizes;
  for (int i = 0; i < m * n; i++) by_column[i / m * ld + i % m] = a(i % m, i / m);
  for (double v : a.a) sizes.push_back(std::abs(v));
  std::sort(sizes.begin(), sizes.end());
  Rows<double> A(a, HIPSPARSE_INDEX_BASE_ONE), Z(a, HIPSPARSE_INDEX_BASE_ZERO);
  Memory<double> from(by_column), val(m * n);
  Memory<int> row(m + 1), col(m * n);
  pruneInfo_t info;
  OK(hipsparseCreatePruneInfo(&info));
  size_t size = 0;
  double limit = sizes[m * n / 4 - 1];
  int count = 0;
  auto check = [&](int base) {
    CHECK(count == m * n - m * n / 4);
    Dense<double> c =
        dense_of(m, n, base, row.fetched(m + 1), col.fetched(count), val.fetched(count));
    for (int i = 0; i < m * n; i++) CHECK(c.a[i] == (std::abs(a.a[i]) > limit ? a.a[i] : 0));
  };
  OK(hipsparseDpruneDense2csrNnz(h, m, n, from.at, ld, &limit, A.d, row.at, &count, nullptr));
  OK(hipsparseDpruneDense2csr(h, m, n, from.at, ld, &limit, A.d, val.at, row.at, col.at, nullptr));
  check(1);
  OK(hipsparseDpruneCsr2csrNnz(h, m, n, A.nnz, A.d, A.v->at, A.o->at, A.c->at, &limit, Z.d, row.at,
                               &count, nullptr));
  OK(hipsparseDpruneCsr2csr(h, m, n, A.nnz, A.d, A.v->at, A.o->at, A.c->at, &limit, Z.d, val.at,
                            row.at, col.at, nullptr));
  check(0);
  OK(hipsparseDpruneDense2csrByPercentage_bufferSizeExt(h, m, n, from.at, ld, 25, A.d, val.at,
                                                        row.at, col.at, info, &size));
  Memory<char> buffer(size);
  OK(hipsparseDpruneDense2csrNnzByPercentage(h, m, n, from.at, ld, 25, A.d, row.at, &count, info,
                                             buffer.at));
  OK(hipsparseDpruneDense2csrByPercentage(h, m, n, from.at, ld, 25, A.d, val.at, row.at, col.at,
                                          info, buffer.at));
  check(1);
  OK(hipsparseDpruneCsr2csrNnzByPercentage(h, m, n, A.nnz, A.d, A.v->at, A.o->at, A.c->at, 25, Z.d,
                                           row.at, &count, info, buffer.at));
  OK(hipsparseDpruneCsr2csrByPercentage(h, m, n, A.nnz, A.d, A.v->at, A.o->at, A.c->at, 25, Z.d,
                                        val.at, row.at, col.at, info, buffer.at));
  check(0);
  CHECK(hipsparseDpruneDense2csrNnzByPercentage(h, m, n, from.at, ld, 101, A.d, row.at, &count,
                                                info, buffer.at) == HIPSPARSE_STATUS_INVALID_VALUE);
  OK(hipsparseDestroyPruneInfo(info));

  std::vector<int> r = {2, 0, 2, 1, 0}, c = {1, 2, 0, 1, 0}, p = {0, 1, 2, 3, 4};
  Memory<int> rows(r), cols(c), P(p);
  OK(hipsparseXcoosortByRow(h, 3, 3, 5, rows.at, cols.at, P.at, buffer.at));
  CHECK((rows.fetched(5) == std::vector<int>{0, 0, 1, 2, 2}));
  CHECK((cols.fetched(5) == std::vector<int>{0, 2, 1, 0, 1}));
  CHECK((P.fetched(5) == std::vector<int>{4, 1, 3, 2, 0}));
  OK(hipsparseXcoosortByColumn(h, 3, 3, 5, rows.at, cols.at, P.at, buffer.at));
  CHECK((rows.fetched(5) == std::vector<int>{0, 2, 1, 2, 0}));
  CHECK((P.fetched(5) == std::vector<int>{4, 2, 3, 0, 1}));
}

template <class T> void vectors() {
  std::vector<int> indices = {2, 5, 6, 9};
  std::vector<T> x(4), y(10);
  for (T &v : x) random(v);
  for (T &v : y) random(v);
  const auto base = HIPSPARSE_INDEX_BASE_ONE;
  T alpha = T(3), result = T(), sum = T();
  Memory<int> ind(indices);
  Memory<T> X(x), Y(y), gathered(4), Z(y), W(y);
  OK(Of<T>::doti(h, 4, hip(X), ind.at, hip(Y), (typename Of<T>::Hip *)&result, base));
  OK(Of<T>::axpyi(h, 4, hip(&alpha), hip(X), ind.at, hip(Y), base));
  OK(Of<T>::gthrz(h, 4, hip(Z), hip(gathered), ind.at, base));
  OK(Of<T>::sctr(h, 4, hip(X), ind.at, hip(W), base));
  auto sums = Y.fetched(10), zeroed = Z.fetched(10), taken = gathered.fetched(4),
       scattered = W.fetched(10);
  for (int i = 0; i < 4; i++) sum += x[i] * y[indices[i] - 1];
  CHECK(near(result, sum));
  for (int i = 0; i < 10; i++) {
    auto found = std::find(indices.begin(), indices.end(), i + 1);
    T from = found == indices.end() ? T() : x[found - indices.begin()];
    CHECK(near(sums[i], y[i] + alpha * from));
    CHECK(zeroed[i] == (found == indices.end() ? y[i] : T()));
    CHECK(scattered[i] == (found == indices.end() ? y[i] : from));
    if (found != indices.end()) CHECK(taken[found - indices.begin()] == y[i]);
  }
  OK(Of<T>::gthr(h, 4, hip(Y), hip(gathered), ind.at, base));
  CHECK(gathered.fetched(4)[1] == sums[4]);
}

// tridiagonals: with a small diagonal only the solve with exchanges of rows is exact. An odd
// number of unknowns and no diagonal would be singular.
template <class T> void tridiagonals(bool small) {
  const int m = 16, n = 3;
  std::vector<T> l(m * n), d(m * n), u(m * n), b(m * n);
  for (auto *v : {&l, &d, &u, &b})
    for (T &e : *v) random(e);
  for (T &e : d) e = small ? e * T(1e-7) : e + T(4);
  Memory<T> L(l), D(d), U(u), B(b), S(b);
  size_t size = 0;
  OK(Of<T>::gtsv2_size(m, n, hip(L), hip(D), hip(U), hip(B), &size));
  Memory<char> buffer(size);
  if (small)
    OK(Of<T>::gtsv2(h, m, n, hip(L), hip(D), hip(U), hip(B), m, buffer.at));
  else
    OK(Of<T>::gtsv2_nopivot(h, m, n, hip(L), hip(D), hip(U), hip(B), m, buffer.at));
  OK(Of<T>::gtsv2StridedBatch(h, m, hip(L), hip(D), hip(U), hip(S), n, m, buffer.at));
  auto x = B.fetched(m * n), batch = S.fetched(m * n);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < m; i++) {
      auto row = [&](const std::vector<T> &v, int system) {
        int at = system * m + i;
        T sum = d[at] * v[k * m + i];
        if (i > 0) sum += l[at] * v[k * m + i - 1];
        return i + 1 < m ? sum + u[at] * v[k * m + i + 1] : sum;
      };
      CHECK(near(row(x, 0), b[k * m + i], 20));
      if (!small) CHECK(near(row(batch, k), b[k * m + i], 20));
    }
}

// bands: three and five diagonals, in interleaved batches. Without exchanges of rows a small main
// diagonal is not exact, and that is what the second algorithm for three diagonals does.
template <class T> void bands(bool small) {
  const int m = 16, n = 3;
  std::vector<T> five[5], b(m * n);
  for (auto &v : five) v.resize(m * n);
  for (auto &v : five)
    for (T &e : v) random(e);
  for (T &e : b) random(e);
  for (T &e : five[2]) e = small ? e * T(1e-7) : e + T(6);
  Memory<T> a0(five[0]), a1(five[1]), a2(five[2]), a3(five[3]), a4(five[4]), X(b), Y(b), Z(b);
  size_t size3 = 0, size5 = 0;
  OK(Of<T>::gtsvInterleavedBatch_bufferSizeExt(h, 0, m, hip(a1), hip(a2), hip(a3), hip(X), n,
                                               &size3));
  OK(Of<T>::gpsvInterleavedBatch_bufferSizeExt(h, 0, m, hip(a0), hip(a1), hip(a2), hip(a3), hip(a4),
                                               hip(X), n, &size5));
  Memory<char> buffer(std::max(size3, size5));
  OK(Of<T>::gtsvInterleavedBatch(h, 0, m, hip(a1), hip(a2), hip(a3), hip(X), n, buffer.at));
  OK(Of<T>::gtsvInterleavedBatch(h, 1, m, hip(a1), hip(a2), hip(a3), hip(Y), n, buffer.at));
  OK(Of<T>::gpsvInterleavedBatch(h, 0, m, hip(a0), hip(a1), hip(a2), hip(a3), hip(a4), hip(Z), n,
                                 buffer.at));
  auto x = X.fetched(m * n), y = Y.fetched(m * n), z = Z.fetched(m * n);
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++) {
      auto row = [&](const std::vector<T> &v, int width) {
        T sum = T();
        for (int j = std::max(0, i - width); j <= std::min(m - 1, i + width); j++)
          sum += five[j - i + 2][i * n + k] * v[j * n + k];
        return sum;
      };
      CHECK(near(row(x, 1), b[i * n + k], 100));
      if (!small) CHECK(near(row(y, 1), b[i * n + k], 100));
      CHECK(near(row(z, 2), b[i * n + k], 100));
    }
}

template <class T> void type() {
  for (auto op : ops)
    for (int i = 0; i < 8; i++) vector_solves<T>(op, i & 1, i & 2, i >> 2);
  for (auto op : ops)
    for (auto op_b : ops) {
      matrix_solves<T>(op, op_b);
      products<T>(op, op_b, op == op_b);
    }
  factorizations<T>(0);
  factorizations<T>(1);
  pivots<T>(0);
  pivots<T>(1);
  sums<T>(true, true);
  sums<T>(true, false);
  sums<T>(false, true);
  for (int dim : {1, 2, 5}) conversions<T>(dim, dim != 2);
  vectors<T>();
  old_sums<T>();
  columns_and_compressed<T>();
  oblong<T>(true);
  oblong<T>(false);
  reordered<T>();
  for (auto op : ops) {
    gathered<T>(op);
    hybrid<T>(op);
  }
  for (bool small : {false, true}) {
    tridiagonals<T>(small);
    bands<T>(small);
  }
}

static void others() {
  std::vector<int> indices = {0, 2};
  std::vector<std::complex<double>> x = {{1, 2}, {0, 1}}, y = {{3, 1}, {9, 9}, {2, -5}};
  Memory<int> ind(indices);
  Memory<std::complex<double>> X(x), Y(y);
  std::complex<double> dot;
  OK(hipsparseZdotci(h, 2, hip(X), ind.at, hip(Y), (hipDoubleComplex *)&dot,
                     HIPSPARSE_INDEX_BASE_ZERO));
  CHECK(dot == std::conj(x[0]) * y[0] + std::conj(x[1]) * y[2]);
  Memory<double> a(std::vector<double>{1, 2}), b(std::vector<double>{5, 6, 7});
  double c = 0.6, s = 0.8;
  OK(hipsparseDroti(h, 2, a.at, ind.at, b.at, &c, &s, HIPSPARSE_INDEX_BASE_ZERO));
  auto p = a.fetched(2), q = b.fetched(3);
  CHECK(std::abs(p[0] - 4.6) < 1e-12 && std::abs(p[1] - 6.8) < 1e-12);
  CHECK(std::abs(q[0] - 2.2) < 1e-12 && q[1] == 6 && std::abs(q[2] - 2.6) < 1e-12);
}

static void invalid() {
  Dense<float> a = dominant<float>(4, 0.5);
  Rows<float> csr(a, HIPSPARSE_INDEX_BASE_ZERO);
  csric02Info_t info;
  csrsv2Info_t solve;
  OK(hipsparseCreateCsric02Info(&info));
  OK(hipsparseCreateCsrsv2Info(&solve));
  const auto bad = HIPSPARSE_STATUS_INVALID_VALUE, none = HIPSPARSE_STATUS_NOT_INITIALIZED;
  float *v = csr.v->at, one = 1;
  int *o = csr.o->at, *c = csr.c->at, size, position;
  CHECK(hipsparseScsric02(nullptr, 4, csr.nnz, csr.d, v, o, c, info, kPolicy, nullptr) == none);
  CHECK(hipsparseScsric02(h, -1, csr.nnz, csr.d, v, o, c, info, kPolicy, nullptr) == bad);
  CHECK(hipsparseScsric02(h, 4, csr.nnz, nullptr, v, o, c, info, kPolicy, nullptr) == bad);
  CHECK(hipsparseScsric02(h, 4, csr.nnz, csr.d, v, o, c, nullptr, kPolicy, nullptr) == bad);
  CHECK(hipsparseScsric02(h, 4, csr.nnz, csr.d, v, o, c, info, (hipsparseSolvePolicy_t)7,
                          nullptr) == bad);
  CHECK(hipsparseScsric02_bufferSize(h, 4, csr.nnz, csr.d, v, o, c, info, nullptr) == bad);
  OK(hipsparseScsric02_bufferSize(h, 4, csr.nnz, csr.d, v, o, c, info, &size));
  CHECK(hipsparseScsrsv2_solve(h, (hipsparseOperation_t)9, 4, csr.nnz, &one, csr.d, v, o, c, solve,
                               v, v, kPolicy, nullptr) == bad);
  CHECK(hipsparseScsrsv2_analysis(h, ops[0], 4, csr.nnz, csr.d, v, o, c, nullptr, kPolicy,
                                  nullptr) == bad);
  CHECK(hipsparseXcsric02_zeroPivot(h, nullptr, &position) == bad);
  CHECK(hipsparseCreateCsrsm2Info(nullptr) == bad && hipsparseDestroyCsrsm2Info(nullptr) == bad);
  CHECK(hipsparseSbsrmv(h, HIPSPARSE_DIRECTION_ROW, ops[0], 2, 2, 1, &one, csr.d, v, o, c, 0, v,
                        &one, v) == bad);
  CHECK(hipsparseSgthr(h, -1, v, v, c, HIPSPARSE_INDEX_BASE_ZERO) == bad);
  CHECK(hipsparseSgtsv2(h, 4, 1, v, v, v, v, 3, v) == bad);
  CHECK(hipsparseSgtsvInterleavedBatch(h, 4, 4, v, v, v, v, 1, v) == bad);
  CHECK(hipsparseSgpsvInterleavedBatch(h, 0, 2, v, v, v, v, v, v, 1, v) == bad);
  CHECK(hipsparseSgpsvInterleavedBatch(h, 0, 4, v, v, v, v, nullptr, v, 1, v) == bad);
  CHECK(hipsparseSgemvi(h, ops[0], 4, 4, &one, v, 3, 1, v, c, &one, v, HIPSPARSE_INDEX_BASE_ZERO,
                        nullptr) == bad);
  CHECK(hipsparseSgemvi(nullptr, ops[0], 4, 4, &one, v, 4, 1, v, c, &one, v,
                        HIPSPARSE_INDEX_BASE_ZERO, nullptr) == none);
  CHECK(hipsparseSgemmi(h, 4, -1, 4, 1, &one, v, 4, v, o, c, &one, v, 4) == bad);
  CHECK(hipsparseSbsrxmv(h, HIPSPARSE_DIRECTION_ROW, ops[0], 5, 4, 4, csr.nnz, &one, csr.d, v, c, o,
                         o + 1, c, 1, v, &one, v) == bad);
  CHECK(hipsparseSbsrxmv(h, HIPSPARSE_DIRECTION_ROW, ops[1], 1, 4, 4, csr.nnz, &one, csr.d, v, c, o,
                         o + 1, c, 1, v, &one, v) == HIPSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(hipsparseSbsrsm2_solve(h, HIPSPARSE_DIRECTION_ROW, ops[0], ops[0], 4, 1, csr.nnz, &one,
                               csr.d, v, o, c, 1, nullptr, v, 4, v, 4, kPolicy, nullptr) == bad);
  OK(hipsparseDestroyCsric02Info(info));
  OK(hipsparseDestroyCsrsv2Info(solve));
}

int main() {
  if (hipsparseCreate(&h) != HIPSPARSE_STATUS_SUCCESS) return 1;
  type<float>();
  type<double>();
  type<std::complex<float>>();
  type<std::complex<double>>();
  others();
  pruned();
  invalid();
  OK(hipsparseDestroy(h));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
