// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLAS: every function of levels 1 to 3 and of every type against sums on the host, in its forms
// for one, an array and a strided batch.
// e2e: flags=-lhipblas

#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <complex>
#include <functional>
#include <string>

#include <hipblas/hipblas.h>

#include "device.h"

using Z = std::complex<double>;
using Dense = std::vector<Z>; // by columns

template <typename T> struct Of {
  using E = T;
  using R = T;
};
template <> struct Of<std::complex<float>> {
  using E = hipblasComplex;
  using R = float;
};
template <> struct Of<std::complex<double>> {
  using E = hipblasDoubleComplex;
  using R = double;
};
template <typename T> constexpr bool is_complex = !std::is_same_v<T, typename Of<T>::R>;

// The functions by type: S(gemm) is hipblasSgemm where T is float, and so on.
#define BY_TYPE(fn)                                                                                \
  [] {                                                                                             \
    if constexpr (std::is_same_v<T, float>)                                                        \
      return hipblasS##fn;                                                                         \
    else if constexpr (std::is_same_v<T, double>)                                                  \
      return hipblasD##fn;                                                                         \
    else if constexpr (std::is_same_v<T, std::complex<float>>)                                     \
      return hipblasC##fn;                                                                         \
    else                                                                                           \
      return hipblasZ##fn;                                                                         \
  }()
#define BY_REAL(fn)                                                                                \
  [] {                                                                                             \
    if constexpr (std::is_same_v<T, float>)                                                        \
      return hipblasS##fn;                                                                         \
    else                                                                                           \
      return hipblasD##fn;                                                                         \
  }()
#define BY_COMPLEX(fn)                                                                             \
  [] {                                                                                             \
    if constexpr (std::is_same_v<T, std::complex<float>>)                                          \
      return hipblasC##fn;                                                                         \
    else                                                                                           \
      return hipblasZ##fn;                                                                         \
  }()

static hipblasHandle_t handle;
static std::string context;
#define OK(call)                                                                                   \
  do {                                                                                             \
    hipblasStatus_t s_ = (call);                                                                   \
    if (s_ != HIPBLAS_STATUS_SUCCESS && ++failures <= 20)                                          \
      std::printf("%s:%d: %s: %s: %s\n", __FILE__, __LINE__, context.c_str(), #call,               \
                  hipblasStatusToString(s_));                                                      \
  } while (0)

template <typename T> T number() {
  auto one = [] { return (std::rand() % 2001 - 1000) / 1000.0; };
  if constexpr (is_complex<T>) {
    double r = one();
    return T(r, one());
  } else {
    return T(one());
  }
}

template <typename T> std::vector<T> numbers(size_t n) {
  std::vector<T> v(n);
  for (T &e : v) e = number<T>();
  return v;
}

// A vector of the device, with the type that the functions take.
template <typename T> struct Dev : Device<T> {
  using E = typename Of<T>::E;
  explicit Dev(const std::vector<T> &v) : Device<T>(v) {}
  E *at(size_t i = 0) { return reinterpret_cast<E *>(this->p) + i; }
  std::vector<T> get() {
    CHECK(hipDeviceSynchronize());
    std::vector<T> v(this->n);
    CHECK(hipMemcpy(v.data(), this->p, this->n * sizeof(T), hipMemcpyDeviceToHost));
    return v;
  }
};
template <typename T> auto scalar(const T &v) {
  return reinterpret_cast<const typename Of<T>::E *>(&v);
}

template <typename T> void near(const char *what, Z got, Z want, double scale = 1) {
  double eps = std::is_same_v<typename Of<T>::R, float> ? 2e-5 : 1e-12;
  if (std::abs(got - want) <= eps * (scale + std::abs(want))) return;
  if (++failures <= 20)
    std::printf("%s: %s: got %g%+gi, want %g%+gi\n", context.c_str(), what, got.real(), got.imag(),
                want.real(), want.imag());
}

static Z op(const Dense &a, int ld, int trans, int r, int c) {
  if (trans == HIPBLAS_OP_N) return a[r + size_t(c) * ld];
  Z e = a[c + size_t(r) * ld];
  return trans == HIPBLAS_OP_C ? std::conj(e) : e;
}

template <typename T> Dense dense(const std::vector<T> &v) { return Dense(v.begin(), v.end()); }

constexpr hipblasOperation_t kOps[] = {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C};
constexpr hipblasFillMode_t kFills[] = {HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER};
constexpr hipblasDiagType_t kDiags[] = {HIPBLAS_DIAG_NON_UNIT, HIPBLAS_DIAG_UNIT};
constexpr hipblasSideMode_t kSides[] = {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT};

