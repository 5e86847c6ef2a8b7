// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"

	"gohipcc/fatbin"
	"gohipcc/target"
)

// Every kernel of every AMD image in a file, whatever carries it.
func ExampleOpen() {
	f, err := fatbin.Open("testdata/hip.o")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for img := range f.Images() {
		g, err := img.GFX()
		if err != nil {
			log.Fatal(err)
		}
		for k, err := range g.AllKernels() {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(g.TargetID(), k.Name, len(k.Args), k.GroupSize)
		}
	}
	// Output:
	// gfx1100 vadd 4 0
	// gfx1100 _Z4fillIlEvPT_4Pairs 3 256
	// gfx9-generic vadd 4 0
	// gfx9-generic _Z4fillIlEvPT_4Pairs 3 256
	// gfx90a:xnack+ vadd 4 0
	// gfx90a:xnack+ _Z4fillIlEvPT_4Pairs 3 256
}

// The image of a bundle for a device.
func ExampleBundle_Best() {
	f, err := fatbin.Open("testdata/mixed.hipfb")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	b, err := fatbin.ReadBundle(f.Open(), f.Size)
	if err != nil {
		log.Fatal(err)
	}
	dev, err := target.ParseID("gfx1100")
	if err != nil {
		log.Fatal(err)
	}
	e, err := b.Best("amdgcn", dev)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.ID, e.Size)
	// Output: hipv4-amdgcn-amd-amdhsa--gfx1100 6056
}

// A program without the images of other GPUs.
func ExampleStrip() {
	f, err := fatbin.Open("testdata/hip.o")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	res, err := fatbin.Strip(io.Discard, f.Node, func(n *fatbin.Node) bool { return n.Target().Target.Processor == "gfx1100" })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Dropped, "images left out")
	// Output: 2 images left out
}

// Written and read, as clang-offload-bundler does.
func ExampleWriteBundle() {
	var b bytes.Buffer
	err := fatbin.WriteBundle(&b, fatbin.HIPAlign, []fatbin.Input{
		fatbin.InputBytes(fatbin.HostID, nil), fatbin.InputBytes("hip-spirv64-unknown-unknown--generic", []byte("SPIR-V")),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fatbin.Sniff(b.Bytes()))
	bundle, err := fatbin.ReadBundle(fatbin.Bytes(b.Bytes()), int64(b.Len()))
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range bundle.Entries {
		fmt.Println(e.ID, e.Offset, e.Size)
	}
	// Output:
	// bundle
	// host-x86_64-unknown-linux-gnu- 4096 0
	// hip-spirv64-unknown-unknown--generic 4096 6
}

// What a compressed bundle says of itself.
func ExampleDecompress() {
	f, err := os.ReadFile("testdata/v2.ccob")
	if err != nil {
		log.Fatal(err)
	}
	bundle, how, err := fatbin.Decompress(fatbin.Bytes(f), int64(len(f)), fatbin.WithLimits(fatbin.Limits{MaxDecompressed: 1 << 20}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fatbin.Sniff(bundle), how.Version, how.HashMatchesBytes)
	// Output: bundle 2 true
}

// The kernels of a PTX image; [fatbin.ReadGFX], [fatbin.ReadSPIRV] and the others are used in the same way.
func ExampleReadPTX() {
	text, err := os.ReadFile("testdata/kernels.ptx")
	if err != nil {
		log.Fatal(err)
	}
	m, err := fatbin.ReadPTX(fatbin.Bytes(text), int64(len(text)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Version, m.Target)
	for _, k := range m.Kernels {
		fmt.Println(k.Name, len(k.Args))
	}
	// Output:
	// 7.0 sm_80
	// vadd 4
	// _Z4fillIlEvPT_4Pairs 3
}
