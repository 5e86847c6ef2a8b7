// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi_test

import (
	"encoding/json"
	"fmt"
	"log"

	"gohipcc/abi"
)

// A record of an image's metadata, as the compiler writes it and the runtime reads it.
func ExampleSplitRecord() {
	text := abi.Record("printf", abi.Printf{ID: 3, Format: "%d\n"})
	kind, object, ok := abi.SplitRecord([]byte(text))
	if !ok {
		log.Fatal("no record: ", text)
	}
	var p abi.Printf
	if err := json.Unmarshal(object, &p); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %d %q\n", kind, p.ID, p.Format)
	// Output: printf 3 "%d\n"
}