// Whole matrices of n by n from how they are kept: at(row, column) is the stored element's place.
enum Kind { kSymmetric, kHermitian, kTriangle, kUnit };
static Dense whole(int n, hipblasFillMode_t uplo, Kind kind, std::function<Z(int, int)> at) {
  Dense full(size_t(n) * n);
  for (int c = 0; c < n; c++)
    for (int r = 0; r < n; r++) {
      bool stored = uplo == HIPBLAS_FILL_MODE_UPPER ? r <= c : r >= c;
      Z e = 0;
      if (stored)
        e = at(r, c);
      else if (kind == kSymmetric)
        e = at(c, r);
      else if (kind == kHermitian)
        e = std::conj(at(c, r));
      if (r == c && kind == kHermitian) e = e.real();
      if (r == c && kind == kUnit) e = 1;
      full[r + size_t(c) * n] = e;
    }
  return full;
}

template <typename T>
Z packed(const std::vector<T> &v, int n, hipblasFillMode_t uplo, int r, int c) {
  return uplo == HIPBLAS_FILL_MODE_UPPER ? v[r + c * (c + 1) / 2] : v[r + c * (2 * n - c - 1) / 2];
}

template <typename T>
Z banded(const std::vector<T> &v, int ld, int k, hipblasFillMode_t uplo, int r, int c) {
  if (std::abs(r - c) > k) return 0;
  return uplo == HIPBLAS_FILL_MODE_UPPER ? v[k + r - c + size_t(c) * ld]
                                         : v[r - c + size_t(c) * ld];
}

// want = alpha op(A) x + beta y, with negative increments, too.
template <typename T>
void product(const char *what, const Dense &a, int ld, int trans, int rows, int cols, T alpha,
             const std::vector<T> &x, int incx, T beta, const std::vector<T> &before,
             const std::vector<T> &after, int incy) {
  for (int r = 0; r < rows; r++) {
    Z sum = 0;
    for (int c = 0; c < cols; c++)
      sum += op(a, ld, trans, r, c) * Z(x[incx > 0 ? c * incx : (c - cols + 1) * incx]);
    size_t at = incy > 0 ? r * incy : (r - rows + 1) * incy;
    near<T>(what, after[at], Z(alpha) * sum + Z(beta) * Z(before[at]), cols);
  }
}

template <typename T> void level1() {
  using R = typename Of<T>::R;
  const int n = 257, incx = 2, incy = -3;
  auto x = numbers<T>(n * 2), y = numbers<T>(n * 3);
  auto X = [&](int i) { return Z(x[i * incx]); };
  auto at = [&](int i) { return size_t(i - n + 1) * incy; };
  T alpha = number<T>();
  {
    Dev<T> dx(x), dy(y);
    OK(BY_TYPE(axpy)(handle, n, scalar(alpha), dx.at(), incx, dy.at(), incy));
    auto got = dy.get();
    for (int i = 0; i < n; i++) near<T>("axpy", got[at(i)], Z(alpha) * X(i) + Z(y[at(i)]));
    OK(BY_TYPE(copy)(handle, n, dx.at(), incx, dy.at(), incy));
    OK(BY_TYPE(scal)(handle, n, scalar(alpha), dx.at(), incx));
    OK(BY_TYPE(swap)(handle, n, dx.at(), incx, dy.at(), incy));
    auto copied = dx.get();
    got = dy.get();
    for (int i = 0; i < n; i++) {
      near<T>("copy", copied[i * incx], X(i));
      near<T>("scal", got[at(i)], Z(alpha) * X(i));
    }
  }
  Dev<T> dx(x), dy(y);
  Z dot = 0, dotc = 0;
  double squares = 0, magnitude = 0, most = -1, least = 1e9;
  int most_at = 0, least_at = 0;
  for (int i = 0; i < n; i++) {
    Z e = X(i);
    dot += e * Z(y[at(i)]);
    dotc += std::conj(e) * Z(y[at(i)]);
    squares += std::norm(e);
    double m = std::abs(e.real()) + std::abs(e.imag());
    magnitude += m;
    if (m > most) most = m, most_at = i + 1;
    if (m < least) least = m, least_at = i + 1;
  }
  T result;
  R norm, sum;
  int index;
  auto r = reinterpret_cast<typename Of<T>::E *>(&result);
  if constexpr (is_complex<T>) {
    OK(BY_COMPLEX(dotu)(handle, n, dx.at(), incx, dy.at(), incy, r));
    near<T>("dotu", result, dot, n);
    OK(BY_COMPLEX(dotc)(handle, n, dx.at(), incx, dy.at(), incy, r));
    near<T>("dotc", result, dotc, n);
    constexpr bool single = std::is_same_v<R, float>;
    if constexpr (single) {
      OK(hipblasScnrm2(handle, n, dx.at(), incx, &norm));
      OK(hipblasScasum(handle, n, dx.at(), incx, &sum));
      OK(hipblasIcamax(handle, n, dx.at(), incx, &index));
      EXPECT(index == most_at);
      OK(hipblasIcamin(handle, n, dx.at(), incx, &index));
    } else {
      OK(hipblasDznrm2(handle, n, dx.at(), incx, &norm));
      OK(hipblasDzasum(handle, n, dx.at(), incx, &sum));
      OK(hipblasIzamax(handle, n, dx.at(), incx, &index));
      EXPECT(index == most_at);
      OK(hipblasIzamin(handle, n, dx.at(), incx, &index));
    }
    EXPECT(index == least_at);
    R factor = 3;
    if constexpr (single)
      OK(hipblasCsscal(handle, n, &factor, dx.at(), incx));
    else
      OK(hipblasZdscal(handle, n, &factor, dx.at(), incx));
    near<T>("real scal", dx.get()[incx], 3.0 * X(1));
  } else {
    OK(BY_REAL(dot)(handle, n, dx.at(), incx, dy.at(), incy, r));
    near<T>("dot", result, dot, n);
    OK(BY_REAL(nrm2)(handle, n, dx.at(), incx, &norm));
    OK(BY_REAL(asum)(handle, n, dx.at(), incx, &sum));
    if constexpr (std::is_same_v<T, float>) {
      OK(hipblasIsamax(handle, n, dx.at(), incx, &index));
      EXPECT(index == most_at);
      OK(hipblasIsamin(handle, n, dx.at(), incx, &index));
    } else {
      OK(hipblasIdamax(handle, n, dx.at(), incx, &index));
      EXPECT(index == most_at);
      OK(hipblasIdamin(handle, n, dx.at(), incx, &index));
    }
    EXPECT(index == least_at);
  }
  near<R>("nrm2", norm, std::sqrt(squares), n);
  near<R>("asum", sum, magnitude, n);
}

