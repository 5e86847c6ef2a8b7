// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gohipcc/abi"
	"gohipcc/spirv"
)

// The tests of this file compare with LLVM 22's own tools, which the project needs
// to be built at all.

// llvmTool finds a tool of LLVM 22, first where its companions of the same version lie:
// the bundler runs the llvm-objcopy next to itself.
func llvmTool(t testing.TB, name string) string {
	t.Helper()
	for _, p := range []string{"/usr/lib/llvm-22/bin/" + name, name + "-22"} {
		if p, err := exec.LookPath(p); err == nil {
			return p
		}
	}
	t.Fatalf("LLVM 22's %s is not installed", name)
	return ""
}

func runTool(t testing.TB, dir string, env []string, tool string, args ...string) string {
	t.Helper()
	c := exec.Command(tool, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", tool, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func testFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeTemp(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.WriteFile(p, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

const hostTriple = "host-x86_64-unknown-linux-gnu"

// bundleCase is one bundle that both write.
type bundleCase struct {
	kind, host string // the type, and the file that is the host's entry
	align      int64
	targets    []string
}

func (c bundleCase) String() string {
	return fmt.Sprintf("type %s, host %s, align %d, %d targets, %s", c.kind, filepath.Base(c.host), c.align, len(c.targets), c.targets[len(c.targets)-1])
}

// bundleCases returns every type, several alignments and target lists. Types that are written alike
// are tried with all of these once: bc for binary ones, i, ll and s for text, whose comments
// differ.
func bundleCases(empty, text string) []bundleCase {
	targetLists := [][]string{
		{hostTriple, "hip-amdgcn-amd-amdhsa--gfx1100", "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"},
		{hostTriple, "hipv4-amdgcn-amd-amdhsa--gfx1100", "hip-spirv64-unknown-unknown--generic"},
		{hostTriple, "hip-spirv64----generic", "hip-spirv64-amd-amdhsa--amdgcnspirv"},
		{"host-x86_64-pc-linux-gnu-", "openmp-amdgcn-amd-amdhsa--gfx906", "openmp-nvptx64-nvidia-cuda--sm_80"},
	}
	var cases []bundleCase
	add := func(kind string, hosts []string, aligns []int64) {
		for _, host := range hosts {
			for _, align := range aligns {
				for li, targets := range targetLists {
					if align == 1 || align == 4096 || li == 0 {
						cases = append(cases, bundleCase{kind, host, align, targets})
					}
				}
			}
		}
	}
	aligns := []int64{1, 2, 16, 4096, 65536}
	add("bc", []string{empty, text}, aligns)
	add("o", []string{empty, filepath.Join("testdata", "hip.o")}, aligns)
	for _, kind := range []string{"i", "ll", "s"} {
		add(kind, []string{empty, text}, []int64{1})
	}
	for _, kind := range []string{"gch", "ast", "ii", "cui", "hipi", "d"} {
		cases = append(cases, bundleCase{kind, text, 1, targetLists[0]})
	}
	return cases
}

// TestBundleLikeClang compares bundles with clang-offload-bundler's byte by byte, in both directions.
func TestBundleLikeClang(t *testing.T) {
	bundler := llvmTool(t, "clang-offload-bundler")
	dir := t.TempDir()
	second := writeTemp(t, dir, "device2", []byte("second"))
	cases := bundleCases(writeTemp(t, dir, "empty", nil), writeTemp(t, dir, "text", []byte("host\ntext\n")))
	for n, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			c.check(t, bundler, filepath.Join(dir, strconv.Itoa(n)), []string{c.host, filepath.Join("testdata", "gfx1100.co"), second})
		})
	}
}

func (c bundleCase) check(t *testing.T, bundler, out string, files []string) {
	args := []string{"-type=" + c.kind, "-targets=" + strings.Join(c.targets, ","), "-output=" + out, fmt.Sprintf("-bundle-align=%d", c.align)}
	var inputs []Input
	for i, f := range files {
		args = append(args, "-input="+f)
		inputs = append(inputs, InputBytes(NormalizeEntryID(c.targets[i]), readFile(t, f)))
	}
	runTool(t, "", nil, bundler, args...)
	want, host := readFile(t, out), readFile(t, files[0])
	comment, isText := TextComments[c.kind]
	inObject := c.kind == "o" && len(host) > 0
	var got bytes.Buffer
	var err error
	switch {
	case isText:
		err = WriteTextBundle(&got, comment, inputs)
	case inObject:
		err = WriteBundleObject(&got, Bytes(host), int64(len(host)), inputs[0].ID, inputs)
	default:
		err = WriteBundle(&got, c.align, inputs)
	}
	if err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Fatalf("%d bytes differ from clang's %d (%v)", got.Len(), len(want), err)
	}
	if inObject {
		c.checkHost(t, bundler, out, want)
		return
	}
	b, err := readAnyBundle(want, comment, isText)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		e := b.Find(NormalizeEntryID(c.targets[i]))
		if e == nil {
			t.Errorf("no entry %s", c.targets[i])
			continue
		}
		if d, err := e.Bytes(); err != nil || !bytes.Equal(d, readFile(t, f)) {
			t.Errorf("entry %s: %d bytes (%v)", c.targets[i], len(d), err)
		}
	}
}

