// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gohipcc/passes/llvm"
)

// parse reads LLVM bitcode or text. Lazy leaves function bodies unread until
// linking asks for them. The error says what the file is when it is neither.
func (u *Unit) parse(path string, lazy bool) (llvm.Module, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return u.parseBytes(path, data, lazy)
}

// bitcode magics: raw, and in Darwin's wrapper.
var bitcodeMagic = [][]byte{[]byte("BC\xc0\xde"), {0xde, 0xc0, 0x17, 0x0b}}

func (u *Unit) parseBytes(path string, data []byte, lazy bool) (llvm.Module, error) {
	u.diag = nil
	mod := new(llvm.Module)
	isBitcode := bytes.HasPrefix(data, bitcodeMagic[0]) || bytes.HasPrefix(data, bitcodeMagic[1])
	if !isBitcode && (bytes.IndexByte(data, 0) >= 0 || len(data) == 0) {
		return 0, fmt.Errorf("%s: not LLVM bitcode or LLVM IR text (%s)", path, describe(data))
	}
	buf := llvm.CreateMemoryBufferWithMemoryRangeCopy(data, path)
	if !isBitcode {
		msg := new(uintptr)
		if llvm.ParseIRInContext(u.Ctx, buf, mod, msg) {
			return 0, fmt.Errorf("%s", strings.TrimSpace(llvm.TakeMessage(*msg)))
		}
		return *mod, nil
	}
	var failed bool
	if lazy {
		failed = llvm.GetBitcodeModuleInContext2(u.Ctx, buf, mod) // takes the buffer
	} else {
		failed = llvm.ParseBitcodeInContext2(u.Ctx, buf, mod)
		llvm.DisposeMemoryBuffer(buf)
	}
	if failed {
		return 0, fmt.Errorf("%s: bitcode that LLVM %d cannot read: %s", path, u.lib.Major, u.diagText("it is damaged, or a newer LLVM wrote it"))
	}
	return *mod, nil
}

// describe says what a file's first bytes look like.
func describe(data []byte) string {
	switch {
	case len(data) == 0:
		return "it is empty"
	case bytes.HasPrefix(data, []byte("\x7fELF")):
		return "it is an ELF file; extract its device code with gohipcc unbundle"
	case bytes.HasPrefix(data, []byte("__CLANG_OFFLOAD_BUNDLE__")), bytes.HasPrefix(data, []byte("CCOB")):
		return "it is an offload bundle; take it apart with gohipcc unbundle"
	case bytes.HasPrefix(data, []byte{0x03, 0x02, 0x23, 0x07}):
		return "it is SPIR-V"
	case bytes.HasPrefix(data, []byte("!<arch>\n")):
		return "it is an archive"
	}
	return fmt.Sprintf("it starts with % x", data[:min(8, len(data))])
}

// linkInputs parses the inputs and links them into one module. Every input must be
// of the pipeline's target.
func (u *Unit) linkInputs(paths []string) error {
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(data) == 0 && u.Opts.AllowEmpty {
			continue
		}
		if !bytes.HasPrefix(data, []byte(archiveMagic)) {
			if err := u.linkInput(path, data); err != nil {
				return err
			}
			continue
		}
		members, err := archiveMembers(path, data)
		if err != nil {
			return err
		}
		for _, m := range members {
			if err := u.linkInput(m.name, m.data); err != nil {
				return err
			}
		}
	}
	if u.Mod == 0 && u.Opts.AllowEmpty {
		m, err := u.parseBytes("an empty module", []byte("; none\n"), false)
		if err != nil {
			return err
		}
		u.Mod = m
		u.adopt()
	}
	return nil
}

// archiveMagic starts an ar archive.
const archiveMagic = "!<arch>\n"

type archiveMember struct {
	name string // "lib.a(member)"
	data []byte
}

