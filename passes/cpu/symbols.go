// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import "strings"

// libm are the functions of libm that device libraries and LLVM's passes call, without the suffix f
// of the single-precision variants.
var libm = names(`acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1
fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma log log10 log1p log2 logb modf nearbyint nextafter
pow remainder rint round roundeven scalbn sin sincos sinh sqrt tan tanh tgamma trunc`)

// libc are the functions of libc that LLVM's optimiser and code generator call.
var libc = names("memcmp memcpy memmove memset memchr bcmp strlen wcslen")

func names(list string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(list) {
		out[n] = true
	}
	return out
}

// Builtin reports whether a function is provided by the processor's C library, or by the sanitizer
// runtime that the program links.
func Builtin(name string) bool {
	return strings.HasPrefix(name, "__ubsan_handle_") || libc[name] || libm[name] || libm[strings.TrimSuffix(name, "f")]
}