// A rotation that rotg makes turns (a, b) into (r, 0), and rot turns vectors by it.
template <typename T> void rotations() {
  using R = typename Of<T>::R;
  T a = number<T>(), b = number<T>(), s;
  R c;
  auto x = numbers<T>(9), y = numbers<T>(9);
  Dev<T> dx(x), dy(y);
  T r = a, z = b;
  auto e = [](T &v) { return reinterpret_cast<typename Of<T>::E *>(&v); };
  OK(BY_TYPE(rotg)(handle, e(r), e(z), &c, e(s)));
  near<T>("rotg", Z(double(c)) * Z(a) + Z(s) * Z(b), r);
  near<T>("rotg", Z(double(c)) * Z(b) - std::conj(Z(s)) * Z(a), 0);
  OK(BY_TYPE(rot)(handle, 9, dx.at(), 1, dy.at(), 1, &c, e(s)));
  auto gx = dx.get(), gy = dy.get();
  for (int i = 0; i < 9; i++) {
    near<T>("rot x", gx[i], Z(double(c)) * Z(x[i]) + Z(s) * Z(y[i]));
    near<T>("rot y", gy[i], Z(double(c)) * Z(y[i]) - std::conj(Z(s)) * Z(x[i]));
  }
  if constexpr (!is_complex<T>) {
    T d1 = 2, d2 = 3, x1 = 1, y1 = 0.5, param[5];
    OK(BY_REAL(rotmg)(handle, &d1, &d2, &x1, &y1, param));
    OK(BY_REAL(rotm)(handle, 9, dx.at(), 1, dy.at(), 1, param));
    T h[4] = {param[1], param[2], param[3], param[4]}; // by columns
    if (param[0] == 0) h[0] = h[3] = 1;
    if (param[0] == 1) h[2] = 1, h[1] = -1;
    auto mx = dx.get();
    if (param[0] != -2) near<T>("rotm", mx[4], Z(h[0] * gx[4] + h[2] * gy[4]));
  }
}

