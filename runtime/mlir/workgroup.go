// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"fmt"
	"regexp"
	"strings"

	"gohipcc/internal/lazyregexp"
)

var attribution = lazyregexp.New(`(%[\w$.]+) *: *(memref<[^>]*>)`)

// workgroupGlobals turns the work-group memory of kernels into variables of their module. MLIR's
// lowering to SPIR-V would make it a kernel parameter, which the host part, lowered for AMD's ABI,
// does not pass.
//
//	gpu.func @k(%a: memref<4xf32>) workgroup(%s : memref<32xf32, 3>) kernel {
//
// becomes
//
//	memref.global "private" @k__workgroup0 : memref<32xf32, 3> = uninitialized
//	gpu.func @k(%a: memref<4xf32>) kernel {
//	  %s = memref.get_global @k__workgroup0 : memref<32xf32, 3>
func workgroupGlobals(text string) string {
	lines := strings.Split(text, "\n")
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		at := strings.Index(l, " workgroup(")
		name := regexp.MustCompile(`^\s*gpu\.func @([\w$.]+)\(`).FindStringSubmatch(l)
		if at < 0 || name == nil {
			out = append(out, l)
			continue
		}
		depth, end := 0, at+len(" workgroup")
		for ; end < len(l); end++ {
			if l[end] == '(' {
				depth++
			} else if l[end] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		var gets []string
		for i, m := range attribution.FindAllStringSubmatch(l[at:min(end+1, len(l))], -1) {
			symbol := fmt.Sprintf("@%s__workgroup%d", name[1], i)
			out = append(out, fmt.Sprintf("    memref.global \"private\" %s : %s = uninitialized", symbol, m[2]))
			gets = append(gets, fmt.Sprintf("      %s = memref.get_global %s : %s", m[1], symbol, m[2]))
		}
		out = append(out, l[:at]+l[min(end+1, len(l)):])
		out = append(out, gets...)
	}
	return strings.Join(out, "\n")
}
