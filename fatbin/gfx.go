// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"gohipcc/abi"
	"gohipcc/target"
)

const noteAMDGPUMetadata = 32 // NT_AMDGPU_METADATA (AMDGPUUsage, "Note Records")

// GFX describes an AMD code object. Opening it reads the ELF header tables; the
// metadata note, symbols and descriptors are read when asked for.
type GFX struct {
	Processor         string // "gfx90a", or "machine 0x…" when unknown
	XNACK, SRAMECC    string // "any", "on", "off", or "" when the processor has none
	GenericVersion    int    // of generic processors, else 0
	CodeObjectVersion int    // 2 to 6; 0 when unknown
	Flags             uint32 // e_flags as it is

	elf   *elfFile
	notes []source // metadata; linkers leave one per object that was linked
}

// ReadGFX reads the ELF header of an AMD code object and finds its metadata.
func ReadGFX(r io.ReaderAt, size int64) (*GFX, error) {
	return readGFX(newSource(r, size, "AMD code object"))
}

func readGFX(s source) (*GFX, error) {
	f, err := readELF(s)
	if f == nil {
		return nil, err
	}
	if f.machine != emAMDGPU {
		return nil, s.errAt(18, f.machine, "ELF machine %d (AMDGPU)", emAMDGPU)
	}
	if !f.is64 || f.order.Uint16([]byte{1, 0}) != 1 {
		return nil, s.errAt(4, "another class", "a 64-bit little-endian AMD code object")
	}
	g := &GFX{Flags: f.flags, elf: f}
	if p, known := target.Machine(f.flags); known {
		g.Processor = p.Name
	} else {
		g.Processor = fmt.Sprintf("machine %#x", f.flags&0xff)
	}
	if f.osabi == 64 {
		g.CodeObjectVersion = int(f.abi) + 2
	}
	setting := [4]string{"", "any", "off", "on"}
	switch g.CodeObjectVersion {
	case 3: // bit flags: EF_AMDGPU_FEATURE_{XNACK,SRAMECC}_V3
		v3 := map[bool]string{false: "", true: "on"}
		g.XNACK, g.SRAMECC = v3[f.flags&0x100 != 0], v3[f.flags&0x200 != 0]
	case 2:
	default:
		g.XNACK, g.SRAMECC = setting[f.flags>>8&3], setting[f.flags>>10&3]
		if g.CodeObjectVersion >= 6 {
			g.GenericVersion = int(f.flags >> 24)
		}
	}
	errs := []error{err}
	for n, nerr := range f.notes() {
		if nerr != nil {
			errs = append(errs, nerr)
			continue
		}
		if n.typ == noteAMDGPUMetadata && n.owner == "AMDGPU" {
			d := n.desc
			d.format = "AMD metadata note"
			g.notes = append(g.notes, d)
		}
	}
	return g, errors.Join(errs...)
}

// TargetID returns the target in canonical form, "gfx90a:sramecc+:xnack-".
func (g *GFX) TargetID() target.ID {
	t := target.ID{Processor: g.Processor}
	for _, f := range []struct{ name, v string }{{"sramecc", g.SRAMECC}, {"xnack", g.XNACK}} {
		if f.v == "on" || f.v == "off" {
			t.Features = append(t.Features, target.Feature{Name: f.name, On: f.v == "on"})
		}
	}
	return t
}

// GFXMetadata is the head of the metadata note.
type GFXMetadata struct {
	Target  string   // amdhsa.target
	Version []uint64 // amdhsa.version: major, minor
	Printf  []string // amdhsa.printf
}

// noteReader returns a reader over a whole note.
func noteReader(note *source) (*mpReader, error) {
	b, err := note.all()
	if err != nil {
		return nil, err
	}
	return &mpReader{b: b, src: note}, nil
}

