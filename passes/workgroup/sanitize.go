// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/llvm"
)

// redzone is the number of bytes that are poisoned after a variable: the address sanitizer reports
// an access there.
const redzone = 32

func (kern *kernel) redzone() uint64 {
	if kern.redzones {
		return redzone
	}
	return 0
}

// poisonShared poisons parts of the block's shared memory.
func (kern *kernel) poisonShared(parts []span) {
	for _, p := range parts {
		b := kern.atBegin()
		shared := kern.w.pointer(kern.u, blockShared)
		at := llvm.BuildInBoundsGEP2(b, kern.u.Types.I8, shared, []llvm.Value{kern.u.I64(p.at)}, "")
		f := kern.u.RuntimeFunction("__asan_poison_memory_region", kern.u.Types.Void, kern.u.Ptr(0), kern.u.Types.I64)
		llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{at, kern.u.I64(p.size)}, "")
	}
}

// poisonArray poisons the bytes after the variable in each element of a context array.
func (c *contextArrays) poisonArray(s *slot, element, bytes uint64) {
	if !c.redzones {
		return
	}
	name := helperPrefix + "poison"
	if llvm.GetNamedFunction(c.u.Mod, name) == 0 {
		if err := c.u.LinkText(poisonText); err != nil {
			panic(err)
		}
		llvm.SetLinkage(llvm.GetNamedFunction(c.u.Mod, name), llvm.InternalLinkage)
	}
	b := c.atBegin()
	f := llvm.GetNamedFunction(c.u.Mod, name)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{s.array, c.padded, c.u.I64(element), c.u.I64(bytes)}, "")
}

// poisonText poisons all but the first bytes of each of n elements.
const poisonText = `
declare void @__asan_poison_memory_region(ptr, i64)
define void @__gohip.wg.poison(ptr %array, i64 %n, i64 %element, i64 %bytes) nounwind {
entry:
  %rest = sub i64 %element, %bytes
  br label %item
item:
  %i = phi i64 [ 0, %entry ], [ %i1, %item ]
  %o = mul i64 %i, %element
  %at = add i64 %o, %bytes
  %p = getelementptr inbounds i8, ptr %array, i64 %at
  call void @__asan_poison_memory_region(ptr %p, i64 %rest)
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %item, label %done
done:
  ret void
}
`
