// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"os"
	"strings"
)

var kindNames = map[C.hipGraphNodeType]string{
	C.hipGraphNodeTypeKernel: "KERNEL", C.hipGraphNodeTypeMemcpy: "MEMCPY", C.hipGraphNodeTypeMemset: "MEMSET",
	C.hipGraphNodeTypeHost: "HOST", C.hipGraphNodeTypeGraph: "GRAPH", C.hipGraphNodeTypeEmpty: "EMPTY",
	C.hipGraphNodeTypeWaitEvent: "EVENT_WAIT", C.hipGraphNodeTypeEventRecord: "EVENT_RECORD",
	C.hipGraphNodeTypeMemAlloc: "MEM_ALLOC", C.hipGraphNodeTypeMemFree: "MEM_FREE",
}

func hipGraphDebugDotPrint(h C.hipGraph_t, path *C.char, flags C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || path == nil {
		return C.hipErrorInvalidValue
	}
	var b strings.Builder
	b.WriteString("digraph dot {\n")
	writeDot(&b, g, "graph_0")
	b.WriteString("}\n")
	if err := os.WriteFile(C.GoString(path), []byte(b.String()), 0o644); err != nil {
		complain("hipGraphDebugDotPrint: %v", err)
		return C.hipErrorOperatingSystem
	}
	return C.hipSuccess
}

func writeDot(b *strings.Builder, g *graph, name string) {
	fmt.Fprintf(b, "subgraph cluster_%s {\nlabel=%q graph[style=\"dashed\"];\n", name, name)
	index := make(map[*node]int)
	for i, n := range g.nodes {
		index[n] = i
		shape := map[bool]string{true: "octagon", false: "rectangle"}[n.work.kind() == C.hipGraphNodeTypeKernel]
		fmt.Fprintf(b, "%q[style=\"solid\" shape=%q label=\"%d\\n%s\\n%s\"];\n", fmt.Sprintf("%s_node_%d", name, i), shape, i, kindNames[n.work.kind()], strings.ReplaceAll(n.work.label(), `"`, `'`))
		if c, ok := n.work.(*childWork); ok {
			writeDot(b, c.g, fmt.Sprintf("%s_%d", name, i))
		}
	}
	for i, n := range g.nodes {
		for _, d := range n.deps {
			fmt.Fprintf(b, "%q -> %q;\n", fmt.Sprintf("%s_node_%d", name, index[d]), fmt.Sprintf("%s_node_%d", name, i))
		}
	}
	b.WriteString("}\n")
}