template <typename T> void level2() {
  const int m = 13, n = 17, ld = 20, incx = -2, incy = 3;
  auto a = numbers<T>(ld * 40), x = numbers<T>(64), y = numbers<T>(64);
  T alpha = number<T>(), beta = number<T>();
  for (auto trans : kOps) {
    int rows = trans == HIPBLAS_OP_N ? m : n, cols = trans == HIPBLAS_OP_N ? n : m;
    Dev<T> da(a), dx(x), dy(y), dz(y);
    OK(BY_TYPE(gemv)(handle, trans, m, n, scalar(alpha), da.at(), ld, dx.at(), incx, scalar(beta),
                     dy.at(), incy));
    product("gemv", dense(a), ld, trans, rows, cols, alpha, x, incx, beta, y, dy.get(), incy);
    const int kl = 2, ku = 3;
    OK(BY_TYPE(gbmv)(handle, trans, m, n, kl, ku, scalar(alpha), da.at(), ld, dx.at(), incx,
                     scalar(beta), dz.at(), incy));
    Dense full(m * n);
    for (int c = 0; c < n; c++)
      for (int r = std::max(0, c - ku); r < std::min(m, c + kl + 1); r++)
        full[r + c * m] = a[ku + r - c + c * ld];
    product("gbmv", full, m, trans, rows, cols, alpha, x, incx, beta, y, dz.get(), incy);
  }
  auto outer = [&](const char *what, const std::vector<T> &got, bool conjugate) {
    for (int c = 0; c < n; c++)
      for (int r = 0; r < m; r++) {
        Z right = y[(c) * 3], left = x[(r - m + 1) * incx];
        near<T>(what, got[r + c * ld],
                Z(a[r + c * ld]) + Z(alpha) * left * (conjugate ? std::conj(right) : right));
      }
  };
  Dev<T> da(a), dx(x), dy(y);
  if constexpr (is_complex<T>) {
    OK(BY_COMPLEX(geru)(handle, m, n, scalar(alpha), dx.at(), incx, dy.at(), incy, da.at(), ld));
    outer("geru", da.get(), false);
    Dev<T> db(a);
    OK(BY_COMPLEX(gerc)(handle, m, n, scalar(alpha), dx.at(), incx, dy.at(), incy, db.at(), ld));
    outer("gerc", db.get(), true);
  } else {
    OK(BY_REAL(ger)(handle, m, n, scalar(alpha), dx.at(), incx, dy.at(), incy, da.at(), ld));
    outer("ger", da.get(), false);
  }
}

// Symmetric and Hermitian matrices, whole, banded and packed.
template <typename T> void symmetric2() {
  using R = typename Of<T>::R;
  const int n = 11, k = 2, ld = 14, incx = 2, incy = -1;
  auto a = numbers<T>(ld * 14), x = numbers<T>(32), y = numbers<T>(32);
  T alpha = number<T>(), beta = number<T>();
  R real = R(0.75);
  for (auto uplo : kFills) {
    auto full = [&](const std::vector<T> &v, Kind kind) {
      return whole(n, uplo, kind, [&](int r, int c) { return Z(v[r + c * ld]); });
    };
    auto pack = [&](const std::vector<T> &v, Kind kind) {
      return whole(n, uplo, kind, [&](int r, int c) { return packed(v, n, uplo, r, c); });
    };
    auto band = [&](Kind kind) {
      return whole(n, uplo, kind, [&](int r, int c) { return banded(a, ld, k, uplo, r, c); });
    };
    auto times = [&](const char *what, const Dense &matrix, auto call) {
      Dev<T> da(a), dx(x), dy(y);
      OK(call(da, dx, dy));
      product(what, matrix, n, HIPBLAS_OP_N, n, n, alpha, x, incx, beta, y, dy.get(), incy);
    };
    // The update of a matrix: before + alpha left right^H (or ^T) + its mirror.
    auto update = [&](const char *what, bool two, bool hermitian, bool packs, Z factor, auto call) {
      Dev<T> da(a), dx(x), dy(y);
      OK(call(da, dx, dy));
      auto got = da.get();
      Kind kind = hermitian ? kHermitian : kSymmetric;
      Dense before = packs ? pack(a, kind) : full(a, kind),
            after = packs ? pack(got, kind) : full(got, kind);
      auto conj = [&](Z z) { return hermitian ? std::conj(z) : z; };
      for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++) {
          Z xr = x[r * incx], xc = x[c * incx], yr = y[(r - n + 1) * incy],
            yc = y[(c - n + 1) * incy];
          Z sum =
              two ? factor * xr * conj(yc) + conj(factor) * yr * conj(xc) : factor * xr * conj(xc);
          near<T>(what, after[r + c * n], before[r + c * n] + sum);
        }
    };
    auto al = scalar(alpha), be = scalar(beta);
    times("symv", full(a, kSymmetric), [&](auto &da, auto &dx, auto &dy) {
      return BY_TYPE(symv)(handle, uplo, n, al, da.at(), ld, dx.at(), incx, be, dy.at(), incy);
    });
    update("syr", false, false, false, alpha, [&](auto &da, auto &dx, auto &) {
      return BY_TYPE(syr)(handle, uplo, n, al, dx.at(), incx, da.at(), ld);
    });
    update("syr2", true, false, false, alpha, [&](auto &da, auto &dx, auto &dy) {
      return BY_TYPE(syr2)(handle, uplo, n, al, dx.at(), incx, dy.at(), incy, da.at(), ld);
    });
    if (!is_complex<T> || !nvidia()) // which cuBLAS does not have
      update("spr", false, false, true, alpha, [&](auto &da, auto &dx, auto &) {
        return BY_TYPE(spr)(handle, uplo, n, al, dx.at(), incx, da.at());
      });
    if constexpr (is_complex<T>) {
      times("hemv", full(a, kHermitian), [&](auto &da, auto &dx, auto &dy) {
        return BY_COMPLEX(hemv)(handle, uplo, n, al, da.at(), ld, dx.at(), incx, be, dy.at(), incy);
      });
      times("hbmv", band(kHermitian), [&](auto &da, auto &dx, auto &dy) {
        return BY_COMPLEX(hbmv)(handle, uplo, n, k, al, da.at(), ld, dx.at(), incx, be, dy.at(),
                                incy);
      });
      times("hpmv", pack(a, kHermitian), [&](auto &da, auto &dx, auto &dy) {
        return BY_COMPLEX(hpmv)(handle, uplo, n, al, da.at(), dx.at(), incx, be, dy.at(), incy);
      });
      update("her", false, true, false, double(real), [&](auto &da, auto &dx, auto &) {
        return BY_COMPLEX(her)(handle, uplo, n, &real, dx.at(), incx, da.at(), ld);
      });
      update("hpr", false, true, true, double(real), [&](auto &da, auto &dx, auto &) {
        return BY_COMPLEX(hpr)(handle, uplo, n, &real, dx.at(), incx, da.at());
      });
      update("her2", true, true, false, alpha, [&](auto &da, auto &dx, auto &dy) {
        return BY_COMPLEX(her2)(handle, uplo, n, al, dx.at(), incx, dy.at(), incy, da.at(), ld);
      });
      update("hpr2", true, true, true, alpha, [&](auto &da, auto &dx, auto &dy) {
        return BY_COMPLEX(hpr2)(handle, uplo, n, al, dx.at(), incx, dy.at(), incy, da.at());
      });
    } else {
      times("sbmv", band(kSymmetric), [&](auto &da, auto &dx, auto &dy) {
        return BY_REAL(sbmv)(handle, uplo, n, k, al, da.at(), ld, dx.at(), incx, be, dy.at(), incy);
      });
      times("spmv", pack(a, kSymmetric), [&](auto &da, auto &dx, auto &dy) {
        return BY_REAL(spmv)(handle, uplo, n, al, da.at(), dx.at(), incx, be, dy.at(), incy);
      });
      update("spr2", true, false, true, alpha, [&](auto &da, auto &dx, auto &dy) {
        return BY_REAL(spr2)(handle, uplo, n, al, dx.at(), incx, dy.at(), incy, da.at());
      });
    }
  }
}

