// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package llvm binds the part of LLVM-C that the passes use. libLLVM is opened
// at run time, so that one binary works with any installed LLVM from MinMajor to
// MaxMajor and needs neither cgo nor LLVM headers to build.
//
// The functions of zapi.go are LLVM-C's own, one to one: its documentation
// applies, its rules on ownership included. They may be called only after Open
// succeeded.
package llvm

//go:generate go run ./gen

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/internal/secure"
)

// The LLVM releases that the binding supports. Older ones lack functions that it needs; newer ones
// are untested.
const (
	MinMajor = 19
	MaxMajor = 23
)

type entry struct {
	name     string
	addr     uintptr
	optional bool
}

// Library is the opened libLLVM.
type Library struct {
	Path  string // the file
	Major int    // its release
	Minor int
	Patch int

	handle uintptr
}

var (
	openMu sync.Mutex
	opened *Library
)

// Open loads libLLVM and resolves the functions of the binding. where is a library file, an
// installation prefix, or empty for a search: GOHIP_LLVM, the prefixes that distributions use from
// the newest known release to the oldest, then the dynamic loader's own path. The first call
// decides; later calls return its library, whatever their argument. The error lists every path that
// was tried.
func Open(where string) (*Library, error) {
	openMu.Lock()
	defer openMu.Unlock()
	if opened != nil {
		return opened, nil
	}
	var tried []string
	for _, path := range Candidates(where) {
		if filepath.IsAbs(path) {
			if _, err := os.Stat(path); err != nil {
				tried = append(tried, path+": no such file")
				continue
			}
		}
		lib, err := load(path)
		if err == nil {
			opened = lib
			return lib, nil
		}
		tried = append(tried, fmt.Sprintf("%s: %v", path, err))
	}
	if where != "" {
		return nil, fmt.Errorf("no usable libLLVM at %s; tried\n  %s", where, strings.Join(tried, "\n  "))
	}
	return nil, fmt.Errorf("no libLLVM of releases %d to %d found; install llvm-22 (or name one with GOHIP_LLVM=<prefix or libLLVM.so>); tried\n  %s",
		MinMajor, MaxMajor, strings.Join(tried, "\n  "))
}

// Candidates lists the library files that Open(where) tries, in order.
func Candidates(where string) []string {
	if where == "" {
		where = secure.Getenv("GOHIP_LLVM")
	}
	if where != "" {
		if st, err := os.Stat(where); err != nil || !st.IsDir() {
			return []string{where}
		}
		var out []string
		for _, dir := range []string{filepath.Join(where, "lib"), filepath.Join(where, "lib64"), where} {
			m, _ := filepath.Glob(filepath.Join(dir, "libLLVM.so*"))
			n, _ := filepath.Glob(filepath.Join(dir, "libLLVM-[0-9]*.so*"))
			sort.Strings(m)
			out = append(out, m...)
			out = append(out, n...)
		}
		if len(out) == 0 {
			out = []string{filepath.Join(where, "lib", "libLLVM.so")}
			// Debian without the -dev package keeps the library elsewhere.
			for major := MaxMajor; major >= MinMajor; major-- {
				v := strconv.Itoa(major)
				if _, err := os.Stat(filepath.Join(where, "lib", "clang", v)); err == nil || strings.HasSuffix(filepath.Clean(where), "-"+v) {
					m, _ := filepath.Glob(filepath.Join(where, "..", "*-linux-gnu", "libLLVM.so."+v+".1"))
					out = append(append(out, m...), "libLLVM.so."+v+".1")
				}
			}
		}
		return out
	}
	var out []string
	// The project is tested with release 22; the others follow from new to old.
	for _, major := range []int{22, 23, 21, 20, 19} {
		v := strconv.Itoa(major)
		out = append(out,
			"/usr/lib/llvm-"+v+"/lib/libLLVM.so."+v+".1",
			"/usr/lib/llvm-"+v+"/lib/libLLVM.so",
			"/usr/lib64/llvm"+v+"/lib64/libLLVM.so",
			"libLLVM.so."+v+".1",
			"libLLVM-"+v+".so")
	}
	for _, rocm := range []string{secure.Getenv("ROCM_PATH"), "/opt/rocm"} {
		if rocm != "" {
			out = append(out, filepath.Join(rocm, "llvm", "lib", "libLLVM.so"))
		}
	}
	return out
}

func load(path string) (*Library, error) {
	h, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	version, err := purego.Dlsym(h, "LLVMGetVersion")
	if err != nil {
		purego.Dlclose(h)
		return nil, errors.New("it has no LLVMGetVersion: not a libLLVM, or older than 16")
	}
	v := new([3]uint32)
	purego.SyscallN(version, uintptr(unsafe.Pointer(&v[0])), uintptr(unsafe.Pointer(&v[1])), uintptr(unsafe.Pointer(&v[2])))
	if v[0] < MinMajor || v[0] > MaxMajor {
		purego.Dlclose(h)
		return nil, fmt.Errorf("is LLVM %d; releases %d to %d are supported", v[0], MinMajor, MaxMajor)
	}
	for i := range api {
		a, err := purego.Dlsym(h, api[i].name)
		if err != nil {
			if api[i].optional {
				a = 0
			} else {
				purego.Dlclose(h)
				return nil, fmt.Errorf("is LLVM %d without %s", v[0], api[i].name)
			}
		}
		api[i].addr = a
	}
	return &Library{Path: path, Major: int(v[0]), Minor: int(v[1]), Patch: int(v[2]), handle: h}, nil
}

