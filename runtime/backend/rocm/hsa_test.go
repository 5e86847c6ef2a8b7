// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/internal/secure"
)

// HSAEnv names the variable with the path of a libhsa-runtime64 to load instead of the usual one.
const HSAEnv = "GOHIP_LIBHSA"

var hsaLibraries = []string{"libhsa-runtime64.so.1", "/opt/rocm/lib/libhsa-runtime64.so.1", "libhsa-runtime64.so"}

// hsaCall is the index of a function in hsaCalls.
type hsaCall int

const (
	hsaInit hsaCall = iota
	hsaShutDown
	hsaStatusString
	hsaIterateAgents
	hsaAgentGetInfo
	hsaAgentIterateISAs
	hsaISAGetInfo
	hsaReaderCreate
	hsaReaderDestroy
	hsaExecutableCreate
	hsaExecutableDestroy
	hsaExecutableLoad
	hsaExecutableFreeze
	hsaExecutableIterateAgentSymbols
	hsaExecutableGetSymbol
	hsaSymbolGetInfo
	numHSACalls
)

var hsaCalls = [numHSACalls]string{
	hsaInit:                          "hsa_init",
	hsaShutDown:                      "hsa_shut_down",
	hsaStatusString:                  "hsa_status_string",
	hsaIterateAgents:                 "hsa_iterate_agents",
	hsaAgentGetInfo:                  "hsa_agent_get_info",
	hsaAgentIterateISAs:              "hsa_agent_iterate_isas",
	hsaISAGetInfo:                    "hsa_isa_get_info_alt",
	hsaReaderCreate:                  "hsa_code_object_reader_create_from_memory",
	hsaReaderDestroy:                 "hsa_code_object_reader_destroy",
	hsaExecutableCreate:              "hsa_executable_create_alt",
	hsaExecutableDestroy:             "hsa_executable_destroy",
	hsaExecutableLoad:                "hsa_executable_load_agent_code_object",
	hsaExecutableFreeze:              "hsa_executable_freeze",
	hsaExecutableIterateAgentSymbols: "hsa_executable_iterate_agent_symbols",
	hsaExecutableGetSymbol:           "hsa_executable_get_symbol_by_name",
	hsaSymbolGetInfo:                 "hsa_executable_symbol_get_info",
}

// Values of hsa.h (HSA Runtime Programmer's Reference 1.2).
const (
	hsaNoDriver = 0x1008 // HSA_STATUS_ERROR_OUT_OF_RESOURCES: no kernel driver

	agentInfoName   = 0
	agentInfoDevice = 17
	deviceTypeGPU   = 1

	isaInfoNameLength = 0
	isaInfoName       = 1

	symbolType       = 0
	symbolNameLength = 1
	symbolName       = 2
	symbolVarAddress = 21
	symbolVarSize    = 9
	symbolKernel     = 22
	symbolKernarg    = 11
	symbolGroup      = 13
	symbolPrivate    = 14

	symbolTypeVariable = 0
	symbolTypeKernel   = 1

	profileFull     = 1 // what AMD's HIP asks for
	roundingDefault = 0
)

// HSAError is a failed call of the HSA runtime.
type HSAError struct {
	Call   string
	Status int // hsa_status_t
	Text   string
}

// Error implements error.
func (e *HSAError) Error() string {
	return fmt.Sprintf("%s: status 0x%x: %s", e.Call, e.Status, strings.TrimSpace(e.Text))
}

// HSA is an initialised HSA runtime.
type HSA struct {
	Path string
	fn   [numHSACalls]uintptr
}

// OpenHSA loads and initialises the HSA runtime. Without AMD's kernel driver the
// error is an *HSAError with status 0x1008.
func OpenHSA(path string) (*HSA, error) {
	if path == "" {
		path = secure.Getenv(HSAEnv)
	}
	candidates := hsaLibraries
	if path != "" {
		candidates = []string{path}
	}
	var tried []string
	for _, c := range candidates {
		lib, err := purego.Dlopen(c, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			tried = append(tried, loaderText(c, err))
			continue
		}
		h := &HSA{Path: c}
		for i, n := range hsaCalls {
			if h.fn[i], err = purego.Dlsym(lib, n); err != nil {
				break
			}
		}
		if err != nil {
			purego.Dlclose(lib)
			tried = append(tried, loaderText(c, err))
			continue
		}
		if err := h.do(hsaInit); err != nil {
			return nil, err
		}
		return h, nil
	}
	return nil, fmt.Errorf("no HSA runtime; tried\n  %s\ninstall ROCm's hsa-rocr (Debian: libhsa-runtime64-1), or name the library with %s", strings.Join(tried, "\n  "), HSAEnv)
}