// checkHost compares the host's object without the bundle.
func (c bundleCase) checkHost(t *testing.T, bundler, bundle string, data []byte) {
	var back bytes.Buffer
	if err := HostObject(&back, Bytes(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	runTool(t, "", nil, bundler, "-unbundle", "-type=o", "-targets="+c.targets[0], "-input="+bundle, "-output="+bundle+".host")
	if !bytes.Equal(back.Bytes(), readFile(t, bundle+".host")) {
		t.Error("the host's object differs from clang's")
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readAnyBundle(b []byte, comment string, isText bool) (*Bundle, error) {
	if isText {
		return ReadTextBundle(Bytes(b), int64(len(b)), comment)
	}
	return ReadBundle(Bytes(b), int64(len(b)))
}

// TestObjectsLikeClang adds and removes bundle sections in objects of several
// compilers and shapes.
func TestObjectsLikeClang(t *testing.T) {
	bundler := llvmTool(t, "clang-offload-bundler")
	clang := llvmTool(t, "clang++")
	dir := t.TempDir()
	src := writeTemp(t, dir, "h.cpp", []byte(`#include <string>
#include <vector>
template <class T> T f(T x) { std::vector<T> v(3, x); return v[1]; }
int g() { return f(3) + (int)f(2.0); }
std::string s = "abc";
thread_local int tl; __attribute__((section("odd.name"))) int odd = 3;
`))
	for _, flags := range [][]string{{"-O0"}, {"-O2", "-g"}, {"-ffunction-sections", "-fdata-sections", "-fPIC"}, {"-fno-integrated-as", "-O1"}} {
		obj := filepath.Join(dir, "h.o")
		runTool(t, "", nil, clang, append([]string{"-c", src, "-o", obj}, flags...)...)
		out := filepath.Join(dir, "fat.o")
		dev := filepath.Join("testdata", "gfx1100.co")
		runTool(t, "", nil, bundler, "-type=o", "-targets="+hostTriple+",hip-amdgcn-amd-amdhsa--gfx1100", "-input="+obj, "-input="+dev, "-output="+out)
		host, _ := os.ReadFile(obj)
		want, _ := os.ReadFile(out)
		var got bytes.Buffer
		err := WriteBundleObject(&got, Bytes(host), int64(len(host)), HostID, []Input{InputBytes(HostID, host), InputBytes("hip-amdgcn-amd-amdhsa--gfx1100", testFile(t, "gfx1100.co"))})
		if err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%v: object of %d bytes differs from clang's of %d (%v)", flags, got.Len(), len(want), err)
		}
	}
}

// TestCompressedLikeClang reads clang's CCOBs and has clang read ours.
func TestCompressedLikeClang(t *testing.T) {
	bundler := llvmTool(t, "clang-offload-bundler")
	dir := t.TempDir()
	plain := testFile(t, "mixed.hipfb")
	b, err := ReadBundle(Bytes(plain), int64(len(plain)))
	if err != nil {
		t.Fatal(err)
	}
	co := testFile(t, "gfx1100.co")
	for _, v := range []int{2, 3} {
		for _, level := range []int{1, 3, 9, 19} {
			out := filepath.Join(dir, "z")
			runTool(t, "", []string{"COMPRESSED_BUNDLE_FORMAT_VERSION=" + strconv.Itoa(v), "OFFLOAD_BUNDLER_COMPRESSION_LEVEL=" + strconv.Itoa(level)}, bundler,
				"-compress", "-type=o", "-bundle-align=4096", "-targets="+hostTriple+",hipv4-amdgcn-amd-amdhsa--gfx1100,hip-spirv64-unknown-unknown--generic",
				"-input=/dev/null", "-input=testdata/gfx1100.co", "-input=testdata/kernels.spv", "-output="+out)
			z, _ := os.ReadFile(out)
			data, info, err := Decompress(Bytes(z), int64(len(z)))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(data, plain) || !info.HashMatchesBytes || info.Version != v || info.Method != Zstd || info.Stored != int64(len(z)) {
				t.Errorf("version %d, level %d: %+v, data equal: %v", v, level, *info, bytes.Equal(data, plain))
			}
			// Ours has the same header but for the compressed size.
			var ours bytes.Buffer
			if err := Compress(&ours, plain, CompressOptions{Version: v, Method: Zstd, Level: level}); err != nil {
				t.Fatal(err)
			}
			skip := map[int][2]int{2: {8, 12}, 3: {8, 16}}[v]
			x, y := slices.Clone(ours.Bytes()[:info.HeaderSize]), slices.Clone(z[:info.HeaderSize])
			clear(x[skip[0]:skip[1]])
			clear(y[skip[0]:skip[1]])
			if !bytes.Equal(x, y) {
				t.Errorf("version %d: header %x, clang's %x", v, x, y)
			}
		}
	}
	for v := 1; v <= 3; v++ {
		for _, m := range []Method{Zlib, Zstd} {
			var z bytes.Buffer
			if err := Compress(&z, plain, CompressOptions{Version: v, Method: m}); err != nil {
				t.Fatal(err)
			}
			got, err := ReadBundle(Bytes(z.Bytes()), int64(z.Len()))
			if err != nil || len(got.Entries) != len(b.Entries) {
				t.Fatalf("version %d, %s: %v", v, m, err)
			}
			if v == 1 {
				continue // clang 22 reads version 1 with a size of 0 and finds nothing
			}
			in := writeTemp(t, dir, "ours", z.Bytes())
			out := filepath.Join(dir, "un")
			runTool(t, "", nil, bundler, "-unbundle", "-type=o", "-targets=hipv4-amdgcn-amd-amdhsa--gfx1100", "-input="+in, "-output="+out)
			d, _ := os.ReadFile(out)
			if !bytes.Equal(d, co) {
				t.Errorf("version %d, %s: clang reads %d bytes from our bundle, want %d", v, m, len(d), len(co))
			}
		}
	}
}

// TestEmbeddingLikeClang writes the .hip_fatbin section that clang embeds.
func TestEmbeddingLikeClang(t *testing.T) {
	obj := testFile(t, "hip.o")
	root := Scan(Bytes(obj), int64(len(obj)), "hip.o")
	if err := root.Errors(); err != nil {
		t.Fatal(err)
	}
	sec := root.Children[0]
	want, _ := sec.Bytes()
	inputs := []Input{{ID: HostID}}
	for n := range root.Images() {
		inputs = append(inputs, Input{n.Name, n.Size, n.Open()})
	}
	var got bytes.Buffer
	if err := WriteBundle(&got, HIPAlign, inputs); err != nil {
		t.Fatal(err)
	}
	if len(inputs) != 4 || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%d inputs, %d bytes; clang embeds %d", len(inputs), got.Len(), len(want))
	}
}

// TestOffloadBinaryLikeLLVM reads what llvm-offload-binary writes and writes the same.
func TestOffloadBinaryLikeLLVM(t *testing.T) {
	tool := llvmTool(t, "llvm-offload-binary")
	dir := t.TempDir()
	for _, arch := range []string{"", "gfx90a", "gfx90a:xnack+", "amdhsa"} {
		out := filepath.Join(dir, "out")
		runTool(t, "", nil, tool, "-o", out, "--image=file=testdata/gfx90a-relocatable.o,triple=amdgcn-amd-amdhsa,kind=hip,arch="+arch)
		want, _ := os.ReadFile(out)
		b, err := ReadOffloadBinary(Bytes(want), int64(len(want)))
		if err != nil || len(b.Images) != 1 {
			t.Fatal(err)
		}
		img := b.Images[0]
		if img.OffloadKind != 4 || img.ImageKind != 1 || img.String("arch") != arch || img.String("triple") != "amdgcn-amd-amdhsa" {
			t.Errorf("arch %q: read %+v", arch, img)
		}
		data, _ := img.src.all()
		var got bytes.Buffer
		if err := WriteOffloadBinary(&got, 1, []OffloadInput{{img.ImageKind, img.OffloadKind, img.Flags, img.Strings, data}}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("arch %q: %d bytes differ from LLVM's %d", arch, got.Len(), len(want))
		}
	}
}

// TestArchiveLikeLLVM writes what llvm-ar writes.
func TestArchiveLikeLLVM(t *testing.T) {
	ar := llvmTool(t, "llvm-ar")
	dir := t.TempDir()
	for name, members := range map[string][]MemberInput{
		"objects": {{"rdc.o", testFile(t, "rdc.o")}, {"a-member-with-a-long-name.o", testFile(t, "hip.o")}, {"odd", []byte("odd")}},
		"data":    {{"x", []byte("1")}, {"exactly-15-chars", []byte("22")}, {"fifteen-chars-x", nil}},
	} {
		sub := filepath.Join(dir, name)
		if err := os.Mkdir(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		args := []string{"rcD", "lib.a"}
		for _, m := range members {
			writeTemp(t, sub, m.Name, m.Data)
			args = append(args, m.Name)
		}
		runTool(t, sub, nil, ar, args...)
		want, _ := os.ReadFile(filepath.Join(sub, "lib.a"))
		var got bytes.Buffer
		if err := WriteArchive(&got, members); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: %d bytes differ from llvm-ar's %d", name, got.Len(), len(want))
		}
		back, err := ReadArchive(Bytes(want), int64(len(want)))
		if err != nil || len(back) != len(members) {
			t.Fatalf("%s: %d members (%v), want %d", name, len(back), err, len(members))
		}
		for i, m := range back {
			if d, _ := m.src.all(); m.Name != members[i].Name || !bytes.Equal(d, members[i].Data) {
				t.Errorf("%s: member %d is %q of %d bytes", name, i, m.Name, len(d))
			}
		}
	}
}

// TestMetadataLikeReadelf compares all kernel metadata with llvm-readelf --notes,
// and the images found with llvm-objdump --offloading: of the files in testdata and
// of those named in GOHIP_FATBIN_FILES.
func TestMetadataLikeReadelf(t *testing.T) {
	readelf, objdump := llvmTool(t, "llvm-readelf"), llvmTool(t, "llvm-objdump")
	files := []string{"testdata/gfx1100.co", "testdata/gfx90a-xnack.co", "testdata/hip.o", "testdata/gfx90a-relocatable.o", "testdata/mixed.hipfb"}
	files = append(files, strings.Fields(os.Getenv("GOHIP_FATBIN_FILES"))...)
	for _, file := range files {
		f, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Errors(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		dir := t.TempDir()
		images, kernels := 0, 0
		for n := range f.Images() {
			images++
			if n.Kind != KindGFX {
				continue
			}
			img := filepath.Join(dir, "image")
			out, err := os.Create(img)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(out, n.Open()); err != nil {
				t.Fatal(err)
			}
			out.Close()
			cmd := exec.Command(readelf, "--notes", img)
			pipe, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			want, err := parseNotes(pipe)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, pipe)
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			g, err := n.GFX()
			if err != nil {
				t.Errorf("%s: %s: %v", file, n.Path, err)
				continue
			}
			i := 0
			for k, err := range g.AllKernels() {
				if err != nil {
					t.Errorf("%s: %s: %v", file, n.Path, err)
					break
				}
				if i >= len(want) {
					i++
					break
				}
				if d := compareKernel(k, want[i]); d != "" {
					t.Errorf("%s: %s: kernel %q: %s", file, n.Path, k.Name, d)
				}
				i++
			}
			if i != len(want) {
				t.Errorf("%s: %s: %d kernels, llvm-readelf has %d", file, n.Path, i, len(want))
			}
			kernels += i
		}
		if f.Kind == KindHostELF && strings.HasSuffix(file, ".o") || f.Kind == KindHostELF && f.Children != nil {
			// llvm-objdump writes the images next to the file it reads.
			link := filepath.Join(dir, "f")
			abs, _ := filepath.Abs(file)
			if err := os.Symlink(abs, link); err != nil {
				t.Fatal(err)
			}
			out := runTool(t, dir, nil, objdump, "--offloading", "f")
			theirs := 0
			for line := range strings.Lines(out) {
				if strings.Contains(line, "Extracting offload bundle") && !strings.Contains(line, "host-") {
					theirs++
				}
			}
			if theirs != images {
				t.Errorf("%s: %d images, llvm-objdump --offloading finds %d", file, images, theirs)
			}
			t.Logf("%s: %d images as llvm-objdump, metadata of %d kernels as llvm-readelf", file, images, kernels)
		}
		f.Close()
		os.RemoveAll(dir)
	}
}

// parseNotes reads the kernels out of the YAML of llvm-readelf --notes: two levels
// of sequences, of kernels and of their arguments.
func parseNotes(r io.Reader) ([]map[string]any, error) {
	var kernels []map[string]any
	var cur, arg map[string]any
	list := "" // key of the list of scalars that is being read
	in := false
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 1<<20), 64<<20)
	for sc.Scan() {
		line := sc.Text()
		if !strings.HasPrefix(line, " ") {
			in = strings.HasPrefix(line, "amdhsa.kernels:")
			cur, arg, list = nil, nil, ""
			continue
		}
		if !in {
			continue
		}
		trimmed := strings.TrimLeft(line, " ")
		indent := len(line) - len(trimmed)
		if item, ok := strings.CutPrefix(trimmed, "- "); ok {
			switch {
			case indent == 2:
				cur = map[string]any{}
				kernels = append(kernels, cur)
				arg, list = nil, ""
				trimmed, indent = item, 4
			case list == ".args":
				arg = map[string]any{}
				cur[".args"] = append(cur[".args"].([]any), arg)
				trimmed, indent = item, 8
			default:
				cur[list] = append(cur[list].([]any), item)
				continue
			}
		}
		key, val, ok := strings.Cut(trimmed, ":")
		if !ok {
			return nil, fmt.Errorf("line %q", line)
		}
		val = strings.TrimSpace(val)
		if len(val) > 1 && val[0] == '\'' {
			val = strings.ReplaceAll(val[1:len(val)-1], "''", "'")
		} else if len(val) > 1 && val[0] == '"' {
			u, err := strconv.Unquote(val)
			if err != nil {
				return nil, fmt.Errorf("line %q: %w", line, err)
			}
			val = u
		}
		switch {
		case indent == 4:
			arg = nil
			list = ""
			if val == "" {
				list = key
				cur[key] = []any{}
			} else {
				cur[key] = val
			}
			if val == "[]" {
				cur[key] = []any{}
			}
		case arg != nil:
			arg[key] = val
		}
	}
	return kernels, sc.Err()
}

