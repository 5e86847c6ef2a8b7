// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"gohipcc/passes/llvm"
)

// Records, as docs/ABI.md defines them. The field order is the output order.

type moduleRecord struct {
	Target   string   `json:"target"`
	Size     uint64   `json:"segment_size"`
	Align    uint64   `json:"segment_align"`
	Features []string `json:"features,omitempty"`
}

type kernelRecord struct {
	Name     string      `json:".name"`
	Symbol   string      `json:".symbol"`
	Args     []argRecord `json:".args"`
	Size     uint64      `json:".kernarg_segment_size"`
	Shared   uint64      `json:".group_segment_fixed_size"`
	Flat     uint64      `json:".max_flat_workgroup_size"`
	Reqd     []uint64    `json:".reqd_workgroup_size,omitempty"`
	Wave     uint64      `json:".wavefront_size,omitempty"`
	Features []string    `json:"features,omitempty"`
}

type argRecord struct {
	Offset uint64 `json:".offset"`
	Size   uint64 `json:".size"`
	Kind   string `json:".value_kind"`
	Space  string `json:".address_space,omitempty"`
}

type globalRecord struct {
	Name     string `json:".name"`
	Offset   uint64 `json:".offset"`
	Size     uint64 `json:".size"`
	Align    uint64 `json:".align"`
	Constant bool   `json:"constant"`
	Managed  bool   `json:"managed"`
}

type dataRecord struct {
	Offset uint64 `json:".offset"`
	Base64 string `json:"base64"`
}

type relocRecord struct {
	Offset uint64 `json:".offset"`
	Target uint64 `json:"target"`
}

// hiddenSpace is the address space of the hidden arguments that are pointers.
var hiddenSpace = map[string]string{
	"hidden_dynamic_lds":   "local",
	"hidden_gohip_segment": "global",
}

// records are the text records of the image, in a fixed order.
func (u *Unit) records() []string {
	var out []string
	add := func(kind string, v any) {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err) // the types above always marshal
		}
		out = append(out, "gohip.v1 "+kind+" "+string(b))
	}
	all := map[string]bool{}
	names := sortedKeys(u.kernels)
	for _, n := range names {
		for _, f := range u.kernels[n].needs {
			all[f] = true
		}
	}
	m := moduleRecord{Target: u.target.image, Align: 16, Features: sortedKeys(all)}
	if u.segment != nil {
		m.Size, m.Align = u.segment.size, u.segment.align
	}
	add("module", m)
	for _, n := range names {
		k := u.kernels[n]
		r := kernelRecord{
			Name: k.name, Symbol: k.symbol, Args: []argRecord{}, Size: k.size, Shared: k.shared,
			Flat: k.flat, Reqd: k.reqd, Wave: k.wave, Features: k.needs,
		}
		for _, a := range k.args {
			r.Args = append(r.Args, argRecord{a.offset, a.size, a.kind, a.space})
		}
		off := (k.size + 7) / 8 * 8
		for _, h := range k.hidden {
			r.Args = append(r.Args, argRecord{off, 8, h, hiddenSpace[h]})
			off += 8
		}
		if len(k.hidden) > 0 {
			r.Size = off
		}
		add("kernel", r)
	}
	if s := u.segment; s != nil {
		for _, v := range s.vars {
			if v.visible {
				add("global", globalRecord{v.name, v.offset, v.size, v.align, v.constant, v.managed})
			}
		}
		for _, c := range s.chunks() {
			add("data", c)
		}
		for _, r := range s.relocs {
			add("reloc", relocRecord{r.offset, r.target})
		}
	}
	for i, f := range u.formats {
		add("printf", map[string]any{"id": i + 1, "format": f})
	}
	return out
}

