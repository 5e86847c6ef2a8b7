// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/kernelabi"
	"gohipcc/passes/llvm"
)

// recordSection is the section of the image with its records, a line each. It is not loaded.
const recordSection = ".gohip"

// Records puts the records of the image into the module, as an assembler's section: a variable's
// section would be loaded.
//
//	module asm ".section .gohip,\22\22,@progbits"
//	module asm ".ascii \22gohip.v1 module {…}\5Cn\22"
func Records(u *ir.Unit) error {
	var s strings.Builder
	u.Needed = processorFeatures(u)
	fmt.Fprintf(&s, ".section %s,\"\",@progbits\n", recordSection)
	for _, r := range kernelabi.Records(u) {
		s.WriteString(".ascii \"" + assemblerString(r+"\n") + "\"\n")
	}
	s.WriteString(".text\n")
	llvm.AppendModuleInlineAsm(u.Mod, s.String())
	return nil
}

// assemblerString spells bytes as GNU's and LLVM's assemblers read them between quotes.
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

// emulations are the names that linkers have for the targets.
var emulations = map[string]string{"x86_64": "elf_x86_64", "aarch64": "aarch64linux"}

// Link makes the image of an object.
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
	in, out := filepath.Join(dir, "image.o"), filepath.Join(dir, "image.so")
	if err := os.WriteFile(in, object, 0o600); err != nil {
		return nil, err
	}
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	args := []string{"-m", emulations[arch], "-shared", "-Bsymbolic", "--hash-style=gnu", "--build-id=none", "-z", "now", "-z", "noexecstack", "--gc-sections", "-o", out, in}
	args = append(args, libraries(arch)...)
	msg, err := exec.Command(lld, args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", lld, err, strings.TrimSpace(string(msg)))
	}
	return os.ReadFile(out)
}

// libraries are the arguments for the C library's parts that images need. Where the machine has none
// of the processor's, their symbols stay open for whoever loads the image.
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
