// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unsafe"
)

// hiprtc compiles with the gohipcc of the same installation, in a process of its
// own, so it is the same compiler with the same cache as at build time.

type program struct {
	handle  unsafe.Pointer
	source  string
	name    string
	headers map[string]string
	exprs   []string
	lowered map[string]*C.char
	log     string
	code    []byte
	bitcode []byte
	done    bool
}

var (
	rtcMu    sync.Mutex
	programs = make(map[uintptr]*program)
	rtcTexts = map[C.hiprtcResult]*C.char{}
)

var rtcNames = map[C.hiprtcResult]string{
	C.HIPRTC_SUCCESS: "HIPRTC_SUCCESS", C.HIPRTC_ERROR_OUT_OF_MEMORY: "HIPRTC_ERROR_OUT_OF_MEMORY",
	C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE:              "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
	C.HIPRTC_ERROR_INVALID_INPUT:                         "HIPRTC_ERROR_INVALID_INPUT",
	C.HIPRTC_ERROR_INVALID_PROGRAM:                       "HIPRTC_ERROR_INVALID_PROGRAM",
	C.HIPRTC_ERROR_INVALID_OPTION:                        "HIPRTC_ERROR_INVALID_OPTION",
	C.HIPRTC_ERROR_COMPILATION:                           "HIPRTC_ERROR_COMPILATION",
	C.HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE:             "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
	C.HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION: "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
	C.HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION:   "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
	C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID:             "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
	C.HIPRTC_ERROR_INTERNAL_ERROR:                        "HIPRTC_ERROR_INTERNAL_ERROR",
	C.HIPRTC_ERROR_LINKING:                               "HIPRTC_ERROR_LINKING",
}

func hiprtcGetErrorString(r C.hiprtcResult) *C.char {
	rtcMu.Lock()
	defer rtcMu.Unlock()
	if rtcTexts[r] == nil {
		name, ok := rtcNames[r]
		if !ok {
			name = "Invalid HIPRTC error code"
		}
		rtcTexts[r] = C.CString(name)
	}
	return rtcTexts[r]
}

func hiprtcVersion(major, minor *C.int) C.hiprtcResult {
	if major == nil || minor == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	*major, *minor = C.HIP_VERSION_MAJOR, C.HIP_VERSION_MINOR
	return C.HIPRTC_SUCCESS
}

func programOf(h C.hiprtcProgram) *program {
	rtcMu.Lock()
	defer rtcMu.Unlock()
	return programs[uintptr(unsafe.Pointer(h))]
}

