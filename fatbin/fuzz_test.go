// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"archive/tar"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"gohipcc/abi"
	"gohipcc/target"
)

// Every parser has a target. What they must not do on any input: panic, take more
// than a second of processor time, or have more than 64 MiB beyond the input in
// memory at once.
// Run one for longer with: go test ./fatbin -run '^$' -fuzz FuzzScan -fuzztime 10m

// seed adds the files of testdata with one of the extensions, or all, and their
// halves; and the corpus.
func seed(f *testing.F, exts ...string) {
	f.Helper()
	names, err := filepath.Glob("testdata/*.*")
	if err != nil || len(names) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, n := range names {
		keep := len(exts) == 0
		for _, e := range exts {
			keep = keep || strings.HasSuffix(n, e)
		}
		if !keep {
			continue
		}
		b, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
	}
	seedCorpus(f)
}

// seedCorpus adds what earlier fuzzing of the target found to reach new code.
func seedCorpus(f *testing.F) {
	corpus, err := readCorpus()
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range corpus[f.Name()] {
		f.Add(b)
	}
}

// corpusFile is a tar of what fuzzing found, a folder for each target.
const corpusFile = "testdata/corpus.tar.zst"

var readCorpus = sync.OnceValues(func() (map[string][][]byte, error) {
	file, err := os.Open(corpusFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := zstd.NewReader(file)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	corpus := map[string][][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return corpus, nil
		} else if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		target := path.Dir(h.Name)
		corpus[target] = append(corpus[target], b)
	}
})

var keepCorpus = flag.String("keep-corpus", "", "add the inputs in this folder, the gohipcc/fatbin of a -test.fuzzcachedir, to "+corpusFile)