// finishKernels fills in what only the finished module shows: features and static
// shared memory over each kernel's call graph.
func finishKernels(u *Unit) error {
	calls := map[string][]string{}
	shared := map[string]map[string]uint64{}
	direct := map[string]map[string]bool{}
	for feature, fns := range u.reach {
		for _, f := range fns {
			if direct[f] == nil {
				direct[f] = map[string]bool{}
			}
			direct[f][feature] = true
		}
	}
	size := map[llvm.Value]uint64{}
	for _, g := range u.globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == asLocal && !llvm.IsDeclaration(g) {
			size[g] = llvm.ABISizeOfType(u.layout, llvm.GlobalGetValueType(g))
		}
	}
	for _, f := range u.definitions() {
		name := f.Name()
		use := func(feature string) {
			if direct[name] == nil {
				direct[name] = map[string]bool{}
			}
			direct[name][feature] = true
		}
		for _, inst := range instructions(f) {
			if isCall(inst) {
				if c := callee(inst); c != 0 {
					calls[name] = append(calls[name], c.Name())
					if feature, ok := builtinFeature(c.Name()); ok {
						use(feature)
					}
				}
			}
			if usesDouble(llvm.TypeOf(inst)) {
				use("fp64")
			}
			switch llvm.GetInstructionOpcode(inst) {
			case llvm.AtomicRMW, llvm.AtomicCmpXchg:
				if t := llvm.TypeOf(llvm.GetOperand(inst, 1)); llvm.SizeOfTypeInBits(u.layout, t) == 64 {
					use("int64_atomics")
				}
			}
			for _, op := range operands(inst) {
				for g, n := range size {
					if op == g || llvm.IsConstant(op) && newReachability(map[llvm.Value]bool{g: true}).of(op) {
						if shared[name] == nil {
							shared[name] = map[string]uint64{}
						}
						shared[name][g.Name()] = n
					}
				}
			}
		}
	}
	for _, n := range sortedKeys(u.kernels) {
		k := u.kernels[n]
		feats := map[string]bool{}
		lds := map[string]uint64{}
		seen := map[string]bool{}
		var walk func(string)
		walk = func(f string) {
			if seen[f] {
				return
			}
			seen[f] = true
			for x := range direct[f] {
				feats[x] = true
			}
			for g, s := range shared[f] {
				lds[g] = s
			}
			for _, c := range calls[f] {
				walk(c)
			}
		}
		walk(n)
		k.needs = sortedKeys(feats)
		k.shared = 0
		for _, s := range lds {
			k.shared += s
		}
		if feats["subgroup"] && k.wave == 0 {
			k.wave = warpSize
			// The producer turns it into the execution mode SubgroupSize: without it a
			// device chooses the size, and one takes a whole row of the work-group.
			if f := llvm.GetNamedFunction(u.Mod, n); f != 0 && u.target.spirv {
				size := llvm.ValueAsMetadata(u.i32(warpSize))
				llvm.GlobalSetMetadata(f, u.mdKind("intel_reqd_sub_group_size"), llvm.MDNodeInContext2(u.Ctx, &size, 1))
			}
		}
	}
	return nil
}

// usesDouble reports whether a value of type t needs double precision.
func usesDouble(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.DoubleKind:
		return true
	case llvm.VectorKind:
		return usesDouble(llvm.GetElementType(t))
	}
	return false
}

// attachSPIRV puts the records into a SPIR-V module, one OpModuleProcessed each,
// at the end of the debug instructions (SPIR-V specification 2.4, section 7).
func attachSPIRV(image []byte, records []string) ([]byte, error) {
	const (
		magic             = 0x07230203
		opModuleProcessed = 330
	)
	if len(image) < 20 || len(image)%4 != 0 || binary.LittleEndian.Uint32(image) != magic {
		return nil, fmt.Errorf("the back end wrote no SPIR-V module (%d bytes)", len(image))
	}
	// Everything up to the debug section's names comes before the records: the
	// opcodes of sections 1 to 7b.
	before := []uint32{
		17,      // OpCapability
		10,      // OpExtension
		11,      // OpExtInstImport
		14,      // OpMemoryModel
		15,      // OpEntryPoint
		16, 331, // OpExecutionMode, OpExecutionModeId
		7, 3, 4, 2, // OpString, OpSource, OpSourceExtension, OpSourceContinued
		5, 6, // OpName, OpMemberName
		opModuleProcessed,
	}
	at, inHead := 20, true
	for pos := 20; pos < len(image); {
		w := binary.LittleEndian.Uint32(image[pos:])
		n := int(w>>16) * 4
		if n == 0 || pos+n > len(image) {
			return nil, fmt.Errorf("the back end wrote an instruction of %d bytes at offset %d of %d", n, pos, len(image))
		}
		pos += n
		if inHead = inHead && slices.Contains(before, w&0xffff); inHead {
			at = pos
		}
	}
	out := append([]byte(nil), image[:at]...)
	for _, r := range records {
		words := (len(r)+1+3)/4 + 1
		if words > 0xffff {
			return nil, fmt.Errorf("a record of %d bytes is too long for one instruction: %.60s…", len(r), r)
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(words)<<16|opModuleProcessed)
		text := make([]byte, (words-1)*4)
		copy(text, r)
		out = append(out, text...)
	}
	return append(out, image[at:]...), nil
}

// attachPTX puts the records at the end of a PTX module, as comments.
func attachPTX(image []byte, records []string) []byte {
	for len(image) > 0 && (image[len(image)-1] == 0 || image[len(image)-1] == '\n') {
		image = image[:len(image)-1]
	}
	image = append(image, '\n')
	for _, r := range records {
		image = append(image, "// "+r+"\n"...)
	}
	return image
}
