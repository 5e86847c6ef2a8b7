// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command abigen writes runtime/libgohip/abi.h: what libgohip knows of packages abi, fatbin and spirv.
//
//	abigen FILE
package main

import (
	"fmt"
	"os"
	"strings"

	"gohipcc/abi"
	"gohipcc/atomicfile"
	"gohipcc/fatbin"
	"gohipcc/spirv"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: abigen FILE")
		os.Exit(2)
	}
	if err := atomicfile.Write(os.Args[1], header(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "abigen:", err)
		os.Exit(1)
	}
}

// header returns the text of abi.h.
func header() []byte {
	var b strings.Builder
	b.WriteString("// Copyright 2026 The gohipcc Authors\n// SPDX-License-Identifier: Apache-2.0\n\n" +
		"// Generated from packages abi, fatbin and spirv by abigen (go generate ./abi). DO NOT EDIT.\n\n" +
		"#ifndef GOHIP_ABI_H\n#define GOHIP_ABI_H\n\n// clang-format off\n")
	section := func(comment string) { fmt.Fprintf(&b, "\n// %s\n", comment) }

	section("What a launch passes for a parameter of a kernel (abi.Class).")
	b.WriteString("enum gh_arg_kind {\n")
	for _, c := range []struct {
		name, what string
		class      abi.Class
	}{
		{"VALUE", "bytes that the program gives", abi.ClassValue},
		{"POINTER", "a device address that the program gives", abi.ClassPointer},
		{"LOCAL", "the launch's dynamic shared memory", abi.ClassLocal},
		{"SEGMENT", "the address of the module's variable segment", abi.ClassSegment},
		{"HIDDEN", "what AMD's runtime fills in, of its code objects", abi.ClassHidden},
	} {
		fmt.Fprintf(&b, "  GH_ARG_%s = %d, // %s\n", c.name, c.class, c.what)
	}
	b.WriteString("};\n")

	section("The first bytes of a fat binary, and the first word of what the constructor that clang emits registers.")
	fmt.Fprintf(&b, "#define GH_BUNDLE_MAGIC %q\n#define GH_COMPRESSED_MAGIC %q\n#define GH_WRAPPER_MAGIC %#xu\n", fatbin.BundleMagic, fatbin.CompressedMagic, fatbin.WrapperMagic)

	section("SPIR-V: the first word, the words before the first instruction, the first and the last operation of specialisation constants.")
	fmt.Fprintf(&b, "#define GH_SPIRV_MAGIC %#08xu\n#define GH_SPIRV_HEADER_WORDS %d\n#define GH_SPIRV_FIRST_SPEC_CONSTANT %d\n#define GH_SPIRV_LAST_SPEC_CONSTANT %d\n",
		spirv.Magic, spirv.HeaderWords, spirv.OpSpecConstantTrue, spirv.OpSpecConstantOp)

	section("Environment variables that the C and the Go side read.")
	for _, v := range abi.Environment {
		fmt.Fprintf(&b, "#define GH_ENV_%s %q\n", strings.TrimPrefix(v, "GOHIP_"), v)
	}
	section("Families of variables that name libraries, programs, folders or files, and members of them that do not.")
	list := func(name string, words []string) {
		fmt.Fprintf(&b, "#define %s \\\n", name)
		for i, w := range words {
			end := ", \\"
			if i == len(words)-1 {
				end = ""
			}
			fmt.Fprintf(&b, "  %q%s\n", w, end)
		}
	}
	list("GH_ENV_FAMILIES", abi.UnsafeFamilies)
	list("GH_ENV_HARMLESS", abi.HarmlessVariables)
	b.WriteString("\n#endif\n")
	return []byte(b.String())
}
