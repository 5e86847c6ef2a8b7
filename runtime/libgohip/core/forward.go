// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"fmt"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/hip"
	"gohipcc/runtime/libgohip/rawimage"
)

// gohipAMDImage converts an image to a form that every release of AMD's library accepts: a
// compressed fat binary is decompressed, LLVM bitcode and SPIR-V are compiled for the target. It
// runs while AMD's library is the runtime, so none of gohipcc's devices is open.
//
//export gohipAMDImage
func gohipAMDImage(image unsafe.Pointer, target *C.char, out *unsafe.Pointer, size *C.size_t) (e C.hipError_t) {
	defer guard("hipModuleLoadData", &e)
	b, err := rawimage.Bytes(image)
	if err == nil {
		b, err = amdImage(b, C.GoString(target))
	}
	if err != nil {
		complain("%v", err)
		return hipCode(err, C.hipErrorInvalidImage)
	}
	*out, *size = C.CBytes(b), C.size_t(len(b))
	return C.hipSuccess
}

func amdImage(b []byte, target string) ([]byte, error) {
	if fatbin.Sniff(b) != fatbin.KindCompressed {
		im, err := hip.Compile(context.Background(), b, &hip.CompileOptions{Name: "image in memory", Target: target})
		if err != nil {
			return nil, err
		}
		return im.Bytes, nil
	}
	plain, _, err := fatbin.Decompress(fatbin.Bytes(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("compressed fat binary: %w", err)
	}
	return plain, nil
}
