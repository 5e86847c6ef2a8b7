// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gohipcc/passes/ir"
	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// blockOmissions are the passes of LLVM's default<O3> that functions that run blocks do without, and why.
var blockOmissions = []struct{ why, passes string }{
	{"nothing of it is there: coroutines, OpenMP, profiles, other front ends' marks",
		"annotation-remarks annotation2metadata cg-profile chr coro-annotation-elide coro-cleanup coro-early coro-elide coro-split ee-instrument<> forceattrs " +
			"lower-expect memprof-remove-attributes move-auto-init alloc-token should-not-run-function-passes drop-unnecessary-assumes lower-constant-intrinsics " +
			"openmp-opt openmp-opt-cgscc transform-warning speculative-execution verify elim-avail-extern"},
	{"there are no calls with arguments: a block's function is inlined, and what else has been optimised before",
		"argpromotion called-value-propagation callsite-splitting deadargelim globalopt ipsccp rpo-function-attrs tailcallelim libcalls-shrinkwrap mem2reg"},
	{"the kernel has been through it, and loops over work-items give it nothing: the same code without it",
		"aggressive-instcombine constraint-elimination float2int indvars jump-threading loop-idiom loop-load-elim memcpyopt mldst-motion reassociate sccp"},
	{"off by default", "extra-simple-loop-unswitch-passes loop-distribute"},
	{"images have no tables of addresses", "rel-lookup-table-converter"},
}

var passName = regexp.MustCompile(`[a-z][a-z0-9-]*(<>)?`)

// passesOf returns the names of the passes and managers of a pipeline, in any order.
func passesOf(pipeline string) map[string]bool {
	for options := regexp.MustCompile(`<[^<>]+>`); options.MatchString(pipeline); {
		pipeline = options.ReplaceAllStringFunc(pipeline, func(o string) string {
			if o == "<should-not-run-function-passes>" {
				return "," + o[1:len(o)-1]
			}
			return ""
		})
	}
	names := map[string]bool{}
	for _, n := range passName.FindAllString(strings.ReplaceAll(pipeline, "<>", ""), -1) {
		names[n] = true
	}
	return names
}

// TestBlockPipelineIsComplete: each pass of LLVM's own pipeline is in that for blocks, or in the list of those that it omits.
func TestBlockPipelineIsComplete(t *testing.T) {
	u := irtest.Parse(t, "define void @f() {\n  ret void\n}\n")
	u.Opts.Level = "3"
	if u.Lib.Major < oldestBlockPasses {
		return // it is LLVM's own
	}
	opt, _ := u.LLVMTool("opt")
	cmd := exec.Command(opt, "-passes=default<O3>", "-print-pipeline-passes", "-disable-output", "-")
	cmd.Stdin = strings.NewReader("")
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs, ours, omitted := passesOf(string(text)), passesOf(blockPipeline(u)), map[string]bool{}
	for _, o := range blockOmissions {
		for n := range passesOf(o.passes) {
			omitted[n] = true
			if ours[n] || !theirs[n] {
				t.Errorf("%s is omitted (%s), and in the pipeline for blocks (%v), or not in LLVM's (%v)", n, o.why, ours[n], theirs[n])
			}
		}
	}
	for _, n := range ir.SortedKeys(theirs) {
		if !ours[n] && !omitted[n] {
			t.Errorf("LLVM's pass %s is neither in the pipeline for blocks nor omitted with a reason", n)
		}
	}
}

// TestBlockPipeline: what some of the passes are for. The function that runs a block becomes a part of its entry, and
// a loop over work-items whose result nothing uses disappears. At -O3 the condition that is the same in all iterations is
// decided before the loop.
func TestBlockPipeline(t *testing.T) {
	for level, unswitched := range map[string]bool{"2": false, "3": true} {
		u := irtest.Parse(t, blockLoops)
		u.Opts.Level = level
		if err := optimiseBlocks(u); err != nil {
			t.Fatal(err)
		}
		text := llvm.PrintModuleToString(u.Mod)
		if strings.Contains(text, "@k.block(") || strings.Contains(text, "sdiv") {
			t.Errorf("-O%s: the block's function, or the loop without a result, is left:\n%s", level, text)
		}
		if got := regexp.MustCompile(`(?s)br i1 %scale.*phi`).MatchString(text); got != unswitched {
			t.Errorf("-O%s: the condition is decided before the loop: %v, want %v:\n%s", level, got, unswitched, text)
		}
	}
}

// blockLoops is a function that runs a block: a loop without a result, and one under a condition.
const blockLoops = `
define internal void @k.block(ptr %p, ptr %q, i64 %n, i1 %scale) {
entry:
  br label %dead
dead:
  %x = phi i64 [ 0, %entry ], [ %x1, %dead ]
  %v = phi i64 [ 7, %entry ], [ %v1, %dead ]
  %v1 = sdiv i64 %v, 3
  %x1 = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x1, %n
  br i1 %again, label %dead, label %loop
loop:
  %y = phi i64 [ 0, %dead ], [ %y1, %latch ]
  %a = getelementptr float, ptr %p, i64 %y
  br i1 %scale, label %then, label %latch
then:
  %b = getelementptr float, ptr %q, i64 %y
  %f = load float, ptr %b
  %g = fmul float %f, 3.0
  store float %g, ptr %a
  br label %latch
latch:
  %y1 = add nuw nsw i64 %y, 1
  %more = icmp ult i64 %y1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @k(ptr %p, ptr %q, i64 %n, i1 %scale) {
  call void @k.block(ptr %p, ptr %q, i64 %n, i1 %scale)
  ret void
}
`
