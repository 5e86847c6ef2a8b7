// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const mathSPIRV = `
OpCapability Addresses
OpCapability Kernel
OpCapability Float64
OpCapability Vector16
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
OpDecorate %p FuncParamAttr NoWrite
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%uint = OpTypeInt 32 0
%v2float = OpTypeVector %float 2
%void = OpTypeVoid
%ptr = OpTypePointer CrossWorkgroup %v2float
%kt = OpTypeFunction %void %ptr %float %double %uint
%k = OpFunction %void None %kt
%p = OpFunctionParameter %ptr
%f = OpFunctionParameter %float
%d = OpFunctionParameter %double
%u = OpFunctionParameter %uint
%entry = OpLabel
%v = OpLoad %v2float %p Aligned 8
%a = OpExtInst %float %std fma %f %f %f
%b = OpExtInst %float %std fma %a %f %a
%c = OpExtInst %double %std mad %d %d %d
%e = OpExtInst %v2float %std rsqrt %v
%g = OpExtInst %float %std atan2 %f %a
%i = OpExtInst %double %std pow %d %c
%j = OpExtInst %float %std native_exp %f
%l = OpExtInst %float %std fmod %f %g
%m = OpExtInst %double %std log10 %i
%n = OpExtInst %float %std log10 %l
%o = OpExtInst %float %std tan %n
%q = OpExtInst %v2float %std native_tan %e
%h = OpBitCount %uint %u
OpReturn
OpFunctionEnd
`

// tool pipes bytes through a program of SPIRV-Tools.
func tool(t *testing.T, in []byte, name string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(path, in, 0o644); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd := exec.Command(name, append(args, path)...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, errs.Bytes())
	}
	return out
}

// Tangents need double precision in a module that otherwise uses only floats.
func TestTangent(t *testing.T) {
	var lines []string
	for _, line := range strings.Split(mathSPIRV, "\n") {
		if !strings.Contains(line, "%double = ") && !strings.Contains(line, "OpCapability Float64") && !strings.Contains(line, "OpExtInst %double") &&
			!strings.Contains(line, "OpFunctionParameter %double") {
			lines = append(lines, strings.Replace(line, "%void %ptr %float %double %uint", "%void %ptr %float %uint", 1))
		}
	}
	il := tool(t, []byte(strings.Join(lines, "\n")), "spirv-as", "--target-env", "spv1.2", "-o", "-")
	out, err := LLVMIntrinsics(il)
	if err != nil {
		t.Fatal(err)
	}
	tool(t, out, "spirv-val", "--target-env", "spv1.2")
	text := string(tool(t, out, "spirv-dis", "--no-header", "--no-indent"))
	for _, want := range []string{"OpCapability Float64", "OpTypeFloat 64", "OpFDiv %double"} {
		if n := strings.Count(text, want); n != 1 {
			t.Errorf("%d times %q, want once", n, want)
		}
	}
}

func TestIntrinsicsOfLLVM(t *testing.T) {
	il := tool(t, []byte(mathSPIRV), "spirv-as", "--target-env", "spv1.2", "-o", "-")
	out, err := LLVMIntrinsics(il)
	if err != nil {
		t.Fatal(err)
	}
	tool(t, out, "spirv-val", "--target-env", "spv1.2")
	text := string(tool(t, out, "spirv-dis", "--no-header", "--no-indent"))
	for _, want := range []string{
		`"llvm.fma.f32" Import`, `"llvm.fmuladd.f64" Import`, `"llvm.sqrt.v2f32" Import`, `"llvm.ctpop.i32" Import`,
		`"llvm.pow.f64" Import`, `"llvm.exp.f32" Import`, `"llvm.log10.f32" Import`, "OpFRem %float",
		"OpConstant %float 1\n", "OpConstantComposite %v2float", "OpFDiv %v2float",
		`"llvm.sin.f64" Import`, `"llvm.cos.v2f64" Import`, "OpTypeFloat 64", "OpTypeVector %double 2", "OpFDiv %double",
	} {
		if n := strings.Count(text, want); n != 1 {
			t.Errorf("%d times %q, want once", n, want)
		}
	}
	// Functions without an LLVM intrinsic remain, and those that the C library computes
	// inaccurately.
	if strings.Count(text, "OpExtInst ") != 2 || !strings.Contains(text, " atan2 ") || !strings.Contains(text, " log10 ") {
		t.Error("OpenCL's own functions that stay are not atan2 and log10 of a double")
	}
	if t.Failed() {
		t.Log(text)
	}
	again, err := LLVMIntrinsics(out)
	if err != nil || !bytes.Equal(again, out) {
		t.Errorf("a module without work to do changes (%v)", err)
	}
}
