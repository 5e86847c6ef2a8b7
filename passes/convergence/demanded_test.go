// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"fmt"
	"strings"
	"testing"

	"gohipcc/passes/ir/irtest"
)

const demandedHeader = `
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [32 x i32] zeroinitializer
declare i32 @_Z22get_sub_group_local_idv()
declare i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z19get_local_linear_idv()
declare i64 @_Z12get_group_idj(i32)
declare void @_Z7barrierj(i32) convergent
declare void @other(i32)
`

// steps returns a reduction over the lanes that follow, by 2 and by 1, with the given condition and
// the end of a kernel.
func steps(condition, first, last string) string {
	return `
define spir_kernel void @k(ptr addrspace(1) %p, i32 %v, i32 %n) {
  %lane = call i32 @_Z22get_sub_group_local_idv()
  %t = call i64 @_Z12get_local_idj(i32 0)
  %x = trunc i64 %t to i32
  %y = call i64 @_Z12get_local_idj(i32 1)
  %linear = call i64 @_Z19get_local_linear_idv()
  %group = call i64 @_Z12get_group_idj(i32 0)
  %value = add i32 %v, %lane
  %two = add i32 %lane, 2
  %over = icmp ugt i32 %two, 31
  %from2 = select i1 %over, i32 %lane, i32 %two
  %a = call i32 @_Z17sub_group_shufflejj(i32 %value, i32 %from2)
  %b = add i32 %value, %a
  %one = add i32 %lane, 1
  %last = icmp ne i32 %lane, 31
  %add = zext i1 %last to i32
  %from1 = add i32 %lane, %add
  %c = call i32 @_Z17sub_group_shufflejj(i32 %b, i32 %from1)
  %d = add i32 %b, %c
  ` + condition + `
  br i1 %if, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %group
  ` + first + `
  br label %done
done:
  ` + last + `
  ret void
}`
}

