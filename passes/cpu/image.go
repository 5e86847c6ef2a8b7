// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/passes/ir"
	"gohipcc/passes/kernelabi"
	"gohipcc/passes/llvm"
)

// recordSection is the section of the image that holds its records, one per line. It is not loaded.
const recordSection = ".gohip"

// Records adds the image's records to the module as inline assembly, because the section of a
// variable would be loaded.
//
//	module asm ".section .gohip,\22\22,@progbits"
//	module asm ".ascii \22gohip.v1 module {…}\5Cn\22"
func Records(u *ir.Unit) error {
	var s strings.Builder
	coverageMapping(u)
	fmt.Fprintf(&s, ".section %s,\"\",@progbits\n", recordSection)
	for _, r := range append(kernelabi.Records(u), abi.Record(abi.ChecksumKind, abi.Checksum{CRC32C: "00000000"})) {
		s.WriteString(".ascii \"" + assemblerString(r+"\n") + "\"\n")
	}
	s.WriteString(".text\n")
	llvm.AppendModuleInlineAsm(u.Mod, s.String())
	return nil
}

// assemblerString escapes bytes for a quoted string of GNU's and LLVM's assemblers.
func assemblerString(s string) string {
	var out strings.Builder
	for _, c := range []byte(s) {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&out, "\\%03o", c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// emulations are the linker emulations (-m) by architecture.
var emulations = map[string]string{"x86_64": "elf_x86_64", "aarch64": "aarch64linux"}

// Link links an object, and those of the parts, into an image with ld.lld of the same LLVM.
func Link(u *ir.Unit, object []byte) ([]byte, error) {
	lld, tried := u.LLVMTool("ld.lld")
	if lld == "" {
		return nil, fmt.Errorf("the image of a processor needs ld.lld of LLVM %d; looked for %s; install lld-%[1]d", u.Lib.Major, strings.Join(tried, ", "))
	}
	dir, err := os.MkdirTemp("", "gohip-cpu-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "image.so")
	var in []string
	for i, o := range append([][]byte{object}, u.Objects...) {
		in = append(in, filepath.Join(dir, fmt.Sprintf("%d.o", i)))
		if err := os.WriteFile(in[i], o, 0o600); err != nil {
			return nil, err
		}
	}
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	args := []string{"-m", emulations[arch], "-shared", "-Bsymbolic", "--hash-style=gnu", "--build-id=none", "-z", "now", "-z", "noexecstack", "-o", out}
	args = append(args, in...)
	runtime, err := profileRuntime(u, arch, lld)
	if err != nil {
		return nil, err
	}
	args = append(append(args, runtime...), libraries(arch)...)
	msg, err := exec.Command(lld, args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", lld, err, strings.TrimSpace(string(msg)))
	}
	image, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return image, fatbin.SealCPU(image)
}

// libraries returns the linker arguments for the parts of the C library that images need. Where
// this machine lacks them for the processor, their symbols stay undefined until the image is
// loaded.
func libraries(arch string) []string {
	out := []string{"--as-needed"}
	for _, name := range []string{"libm.so.6", "libmvec.so.1", "libc.so.6"} {
		for _, dir := range []string{"/lib/" + arch + "-linux-gnu", "/usr/lib/" + arch + "-linux-gnu", "/lib64", "/usr/lib64"} {
			if p := filepath.Join(dir, name); arch == hostArch() {
				if _, err := os.Stat(p); err == nil {
					out = append(out, p)
					break
				}
			}
		}
	}
	return out
}
