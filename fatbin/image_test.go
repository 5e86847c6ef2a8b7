// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gohipcc/abi"
)

// args returns a kernel's arguments on a line each.
func args(k *abi.Kernel) string {
	var b strings.Builder
	for _, a := range k.Args {
		fmt.Fprintln(&b, strings.TrimSpace(fmt.Sprintf("%d+%d %s %s", a.Offset, a.Size, a.ValueKind, a.AddressSpace)))
	}
	return b.String()
}

func functions(fs []Function) string {
	var b strings.Builder
	for _, f := range fs {
		kind := f.Linkage
		if f.Kernel {
			kind = "kernel"
		}
		fmt.Fprintln(&b, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Name, kind, strings.Join(f.Kernels, ","))))
	}
	return b.String()
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if d := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// TestForeignSPIRV reads arguments from types: packed and natural structs, vectors,
// address spaces.
func TestForeignSPIRV(t *testing.T) {
	b := testFile(t, "foreign.spv")
	for name, r := range map[string]*SPIRV{"memory": must(ReadSPIRV(Bytes(b), int64(len(b))))(t), "reader": must(ReadSPIRV(bytes.NewReader(b), int64(len(b))))(t), "big-endian": must(ReadSPIRV(Bytes(swapWords(b)), int64(len(b))))(t)} {
		if r.Metadata() != nil {
			t.Fatalf("%s: metadata records in a foreign module", name)
		}
		body := must(r.Body())(t)
		if len(body.Kernels) != 2 {
			t.Fatalf("%s: kernels %v", name, body.Kernels)
		}
		check(t, name+": plain", args(&body.Kernels[0]), "0+8 global_buffer global\n8+8 global_buffer constant\n16+8 dynamic_shared_pointer local\n32+16 by_value\n48+1 by_value")
		check(t, name+": structs", args(&body.Kernels[1]), "0+9 by_value\n16+32 by_value\n48+8 global_buffer global\n64+16 by_value")
		check(t, name+": functions", functions(body.Functions), `
triple export plain
plain kernel
__clang_ocl_kern_imp_plain export
structs kernel
__clang_ocl_kern_imp_structs export`)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func swapWords(b []byte) []byte {
	out := bytes.Clone(b)
	for i := 0; i+4 <= len(out); i += 4 {
		out[i], out[i+1], out[i+2], out[i+3] = out[i+3], out[i+2], out[i+1], out[i]
	}
	return out
}

func TestRecords(t *testing.T) {
	b := testFile(t, "kernels.spv")
	m := must(ReadSPIRV(Bytes(b), int64(len(b))))(t).Metadata()
	if m == nil || m.Module.Target != "spirv64-unknown-unknown" || m.Module.SegmentSize == 0 {
		t.Fatalf("metadata %+v", m)
	}
	k := must(m.Kernel("vadd"))(t)
	check(t, "vadd", args(k), "0+8 global_buffer global\n8+8 global_buffer global\n16+8 global_buffer global\n24+4 by_value\n32+8 hidden_gohip_segment global")
	var names []string
	for _, g := range must(m.Globals())(t) {
		names = append(names, fmt.Sprintf("%s %d const=%v managed=%v", g.Name, g.Size, g.Constant, g.Managed))
	}
	check(t, "globals", strings.Join(names, "\n"), "counter 4 const=false managed=false\nscale 16 const=true managed=false\nseen.managed 4 const=false managed=true\nseen 8 const=false managed=true")
	segment := make([]byte, m.Module.SegmentSize)
	for d, err := range m.Data() {
		if err != nil {
			t.Fatal(err)
		}
		copy(segment[d.Offset:], d.Data)
	}
	if !bytes.Contains(segment, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40}) {
		t.Errorf("the segment does not hold scale's 1, 2, 3, 4: %x", segment)
	}
	if _, err := m.Kernel("nothing"); err == nil || !strings.Contains(err.Error(), `"nothing"`) {
		t.Errorf("a kernel that is not there: %v", err)
	}
}

func TestRecordsOutOfOrder(t *testing.T) {
	m := &Metadata{}
	for _, r := range []string{
		`gohip.v1 kernel {".kernarg_segment_size":8,".name":"later","unknown":1}`,
		`gohip.v1 kernel {".name":"quo\"te"}`,
		`gohip.v1 future {"a":1}`,
		`gohip.v1 module {"segment_size":4}`,
		`gohip.v1 data {".offset":2,"base64":"AAAA"}`,
	} {
		if err := m.add([]byte(r), 0); err != nil {
			t.Errorf("%s: %v", r, err)
		}
	}
	if d := cmp.Diff([]string{"later", `quo"te`}, m.KernelNames()); d != "" {
		t.Error(d)
	}
	for _, err := range m.Data() {
		if err == nil || !strings.Contains(err.Error(), "segment of 4 bytes") {
			t.Errorf("3 bytes at 2 in a segment of 4: %v", err)
		}
	}
	if err := m.add([]byte(`gohip.v1 kernel {".name":"later"}`), 0); err == nil {
		t.Error("two records of one kernel are taken")
	}
}

func TestPTX(t *testing.T) {
	b := testFile(t, "kernels.ptx")
	p := must(ReadPTX(Bytes(b), int64(len(b))))(t)
	if p.Target != "sm_80" || p.AddressSize != 64 || p.Version == "" || len(p.Kernels) != 2 {
		t.Fatalf("%+v", p)
	}
	check(t, "vadd", args(&p.Kernels[0]), "0+8 global_buffer generic\n8+8 global_buffer generic\n16+8 global_buffer generic\n24+4 by_value")
	check(t, "fill", args(&p.Kernels[1]), "0+8 global_buffer generic\n8+16 by_value\n24+2 by_value")
	check(t, "functions", functions(p.Functions), "_Z6helperf export vadd\nvadd kernel\n_Z4fillIlEvPT_4Pairs kernel")
}

func TestPTXText(t *testing.T) {
	src := `/* a { comment */ .version 8.3
.target sm_90a, debug
.address_size 64
.extern .func (.param .b32 r) ext (.param .b64 a);
// gohip.v1 module {"target":"nvptx64-nvidia-cuda"}
.visible .entry k(.param .align 16 .b8 k_0[48], .param .u16 k_1)
.reqntid 32, 4
.minnctapersm 2
{
  .reg .b32 %r; // }
  { call (r), ext, (%r); }
}
.const .align 8 .u64 table[3] = {1, 2, 3};
.entry bare() { ret; }
`
	p := must(ReadPTX(Bytes(src), int64(len(src))))(t)
	if len(p.Kernels) != 2 || p.Metadata() == nil || p.Metadata().Module.Target != "nvptx64-nvidia-cuda" {
		t.Fatalf("%+v", p)
	}
	k := &p.Kernels[0]
	check(t, "k", args(k)+fmt.Sprint(k.ReqdWorkgroupSize, k.MaxFlatWorkgroup), "0+48 by_value\n48+2 by_value\n[32 4 1] 128")
	check(t, "functions", functions(p.Functions), "ext import k\nk kernel\nbare kernel")
	if len(p.Globals) != 1 || p.Globals[0].Size != 24 || !p.Globals[0].Constant {
		t.Errorf("globals %+v", p.Globals)
	}
}

// Names that are no identifiers, and sizes that 64 bits do not hold.
func TestPTXErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".entry . { }", "the name of a function"},
		{".func a.b { }", "the name of a function"},
		{".entry 9k() { ret; }", "the name of a function"},
		{".entry k() .maxntid 4294967295, 4294967295, 4294967295 { ret; }", "fewer threads"},
		{".global .b64 t[281474976710655][281474976710655];", "a smaller .global variable"},
	} {
		src := ".version 8.0\n.target sm_70\n" + c.text
		if _, err := ReadPTX(Bytes([]byte(src)), int64(len(src))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestBitcode(t *testing.T) {
	b := testFile(t, "kernels.bc")
	m := must(ReadBitcode(Bytes(b), int64(len(b))))(t)
	if m.Triple != "amdgcn-amd-amdhsa" || !strings.HasPrefix(m.Producer, "LLVM22") || m.SourceFile != "kernels.hip" {
		t.Errorf("%+v", m)
	}
	var kernels []string
	for _, f := range m.Functions {
		if f.Kernel {
			kernels = append(kernels, f.Name)
		}
	}
	if d := cmp.Diff([]string{"vadd", "_Z4fillIlEvPT_4Pairs"}, kernels); d != "" {
		t.Error(d)
	}
	w := make([]byte, 20, 20+len(b)) // the wrapper: magic, version, offset, size, CPU
	le.PutUint32(w, 0x0b17c0de)
	le.PutUint32(w[8:], 20)
	le.PutUint32(w[12:], uint32(len(b)))
	w = append(w, b...)
	if m := must(ReadBitcode(Bytes(w), int64(len(w))))(t); m.Triple != "amdgcn-amd-amdhsa" {
		t.Errorf("in a wrapper: %+v", m)
	}
}

func TestGFX(t *testing.T) {
	b := testFile(t, "gfx90a-xnack.co")
	g := must(ReadGFX(Bytes(b), int64(len(b))))(t)
	if g.TargetID().String() != "gfx90a:xnack+" || g.SRAMECC != "any" || g.CodeObjectVersion != 6 {
		t.Errorf("target %s, sramecc %s, version %d", g.TargetID(), g.SRAMECC, g.CodeObjectVersion)
	}
	m := must(g.Metadata())(t)
	if m.Target != "amdgcn-amd-amdhsa--gfx90a:xnack+" || len(m.Version) != 2 {
		t.Errorf("metadata %+v", m)
	}
	ks := must(g.Kernels())(t)
	s := must(g.Symbols())(t)
	for _, d := range s.Descriptors {
		i := 0
		for ; i < len(ks) && ks[i].Name != d.Kernel; i++ {
		}
		if i == len(ks) {
			t.Errorf("descriptor of %q without metadata", d.Kernel)
			continue
		}
		k := ks[i]
		if uint64(d.GroupSize) != k.GroupSize || uint64(d.PrivateSize) != k.PrivateSize || uint64(d.KernargSize) != k.KernargSize {
			t.Errorf("descriptor %+v differs from the metadata %+v", d, k)
		}
		if uint64(d.VGPRs) < k.VGPRs || uint64(d.VGPRs) > k.VGPRs+16 || uint64(d.SGPRs) < k.SGPRs || uint64(d.SGPRs) > k.SGPRs+24 {
			t.Errorf("%s: %d VGPRs and %d SGPRs are allocated for %d and %d", d.Kernel, d.VGPRs, d.SGPRs, k.VGPRs, k.SGPRs)
		}
		found := false
		for _, f := range s.Functions {
			found = found || f.Name == d.Kernel && f.Kernel && f.Address == d.Entry
		}
		if !found {
			t.Errorf("%s: no function starts at its entry %#x", d.Kernel, d.Entry)
		}
	}
	if len(s.Descriptors) != 2 {
		t.Errorf("%d descriptors", len(s.Descriptors))
	}
	var vars []string
	for _, v := range s.Globals {
		if !strings.HasPrefix(v.Name, "__hip_cuid") {
			vars = append(vars, fmt.Sprintf("%s %d const=%v managed=%v", v.Name, v.Size, v.Constant, v.Managed))
		}
	}
	check(t, "variables", strings.Join(vars, "\n"), "scale 16 const=true managed=false\ncounter 4 const=false managed=false\nseen.managed 4 const=false managed=true\nseen 8 const=false managed=true")
}

func TestReachByRelocations(t *testing.T) {
	b := testFile(t, "gfx90a-relocatable.o")
	g := must(ReadGFX(Bytes(b), int64(len(b))))(t)
	check(t, "functions", functions(must(g.Symbols())(t).Functions), "_Z6helperf  vadd\n_Z4fillIlEvPT_4Pairs kernel\nvadd kernel")
}

func TestGFXFlags(t *testing.T) {
	base := testFile(t, "gfx1100.co")
	for _, c := range []struct {
		flags           uint32
		abi             byte
		target, sramecc string
		generic         int
	}{
		{0x53f, 4, "gfx90a", "any", 0},
		{0x73f, 4, "gfx90a:xnack+", "any", 0},
		{0xe3f, 3, "gfx90a:sramecc+:xnack-", "on", 0},
		{0x1000151, 4, "gfx9-generic", "", 1},
		{0x4c | 0x500, 4, "gfx942", "any", 0},
		{0x4e, 4, "gfx1201", "", 0},
		{0xfe, 4, "machine 0xfe", "", 0},
	} {
		b := bytes.Clone(base)
		b[8] = c.abi
		le.PutUint32(b[48:], c.flags)
		g := must(ReadGFX(Bytes(b), int64(len(b))))(t)
		if g.TargetID().String() != c.target || g.SRAMECC != c.sramecc || g.GenericVersion != c.generic || g.CodeObjectVersion != int(c.abi)+2 {
			t.Errorf("flags %#x: %s, sramecc %q, generic %d, version %d", c.flags, g.TargetID(), g.SRAMECC, g.GenericVersion, g.CodeObjectVersion)
		}
	}
}

func TestIR(t *testing.T) {
	src := `; ModuleID = 'k.hip'
source_filename = "k.hip"
target triple = "amdgcn-amd-amdhsa"
define protected amdgpu_kernel void @vadd(ptr %a) #0 {
define internal float @"od\22d name"(float %x) {
define spir_kernel void @_Z1kv() {
declare i32 @llvm.amdgcn.workitem.id.x()
`
	n := Scan(Bytes(src), int64(len(src)), "k.ll")
	if n.Kind != KindIR {
		t.Fatalf("kind %s", n.Kind)
	}
	m := must(n.Bitcode())(t)
	if m.Triple != "amdgcn-amd-amdhsa" || m.SourceFile != "k.hip" {
		t.Errorf("%+v", m)
	}
	check(t, "functions", functions(m.Functions), "vadd kernel\nod\\22d name\n_Z1kv kernel\nllvm.amdgcn.workitem.id.x import")
}

// TestOffloadBinaryVersions reads back every version, the last one compressed too.
func TestOffloadBinaryVersions(t *testing.T) {
	images := []OffloadInput{
		{1, 4, 0, [][2]string{{"triple", "amdgcn-amd-amdhsa"}, {"arch", "gfx90a"}}, bytes.Repeat([]byte("code "), 1000)},
		{6, 4, 0, [][2]string{{"triple", "spirv64"}, {"arch", "generic"}}, []byte("module")},
	}
	files := map[string][]byte{}
	for v := 1; v < len(offloadLayout); v++ {
		var b bytes.Buffer
		if err := WriteOffloadBinary(&b, v, images[:min(v, 2)]); err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("version %d", v)] = b.Bytes()
	}
	flat, n := files["version 3"], offloadLayout[3].header
	for _, m := range []Method{Zlib, Zstd} {
		var b bytes.Buffer
		b.Write(flat[:n])
		if err := compressTo(&b, flat[n:], CompressOptions{Method: m}); err != nil {
			t.Fatal(err)
		}
		le.PutUint64(b.Bytes()[8:], uint64(b.Len()))
		le.PutUint64(b.Bytes()[32:], uint64(len(flat)))
		files["version 3, "+m.String()] = b.Bytes()
	}
	for name, in := range files {
		t.Run(name, func(t *testing.T) {
			b, err := ReadOffloadBinary(Bytes(in), int64(len(in)))
			if err != nil {
				t.Fatal(err)
			}
			if b.Size != int64(len(in)) || len(b.Images) != min(b.Version, 2) {
				t.Fatalf("%d bytes and %d images", b.Size, len(b.Images))
			}
			for i, img := range b.Images {
				data, err := io.ReadAll(img.Open())
				if err != nil || !bytes.Equal(data, images[i].Data) || !slices.Equal(img.Strings, images[i].Strings) {
					t.Errorf("image %d: %+v, %d bytes, %v", i, img, len(data), err)
				}
			}
		})
	}
}

// Bitcode in memory ends where its blocks do, whatever follows.
func TestMeasureBitcode(t *testing.T) {
	b := testFile(t, "kernels.bc")
	if n := MeasureBitcode(append(bytes.Clone(b), "what follows in memory, of any kind \x00\xff"...)); n != int64(len(b)) {
		t.Errorf("%d bytes, want %d", n, len(b))
	}
	for cut := range 64 {
		if n := MeasureBitcode(b[:cut]); n > int64(cut) {
			t.Errorf("%d of %d bytes", n, cut)
		}
	}
	if MeasureBitcode([]byte("no bitcode")) != 0 {
		t.Error("text is measured")
	}
}
