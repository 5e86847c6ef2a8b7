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

	"gohipcc/abi"
	"gohipcc/spirv"
	"gohipcc/target"
)

// spvStorage names the storage classes that matter for compute; those of kernel
// pointers have AMD's word for the address space and the value kind.
var spvStorage = map[uint32]struct{ name, space, kind string }{
	spirv.ClassUniformConstant: {"UniformConstant", abi.SpaceConstant, abi.GlobalBuffer},
	spirv.ClassInput:           {"Input", "", ""},
	spirv.ClassWorkgroup:       {"Workgroup", abi.SpaceLocal, abi.DynamicSharedPointer},
	spirv.ClassCrossWorkgroup:  {"CrossWorkgroup", abi.SpaceGlobal, abi.GlobalBuffer},
	spirv.ClassFunction:        {"Function", abi.SpacePrivate, abi.ByValue},
	spirv.ClassGeneric:         {"Generic", abi.SpaceGeneric, abi.GlobalBuffer},
}

// SPIRV describes a SPIR-V module. Reading it costs the debug section and what
// lies before; [SPIRV.Kernels] of an image without metadata records and
// [SPIRV.Body] read on.
type SPIRV struct {
	Major, Minor    int
	Generator       uint32   // upper half: tool, lower half: its version
	Bound           uint32   // all IDs are smaller
	Capabilities    []uint32 // see [spirv.CapabilityName]
	Extensions      []string
	Imports         []string // extended instruction sets
	AddressingModel uint32   // 0 logical, 1 Physical32, 2 Physical64
	MemoryModel     uint32   // 2 OpenCL
	EntryPoints     []SPIRVEntryPoint
	Processed       []string // OpModuleProcessed other than metadata records

	meta  *Metadata
	src   source
	order binary.ByteOrder

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

// ReadModuleRecord reads the module record of a SPIR-V module, which is the first record, and
// nothing after it. It returns nil for a module of another producer, which has none.
func ReadModuleRecord(r io.ReaderAt, size int64) (*abi.ModuleRecord, error) {
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
	h, err := s.bytes(0, spirv.HeaderSize, "SPIR-V header")
	if err != nil {
		return err
	}
	order := spirv.ByteOrder(h)
	if order == nil {
		return s.errAt(0, fmt.Sprintf("%#x", le.Uint32(h)), "magic %#x", spirv.Magic)
	}
	m.order = order
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

// reader walks the instructions from the byte pos on.
func (m *SPIRV) reader(pos int64) *spirv.Reader {
	if b, ok := m.src.r.(Bytes); ok && m.order == binary.LittleEndian {
		return spirv.NewMemoryReader(b[m.src.base:m.src.base+m.src.size], pos)
	}
	return spirv.NewReader(m.src.bytes, m.src.size, m.order, pos)
}

// located makes a FormatError of what package spirv reports.
func (m *SPIRV) located(err error) error {
	if bad, ok := err.(*spirv.Malformed); ok {
		return m.src.errAt(bad.Offset, bad.Found, "%s", bad.Expected)
	}
	return err
}

func (m *SPIRV) readPreamble() error {
	r := m.reader(spirv.HeaderSize)
	for {
		in, ok, err := r.Next()
		if err != nil {
			return m.located(err)
		}
		if !ok {
			m.types = r.Offset()
			return nil
		}
		switch in.Op {
		case spirv.OpCapability, spirv.OpMemoryModel, spirv.OpEntryPoint, spirv.OpExecutionMode:
			if err := in.Check(); err != nil {
				return m.located(err)
			}
			m.noteMode(&in)
		case spirv.OpExtension:
			m.Extensions = append(m.Extensions, string(in.String(0)))
		case spirv.OpExtInstImport:
			m.Imports = append(m.Imports, string(in.String(1)))
		case spirv.OpName:
			if m.debug == 0 {
				m.debug = in.Offset
			}
		case spirv.OpModuleProcessed:
			record, err := m.noteProcessed(&in, r.Kept())
			if err != nil || record && m.moduleOnly {
				return err
			}
		case spirv.OpExecutionModeID, spirv.OpSource, spirv.OpSourceContinued, spirv.OpSourceExtension, spirv.OpMemberName, spirv.OpString, spirv.OpLine:
		default:
			m.types = in.Offset
			return nil
		}
	}
}

// noteMode keeps what the module asks of a device, and its entry points.
func (m *SPIRV) noteMode(in *spirv.Operation) {
	switch in.Op {
	case spirv.OpCapability:
		m.Capabilities = append(m.Capabilities, in.Word(0))
	case spirv.OpMemoryModel:
		m.AddressingModel, m.MemoryModel = in.Word(0), in.Word(1)
	case spirv.OpEntryPoint:
		if m.index == nil {
			m.index = make(map[uint32]int)
		}
		m.index[in.Word(1)] = len(m.EntryPoints)
		m.EntryPoints = append(m.EntryPoints, SPIRVEntryPoint{Name: string(in.String(2)), Model: in.Word(0), ID: in.Word(1)})
	case spirv.OpExecutionMode:
		if i, ok := m.index[in.Word(0)]; ok {
			m.EntryPoints[i].mode(in)
		}
	}
}

// noteProcessed keeps the text of an OpModuleProcessed, and reports whether it is a record of ours.
func (m *SPIRV) noteProcessed(in *spirv.Operation, kept bool) (record bool, err error) {
	text := in.String(0)
	if !abi.IsRecord(text) {
		m.Processed = append(m.Processed, string(text))
		return false, nil
	}
	if m.meta == nil {
		m.meta = &Metadata{src: m.src, expect: len(m.EntryPoints)}
	}
	if !kept {
		text = bytes.Clone(text)
	}
	return true, m.meta.add(text, in.Offset)
}

func (e *SPIRVEntryPoint) mode(in *spirv.Operation) {
	dims := func() []uint64 {
		return []uint64{uint64(in.Word(2)), uint64(in.Word(3)), uint64(in.Word(4))}
	}
	switch in.Word(1) {
	case spirv.ModeLocalSize:
		e.LocalSize = dims()
	case spirv.ModeLocalSizeHint:
		e.SizeHint = dims()
	case spirv.ModeSubgroupSize:
		e.SubgroupSize = uint64(in.Word(2))
	}
}

// Metadata returns the gohip.v1 records (docs/design/abi.md), or nil for a module of
// another producer.
func (m *SPIRV) Metadata() *Metadata { return m.meta }

// Version returns "1.2".
func (m *SPIRV) Version() string { return fmt.Sprintf("%d.%d", m.Major, m.Minor) }

// Kernels describes all kernels: from the metadata records where there are any,
// else from the types of the entry points' parameters.
func (m *SPIRV) Kernels() ([]abi.Kernel, error) {
	if m.meta != nil {
		ks := make([]abi.Kernel, 0, len(m.meta.order))
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
	Kernels   []abi.Kernel // from the types of the parameters, in the order of the entry points
	Functions []Function   // every function with a body, and imported ones
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
	Address uint64   `json:"address"`              // address in a gfx ELF, offset in the module otherwise
	Size    uint64   `json:"size"`                 // bytes
	Kernel  bool     `json:"kernel,omitempty"`     // it is an entry point
	Linkage string   `json:"linkage,omitempty"`    // "export", "import" or "" for local
	Kernels []string `json:"reached_by,omitempty"` // kernels that can reach it, if the image has this information; sorted
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
// Body reads the whole module: types, decorations, variables and functions.
func (m *SPIRV) Body() (*SPIRVBody, error) {
	start := m.types
	if m.debug != 0 {
		start = m.debug
	}
	r := m.reader(start)
	b := m.newBody()
	for {
		in, ok, err := r.Next()
		if err != nil {
			return nil, m.located(err)
		}
		if !ok {
			return b.finish(), nil
		}
		if b.skips(in.Op) {
			continue
		}
		if err := in.Check(); err != nil {
			return nil, m.located(err)
		}
		if read, ok := spvBodyOps[in.Op]; ok {
			read(b, &in)
		} else if in.Op >= spirv.OpTypeVoid && in.Op <= spirv.OpTypeForwardPointer {
			b.types[in.Word(0)] = typeOf(&in, b.types, b.consts, b.decor[in.Word(0)].packed, b.pointer)
		}
	}
}

// spvBody is what is known of a module while its body is read.
type spvBody struct {
	m        *SPIRV
	out      SPIRVBody
	pointer  uint64 // size of a pointer
	names    idTable[string]
	types    map[uint32]spvType
	consts   map[uint32]uint64
	decor    map[uint32]spvDecor
	ids      []uint32         // function IDs, parallel to out.Functions
	calls    map[int][]uint32 // callee IDs by function index
	cur      int              // index of the function that is being read, or -1
	kernel   *abi.Kernel      // that it is, or nil
	kernelAt []abi.Kernel     // by entry point
}

func (m *SPIRV) newBody() *spvBody {
	b := &spvBody{
		m: m, pointer: 8, cur: -1, names: newIDTable[string](m.Bound, m.src.size),
		types: map[uint32]spvType{}, consts: map[uint32]uint64{}, decor: map[uint32]spvDecor{},
		calls: map[int][]uint32{}, kernelAt: make([]abi.Kernel, len(m.EntryPoints)),
	}
	if m.AddressingModel == spirv.AddressingPhysical32 {
		b.pointer = 4
	}
	return b
}

// skips reports whether an instruction is of a function's code, of which only the calls are wanted.
func (b *spvBody) skips(op uint16) bool {
	return b.cur >= 0 && op != spirv.OpFunctionCall && op != spirv.OpFunctionParameter && op != spirv.OpFunctionEnd
}

// spvBodyOps read an instruction of each kind.
var spvBodyOps = map[uint16]func(*spvBody, *spirv.Operation){
	spirv.OpName:              func(b *spvBody, in *spirv.Operation) { b.names.set(in.Word(0), string(in.String(1))) },
	spirv.OpDecorate:          (*spvBody).decorate,
	spirv.OpConstant:          (*spvBody).constant,
	spirv.OpVariable:          (*spvBody).variable,
	spirv.OpFunction:          (*spvBody).function,
	spirv.OpFunctionParameter: (*spvBody).parameter,
	spirv.OpFunctionCall:      (*spvBody).call,
	spirv.OpFunctionEnd:       (*spvBody).functionEnd,
}

func (b *spvBody) decorate(in *spirv.Operation) {
	d := b.decor[in.Word(0)]
	switch in.Word(1) {
	case spirv.DecorationCPacked:
		d.packed = true
	case spirv.DecorationFuncParamAttr:
		d.byVal = d.byVal || in.Word(2) == spirv.ParamByVal
	case spirv.DecorationLinkage:
		d.linkName, d.linkage = string(in.String(2)), "import"
		if in.Word(in.Words()-1) == spirv.LinkageExport {
			d.linkage = "export"
		}
	default:
		return
	}
	b.decor[in.Word(0)] = d
}

func (b *spvBody) constant(in *spirv.Operation) {
	v := uint64(in.Word(2))
	if in.Words() > 3 {
		v |= uint64(in.Word(3)) << 32
	}
	b.consts[in.Word(1)] = v
}

// nameOf returns the name for linking, or else the one for debugging.
func (b *spvBody) nameOf(id uint32) string {
	if n := b.decor[id].linkName; n != "" {
		return n
	}
	return b.names.get(id)
}

func (b *spvBody) variable(in *spirv.Operation) {
	id := in.Word(1)
	b.out.Globals = append(b.out.Globals, SPIRVGlobal{Name: b.nameOf(id), Linkage: b.decor[id].linkage,
		Storage: spvStorage[in.Word(2)].name, Size: b.types[b.types[in.Word(0)].pointee].size})
}

func (b *spvBody) function(in *spirv.Operation) {
	id := in.Word(1)
	f := Function{Name: b.nameOf(id), Address: uint64(in.Offset), Linkage: b.decor[id].linkage}
	b.cur, b.kernel = len(b.out.Functions), nil
	if i, ok := b.m.index[id]; ok && b.m.EntryPoints[i].Model == spirv.ModelKernel {
		e := &b.m.EntryPoints[i]
		f.Name, f.Kernel = e.Name, true
		b.kernel = &b.kernelAt[i]
		*b.kernel = abi.Kernel{Name: e.Name, Symbol: e.Name, ReqdWorkgroupSize: e.LocalSize, WorkgroupSizeHint: e.SizeHint, WavefrontSize: e.SubgroupSize}
	}
	b.out.Functions = append(b.out.Functions, f)
	b.ids = append(b.ids, id)
}

func (b *spvBody) parameter(in *spirv.Operation) {
	if id := in.Word(1); b.kernel != nil {
		addParameter(b.kernel, b.types, in.Word(0), b.decor[id], b.names.get(id))
	}
}

func (b *spvBody) call(in *spirv.Operation) {
	if b.cur >= 0 {
		b.calls[b.cur] = append(b.calls[b.cur], in.Word(2))
	}
}

func (b *spvBody) functionEnd(in *spirv.Operation) {
	if b.cur >= 0 {
		f := &b.out.Functions[b.cur]
		f.Size = uint64(in.Offset+4) - f.Address
	}
	b.cur, b.kernel = -1, nil
}

// finish adds what is known when all was read: the kernels, and what they reach.
func (b *spvBody) finish() *SPIRVBody {
	for _, k := range b.kernelAt {
		if k.Name != "" {
			b.out.Kernels = append(b.out.Kernels, k)
		}
	}
	byID := make(map[uint32]int, len(b.ids))
	for i, id := range b.ids {
		byID[id] = i
	}
	reach(b.out.Functions, func(i int, visit func(int)) {
		for _, id := range b.calls[i] {
			if j, ok := byID[id]; ok {
				visit(j)
			}
		}
	})
	return &b.out
}

// typeOf lays out a type by the rules of OpenCL C (natural alignment).
func typeOf(in *spirv.Operation, types map[uint32]spvType, consts map[uint32]uint64, packed bool, ptr uint64) spvType {
	t := spvType{op: in.Op}
	scalar := func(n uint64) { t.size, t.align = n, max(n, 1) }
	switch in.Op {
	case spirv.OpTypeBool:
		scalar(1)
	case spirv.OpTypeInt, spirv.OpTypeFloat:
		scalar(uint64(in.Word(1)+7) / 8)
	case spirv.OpTypeVector:
		n := uint64(in.Word(2))
		if n == 3 {
			n = 4
		}
		scalar(n * types[in.Word(1)].size)
	case spirv.OpTypePointer:
		scalar(ptr)
		t.storage, t.pointee = in.Word(1), in.Word(2)
	case spirv.OpTypeArray:
		e, n := types[in.Word(1)], consts[in.Word(2)]
		if e.size == 0 || n < 1<<48/e.size {
			t.size = e.size * n
		}
		t.align = max(e.align, 1)
	case spirv.OpTypeStruct:
		t.align = 1
		for i := 1; i < in.Words(); i++ {
			e := types[in.Word(i)]
			if !packed {
				a := max(e.align, 1)
				t.size = (t.size + a - 1) / a * a
				t.align = max(t.align, a)
			}
			t.size += e.size
		}
		t.size = (t.size + t.align - 1) / t.align * t.align
	case spirv.OpTypeImage, spirv.OpTypeSampler, spirv.OpTypeSampledImage, spirv.OpTypeEvent, spirv.OpTypePipe, spirv.OpTypeOpaque:
		scalar(ptr)
	}
	return t
}

// spvHandles gives the value kind of arguments that are handles.
var spvHandles = map[uint16]string{
	spirv.OpTypeImage: abi.Image, spirv.OpTypeSampledImage: abi.Image, spirv.OpTypeSampler: abi.Sampler,
	spirv.OpTypePipe: abi.Pipe, spirv.OpTypeEvent: abi.Queue,
}

func addParameter(k *abi.Kernel, types map[uint32]spvType, typeID uint32, d spvDecor, name string) {
	t := types[typeID]
	a := abi.Arg{Name: name, Size: t.size, ValueKind: abi.ByValue}
	align := max(t.align, 1)
	switch t.op {
	case spirv.OpTypeFloat:
		a.ValueType = "f" + strconv.FormatUint(t.size*8, 10)
	case spirv.OpTypeInt:
		a.ValueType = "i" + strconv.FormatUint(t.size*8, 10)
	case spirv.OpTypeStruct, spirv.OpTypeArray, spirv.OpTypeVector:
		a.ValueType = "struct"
	}
	switch {
	case t.op == spirv.OpTypePointer && (d.byVal || t.storage == spirv.ClassFunction):
		a.Size, a.ValueType = types[t.pointee].size, "struct"
		align = max(types[t.pointee].align, 1)
	case t.op == spirv.OpTypePointer:
		c := spvStorage[t.storage]
		a.ValueKind, a.AddressSpace = abi.GlobalBuffer, c.space
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

var spirvFormat = format{name: "SPIR-V", option: "--offload=" + target.SPIRV64, image: true, extension: ".spv", offload: 6, target: spirvTarget, kernels: spirvKernels}

func spirvTarget(*Node) EntryID {
	return ParseEntryID("hip-spirv64-unknown-unknown-unknown-generic")
}

func spirvKernels(n *Node) ([]abi.Kernel, error) {
	m, err := n.SPIRV()
	if err != nil {
		return nil, err
	}
	return m.Kernels()
}
