// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"strings"
)

// sfOp returns a scalar floating-point operation (gfx11.5 and newer) with n sources, implemented by
// the corresponding vector operation.
func sfOp(n int, t typ, f sem) sop {
	types := strings.Repeat(string(t), n)
	return sop{sig: "u:" + types, f: func(w *wave, a, b uint64) (uint64, int) { return f(w, a, b, 0), sccKeep }}
}

// scalarFloats are the scalar operations that equal the vector operation of the same name.
var scalarFloats = map[string]int{
	"add_f32": 2, "sub_f32": 2, "mul_f32": 2, "min_f32": 2, "max_f32": 2, "minimum_f32": 2, "maximum_f32": 2,
	"ceil_f32": 1, "floor_f32": 1, "trunc_f32": 1, "rndne_f32": 1,
	"add_f16": 2, "sub_f16": 2, "mul_f16": 2, "min_f16": 2, "max_f16": 2, "minimum_f16": 2, "maximum_f16": 2,
	"ceil_f16": 1, "floor_f16": 1, "trunc_f16": 1, "rndne_f16": 1,
	"cvt_f32_i32": 1, "cvt_f32_u32": 1, "cvt_i32_f32": 1, "cvt_u32_f32": 1, "cvt_f16_f32": 1, "cvt_f32_f16": 1,
}

func addScalarFloats() {
	for name, n := range scalarFloats {
		v := vops["v_"+name]
		sops["s_"+name] = sfOp(n, typ(v.src()[0]), v.f)
	}
	widen := vops["v_cvt_f32_f16"].f
	sops["s_cvt_hi_f32_f16"] = sop{sig: "u:u", f: func(w *wave, a, _ uint64) (uint64, int) {
		return widen(w, a>>16&0xffff, 0, 0), sccKeep
	}}
	sops["s_cvt_pk_rtz_f16_f32"] = sfOp(2, tF, vops["v_cvt_pkrtz_f16_f32"].f)
	for rel := range floatRelations {
		if rel == "f" || rel == "t" || rel == "tru" {
			continue
		}
		for _, t := range []string{"f16", "f32"} {
			types, f, err := predicate(rel + "_" + t)
			if err != nil {
				panic(err) // cannot happen: the loop iterates over floatRelations
			}
			sops["s_cmp_"+rel+"_"+t] = sop{sig: "-:" + types, f: func(w *wave, a, b uint64) (uint64, int) { return 0, flag(f(w, a, b)) }}
		}
	}
	for _, n := range []string{"exp", "log", "rcp", "rsq", "sqrt"} {
		for _, t := range []string{"f16", "f32"} {
			specialOps["v_s_"+n+"_"+t] = scalarTrans(n + "_" + t)
		}
	}
}

// scalarTrans compiles V_S_*: a transcendental operation on a scalar, with the modifiers of vector
// operations (RDNA 4 ISA, "Pseudo-scalar transcendental").
func scalarTrans(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) != 2 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		v := vops["v_"+name]
		t := v.dst()
		put, err := l.ops[0].put(32)
		if err != nil {
			return nil, err
		}
		get, err := l.ops[1].scalar(t)
		if err != nil {
			return nil, err
		}
		scale, clamp := l.outputModifiers()
		return func(w *wave) {
			r := v.f(w, get(w), 0, 0)
			if clamp || scale != 1 {
				r = finish(r, t, scale, clamp)
			}
			put(w, r&math.MaxUint32)
		}, nil
	}
}

// fmaScalar compiles S_FMAC, S_FMAAK and S_FMAMK.
func fmaScalar(t typ) compiler {
	return func(c *decoder, l *line) (step, error) {
		f := vops[map[typ]string{tF: "v_fma_f32", tH: "v_fma_f16"}[t]].f
		ops := l.ops
		if strings.HasPrefix(l.name, "s_fmac_") {
			ops = append(ops[:len(ops):len(ops)], l.ops[0])
		}
		if len(ops) != 4 {
			return nil, fmt.Errorf("%d operands", len(ops))
		}
		put, err := ops[0].put(32)
		if err != nil {
			return nil, err
		}
		var get [3]func(*wave) uint64
		for i := range get {
			if get[i], err = ops[i+1].scalar(t); err != nil {
				return nil, err
			}
		}
		return func(w *wave) { put(w, f(w, get[0](w), get[1](w), get[2](w))) }, nil
	}
}
