// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/spirv"
)

// makeELF builds an ELF file from sections; the string tables are sections too.
func makeELF(machine uint16, secs []objSection) []byte {
	names, offsets := []byte{0}, make([]uint32, len(secs)+1)
	for i, s := range secs {
		offsets[i] = uint32(len(names))
		names = append(append(names, s.name...), 0)
	}
	secs = append(secs, objSection{elfSection: elfSection{name: "", typ: shtStrtab}, data: names})
	b := make([]byte, elfHeader)
	copy(b, elfMagic+"\x02\x01\x01")
	le.PutUint16(b[16:], 3)
	le.PutUint16(b[18:], machine)
	for i := range secs {
		s := &secs[i]
		if s.off == 0 { // else it lies over another
			s.off, s.size = uint64(len(b)), uint64(len(s.data))
			b = append(b, s.data...)
		}
	}
	le.PutUint64(b[40:], uint64(len(b)))
	le.PutUint16(b[58:], sectionHeader)
	le.PutUint16(b[60:], uint16(len(secs)+1))
	le.PutUint16(b[62:], uint16(len(secs)))
	b = append(b, make([]byte, sectionHeader)...)
	for i, s := range secs {
		b = le.AppendUint32(b, offsets[i])
		b = le.AppendUint32(b, s.typ)
		for _, v := range []uint64{0, 0, s.off, s.size} {
			b = le.AppendUint64(b, v)
		}
		b = le.AppendUint32(b, s.link)
		b = append(b, make([]byte, sectionHeader-44)...)
	}
	return b
}

// TestHostile holds the cost of inputs that are made to be expensive to the limits
// of the fuzz targets.
func TestHostile(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 500<<10)
	symbol := make([]byte, symbolSize)
	symbol[4] = sttFunc
	symbol[6] = 1
	le.PutUint32(symbol, 1)
	names := makeELF(emAMDGPU, []objSection{
		{elfSection: elfSection{name: ".symtab", typ: shtSymtab, link: 2}, data: bytes.Repeat(symbol, 20000)},
		{elfSection: elfSection{name: ".strtab", typ: shtStrtab}, data: append([]byte{0}, long...)},
	})

	var inner bytes.Buffer
	if err := WriteBundle(&inner, 1, []Input{InputBytes("hip-amdgcn-amd-amdhsa--gfx900", long)}); err != nil {
		t.Fatal(err)
	}
	over := []objSection{{elfSection: elfSection{name: ".hip_fatbin", typ: shtProgbits}, data: inner.Bytes()}}
	for range 6000 {
		over = append(over, objSection{elfSection: elfSection{name: ".hip_fatbin", typ: shtProgbits, off: elfHeader, size: uint64(inner.Len())}})
	}
	noteSecs := []objSection{{elfSection: elfSection{name: "", typ: shtNote}, data: make([]byte, 600<<10)}}
	for range 6000 {
		noteSecs = append(noteSecs, objSection{elfSection: elfSection{typ: shtNote, off: elfHeader, size: 600 << 10}})
	}

	const images = 10000
	offload := append([]byte(offloadMagic), u32(2)...)
	size := uint64(32 + images*offloadEntrySize)
	offload = append(append(append(offload, u64(size)...), u64(32)...), u64(images)...)
	for range images {
		offload = append(offload, make([]byte, 24)...)
		offload = append(append(offload, u64(0)...), u64(size)...)
	}

	var zeros bytes.Buffer
	z := zlib.NewWriter(&zeros)
	z.Write(make([]byte, 16<<20))
	z.Close()
	ccob := append(append(append([]byte("CCOB\x03\x00\x00\x00"), u64(uint64(32+zeros.Len()))...), u64(16<<20)...), u64(0)...)
	ccob = append(ccob, zeros.Bytes()...)
	var bombs []Input
	for i := range 60 {
		bombs = append(bombs, InputBytes(fmt.Sprintf("hip-amdgcn-amd-amdhsa--gfx9%02d", i), ccob))
	}
	var bombBundle bytes.Buffer
	if err := WriteBundle(&bombBundle, 1, bombs); err != nil {
		t.Fatal(err)
	}

	archive := []byte(arMagic + fmt.Sprintf("%-48s%-10d`\n", "//", len(long)) + string(long))
	for range 5000 {
		archive = append(archive, fmt.Sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n", "/0", 0, 0, 0, 0o644, 0)...)
	}

	for name, c := range map[string]struct {
		in   []byte
		want string
	}{
		"symbols that share a long name":      {names, "symbol names of reasonable length"},
		"sections over each other":            {makeELF(62, over), `section ".hip_fatbin" apart from others`},
		"note sections over each other":       {makeELF(emAMDGPU, noteSecs), "at most 65536 notes"},
		"an OffloadBinary of itself":          {offload, "apart from others"},
		"many small bombs":                    {bombBundle.Bytes(), ErrTooLarge.Error()},
		"members with a name without an end":  {archive, "a long name of at most 4096 bytes"},
		"one instruction after the other":     {append(bytes.Clone(testFile(t, "kernels.spv")[:20]), bytes.Repeat(u32(1<<16|spirv.OpFunctionEnd), 200000)...), ""},
		"a section full of compressed magics": {makeELF(62, []objSection{{elfSection: elfSection{name: ".hip_fatbin", typ: shtProgbits}, data: bytes.Repeat([]byte("CCOB\x01\x00\x00\x00\x10\x00\x00\x00"), 50000)}}), "at most 64 malformed containers"},
		"braces":                              {append([]byte(".version 8.0\n.func f "), bytes.Repeat([]byte("{"), 1<<20)...), ""},
	} {
		t.Run(name, func(t *testing.T) {
			bounded(t, c.in, func() {
				root := Scan(Bytes(c.in), int64(len(c.in)), "input")
				err := root.Errors()
				if err == nil {
					for n := range root.Images() {
						err = readAll(n)
					}
				}
				if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
					t.Errorf("%.300v, want %q", err, c.want)
				}
				Strip(io.Discard, root, func(*Node) bool { return false })
			})
		})
	}
}

