// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/spirv"
)

// manyKernels builds a SPIR-V module with n kernels: entry points, names and records
// as gohipcc's device link writes them.
func manyKernels(n int) []byte {
	var b []byte
	word := func(v uint32) { b = le.AppendUint32(b, v) }
	str := func(s string) []byte { return append([]byte(s), make([]byte, 4-len(s)%4)...) }
	inst := func(op uint32, lit []byte, ops ...uint32) {
		word(uint32(1+len(ops)+len(lit)/4)<<16 | op)
		for _, o := range ops {
			word(o)
		}
		b = append(b, lit...)
	}
	for _, v := range []uint32{spirv.Magic, 0x00010200, 43<<16 | 22, uint32(n) + 10, 0} {
		word(v)
	}
	inst(spirv.OpCapability, nil, 6)
	inst(spirv.OpMemoryModel, nil, 2, 2)
	name := func(i int) string { return fmt.Sprintf("_Z4kernILi%dEEvPfS0_id", i) }
	for i := range n {
		inst(spirv.OpEntryPoint, str(name(i)), spirv.ModelKernel, uint32(i+1))
	}
	for i := range n {
		inst(spirv.OpName, str(name(i)), uint32(i+1))
	}
	inst(spirv.OpModuleProcessed, str(`gohip.v1 module {"target":"spirv64-unknown-unknown","segment_size":0,"segment_align":16}`))
	for i := range n {
		inst(spirv.OpModuleProcessed, str(fmt.Sprintf(`gohip.v1 kernel {".name":%q,".symbol":%q,".args":[{".offset":0,".size":8,".value_kind":"global_buffer",".address_space":"global"},`+
			`{".offset":8,".size":8,".value_kind":"global_buffer",".address_space":"global"},{".offset":16,".size":4,".value_kind":"by_value"},`+
			`{".offset":24,".size":8,".value_kind":"by_value"}],".kernarg_segment_size":32,".group_segment_fixed_size":0,".max_flat_workgroup_size":1024}`, name(i), name(i))))
	}
	inst(spirv.OpTypeVoid, nil, uint32(n+1))
	return b
}

// BenchmarkReadSPIRV is what the runtime pays at the load of a module of 10,000
// kernels, and BenchmarkKernelRecord what it pays at the first use of one.
func BenchmarkReadSPIRV(b *testing.B) {
	mod := manyKernels(10000)
	b.SetBytes(int64(len(mod)))
	for b.Loop() {
		m, err := ReadSPIRV(Bytes(mod), int64(len(mod)))
		if err != nil || len(m.Metadata().KernelNames()) != 10000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkKernelRecord(b *testing.B) {
	mod := manyKernels(100)
	m, err := ReadSPIRV(Bytes(mod), int64(len(mod)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if k, err := m.Metadata().Kernel("_Z4kernILi50EEvPfS0_id"); err != nil || len(k.Args) != 4 {
			b.Fatal(err)
		}
	}
}

// BenchmarkNamesVersusLLVM compares finding all kernel names of a file with
// llvm-objdump --offloading and llvm-readelf --notes of what that extracts, in one
// run. The file is that of GOHIP_FATBIN_FILES, else a small object.
func BenchmarkNamesVersusLLVM(b *testing.B) {
	file := "testdata/hip.o"
	if fs := strings.Fields(os.Getenv("GOHIP_FATBIN_FILES")); len(fs) > 0 {
		file = fs[0]
	}
	objdump, readelf := llvmTool(b, "llvm-objdump"), llvmTool(b, "llvm-readelf")
	abs, err := filepath.Abs(file)
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs time.Duration
	for b.Loop() {
		start := time.Now()
		f, err := Open(file)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for img := range f.Images() {
			g, err := img.GFX()
			if err != nil {
				b.Fatal(err)
			}
			for _, err := range g.KernelNames() {
				if err != nil {
					b.Fatal(err)
				}
				n++
			}
		}
		f.Close()
		ours += time.Since(start)

		start = time.Now()
		dir := b.TempDir()
		if err := os.Symlink(abs, filepath.Join(dir, "f")); err != nil {
			b.Fatal(err)
		}
		runTool(b, dir, nil, objdump, "--offloading", "f")
		images, _ := filepath.Glob(filepath.Join(dir, "f.*gfx*"))
		found := 0
		for _, i := range images {
			out, err := exec.Command(readelf, "--notes", i).Output()
			if err != nil {
				b.Fatal(err)
			}
			found += bytes.Count(out, []byte(" .symbol:"))
		}
		theirs += time.Since(start)
		os.RemoveAll(dir)
		if found != n {
			b.Fatalf("%d kernels, LLVM's tools find %d", n, found)
		}
	}
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ours/llvm")
}