// TestCorpus holds every target of the corpus against the targets there are, and
// adds to it when asked to.
func TestCorpus(t *testing.T) {
	corpus, err := readCorpus()
	if err != nil && (*keepCorpus == "" || !errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	source, err := os.ReadFile("fuzz_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for target := range corpus {
		if !bytes.Contains(source, []byte("func "+target+"(f *testing.F)")) {
			t.Errorf("%s has inputs for %s, which is no target", corpusFile, target)
		}
	}
	if *keepCorpus == "" {
		return
	}
	if corpus == nil {
		corpus = map[string][][]byte{}
	}
	found, err := filepath.Glob(*keepCorpus + "/Fuzz*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// The file has the header "go test fuzz v1" and one line, a Go conversion.
		_, line, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
		value, err := strconv.Unquote(strings.TrimSuffix(strings.TrimPrefix(line, "[]byte("), ")"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(value) <= 64<<10 {
			target := filepath.Base(filepath.Dir(name))
			corpus[target] = append(corpus[target], []byte(value))
		}
	}
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, target := range slices.Sorted(maps.Keys(corpus)) {
		inputs := corpus[target]
		slices.SortFunc(inputs, bytes.Compare)
		for i, b := range slices.CompactFunc(inputs, bytes.Equal) {
			if err := w.WriteHeader(&tar.Header{Name: fmt.Sprintf("%s/%04d", target, i), Mode: 0o644, Size: int64(len(b))}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(b); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Close(), z.Close(), os.WriteFile(corpusFile, out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// memoryLimit is how many bytes a parser may hold at once for an input, beyond it.
const memoryLimit = 64 << 20

// bounded runs a parser on the input and holds its time and memory to the limits.
func bounded(t *testing.T, in []byte, parse func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime(t)
	parse()
	took := cpuTime(t) - start
	runtime.ReadMemStats(&after)
	if took > time.Second {
		t.Errorf("%d bytes took %v", len(in), took)
	}
	// Who never allocates so much never holds so much. The others are run again.
	if after.TotalAlloc-before.TotalAlloc <= memoryLimit {
		return
	}
	if n := peakHeap(parse); n > memoryLimit+uint64(len(in)) {
		t.Errorf("%d bytes made it hold %d", len(in), n)
	}
}

// peakHeap returns how far the heap grows while f runs, in bytes, with the garbage
// collector at work all the time so that garbage hardly counts.
func peakHeap(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	first := sample[0].Value.Uint64()
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most := first
		for tick := time.NewTicker(100 * time.Microsecond); ; {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-tick.C:
			case <-done:
				tick.Stop()
				peak <- most - first
				return
			}
		}
	}()
	f()
	close(done)
	return <-peak
}

// cpuTime returns the processor time of this process: other work on the machine
// must not fail a test.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

// formatErrors fails on errors that are neither a FormatError nor about size.
func formatErrors(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var fe *FormatError
	if !errors.As(err, &fe) && !errors.Is(err, ErrTooLarge) && !strings.Contains(err.Error(), "thin archive") {
		t.Errorf("an error without a place: %v", err)
	}
}

func FuzzBundle(f *testing.F) {
	seed(f, ".hipfb", ".ccob")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			b, err := ReadBundle(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			_, err = MeasureBundle(bytes.NewReader(in))
			formatErrors(t, err)
			if b == nil {
				return
			}
			for i := range b.Entries {
				if _, err := b.Entries[i].Bytes(); err != nil {
					t.Error(err)
				}
				b.Entries[i].Target().RunsOn("amdgcn", target.ID{Processor: "gfx90a"})
			}
		})
	})
}

func FuzzTextBundle(f *testing.F) {
	seed(f, ".s", ".ptx")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			for _, c := range textComments {
				b, err := ReadTextBundle(Bytes(in), int64(len(in)), c)
				formatErrors(t, err)
				for i := range b.Entries {
					if _, err := b.Entries[i].Bytes(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	})
}

func FuzzOffloadBinary(f *testing.F) {
	seed(f, ".offload")
	for v := 1; v <= 2; v++ {
		var b bytes.Buffer
		if err := WriteOffloadBinary(&b, v, []OffloadInput{{6, 4, 0, [][2]string{{"triple", "spirv64"}, {"arch", "generic"}}, []byte("image")}}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			b, err := ReadOffloadBinary(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			if b == nil {
				return
			}
			for i := range b.Images {
				if _, err := io.Copy(io.Discard, b.Images[i].Open()); err != nil {
					t.Error(err)
				}
			}
		})
	})
}

func FuzzArchive(f *testing.F) {
	seed(f, ".a")
	f.Add([]byte("!<thin>\n//                                              6         `\nx/y/\n\n/0              0           0     0     644     5         `\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			ms, err := ReadArchive(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			for i := range ms {
				if _, err := io.Copy(io.Discard, ms[i].Open()); err != nil {
					t.Error(err)
				}
			}
		})
	})
}

func FuzzGFX(f *testing.F) {
	seed(f, ".co", "relocatable.o")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			g, err := ReadGFX(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			if g == nil {
				return
			}
			_, err = g.Metadata()
			formatErrors(t, err)
			_, err = g.Kernels()
			formatErrors(t, err)
			_, err = g.Symbols()
			formatErrors(t, err)
		})
	})
}

// FuzzMetadata reads the input as the MessagePack of a metadata note.
func FuzzCPU(f *testing.F) {
	seed(f, ".so", "relocatable.o")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			c, err := ReadCPU(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			if c == nil {
				return
			}
			for _, name := range c.Metadata().KernelNames() {
				_, err := c.Metadata().Kernel(name)
				formatErrors(t, err)
			}
			_, err = c.Metadata().Globals()
			formatErrors(t, err)
		})
	})
}

func FuzzMetadata(f *testing.F) {
	seedCorpus(f)
	for _, name := range []string{"gfx1100.co", "gfx90a-xnack.co"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		g, err := ReadGFX(Bytes(b), int64(len(b)))
		if err != nil {
			f.Fatal(err)
		}
		note, err := g.notes[0].all()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(note)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			s := newSource(Bytes(in), int64(len(in)), "AMD metadata note")
			g := &GFX{notes: []source{s}}
			_, err := g.Metadata()
			formatErrors(t, err)
			_, err = g.Kernels()
			formatErrors(t, err)
			for _, err := range g.KernelNames() {
				formatErrors(t, err)
			}
		})
	})
}