// Has reports whether the opened library has an optional function of the table.
func Has(name string) bool {
	for i := range api {
		if api[i].name == "LLVM"+name {
			return api[i].addr != 0
		}
	}
	return false
}

// InitTarget registers one code generator by LLVM's name for it, such as "SPIRV". Registering only what is needed keeps start-up short.
func (l *Library) InitTarget(name string) error {
	for _, part := range []string{"TargetInfo", "Target", "TargetMC", "AsmParser", "AsmPrinter"} {
		a, err := purego.Dlsym(l.handle, "LLVMInitialize"+name+part)
		if err != nil {
			if part == "AsmParser" {
				continue // some targets have none
			}
			return fmt.Errorf("%s: this LLVM was built without the %s target", l.Path, name)
		}
		purego.SyscallN(a)
	}
	return nil
}

// ParseOptions passes options (as after -mllvm) to LLVM's command line parser. They are global
// state of the library. LLVM ends the process on an unknown option.
func ParseOptions(args []string) {
	argv := make([]*byte, 0, len(args)+2)
	argv = append(argv, cstr("gohipcc (LLVM option parsing)"))
	for _, a := range args {
		argv = append(argv, cstr(a))
	}
	argv = append(argv, nil)
	p := unsafe.SliceData(argv)
	ParseCommandLineOptions(len(args)+1, uintptr(unsafe.Pointer(p)), "")
	keep = append(keep, argv)
}

// keep holds memory that LLVM may refer to for the life of the process.
var keep [][]*byte

// OnFatalError has f called with LLVM's message before LLVM would end the process. f must not
// return; it runs on LLVM's stack.
func OnFatalError(f func(msg string)) {
	InstallFatalErrorHandler(purego.NewCallback(func(msg uintptr) uintptr {
		f(goString(msg))
		return 0
	}))
}

// Diagnostic severities (LLVMDiagnosticSeverity).
const (
	SeverityError   = 0
	SeverityWarning = 1
	SeverityRemark  = 2
	SeverityNote    = 3
)

// OnDiagnostic has f called for every diagnostic of the context.
func OnDiagnostic(c Context, f func(severity int, msg string)) {
	ContextSetDiagnosticHandler(c, purego.NewCallback(func(info, _ uintptr) uintptr {
		f(GetDiagInfoSeverity(info), GetDiagInfoDescription(info))
		return 0
	}), 0)
}

func b2u(b bool) uintptr {
	if b {
		return 1
	}
	return 0
}

// cstr copies s into NUL-terminated Go memory.
func cstr(s string) *byte {
	b := make([]byte, len(s)+1)
	copy(b, s)
	return &b[0]
}

// at turns an address from C into a Go pointer. The memory is C's: the collector neither moves nor
// frees it.
func at(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func goString(p uintptr) string {
	if p == 0 {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(at(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(at(p)), n))
}

func goBytes(p uintptr, n uint64) []byte {
	if p == 0 || n == 0 {
		return nil
	}
	return append([]byte(nil), unsafe.Slice((*byte)(at(p)), n)...)
}

// Path is the path of indices of an extractvalue or an insertvalue.
func Path(inst Value) []uint32 {
	return append([]uint32(nil), unsafe.Slice((*uint32)(at(GetIndices(inst))), GetNumIndices(inst))...)
}

func takeMessage(p uintptr) string {
	s := goString(p)
	if p != 0 {
		DisposeMessage(p)
	}
	return s
}

// Err turns an LLVM error into a Go error and frees it; nil for success.
func (e Error) Err() error {
	if e == 0 {
		return nil
	}
	m := GetErrorMessage(e)
	s := goString(m)
	DisposeErrorMessage(m)
	return errors.New(s)
}

// Bytes copies the buffer's content.
func (b MemoryBuffer) Bytes() []byte { return goBytes(GetBufferStart(b), GetBufferSize(b)) }

// Name returns the value's name, empty when it has none.
func (v Value) Name() string {
	if v == 0 {
		return "" // as the callee of a call through a pointer, which is no function
	}
	n := new(uint64)
	p := GetValueName2(v, n)
	return string(goBytes(p, *n))
}

// String returns the value as LLVM prints it.
func (v Value) String() string { return strings.TrimSpace(PrintValueToString(v)) }

// String returns the type as LLVM prints it.
func (t Type) String() string { return PrintTypeToString(t) }

// StringConstant returns the content of a string constant (any array of i8).
func (v Value) StringConstant() (string, bool) {
	if IsAConstantDataSequential(v) == 0 || !IsConstantString(v) {
		return "", false
	}
	n := new(uint64)
	p := GetAsString(v, n)
	return string(goBytes(p, *n)), true
}

// TakeMessage copies a C string that the caller owns and frees it.
func TakeMessage(p uintptr) string { return takeMessage(p) }

// CopyString copies n bytes that LLVM owns.
func CopyString(p uintptr, n uint64) string { return string(goBytes(p, n)) }
