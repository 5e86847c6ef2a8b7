// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Memory intrinsics. OpenCL has no functions for block copies and fills, and the SPIR-V producers'
// copy instruction takes a constant size only. A short copy of constant size becomes loads and
// stores, any other one a loop, both in the widest unit that alignment and size allow.
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

// unrolled is the largest number of loads and stores that a copy is unrolled into.
const unrolled = 16

// unitFor returns the largest power of two up to 8 that divides both.
func unitFor(align, size uint64) uint64 {
	unit := uint64(8)
	for unit > 1 && (align%unit != 0 || size%unit != 0) {
		unit /= 2
	}
	return unit
}

func lowerMemcpy(u *ir.Unit, call llvm.Value) { lowerCopy(u, call, false) }

func lowerMemmove(u *ir.Unit, call llvm.Value) { lowerCopy(u, call, true) }

// UnrollCopy replaces a call of memcpy or memmove by loads and stores if its size is constant and
// they are few.
func UnrollCopy(u *ir.Unit, call llvm.Value) bool {
	dst, src, n := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1), llvm.GetOperand(call, 2)
	da, sa := u.CallAlign(call, 0), u.CallAlign(call, 1)
	if llvm.IsAConstantInt(n) == 0 {
		return false
	}
	pieces := piecesOf(llvm.ConstIntGetZExtValue(n), min(da, sa))
	if len(pieces) > unrolled {
		return false
	}
	if u.Target.Narrow && shared(dst) && shared(src) {
		pieces = halved(pieces)
	}
	b := u.Before(call)
	var vals []llvm.Value
	for _, p := range pieces {
		v := llvm.BuildLoad2(b, u.IntType(uint32(p.size*8)), offset(u, b, src, p.at), "")
		llvm.SetAlignment(v, uint32(alignAt(sa, p.at)))
		vals = append(vals, v)
	}
	for i, p := range pieces {
		s := llvm.BuildStore(b, vals[i], offset(u, b, dst, p.at))
		llvm.SetAlignment(s, uint32(alignAt(da, p.at)))
	}
	ir.Erase(call)
	return true
}

// lowerCopy replaces a call of memcpy, or of memmove if the operands may overlap, by loads and
// stores or by a call of a loop.
func lowerCopy(u *ir.Unit, call llvm.Value, overlap bool) {
	if UnrollCopy(u, call) {
		return
	}
	dst, src, n := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1), llvm.GetOperand(call, 2)
	align := min(u.CallAlign(call, 0), u.CallAlign(call, 1))
	b := u.Before(call)
	if llvm.IsAConstantInt(n) != 0 {
		align = unitFor(align, llvm.ConstIntGetZExtValue(n))
	} else {
		align = 1
		n = llvm.BuildZExt(b, n, u.Types.I64, "")
		if w := llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(call, 2))); w == 64 {
			n = llvm.GetOperand(call, 2)
		}
	}
	if llvm.GetIntTypeWidth(llvm.TypeOf(n)) != 64 {
		n = u.I64(llvm.ConstIntGetZExtValue(n))
	}
	d, s := llvm.GetPointerAddressSpace(llvm.TypeOf(dst)), llvm.GetPointerAddressSpace(llvm.TypeOf(src))
	// Memory in two different specific address spaces cannot overlap.
	overlap = overlap && (d == s || d == ir.GenericSpace || s == ir.GenericSpace)
	f := copyHelper(u, d, s, align, overlap)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{dst, src, n}, "")
	ir.Erase(call)
}

func lowerMemset(u *ir.Unit, call llvm.Value) {
	dst, val, n := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1), llvm.GetOperand(call, 2)
	align := u.CallAlign(call, 0)
	b := u.Before(call)
	if llvm.IsAConstantInt(n) != 0 {
		size := llvm.ConstIntGetZExtValue(n)
		if pieces := piecesOf(size, align); len(pieces) <= unrolled {
			for _, p := range pieces {
				s := llvm.BuildStore(b, splat(u, b, val, p.size), offset(u, b, dst, p.at))
				llvm.SetAlignment(s, uint32(alignAt(align, p.at)))
			}
			ir.Erase(call)
			return
		}
		align = unitFor(align, size)
		n = u.I64(size)
	} else {
		align = 1
		if llvm.GetIntTypeWidth(llvm.TypeOf(n)) != 64 {
			n = llvm.BuildZExt(b, n, u.Types.I64, "")
		}
	}
	f := fillHelper(u, llvm.GetPointerAddressSpace(llvm.TypeOf(dst)), align)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{dst, splat(u, b, val, align), n}, "")
	ir.Erase(call)
}

// splat repeats a byte to fill an integer of size bytes.
func splat(u *ir.Unit, b llvm.Builder, val llvm.Value, size uint64) llvm.Value {
	if size == 1 {
		return val
	}
	t := u.IntType(uint32(size * 8))
	ones := ^uint64(0) / 255
	if size < 8 {
		ones &= 1<<(size*8) - 1
	}
	return llvm.BuildMul(b, llvm.BuildZExt(b, val, t, ""), llvm.ConstInt(t, ones, false), "")
}

type piece struct{ at, size uint64 }

