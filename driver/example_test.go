// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gohipcc/driver"
)

// Checks a source for the host and a device, as the gohipcc of the build folder does.
func ExampleMain() {
	prefix, err := filepath.Abs("../build")
	if err != nil {
		log.Fatal(err)
	}
	os.Setenv("GOHIP_PATH", prefix)
	defer os.Unsetenv("GOHIP_PATH")
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"right.hip": "__attribute__((global)) void k(int *p) { *p = 1; }\n",
		"wrong.hip": "__attribute__((global)) void k(int *p) { *p = one; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	for _, name := range []string{"right.hip", "wrong.hip"} {
		var messages bytes.Buffer
		status := driver.Main([]string{"gohipcc", "-nogpuinc", "--offload=spirv64", "-fsyntax-only", filepath.Join(dir, name)}, os.Stdout, &messages)
		fmt.Println(name, status, bytes.Contains(messages.Bytes(), []byte("use of undeclared identifier 'one'")))
	}
	// Output:
	// right.hip 0 false
	// wrong.hip 1 true
}
