// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// char1 … double4 with their operators and make_ functions, for host and device
// and for any C++ compiler; for C, plain structures. Operators are templates
// outside the class: a type that is only named costs nothing to parse.
#ifndef HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#define HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_VECTOR_TYPES_H // the guard of AMD's header, which projects test

#include <hip/gohip_detail/macros.h>

#if defined(__cplusplus)

// Storage. Two and four components are aligned to the whole vector, three to one
// component, as HIP lays them out.
template <typename __T, unsigned __N> struct HIP_vector_base;
template <typename __T> struct HIP_vector_base<__T, 1> {
  __T x;
  HIP_vector_base() = default;
  __GOHIP_HD constexpr HIP_vector_base(__T a) : x(a) {}
};
template <typename __T> struct alignas(sizeof(__T) * 2) HIP_vector_base<__T, 2> {
  __T x, y;
  HIP_vector_base() = default;
  __GOHIP_HD constexpr HIP_vector_base(__T a) : x(a), y(a) {}
  __GOHIP_HD constexpr HIP_vector_base(__T a, __T b) : x(a), y(b) {}
};
template <typename __T> struct HIP_vector_base<__T, 3> {
  __T x, y, z;
  HIP_vector_base() = default;
  __GOHIP_HD constexpr HIP_vector_base(__T a) : x(a), y(a), z(a) {}
  __GOHIP_HD constexpr HIP_vector_base(__T a, __T b, __T c) : x(a), y(b), z(c) {}
};
template <typename __T> struct alignas(sizeof(__T) * 4) HIP_vector_base<__T, 4> {
  __T x, y, z, w;
  HIP_vector_base() = default;
  __GOHIP_HD constexpr HIP_vector_base(__T a) : x(a), y(a), z(a), w(a) {}
  __GOHIP_HD constexpr HIP_vector_base(__T a, __T b, __T c, __T d) : x(a), y(b), z(c), w(d) {}
};

namespace gohip_detail {
template <bool __B, typename __T = void> struct enable_if {};
template <typename __T> struct enable_if<true, __T> {
  typedef __T type;
};
template <typename From, typename To> struct convertible {
  __GOHIP_HD static char test(To);
  __GOHIP_HD static long test(...);
  __GOHIP_HD static From make();
  static constexpr bool value = sizeof(test(make())) == sizeof(char);
};
template <typename __T> struct is_integer {
  static constexpr bool value = false;
};
#define __GOHIP_INTEGERS(__T)                                                                      \
  template <> struct is_integer<__T> {                                                             \
    static constexpr bool value = true;                                                            \
  };                                                                                               \
  template <> struct is_integer<unsigned __T> {                                                    \
    static constexpr bool value = true;                                                            \
  };
__GOHIP_INTEGERS(char)
__GOHIP_INTEGERS(short)
__GOHIP_INTEGERS(int)
__GOHIP_INTEGERS(long)
__GOHIP_INTEGERS(long long)
#undef __GOHIP_INTEGERS
template <> struct is_integer<signed char> {
  static constexpr bool value = true;
};
template <> struct is_integer<bool> {
  static constexpr bool value = true;
};
} // namespace gohip_detail

#define __GOHIP_IF(...) typename gohip_detail::enable_if<(__VA_ARGS__), int>::type = 0

template <typename __T, unsigned __N> struct HIP_vector_type : public HIP_vector_base<__T, __N> {
  typedef __T value_type;
  HIP_vector_type() = default;
  // One value fills every component; explicitly so, except for one component.
  template <typename __U, unsigned __M = __N,
            __GOHIP_IF((__M > 1) && gohip_detail::convertible<__U, __T>::value)>
  __GOHIP_HD constexpr explicit HIP_vector_type(__U a)
      : HIP_vector_base<__T, __N>(static_cast<__T>(a)) {}
  template <typename __U, unsigned __M = __N, unsigned = 0,
            __GOHIP_IF(__M == 1 && gohip_detail::convertible<__U, __T>::value)>
  __GOHIP_HD constexpr HIP_vector_type(__U a) : HIP_vector_base<__T, __N>(static_cast<__T>(a)) {}
  template <typename __U, typename __V, typename... __W,
            __GOHIP_IF(sizeof...(__W) + 2 == __N && gohip_detail::convertible<__U, __T>::value)>
  __GOHIP_HD constexpr HIP_vector_type(__U a, __V b, __W... c)
      : HIP_vector_base<__T, __N>(static_cast<__T>(a), static_cast<__T>(b),
                                  static_cast<__T>(c)...) {}
};

#define __GOHIP_T1 template <typename __T>
#define __GOHIP_TN template <typename __T, unsigned __N>
#define __GOHIP_TU                                                                                 \
  template <typename __T, unsigned __N, typename __U,                                              \
            __GOHIP_IF(gohip_detail::convertible<__U, __T>::value)>