// Close shuts the runtime down.
func (h *HSA) Close() error { return h.do(hsaShutDown) }

//go:uintptrescapes
func (h *HSA) do(c hsaCall, args ...uintptr) error {
	r, _, _ := purego.SyscallN(h.fn[c], args...)
	status := int(uint32(r))
	if status == 0 {
		return nil
	}
	text := new(uintptr)
	purego.SyscallN(h.fn[hsaStatusString], uintptr(status), uintptr(unsafe.Pointer(text)))
	return &HSAError{Call: hsaCalls[c], Status: status, Text: cString(*text)}
}

// Callbacks for HSA's iterators: purego supports a limited number of C callbacks, so there is one
// for each signature, and the visitor is found through its data argument.
var (
	visitMu  sync.Mutex
	visitors = map[uintptr]func(...uintptr){}
	visitID  uintptr

	visit1 = sync.OnceValue(func() uintptr {
		return purego.NewCallback(func(x, data uintptr) uintptr { return visitCall(data, x) })
	})
	visit3 = sync.OnceValue(func() uintptr {
		return purego.NewCallback(func(exec, agent, sym, data uintptr) uintptr { return visitCall(data, exec, agent, sym) })
	})
)

func visitCall(id uintptr, args ...uintptr) uintptr {
	visitMu.Lock()
	f := visitors[id]
	visitMu.Unlock()
	f(args...)
	return 0
}

func withVisitor(f func(...uintptr), run func(id uintptr) error) error {
	visitMu.Lock()
	visitID++
	id := visitID
	visitors[id] = f
	visitMu.Unlock()
	defer func() {
		visitMu.Lock()
		delete(visitors, id)
		visitMu.Unlock()
	}()
	return run(id)
}

// Agent is a GPU as HSA sees it.
type Agent struct {
	Name string // processor: "gfx90a"
	ISA  string // target ID: "gfx90a:sramecc+:xnack-"

	hsa    *HSA
	handle uintptr
}

// Agents lists the GPUs.
func (h *HSA) Agents() ([]*Agent, error) {
	var handles []uintptr
	err := withVisitor(func(a ...uintptr) { handles = append(handles, a[0]) }, func(id uintptr) error {
		return h.do(hsaIterateAgents, visit1(), id)
	})
	if err != nil {
		return nil, err
	}
	var out []*Agent
	for _, a := range handles {
		kind := new(uint32)
		if err := h.do(hsaAgentGetInfo, a, agentInfoDevice, uintptr(unsafe.Pointer(kind))); err != nil {
			return nil, err
		}
		if *kind != deviceTypeGPU {
			continue
		}
		name := make([]byte, 64)
		if err := h.do(hsaAgentGetInfo, a, agentInfoName, uintptr(unsafe.Pointer(&name[0]))); err != nil {
			return nil, err
		}
		agent := &Agent{Name: cText(name), hsa: h, handle: a}
		var isas []uintptr
		if err := withVisitor(func(i ...uintptr) { isas = append(isas, i[0]) }, func(id uintptr) error {
			return h.do(hsaAgentIterateISAs, a, visit1(), id)
		}); err != nil {
			return nil, err
		}
		for _, isa := range isas {
			n := new(uint32)
			if err := h.do(hsaISAGetInfo, isa, isaInfoNameLength, uintptr(unsafe.Pointer(n))); err != nil {
				return nil, err
			}
			text := make([]byte, *n+1)
			if err := h.do(hsaISAGetInfo, isa, isaInfoName, uintptr(unsafe.Pointer(&text[0]))); err != nil {
				return nil, err
			}
			// amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-; the first is the most specific.
			if _, id, ok := strings.Cut(cText(text), "--"); ok {
				agent.ISA = id
				break
			}
		}
		out = append(out, agent)
	}
	return out, nil
}

// HSASymbol is a kernel or variable of a frozen HSA executable.
type HSASymbol struct {
	Name    string
	Kernel  bool
	Address uintptr // of a variable, or of the kernel's descriptor
	Size    int64   // of a variable, bytes
	Kernarg int     // of a kernel: bytes of arguments, LDS and scratch
	Group   int
	Private int
}