// Metadata returns the head of the (first) metadata note; nil when there is none.
func (g *GFX) Metadata() (*GFXMetadata, error) {
	if len(g.notes) == 0 {
		return nil, nil
	}
	r, err := noteReader(&g.notes[0])
	if err != nil {
		return nil, err
	}
	m := &GFXMetadata{}
	r.object("metadata", func(key []byte) {
		switch string(key) {
		case "amdhsa.target":
			m.Target = r.str()
		case "amdhsa.version":
			m.Version = r.numbers()
		case "amdhsa.printf":
			r.array("amdhsa.printf", func() { m.Printf = append(m.Printf, r.str()) })
		default:
			r.skip()
		}
	})
	return m, r.err
}

// Kernels decodes the metadata of all kernels in the order of the notes.
func (g *GFX) Kernels() ([]abi.Kernel, error) {
	var ks []abi.Kernel
	for k, err := range g.AllKernels() {
		if err != nil {
			return ks, err
		}
		ks = append(ks, *k)
	}
	return ks, nil
}

// AllKernels yields the metadata of one kernel after the other. The kernel is
// overwritten by the next; an error ends the sequence.
func (g *GFX) AllKernels() iter.Seq2[*abi.Kernel, error] {
	return g.eachKernel(func(r *mpReader, k *abi.Kernel) { readKernel(r, k) })
}

// KernelNames yields only the names, skipping the rest of the metadata.
func (g *GFX) KernelNames() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for k, err := range g.eachKernel(func(r *mpReader, k *abi.Kernel) {
			r.object("a kernel", func(key []byte) {
				if string(key) == ".name" {
					k.Name = r.str()
				} else {
					r.skip()
				}
			})
		}) {
			if !yield(k.Name, err) {
				return
			}
		}
	}
}

func (g *GFX) eachKernel(read func(*mpReader, *abi.Kernel)) iter.Seq2[*abi.Kernel, error] {
	return func(yield func(*abi.Kernel, error) bool) {
		for i := range g.notes {
			if !eachKernelOf(&g.notes[i], read, yield) {
				return
			}
		}
	}
}

// eachKernelOf does the work for one note and reports whether to go on.
func eachKernelOf(note *source, read func(*mpReader, *abi.Kernel), yield func(*abi.Kernel, error) bool) bool {
	var k abi.Kernel
	r, err := noteReader(note)
	if err != nil {
		return yield(&k, err)
	}
	stop := false
	r.object("metadata", func(key []byte) {
		if stop || string(key) != "amdhsa.kernels" {
			r.skip()
			return
		}
		r.array("amdhsa.kernels", func() {
			if stop {
				r.skip()
				return
			}
			k = abi.Kernel{}
			if read(r, &k); r.err == nil && !yield(&k, nil) {
				stop = true
			}
		})
	})
	if r.err != nil && !stop {
		return yield(&k, r.err)
	}
	return !stop
}

