// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// libstdc++'s configuration, and device forms of the functions that its assertions and checks
// call, so that checked members of std::array, std::variant and the like compile for devices.
// Devices have no exceptions: where the host would throw, the kernel ends as by abort().
#ifndef GOHIP_STD_CXXCONFIG
#define GOHIP_STD_CXXCONFIG

#include_next <bits/c++config.h>

// The special functions of <cmath> take a quarter of its time (see prelude.h for the macro).
#if defined(GOHIP_FEW_HEADERS)
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif

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
#define GOHIP_DEVICE_THROW(name, ...)                                                              \
  __attribute__((device, noreturn, always_inline)) inline void name(__VA_ARGS__) {                 \
    __gohip_stop(1);                                                                               \
  }
GOHIP_DEVICE_THROW(__throw_bad_exception)
GOHIP_DEVICE_THROW(__throw_bad_alloc)
GOHIP_DEVICE_THROW(__throw_bad_array_new_length)
GOHIP_DEVICE_THROW(__throw_bad_cast)
GOHIP_DEVICE_THROW(__throw_bad_typeid)
GOHIP_DEVICE_THROW(__throw_bad_function_call)
GOHIP_DEVICE_THROW(__throw_bad_optional_access)
GOHIP_DEVICE_THROW(__throw_bad_variant_access, bool)
GOHIP_DEVICE_THROW(__throw_bad_variant_access, const char *)
GOHIP_DEVICE_THROW(__throw_logic_error, const char *)
GOHIP_DEVICE_THROW(__throw_domain_error, const char *)
GOHIP_DEVICE_THROW(__throw_invalid_argument, const char *)
GOHIP_DEVICE_THROW(__throw_length_error, const char *)
GOHIP_DEVICE_THROW(__throw_out_of_range, const char *)
GOHIP_DEVICE_THROW(__throw_runtime_error, const char *)
GOHIP_DEVICE_THROW(__throw_range_error, const char *)
GOHIP_DEVICE_THROW(__throw_overflow_error, const char *)
GOHIP_DEVICE_THROW(__throw_underflow_error, const char *)
GOHIP_DEVICE_THROW(__throw_system_error, int)
#undef GOHIP_DEVICE_THROW
__attribute__((device, noreturn)) inline void __throw_out_of_range_fmt(const char *, ...) {
  __gohip_stop(1);
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
