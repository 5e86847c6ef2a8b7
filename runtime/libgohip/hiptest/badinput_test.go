// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	functionRow = regexp.MustCompile(`(?m)^GH_FN\((.*?), (\w+), \w+, \((.*)\), \((.*)\)\)$`)
	parameter   = regexp.MustCompile(`^(.*?)\s*(\w+)$`)
)

// badInputCalls returns the rows of functions.inc as table entries of badinput.hip: a call that
// takes its arguments from slots, and the kinds of its parameters.
func badInputCalls(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../functions.inc")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range functionRow.FindAllStringSubmatch(string(text), -1) {
		name := m[2]
		if strings.HasSuffix(name, "_spt") { // the same function, with another null stream
			continue
		}
		var args, params []string
		for _, p := range strings.Split(m[3], ", ") {
			q := parameter.FindStringSubmatch(p)
			if p == "void" || p == "" {
				break
			}
			if q == nil {
				t.Fatalf("functions.inc: %s: parameter %q", name, p)
			}
			args = append(args, fmt.Sprintf("get<%s>(a[%d])", q[1], len(args)))
			params = append(params, fmt.Sprintf("{%q, %q}", q[1], q[2]))
		}
		fmt.Fprintf(&b, "{%q, [](const Slot *a) { (void)a; return said(%s(%s)); }, {%s}},\n", name, name,
			strings.Join(args, ", "), strings.Join(params, ", "))
	}
	return b.String()
}

// TestBadInput calls every exported function with invalid arguments. No call may crash, hang or
// leave the device unusable; a call with an invalid argument fails, except for those in mayBeWrong.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "calls.inc"), []byte(badInputCalls(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	// Beside calls.inc, and with options that other programs have: there is a precompiled header for them.
	source := filepath.Join(dir, "badinput.hip")
	run(t, nil, "cp", "../testdata/badinput.hip", source)
	bin, code, page := filepath.Join(dir, "badinput"), filepath.Join(dir, "badinput.co"), filepath.Join(dir, "page")
	compiled(t, "--offload=spirv64", source, "-o", bin)
	compiled(t, "--offload=spirv64", source, "-o", code, "--genco")
	allowed := make(map[string]bool)
	for _, line := range strings.Split(mayBeWrong, "\n") {
		name, cases, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, c := range strings.Split(cases, ", ") {
			allowed[name+" "+c] = true
		}
	}
	for first, done := 0, false; !done; {
		if err := os.WriteFile(page, make([]byte, 256), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, code, page, strconv.Itoa(first))
		cmd.Dir = dir // hipGraphDebugDotPrint writes to the working directory
		cmd.Env = append(os.Environ(), "GOHIP_QUIET=1")
		out, err := cmd.Output()
		for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			f := strings.Fields(line)
			switch status := f[len(f)-1]; {
			case line == "end":
				done = true
			case status == "hipErrorUnknown" || status == "HIPRTC_ERROR_INTERNAL_ERROR" || strings.Contains(line, " does not work"):
				t.Error(line)
			case status == "hipSuccess" || status == "HIPRTC_SUCCESS":
				if c := strings.Join(f[1:len(f)-1], " "); !allowed[f[0]+" "+c] && !allowed["* "+c] {
					t.Errorf("%s: no error", line)
				}
			}
		}
		if !done {
			last, _ := os.ReadFile(page)
			at := string(bytes.TrimRight(last, "\x00"))
			n, _, _ := strings.Cut(at, " ")
			next, _ := strconv.Atoi(n)
			t.Errorf("the program ended (%v) in call %s", err, at)
			if next <= first {
				t.Fatal("it got no further")
			}
			first = next
		}
	}
}

