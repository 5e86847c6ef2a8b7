// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// patchBytes returns a copy of b with v at off.
func patchBytes(b []byte, off int, v []byte) []byte {
	out := bytes.Clone(b)
	copy(out[off:], v)
	return out
}

func u64(v uint64) []byte { return le.AppendUint64(nil, v) }
func u32(v uint32) []byte { return le.AppendUint32(nil, v) }

// TestMalformed gives each reader what is wrong in one way, and wants the place and
// what was expected there.
func TestMalformed(t *testing.T) {
	bundle := testFile(t, "mixed.hipfb")
	ccob := testFile(t, "v3.ccob")
	offload := testFile(t, "v1.offload")
	spv := testFile(t, "kernels.spv")
	co := testFile(t, "gfx1100.co")
	lib := testFile(t, "lib.a")
	bc := testFile(t, "kernels.bc")
	second := 32 + 24 + len(HostID) // table entry 1
	third := second + 24 + len("hipv4-amdgcn-amd-amdhsa--gfx1100")
	note := bytes.Index(co, []byte("\x83\xaeamdhsa.kernels"))
	if note < 0 {
		t.Fatal("no metadata in gfx1100.co")
	}
	var none []byte
	for _, c := range []struct {
		name string
		in   []byte
		want string // in the error
	}{
		{"bundle cut in the table", bundle[:40], "offset 0x18: expected a table that fits the data, found 3 entries in 40 bytes"},
		{"bundle cut in an ID", bundle[:third+30], `expected 43 bytes of ID of entry 2`},
		{"bundle cut in an image", bundle[:len(bundle)-1], `expected entry "hip-spirv64-unknown-unknown-unknown-generic" inside the data`},
		{"bundle with too many entries", patchBytes(bundle, 24, u64(1<<40)), "expected at most 65536 entries, found 1099511627776"},
		{"bundle with a long ID", patchBytes(bundle, 32+16, u64(1<<62)), "expected an entry ID of at most 4096 bytes"},
		{"bundle offset past the end", patchBytes(bundle, second, u64(1<<63)), `entry "hipv4-amdgcn-amd-amdhsa--gfx1100" inside the data, found offset 0x8000000000000000`},
		{"bundle that holds itself", patchBytes(bundle, second, u64(0)), "after the table, found offset 0x0"},
		{"bundle with overlapping entries", patchBytes(bundle, third, u64(0x1100)), `expected entry "hip-spirv64-unknown-unknown-unknown-generic" apart from others`},
		{"CCOB of version 4", patchBytes(ccob, 4, []byte{4, 0}), "expected CCOB version 1 to 3, found 4"},
		{"CCOB of another method", patchBytes(ccob, 6, []byte{9, 0}), "expected compression method 0 (zlib) or 1 (zstd), found 9"},
		{"CCOB larger than the file", patchBytes(ccob, 8, u64(1<<20)), "expected a file size between 32 and the"},
		{"CCOB that asks for much", patchBytes(ccob, 16, u64(1<<40)), ErrTooLarge.Error()},
		{"CCOB with more data than it says", patchBytes(ccob, 16, u64(5000)), "found more"},
		{"CCOB with less data than it says", patchBytes(ccob, 16, u64(1<<23)), "bytes of uncompressed data, found"},
		{"CCOB cut", ccob[:len(ccob)-9], "file size"},
		{"CCOB with a broken stream", patchBytes(ccob, 40, []byte("garbage")), "a zstd stream"},
		{"CCOB with another hash", patchBytes(ccob, 24, u64(1)), "data with the hash 0x1"},
		{"OffloadBinary of a future version", patchBytes(offload, 4, u32(9)), "expected version 1 to 3, found 9"},
		{"OffloadBinary entry outside", patchBytes(offload, 16, u64(1<<50)), "expected entries inside the"},
		{"OffloadBinary image outside", patchBytes(offload, 32+24, u64(1<<50)), "expected an image inside the"},
		{"OffloadBinary strings outside", patchBytes(offload, 32+16, u64(1<<60)), "expected strings inside the"},
		{"OffloadBinary cut", offload[:64], "expected a size between 32 and the 64 bytes there are"},
		{"SPIR-V of version 2", patchBytes(spv, 4, u32(0x00020000)), "expected SPIR-V version 1.x"},
		{"SPIR-V cut in a word", spv[:len(spv)-2], "expected a whole number of 4-byte words"},
		{"SPIR-V cut in the header", spv[:12], "expected 20 bytes of SPIR-V header"},
		{"SPIR-V with an empty instruction", patchBytes(spv, 20, u32(17)), "expected an instruction of at least 1 word, found opcode 17 of 0 words"},
		{"SPIR-V with a long instruction", patchBytes(spv, 20, u32(0xffff0011)), "expected an instruction of 65535 words"},
		{"ELF of a third class", patchBytes(co, 4, []byte{3}), "expected class 1 (32-bit) or 2 (64-bit), found 3"},
		{"ELF of a third byte order", patchBytes(co, 5, []byte{7}), "expected byte order 1 (little) or 2 (big), found 7"},
		{"ELF with sections outside", patchBytes(co, 40, u64(1<<40)), "bytes of section headers"},
		{"ELF with small section headers", patchBytes(co, 58, []byte{8, 0}), "expected section headers of at least 64 bytes, found 8"},
		{"gfx of the other byte order", patchBytes(co, 5, []byte{2}), "expected"},
		{"metadata of a wrong type", patchBytes(co, note, []byte{0xc0}), "expected metadata as a map, found nil"},
		{"metadata with too many elements", patchBytes(co, note, []byte{0xdf, 0xff, 0xff, 0xff, 0xff}), "found more elements than bytes"},
		{"archive with a bad size", patchBytes(lib, 8+48, []byte("12x4      ")), `expected a decimal size, found "12x4`},
		{"archive member outside", patchBytes(lib, 8+48, []byte("999999999 ")), "expected member"},
		{"archive without an end of header", patchBytes(lib, 8+58, []byte("xx")), "expected the end of a member header"},
		{"bitcode with a long block", patchBytes(bc, 8, []byte{0xff, 0xff, 0xff, 0x7f}), "expected"},
		{"text bundle without an end", testFile(t, "text.s")[:80], "expected the end line of entry"},
		{"PTX that stops", []byte(".version 8.0\n.visible .entry k(.param .u64 a"), "expected the end of the parameters of \"k\""},
		{"nothing", none, ""},
	} {
		t.Run(c.name, func(t *testing.T) { checkScanError(t, c.in, c.want) })
	}
}