#define __GOHIP_IS_INT gohip_detail::is_integer<__T>::value
#define __GOHIP_I1 template <typename __T, __GOHIP_IF(__GOHIP_IS_INT)>
#define __GOHIP_IN template <typename __T, unsigned __N, __GOHIP_IF(__GOHIP_IS_INT)>
#define __GOHIP_IU                                                                                 \
  template <typename __T, unsigned __N, typename __U,                                              \
            __GOHIP_IF(__GOHIP_IS_INT &&gohip_detail::convertible<__U, __T>::value)>
#define __GOHIP_CX __GOHIP_HDI __GOHIP_CONSTEXPR14
#define __GOHIP_V(__N) HIP_vector_type<__T, __N>

// v op= w, v op w, v op s and s op v. As AMD has them, operators of integers are not declared for others,
// and v op= s is for + - * / only.
#define __GOHIP_OPERATOR(OP, OPEQ, T1, TN, TU)                                                     \
  T1 __GOHIP_CX __GOHIP_V(1) &operator OPEQ(__GOHIP_V(1) & a, const __GOHIP_V(1) & b) {            \
    a.x OPEQ b.x;                                                                                  \
    return a;                                                                                      \
  }                                                                                                \
  T1 __GOHIP_CX __GOHIP_V(2) &operator OPEQ(__GOHIP_V(2) & a, const __GOHIP_V(2) & b) {            \
    a.x OPEQ b.x;                                                                                  \
    a.y OPEQ b.y;                                                                                  \
    return a;                                                                                      \
  }                                                                                                \
  T1 __GOHIP_CX __GOHIP_V(3) &operator OPEQ(__GOHIP_V(3) & a, const __GOHIP_V(3) & b) {            \
    a.x OPEQ b.x;                                                                                  \
    a.y OPEQ b.y;                                                                                  \
    a.z OPEQ b.z;                                                                                  \
    return a;                                                                                      \
  }                                                                                                \
  T1 __GOHIP_CX __GOHIP_V(4) &operator OPEQ(__GOHIP_V(4) & a, const __GOHIP_V(4) & b) {            \
    a.x OPEQ b.x;                                                                                  \
    a.y OPEQ b.y;                                                                                  \
    a.z OPEQ b.z;                                                                                  \
    a.w OPEQ b.w;                                                                                  \
    return a;                                                                                      \
  }                                                                                                \
  TN __GOHIP_CX __GOHIP_V(__N) operator OP(const __GOHIP_V(__N) & a, const __GOHIP_V(__N) & b) {   \
    __GOHIP_V(__N) r(a);                                                                           \
    r OPEQ b;                                                                                      \
    return r;                                                                                      \
  }                                                                                                \
  TU __GOHIP_CX __GOHIP_V(__N) operator OP(const __GOHIP_V(__N) & a, __U b) {                      \
    __GOHIP_V(__N) r(a);                                                                           \
    r OPEQ __GOHIP_V(__N)(b);                                                                      \
    return r;                                                                                      \
  }                                                                                                \
  TU __GOHIP_CX __GOHIP_V(__N) operator OP(__U a, const __GOHIP_V(__N) & b) {                      \
    __GOHIP_V(__N) r(a);                                                                           \
    r OPEQ b;                                                                                      \
    return r;                                                                                      \
  }
#define __GOHIP_ARITHMETIC(OP, OPEQ)                                                               \
  __GOHIP_OPERATOR(OP, OPEQ, __GOHIP_T1, __GOHIP_TN, __GOHIP_TU)                                   \
  __GOHIP_TU __GOHIP_CX __GOHIP_V(__N) &operator OPEQ(__GOHIP_V(__N) & a, __U b) {                 \
    return a OPEQ __GOHIP_V(__N)(b);                                                               \
  }