// programFor is the program of a call whose other arguments are right, or not.
func programFor(h C.hiprtcProgram, right bool) (*program, C.hiprtcResult) {
	if !right {
		return nil, C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := programOf(h)
	if p == nil {
		return nil, C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	return p, C.HIPRTC_SUCCESS
}

// maxStrings is more headers or options than a program is given.
const maxStrings = 1 << 20

func hiprtcCreateProgram(out *C.hiprtcProgram, src, name *C.char, n C.int, headers, includeNames **C.char) C.hiprtcResult {
	if out == nil || src == nil || n < 0 || n > maxStrings || n > 0 && (headers == nil || includeNames == nil) {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := &program{handle: newHandle(), source: C.GoString(src), name: "program.hip", headers: make(map[string]string)}
	if name != nil && C.GoString(name) != "" {
		p.name = filepath.Base(C.GoString(name))
	}
	if n > 0 {
		text, names := unsafe.Slice(headers, n), unsafe.Slice(includeNames, n)
		for i := range text {
			if text[i] == nil || names[i] == nil {
				return C.HIPRTC_ERROR_INVALID_INPUT
			}
			p.headers[C.GoString(names[i])] = C.GoString(text[i])
		}
	}
	rtcMu.Lock()
	programs[uintptr(p.handle)] = p
	rtcMu.Unlock()
	*out = C.hiprtcProgram(p.handle)
	return C.HIPRTC_SUCCESS
}

func hiprtcDestroyProgram(h *C.hiprtcProgram) C.hiprtcResult {
	if h == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := programOf(*h)
	if p == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	rtcMu.Lock()
	delete(programs, uintptr(p.handle))
	rtcMu.Unlock()
	for _, s := range p.lowered {
		C.free(unsafe.Pointer(s))
	}
	C.free(p.handle)
	*h = nil
	return C.HIPRTC_SUCCESS
}

func hiprtcAddNameExpression(h C.hiprtcProgram, expr *C.char) C.hiprtcResult {
	p, e := programFor(h, expr != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if p.done {
		return C.HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
	}
	p.exprs = append(p.exprs, C.GoString(expr))
	return C.HIPRTC_SUCCESS
}

func hiprtcGetLoweredName(h C.hiprtcProgram, expr *C.char, out **C.char) C.hiprtcResult {
	p, e := programFor(h, expr != nil && out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if !p.done {
		return C.HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
	}
	s := p.lowered[C.GoString(expr)]
	if s == nil {
		return C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID
	}
	*out = s
	return C.HIPRTC_SUCCESS
}

// compiler finds gohipcc: in GOHIP_PATH, beside this library, in PATH.
var compiler = sync.OnceValues(func() (string, error) {
	var tried []string
	try := func(prefix string) string {
		p := filepath.Join(prefix, "bin", "gohipcc")
		if _, err := os.Stat(p); err == nil {
			return p
		}
		tried = append(tried, p)
		return ""
	}
	if e := os.Getenv("GOHIP_PATH"); e != "" {
		if p := try(e); p != "" {
			return p, nil
		}
	}
	if f, err := os.Open("/proc/self/maps"); err == nil {
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			if i := strings.IndexByte(s.Text(), '/'); i >= 0 && strings.HasSuffix(s.Text(), "/libgohip_core.so") {
				if p := try(filepath.Dir(filepath.Dir(s.Text()[i:]))); p != "" {
					return p, nil
				}
				break
			}
		}
	}
	if p, err := exec.LookPath("gohipcc"); err == nil {
		return p, nil
	}
	return "", fmt.Errorf("gohipcc not found: looked at %s and in PATH; set GOHIP_PATH to its installation", strings.Join(tried, ", "))
})

// rtcOptions turns hiprtc's options into gohipcc's. Without a target among them the
// current device's is meant; that of a device that takes SPIR-V is the driver's default.
func rtcOptions(list []string) (options []string, rdc bool) {
	defer func() {
		for _, o := range options {
			if strings.HasPrefix(o, "--offload") {
				return
			}
		}
		if d := deviceAt(C.sh_current_device(shim)); d != nil && d.rt.Info().Arch != "spirv64" {
			options = append(options, "--offload-arch="+d.rt.Info().Target.String())
		}
	}()
	for i := 0; i < len(list); i++ {
		o := list[i]
		switch {
		case strings.HasPrefix(o, "--gpu-architecture=") || strings.HasPrefix(o, "--offload-arch=") || strings.HasPrefix(o, "-arch="):
			if arch := o[strings.IndexByte(o, '=')+1:]; strings.HasPrefix(arch, "gfx") {
				options = append(options, "--offload-arch="+arch)
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

const namesVariable = "__gohip_rtc_names"

// rtcHeaders includes what a program for hiprtc has without asking. All but the runtime's
// header only when the text has a word of theirs, for they cost time to parse.
func rtcHeaders(source string) []string {
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

func hiprtcCompileProgram(h C.hiprtcProgram, n C.int, list **C.char) C.hiprtcResult {
	p := programOf(h)
	if p == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	if n < 0 || n > maxStrings || n > 0 && list == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	var given []string
	for _, o := range unsafe.Slice(list, n) {
		if o != nil && C.GoString(o) != "" {
			given = append(given, C.GoString(o))
		}
	}
	p.log, p.code, p.bitcode = "", nil, nil
	cc, err := compiler()
	if err != nil {
		p.log = err.Error() + "\n"
		return C.HIPRTC_ERROR_INTERNAL_ERROR
	}
	dir, err := os.MkdirTemp("", "gohip-rtc-")
	if err != nil {
		p.log = err.Error() + "\n"
		return C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE
	}
	defer os.RemoveAll(dir)
	src := p.source
	if len(p.exprs) > 0 {
		// Host code that names a template instance makes the device code have it, and the
		// initialisers show what the names became.
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n#line 1 \"name expressions\"\nnamespace {\nconst void *const %s[] __attribute__((used)) = {\n", src, namesVariable)
		for _, e := range p.exprs {
			fmt.Fprintf(&b, "(const void *)(%s%s),\n", map[bool]string{true: "", false: "&"}[strings.HasPrefix(strings.TrimSpace(e), "&")], e)
		}
		b.WriteString("};\n}\n")
		src = b.String()
	}
	file := filepath.Join(dir, p.name)
	write := func(path, text string) bool {
		if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
			return false
		}
		return os.WriteFile(path, []byte(text), 0o600) == nil
	}
	ok := write(file, src)
	for name, text := range p.headers {
		if !filepath.IsLocal(name) {
			p.log = fmt.Sprintf("the header name %q leads out of the program\n", name)
			return C.HIPRTC_ERROR_INVALID_INPUT
		}
		ok = ok && write(filepath.Join(dir, name), text)
	}
	if !ok {
		p.log = "cannot write the source to " + dir + "\n"
		return C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE
	}
	options, rdc := rtcOptions(given)
	base := append([]string{"-x", "hip"}, rtcHeaders(src)...)
	base = append(append(base, "-D__HIPCC_RTC__=1", "-I"+dir), options...)
	if !hasLevel(options) {
		base = append(base, "-O3")
	}
	out := filepath.Join(dir, "out")
	device := append(base, "--cuda-device-only", "-c")
	if rdc {
		device = append(base, "-fgpu-rdc", "--cuda-device-only", "-emit-llvm", "-c")
	}
	result := p.run(cc, dir, append(device, file, "-o", out))
	if result != C.HIPRTC_SUCCESS {
		return result
	}
	code, err := os.ReadFile(out)
	if err != nil {
		p.log += err.Error() + "\n"
		return C.HIPRTC_ERROR_INTERNAL_ERROR
	}
	if rdc {
		p.bitcode = code
	} else {
		p.code = code
	}
	if len(p.exprs) > 0 {
		ir := filepath.Join(dir, "names.ll")
		host := append(append([]string{}, base...), "-w", "--cuda-host-only", "-O0", "-emit-llvm", "-S", file, "-o", ir)
		if r := p.run(cc, dir, host); r != C.HIPRTC_SUCCESS {
			return r
		}
		text, err := os.ReadFile(ir)
		if err != nil || !p.lower(text) {
			p.log += "the lowered names are not in the compiler's output\n"
			return C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID
		}
	}
	p.done = true
	return C.HIPRTC_SUCCESS
}

func hasLevel(options []string) bool {
	for _, o := range options {
		if strings.HasPrefix(o, "-O") {
			return true
		}
	}
	return false
}

// run runs gohipcc and keeps what it says, with the scratch folder taken out.
func (p *program) run(cc, dir string, args []string) C.hiprtcResult {
	cmd := exec.Command(cc, args...)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	err := cmd.Run()
	p.log += strings.ReplaceAll(log.String(), dir+"/", "")
	if err == nil {
		return C.HIPRTC_SUCCESS
	}
	if p.log == "" {
		p.log = err.Error() + "\n"
	}
	if strings.Contains(p.log, "unknown argument") || strings.Contains(p.log, "unsupported option") {
		return C.HIPRTC_ERROR_INVALID_OPTION
	}
	return C.HIPRTC_ERROR_COMPILATION
}

var symbolPattern = regexp.MustCompile(`@("[^"]+"|[\w.$]+)`)

// lower reads the names out of the IR of the host side.
func (p *program) lower(ir []byte) bool {
	for _, line := range strings.Split(string(ir), "\n") {
		if !strings.HasPrefix(line, "@") || !strings.Contains(line[:max(strings.IndexByte(line, '='), 0)], namesVariable) {
			continue
		}
		at := strings.IndexByte(line, '[')
		names := symbolPattern.FindAllStringSubmatch(line[at:], -1)
		if len(names) < len(p.exprs) {
			return false
		}
		p.lowered = make(map[string]*C.char)
		for i, e := range p.exprs {
			p.lowered[e] = C.CString(strings.Trim(names[i][1], `"`))
		}
		return true
	}
	return false
}

func hiprtcGetProgramLogSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult {
	p, e := programFor(h, n != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	*n = 0
	if p.log != "" {
		*n = C.size_t(len(p.log) + 1)
	}
	return C.HIPRTC_SUCCESS
}

func hiprtcGetProgramLog(h C.hiprtcProgram, out *C.char) C.hiprtcResult {
	p, e := programFor(h, out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if p.log != "" {
		putString(out, len(p.log)+1, p.log)
	}
	return C.HIPRTC_SUCCESS
}

func giveSize(h C.hiprtcProgram, n *C.size_t, what func(*program) []byte) C.hiprtcResult {
	p, e := programFor(h, n != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if what(p) == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	*n = C.size_t(len(what(p)))
	return C.HIPRTC_SUCCESS
}

func giveBytes(h C.hiprtcProgram, out *C.char, what func(*program) []byte) C.hiprtcResult {
	p, e := programFor(h, out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if what(p) == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(out)), len(what(p))), what(p))
	return C.HIPRTC_SUCCESS
}

func codeOf(p *program) []byte    { return p.code }
func bitcodeOf(p *program) []byte { return p.bitcode }

func hiprtcGetCodeSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult { return giveSize(h, n, codeOf) }
func hiprtcGetCode(h C.hiprtcProgram, out *C.char) C.hiprtcResult     { return giveBytes(h, out, codeOf) }
func hiprtcGetBitcodeSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult {
	return giveSize(h, n, bitcodeOf)
}
func hiprtcGetBitcode(h C.hiprtcProgram, out *C.char) C.hiprtcResult {
	return giveBytes(h, out, bitcodeOf)
}