// Triangles: a product, and a solution that the product takes back.
template <typename T> void triangles2() {
  const int n = 9, k = 3, ld = 12, incx = -2;
  auto a = numbers<T>(ld * 12), x = numbers<T>(32);
  for (T &e : a) e = e * T(0.2);
  for (int i = 0; i < n; i++) a[i + i * ld] += T(2);
  for (auto uplo : kFills)
    for (auto trans : kOps)
      for (auto diag : kDiags) {
        Kind kind = diag == HIPBLAS_DIAG_UNIT ? kUnit : kTriangle;
        auto pair = [&](const char *what, std::vector<T> stored, std::function<Z(int, int)> at,
                        auto multiply, auto solve) {
          Dense full = whole(n, uplo, kind, at);
          Dev<T> da(stored), dx(x);
          OK(multiply(da, dx));
          product(what, full, n, trans, n, n, T(1), x, incx, T(0), x, dx.get(), incx);
          OK(solve(da, dx));
          auto back = dx.get();
          for (int i = 0; i < n; i++) near<T>(what, back[i * 2], x[i * 2], 100);
        };
        pair(
            "trmv, trsv", a, [&](int r, int c) { return Z(a[r + c * ld]); },
            [&](auto &da, auto &dx) {
              return BY_TYPE(trmv)(handle, uplo, trans, diag, n, da.at(), ld, dx.at(), incx);
            },
            [&](auto &da, auto &dx) {
              return BY_TYPE(trsv)(handle, uplo, trans, diag, n, da.at(), ld, dx.at(), incx);
            });
        std::vector<T> p(n * (n + 1) / 2), b(ld * n);
        int diagonal = uplo == HIPBLAS_FILL_MODE_UPPER ? k : 0;
        for (size_t i = 0; i < p.size(); i++) p[i] = a[i] * T(0.5);
        for (size_t i = 0; i < b.size(); i++) b[i] = a[i] * T(0.5);
        for (int i = 0; i < n; i++) {
          p[uplo == HIPBLAS_FILL_MODE_UPPER ? i + i * (i + 1) / 2 : i + i * (2 * n - i - 1) / 2] =
              T(2);
          b[diagonal + i * ld] = T(2);
        }
        pair(
            "tpmv, tpsv", p, [&](int r, int c) { return packed(p, n, uplo, r, c); },
            [&](auto &da, auto &dx) {
              return BY_TYPE(tpmv)(handle, uplo, trans, diag, n, da.at(), dx.at(), incx);
            },
            [&](auto &da, auto &dx) {
              return BY_TYPE(tpsv)(handle, uplo, trans, diag, n, da.at(), dx.at(), incx);
            });
        pair(
            "tbmv, tbsv", b, [&](int r, int c) { return banded(b, ld, k, uplo, r, c); },
            [&](auto &da, auto &dx) {
              return BY_TYPE(tbmv)(handle, uplo, trans, diag, n, k, da.at(), ld, dx.at(), incx);
            },
            [&](auto &da, auto &dx) {
              return BY_TYPE(tbsv)(handle, uplo, trans, diag, n, k, da.at(), ld, dx.at(), incx);
            });
      }
}

