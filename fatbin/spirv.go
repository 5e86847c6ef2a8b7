// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// spirvMagic is the first word of a SPIR-V module (SPIR-V specification, 2.3).
const spirvMagic = 0x07230203

// Opcodes that the reader looks at (SPIR-V specification, 3.49).
const (
	opSource             = 3
	opName               = 5
	opExtension          = 10
	opExtInstImport      = 11
	opMemoryModel        = 14
	opEntryPoint         = 15
	opExecutionMode      = 16
	opCapability         = 17
	opTypeVoid           = 19
	opTypeBool           = 20
	opTypeInt            = 21
	opTypeFloat          = 22
	opTypeVector         = 23
	opTypeImage          = 25
	opTypeSampler        = 26
	opTypeSampledImage   = 27
	opTypeArray          = 28
	opTypeStruct         = 30
	opTypeOpaque         = 31
	opTypePointer        = 32
	opTypeFunction       = 33
	opTypeEvent          = 34
	opTypePipe           = 38
	opTypeForwardPointer = 39
	opConstant           = 43
	opFunction           = 54
	opFunctionParameter  = 55
	opFunctionEnd        = 56
	opFunctionCall       = 57
	opVariable           = 59
	opDecorate           = 71
	opModuleProcessed    = 330
	opExecutionModeID    = 331
)

const (
	spvModelKernel          = 6  // execution model
	spvModeLocalSize        = 17 // execution modes
	spvModeLocalSizeHint    = 18
	spvModeSubgroupSize     = 35
	spvDecorationCPacked    = 10
	spvDecorationConstant   = 22
	spvDecorationAlignment  = 44
	spvDecorationFuncParam  = 38
	spvDecorationLinkage    = 41
	spvParamByVal           = 2
	spvLinkageExport        = 0
	spvStorageFunction      = 7
	spvAddressingPhysical32 = 1
)

// spvStorage names the storage classes that matter for compute; those of kernel
// pointers have AMD's word for the address space and the value kind.
var spvStorage = map[uint32]struct{ name, space, kind string }{
	0: {"UniformConstant", "constant", "global_buffer"},
	1: {"Input", "", ""},
	4: {"Workgroup", "local", "dynamic_shared_pointer"},
	5: {"CrossWorkgroup", "global", "global_buffer"},
	7: {"Function", "private", "by_value"},
	8: {"Generic", "generic", "global_buffer"},
}

// SPIRV describes a SPIR-V module. Reading it costs the debug section and what
// lies before; [SPIRV.Kernels] of an image without metadata records and
// [SPIRV.Body] read on.
type SPIRV struct {
	Major, Minor    int
	Generator       uint32   // upper half: tool, lower half: its version
	Bound           uint32   // all IDs are smaller
	Capabilities    []uint32 // see [SPIRVCapability]
	Extensions      []string
	Imports         []string // extended instruction sets
	AddressingModel uint32   // 0 logical, 1 Physical32, 2 Physical64
	MemoryModel     uint32   // 2 OpenCL
	EntryPoints     []SPIRVEntryPoint
	Processed       []string // OpModuleProcessed other than metadata records

	meta *Metadata
	src  source
	swap bool

	moduleOnly bool // read to the first record and no further

	debug,
	types int64 // offsets of the debug section and of what follows it
	index map[uint32]int // entry point index by function ID
}

// SPIRVEntryPoint is one OpEntryPoint with its execution modes.
type SPIRVEntryPoint struct {
	Name         string
	ID           uint32 // function
	Model        uint32 // execution model; 6 is Kernel
	LocalSize    []uint64
	SizeHint     []uint64
	SubgroupSize uint64
}

// ReadSPIRV reads a module's header, preamble and debug section.
func ReadSPIRV(r io.ReaderAt, size int64) (*SPIRV, error) {
	return readSPIRV(newSource(r, size, "SPIR-V module"))
}

// ReadModuleRecord reads the module record of a SPIR-V module, which is the first, and
// nothing behind it. A module of another producer has none and gives nil.
func ReadModuleRecord(r io.ReaderAt, size int64) (*ModuleRecord, error) {
	m := &SPIRV{src: newSource(r, size, "SPIR-V module"), moduleOnly: true}
	if err := m.read(); err != nil || m.meta == nil {
		return nil, err
	}
	return &m.meta.Module, nil
}

func readSPIRV(s source) (*SPIRV, error) {
	m := &SPIRV{src: s}
	return m, m.read()
}

