// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package options

import "gohipcc/driver/cmdline"

// ForeignLanguages are languages of -x that are for a device, or offload to one, by other means than
// HIP (clang/include/clang/Driver/Types.def).
var ForeignLanguages = cmdline.Set("cuda cuda-cpp-output cl clcpp cl-cpp-output hlsl renderscript")

// ForeignExtensions are their extensions. For hipcc, .cu is HIP.
var ForeignExtensions = cmdline.Set(".cl .clcpp .cu .cui")

// A preprocessed is the output of a language's preprocessor.
type preprocessed struct {
	Language string
	// Extension is that of its files, where a compile can be repeated from such a file; else empty.
	Extension string
}

// AfterPreprocessor has the languages with a preprocessor.
var AfterPreprocessor = map[string]preprocessed{
	"hip":                {"hip-cpp-output", ".hipi"},
	"c++":                {"c++-cpp-output", ".ii"},
	"c":                  {"cpp-output", ".i"},
	"cuda":               {Language: "cuda-cpp-output"},
	"objective-c":        {Language: "objective-c-cpp-output"},
	"objective-c++":      {Language: "objective-c++-cpp-output"},
	"assembler-with-cpp": {Language: "assembler"},
}