// TestDemandedLanes: which lanes of a reduction are demanded when one lane stores it, by the
// condition that selects the lane, and when other lanes observe it as well.
func TestDemandedLanes(t *testing.T) {
	const (
		store  = "store i32 %d, ptr addrspace(1) %at"
		byLane = "%if = icmp eq i32 %lane, 0"
		byX    = "%r = and i32 %x, 31\n  %if = icmp eq i32 %r, 0"
		one    = "1 3 3 f" // %d, %c's operand %b, %a, %value
		all    = "ffffffff ffffffff ffffffff ffffffff"
	)
	for _, c := range []struct{ name, condition, then, done, want string }{
		{"one lane", byLane, store, "", one},
		{"one lane, atomically", byLane, "%o = atomicrmw add ptr addrspace(1) %at, i32 %d monotonic", "", one},
		{"first half", "%if = icmp ult i32 %lane, 16", store, "", "ffff 1ffff 1ffff 7ffff"},
		{"logical and", "%l0 = icmp eq i32 %lane, 0\n  %l1 = icmp ne i32 %n, 0\n  %if = select i1 %l1, i1 %l0, i1 false", store, "", one},
		{"others too", byLane, store, "store i32 %d, ptr addrspace(1) %p", all},
		{"others add", byLane, store, "%e = add i32 %d, 1\n  store i32 %e, ptr addrspace(1) %p", all},
		{"data decide", "%if = icmp eq i32 %n, 0", store, "", all},
		{"a branch of all", "%if = icmp eq i32 %d, 0", "", "", all},
		{"PHI", byLane, "%e = add i32 %d, 1", "%f = phi i32 [ 0, %0 ], [ %e, %then ]\n  store i32 %f, ptr addrspace(1) %p", one},
		{"PHI of all", byLane, "%e = add i32 %d, 1", "%f = phi i32 [ %d, %0 ], [ %e, %then ]\n  store i32 %f, ptr addrspace(1) %p", all},
		{"select", byLane, "", "%f = select i1 %if, i32 %d, i32 7\n  store i32 %f, ptr addrspace(1) %p", one},
		{"other select", byLane, "", "%f = select i1 %if, i32 7, i32 %d\n  store i32 %f, ptr addrspace(1) %p", "fffffffe fffffffe fffffffe fffffffe"},
		{"call", byLane, "call void @other(i32 %d)", "", one},
		{"call of all", byLane, "", "call void @other(i32 %d)", all},
		{"linear ID", "%r = and i64 %linear, 31\n  %if = icmp eq i64 %r, 0", "store volatile i32 %d, ptr addrspace(1) %at", "", one},
		{"linear ID and x", "%m = or i64 %linear, %t\n  %if = icmp eq i64 %m, 0", store, "", all},
		// What follows from x alone holds in blocks of one row. In others, all rows store to one place.
		{"x", byX, store, "", one},
		{"x, to shared memory", "%if = icmp eq i32 %x, 0", "%q = getelementptr i32, ptr addrspace(3) @s, i32 %x\n  store i32 %d, ptr addrspace(3) %q", "", one},
		{"x, a barrier between", byX, store, "call void @_Z7barrierj(i32 3)\n  fence seq_cst", one},
		{"x, atomically", byX, "%o = atomicrmw add ptr addrspace(1) %at, i32 %d monotonic", "", all},
		{"x, a place for each row", byX, "%q = getelementptr i32, ptr addrspace(1) %at, i64 %y\n  store i32 %d, ptr addrspace(1) %q", "", all},
		{"x and y", "%z = or i64 %t, %y\n  %if = icmp eq i64 %z, 0", store, "", all},
		{"x, volatile", byX, "store volatile i32 %d, ptr addrspace(1) %at", "", all},
		{"x, a fence after it", byX, store + "\n  fence release", "", all},
		{"x, an atomic after it", byX, store, "%o = atomicrmw add ptr addrspace(1) %p, i32 1 release", all},
		{"x, a call after it", byX, store, "call void @other(i32 1)", all},
		{"x, in private memory", byX, "%q = alloca i32\n  store i32 %d, ptr %q", "", all},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := irtest.Parse(t, demandedHeader+steps(c.condition, c.then, c.done))
			v := func(name string) Lanes {
				return DemandedLanes(u, u.Definitions()[0]).Of(irtest.Value(t, u, "k", name))
			}
			if got := fmt.Sprintf("%x %x %x %x", v("d"), v("b"), v("a"), v("value")); got != c.want {
				t.Errorf("needed: %s, want %s", got, c.want)
			}
		})
	}
	t.Run("no kernel", func(t *testing.T) {
		text := strings.Replace(steps(byX, store, ""), "define spir_kernel", "define", 1)
		u := irtest.Parse(t, demandedHeader+text)
		if got := DemandedLanes(u, u.Definitions()[0]).Of(irtest.Value(t, u, "k", "d")); got != AllLanes {
			t.Errorf("needed: %x", got)
		}
	})
	t.Run("rows apart", func(t *testing.T) {
		// Some rows have exited when others store.
		text := strings.Replace(steps(byX, store, ""), "%value =", "%early = icmp ugt i64 %y, 3\n  br i1 %early, label %done, label %go\ngo:\n  %value =", 1)
		u := irtest.Parse(t, demandedHeader+text)
		if got := DemandedLanes(u, u.Definitions()[0]).Of(irtest.Value(t, u, "k", "d")); got != AllLanes {
			t.Errorf("needed: %x", got)
		}
	})
}

// TestDemandedSources: exchanges with unknown source lanes demand their operand in all lanes.
func TestDemandedSources(t *testing.T) {
	u := irtest.Parse(t, demandedHeader+`
define spir_kernel void @k(ptr addrspace(1) %p, i32 %v, i32 %n) {
  %lane = call i32 @_Z22get_sub_group_local_idv()
  %far = add i32 %v, %lane
  %swap = xor i32 %lane, 4
  %far.other = call i32 @_Z17sub_group_shufflejj(i32 %far, i32 %swap)
  %value = mul i32 %v, %lane
  %some = call i32 @_Z17sub_group_shufflejj(i32 %value, i32 %far.other)
  %if = icmp eq i32 %lane, 1
  br i1 %if, label %then, label %done
then:
  store i32 %some, ptr addrspace(1) %p
  br label %done
done:
  ret void
}`)
	d := DemandedLanes(u, u.Definitions()[0])
	for name, want := range map[string]Lanes{"some": 2, "value": AllLanes, "far.other": AllLanes, "far": AllLanes} {
		if got := d.Of(irtest.Value(t, u, "k", name)); got != want {
			t.Errorf("%%%s is needed in %x, want %x", name, got, want)
		}
	}
	if s := d.SourcesOf(irtest.Value(t, u, "k", "far.other")); s == nil || s[0] != 4 || s[5] != 1 {
		t.Errorf("sources %v", s)
	}
	if d.SourcesOf(irtest.Value(t, u, "k", "some")) != nil {
		t.Error("the lanes that data decide are known")
	}
}