// archiveMembers takes an ar archive apart: 60-byte headers with the size in
// decimal at 48, members at even offsets. The symbol and name tables, whose names
// start with a slash, are no members.
func archiveMembers(path string, data []byte) ([]archiveMember, error) {
	var out []archiveMember
	for at := len(archiveMagic); at+60 <= len(data); {
		head := data[at : at+60]
		size, err := strconv.ParseInt(strings.TrimSpace(string(head[48:58])), 10, 64)
		if err != nil || size < 0 || size > int64(len(data)-at-60) {
			return nil, fmt.Errorf("%s: malformed archive: the member at offset %d has the size %q", path, at, head[48:58])
		}
		name := strings.TrimSpace(string(head[:16]))
		body := data[at+60 : at+60+int(size)]
		if name != "/" && name != "//" && name != "/SYM64/" && size > 0 {
			out = append(out, archiveMember{path + "(" + strings.TrimSuffix(name, "/") + ")", body})
		}
		at += 60 + int(size+1)&^1
	}
	return out, nil
}

// linkInput adds one input's module.
func (u *Unit) linkInput(p string, data []byte) error {
	read := func() (llvm.Module, error) { return u.parseBytes(p, data, false) }
	if isSPIRV(data) {
		read = func() (llvm.Module, error) { return u.importSPIRV(p, data) }
	}
	m, err := read()
	if err != nil {
		return err
	}
	if triple := llvm.GetTarget(m); !u.target.accepts(triple) {
		return fmt.Errorf("%s is compiled for %s; this link is for %s", p, orNone(triple), u.target.image)
	}
	if u.Opts.VerifyInput {
		msg := new(uintptr)
		if llvm.VerifyModule(m, llvm.ReturnStatus, msg) {
			return fmt.Errorf("%s does not verify:\n%s", p, strings.TrimSpace(llvm.TakeMessage(*msg)))
		}
	}
	if u.Mod == 0 {
		u.Mod = m
		u.adopt()
		return nil
	}
	llvm.SetTarget(m, llvm.GetTarget(u.Mod))
	llvm.SetDataLayout(m, llvm.GetDataLayoutStr(u.Mod))
	u.diag = nil
	if llvm.LinkModules2(u.Mod, m) {
		return fmt.Errorf("%s: %s", p, u.diagText("the modules do not link"))
	}
	return nil
}

// adopt gives the first module the triple and layout of the target machine.
func (u *Unit) adopt() {
	llvm.SetTarget(u.Mod, u.target.triple(u.Opts))
	s := llvm.CopyStringRepOfTargetData(u.layout)
	llvm.SetDataLayout(u.Mod, s)
}

func orNone(s string) string {
	if s == "" {
		return "no target"
	}
	return s
}

// linkLibrary links what the module needs of a library. The library is read lazily
// and its definitions are made link-once, so that linking pulls in those that are
// asked for and what they ask for in turn. A definition that the program has too
// wins over the library's.
func (u *Unit) linkLibrary(path string) error {
	m, err := u.parse(path, true)
	if err != nil {
		return err
	}
	needed := false
	for f := llvm.GetFirstFunction(m); f != 0; f = llvm.GetNextFunction(f) {
		if llvm.IsDeclaration(f) {
			continue
		}
		name := f.Name()
		switch llvm.GetLinkage(f) {
		case llvm.InternalLinkage, llvm.PrivateLinkage:
			continue
		}
		mine := llvm.GetNamedFunction(u.Mod, name)
		if mine != 0 && llvm.IsDeclaration(mine) {
			needed = true
		}
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.LinkOnceODRLinkage)
		u.library[name] = true
	}
	for g := llvm.GetFirstGlobal(m); g != 0; g = llvm.GetNextGlobal(g) {
		if llvm.IsDeclaration(g) {
			continue
		}
		switch llvm.GetLinkage(g) {
		case llvm.InternalLinkage, llvm.PrivateLinkage, llvm.AppendingLinkage:
			continue
		}
		if mine := llvm.GetNamedGlobal(u.Mod, g.Name()); mine != 0 && llvm.IsDeclaration(mine) {
			needed = true
		}
		llvm.SetComdat(g, 0)
		llvm.SetLinkage(g, llvm.LinkOnceODRLinkage)
		u.library[g.Name()] = true
	}
	if !needed {
		llvm.DisposeModule(m)
		return nil
	}
	// The lists that keep symbols alive would keep the whole library.
	for _, name := range []string{"llvm.used", "llvm.compiler.used"} {
		if g := llvm.GetNamedGlobal(m, name); g != 0 {
			llvm.DeleteGlobal(g)
		}
	}
	llvm.SetTarget(m, llvm.GetTarget(u.Mod))
	llvm.SetDataLayout(m, llvm.GetDataLayoutStr(u.Mod))
	u.diag = nil
	if llvm.LinkModules2(u.Mod, m) {
		return fmt.Errorf("%s: %s", path, u.diagText("the device library does not link"))
	}
	return nil
}