__GOHIP_ARITHMETIC(+, +=)
__GOHIP_ARITHMETIC(-, -=)
__GOHIP_ARITHMETIC(*, *=)
__GOHIP_ARITHMETIC(/, /=)
__GOHIP_OPERATOR(%, %=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
__GOHIP_OPERATOR(&, &=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
__GOHIP_OPERATOR(|, |=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
__GOHIP_OPERATOR(^, ^=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
__GOHIP_OPERATOR(<<, <<=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
__GOHIP_OPERATOR(>>, >>=, __GOHIP_I1, __GOHIP_IN, __GOHIP_IU)
#undef __GOHIP_ARITHMETIC
#undef __GOHIP_OPERATOR

__GOHIP_TN __GOHIP_CX __GOHIP_V(__N) &operator++(__GOHIP_V(__N) & a) { return a += __T(1); }
__GOHIP_TN __GOHIP_CX __GOHIP_V(__N) &operator--(__GOHIP_V(__N) & a) { return a -= __T(1); }
__GOHIP_TN __GOHIP_CX __GOHIP_V(__N) operator++(__GOHIP_V(__N) & a, int) {
  __GOHIP_V(__N) old(a);
  a += __T(1);
  return old;
}
__GOHIP_TN __GOHIP_CX __GOHIP_V(__N) operator--(__GOHIP_V(__N) & a, int) {
  __GOHIP_V(__N) old(a);
  a -= __T(1);
  return old;
}
__GOHIP_TN __GOHIP_CX __GOHIP_V(__N) operator+(const __GOHIP_V(__N) & a) { return a; }
template <typename __T, unsigned __N, __GOHIP_IF(__T(-1) < __T(0))>
__GOHIP_CX __GOHIP_V(__N) operator-(const __GOHIP_V(__N) & a) {
  return a * __T(-1);
}
__GOHIP_IN __GOHIP_CX __GOHIP_V(__N) operator~(const __GOHIP_V(__N) & a) {
  return a ^ __T(~__T(0));
}
__GOHIP_T1 __GOHIP_CX bool operator==(const __GOHIP_V(1) & a, const __GOHIP_V(1) & b) {
  return a.x == b.x;
}
__GOHIP_T1 __GOHIP_CX bool operator==(const __GOHIP_V(2) & a, const __GOHIP_V(2) & b) {
  return a.x == b.x && a.y == b.y;
}
__GOHIP_T1 __GOHIP_CX bool operator==(const __GOHIP_V(3) & a, const __GOHIP_V(3) & b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
__GOHIP_T1 __GOHIP_CX bool operator==(const __GOHIP_V(4) & a, const __GOHIP_V(4) & b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
__GOHIP_TU __GOHIP_CX bool operator==(const __GOHIP_V(__N) & a, __U b) {
  return a == __GOHIP_V(__N)(b);
}
__GOHIP_TU __GOHIP_CX bool operator==(__U a, const __GOHIP_V(__N) & b) {
  return __GOHIP_V(__N)(a) == b;
}
__GOHIP_TN __GOHIP_CX bool operator!=(const __GOHIP_V(__N) & a, const __GOHIP_V(__N) & b) {
  return !(a == b);
}
__GOHIP_TU __GOHIP_CX bool operator!=(const __GOHIP_V(__N) & a, __U b) { return !(a == b); }
__GOHIP_TU __GOHIP_CX bool operator!=(__U a, const __GOHIP_V(__N) & b) { return !(a == b); }

#undef __GOHIP_V
#undef __GOHIP_CX
#undef __GOHIP_TU
#undef __GOHIP_IS_INT
#undef __GOHIP_I1
#undef __GOHIP_IN
#undef __GOHIP_IU
#undef __GOHIP_TN
#undef __GOHIP_T1

// The result of a make_ function is a template parameter so that its class is
// instantiated only where the function is called.
#define __GOHIP_VECTOR(__T, NAME)                                                                  \
  typedef HIP_vector_type<__T, 1> NAME##1;                                                         \
  typedef HIP_vector_type<__T, 2> NAME##2;                                                         \
  typedef HIP_vector_type<__T, 3> NAME##3;                                                         \
  typedef HIP_vector_type<__T, 4> NAME##4;                                                         \
  template <typename __R = NAME##1> __GOHIP_HDI constexpr __R make_##NAME##1(__T x) {              \
    return __R(x);                                                                                 \
  }                                                                                                \
  template <typename __R = NAME##2> __GOHIP_HDI constexpr __R make_##NAME##2(__T x, __T y) {       \
    return __R(x, y);                                                                              \
  }                                                                                                \
  template <typename __R = NAME##3>                                                                \
  __GOHIP_HDI constexpr __R make_##NAME##3(__T x, __T y, __T z) {                                  \
    return __R(x, y, z);                                                                           \
  }                                                                                                \
  template <typename __R = NAME##4>                                                                \
  __GOHIP_HDI constexpr __R make_##NAME##4(__T x, __T y, __T z, __T w) {                           \
    return __R(x, y, z, w);                                                                        \
  }

#else // C

#define __GOHIP_VECTOR(__T, NAME)                                                                  \
  typedef struct NAME##1 { __T x; }                                                                \
  NAME##1;                                                                                         \
  typedef struct NAME##2 {                                                                         \
    __T x __attribute__((aligned(sizeof(__T) * 2)));                                               \
    __T y;                                                                                         \
  }                                                                                                \
  NAME##2;                                                                                         \
  typedef struct NAME##3 { __T x, y, z; }                                                          \
  NAME##3;                                                                                         \
  typedef struct NAME##4 {                                                                         \
    __T x __attribute__((aligned(sizeof(__T) * 4)));                                               \
    __T y, z, w;                                                                                   \
  }                                                                                                \
  NAME##4;

#endif

__GOHIP_VECTOR(char, char)
__GOHIP_VECTOR(unsigned char, uchar)
__GOHIP_VECTOR(short, short)
__GOHIP_VECTOR(unsigned short, ushort)
__GOHIP_VECTOR(int, int)
__GOHIP_VECTOR(unsigned int, uint)
__GOHIP_VECTOR(long, long)
__GOHIP_VECTOR(unsigned long, ulong)
__GOHIP_VECTOR(long long, longlong)
__GOHIP_VECTOR(unsigned long long, ulonglong)
__GOHIP_VECTOR(float, float)
__GOHIP_VECTOR(double, double)
#undef __GOHIP_VECTOR

#endif
