// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/amdlink"
)

// getpc is the start of a PC-relative reference: s_getpc gives the address of the next instruction,
// to which an offset is added.
var getpc = regexp.MustCompile(`s_getpc_b64[^\n]*// 0*([0-9A-F]+):[^\n]*\n(?:[^\n]*s_nop[^\n]*\n|[^\n]*s_delay_alu[^\n]*\n)?[^\n]*s_add_u32 s\d+, s\d+, 0x([0-9a-f]+)`)

// TestLinkAMD: the code objects of Link have the same metadata, descriptors, symbols and
// disassembly as ld.lld's, addresses aside.
func TestLinkAMD(t *testing.T) {
	usePrefix(t)
	table := strings.Replace(sineIR, "define amdgpu_kernel", `@table = internal unnamed_addr addrspace(4) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0]
define internal float @look(i32 %i) noinline {
  %q = getelementptr [4 x float], ptr addrspace(4) @table, i32 0, i32 %i
  %v = load float, ptr addrspace(4) %q
  ret float %v
}
define amdgpu_kernel`, 1)
	table = strings.Replace(table, "store float %s,", "%w = call float @look(i32 %i)\n  %z = fadd float %s, %w\n  store float %z,", 1)
	for name, src := range map[string]string{"sine": sineIR, "table and call": table, "two kernels": sineIR + strings.ReplaceAll(sineIR[strings.Index(sineIR, "define"):], "@sine", "@again")} {
		for _, target := range []string{"gfx90a", "gfx1100"} {
			obj := mustCompile(t, src, &CompileOptions{Target: target, Relocatable: true}).Bytes
			ours, ok := amdlink.Link(obj)
			if !ok {
				t.Errorf("%s for %s was left to ld.lld", name, target)
				continue
			}
			dir := t.TempDir()
			in, out, mine := filepath.Join(dir, "in.o"), filepath.Join(dir, "lld.co"), filepath.Join(dir, "ours.co")
			for path, b := range map[string][]byte{in: obj, mine: ours} {
				if err := os.WriteFile(path, b, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			tool := func(argv ...string) string {
				t.Helper()
				b, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", argv, err, b)
				}
				return string(b)
			}
			tool("ld.lld-22", "-shared", "--no-undefined", in, "-o", out)
			theirs, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			describe := func(b []byte) (ks []abi.Kernel, syms *fatbin.GFXSymbols) {
				g, err := fatbin.ReadGFX(fatbin.Bytes(b), int64(len(b)))
				if err == nil {
					ks, err = g.Kernels()
				}
				if err == nil {
					syms, err = g.Symbols()
				}
				if err != nil {
					t.Fatal(err)
				}
				return ks, syms
			}
			k1, s1 := describe(ours)
			k2, s2 := describe(theirs)
			if !reflect.DeepEqual(k1, k2) {
				t.Errorf("%s: kernels %+v\nld.lld %+v", name, k1, k2)
			}
			if len(s1.Descriptors) != len(s2.Descriptors) {
				t.Fatalf("%s: %d descriptors, ld.lld %d", name, len(s1.Descriptors), len(s2.Descriptors))
			}
			for i := range s1.Descriptors {
				a, b := s1.Descriptors[i], s2.Descriptors[i]
				a.Address, a.Entry, b.Address, b.Entry = 0, 0, 0, 0
				if !reflect.DeepEqual(a, b) {
					t.Errorf("%s: descriptor %+v\nld.lld %+v", name, a, b)
				}
				// The entry is the kernel's own code.
				d := s1.Descriptors[i]
				found := false
				for _, f := range s1.Functions {
					found = found || f.Name == d.Kernel && f.Address == d.Entry
				}
				if !found {
					t.Errorf("%s: descriptor of %s enters %#x; functions %+v", name, d.Kernel, d.Entry, s1.Functions)
				}
			}
			// The same instructions; addresses in comments and in relative references differ.
			comments := regexp.MustCompile(`(?m)\s*//.*$|^[0-9a-f]{16} |^.*file format.*$`)
			numbers := regexp.MustCompile(`(?m)0x[0-9a-f]+$`)
			code := func(path string) string {
				return numbers.ReplaceAllString(comments.ReplaceAllString(tool("llvm-objdump-22", "-d", path), ""), "")
			}
			if a, b := code(mine), code(out); a != b {
				x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
				for i := range x {
					if i >= len(y) || x[i] != y[i] {
						t.Errorf("%s for %s: %d and %d lines of code, line %d is %q, ld.lld's %q", name, target, len(x), len(y), i, x[i], append(y, "")[min(i, len(y))])
						break
					}
				}
			}
			if name == "table and call" {
				// A reference is correct if it leads to the table: that is in the first segment,
				// whose addresses are offsets.
				found := false
				for _, m := range getpc.FindAllStringSubmatch(tool("llvm-objdump-22", "-d", mine), -1) {
					at, err1 := strconv.ParseUint(m[1], 16, 64)
					lo, err2 := strconv.ParseUint(m[2], 16, 32)
					to := at + 4 + uint64(int64(int32(lo)))
					found = found || err1 == nil && err2 == nil && to < uint64(len(ours)) && bytes.HasPrefix(ours[to:], []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40})
				}
				if !found {
					t.Errorf("for %s no reference leads to the table:\n%s", target, tool("llvm-objdump-22", "-d", mine)[:2000])
				}
			}
			if text := tool("llvm-readelf-22", "-a", mine); strings.Contains(text, "warning:") {
				t.Errorf("%s: llvm-readelf has complaints:\n%s", name, text)
			}
			if !bytes.Contains([]byte(tool("llvm-readelf-22", "--dyn-syms", mine)), []byte("sine.kd")) {
				t.Errorf("%s: no sine.kd among the dynamic symbols", name)
			}
			// A damaged object never causes a panic.
			for cut := 0; cut < len(obj); cut += 97 {
				amdlink.Link(obj[:cut])
				bad := bytes.Clone(obj)
				bad[cut] ^= 0xff
				amdlink.Link(bad)
			}
		}
	}
}
