// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The keywords of the language, and the short forms the other headers here are
// written with. They hold for the device side and the host side of a program,
// which parse the same declarations.
//
// A function with an empty pack of further arguments, `template <typename... __Less>`, is one that HIP 6
// does not declare: a program may define it itself, even with the same parameters, and overload
// resolution prefers the program's.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_MACROS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_MACROS_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H // the guard of AMD's header, which projects test

#if defined(__clang__) && defined(__HIP__)

// Lanes of a wavefront, which libraries take to be 64 where nothing says otherwise. The driver
// defines it for device code of AMD's targets. Host code that is compiled beside one has
// __AMDGCN__ too; it parses device code, so that it needs a number, and gets AMD's default unless
// the driver knows that all targets have 32.
#if !defined(__AMDGCN_WAVEFRONT_SIZE)
#if defined(__AMDGCN__)
#if defined(__HIP_DEVICE_COMPILE__)
#define __GOHIP_ANY_WAVEFRONT 1
#endif
#define __AMDGCN_WAVEFRONT_SIZE 64
#else
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#endif
#if !defined(__AMDGCN_WAVEFRONT_SIZE__)
#define __AMDGCN_WAVEFRONT_SIZE__ __AMDGCN_WAVEFRONT_SIZE
#endif

#if defined(__SPIRV__) && defined(__HIP_DEVICE_COMPILE__)
// clang has no __int128 for SPIR-V, but it has _BitInt(128), which differs in alignment and in
// how it is mangled: the runtime finds kernels and variables by either name (runtime/backend/int128_names.go).
typedef _BitInt(128) __gohip_int128 __attribute__((aligned(16)));
typedef unsigned _BitInt(128) __gohip_uint128 __attribute__((aligned(16)));
#define __int128                                                                                   \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wignored-attributes\"")    \
      __attribute__((aligned(16))) _BitInt(128) _Pragma("clang diagnostic pop")
#define __int128_t __gohip_int128
#define __uint128_t __gohip_uint128
#endif

#if defined(__HIP_DEVICE_COMPILE__) && __cplusplus >= 201103L && !__has_feature(tls)
// Device code parses the host's thread_local variables on every target, but only AMD's targets answer
// that they have it, so that a header which asks would declare other things than for the host. The
// rest of the features are extensions, too; those that are extensions alone stay what they were.
#define __GOHIP_FEATURE_tls ~, 1
#define __GOHIP_FEATURE___tls__ ~, 1
#define __GOHIP_FEATURE_cxx_thread_local ~, 1
#define __GOHIP_FEATURE___cxx_thread_local__ ~, 1
#define __GOHIP_FEATURE_c_alignas ~, 0
#define __GOHIP_FEATURE_c_alignof ~, 0
#define __GOHIP_FEATURE_c_atomic ~, 0
#define __GOHIP_FEATURE_c_attributes ~, 0
#define __GOHIP_FEATURE_c_fixed_enum ~, 0
#define __GOHIP_FEATURE_c_generic_selections ~, 0
#define __GOHIP_FEATURE_c_generic_selection_with_controlling_type ~, 0
#define __GOHIP_FEATURE_c_static_assert ~, 0
#define __GOHIP_FEATURE_c_thread_local ~, 0
#define __GOHIP_FEATURE_cxx_attributes_on_using_declarations ~, 0
#define __GOHIP_FEATURE_cxx_explicit_this_parameter ~, 0
#define __GOHIP_FEATURE_cxx_fixed_enum ~, 0
#define __GOHIP_FEATURE_cxx_generalized_nttp ~, 0
#define __GOHIP_FEATURE_cxx_type_aware_allocators ~, 0
#define __GOHIP_FEATURE_datasizeof ~, 0
#define __GOHIP_FEATURE_define_target_os_macros ~, 0
#define __GOHIP_FEATURE_gnu_asm ~, 0
#define __GOHIP_FEATURE_gnu_asm_constexpr_strings ~, 0
#define __GOHIP_FEATURE_gnu_asm_goto_with_outputs ~, 0
#define __GOHIP_FEATURE_gnu_asm_goto_with_outputs_full ~, 0
#define __GOHIP_FEATURE_matrix_types ~, 0
#define __GOHIP_FEATURE_matrix_types_scalar_division ~, 0
#define __GOHIP_FEATURE_overloadable_unmarked ~, 0
#define __GOHIP_FEATURE_pragma_clang_attribute_external_declaration ~, 0
#define __GOHIP_FEATURE_pragma_clang_attribute_namespaces ~, 0
#define __GOHIP_FEATURE_statement_attributes_with_gnu_syntax ~, 0
#define __GOHIP_FEATURE_swiftasynccc ~, 0
#define __GOHIP_FEATURE_swiftcc ~, 0
#if __cplusplus < 201402L
#define __GOHIP_FEATURE_cxx_binary_literals ~, 0
#define __GOHIP_FEATURE_cxx_init_captures ~, 0
#define __GOHIP_FEATURE_cxx_variable_templates ~, 0
#endif
#define __GOHIP_SECOND(...) __GOHIP_SECOND_OF(__VA_ARGS__)
#define __GOHIP_SECOND_OF(a, b, ...) b
#define __has_feature(x) __GOHIP_SECOND(__GOHIP_FEATURE_##x, __has_extension(x), 0)
#endif