// checkScanError reads a file with all that is in it. What is wrong has to be said with the file's name.
func checkScanError(t *testing.T, in []byte, want string) {
	root := Scan(Bytes(in), int64(len(in)), "input")
	err := root.Errors()
	for n := range root.Images() {
		err = errors.Join(err, readAll(n))
	}
	switch {
	case want == "" && err != nil:
		t.Error(err)
	case want == "":
	case err == nil || !strings.Contains(err.Error(), want):
		t.Errorf("%v\nwant %q", err, want)
	case !strings.HasPrefix(err.Error(), "input: "):
		t.Errorf("the file is not named: %v", err)
	}
}

// readAll reads everything of an image.
func readAll(n *Node) error {
	switch n.Kind {
	case KindGFX:
		g, err := n.GFX()
		if g == nil {
			return err
		}
		_, kerr := g.Kernels()
		_, serr := g.Symbols()
		return errors.Join(err, kerr, serr)
	case KindSPIRV:
		m, err := n.SPIRV()
		if err != nil {
			return err
		}
		_, err = m.Body()
		return err
	case KindPTX:
		_, err := n.PTX()
		return err
	case KindCPU:
		_, err := n.CPU()
		return err
	case KindBitcode:
		_, err := n.Bitcode()
		return err
	}
	return nil
}

// TestSalvage wants the healthy entries of a bundle with a bad one.
func TestSalvage(t *testing.T) {
	b := testFile(t, "mixed.hipfb")
	bad := b[:len(b)-100]
	got, err := ReadBundle(Bytes(bad), int64(len(bad)))
	var fe *FormatError
	if !errors.As(err, &fe) || fe.Offset != 0x3000 {
		t.Errorf("error %v", err)
	}
	if got == nil || got.Find("hipv4-amdgcn-amd-amdhsa--gfx1100") == nil || len(got.Entries) != 2 {
		t.Errorf("entries %+v", got)
	}
}

// TestBomb wants a small error for a stream that grows a thousandfold.
func TestBomb(t *testing.T) {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	zero := make([]byte, 1<<20)
	for range 64 {
		w.Write(zero)
	}
	w.Close()
	b := append([]byte("CCOB\x03\x00\x00\x00"), u64(uint64(32+z.Len()))...)
	b = append(b, u64(64<<20)...)
	b = append(append(b, u64(0)...), z.Bytes()...)
	if _, _, err := Decompress(Bytes(b), int64(len(b))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d bytes that grow to 64 MiB: %v", len(b), err)
	}
}

// TestNesting wants an end to containers in containers.
func TestNesting(t *testing.T) {
	b := []byte("x")
	for i := range 30 {
		var w bytes.Buffer
		if err := WriteBundle(&w, 1, []Input{InputBytes(fmt.Sprintf("hip-amdgcn-amd-amdhsa--%d", i), b)}); err != nil {
			t.Fatal(err)
		}
		b = w.Bytes()
	}
	if err := Scan(Bytes(b), int64(len(b)), "input").Errors(); err == nil || !strings.Contains(err.Error(), "containers at most 8 deep") {
		t.Errorf("30 bundles in each other: %v", err)
	}
}

