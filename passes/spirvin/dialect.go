// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"fmt"

	"gohipcc/passes/ir"
)

// A dialect is what differs between the targets in the LLVM IR of a kernel.
type dialect struct {
	convention string     // calling convention of kernels
	spaces     [5]string  // the target's number of each SPIR address space
	private    string     // of alloca, where that is not the generic one: ", addrspace(5)"
	scopes     [6]string  // syncscope of each SPIR-V scope: CrossDevice, Device, Workgroup, Subgroup, Invocation, QueueFamily
	layout     bool       // the text states the data layout
	byRef      bool       // parameters by value are references to memory that kernels only read
	offset     string     // library function that returns the offset of the grid; "": it is 0
	dimensions string     // library function that returns the number of dimensions of the grid; "": it is 3
	literals   string     // type of a pointer to a string literal
	printf     printfCall // how printf is called
}

// printfCall emits a call of printf with arguments that are 64-bit words. strings are the words that are
// addresses of strings, the first of which is the format.
type printfCall func(o *operation, words []string, strings []bool) string

// dialects are those of code generators. The others, those of processors, have no calling
// convention of kernels: the passes find them by NVPTX's until work-groups are formed.
var dialects = map[string]*dialect{
	"AMDGPU": {
		convention: "amdgpu_kernel", spaces: [5]string{"5", "1", "4", "3", "0"}, private: ", addrspace(5)",
		scopes: syncScopes("agent", "workgroup", "wavefront"), layout: true, byRef: true,
		offset: "__ockl_get_global_offset", dimensions: "__ockl_get_work_dim",
		literals: "ptr addrspace(4)", printf: hostcallPrintf,
	},
	"NVPTX": &flatDialect,
}

// flatDialect has generic pointers to private memory, and OpenCL's constant memory in global memory.
var flatDialect = dialect{
	convention: "ptx_kernel", spaces: [5]string{"0", "1", "1", "3", "0"},
	scopes:   syncScopes("device", "block", "block"), // a warp has no scope of its own
	literals: "ptr addrspace(1)", printf: vprintf,
}

func dialectOf(t *ir.Target) *dialect {
	if d := dialects[t.Arch]; d != nil {
		return d
	}
	return &flatDialect
}

func syncScopes(device, block, warp string) [6]string {
	of := func(scope string) string { return fmt.Sprintf("syncscope(%q) ", scope) }
	return [6]string{"", of(device), of(block), of(warp), of("singlethread"), of(device)}
}

// vprintf passes the arguments in memory to the CUDA driver's vprintf, which reads an int as four bytes and
// everything else as eight.
func vprintf(o *operation, words []string, strings []bool) string {
	buffer := o.v("alloca [%d x i64], align 8", len(words))
	for i, w := range words[1:] {
		t := "i64"
		if strings[i+1] {
			t = "ptr"
		}
		o.f("store %s %s, ptr %s, align 8", t, w, o.v("getelementptr i64, ptr %s, i32 %d", buffer, i))
	}
	return o.call("i32", "vprintf", "ptr "+words[0], "ptr "+buffer)
}

// hostcallPrintf writes a record of AMD's hostcalls.
func hostcallPrintf(o *operation, words []string, strings []bool) string {
	o.im.strlen()
	d := o.converge("i64", "__ockl_printf_begin", "i64 0")
	for i, w := range words {
		last := "i32 0"
		if i == len(words)-1 {
			last = "i32 1"
		}
		if strings[i] {
			n := o.v("call i64 @gohip.spirv.strlen(ptr %s)", w)
			d = o.converge("i64", "__ockl_printf_append_string_n", "i64 "+d, "ptr "+w, "i64 "+n, last)
			continue
		}
		d = o.converge("i64", "__ockl_printf_append_args", "i64 "+d, "i32 1", "i64 "+w, "i64 0", "i64 0", "i64 0", "i64 0", "i64 0", "i64 0", last)
	}
	return o.v("trunc i64 %s to i32", d)
}