// kernelFields reads the keys of kernel metadata (AMDGPUUsage, "Code Object V3
// Metadata" and later) into a Kernel.
var kernelFields = map[string]func(*mpReader, *abi.Kernel){
	".name":                       func(r *mpReader, k *abi.Kernel) { k.Name = r.str() },
	".symbol":                     func(r *mpReader, k *abi.Kernel) { k.Symbol = r.str() },
	".language":                   func(r *mpReader, k *abi.Kernel) { k.Language = r.str() },
	".language_version":           func(r *mpReader, k *abi.Kernel) { k.LanguageVersion = r.numbers() },
	".kind":                       func(r *mpReader, k *abi.Kernel) { k.Kind = r.str() },
	".vec_type_hint":              func(r *mpReader, k *abi.Kernel) { k.VecTypeHint = r.str() },
	".device_enqueue_symbol":      func(r *mpReader, k *abi.Kernel) { k.DeviceEnqueueSymbol = r.str() },
	".reqd_workgroup_size":        func(r *mpReader, k *abi.Kernel) { k.ReqdWorkgroupSize = r.numbers() },
	".workgroup_size_hint":        func(r *mpReader, k *abi.Kernel) { k.WorkgroupSizeHint = r.numbers() },
	".kernarg_segment_size":       func(r *mpReader, k *abi.Kernel) { k.KernargSize = r.number() },
	".kernarg_segment_align":      func(r *mpReader, k *abi.Kernel) { k.KernargAlign = r.number() },
	".group_segment_fixed_size":   func(r *mpReader, k *abi.Kernel) { k.GroupSize = r.number() },
	".private_segment_fixed_size": func(r *mpReader, k *abi.Kernel) { k.PrivateSize = r.number() },
	".max_flat_workgroup_size":    func(r *mpReader, k *abi.Kernel) { k.MaxFlatWorkgroup = r.number() },
	".wavefront_size":             func(r *mpReader, k *abi.Kernel) { k.WavefrontSize = r.number() },
	".sgpr_count":                 func(r *mpReader, k *abi.Kernel) { k.SGPRs = r.number() },
	".vgpr_count":                 func(r *mpReader, k *abi.Kernel) { k.VGPRs = r.number() },
	".agpr_count":                 func(r *mpReader, k *abi.Kernel) { k.AGPRs = r.number() },
	".sgpr_spill_count":           func(r *mpReader, k *abi.Kernel) { k.SGPRSpills = r.number() },
	".vgpr_spill_count":           func(r *mpReader, k *abi.Kernel) { k.VGPRSpills = r.number() },
	".uniform_work_group_size":    func(r *mpReader, k *abi.Kernel) { k.UniformWorkGroups = r.boolean() },
	".uses_dynamic_stack":         func(r *mpReader, k *abi.Kernel) { k.UsesDynamicStack = r.boolean() },
	".workgroup_processor_mode":   func(r *mpReader, k *abi.Kernel) { k.WorkgroupProcessors = r.boolean() },
	".args": func(r *mpReader, k *abi.Kernel) {
		r.array(".args", func() {
			k.Args = append(k.Args, abi.Arg{})
			a := &k.Args[len(k.Args)-1]
			r.object("an argument", func(key []byte) {
				if read := argFields[string(key)]; read != nil {
					read(r, a)
				} else {
					r.skip()
				}
			})
		})
	},
}

var argFields = map[string]func(*mpReader, *abi.Arg){
	".name":          func(r *mpReader, a *abi.Arg) { a.Name = r.str() },
	".type_name":     func(r *mpReader, a *abi.Arg) { a.TypeName = r.str() },
	".offset":        func(r *mpReader, a *abi.Arg) { a.Offset = r.number() },
	".size":          func(r *mpReader, a *abi.Arg) { a.Size = r.number() },
	".value_kind":    func(r *mpReader, a *abi.Arg) { a.ValueKind = r.word() },
	".value_type":    func(r *mpReader, a *abi.Arg) { a.ValueType = r.word() },
	".address_space": func(r *mpReader, a *abi.Arg) { a.AddressSpace = r.word() },
	".access":        func(r *mpReader, a *abi.Arg) { a.Access = r.word() },
	".actual_access": func(r *mpReader, a *abi.Arg) { a.ActualAccess = r.word() },
	".pointee_align": func(r *mpReader, a *abi.Arg) { a.PointeeAlign = r.number() },
	".is_const":      func(r *mpReader, a *abi.Arg) { a.IsConst = r.boolean() },
	".is_restrict":   func(r *mpReader, a *abi.Arg) { a.IsRestrict = r.boolean() },
	".is_volatile":   func(r *mpReader, a *abi.Arg) { a.IsVolatile = r.boolean() },
	".is_pipe":       func(r *mpReader, a *abi.Arg) { a.IsPipe = r.boolean() },
}

