// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// libstdc++'s configuration, and a device form of the function that its assertions
// call, so that checked members of std::array and the like compile for devices.
#ifndef GOHIP_STD_CXXCONFIG
#define GOHIP_STD_CXXCONFIG

#include_next <bits/c++config.h>

#if defined(__HIP__) && defined(__clang__) && defined(__cplusplus)
extern "C" __attribute__((device, nothrow, noreturn)) void __gohip_stop(unsigned);
namespace std {
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_BEGIN_NAMESPACE_VERSION
#endif
__attribute__((device, noreturn, always_inline)) inline void
__glibcxx_assert_fail(const char *, int, const char *, const char *) noexcept {
  __gohip_stop(2);
}
__attribute__((device, always_inline)) inline void __glibcxx_assert_fail() noexcept {
  __gohip_stop(2);
}
#if __cplusplus < 201402L
// Later standards have these as constexpr functions, which are device functions too.
template <class _Tp> __attribute__((device)) inline const _Tp &max(const _Tp &__a, const _Tp &__b) {
  return __a < __b ? __b : __a;
}
template <class _Tp> __attribute__((device)) inline const _Tp &min(const _Tp &__a, const _Tp &__b) {
  return __b < __a ? __b : __a;
}
#endif
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_END_NAMESPACE_VERSION
#endif
} // namespace std
#endif

#endif
