// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"

	"gohipcc/passes/llvm"
)

// Block copies and fills. OpenCL has no function for them and the producers'
// instruction for a copy takes a constant size only; so a short one of known size
// becomes loads and stores, and any other a loop, both in the widest unit that
// alignment and size allow.
//
//	call void @llvm.memcpy.p0.p1.i64(ptr align 8 %d, ptr addrspace(1) align 8 %s, i64 16, i1 false)
//
// becomes
//
//	%0 = load i64, ptr addrspace(1) %s, align 8
//	%1 = getelementptr i8, ptr addrspace(1) %s, i64 8
//	%2 = load i64, ptr addrspace(1) %1, align 8
//	store i64 %0, ptr %d, align 8
//	%3 = getelementptr i8, ptr %d, i64 8
//	store i64 %2, ptr %3, align 8

// unrolled is the most pieces that a copy is unrolled into.
const unrolled = 16

// callAlign is the alignment that a call states for a pointer argument.
func (u *Unit) callAlign(call llvm.Value, arg uint32) uint64 {
	n := llvm.GetCallSiteAttributeCount(call, arg+1)
	if n > 0 {
		list := make([]llvm.Attribute, n)
		llvm.GetCallSiteAttributes(call, arg+1, &list[0])
		for _, a := range list {
			if llvm.IsEnumAttribute(a) && llvm.GetEnumAttributeKind(a) == u.attrKind("align") {
				return llvm.GetEnumAttributeValue(a)
			}
		}
	}
	return 1
}

// unitFor is the widest power of two up to 8 that divides both.
func unitFor(align, size uint64) uint64 {
	unit := uint64(8)
	for unit > 1 && (align%unit != 0 || size%unit != 0) {
		unit /= 2
	}
	return unit
}

func lowerMemcpy(u *Unit, call llvm.Value)  { u.lowerCopy(call, false) }
func lowerMemmove(u *Unit, call llvm.Value) { u.lowerCopy(call, true) }

func (u *Unit) lowerCopy(call llvm.Value, overlap bool) {
	dst, src, n := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1), llvm.GetOperand(call, 2)
	da, sa := u.callAlign(call, 0), u.callAlign(call, 1)
	align := min(da, sa)
	b := u.before(call)
	if llvm.IsAConstantInt(n) != 0 {
		size := llvm.ConstIntGetZExtValue(n)
		if pieces := piecesOf(size, align); len(pieces) <= unrolled {
			var vals []llvm.Value
			for _, p := range pieces {
				v := llvm.BuildLoad2(b, u.intType(uint32(p.size*8)), u.offset(b, src, p.at), "")
				llvm.SetAlignment(v, uint32(alignAt(sa, p.at)))
				vals = append(vals, v)
			}
			for i, p := range pieces {
				s := llvm.BuildStore(b, vals[i], u.offset(b, dst, p.at))
				llvm.SetAlignment(s, uint32(alignAt(da, p.at)))
			}
			erase(call)
			return
		}
		align = unitFor(align, size)
	} else {
		align = 1
		n = llvm.BuildZExt(b, n, u.types.i64, "")
		if w := llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(call, 2))); w == 64 {
			n = llvm.GetOperand(call, 2)
		}
	}
	if llvm.GetIntTypeWidth(llvm.TypeOf(n)) != 64 {
		n = u.i64(llvm.ConstIntGetZExtValue(n))
	}
	d, s := llvm.GetPointerAddressSpace(llvm.TypeOf(dst)), llvm.GetPointerAddressSpace(llvm.TypeOf(src))
	// Memory of two specific address spaces cannot overlap.
	overlap = overlap && (d == s || d == asGeneric || s == asGeneric)
	f := u.copyHelper(d, s, align, overlap)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{dst, src, n}, "")
	erase(call)
}

func lowerMemset(u *Unit, call llvm.Value) {
	dst, val, n := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1), llvm.GetOperand(call, 2)
	align := u.callAlign(call, 0)
	b := u.before(call)
	if llvm.IsAConstantInt(n) != 0 {
		size := llvm.ConstIntGetZExtValue(n)
		if pieces := piecesOf(size, align); len(pieces) <= unrolled {
			for _, p := range pieces {
				s := llvm.BuildStore(b, u.splat(b, val, p.size), u.offset(b, dst, p.at))
				llvm.SetAlignment(s, uint32(alignAt(align, p.at)))
			}
			erase(call)
			return
		}
		align = unitFor(align, size)
		n = u.i64(size)
	} else {
		align = 1
		if llvm.GetIntTypeWidth(llvm.TypeOf(n)) != 64 {
			n = llvm.BuildZExt(b, n, u.types.i64, "")
		}
	}
	f := u.fillHelper(llvm.GetPointerAddressSpace(llvm.TypeOf(dst)), align)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{dst, u.splat(b, val, align), n}, "")
	erase(call)
}

// splat repeats a byte over an integer of size bytes.
func (u *Unit) splat(b llvm.Builder, val llvm.Value, size uint64) llvm.Value {
	if size == 1 {
		return val
	}
	t := u.intType(uint32(size * 8))
	ones := ^uint64(0) / 255
	if size < 8 {
		ones &= 1<<(size*8) - 1
	}
	return llvm.BuildMul(b, llvm.BuildZExt(b, val, t, ""), llvm.ConstInt(t, ones, false), "")
}

type piece struct{ at, size uint64 }