// C against alpha op(A) op(B) + beta C, on the part that `in` names.
template <typename T>
void matrices(
    const char *what, Z alpha, const Dense &a, int lda, int ta, const Dense &b, int ldb, int tb,
    Z beta, const std::vector<T> &before, const std::vector<T> &after, int ldc, int m, int n, int k,
    std::function<bool(int, int)> in = [](int, int) { return true; }) {
  for (int c = 0; c < n; c++)
    for (int r = 0; r < m; r++) {
      Z sum = 0;
      for (int e = 0; e < k; e++) sum += op(a, lda, ta, r, e) * op(b, ldb, tb, e, c);
      Z want = in(r, c) ? alpha * sum + beta * Z(before[r + c * ldc]) : Z(before[r + c * ldc]);
      near<T>(what, after[r + c * ldc], want, k);
    }
}

template <typename T> void gemms() {
  const int m = 19, n = 23, k = 29, ld = 31, batch = 3;
  const size_t stride = ld * ld + 5;
  auto a = numbers<T>(stride * batch), b = numbers<T>(stride * batch),
       c = numbers<T>(stride * batch);
  T alpha = number<T>(), beta = number<T>();
  using E = typename Of<T>::E;
  for (auto ta : kOps)
    for (auto tb : kOps) {
      Dev<T> da(a), db(b), one(c), strided(c), array(c);
      OK(BY_TYPE(gemm)(handle, ta, tb, m, n, k, scalar(alpha), da.at(), ld, db.at(), ld,
                       scalar(beta), one.at(), ld));
      OK(BY_TYPE(gemmStridedBatched)(handle, ta, tb, m, n, k, scalar(alpha), da.at(), ld, stride,
                                     db.at(), ld, stride, scalar(beta), strided.at(), ld, stride,
                                     batch));
      std::vector<E *> pa, pb, pc;
      for (int i = 0; i < batch; i++)
        pa.push_back(da.at(i * stride)), pb.push_back(db.at(i * stride)),
            pc.push_back(array.at(i * stride));
      Device<E *> xa(pa), xb(pb), xc(pc);
      OK(BY_TYPE(gemmBatched)(handle, ta, tb, m, n, k, scalar(alpha), xa.p, ld, xb.p, ld,
                              scalar(beta), xc.p, ld, batch));
      auto gone = one.get(), gstrided = strided.get(), garray = array.get();
      for (int i = 0; i < batch; i++) {
        auto part = [&](const std::vector<T> &v) {
          return std::vector<T>(v.begin() + i * stride, v.begin() + (i + 1) * stride);
        };
        auto check = [&](const char *what, const std::vector<T> &got) {
          matrices(what, Z(alpha), dense(part(a)), ld, ta, dense(part(b)), ld, tb, Z(beta), part(c),
                   part(got), ld, m, n, k);
        };
        if (i == 0) check("gemm", gone);
        check("gemmStridedBatched", gstrided);
        check("gemmBatched", garray);
      }
    }
}