// compareKernel returns how our kernel differs from readelf's text of it.
func compareKernel(k *abi.Kernel, want map[string]any) string {
	b, err := json.Marshal(k)
	if err != nil {
		return err.Error()
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var got map[string]any
	if err := d.Decode(&got); err != nil {
		return err.Error()
	}
	return compareMaps(got, want, "")
}

func compareMaps(got, want map[string]any, at string) string {
	for key, w := range want {
		g, ok := got[key]
		switch w := w.(type) {
		case string:
			if !ok && (w == "0" || w == "false" || w == "") {
				continue // left out of our JSON
			}
			text := fmt.Sprint(g)
			if text == "true" && w == "1" {
				text = "1"
			}
			if text != w {
				return fmt.Sprintf("%s%s is %v, llvm-readelf has %s", at, key, g, w)
			}
		case []any:
			list, _ := g.([]any)
			if len(list) != len(w) {
				return fmt.Sprintf("%s%s has %d elements, llvm-readelf %d", at, key, len(list), len(w))
			}
			for i := range w {
				if m, ok := w[i].(map[string]any); ok {
					if d := compareMaps(list[i].(map[string]any), m, fmt.Sprintf("%s%s[%d]", at, key, i)); d != "" {
						return d
					}
				} else if fmt.Sprint(list[i]) != fmt.Sprint(w[i]) {
					return fmt.Sprintf("%s%s[%d] is %v, llvm-readelf has %v", at, key, i, list[i], w[i])
				}
			}
		}
	}
	for key, g := range got {
		if _, ok := want[key]; !ok && fmt.Sprint(g) != "0" {
			return fmt.Sprintf("%s%s is %v, llvm-readelf has none", at, key, g)
		}
	}
	return ""
}

// TestCapabilitiesLikeSPIRVTools compares the preamble with spirv-dis.
func TestCapabilitiesLikeSPIRVTools(t *testing.T) {
	for _, name := range []string{"kernels.spv", "foreign.spv"} {
		out, err := exec.Command("spirv-dis", "--no-color", "testdata/"+name).Output()
		if err != nil {
			t.Fatal(err)
		}
		var caps, entries []string
		for line := range strings.Lines(string(out)) {
			f := strings.Fields(line)
			if len(f) > 1 && f[0] == "OpCapability" {
				caps = append(caps, f[1])
			}
			if len(f) > 3 && f[0] == "OpEntryPoint" {
				entries = append(entries, strings.Trim(f[3], `"`))
			}
		}
		b := testFile(t, name)
		m, err := ReadSPIRV(Bytes(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		var ours, ourEntries []string
		for _, c := range m.Capabilities {
			ours = append(ours, spirv.CapabilityName(c))
		}
		for _, e := range m.EntryPoints {
			ourEntries = append(ourEntries, e.Name)
		}
		if !slices.Equal(ours, caps) || !slices.Equal(ourEntries, entries) {
			t.Errorf("%s: %v %v, spirv-dis has %v %v", name, ours, ourEntries, caps, entries)
		}
	}
}
