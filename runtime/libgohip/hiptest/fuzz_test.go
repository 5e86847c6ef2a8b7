// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/fuzztest"
	"gohipcc/internal/testtree"
)

// loader is a process running testdata/loader.c, which loads many images.
type loader struct {
	dir    string
	loads  int
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *os.File
}

// The limits of a loader: address space for Go's runtime, PoCL and its threads, and more memory and
// time than any image of the fuzzer's size needs.
const (
	loaderSpace  = 32 << 30
	loaderMemory = 2 << 30
	loaderTime   = 5 * time.Minute
)

func startLoader(t testing.TB, bin, dir, device string) *loader {
	t.Helper()
	l := &loader{dir: dir}
	var err error
	if err = os.MkdirAll(filepath.Join(dir, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	if l.stderr, err = os.Create(filepath.Join(dir, "stderr")); err != nil {
		t.Fatal(err)
	}
	l.cmd = exec.Command("sh", "-c", fmt.Sprintf(`ulimit -c 0; ulimit -v %d; exec "$0"`, loaderSpace>>10), bin)
	l.cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"), "GOHIP_CACHE_DIR="+filepath.Join(dir, "cache"), "POCL_CACHE_DIR="+filepath.Join(dir, "pocl"), device)
	l.cmd.Stderr = l.stderr
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	l.out = bufio.NewReader(out)
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return l
}

// load makes the process load an image. If the process dies, the error describes how.
func (l *loader) load(image []byte, names []string) (answer, said string, err error) {
	message := binary.NativeEndian.AppendUint32(nil, uint32(len(image)))
	message = append(message, image...)
	message = binary.NativeEndian.AppendUint32(message, uint32(len(names)))
	for _, n := range names {
		message = append(binary.NativeEndian.AppendUint32(message, uint32(len(n))), n...)
	}
	before, _ := l.stderr.Seek(0, io.SeekEnd)
	late := time.AfterFunc(loaderTime, func() { l.cmd.Process.Kill() })
	_, err = l.in.Write(message)
	if err == nil {
		answer, err = l.out.ReadString('\n')
	}
	if !late.Stop() {
		err = fmt.Errorf("no answer in %v", loaderTime)
	}
	if err != nil {
		l.in.Close()
		if e := l.cmd.Wait(); e != nil {
			err = e
		}
	}
	end, _ := l.stderr.Seek(0, io.SeekEnd)
	text := make([]byte, min(end-before, 64<<10))
	l.stderr.ReadAt(text, before)
	return strings.TrimSpace(answer), string(text), err
}

var peakMemory = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak returns the peak memory use of the process.
func (l *loader) peak() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.cmd.Process.Pid))
	m := peakMemory.FindSubmatch(status)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n << 10
}

// kernelNames returns some of the names of the kernels in an image, as far as it can be parsed.
func kernelNames(image []byte) []string {
	var names []string
	for n := range fatbin.Scan(fatbin.Bytes(image), int64(len(image)), "fuzz").Images() {
		switch n.Kind {
		case fatbin.KindCPU:
			if c, err := n.CPU(); err == nil {
				names = append(names, c.Metadata().KernelNames()...)
			}
		case fatbin.KindSPIRV:
			if m, err := n.SPIRV(); err == nil {
				if md := m.Metadata(); md != nil {
					names = append(names, md.KernelNames()...)
				} else if ks, err := m.Kernels(); err == nil {
					for i := range ks {
						names = append(names, ks[i].Name)
					}
				}
			}
		}
		if len(names) > 0 {
			break
		}
	}
	return names[:min(len(names), 3)]
}

// A mutantLoader loads damaged images in loader processes, which it replaces from time to time.
type mutantLoader struct {
	bin, dir string
	whole    [][]byte
	loaders  [len(devices)]*loader
}

// devices are the environments that select the OpenCL device, and the CPU device.
var devices = [2]string{abi.EnvCPU + "=0", abi.EnvCPU + "=1"}