func readKernel(r *mpReader, k *abi.Kernel) {
	r.object("a kernel", func(key []byte) {
		if read := kernelFields[string(key)]; read != nil {
			read(r, k)
		} else {
			r.skip()
		}
	})
}

// words interns the vocabulary of argument metadata, which repeats for every
// argument of every kernel.
var words = func() map[string]string {
	m := make(map[string]string, len(abi.Vocabulary))
	for _, w := range abi.Vocabulary {
		m[w] = w
	}
	return m
}()

// word returns str without a new string for known vocabulary.
func (r *mpReader) word() string {
	b := r.expect(mpStr, "a text").b
	if w, ok := words[string(b)]; ok {
		return w
	}
	return string(b)
}

// Descriptor is a decoded kernel descriptor (AMDGPUUsage, "Kernel Descriptor").
type Descriptor struct {
	Kernel         string `json:"kernel"`
	Address        uint64 `json:"address"`
	Entry          uint64 `json:"entry"`        // address of the first instruction; 0 in relocatable objects
	GroupSize      uint32 `json:"group_size"`   // LDS, bytes
	PrivateSize    uint32 `json:"private_size"` // scratch per work-item, bytes
	KernargSize    uint32 `json:"kernarg_size"` // bytes
	RSRC1          uint32 `json:"compute_pgm_rsrc1"`
	RSRC2          uint32 `json:"compute_pgm_rsrc2"`
	RSRC3          uint32 `json:"compute_pgm_rsrc3"`
	Properties     uint16 `json:"kernel_code_properties"`
	KernargPreload uint16 `json:"kernarg_preload"` // bits 0-6 length, 7-15 offset, in dwords

	VGPRs        int      `json:"vgprs"`                  // allocated, from the granule count
	AccumOffset  int      `json:"accum_offset,omitempty"` // first AGPR of unified register files (gfx90a, gfx94x), else 0
	SGPRs        int      `json:"sgprs"`                  // allocated; 0 where every wave gets the same (gfx10 and newer)
	UserSGPRs    int      `json:"user_sgprs"`
	Wave32       bool     `json:"wave32"`
	DynamicStack bool     `json:"dynamic_stack"`
	WGPMode      bool     `json:"wgp_mode,omitempty"`
	WorkgroupIDs string   `json:"workgroup_ids"`       // which of x, y, z are passed in SGPRs
	WorkitemIDs  int      `json:"workitem_ids"`        // number of work-item ID VGPRs
	UserData     []string `json:"user_data,omitempty"` // what the user SGPRs hold, in order
}

// kernelProperties names the SGPR bits of kernel_code_properties in order.
var kernelProperties = [...]string{"private_segment_buffer", "dispatch_ptr", "queue_ptr", "kernarg_segment_ptr", "dispatch_id", "flat_scratch_init", "private_segment_size"}

func (d *Descriptor) decode(proc string) {
	p, _ := target.LookUp(proc)
	gen, unified := p.Generation(), p.Has(target.UnifiedRegisters)
	d.Wave32 = gen >= 10 && d.Properties>>10&1 != 0
	d.DynamicStack = d.Properties>>11&1 != 0
	granule, userBits := 4, 5
	if unified || d.Wave32 {
		granule = 8
	}
	if p.Has(target.LargeRegisterFile) {
		granule, userBits = 2*granule, 6
	}
	d.VGPRs = (int(d.RSRC1&0x3f) + 1) * granule
	if unified {
		d.AccumOffset = (int(d.RSRC3&0x3f) + 1) * 4
	}
	if gen < 10 {
		d.SGPRs = (int(d.RSRC1>>6&0xf) + 1) * 8
		if gen >= 8 {
			d.SGPRs = (int(d.RSRC1>>6&0xf)/2 + 1) * 16
		}
	}
	d.UserSGPRs = int(d.RSRC2 >> 1 & (1<<userBits - 1))
	d.WGPMode = gen >= 10 && d.RSRC1>>29&1 != 0
	for i, c := range "xyz" {
		if d.RSRC2>>(7+i)&1 != 0 {
			d.WorkgroupIDs += string(c)
		}
	}
	d.WorkitemIDs = int(d.RSRC2>>11&3) + 1
	for i, n := range kernelProperties {
		if d.Properties>>i&1 != 0 {
			d.UserData = append(d.UserData, n)
		}
	}
}