#if defined(__HIP_DEVICE_COMPILE__)
#undef __FLOAT128__ // the host's, which no device has
#endif

#if defined(__CUDA_ARCH__)
// clang's NVPTX targets have this macro of CUDA's, which HIP's compilers have not, and none of the others. A
// program that tests it tests CUDA_VERSION beside it and takes a toolkit before 8.0 for granted, as where it
// adds doubles by compare-and-exchange. The headers here test __GOHIP_SM, programs can test __NVPTX__.
#if __CUDA_ARCH__ >= 900
#define __GOHIP_SM 900
#elif __CUDA_ARCH__ >= 800
#define __GOHIP_SM 800
#else
#define __GOHIP_SM 700
#endif
#undef __CUDA_ARCH__
#endif

#if !defined(__AMDGCN__)
// The loads and stores of rocPRIM and hipCUB that carry a cache modifier are AMD's assembly
// unless this is 0; then they are loads and stores.
#define ROCPRIM_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#define ROCPRIM_THREAD_STORE_USE_CACHE_MODIFIERS 0
#define HIPCUB_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#define HIPCUB_THREAD_STORE_USE_CACHE_MODIFIERS 0
#endif

#if __has_warning("-Wmissing-template-arg-list-after-template-kw")
// An error since clang 19; rocPRIM before 3.4 leaves the list out.
#pragma clang diagnostic warning "-Wmissing-template-arg-list-after-template-kw"
#endif

#ifndef __host__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#endif
#if defined(__SPIRV__)
// For SPIR-V clang puts the calling convention of kernels into their type, which no
// function pointer type that a program writes matches then. A convention that is
// spelled out goes first, and one that no target here has becomes the default.
#undef __global__
#define __global__                                                                                 \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wignored-attributes\"")    \
      __attribute__((global, stdcall)) _Pragma("clang diagnostic pop")
#endif
#ifndef __managed__
#define __managed__ __attribute__((managed))
#endif
#ifndef __launch_bounds__
#if defined(__AMDGCN__)
// AMD's code generator reads attributes of its own; the second number is the least
// wavefronts per execution unit, as in AMD's headers.
#define __gohip_bounds_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define __gohip_bounds_2(threads, waves)                                                           \
  __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(waves)))
#elif defined(__SPIRV__)
// clang tells SPIR-V nothing of these, but checks them; the annotation is what the device
// link reads.
#define __gohip_bounds_1(threads)                                                                  \
  __attribute__((amdgpu_flat_work_group_size(1, threads),                                          \
                 annotate("gohip.launch_bounds", (unsigned)(threads))))