// newMutantLoader builds the loader and collects images of every kind.
func newMutantLoader(t testing.TB) *mutantLoader {
	t.Helper()
	p := testtree.Prefix(t)
	dir := t.TempDir()
	bin := filepath.Join(dir, "loader")
	run(t, nil, "cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-I"+p+"/include", "../testdata/loader.c", "-o", bin,
		"-L"+p+"/lib", "-lgohip", "-Wl,-rpath,"+p+"/lib")
	var whole [][]byte
	add := func(name string) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, b)
	}
	// Fat binaries and bitcode for this device, in addition to those of fatbin's tests.
	source := filepath.Join(testtree.Root(t), "fatbin/testdata/kernels.hip")
	for _, c := range [][]string{
		{"k.hipfb", "--offload=spirv64", "--offload-arch=gfx90a", "-Os"},
		{"k.ccob", "--offload=spirv64", "-O1", "--offload-compress"},
		{"k.bc", "--offload=spirv64", "-O1", "-emit-llvm", "-c", "--no-gpu-bundle-output"},
		{"k.so", "--offload=cpu", "-O1", "--no-gpu-bundle-output"},
		{"native.hipfb", "--offload=cpu", "-O1"},
	} {
		out := filepath.Join(dir, c[0])
		run(t, nil, filepath.Join(p, "bin", "gohipcc"), slices.Concat(light, c[1:], []string{"--offload-device-only", source, "-o", out})...)
		add(out)
	}
	for _, n := range []string{"kernels.spv", "foreign.spv", "v2.ccob", "kernels.ptx", "gfx1100.co"} {
		add(filepath.Join(testtree.Root(t), "fatbin/testdata", n))
	}
	d := &mutantLoader{bin: bin, dir: dir, whole: whole}
	t.Cleanup(d.stop)
	return d
}

// stop ends the loader processes.
func (d *mutantLoader) stop() {
	for i, l := range d.loaders {
		if l != nil {
			l.in.Close()
			l.cmd.Wait()
			l.stderr.Close()
			d.loaders[i] = nil
		}
	}
}

// FuzzModuleLoadData passes damaged images of every kind to a program that loads them from memory,
// on this machine's OpenCL device or on the CPU device, and looks up their kernels, which compiles
// them. The program must continue, even if the driver's compiler crashes, and get a documented
// error.
func FuzzModuleLoadData(f *testing.F) {
	d := newMutantLoader(f)
	for _, b := range fuzztest.Seeds(d.whole...) {
		for i := range devices {
			f.Add(b, byte(i))
		}
	}
	f.Fuzz(d.load)
}

func TestMutations(t *testing.T) {
	d := newMutantLoader(t)
	fuzztest.Mutations(t, "FuzzModuleLoadData", d.whole, 40, d.load)
}

// load loads an image and checks the result that the program got.
func (d *mutantLoader) load(t *testing.T, image []byte, way byte) {
	device := int(way) % len(devices)
	if l := d.loaders[device]; l != nil && l.loads == 200 {
		d.stop()
	}
	if d.loaders[device] == nil {
		d.loaders[device] = startLoader(t, d.bin, filepath.Join(d.dir, fmt.Sprint(device)), devices[device])
	}
	l := d.loaders[device]
	l.loads++
	answer, said, err := l.load(image, kernelNames(image))
	if err != nil {
		d.loaders[device] = nil
		t.Fatalf("the program ended: %v\n%s", err, said)
	}
	if strings.Contains(answer, "hipErrorUnknown") || !strings.Contains(answer, "hip") {
		t.Errorf("%s", answer)
	}
	t.Log(answer)
	loaded, _, _ := strings.Cut(answer, " ")
	if loaded != "hipSuccess" && !strings.Contains(said, "hipModuleLoad") {
		t.Errorf("%s, and standard error has\n%s", answer, said)
	}
	if strings.Contains(said, "goroutine ") || strings.Contains(said, "panic: ") {
		t.Errorf("%s\n%s", answer, said)
	}
	if n := l.peak(); n > loaderMemory {
		t.Errorf("it took %d bytes of memory", n)
	}
	// Inputs that crashed LLVM are kept.
	left, _ := filepath.Glob(filepath.Join(l.dir, "tmp", "*"))
	for _, n := range left {
		if !strings.Contains(said, n) {
			t.Errorf("%s is left behind", n)
		}
		os.RemoveAll(n)
	}
}