// TestMeasure tells the size of what starts a longer piece of memory.
func TestMeasure(t *testing.T) {
	for _, name := range []string{"mixed.hipfb", "v2.ccob", "v3.ccob"} {
		b := testFile(t, name)
		n, err := MeasureBundle(Bytes(append(bytes.Clone(b), make([]byte, 10000)...)))
		if err != nil || n != int64(len(b)) {
			t.Errorf("%s: %d (%v), want %d", name, n, err, len(b))
		}
	}
	var v1 bytes.Buffer
	if err := Compress(&v1, testFile(t, "mixed.hipfb"), CompressOptions{Version: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := MeasureBundle(Bytes(v1.Bytes())); err == nil {
		t.Error("version 1 does not record its size")
	}
}

// TestSectionOfMany finds bundles of all kinds one after the other, as the linker
// leaves those of many objects.
func TestSectionOfMany(t *testing.T) {
	var sec []byte
	add := func(b []byte) {
		sec = append(sec, make([]byte, roundUp(int64(len(sec)), 4096)-int64(len(sec)))...)
		sec = append(sec, b...)
	}
	var v1 bytes.Buffer
	if err := Compress(&v1, testFile(t, "mixed.hipfb"), CompressOptions{Version: 1, Method: Zstd}); err != nil {
		t.Fatal(err)
	}
	add(testFile(t, "mixed.hipfb"))
	add(testFile(t, "v2.ccob"))
	add(v1.Bytes())
	add(testFile(t, "mixed.hipfb"))
	sec = append(sec, make([]byte, 100)...)
	var obj bytes.Buffer
	host := testFile(t, "hip.o")
	if err := RewriteObject(&obj, Bytes(host), int64(len(host)), SectionEdit{Replace: map[string][]byte{".hip_fatbin": sec}}); err != nil {
		t.Fatal(err)
	}
	root := Scan(Bytes(obj.Bytes()), int64(obj.Len()), "many.o")
	var kinds []string
	images := 0
	for n := range root.All() {
		switch {
		case n.Kind.IsImage():
			images++
			if err := readAll(n); err != nil {
				t.Error(err)
			}
		case n.Kind == KindBundle || n.Kind == KindCompressed:
			kinds = append(kinds, string(n.Kind))
		}
	}
	if err := root.Errors(); err != nil {
		t.Error(err)
	}
	if got := strings.Join(kinds, ", "); images != 7 || got != "bundle, compressed bundle, compressed bundle, bundle" {
		t.Errorf("%d images in %s", images, got)
	}
}

// TestWriters refuses what cannot be written.
func TestWriters(t *testing.T) {
	var b bytes.Buffer
	for name, err := range map[string]error{
		"short input":   WriteBundle(&b, 1, []Input{{ID: "x", Size: 4, Data: strings.NewReader("abc")}}),
		"no input":      WriteBundle(&b, 1, []Input{{ID: "x", Size: 4}}),
		"alignment":     WriteBundle(&b, -1, nil),
		"long ID":       WriteBundle(&b, 1, []Input{{ID: strings.Repeat("x", 5000)}}),
		"CCOB version":  Compress(&b, nil, CompressOptions{Version: 9}),
		"CCOB method":   Compress(&b, nil, CompressOptions{Method: 7}),
		"two in one":    WriteOffloadBinary(&b, 1, make([]OffloadInput, 2)),
		"OB version":    WriteOffloadBinary(&b, 4, make([]OffloadInput, 1)),
		"member name":   WriteArchive(&b, []MemberInput{{"a\nb", nil}}),
		"not an object": HostObject(&b, Bytes("hello"), 5),
	} {
		if err == nil {
			t.Errorf("%s is written", name)
		}
	}
}

// TestWithLimits: every reader of compressed data takes a caller's limits.
func TestWithLimits(t *testing.T) {
	data := bytes.Repeat([]byte("a"), 4<<10)
	var plain, ccob bytes.Buffer
	if err := WriteBundle(&plain, 1, []Input{InputBytes("hip-amdgcn-amd-amdhsa--gfx900", data)}); err != nil {
		t.Fatal(err)
	}
	if err := Compress(&ccob, plain.Bytes(), CompressOptions{}); err != nil {
		t.Fatal(err)
	}
	r, size := Bytes(ccob.Bytes()), int64(ccob.Len())
	for _, c := range []struct {
		limits Limits
		want   error
	}{
		{Limits{MaxDecompressed: 1 << 10, MaxRatio: 1 << 10}, ErrTooLarge},
		{Limits{MaxDecompressed: 1 << 20, MaxRatio: 1 << 10}, nil},
	} {
		if _, err := ReadBundle(r, size, WithLimits(c.limits)); !errors.Is(err, c.want) {
			t.Errorf("a bundle with %+v: %v, want %v", c.limits, err, c.want)
		}
		if _, _, err := Decompress(r, size, WithLimits(c.limits)); !errors.Is(err, c.want) {
			t.Errorf("a CCOB with %+v: %v, want %v", c.limits, err, c.want)
		}
		whole := Scan(r, size, "x", WithLimits(c.limits))
		if failed := len(whole.Children) == 0; failed != (c.want != nil) {
			t.Errorf("a scan with %+v finds %d parts", c.limits, len(whole.Children))
		}
	}
}