// HSAExecutable is a set of code objects that resolve each other's symbols.
type HSAExecutable struct {
	agent   *Agent
	handle  uintptr
	readers []uintptr
	pin     runtime.Pinner // images that readers point into
}

// NewExecutable makes an empty executable.
func (a *Agent) NewExecutable() (*HSAExecutable, error) {
	x := &HSAExecutable{agent: a}
	h := new(uintptr)
	if err := a.hsa.do(hsaExecutableCreate, profileFull, roundingDefault, 0, uintptr(unsafe.Pointer(h))); err != nil {
		return nil, err
	}
	x.handle = *h
	return x, nil
}

// Load adds a code object. A symbol it needs must be in one loaded before it.
func (x *HSAExecutable) Load(image []byte) error {
	if len(image) == 0 {
		return fmt.Errorf("rocm: an empty image cannot be loaded")
	}
	reader := new(uintptr)
	x.pin.Pin(&image[0])
	if err := x.agent.hsa.do(hsaReaderCreate, uintptr(unsafe.Pointer(&image[0])), uintptr(len(image)), uintptr(unsafe.Pointer(reader))); err != nil {
		return err
	}
	// The reader must outlive the executable.
	x.readers = append(x.readers, *reader)
	return x.agent.hsa.do(hsaExecutableLoad, x.handle, x.agent.handle, *reader, 0, 0)
}

// Freeze freezes the executable: no more code objects can be loaded.
func (x *HSAExecutable) Freeze() error { return x.agent.hsa.do(hsaExecutableFreeze, x.handle, 0) }

// Symbols lists kernels and variables, by name.
func (x *HSAExecutable) Symbols() ([]HSASymbol, error) {
	var handles []uintptr
	h := x.agent.hsa
	err := withVisitor(func(a ...uintptr) { handles = append(handles, a[2]) }, func(id uintptr) error {
		return h.do(hsaExecutableIterateAgentSymbols, x.handle, x.agent.handle, visit3(), id)
	})
	if err != nil {
		return nil, err
	}
	var out []HSASymbol
	for _, s := range handles {
		sym, err := h.symbol(s)
		if err != nil {
			return nil, err
		}
		out = append(out, sym)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

// Symbol finds a symbol: a kernel's name ends in .kd.
func (x *HSAExecutable) Symbol(name string) (HSASymbol, error) {
	s, agent := new(uintptr), new(uintptr)
	*agent = x.agent.handle
	if err := x.agent.hsa.do(hsaExecutableGetSymbol, x.handle, uintptr(unsafe.Pointer(cstr(name))), uintptr(unsafe.Pointer(agent)), uintptr(unsafe.Pointer(s))); err != nil {
		return HSASymbol{}, err
	}
	return x.agent.hsa.symbol(*s)
}

func (h *HSA) symbol(s uintptr) (HSASymbol, error) {
	var out HSASymbol
	var err error
	word := func(what uintptr) int {
		v := new(uint32)
		if e := h.do(hsaSymbolGetInfo, s, what, uintptr(unsafe.Pointer(v))); e != nil && err == nil {
			err = e
		}
		return int(*v)
	}
	long := func(what uintptr) uintptr {
		v := new(uintptr)
		if e := h.do(hsaSymbolGetInfo, s, what, uintptr(unsafe.Pointer(v))); e != nil && err == nil {
			err = e
		}
		return *v
	}
	name := make([]byte, word(symbolNameLength)+1)
	if e := h.do(hsaSymbolGetInfo, s, symbolName, uintptr(unsafe.Pointer(&name[0]))); e != nil {
		return out, e
	}
	out.Name = cText(name)
	switch word(symbolType) {
	case symbolTypeKernel:
		out.Kernel = true
		out.Address = long(symbolKernel)
		out.Kernarg, out.Group, out.Private = word(symbolKernarg), word(symbolGroup), word(symbolPrivate)
	case symbolTypeVariable:
		out.Address = long(symbolVarAddress)
		out.Size = int64(word(symbolVarSize))
	}
	return out, err
}

// Close destroys the executable and then its readers.
func (x *HSAExecutable) Close() error {
	err := x.agent.hsa.do(hsaExecutableDestroy, x.handle)
	for _, r := range x.readers {
		if e := x.agent.hsa.do(hsaReaderDestroy, r); err == nil {
			err = e
		}
	}
	x.pin.Unpin()
	return err
}
