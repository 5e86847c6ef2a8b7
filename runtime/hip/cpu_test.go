// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/target"
)

func cpuDevice(t testing.TB) *Device {
	t.Helper()
	all, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Info().Backend == "cpu" {
			return d
		}
	}
	t.Fatal("no CPU device")
	return nil
}

// TestCPU runs the kernels of TestLaunch and similar ones as native code, and as SPIR-V that is
// compiled at load.
func TestCPU(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	spirv := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	native := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Device: d})
	for name, im := range map[string]*Image{"native": native, "SPIR-V": spirv} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			m, err := im.Load(t.Context(), d, &LoadOptions{Output: &said})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Unload()
			s := stream(t, d)
			host := make([]int32, 256)
			for i := range host {
				host[i] = int32(i)
			}
			p, err := NewBuffer[int32](d, len(host))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Free()
			if err := p.Write(t.Context(), s, host); err != nil {
				t.Fatal(err)
			}
			if err := s.Launch(t.Context(), function(t, m, "reverse"), Grid(1), Block(256), 4*256, p); err != nil {
				t.Fatal(err)
			}
			pair := struct {
				A float32
				B int32
			}{0, 3}
			if err := s.Launch(t.Context(), function(t, m, "count"), Grid(2), Block(5), 0, pair); err != nil {
				t.Fatal(err)
			}
			got := make([]int32, len(host))
			if err := p.Read(t.Context(), s, got); err != nil {
				t.Fatal(err)
			}
			for i, v := range got {
				if v != host[255-i] {
					t.Fatalf("p[%d] is %d", i, v)
				}
			}
			if err := s.Launch(t.Context(), function(t, m, "say"), Grid(1), Block(1), 0, int32(2)); err != nil {
				t.Fatal(err)
			}
			if err := s.Synchronize(t.Context()); err != nil || said.String() != "2 of two: 3.00|    2|ff  |z\n" {
				t.Errorf("%q, %v", said.String(), err)
			}
			at, size, err := m.Global("counter")
			if err != nil || size != 4 {
				t.Fatalf("%d bytes, %v", size, err)
			}
			var counter [4]byte
			if err := rawQueue(t, d).Copy(uintptr(unsafe.Pointer(&counter)), at, 4, true); err != nil {
				t.Fatal(err)
			}
			if counter[0] != 70 {
				t.Errorf("counter is %d", counter[0])
			}
			if err := s.Launch(t.Context(), function(t, m, "reverse"), Grid(1), Block(2000), 0, p); !errors.Is(err, ErrInvalidConfiguration) {
				t.Error(err)
			}
		})
	}
}

// TestCPUWithoutCompiler: without gohipcc the CPU device takes native code only, and the error says
// what else is needed.
func TestCPUWithoutCompiler(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	spirv := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	native := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Device: d})
	t.Setenv("GOHIP_PATH", t.TempDir())
	if _, err := spirv.Load(t.Context(), d, nil); !errors.Is(err, ErrUnsupportedImage) || !strings.Contains(err.Error(), "install gohipcc") {
		t.Error(err)
	}
	m, err := native.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Unload()
}

// TestCPUImages: the best image of a bundle that can run is chosen; if there is none, the error
// says why.
func TestCPUImages(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	images := map[string][]byte{}
	for _, level := range []string{"x86-64", "x86-64-v2", d.Info().Target.Processor} {
		images[level] = mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: level}).Bytes
	}
	bundle := func(entries ...string) []byte {
		var b bytes.Buffer
		var in []fatbin.Input
		for _, level := range entries {
			image := images[level]
			if image == nil {
				image = images["x86-64"]
			}
			in = append(in, fatbin.InputBytes("hip-x86_64-unknown-linux-gnu-"+level, image))
		}
		if err := fatbin.WriteBundle(&b, 1, in); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	best, err := d.SelectImage(bundle("x86-64", d.Info().Target.Processor, "x86-64-v2"), "bundle")
	if err != nil || !bytes.Equal(best, images[d.Info().Target.Processor]) {
		t.Errorf("%d bytes, %v", len(best), err)
	}
	// The image names a processor: its record has the features that it needs.
	if best, err = d.SelectImage(bundle("x86-64", "znver2"), "bundle"); err != nil || len(best) == 0 {
		t.Errorf("%d bytes, %v", len(best), err)
	}
	_, err = d.SelectImage(bundle("x86-64-v9"), "bundle")
	if err != nil {
		t.Error("an unknown name is a processor's: ", err)
	}
}