// GFXSymbols is the content of the symbol tables.
type GFXSymbols struct {
	Descriptors []Descriptor // kernels, by address
	Functions   []Function   // kernels and device functions, by address
	Globals     []abi.Global // device variables; Offset is the address
}

// Symbols reads the symbol tables, decodes the kernel descriptors and, in
// relocatable objects, follows relocations to say which kernels reach a device
// function.
func (g *GFX) Symbols() (*GFXSymbols, error) {
	f := g.elf
	var table *elfSection
	for i := range f.sections {
		if t := f.sections[i].typ; t == shtSymtab || t == shtDynsym && table == nil {
			table = &f.sections[i]
		}
	}
	out := &GFXSymbols{}
	if table == nil {
		return out, nil
	}
	var (
		all  []elfSymbol
		errs []error
	)
	kernels, managed := map[string]bool{}, map[string]bool{}
	for s, err := range f.symbols(table) {
		if err != nil {
			return out, err
		}
		all = append(all, s)
		if s.typ() != sttObject {
			continue
		}
		if k, ok := strings.CutSuffix(s.name, ".kd"); ok {
			kernels[k] = true
		}
		if n, ok := strings.CutSuffix(s.name, ".managed"); ok {
			managed[n], managed[s.name] = true, true
		}
	}
	for i := range all {
		switch s := &all[i]; s.typ() {
		case sttFunc:
			out.Functions = append(out.Functions, functionOf(s, kernels[s.name]))
		case sttObject:
			errs = append(errs, g.addObject(out, s, managed[s.name]))
		}
	}
	if f.typ == etRel {
		errs = append(errs, g.reachByRelocs(all, out.Functions))
	}
	slices.SortStableFunc(out.Functions, func(a, b Function) int { return cmpU(a.Address, b.Address) })
	slices.SortStableFunc(out.Descriptors, func(a, b Descriptor) int { return cmpU(a.Address, b.Address) })
	slices.SortStableFunc(out.Globals, func(a, b abi.Global) int { return cmpU(a.Offset, b.Offset) })
	return out, errors.Join(errs...)
}

func functionOf(s *elfSymbol, kernel bool) Function {
	f := Function{Name: s.name, Address: s.value, Size: s.size, Kernel: kernel}
	switch {
	case s.shndx == 0:
		f.Linkage = "import"
	case s.bind() != 0 && s.other&3 != 2:
		f.Linkage = "export"
	}
	return f
}

// addObject adds a kernel descriptor or a variable.
func (g *GFX) addObject(out *GFXSymbols, s *elfSymbol, managed bool) error {
	if k, ok := strings.CutSuffix(s.name, ".kd"); ok {
		d, err := g.descriptor(k, s)
		if err == nil {
			out.Descriptors = append(out.Descriptors, *d)
		}
		return err
	}
	if s.shndx == 0 {
		return nil
	}
	v := abi.Global{Name: s.name, Offset: s.value, Size: s.size, Managed: managed}
	if i := int(s.shndx); i < len(g.elf.sections) {
		v.Constant = g.elf.sections[i].flags&1 == 0 // no SHF_WRITE
	}
	out.Globals = append(out.Globals, v)
	return nil
}