// piecesOf cuts size bytes into units no wider than the alignment.
func piecesOf(size, align uint64) []piece {
	var out []piece
	for at := uint64(0); at < size; {
		n := uint64(8)
		for n > 1 && (n > size-at || alignAt(align, at) < n) {
			n /= 2
		}
		out = append(out, piece{at, n})
		if at += n; len(out) > unrolled {
			break
		}
	}
	return out
}

// alignAt is the alignment at an offset from an aligned address.
func alignAt(align, at uint64) uint64 {
	for at%align != 0 {
		align /= 2
	}
	return align
}

func (u *Unit) offset(b llvm.Builder, p llvm.Value, at uint64) llvm.Value {
	if at == 0 {
		return p
	}
	return llvm.BuildInBoundsGEP2(b, u.types.i8, p, []llvm.Value{u.i64(at)}, "")
}

func spacePtr(as uint32) string {
	if as == 0 {
		return "ptr"
	}
	return fmt.Sprintf("ptr addrspace(%d)", as)
}

// copyHelper declares the function that copies n bytes in units of align bytes; its
// text is linked with the other helpers.
func (u *Unit) copyHelper(d, s uint32, align uint64, overlap bool) llvm.Value {
	name := fmt.Sprintf("__gohip.copy.%d.%d.%d", d, s, align)
	if overlap {
		name = fmt.Sprintf("__gohip.move.%d.%d.%d", d, s, align)
	}
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	t := fmt.Sprintf("i%d", align*8)
	dp, sp := spacePtr(d), spacePtr(s)
	forward := fmt.Sprintf(`
  %%some = icmp ne i64 %%n, 0
  br i1 %%some, label %%up, label %%done
up:
  %%i = phi i64 [ 0, %%%s ], [ %%i1, %%up ]
  %%sp = getelementptr i8, %[3]s %%s, i64 %%i
  %%dp = getelementptr i8, %[2]s %%d, i64 %%i
  %%v = load %[4]s, %[3]s %%sp, align %[5]d
  store %[4]s %%v, %[2]s %%dp, align %[5]d
  %%i1 = add nuw i64 %%i, %[5]d
  %%more = icmp ult i64 %%i1, %%n
  br i1 %%more, label %%up, label %%done
done:
  ret void
}
`, map[bool]string{false: "entry", true: "first"}[overlap], dp, sp, t, align)
	body := "entry:" + forward
	if overlap {
		x, y := "%d", "%s"
		casts := ""
		if d != s {
			// One of them is generic: compare as generic addresses.
			if d != asGeneric {
				casts, x = fmt.Sprintf("  %%dg = addrspacecast %s %%d to ptr addrspace(4)\n", dp), "%dg"
			} else {
				casts, y = fmt.Sprintf("  %%sg = addrspacecast %s %%s to ptr addrspace(4)\n", sp), "%sg"
			}
		}
		wide := dp
		if d != s {
			wide = spacePtr(asGeneric)
		}
		body = fmt.Sprintf(`entry:
%[7]s  %%da = ptrtoint %[6]s %[8]s to i64
  %%sa = ptrtoint %[6]s %[9]s to i64
  %%below = icmp ule i64 %%da, %%sa
  br i1 %%below, label %%first, label %%last
last:
  %%some2 = icmp ne i64 %%n, 0
  br i1 %%some2, label %%down, label %%end
down:
  %%j = phi i64 [ %%n, %%last ], [ %%j1, %%down ]
  %%j1 = sub nuw i64 %%j, %[5]d
  %%sq = getelementptr i8, %[3]s %%s, i64 %%j1
  %%dq = getelementptr i8, %[2]s %%d, i64 %%j1
  %%w = load %[4]s, %[3]s %%sq, align %[5]d
  store %[4]s %%w, %[2]s %%dq, align %[5]d
  %%more2 = icmp ne i64 %%j1, 0
  br i1 %%more2, label %%down, label %%end
end:
  ret void
first:`, "", dp, sp, t, align, wide, casts, x, y) + forward
	}
	u.pending += fmt.Sprintf("define void @%q(%s %%d, %s %%s, i64 %%n) nounwind {\n%s\n", name, dp, sp, body)
	return llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.types.void, []llvm.Type{u.ptr(d), u.ptr(s), u.types.i64}, false))
}

// fillHelper declares the function that fills n bytes with a unit of align bytes.
func (u *Unit) fillHelper(d uint32, align uint64) llvm.Value {
	name := fmt.Sprintf("__gohip.fill.%d.%d", d, align)
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	u.pending += fmt.Sprintf(`define void @%q(%[2]s %%d, %[3]s %%v, i64 %%n) nounwind {
entry:
  %%some = icmp ne i64 %%n, 0
  br i1 %%some, label %%up, label %%done
up:
  %%i = phi i64 [ 0, %%entry ], [ %%i1, %%up ]
  %%p = getelementptr i8, %[2]s %%d, i64 %%i
  store %[3]s %%v, %[2]s %%p, align %[4]d
  %%i1 = add nuw i64 %%i, %[4]d
  %%more = icmp ult i64 %%i1, %%n
  br i1 %%more, label %%up, label %%done
done:
  ret void
}

`, name, spacePtr(d), fmt.Sprintf("i%d", align*8), align)
	return llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.types.void, []llvm.Type{u.ptr(d), u.intType(uint32(align * 8)), u.types.i64}, false))
}

// lowerPtrmask clears bits of an address.
func lowerPtrmask(u *Unit, call llvm.Value) {
	p, m := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1)
	b := u.before(call)
	i := llvm.BuildPtrToInt(b, p, llvm.TypeOf(m), "")
	replace(call, llvm.BuildIntToPtr(b, llvm.BuildAnd(b, i, m, ""), llvm.TypeOf(p), ""))
}