#define __gohip_bounds_2(threads, waves)                                                           \
  __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(waves),              \
                 annotate("gohip.launch_bounds", (unsigned)(threads), (unsigned)(waves))))
#endif
#ifdef __gohip_bounds_1
#define __gohip_bounds_3(threads, waves, clusters) __gohip_bounds_2(threads, waves)
#define __gohip_bounds(a, b, c, name, ...) name
#define __launch_bounds__(...)                                                                     \
  __gohip_bounds(__VA_ARGS__, __gohip_bounds_3, __gohip_bounds_2, __gohip_bounds_1, )(__VA_ARGS__)
#else
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
#endif
#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __cluster_dims__
#define __cluster_dims__(...)
#endif

#else

#include <hip/gohip_detail/host_words.h>
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif

#endif

#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#ifndef __align__
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#endif

#if defined(__cplusplus) && __cplusplus >= 201402L
#define __GOHIP_CONSTEXPR14 constexpr
#else
#define __GOHIP_CONSTEXPR14
#endif

// Host and device; device; device without side effects; device with a body here.
#define __GOHIP_HD __host__ __device__
#define __GOHIP_HDI __host__ __device__ inline __attribute__((always_inline))
#define __GOHIP_DI __attribute__((device)) inline __attribute__((always_inline))
// A parameter that may get a value which was never computed: of lanes whose value nobody
// reads, as programs have them. Without it such a call cannot be, to clang, and the branches
// that lead to it go one way only. AMD's headers say the same. Member functions take a
// reference instead: there clang counts the object as the first parameter, and would keep
// it in memory.
#define __GOHIP_MAYBE_UNDEF __attribute__((maybe_undef))
#if defined(__cplusplus)
namespace gohip_detail {
// A number cut to an integer; what does not fit becomes the closest one, and no number
// zero. GPUs convert so; to C it is undefined.
template <class __To, class __From> __GOHIP_HDI __To to_integer(__From x) {
  const bool negative = (__To)-1 < (__To)0;
  const __To most = (__To)(~0ull >> (64 - 8 * sizeof(__To) + negative));
  const __To least = negative ? (__To)(-most - 1) : (__To)0;
  return x >= (__From)most ? most : x > (__From)least ? (__To)x : x == x ? least : (__To)0;
}
} // namespace gohip_detail
#endif
// The postfix operators of a type that has the prefix ones.
#define __GOHIP_POSTFIX(QUALIFIERS, T)                                                             \
  QUALIFIERS T operator++(T &a, int) {                                                             \
    T old = a;                                                                                     \
    ++a;                                                                                           \
    return old;                                                                                    \
  }                                                                                                \
  QUALIFIERS T operator--(T &a, int) {                                                             \
    T old = a;                                                                                     \
    --a;                                                                                           \
    return old;                                                                                    \
  }
// What a type has for each operator, which M takes.
#define __GOHIP_EACH_ARITHMETIC(M) M(+) M(-) M(*) M(/)
#define __GOHIP_EACH_COMPARISON(M) M(==) M(!=) M(<) M(>) M(<=) M(>=)
// A body in the device library under the name given, which says of itself that it has no
// side effects: said here, clang would warn of calls whose value is not used.
#define __GOHIP_LIB(NAME) __asm__(#NAME) __attribute__((nothrow))
#define __GOHIP_PURE(NAME) __asm__(#NAME) __attribute__((nothrow))

#if defined(__NVPTX__)
#include <hip/gohip_detail/nvptx_scopes.h>
// rocPRIM's reductions and scans use shuffles, which are instructions, and not data-parallel primitives,
// which are a shuffle and the computation of its lane.
#if !defined(ROCPRIM_DETAIL_USE_DPP)
#define ROCPRIM_DISABLE_DPP
#define ROCPRIM_DETAIL_USE_DPP false
#endif
#endif

#endif