func cmpU(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (g *GFX) descriptor(name string, s *elfSymbol) (*Descriptor, error) {
	var b []byte
	var err error
	if g.elf.typ == etRel {
		if int(s.shndx) >= len(g.elf.sections) {
			return nil, g.elf.src.errAt(0, s.shndx, "the section of symbol %q", s.name)
		}
		w, werr := g.elf.window(&g.elf.sections[s.shndx])
		if werr != nil {
			return nil, werr
		}
		if s.value > 1<<62 {
			return nil, w.errAt(0, s.value, "symbol %q inside its section", s.name)
		}
		b, err = w.bytes(int64(s.value), 64, "kernel descriptor "+name)
	} else {
		b, _, err = g.elf.atAddress(s.value, 64)
	}
	if err != nil {
		return nil, err
	}
	d := &Descriptor{
		Kernel: name, Address: s.value, GroupSize: le.Uint32(b), PrivateSize: le.Uint32(b[4:]), KernargSize: le.Uint32(b[8:]),
		RSRC3: le.Uint32(b[44:]), RSRC1: le.Uint32(b[48:]), RSRC2: le.Uint32(b[52:]),
		Properties: le.Uint16(b[56:]), KernargPreload: le.Uint16(b[58:]),
	}
	if g.elf.typ != etRel { // there the offset is a relocation
		d.Entry = s.value + le.Uint64(b[16:])
	}
	d.decode(g.Processor)
	return d, nil
}

// reachByRelocs builds the call graph from relocations against functions: a
// relocation inside function A against function B is an edge.
func (g *GFX) reachByRelocs(syms []elfSymbol, fns []Function) error {
	f := g.elf
	type span struct {
		start, end uint64
		fn         int
	}
	bySection := map[uint32][]span{}
	symFn := map[int]int{} // symbol index (1-based as in the table) to function
	n := 0
	for i := range syms {
		if syms[i].typ() != sttFunc {
			continue
		}
		symFn[i+1] = n
		sec := uint32(syms[i].shndx)
		bySection[sec] = append(bySection[sec], span{syms[i].value, syms[i].value + syms[i].size, n})
		n++
	}
	edges := make([][]int, len(fns))
	for _, v := range bySection {
		slices.SortFunc(v, func(a, b span) int { return cmpU(a.start, b.start) })
	}
	at := func(sec uint32, off uint64) int {
		v := bySection[sec]
		i, found := slices.BinarySearchFunc(v, off, func(s span, o uint64) int { return cmpU(s.start, o) })
		if !found {
			i--
		}
		if i < 0 || off >= v[i].end {
			return -1
		}
		return v[i].fn
	}
	for i := range f.sections {
		s := &f.sections[i]
		if s.typ != shtRela {
			continue
		}
		b, err := f.data(s)
		if err != nil {
			return err
		}
		for ; len(b) >= 24; b = b[24:] {
			from := at(s.info, le.Uint64(b))
			sym := int(le.Uint64(b[8:]) >> 32)
			if from < 0 || sym == 0 || sym > len(syms) {
				continue
			}
			to, ok := symFn[sym]
			if !ok { // section symbol plus addend
				if e := &syms[sym-1]; e.typ() == 3 {
					to = at(uint32(e.shndx), le.Uint64(b[16:]))
					ok = to >= 0
				}
			}
			if ok && to != from {
				edges[from] = append(edges[from], to)
			}
		}
	}
	reach(fns, func(i int, visit func(int)) {
		for _, j := range edges[i] {
			visit(j)
		}
	})
	return nil
}

var gfxFormat = format{name: "AMD code objects", option: archOption, image: true, elf: true, extension: ".co", offload: 1, target: gfxTarget, kernels: gfxKernels}

func gfxTarget(n *Node) EntryID {
	g, err := n.GFX()
	if err != nil {
		return EntryID{}
	}
	return EntryID{Kind: "hip", Arch: target.AMDGCN, Vendor: "amd", OS: "amdhsa", Target: g.TargetID()}
}

func gfxKernels(n *Node) ([]abi.Kernel, error) {
	g, err := n.GFX()
	if err != nil {
		return nil, err
	}
	return g.Kernels()
}