template <typename T> void ranks() {
  using R = typename Of<T>::R;
  const int n = 12, k = 7, ld = 15;
  auto a = numbers<T>(ld * ld), b = numbers<T>(ld * ld), c = numbers<T>(ld * ld);
  for (int i = 0; i < ld; i++) c[i + i * ld] = std::real(c[i + i * ld]);
  T alpha = number<T>(), beta = number<T>();
  R ralpha = R(0.5), rbeta = R(-1.25);
  for (auto uplo : kFills)
    for (auto trans : kOps) {
      auto in = [&](int r, int col) {
        return uplo == HIPBLAS_FILL_MODE_UPPER ? r <= col : r >= col;
      };
      // The operation of B: of gemmt, mirrored is plain and it is transB.
      auto other = [&](int mirrored) {
        return mirrored == HIPBLAS_OP_N || trans == HIPBLAS_OP_N ? mirrored : (int)HIPBLAS_OP_N;
      };
      auto check = [&](const char *what, bool two, bool mirror_too, int mirrored, Z al, Z be,
                       auto call) {
        Dev<T> da(a), db(b), dc(c);
        OK(call(da, db, dc));
        auto got = dc.get();
        Dense A = dense(a), B = two ? dense(b) : A;
        for (int col = 0; col < n; col++)
          for (int r = 0; r < n; r++) {
            Z sum = 0, second = 0;
            for (int e = 0; e < k; e++) {
              sum += op(A, ld, trans, r, e) * op(B, ld, other(mirrored), e, col);
              second += op(B, ld, trans, r, e) * op(A, ld, other(mirrored), e, col);
            }
            Z al2 = mirrored == HIPBLAS_OP_C ? std::conj(al) : al;
            Z want = al * sum + (mirror_too ? al2 * second : 0.0) + be * Z(c[r + col * ld]);
            if (mirrored == HIPBLAS_OP_C && is_complex<T> && r == col) want = want.real();
            near<T>(what, got[r + col * ld], in(r, col) ? want : Z(c[r + col * ld]), k);
          }
      };
      check("gemmt", true, false, HIPBLAS_OP_N, alpha, beta, [&](auto &da, auto &db, auto &dc) {
        return BY_TYPE(gemmt)(handle, uplo, trans, HIPBLAS_OP_N, n, k, scalar(alpha), da.at(), ld,
                              db.at(), ld, scalar(beta), dc.at(), ld);
      });
      if (!is_complex<T> || trans != HIPBLAS_OP_C) {
        check("syrk", false, false, HIPBLAS_OP_T, alpha, beta, [&](auto &da, auto &, auto &dc) {
          return BY_TYPE(syrk)(handle, uplo, trans, n, k, scalar(alpha), da.at(), ld, scalar(beta),
                               dc.at(), ld);
        });
        check("syr2k", true, true, HIPBLAS_OP_T, alpha, beta, [&](auto &da, auto &db, auto &dc) {
          return BY_TYPE(syr2k)(handle, uplo, trans, n, k, scalar(alpha), da.at(), ld, db.at(), ld,
                                scalar(beta), dc.at(), ld);
        });
        check("syrkx", true, false, HIPBLAS_OP_T, alpha, beta, [&](auto &da, auto &db, auto &dc) {
          return BY_TYPE(syrkx)(handle, uplo, trans, n, k, scalar(alpha), da.at(), ld, db.at(), ld,
                                scalar(beta), dc.at(), ld);
        });
      }
      if constexpr (is_complex<T>)
        if (trans != HIPBLAS_OP_T) {
          check("herk", false, false, HIPBLAS_OP_C, double(ralpha), double(rbeta),
                [&](auto &da, auto &, auto &dc) {
                  return BY_COMPLEX(herk)(handle, uplo, trans, n, k, &ralpha, da.at(), ld, &rbeta,
                                          dc.at(), ld);
                });
          check("her2k", true, true, HIPBLAS_OP_C, alpha, double(rbeta),
                [&](auto &da, auto &db, auto &dc) {
                  return BY_COMPLEX(her2k)(handle, uplo, trans, n, k, scalar(alpha), da.at(), ld,
                                           db.at(), ld, &rbeta, dc.at(), ld);
                });
          check("herkx", true, false, HIPBLAS_OP_C, alpha, double(rbeta),
                [&](auto &da, auto &db, auto &dc) {
                  return BY_COMPLEX(herkx)(handle, uplo, trans, n, k, scalar(alpha), da.at(), ld,
                                           db.at(), ld, &rbeta, dc.at(), ld);
                });
        }
    }
}