// mayBeWrong lists the calls that HIP does not reject; * stands for all functions.
const mayBeWrong = `
	*: stream null, pDependencies null, dependencies null, dst foreign, src foreign, texRef foreign, tex foreign, texref foreign
	__hipPushCallConfiguration: gridDim zero, gridDim ones, blockDim zero, blockDim ones, sharedMem negative, sharedMem large, stream gone, stream foreign, stream wild, * zero, * ones, * negative, * large, * null, * gone, * foreign, * wild
	hipConfigureCall: gridDim zero, gridDim ones, blockDim zero, blockDim ones, sharedMem negative, sharedMem large, stream gone, stream foreign, stream wild, * zero, * ones, * negative, * large, * null, * gone, * foreign, * wild
	hipArrayGetInfo: desc null, extent null, flags null
	hipCtxCreate: flags negative, flags large
	hipCtxGetApiVersion: ctx null
	hipCtxPopCurrent: ctx null
	hipCtxSetCurrent: ctx null
	hipDestroySurfaceObject: surfaceObject null
	hipDestroyTextureObject: textureObject null
	hipDeviceGetName: len large
	hipDeviceGetPCIBusId: len large
	hipDeviceGetStreamPriorityRange: leastPriority null, greatestPriority null, * null
	hipDevicePrimaryCtxSetFlags: flags negative, flags large
	hipExtSetLoggingParams: log_level negative, log_level large, log_size negative, log_size large, log_mask negative, log_mask large, * negative, * large
	hipExtLaunchKernel: startEvent null, stopEvent null, flags negative, flags large
	hipFree: ptr null
	hipFreeHost: ptr null
	hipGetTextureAlignmentOffset: * foreign
	hipGraphAddDependencies: from null, to null
	hipGraphDebugDotPrint: path unknown, flags negative, flags large, * unknown, * negative, * large
	hipGraphGetNodes: nodes null
	hipGraphGetRootNodes: pRootNodes null
	hipGraphInstantiate: pErrorNode null, pLogBuffer null, bufferSize negative, bufferSize large, * negative, * large
	hipGraphNodeGetDependentNodes: pDependentNodes null
	hipGraphReleaseUserObject: object gone, count large, * large
	hipGraphRemoveDependencies: from null, to null
	hipGraphRetainUserObject: object gone, count large
	hipHostFree: ptr null
	hipHostRegister: hostPtr foreign, * foreign
	hipHostUnregister: hostPtr foreign
	hipLaunchHostFunc: userData null
	hipLinkCreate: options null, optionValues null
	hipMemAddressReserve: size large
	hipMemAdvise: dev_ptr foreign, * foreign
	hipMemPrefetchAsync: dev_ptr foreign
	hipMemGetAddressRange: pbase null, psize null
	hipMemGetInfo: free null, total null
	hipMemPoolTrimTo: min_bytes_to_hold negative, min_bytes_to_hold large, * negative, * large
	hipMemcpy: * foreign
	hipMemcpy2D: * foreign
	hipMemcpyAtoD: dstDevice foreign
	hipMemcpyAtoHAsync: dstHost foreign
	hipMemcpyBatchAsync: attrs null, attrsIdxs null, failIdx null
	hipMemcpyDtoA: srcDevice foreign
	hipMemcpyDtoD: * foreign
	hipMemcpyDtoH: * foreign
	hipMemcpyHtoA: srcHost foreign
	hipMemcpyHtoAAsync: srcHost foreign
	hipMemcpyHtoD: * foreign
	hipMemcpyPeer: * foreign
	hipModuleGetGlobal: dptr null, bytes null
	hipModuleOccupancyMaxActiveBlocksPerMultiprocessor: blockSize large, * large
	hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: blockSize large
	hipModuleOccupancyMaxPotentialBlockSize: blockSizeLimit large
	hipModuleOccupancyMaxPotentialBlockSizeWithFlags: blockSizeLimit large
	hipOccupancyMaxActiveBlocksPerMultiprocessor: blockSize large, * large
	hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: blockSize large
	hipOccupancyMaxPotentialBlockSize: blockSizeLimit large
	hipPointerGetAttributes: ptr gone, ptr foreign, * gone, * foreign
	hipStreamAddCallback: userData null
	hipStreamBeginCaptureToGraph: dependencyData null
	hipStreamCopyAttributes: dst null, src null, * null
	hipStreamCreateWithPriority: priority negative, priority large
	hipStreamGetCaptureInfo: pId null
	hipStreamGetCaptureInfo_v2: id_out null, graph_out null, dependencies_out null, numDependencies_out null
	hipStreamWaitValue32: ptr foreign
	hipStreamWaitValue64: ptr foreign
	hipStreamWriteValue32: ptr foreign, flags negative, flags large, * negative, * large
	hipStreamWriteValue64: ptr foreign, flags negative, flags large, * negative, * large
	hipTexObjectDestroy: texObject null
	hipTexRefGetAddressMode: * foreign
	hipTexRefGetBorderColor: * foreign
	hipTexRefGetFilterMode: * foreign
	hipTexRefGetFlags: * foreign
	hipTexRefGetFormat: * foreign
	hipTexRefGetMaxAnisotropy: * foreign
	hipTexRefGetMipmapFilterMode: * foreign
	hipTexRefGetMipmapLevelBias: * foreign
	hipTexRefGetMipmapLevelClamp: * foreign
	hipTexRefSetAddressMode: * foreign
	hipTexRefSetBorderColor: * foreign
	hipTexRefSetFilterMode: * foreign
	hipTexRefSetFlags: Flags negative, Flags large, * foreign, * negative, * large
	hipTexRefSetMaxAnisotropy: maxAniso negative, maxAniso large, * foreign, * negative, * large
	hipTexRefSetMipmapFilterMode: * foreign
	hipTexRefSetMipmapLevelBias: bias negative, * foreign, * negative
	hipTexRefSetMipmapLevelClamp: minMipMapLevelClamp negative, maxMipMapLevelClamp negative, * foreign, * negative
	hipUserObjectRelease: object gone, count large, * gone, * large
	hipUserObjectRetain: object gone, count large, * gone, * large
	hiprtcAddNameExpression: name_expression unknown, * unknown
	hiprtcCompileProgram: options null
	hiprtcCreateProgram: src unknown, name null, name unknown, headers null, includeNames null, * unknown
	hiprtcLinkCreate: option_ptr null, option_vals_pptr null
`