func (m *SPIRV) read() error {
	m.src.format = "SPIR-V module"
	s := &m.src
	h, err := s.bytes(0, 20, "SPIR-V header")
	if err != nil {
		return err
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if binary.BigEndian.Uint32(h) == spirvMagic {
		m.swap, order = true, binary.BigEndian
	} else if le.Uint32(h) != spirvMagic {
		return s.errAt(0, fmt.Sprintf("%#x", le.Uint32(h)), "magic %#x", spirvMagic)
	}
	if s.size%4 != 0 {
		return s.errAt(s.size, fmt.Sprintf("%d bytes", s.size), "a whole number of 4-byte words")
	}
	v := order.Uint32(h[4:])
	m.Major, m.Minor = int(v>>16&0xff), int(v>>8&0xff)
	if v&0xff0000ff != 0 || m.Major != 1 {
		return s.errAt(4, fmt.Sprintf("%#x", v), "SPIR-V version 1.x")
	}
	m.Generator, m.Bound = order.Uint32(h[8:]), order.Uint32(h[12:])
	return m.readPreamble()
}

// spvReader walks instructions. An instruction's bytes are valid until the next
// call of next unless the source is in memory.
type spvReader struct {
	s    *source
	swap bool
	mem  bool // buf is the caller's own memory
	pos  int64
	buf  []byte // window of s that starts at off
	off  int64
}

const spvWindow = 1 << 20

func (m *SPIRV) reader(pos int64) *spvReader {
	r := &spvReader{s: &m.src, swap: m.swap, pos: pos}
	if b, ok := m.src.r.(Bytes); ok && !m.swap {
		r.buf, r.mem = b[m.src.base:m.src.base+m.src.size], true
	}
	return r
}

// have makes n bytes at pos available.
func (r *spvReader) have(n int64) ([]byte, error) {
	if rel := r.pos - r.off; rel >= 0 && rel+n <= int64(len(r.buf)) {
		return r.buf[rel : rel+n], nil
	}
	if r.mem {
		return nil, r.s.errAt(r.pos, fmt.Sprintf("end of data at %#x", r.s.size), "an instruction of %d words", n/4)
	}
	b, err := r.s.bytes(r.pos, max(n, min(spvWindow, r.s.size-r.pos)), "instructions")
	if err != nil {
		return nil, err
	}
	if r.swap {
		b = bytes.Clone(b)
		for i := 0; i+4 <= len(b); i += 4 {
			le.PutUint32(b[i:], binary.BigEndian.Uint32(b[i:]))
		}
	}
	r.buf, r.off = b, r.pos
	return b[:n], nil
}

// instruction is one instruction: its opcode, offset and operand bytes
// (little-endian).
type instruction struct {
	op   uint16
	off  int64
	args []byte
}

func (i *instruction) words() int { return len(i.args) / 4 }

// word returns operand n, or 0 past the end.
func (i *instruction) word(n int) uint32 {
	if n*4+4 > len(i.args) {
		return 0
	}
	return le.Uint32(i.args[n*4:])
}

// str returns the literal string at operand n.
func (i *instruction) str(n int) []byte {
	if n*4 > len(i.args) {
		return nil
	}
	b := i.args[n*4:]
	if k := bytes.IndexByte(b, 0); k >= 0 {
		b = b[:k]
	}
	return b
}

// next returns the next instruction, with ok false at the end of the module.
func (r *spvReader) next() (in instruction, ok bool, err error) {
	if r.pos >= r.s.size {
		return in, false, nil
	}
	h, err := r.have(4)
	if err != nil {
		return in, false, err
	}
	w := le.Uint32(h)
	n := int64(w>>16) * 4
	if n == 0 {
		return in, false, r.s.errAt(r.pos, fmt.Sprintf("opcode %d of 0 words", w&0xffff), "an instruction of at least 1 word")
	}
	b, err := r.have(n)
	if err != nil {
		return in, false, err
	}
	in = instruction{op: uint16(w), off: r.pos, args: b[4:]}
	r.pos += n
	return in, true, nil
}

// minWords has the operand words that an instruction must have for the reader.
var minWords = map[uint16]int{
	opCapability: 1, opMemoryModel: 2, opEntryPoint: 3, opExecutionMode: 2,
	opFunction: 4, opFunctionParameter: 2, opFunctionCall: 3, opVariable: 3,
	opTypeInt: 3, opTypeFloat: 2, opTypeVector: 3, opTypeArray: 3, opTypeStruct: 1,
	opTypePointer: 3, opConstant: 3, opDecorate: 2, opName: 2,
}

func (m *SPIRV) check(in *instruction) error {
	if in.words() < minWords[in.op] {
		return m.src.errAt(in.off, fmt.Sprintf("%d", in.words()), "opcode %d with at least %d operand words", in.op, minWords[in.op])
	}
	return nil
}

func (m *SPIRV) readPreamble() error {
	r := m.reader(20)
	keep := func(b []byte) []byte {
		if r.mem {
			return b
		}
		return bytes.Clone(b)
	}
	for {
		in, ok, err := r.next()
		if err != nil {
			return err
		}
		if !ok {
			m.types = r.pos
			return nil
		}
		switch in.op {
		case opCapability, opMemoryModel, opEntryPoint, opExecutionMode:
			if err := m.check(&in); err != nil {
				return err
			}
		}
		switch in.op {
		case opCapability:
			m.Capabilities = append(m.Capabilities, in.word(0))
		case opExtension:
			m.Extensions = append(m.Extensions, string(in.str(0)))
		case opExtInstImport:
			m.Imports = append(m.Imports, string(in.str(1)))
		case opMemoryModel:
			m.AddressingModel, m.MemoryModel = in.word(0), in.word(1)
		case opEntryPoint:
			if m.index == nil {
				m.index = make(map[uint32]int)
			}
			m.index[in.word(1)] = len(m.EntryPoints)
			m.EntryPoints = append(m.EntryPoints, SPIRVEntryPoint{Name: string(in.str(2)), Model: in.word(0), ID: in.word(1)})
		case opExecutionMode:
			if i, ok := m.index[in.word(0)]; ok {
				m.EntryPoints[i].mode(&in)
			}
		case opExecutionModeID:
		case opName:
			if m.debug == 0 {
				m.debug = in.off
			}
		case opModuleProcessed:
			text := in.str(0)
			if !isRecord(text) {
				m.Processed = append(m.Processed, string(text))
				continue
			}
			if m.meta == nil {
				m.meta = &Metadata{src: m.src, expect: len(m.EntryPoints)}
			}
			if err := m.meta.add(keep(text), in.off); err != nil {
				return err
			}
			if m.moduleOnly {
				return nil
			}
		case opSource, 2, 4, 6, 7, 8: // OpSourceContinued, OpSourceExtension, OpMemberName, OpString, OpLine
		default:
			m.types = in.off
			return nil
		}
	}
}

func (e *SPIRVEntryPoint) mode(in *instruction) {
	dims := func() []uint64 {
		return []uint64{uint64(in.word(2)), uint64(in.word(3)), uint64(in.word(4))}
	}
	switch in.word(1) {
	case spvModeLocalSize:
		e.LocalSize = dims()
	case spvModeLocalSizeHint:
		e.SizeHint = dims()
	case spvModeSubgroupSize:
		e.SubgroupSize = uint64(in.word(2))
	}
}

// Metadata returns the gohip.v1 records (docs/design/abi.md), or nil for a module of
// another producer.
func (m *SPIRV) Metadata() *Metadata { return m.meta }

// Version returns "1.2".
func (m *SPIRV) Version() string { return fmt.Sprintf("%d.%d", m.Major, m.Minor) }

// Kernels describes all kernels: from the metadata records where there are any,
// else from the types of the entry points' parameters.
func (m *SPIRV) Kernels() ([]Kernel, error) {
	if m.meta != nil {
		ks := make([]Kernel, 0, len(m.meta.order))
		for _, name := range m.meta.order {
			k, err := m.meta.Kernel(name)
			if err != nil {
				return ks, err
			}
			ks = append(ks, *k)
		}
		return ks, nil
	}
	body, err := m.Body()
	if err != nil {
		return nil, err
	}
	return body.Kernels, nil
}

// SPIRVBody is what lies behind the debug section.
type SPIRVBody struct {
	Kernels   []Kernel   // from the types of the parameters, in the order of the entry points
	Functions []Function // every function with a body, and imported ones
	Globals   []SPIRVGlobal
}

// SPIRVGlobal is a module-scope variable.
type SPIRVGlobal struct {
	Name    string
	Storage string // storage class
	Size    uint64 // bytes; 0 when the type has none
	Linkage string // "export", "import" or ""
}

// Function is a device function as a symbol.
type Function struct {
	Name    string   `json:"name"`
	Address uint64   `json:"address"`              // address in a gfx ELF, offset in the module in SPIR-V and PTX
	Size    uint64   `json:"size"`                 // bytes
	Kernel  bool     `json:"kernel,omitempty"`     // it is an entry point
	Linkage string   `json:"linkage,omitempty"`    // "export", "import" or "" for local
	Kernels []string `json:"reached_by,omitempty"` // kernels that can reach it, where the image tells; sorted
}

type spvType struct {
	op          uint16
	size, align uint64
	storage     uint32 // pointers
	pointee     uint32
}

// idTable maps IDs to values: densely for the IDs that a module of this size can
// define, in a map beyond.
type idTable[T any] struct {
	dense  []T
	sparse map[uint32]T
}

func newIDTable[T any](bound uint32, size int64) idTable[T] {
	return idTable[T]{dense: make([]T, min(int64(bound), size/8))}
}

func (t *idTable[T]) get(id uint32) (v T) {
	if int64(id) < int64(len(t.dense)) {
		return t.dense[id]
	}
	return t.sparse[id]
}

func (t *idTable[T]) set(id uint32, v T) {
	if int64(id) < int64(len(t.dense)) {
		t.dense[id] = v
		return
	}
	if t.sparse == nil {
		t.sparse = make(map[uint32]T)
	}
	t.sparse[id] = v
}

type spvDecor struct {
	linkage  string
	linkName string
	byVal    bool
	packed   bool
}

// Body reads the whole module: types, decorations, variables and functions.
func (m *SPIRV) Body() (*SPIRVBody, error) {
	b := &SPIRVBody{}
	start := m.types
	if m.debug != 0 {
		start = m.debug
	}
	var (
		r        = m.reader(start)
		names    = newIDTable[string](m.Bound, m.src.size)
		types    = map[uint32]spvType{}
		consts   = map[uint32]uint64{}
		decor    = map[uint32]spvDecor{}
		ids      []uint32             // function IDs, parallel to b.Functions
		calls    = map[int][]uint32{} // callee IDs by function index
		cur      = -1
		kernel   *Kernel
		kernelAt = make([]Kernel, len(m.EntryPoints))
	)
	ptr := uint64(8)
	if m.AddressingModel == spvAddressingPhysical32 {
		ptr = 4
	}
	for {
		in, ok, err := r.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if cur >= 0 && in.op != opFunctionCall && in.op != opFunctionParameter && in.op != opFunctionEnd {
			continue // instructions of a body
		}
		if err := m.check(&in); err != nil {
			return nil, err
		}
		switch in.op {
		case opName:
			names.set(in.word(0), string(in.str(1)))
		case opDecorate:
			d := decor[in.word(0)]
			switch in.word(1) {
			case spvDecorationCPacked:
				d.packed = true
			case spvDecorationFuncParam:
				d.byVal = d.byVal || in.word(2) == spvParamByVal
			case spvDecorationLinkage:
				d.linkName, d.linkage = string(in.str(2)), "import"
				if in.word(in.words()-1) == spvLinkageExport {
					d.linkage = "export"
				}
			default:
				continue
			}
			decor[in.word(0)] = d
		case opConstant:
			v := uint64(in.word(2))
			if in.words() > 3 {
				v |= uint64(in.word(3)) << 32
			}
			consts[in.word(1)] = v
		case opVariable:
			d := decor[in.word(1)]
			g := SPIRVGlobal{Name: names.get(in.word(1)), Linkage: d.linkage,
				Storage: spvStorage[in.word(2)].name, Size: types[types[in.word(0)].pointee].size}
			if d.linkName != "" {
				g.Name = d.linkName
			}
			b.Globals = append(b.Globals, g)
		case opFunction:
			cur = len(b.Functions)
			id := in.word(1)
			d := decor[id]
			f := Function{Name: names.get(id), Address: uint64(in.off), Linkage: d.linkage}
			if d.linkName != "" {
				f.Name = d.linkName
			}
			kernel = nil
			if i, ok := m.index[id]; ok && m.EntryPoints[i].Model == spvModelKernel {
				e := &m.EntryPoints[i]
				f.Name, f.Kernel = e.Name, true
				kernel = &kernelAt[i]
				*kernel = Kernel{Name: e.Name, Symbol: e.Name, ReqdWorkgroupSize: e.LocalSize, WorkgroupSizeHint: e.SizeHint, WavefrontSize: e.SubgroupSize}
			}
			b.Functions = append(b.Functions, f)
			ids = append(ids, id)
		case opFunctionParameter:
			if kernel != nil {
				id := in.word(1)
				kernel.addSPIRV(types, in.word(0), decor[id], names.get(id))
			}
		case opFunctionCall:
			if cur >= 0 {
				calls[cur] = append(calls[cur], in.word(2))
			}
		case opFunctionEnd:
			if cur >= 0 {
				b.Functions[cur].Size = uint64(in.off+4) - b.Functions[cur].Address
			}
			cur, kernel = -1, nil
		default:
			if in.op >= opTypeVoid && in.op <= opTypeForwardPointer {
				types[in.word(0)] = typeOf(&in, types, consts, decor[in.word(0)].packed, ptr)
			}
		}
	}
	for _, k := range kernelAt {
		if k.Name != "" {
			b.Kernels = append(b.Kernels, k)
		}
	}
	byID := make(map[uint32]int, len(ids))
	for i, id := range ids {
		byID[id] = i
	}
	reach(b.Functions, func(i int, visit func(int)) {
		for _, id := range calls[i] {
			if j, ok := byID[id]; ok {
				visit(j)
			}
		}
	})
	return b, nil
}

// typeOf lays out a type by the rules of OpenCL C (natural alignment).
func typeOf(in *instruction, types map[uint32]spvType, consts map[uint32]uint64, packed bool, ptr uint64) spvType {
	t := spvType{op: in.op}
	scalar := func(n uint64) { t.size, t.align = n, max(n, 1) }
	switch in.op {
	case opTypeBool:
		scalar(1)
	case opTypeInt, opTypeFloat:
		scalar(uint64(in.word(1)+7) / 8)
	case opTypeVector:
		n := uint64(in.word(2))
		if n == 3 {
			n = 4
		}
		scalar(n * types[in.word(1)].size)
	case opTypePointer:
		scalar(ptr)
		t.storage, t.pointee = in.word(1), in.word(2)
	case opTypeArray:
		e, n := types[in.word(1)], consts[in.word(2)]
		if e.size == 0 || n < 1<<48/e.size {
			t.size = e.size * n
		}
		t.align = max(e.align, 1)
	case opTypeStruct:
		t.align = 1
		for i := 1; i < in.words(); i++ {
			e := types[in.word(i)]
			if !packed {
				a := max(e.align, 1)
				t.size = (t.size + a - 1) / a * a
				t.align = max(t.align, a)
			}
			t.size += e.size
		}
		t.size = (t.size + t.align - 1) / t.align * t.align
	case opTypeImage, opTypeSampler, opTypeSampledImage, opTypeEvent, opTypePipe, opTypeOpaque:
		scalar(ptr)
	}
	return t
}

// spvHandles gives the value kind of arguments that are handles.
var spvHandles = map[uint16]string{
	opTypeImage: "image", opTypeSampledImage: "image", opTypeSampler: "sampler",
	opTypePipe: "pipe", opTypeEvent: "queue",
}

func (k *Kernel) addSPIRV(types map[uint32]spvType, typeID uint32, d spvDecor, name string) {
	t := types[typeID]
	a := Arg{Name: name, Size: t.size, ValueKind: "by_value"}
	align := max(t.align, 1)
	switch t.op {
	case opTypeFloat:
		a.ValueType = "f" + strconv.FormatUint(t.size*8, 10)
	case opTypeInt:
		a.ValueType = "i" + strconv.FormatUint(t.size*8, 10)
	case opTypeStruct, opTypeArray, opTypeVector:
		a.ValueType = "struct"
	}
	switch {
	case t.op == opTypePointer && (d.byVal || t.storage == spvStorageFunction):
		a.Size, a.ValueType = types[t.pointee].size, "struct"
		align = max(types[t.pointee].align, 1)
	case t.op == opTypePointer:
		c := spvStorage[t.storage]
		a.ValueKind, a.AddressSpace = "global_buffer", c.space
		if c.kind != "" {
			a.ValueKind = c.kind
		}
		if h := spvHandles[types[t.pointee].op]; h != "" {
			a.ValueKind = h
		}
	case spvHandles[t.op] != "":
		a.ValueKind = spvHandles[t.op]
	}
	a.Offset = (k.KernargSize + align - 1) / align * align
	k.KernargSize = a.Offset + a.Size
	k.KernargAlign = max(k.KernargAlign, align)
	k.Args = append(k.Args, a)
}

// Bounds of reach: what every kernel of a large module calls would otherwise take
// kernels times functions.
const (
	maxReach = 1 << 20 // entries of the kernel lists
	maxCalls = 1 << 23 // calls followed
)

// reach fills in Function.Kernels by a walk over the call graph.
func reach(fns []Function, callees func(i int, visit func(int))) {
	seen := make([]int, len(fns))
	total, calls := 0, 0
	var stack []int
	for k := range fns {
		if !fns[k].Kernel {
			continue
		}
		stack = append(stack[:0], k)
		seen[k] = k + 1
		for len(stack) > 0 && total < maxReach && calls < maxCalls {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			callees(i, func(j int) {
				calls++
				if seen[j] == k+1 {
					return
				}
				seen[j] = k + 1
				total++
				fns[j].Kernels = append(fns[j].Kernels, fns[k].Name)
				stack = append(stack, j)
			})
		}
	}
	for i := range fns {
		slices.Sort(fns[i].Kernels)
	}
}