template <typename T> void sides() {
  const int m = 10, n = 8, ld = 13;
  auto a = numbers<T>(ld * ld), b = numbers<T>(ld * ld), c = numbers<T>(ld * ld),
       x = numbers<T>(40);
  for (T &e : a) e = e * T(0.2);
  for (int i = 0; i < ld; i++) a[i + i * ld] += T(2);
  T alpha = number<T>(), beta = number<T>();
  Dense B = dense(b);
  for (auto side : kSides) {
    bool left = side == HIPBLAS_SIDE_LEFT;
    int size = left ? m : n;
    for (auto uplo : kFills) {
      auto full = [&](Kind kind) {
        return whole(size, uplo, kind, [&](int r, int col) { return Z(a[r + col * ld]); });
      };
      auto check = [&](const char *what, Kind kind, auto call) {
        Dev<T> da(a), db(b), dc(c);
        OK(call(da, db, dc));
        Dense A = full(kind);
        if (left)
          matrices(what, Z(alpha), A, size, HIPBLAS_OP_N, B, ld, HIPBLAS_OP_N, Z(beta), c, dc.get(),
                   ld, m, n, m);
        else
          matrices(what, Z(alpha), B, ld, HIPBLAS_OP_N, A, size, HIPBLAS_OP_N, Z(beta), c, dc.get(),
                   ld, m, n, n);
      };
      check("symm", kSymmetric, [&](auto &da, auto &db, auto &dc) {
        return BY_TYPE(symm)(handle, side, uplo, m, n, scalar(alpha), da.at(), ld, db.at(), ld,
                             scalar(beta), dc.at(), ld);
      });
      if constexpr (is_complex<T>)
        check("hemm", kHermitian, [&](auto &da, auto &db, auto &dc) {
          return BY_COMPLEX(hemm)(handle, side, uplo, m, n, scalar(alpha), da.at(), ld, db.at(), ld,
                                  scalar(beta), dc.at(), ld);
        });
      for (auto trans : kOps)
        for (auto diag : kDiags) {
          Dense A = full(diag == HIPBLAS_DIAG_UNIT ? kUnit : kTriangle);
          Dev<T> da(a), db(b), dc(c);
          OK(BY_TYPE(trmm)(handle, side, uplo, trans, diag, m, n, scalar(alpha), da.at(), ld,
                           db.at(), ld, dc.at(), ld));
          auto got = dc.get();
          if (left)
            matrices("trmm", Z(alpha), A, size, trans, B, ld, HIPBLAS_OP_N, 0, c, got, ld, m, n, m);
          else
            matrices("trmm", Z(alpha), B, ld, HIPBLAS_OP_N, A, size, trans, 0, c, got, ld, m, n, n);
          T one = 1;
          OK(BY_TYPE(trsm)(handle, side, uplo, trans, diag, m, n, scalar(one), da.at(), ld, dc.at(),
                           ld));
          auto back = dc.get();
          for (int col = 0; col < n; col++)
            for (int r = 0; r < m; r++)
              near<T>("trsm", back[r + col * ld], Z(alpha) * B[r + col * ld], 100);
        }
    }
    Dev<T> db(b), dx(x), dc(c);
    OK(BY_TYPE(dgmm)(handle, side, m, n, db.at(), ld, dx.at(), 2, dc.at(), ld));
    auto got = dc.get();
    for (int col = 0; col < n; col++)
      for (int r = 0; r < m; r++)
        near<T>("dgmm", got[r + col * ld], B[r + col * ld] * Z(x[(left ? r : col) * 2]));
  }
  if (nvidia()) { // cuBLAS has no inverse of a triangle
    Dev<T> da(a), dc(c);
    EXPECT(BY_TYPE(trtri)(handle, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_DIAG_UNIT, m, da.at(), ld,
                          dc.at(), ld) == HIPBLAS_STATUS_NOT_SUPPORTED);
    return;
  }
  for (auto uplo : kFills)
    for (auto diag : kDiags) {
      Dev<T> da(a), dc(c);
      OK(BY_TYPE(trtri)(handle, uplo, diag, m, da.at(), ld, dc.at(), ld));
      auto got = dc.get();
      Kind kind = diag == HIPBLAS_DIAG_UNIT ? kUnit : kTriangle;
      Dense A = whole(m, uplo, kind, [&](int r, int col) { return Z(a[r + col * ld]); });
      Dense inverse =
          whole(m, uplo, kTriangle, [&](int r, int col) { return Z(got[r + col * ld]); });
      for (int col = 0; col < m; col++)
        for (int r = 0; r < m; r++) {
          Z sum = 0;
          for (int e = 0; e < m; e++) sum += A[r + e * m] * inverse[e + col * m];
          near<T>("trtri", sum, r == col, 10);
        }
    }
  for (auto ta : kOps)
    for (auto tb : kOps) {
      Dev<T> da(a), db(b), dc(c);
      OK(BY_TYPE(geam)(handle, ta, tb, m, n, scalar(alpha), da.at(), ld, scalar(beta), db.at(), ld,
                       dc.at(), ld));
      auto got = dc.get();
      for (int col = 0; col < n; col++)
        for (int r = 0; r < m; r++)
          near<T>("geam", got[r + col * ld],
                  Z(alpha) * op(dense(a), ld, ta, r, col) + Z(beta) * op(B, ld, tb, r, col));
    }
}

template <typename T> void every(const char *type) {
  context = type;
  level1<T>();
  rotations<T>();
  level2<T>();
  symmetric2<T>();
  triangles2<T>();
  gemms<T>();
  ranks<T>();
  sides<T>();
}

int main() {
  std::srand(1);
  EXPECT(hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS);
  every<float>("float");
  every<double>("double");
  every<std::complex<float>>("complex float");
  every<std::complex<double>>("complex double");
  EXPECT(hipblasDestroy(handle) == HIPBLAS_STATUS_SUCCESS);
  return done();
}
