// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/llvm"
)

// redzone is the number of bytes that are poisoned after a variable: the address sanitizer reports
// an access there.
const redzone = 32

func (m *formation) redzone() uint64 {
	if m.redzones {
		return redzone
	}
	return 0
}

// trackItems makes each work-item write its flat local ID into the block's description, for
// messages.
func (m *formation) trackItems() {
	for _, r := range m.regions {
		linear := m.linearIn(r)
		b := m.inItem(r)
		n := llvm.BuildTrunc(b, linear, m.u.Types.I32, "")
		llvm.SetVolatile(llvm.BuildStore(b, n, m.w.address(m.u, blockItem)), true)
	}
}

// poisonShared poisons parts of the block's shared memory.
func (m *formation) poisonShared(parts []span) {
	for _, p := range parts {
		b := m.atBegin()
		shared := m.w.pointer(m.u, blockShared)
		at := llvm.BuildInBoundsGEP2(b, m.u.Types.I8, shared, []llvm.Value{m.u.I64(p.at)}, "")
		f := m.u.RuntimeFunction("__asan_poison_memory_region", m.u.Types.Void, m.u.Ptr(0), m.u.Types.I64)
		llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{at, m.u.I64(p.size)}, "")
	}
}

// poisonArray poisons the bytes after the variable in each element of a context array.
func (m *formation) poisonArray(s *slot, element, bytes uint64) {
	if !m.redzones {
		return
	}
	name := helperPrefix + "poison"
	if llvm.GetNamedFunction(m.u.Mod, name) == 0 {
		if err := m.u.LinkText(poisonText); err != nil {
			panic(err)
		}
		llvm.SetLinkage(llvm.GetNamedFunction(m.u.Mod, name), llvm.InternalLinkage)
	}
	b := m.atBegin()
	f := llvm.GetNamedFunction(m.u.Mod, name)
	llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{s.array, m.padded, m.u.I64(element), m.u.I64(bytes)}, "")
}

// atBegin positions the builder at the end of the preamble.
func (m *formation) atBegin() llvm.Builder {
	llvm.PositionBuilderBefore(m.u.B, m.begin)
	llvm.SetCurrentDebugLocation2(m.u.B, 0)
	return m.u.B
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