func FuzzSPIRV(f *testing.F) {
	seed(f, ".spv")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			m, err := ReadSPIRV(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			if m == nil || err != nil {
				return
			}
			_, err = m.Kernels()
			formatErrors(t, err)
			_, err = m.Body()
			formatErrors(t, err)
			readRecords(t, m.Metadata())
		})
		// The same through a reader that is not in memory.
		if m, err := ReadSPIRV(bytes.NewReader(in), int64(len(in))); err == nil {
			_, err = m.Body()
			formatErrors(t, err)
		}
	})
}

func readRecords(t *testing.T, m *Metadata) {
	t.Helper()
	if m == nil {
		return
	}
	for _, k := range m.KernelNames() {
		_, err := m.Kernel(k)
		formatErrors(t, err)
	}
	_, err := m.Globals()
	formatErrors(t, err)
	_, err = m.Relocs()
	formatErrors(t, err)
	_, err = m.Printfs()
	formatErrors(t, err)
	for _, err := range m.Data() {
		formatErrors(t, err)
	}
}

// FuzzRecords reads the input's lines as metadata records.
func FuzzRecords(f *testing.F) {
	seedCorpus(f)
	f.Add([]byte(`gohip.v1 module {"target":"spirv64-unknown-unknown","segment_size":8,"segment_align":8}` + "\n" +
		`gohip.v1 kernel {".name":"k",".args":[{".offset":0,".size":8,".value_kind":"global_buffer"}],".kernarg_segment_size":8}` + "\n" +
		`gohip.v1 global {".name":"g",".offset":0,".size":4,".align":4,"constant":false,"managed":false}` + "\n" +
		`gohip.v1 data {".offset":0,"base64":"AAAA"}` + "\n" + `gohip.v1 reloc {".offset":0,"target":0}` + "\n" +
		`gohip.v1 printf {"id":1,"format":"%d\n"}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			m := &Metadata{src: newSource(Bytes(in), int64(len(in)), "records")}
			for line := range bytes.Lines(in) {
				if line = bytes.TrimSpace(line); abi.IsRecord(line) {
					formatErrors(t, m.add(line, 0))
				}
			}
			readRecords(t, m)
		})
	})
}

func FuzzPTX(f *testing.F) {
	seed(f, ".ptx")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			p, err := ReadPTX(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			if p != nil {
				readRecords(t, p.Metadata())
			}
		})
	})
}

func FuzzBitcode(f *testing.F) {
	seed(f, ".bc", ".ll")
	f.Add([]byte("define internal amdgpu_kernel void @\"k\"() {\ndeclare void @f(i32)\ntarget triple = \"amdgcn\"\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			_, err := ReadBitcode(Bytes(in), int64(len(in)))
			formatErrors(t, err)
			_, err = ReadIR(Bytes(in), int64(len(in)))
			formatErrors(t, err)
		})
	})
}

// FuzzObject rewrites the input as an object.
func FuzzObject(f *testing.F) {
	seed(f, "hip.o", "rdc.o")
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			if err := HostObject(io.Discard, Bytes(in), int64(len(in))); err != nil {
				var fe *FormatError
				if !errors.As(err, &fe) {
					t.Errorf("an error without a place: %v", err)
				}
			}
		})
	})
}

// FuzzScan looks for everything in the input, describes every image and leaves out
// a target.
func FuzzScan(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		bounded(t, in, func() {
			root := Scan(Bytes(in), int64(len(in)), "fuzz")
			formatErrors(t, root.Errors())
			images := 0
			for n := range root.Images() {
				if images++; images > 100 {
					break
				}
				n.Target()
				switch n.Kind {
				case KindGFX:
					if g, err := n.GFX(); err == nil {
						g.Kernels()
						g.Symbols()
					}
				case KindSPIRV:
					if m, err := n.SPIRV(); err == nil {
						m.Kernels()
					}
				}
			}
			Strip(io.Discard, root, func(n *Node) bool { return n.Target().Target.Processor == "gfx1100" })
		})
	})
}
