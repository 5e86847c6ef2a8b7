// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// libstdc++ 14's algorithms, which are constexpr since C++20 and so device functions too, call a
// static member that is not: std::sort, std::move_backward and others would not compile for devices.
// In this header, which uses the word for member functions only, static members are therefore host
// and device functions; what it includes has been included before.
#ifndef GOHIP_STD_STL_ALGOBASE
#define GOHIP_STD_STL_ALGOBASE

#include <bits/c++config.h>
#if defined(__HIP__) && defined(__clang__) && __cplusplus > 201703L && _GLIBCXX_RELEASE >= 13
#include <bits/concept_check.h>
#include <bits/cpp_type_traits.h>
#include <bits/functexcept.h>
#include <bits/move.h>
#include <bits/predefined_ops.h>
#include <bits/stl_iterator.h>
#include <bits/stl_iterator_base_funcs.h>
#include <bits/stl_iterator_base_types.h>
#include <bits/stl_pair.h>
#include <debug/debug.h>
#include <ext/numeric_traits.h>
#include <ext/type_traits.h>
#define static __attribute__((host)) __attribute__((device)) static
#include_next <bits/stl_algobase.h>
#undef static
#else
#include_next <bits/stl_algobase.h>
#endif

#endif