// piecesOf splits size bytes into units no wider than the alignment.
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

// halved splits pieces of 64 bits in two. A GPU with 32-bit registers loads and stores up to four
// consecutive words at once, but would have to split and reassemble wider values.
func halved(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if p.size == 8 {
			out = append(out, piece{p.at, 4}, piece{p.at + 4, 4})
		} else {
			out = append(out, p)
		}
	}
	return out
}

// shared reports whether a pointer is to memory that work-items share. Private memory is promoted
// to registers, with the types that it has.
func shared(p llvm.Value) bool {
	switch llvm.GetPointerAddressSpace(llvm.TypeOf(p)) {
	case ir.GlobalSpace, ir.ConstantSpace, ir.LocalSpace:
		return true
	}
	return false
}

// alignAt returns the alignment at an offset from an aligned address.
func alignAt(align, at uint64) uint64 {
	for at%align != 0 {
		align /= 2
	}
	return align
}

func offset(u *ir.Unit, b llvm.Builder, p llvm.Value, at uint64) llvm.Value {
	if at == 0 {
		return p
	}
	return llvm.BuildInBoundsGEP2(b, u.Types.I8, p, []llvm.Value{u.I64(at)}, "")
}

func spacePtr(as uint32) string {
	if as == 0 {
		return "ptr"
	}
	return fmt.Sprintf("ptr addrspace(%d)", as)
}

// upwards returns the end of a helper: in the block from, a loop in which %i counts from 0 to %n by
// step, with body does.
func upwards(from string, step uint64, does string) string {
	return fmt.Sprintf(`
  %%some = icmp ne i64 %%n, 0
  br i1 %%some, label %%up, label %%done
up:
  %%i = phi i64 [ 0, %%%[1]s ], [ %%i1, %%up ]%[3]s
  %%i1 = add nuw i64 %%i, %[2]d
  %%more = icmp ult i64 %%i1, %%n
  br i1 %%more, label %%up, label %%done
done:
  ret void
}
`, from, step, does)
}

// copyHelper declares the function that copies n bytes in units of align bytes; its text is linked
// with that of the other helpers.
func copyHelper(u *ir.Unit, d, s uint32, align uint64, overlap bool) llvm.Value {
	name := fmt.Sprintf("__gohip.copy.%d.%d.%d", d, s, align)
	if overlap {
		name = fmt.Sprintf("__gohip.move.%d.%d.%d", d, s, align)
	}
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	t := fmt.Sprintf("i%d", align*8)
	dp, sp := spacePtr(d), spacePtr(s)
	first := map[bool]string{false: "entry", true: "first"}[overlap]
	forward := upwards(first, align, fmt.Sprintf(`
  %%sp = getelementptr i8, %[2]s %%s, i64 %%i
  %%dp = getelementptr i8, %[1]s %%d, i64 %%i
  %%v = load %[3]s, %[2]s %%sp, align %[4]d
  store %[3]s %%v, %[1]s %%dp, align %[4]d`, dp, sp, t, align))
	body := "entry:" + forward
	if overlap {
		x, y := "%d", "%s"
		casts := ""
		if d != s {
			// One of them is generic: compare generic addresses.
			if d != ir.GenericSpace {
				casts, x = fmt.Sprintf("  %%dg = addrspacecast %s %%d to ptr addrspace(4)\n", dp), "%dg"
			} else {
				casts, y = fmt.Sprintf("  %%sg = addrspacecast %s %%s to ptr addrspace(4)\n", sp), "%sg"
			}
		}
		wide := dp
		if d != s {
			wide = spacePtr(ir.GenericSpace)
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
	u.Pending += fmt.Sprintf("define void @%q(%s %%d, %s %%s, i64 %%n) nounwind {\n%s\n", name, dp, sp, body)
	return llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.Types.Void, []llvm.Type{u.Ptr(d), u.Ptr(s), u.Types.I64}, false))
}

// fillHelper declares the function that fills n bytes in units of align bytes.
func fillHelper(u *ir.Unit, d uint32, align uint64) llvm.Value {
	name := fmt.Sprintf("__gohip.fill.%d.%d", d, align)
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	t, dp := fmt.Sprintf("i%d", align*8), spacePtr(d)
	loop := upwards("entry", align, fmt.Sprintf(`
  %%p = getelementptr i8, %[1]s %%d, i64 %%i
  store %[2]s %%v, %[1]s %%p, align %[3]d`, dp, t, align))
	u.Pending += fmt.Sprintf("define void @%q(%s %%d, %s %%v, i64 %%n) nounwind {\nentry:%s\n", name, dp, t, loop)
	return llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.Types.Void, []llvm.Type{u.Ptr(d), u.IntType(uint32(align * 8)), u.Types.I64}, false))
}

// lowerPtrmask clears bits of an address.
func lowerPtrmask(u *ir.Unit, call llvm.Value) {
	p, m := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1)
	b := u.Before(call)
	i := llvm.BuildPtrToInt(b, p, llvm.TypeOf(m), "")
	ir.Replace(call, llvm.BuildIntToPtr(b, llvm.BuildAnd(b, i, m, ""), llvm.TypeOf(p), ""))
}