// TestLargeBundle reads bundles too large for the heap and holds the reader to the
// memory that any input may take.
func TestLargeBundle(t *testing.T) {
	// Half noise, so that it compresses two-fold, then a long run of one byte.
	image := make([]byte, 80<<20)
	rand.NewChaCha8([32]byte{}).Read(image[:1<<20])
	var plain bytes.Buffer
	if err := WriteBundle(&plain, 4096, []Input{InputBytes("hip-amdgcn-amd-amdhsa--gfx900", image)}); err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{Zlib, Zstd} {
		t.Run(m.String(), func(t *testing.T) {
			var packed bytes.Buffer
			if err := Compress(&packed, plain.Bytes(), CompressOptions{Method: m}); err != nil {
				t.Fatal(err)
			}
			t.Setenv("TMPDIR", t.TempDir())
			got := sha256.New()
			read := func() {
				got.Reset()
				b, err := ReadBundle(Bytes(packed.Bytes()), int64(packed.Len()))
				if err != nil {
					t.Fatal(err)
				}
				if !b.Compression.HashMatchesBytes {
					t.Error("the hash does not match")
				}
				if _, err := io.Copy(got, b.Entries[0].Open()); err != nil {
					t.Fatal(err)
				}
			}
			if n := peakHeap(read); n > memoryLimit/2 {
				t.Errorf("held %d bytes", n)
			}
			if want := sha256.Sum256(image); !bytes.Equal(got.Sum(nil), want[:]) {
				t.Error("other bytes came out")
			}
			if left, _ := filepath.Glob(os.Getenv("TMPDIR") + "/*"); left != nil {
				t.Errorf("left behind: %v", left)
			}

			cut := packed.Bytes()[:packed.Len()-1000]
			if _, err := ReadBundle(Bytes(cut), int64(len(cut))); err == nil {
				t.Error("a stream without its end was read")
			}
			t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
			if _, err := ReadBundle(Bytes(packed.Bytes()), int64(packed.Len())); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "missing") {
				t.Errorf("without a place for files: %v", err)
			}
		})
	}
}
