// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package rtc compiles programs at run time, for hiprtc: with the gohipcc of the same
// installation, in a process of its own, so that it is the same compiler with the same cache
// as at build time.
package rtc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
	"gohipcc/target"
	"gohipcc/toolchains"
)

// Program is a source with what belongs to it, and what a compilation made of it.
type Program struct {
	Source      string
	Name        string            // of the source's file
	Headers     map[string]string // text by name
	Expressions []string          // whose names in the code are asked for

	Compiled bool
	Log      string            // what the compiler said
	Code     []byte            // a fat binary; nil for relocatable code
	Bitcode  []byte            // of relocatable code
	Lowered  map[string]string // names in the code by expression
}

// How a compilation fails; Program.Log says why.
var (
	ErrInput       = errors.New("the program's input is not valid")
	ErrCreation    = errors.New("the program cannot be written to a file")
	ErrOption      = errors.New("an option is not valid")
	ErrCompilation = errors.New("the program does not compile")
	ErrName        = errors.New("a name expression is not valid")
	ErrInternal    = errors.New("the compiler cannot be used")
)

// Compile compiles the program with the options of hiprtc that are given. arch is the
// target where they name none; empty: the driver's default.
func (p *Program) Compile(given []string, arch string) error {
	p.Log, p.Code, p.Bitcode = "", nil, nil
	cc, err := compiler()
	if err != nil {
		p.Log = err.Error() + "\n"
		return ErrInternal
	}
	dir, remove, err := scratch()
	if err != nil {
		p.Log = err.Error() + "\n"
		return ErrCreation
	}
	defer remove()
	src := p.withExpressions()
	file := filepath.Join(dir, p.Name)
	if err := p.writeSources(dir, file, src); err != nil {
		return err
	}
	options, rdc := translate(given, arch)
	base := append([]string{"-x", "hip"}, implied(src)...)
	base = append(append(base, "-D__HIPCC_RTC__=1", "-D__GOHIP_RTC_INTEGERS__=1", "-I"+dir), options...)
	if !hasLevel(options) {
		base = append(base, "-O3")
	}
	out := filepath.Join(dir, "out")
	device := append(base, "--offload-device-only", "-c")
	if rdc {
		device = append(base, "-fgpu-rdc", "--offload-device-only", "-emit-llvm", "-c")
	}
	if err := p.run(cc, dir, append(device, file, "-o", out)); err != nil {
		return err
	}
	code, err := os.ReadFile(out)
	if err != nil {
		p.Log += err.Error() + "\n"
		return ErrInternal
	}
	if rdc {
		p.Bitcode = code
	} else {
		p.Code = code
	}
	if len(p.Expressions) > 0 {
		ir := filepath.Join(dir, "names.ll")
		host := append(append([]string{}, base...), "-w", "--offload-host-only", "-O0", "-emit-llvm", "-S", file, "-o", ir)
		if err := p.run(cc, dir, host); err != nil {
			return err
		}
		text, err := os.ReadFile(ir)
		if err != nil || !p.lower(text) {
			p.Log += "the lowered names are not in the compiler's output\n"
			return ErrName
		}
	}
	p.Compiled = true
	return nil
}

// withExpressions returns the source with host code that names the template instances asked for,
// which makes the device code have them; the initialisers show what the names became.
func (p *Program) withExpressions() string {
	if len(p.Expressions) == 0 {
		return p.Source
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n#line 1 \"name expressions\"\nnamespace {\nconst void *const %s[] __attribute__((used)) = {\n", p.Source, namesVariable)
	for _, e := range p.Expressions {
		fmt.Fprintf(&b, "(const void *)(%s%s),\n", map[bool]string{true: "", false: "&"}[strings.HasPrefix(strings.TrimSpace(e), "&")], e)
	}
	b.WriteString("};\n}\n")
	return b.String()
}

// stdint is what a program gets that includes <stdint.h> or <cstdint>: the C library's without the types that
// hip/gohip_detail/integers.h has defined, and those that it leaves to programs.
const stdint = `#pragma once
#include <hip/gohip_detail/integers.h>
#include_next <stdint.h>
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
`

// writeSources writes the source and the headers of the program into a folder.
func (p *Program) writeSources(dir, file, src string) error {
	texts := map[string]string{filepath.Join(dir, "stdint.h"): stdint, file: src}
	for name, text := range p.Headers {
		if !filepath.IsLocal(name) {
			p.Log = fmt.Sprintf("the header name %q leads out of the program\n", name)
			return ErrInput
		}
		texts[filepath.Join(dir, name)] = text
	}
	for path, text := range texts {
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			p.Log = fmt.Sprintf("the source cannot be written: %v\n", err)
			return ErrCreation
		}
	}
	return nil
}

