// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"strconv"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/llvm"
)

// WarpSize returns the number of lanes of a warp, which is the size of the sub-groups that kernels using warp
// functions require.
func (u *Unit) WarpSize() int {
	if u != nil && u.Opts != nil && u.Opts.WarpSize != 0 {
		return u.Opts.WarpSize
	}
	return abi.WarpSize
}

// The OpenCL C functions that both SPIR-V producers turn into instructions or built-in variables
// when called by their mangled names (OpenCL C 3.0, 6.15). A name that ends in * is a prefix.
var openclBuiltins = strings.Fields(`
get_work_dim get_global_size get_global_id get_local_size get_enqueued_local_size get_local_id get_num_groups
get_group_id get_global_offset get_global_linear_id get_local_linear_id
get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups get_sub_group_id
get_sub_group_local_id get_sub_group_eq_mask get_sub_group_ge_mask get_sub_group_gt_mask get_sub_group_le_mask get_sub_group_lt_mask
acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc erf exp exp2
exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2 log10 log1p logb mad
maxmag minmag modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt tan
tanh tanpi tgamma trunc half_* native_*
abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample popcount mad24 mul24
degrees mix radians step smoothstep sign cross dot distance length normalize fast_*
isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan isnormal isordered
isunordered signbit any all bitselect select
vload* vstore* convert_* as_* shuffle shuffle2
barrier work_group_* sub_group_* intel_sub_group_* mem_fence read_mem_fence write_mem_fence atomic_* atom_* async_work_group_* wait_group_events prefetch
to_global to_local to_private get_fence bit_reverse bitfield_*
read_image* write_image* get_image_* ndrange_* enqueue_*
clock_read_*
`)

var openclNames, openclPrefixes = func() (map[string]bool, []string) {
	names := map[string]bool{}
	var prefixes []string
	for _, w := range openclBuiltins {
		if p, ok := strings.CutSuffix(w, "*"); ok {
			prefixes = append(prefixes, p)
		} else {
			names[w] = true
		}
	}
	return names, prefixes
}()

// MangledName returns the plain name of an Itanium-mangled function outside of any namespace: sinf
// of _Z4sinff.
func MangledName(symbol string) (string, bool) {
	rest, ok := strings.CutPrefix(symbol, "_Z")
	if !ok {
		return "", false
	}
	i := 0
	for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(rest[:i])
	if err != nil || n > len(rest)-i {
		return "", false
	}
	return rest[i : i+n], true
}

// OpenCLBuiltin reports whether a SPIR-V producer knows the function.
func OpenCLBuiltin(symbol string) bool {
	name, ok := MangledName(symbol)
	if !ok {
		return strings.HasPrefix(symbol, "__spirv_")
	}
	if openclNames[name] || strings.HasPrefix(name, "__spirv_") {
		return true
	}
	for _, p := range openclPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// BuiltinFeature returns the feature of docs/design/abi.md that a built-in function needs.
func BuiltinFeature(symbol string) (string, bool) {
	name := symbol
	if n, ok := MangledName(symbol); ok {
		name = n
	}
	name = strings.TrimPrefix(name, "__spirv_")
	for _, p := range []string{"sub_group_", "intel_sub_group_", "get_sub_group_", "get_max_sub_group_", "get_num_sub_groups", "SubgroupShuffle", "GroupNonUniform", "BuiltInSubgroup", "Subgroup"} {
		if strings.HasPrefix(name, p) {
			return abi.FeatureSubgroup, true
		}
	}
	return "", false
}

// WorkItemCall returns the name of the work-item function that is called and its dimension
// argument: 0 without an argument, -1 if it is not a constant.
func WorkItemCall(v llvm.Value) (name string, dim int64) {
	f := Callee(v)
	if name, dim := SpecialRegister(f.Name()); name != "" {
		return name, dim
	}
	name, ok := MangledName(f.Name())
	if !ok {
		name = strings.TrimPrefix(f.Name(), "__ockl_") // a call remains at -O0
	}
	for _, a := range Operands(v)[:llvm.GetNumArgOperands(v)] {
		if llvm.IsAConstantInt(a) == 0 {
			return name, -1
		}
		dim = llvm.ConstIntGetSExtValue(a)
	}
	return name, dim
}
