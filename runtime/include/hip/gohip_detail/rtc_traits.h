// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The integer types and the few of <type_traits> that AMD's hiprtc gives programs, which have no C++ library
// there, by the names it gives them.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_RTC_TRAITS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_RTC_TRAITS_H

namespace __hip_internal {
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
template <class __T, __T __V> struct integral_constant {
  static constexpr __T value = __V;
  typedef __T value_type;
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool __B, class __T = void> struct enable_if {};
template <class __T> struct enable_if<true, __T> {
  typedef __T type;
};
template <class __T, class __U> struct is_same : integral_constant<bool, __is_same(__T, __U)> {};
template <class __T> struct is_integral : integral_constant<bool, __is_integral(__T)> {};
template <class __T> struct is_arithmetic : integral_constant<bool, __is_arithmetic(__T)> {};
template <class __T>
struct is_floating_point : integral_constant<bool, __is_floating_point(__T)> {};
template <class __T> struct is_signed : integral_constant<bool, __is_signed(__T)> {};
template <class __T> struct is_unsigned : integral_constant<bool, __is_unsigned(__T)> {};
} // namespace __hip_internal

#endif