// run runs gohipcc and keeps what it says, with the scratch folder taken out.
func (p *Program) run(cc, dir string, args []string) error {
	cmd := exec.Command(cc, args...)
	cmd.Env = secure.Environ()
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	err := cmd.Run()
	p.Log += strings.ReplaceAll(log.String(), dir+"/", "")
	if err == nil {
		return nil
	}
	if p.Log == "" {
		p.Log = err.Error() + "\n"
	}
	if strings.Contains(p.Log, "unknown argument") || strings.Contains(p.Log, "unsupported option") {
		return ErrOption
	}
	return ErrCompilation
}

// compiler is the gohipcc of the installation.
var compiler = sync.OnceValues(func() (string, error) {
	p, err := toolchains.FindInstalled()
	if err != nil {
		return "", err
	}
	return p.Self, nil
})

// translate turns hiprtc's options into gohipcc's. Without a target among them it is arch,
// which is empty where the driver's default is meant.
func translate(list []string, arch string) (options []string, rdc bool) {
	defer func() {
		targeted := slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "--offload") })
		if !targeted && arch != "" {
			options = append(options, "--offload-arch="+arch)
		}
	}()
	for i := 0; i < len(list); i++ {
		o := list[i]
		switch {
		case strings.HasPrefix(o, "--gpu-architecture=") || strings.HasPrefix(o, "--offload-arch=") || strings.HasPrefix(o, "-arch="):
			if asked := o[strings.IndexByte(o, '=')+1:]; target.IsAMD(asked) {
				options = append(options, "--offload-arch="+asked)
			}
		case o == "-fgpu-rdc" || o == "--relocatable-device-code=true" || o == "-rdc=true":
			rdc = true
		case o == "-fno-gpu-rdc" || o == "--relocatable-device-code=false" || o == "-default-device" || o == "--device-as-default-execution-space":
		case o == "--std" && i+1 < len(list):
			i++
			options = append(options, "-std="+list[i])
		case strings.HasPrefix(o, "--std="):
			options = append(options, "-std="+o[6:])
		case o == "-D__HIPRTC_PTRDIFF_T_IS_LONG_LONG__=1":
			// AMD's hiprtc defines the type itself and takes it from this macro.
			options = append(options, o, "-Wno-builtin-macro-redefined", "-D__PTRDIFF_TYPE__=long long int")
		default:
			options = append(options, o)
		}
	}
	return options, rdc
}

// implied includes what a program for hiprtc has without asking. All but the runtime's
// header only when the text has a word of theirs, for they cost time to parse.
func implied(source string) []string {
	headers := []string{"-include", "hip/hip_runtime.h"}
	for _, h := range []struct{ word, header string }{
		{"half", "hip_fp16"}, {"bfloat16", "hip_bfloat16"}, {"omplex", "hip_complex"},
		{"HIP_", "hip_math_constants"}, {"HIPRT_", "hip_math_constants"},
		{"__hip_internal", "gohip_detail/rtc_traits"},
	} {
		if strings.Contains(source, h.word) {
			headers = append(headers, "-include", "hip/"+h.header+".h")
		}
	}
	return headers
}

func hasLevel(options []string) bool {
	for _, o := range options {
		if strings.HasPrefix(o, "-O") {
			return true
		}
	}
	return false
}

const namesVariable = "__gohip_rtc_names"

var symbolPattern = lazyregexp.New(`@("[^"]+"|[\w.$]+)`)

// lower reads the names out of the IR of the host side.
func (p *Program) lower(ir []byte) bool {
	for _, line := range strings.Split(string(ir), "\n") {
		if !strings.HasPrefix(line, "@") || !strings.Contains(line[:max(strings.IndexByte(line, '='), 0)], namesVariable) {
			continue
		}
		at := strings.IndexByte(line, '[')
		names := symbolPattern.FindAllStringSubmatch(line[at:], -1)
		if len(names) < len(p.Expressions) {
			return false
		}
		p.Lowered = make(map[string]string)
		for i, e := range p.Expressions {
			p.Lowered[e] = strings.Trim(names[i][1], `"`)
		}
		return true
	}
	return false
}
