// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin_test

import (
	"fmt"
	"log"

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