// internalize makes everything but kernels and the variables that host code may
// name private to the module, so that what is not used goes away:
//
//	define hidden spir_func float @f(float %x)        -> internal
//	define linkonce_odr hidden spir_func void @g()    -> internal
//	define hidden spir_kernel void @k()               stays
//	@x = addrspace(1) externally_initialized global   stays
//
// For SPIR-V it also drops optnone and noinline, clang's -O0 and the program's alike:
// PoCL has the block's number in kernels only, into which it inlines what it may.
func internalize(u *Unit) error {
	keep := map[string]bool{}
	for _, n := range u.Opts.Export {
		keep[n] = true
	}
	for _, f := range u.definitions() {
		if u.isKernel(f) || keep[f.Name()] {
			continue
		}
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.InternalLinkage)
		llvm.SetVisibility(f, 0)
		if u.target.spirv && !u.library[f.Name()] {
			u.removeAttr(f, llvm.FunctionIndex, "optnone")
			u.removeAttr(f, llvm.FunctionIndex, "noinline")
		}
	}
	for _, g := range u.globals() {
		if llvm.IsDeclaration(g) || strings.HasPrefix(g.Name(), "llvm.") {
			continue
		}
		llvm.SetComdat(g, 0)
		llvm.SetVisibility(g, 0)
		switch llvm.GetLinkage(g) {
		case llvm.InternalLinkage, llvm.PrivateLinkage, llvm.AppendingLinkage:
			continue
		}
		switch {
		case !u.target.hostVisible(llvm.GetPointerAddressSpace(llvm.TypeOf(g))):
			llvm.SetLinkage(g, llvm.InternalLinkage)
		case u.library[g.Name()]:
			// A variable of the library that the runtime fills in stays visible by
			// name if anything uses it; its tables are private.
			if !strings.HasPrefix(g.Name(), "__gohip_") {
				llvm.SetLinkage(g, llvm.InternalLinkage)
			}
		case !llvm.IsExternallyInitialized(g):
			// Host code cannot name it: a static inside a function, say.
			llvm.SetLinkage(g, llvm.InternalLinkage)
		default:
			llvm.SetLinkage(g, llvm.ExternalLinkage)
		}
	}
	return nil
}

// undefined reports device functions that nothing defines, with who uses them.
func undefined(u *Unit) error {
	if u.Opts.Undefined {
		return nil
	}
	var bad problems
	for _, f := range u.functions() {
		if !llvm.IsDeclaration(f) || llvm.GetIntrinsicID(f) != 0 || !u.liveUse(f) {
			continue
		}
		name := f.Name()
		if u.target.builtin(name) {
			continue
		}
		bad.addf("device function %s is called by %s and defined nowhere; define it in one of the inputs, or compile with -fgpu-rdc and link its object",
			demangleSymbol(name), u.usersOf(f))
	}
	return bad.err()
}
