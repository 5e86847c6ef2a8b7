// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"syscall"
	"testing"
	"time"
)

// BenchmarkCompile compares Compile of LLVM IR for gfx90a with opt, llc and ld.lld run one after
// the other on the same IR: medians of wall and of processor time, and their ratios. IR that calls
// the device library is first linked by llvm-link.
func BenchmarkCompile(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkCompile(b, dotIR) })
	b.Run("library", func(b *testing.B) { benchmarkCompile(b, sineIR) })
}

const dotIR = `target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
define amdgpu_kernel void @dot(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %g, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %k = add i32 %base, %i
  %pa = getelementptr float, ptr addrspace(1) %a, i32 %k
  %pb = getelementptr float, ptr addrspace(1) %b, i32 %k
  %va = load float, ptr addrspace(1) %pa
  %vb = load float, ptr addrspace(1) %pb
  %m = fmul float %va, %vb
  %s1 = fadd float %s, %m
  %i1 = add nuw i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %done
done:
  %po = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %s1, ptr addrspace(1) %po
  ret void
}
`

func benchmarkCompile(b *testing.B, source string) {
	usePrefix(b)
	dir := b.TempDir()
	in := filepath.Join(dir, "in.ll")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		b.Fatal(err)
	}
	path := func(n string) string { return filepath.Join(dir, n) }
	peer := [][]string{
		{"opt-22", "-mcpu=gfx90a", "-O3", in, "-o", path("opt.bc")},
		{"llc-22", "-mcpu=gfx90a", "-O3", "-filetype=obj", path("opt.bc"), "-o", path("llc.o")},
		{"ld.lld-22", "-shared", path("llc.o"), "-o", path("image")},
	}
	if source != dotIR {
		tools, err := jitSetup()
		if err != nil {
			b.Fatal(err)
		}
		libs, err := amdLibraries(tools, "gfx90a", 6)
		if err != nil {
			b.Fatal(err)
		}
		link := append([]string{"llvm-link-22", "--internalize", "--only-needed", in}, libs...)
		peer = append([][]string{append(link, "-o", path("linked.bc"))}, peer...)
		peer[1][3] = path("linked.bc")
	}
	// cpu returns the processor time of the child processes that have ended.
	cpu := func() time.Duration {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r); err != nil {
			b.Fatal(err)
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	var ours, theirs, cached, oursCPU, theirsCPU []time.Duration
	o := &CompileOptions{Target: "gfx90a", NoCache: true}
	mustCompile(b, source, o)
	for b.Loop() {
		start, used := time.Now(), cpu()
		for _, argv := range peer {
			if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
				b.Fatalf("%v: %v\n%s", argv, err, out)
			}
		}
		theirs, theirsCPU = append(theirs, time.Since(start)), append(theirsCPU, cpu()-used)
		start, used = time.Now(), cpu()
		if _, err := Compile(b.Context(), []byte(source), o); err != nil {
			b.Fatal(err)
		}
		ours, oursCPU = append(ours, time.Since(start)), append(oursCPU, cpu()-used)
		mustCompile(b, source, &CompileOptions{Target: "gfx90a"})
		start = time.Now()
		mustCompile(b, source, &CompileOptions{Target: "gfx90a"})
		cached = append(cached, time.Since(start))
	}
	median := func(d []time.Duration) float64 {
		sort.Slice(d, func(i, j int) bool { return d[i] < d[j] })
		return float64(d[len(d)/2].Microseconds()) / 1000
	}
	b.ReportMetric(median(ours), "ms-compile")
	b.ReportMetric(median(theirs), "ms-opt+llc+lld")
	b.ReportMetric(median(ours)/median(theirs), "ratio")
	b.ReportMetric(median(oursCPU)/median(theirsCPU), "cpu-ratio")
	b.ReportMetric(median(cached), "ms-cached")
}
