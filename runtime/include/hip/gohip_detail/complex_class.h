// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The complex numbers of rocBLAS's and rocSPARSE's headers, which are classes with arithmetic in HIP sources:
// HIP's own have the operators of vectors, whose product is that of each element.
#ifndef HIP_GOHIP_DETAIL_COMPLEX_CLASS_H
#define HIP_GOHIP_DETAIL_COMPLEX_CLASS_H

#include <cmath>
#include <complex>
#include <ostream>
#include <sstream>

#include <hip/hip_runtime.h>

// GOHIP_COMPLEX_CLASS defines the template, and its functions in std.
#define GOHIP_COMPLEX_CLASS(name)                                                                  \
  template <class T> class name {                                                                  \
  public:                                                                                          \
    using value_type = T;                                                                          \
    T x, y;                                                                                        \
                                                                                                   \
    name() = default;                                                                              \
    __host__ __device__ constexpr name(T r, T i = T(0)) : x(r), y(i) {}                            \
    template <class U>                                                                             \
    __host__ __device__ constexpr name(const name<U> &z) : x(T(z.x)), y(T(z.y)) {}                 \
    __host__ __device__ name(const std::complex<T> &z)                                             \
        : x(reinterpret_cast<const T (&)[2]>(z)[0]), y(reinterpret_cast<const T (&)[2]>(z)[1]) {}  \
    __host__ __device__ operator std::complex<T>() const { return {x, y}; }                        \
    __host__ __device__ constexpr explicit operator bool() const { return x != 0 || y != 0; }      \
    __host__ __device__ constexpr T real() const { return x; }                                     \
    __host__ __device__ constexpr T imag() const { return y; }                                     \
    __host__ __device__ constexpr void real(T r) { x = r; }                                        \
    __host__ __device__ constexpr void imag(T i) { y = i; }                                        \
    __host__ __device__ name operator+() const { return *this; }                                   \
    __host__ __device__ name operator-() const { return {-x, -y}; }                                \
    __host__ __device__ name &operator++() { return *this += T(1); }                               \
    __host__ __device__ name &operator--() { return *this -= T(1); }                               \
    __host__ __device__ name &operator+=(T r) { return x += r, *this; }                            \
    __host__ __device__ name &operator-=(T r) { return x -= r, *this; }                            \
    __host__ __device__ name &operator*=(T r) { return x *= r, y *= r, *this; }                    \
    __host__ __device__ name &operator/=(T r) { return x /= r, y /= r, *this; }                    \
    __host__ __device__ name &operator+=(const name &z) { return *this = {x + z.x, y + z.y}; }     \
    __host__ __device__ name &operator-=(const name &z) { return *this = {x - z.x, y - z.y}; }     \
    __host__ __device__ name &operator*=(const name &z) {                                          \
      return *this = {x * z.x - y * z.y, y * z.x + x * z.y};                                       \
    }                                                                                              \
    /* Smith's division, whose intermediate results overflow only if the quotient does. */         \
    __host__ __device__ name &operator/=(const name &z) {                                          \
      bool wide = (z.x < 0 ? -z.x : z.x) > (z.y < 0 ? -z.y : z.y);                                 \
      T ratio = wide ? z.y / z.x : z.x / z.y,                                                      \
        by = T(1) / (wide ? z.x + z.y * ratio : z.x * ratio + z.y);                                \
      if (wide) return *this = {(x + y * ratio) * by, (y - x * ratio) * by};                       \
      return *this = {(x * ratio + y) * by, (y * ratio - x) * by};                                 \
    }                                                                                              \
    friend __host__ __device__ name operator+(name a, const name &b) { return a += b; }            \
    friend __host__ __device__ name operator-(name a, const name &b) { return a -= b; }            \
    friend __host__ __device__ name operator*(name a, const name &b) { return a *= b; }            \
    friend __host__ __device__ name operator/(name a, const name &b) { return a /= b; }            \
    friend __host__ __device__ name operator+(name a, T b) { return a += b; }                      \
    friend __host__ __device__ name operator-(name a, T b) { return a -= b; }                      \
    friend __host__ __device__ name operator*(name a, T b) { return a *= b; }                      \
    friend __host__ __device__ name operator/(name a, T b) { return a /= b; }                      \
    friend __host__ __device__ name operator+(T a, name b) { return b += a; }                      \
    friend __host__ __device__ name operator-(T a, const name &b) { return {a - b.x, -b.y}; }      \
    friend __host__ __device__ name operator*(T a, name b) { return b *= a; }                      \
    friend __host__ __device__ name operator/(T a, const name &b) { return name(a) /= b; }         \
    friend __host__ __device__ constexpr bool operator==(const name &a, const name &b) {           \
      return a.x == b.x && a.y == b.y;                                                             \
    }                                                                                              \
    friend __host__ __device__ constexpr bool operator!=(const name &a, const name &b) {           \
      return !(a == b);                                                                            \
    }                                                                                              \
    friend std::ostream &operator<<(std::ostream &out, const name &z) {                            \
      std::stringstream text;                                                                      \
      text << '(' << z.x << ',' << z.y << ')';                                                     \
      return out << text.str();                                                                    \
    }                                                                                              \
  };                                                                                               \
  namespace std {                                                                                  \
  template <class T> __host__ __device__ inline T real(const name<T> &z) { return z.x; }           \
  template <class T> __host__ __device__ inline T imag(const name<T> &z) { return z.y; }           \
  template <class T> __host__ __device__ inline T norm(const name<T> &z) {                         \
    return z.x * z.x + z.y * z.y;                                                                  \
  }                                                                                                \
  template <class T> __host__ __device__ inline name<T> conj(const name<T> &z) {                   \
    return {z.x, -z.y};                                                                            \
  }                                                                                                \
  template <class T> __host__ __device__ inline name<T> fma(name<T> a, name<T> b, name<T> c) {     \
    return a * b + c;                                                                              \
  }                                                                                                \
  template <class T> __host__ __device__ inline T abs(const name<T> &z) {                          \
    T a = z.x < 0 ? -z.x : z.x, b = z.y < 0 ? -z.y : z.y;                                          \
    T large = a > b ? a : b, ratio = (a > b ? b : a) / (large == 0 ? T(1) : large);                \
    return large * std::sqrt(ratio * ratio + T(1));                                                \
  }                                                                                                \
  }

#endif
