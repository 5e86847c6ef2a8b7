// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"gohipcc/abi"
	"gohipcc/target"
)

// PTX describes a PTX module (PTX ISA, "Source Format").
type PTX struct {
	Version     string // ".version", "8.3"
	Target      string // ".target", "sm_90"
	AddressSize int    // bits
	Kernels     []abi.Kernel
	Functions   []Function
	Globals     []abi.Global // module-scope variables; Offset is 0, addresses come at load
	meta        *Metadata
}

// Metadata returns the gohip.v1 records (docs/design/abi.md), or nil.
func (p *PTX) Metadata() *Metadata { return p.meta }

// ReadPTX reads a PTX module: its directives, and no instructions.
func ReadPTX(r io.ReaderAt, size int64) (*PTX, error) {
	return readPTX(newSource(r, size, "PTX module"))
}

// ptxSizes gives the bytes of a type.
var ptxSizes = map[string]uint64{
	".pred": 1, ".b8": 1, ".u8": 1, ".s8": 1, ".b16": 2, ".u16": 2, ".s16": 2, ".f16": 2, ".bf16": 2,
	".b32": 4, ".u32": 4, ".s32": 4, ".f32": 4, ".f16x2": 4, ".b64": 8, ".u64": 8, ".s64": 8, ".f64": 8, ".b128": 16,
	".texref": 8, ".samplerref": 8, ".surfref": 8,
}

// ptxValueTypes gives the value type of a parameter; types of bits say nothing of it.
var ptxValueTypes = map[string]string{
	".u8": "u8", ".s8": "i8", ".u16": "u16", ".s16": "i16", ".u32": "u32", ".s32": "i32", ".u64": "u64", ".s64": "i64",
	".f16": "f16", ".bf16": "bf16", ".f32": "f32", ".f64": "f64", ".f16x2": "struct",
}

// ptxLexer splits PTX into tokens and drops comments, handing metadata records on.
type ptxLexer struct {
	b   []byte
	pos int
	rec func(text []byte, at int)
}

func (l *ptxLexer) next() string {
	for l.pos < len(l.b) {
		c := l.b[l.pos]
		rest := l.b[l.pos:]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0:
			l.pos++
		case bytes.HasPrefix(rest, []byte("//")):
			l.lineComment(rest)
		case bytes.HasPrefix(rest, []byte("/*")):
			l.past(bytes.Index(rest[2:], []byte("*/")), 4)
		case ptxWord(c):
			n := ptxWordLength(rest)
			l.pos += n
			return string(rest[:n])
		case c == '"':
			n := bytes.IndexByte(rest[1:], '"')
			if !l.past(n, 2) {
				return ""
			}
			return string(rest[:n+2])
		default:
			l.pos++
			return string(rest[:1])
		}
	}
	return ""
}

// past moves on by n bytes and the marks around them, or to the end where there is no second mark.
func (l *ptxLexer) past(n, marks int) bool {
	if n < 0 {
		l.pos = len(l.b)
		return false
	}
	l.pos += n + marks
	return true
}

// lineComment moves past a comment that goes on to the end of the line, and hands on a record.
func (l *ptxLexer) lineComment(rest []byte) {
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	if text := bytes.TrimSpace(rest[2:n]); abi.IsRecord(text) {
		l.rec(text, l.pos)
	}
	l.pos += n
}

// ptxWordLength returns the length of the word at the start of a text. Directives start with a
// point; in other words points are part of the name.
func ptxWordLength(rest []byte) int {
	n := 1
	for n < len(rest) && (ptxWord(rest[n]) && rest[n] != '.' || rest[n] == '.' && rest[0] != '.') {
		n++
	}
	return n
}

func ptxWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '%' || c == '.'
}

// ptxName reports whether a token is an identifier (PTX ISA, "Identifiers"): a word without dots
// that a digit does not begin.
func ptxName(tok string) bool {
	return tok != "" && ptxWord(tok[0]) && (tok[0] < '0' || tok[0] > '9') && !strings.Contains(tok, ".")
}

// skipBody passes over a { } block whose opening brace was read.
func (l *ptxLexer) skipBody() {
	for depth := 1; depth > 0; {
		// Only braces matter, so comments and strings are all that is lexed.
		k := bytes.IndexAny(l.b[l.pos:], "{}/\"")
		if k < 0 {
			l.pos = len(l.b)
			return
		}
		l.pos += k
		switch l.b[l.pos] {
		case '{':
			depth++
			l.pos++
		case '}':
			depth--
			l.pos++
		case '/':
			if at := l.pos; l.pos+1 < len(l.b) && (l.b[at+1] == '/' || l.b[at+1] == '*') {
				if n := l.comment(); n == 0 {
					return
				}
			} else {
				l.pos++
			}
		default:
			n := bytes.IndexByte(l.b[l.pos+1:], '"')
			if n < 0 {
				l.pos = len(l.b)
				return
			}
			l.pos += n + 2
		}
	}
}

// comment passes over one comment and returns its length, 0 at the end of input.
func (l *ptxLexer) comment() int {
	rest := l.b[l.pos:]
	end, skip := "\n", 1
	if rest[1] == '*' {
		end, skip = "*/", 2
	}
	n := bytes.Index(rest[2:], []byte(end))
	if n < 0 {
		l.pos = len(l.b)
		return 0
	}
	l.pos += n + 2 + skip
	return n + 2 + skip
}

func readPTX(s source) (*PTX, error) {
	s.format = "PTX module"
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	p := &PTX{}
	var recErr error
	l := &ptxLexer{b: data, rec: func(text []byte, at int) {
		if p.meta == nil {
			p.meta = &Metadata{src: s}
		}
		if err := p.meta.add(text, int64(at)); err != nil && recErr == nil {
			recErr = err
		}
	}}
	linkage := ""
	for tok := l.next(); tok != ""; tok = l.next() {
		switch tok {
		case ".version":
			p.Version = l.next()
		case ".target":
			p.Target = l.next()
		case ".address_size":
			n, err := strconv.Atoi(l.next())
			if err != nil {
				return nil, s.errAt(int64(l.pos), nil, "a number after .address_size")
			}
			p.AddressSize = n
		case ".visible", ".weak", ".common":
			linkage = "export"
			continue
		case ".extern":
			linkage = "import"
			continue
		case ".entry", ".func":
			if err := p.function(&s, l, tok == ".entry", linkage); err != nil {
				return p, err
			}
		case ".global", ".const", ".shared":
			if err := p.variable(&s, l, tok, linkage); err != nil {
				return p, err
			}
		case "{":
			l.skipBody()
		}
		linkage = ""
	}
	p.reach(data)
	if p.Version == "" {
		return nil, s.errAt(0, nil, "a .version directive")
	}
	return p, recErr
}

// reach follows the calls in the bodies to say which kernels reach a function. A
// call names its callee before the arguments: "call (ret), callee, (args);".
func (p *PTX) reach(data []byte) {
	index := make(map[string]int, len(p.Functions))
	for i := range p.Functions {
		if _, dup := index[p.Functions[i].Name]; !dup || p.Functions[i].Linkage != "import" {
			index[p.Functions[i].Name] = i
		}
	}
	calls := make([][]int, len(p.Functions))
	for i, f := range p.Functions {
		body := data[f.Address : f.Address+f.Size]
		for {
			k := bytes.Index(body, []byte("call"))
			if k < 0 {
				break
			}
			body = body[k:]
			end := bytes.IndexByte(body, ';')
			if end < 0 {
				break
			}
			l := &ptxLexer{b: body[4:end], rec: func([]byte, int) {}}
			for tok := l.next(); tok != ""; tok = l.next() {
				if j, ok := index[tok]; ok && j != i {
					calls[i] = append(calls[i], j)
					break
				}
			}
			body = body[end:]
		}
	}
	reach(p.Functions, func(i int, visit func(int)) {
		for _, j := range calls[i] {
			visit(j)
		}
	})
}

func (p *PTX) function(s *source, l *ptxLexer, entry bool, linkage string) error {
	start := l.pos
	k := abi.Kernel{}
	tok := l.next()
	if tok == "(" && !entry { // return value
		for tok = l.next(); tok != ")" && tok != ""; tok = l.next() {
		}
		tok = l.next()
	}
	k.Name = tok
	k.Symbol = tok
	if !ptxName(tok) {
		return s.errAt(int64(start), fmt.Sprintf("%q", tok), "the name of a function")
	}
header:
	for tok = l.next(); tok != ""; tok = l.next() {
		var err error
		switch tok {
		case "(":
			err = readPTXParams(&k, s, l)
		case ".maxntid", ".reqntid":
			err = readPTXBounds(&k, s, l, tok)
		case "{":
			l.skipBody()
			break header
		case ";":
			if linkage == "" {
				linkage = "import"
			}
			break header
		}
		if err != nil {
			return err
		}
	}
	f := Function{Name: k.Name, Address: uint64(start), Size: uint64(l.pos - start), Kernel: entry, Linkage: linkage}
	p.Functions = append(p.Functions, f)
	if entry {
		p.Kernels = append(p.Kernels, k)
	}
	return nil
}

// readPTXBounds reads the numbers of threads that follow on .maxntid or .reqntid (PTX ISA, "Performance-Tuning
// Directives").
func readPTXBounds(k *abi.Kernel, s *source, l *ptxLexer, directive string) error {
	var dims []uint64
	flat := uint64(1)
	for more := true; more; {
		t := l.next()
		n, err := strconv.ParseUint(t, 10, 32)
		if err != nil {
			return s.errAt(int64(l.pos), fmt.Sprintf("%q", t), "a number after %s", directive)
		}
		dims = append(dims, n)
		over, product := bits.Mul64(flat, n)
		if over != 0 {
			return s.errAt(int64(l.pos), nil, "fewer threads after %s", directive)
		}
		flat = product
		save := l.pos
		if more = l.next() == ","; !more {
			l.pos = save
		}
	}
	k.MaxFlatWorkgroup = flat
	if directive == ".reqntid" {
		for len(dims) < 3 {
			dims = append(dims, 1)
		}
		k.ReqdWorkgroupSize = dims
	}
	return nil
}

func readPTXParams(k *abi.Kernel, s *source, l *ptxLexer) error {
	for tok := l.next(); tok != ")"; tok = l.next() {
		switch tok {
		case "":
			return s.errAt(int64(l.pos), "end of data", "the end of the parameters of %q", k.Name)
		case ",":
			continue
		}
		p := ptxParam{Arg: abi.Arg{ValueKind: abi.ByValue}}
		for ; tok != "," && tok != ")" && tok != ""; tok = l.next() {
			if err := p.token(tok, k.Name, s, l); err != nil {
				return err
			}
		}
		align := max(p.align, 1)
		p.Offset = (k.KernargSize + align - 1) / align * align
		k.KernargSize = p.Offset + p.Size
		k.Args = append(k.Args, p.Arg)
		if tok == ")" {
			return nil
		}
	}
	return nil
}

// ptxParam is a parameter as far as it was read.
type ptxParam struct {
	abi.Arg
	align, elem uint64 // bytes: its alignment, the size of its type
}

// token takes one token of the declaration.
func (p *ptxParam) token(tok, kernel string, s *source, l *ptxLexer) error {
	switch tok {
	case ".param", ".reg", "]":
	case ".align":
		n, err := strconv.ParseUint(l.next(), 10, 16)
		if err != nil || n == 0 {
			return s.errAt(int64(l.pos), nil, "a number after .align")
		}
		if p.ValueKind == abi.ByValue {
			p.align = n
		} else {
			p.PointeeAlign = n
		}
	case ".ptr":
		p.ValueKind, p.ValueType, p.AddressSpace = abi.GlobalBuffer, "", abi.SpaceGeneric
	case ".shared":
		p.ValueKind, p.ValueType, p.AddressSpace = abi.DynamicSharedPointer, "", abi.SpaceLocal
	case ".global", ".const", ".local":
		p.AddressSpace = strings.TrimPrefix(tok, ".")
	case "[":
		n, err := strconv.ParseUint(l.next(), 0, 32)
		if err != nil {
			return s.errAt(int64(l.pos), nil, "an array size in the parameters of %q", kernel)
		}
		p.Size, p.ValueType = p.elem*n, "struct"
	default:
		if size := ptxSizes[tok]; size != 0 {
			p.elem, p.Size, p.align, p.ValueType = size, size, max(p.align, size), ptxValueTypes[tok]
		} else {
			p.Name = tok
		}
	}
	return nil
}

func (p *PTX) variable(s *source, l *ptxLexer, space, linkage string) error {
	g := abi.Global{Constant: space == ".const"}
	elem := uint64(0)
	for tok := l.next(); ; tok = l.next() {
		switch {
		case tok == "":
			return s.errAt(int64(l.pos), "end of data", "the end of a %s variable", space)
		case tok == ".align":
			g.Align, _ = strconv.ParseUint(l.next(), 10, 32)
		case ptxSizes[tok] != 0:
			elem = ptxSizes[tok]
			g.Size = elem
		case tok == "[":
			n, _ := strconv.ParseUint(l.next(), 0, 48)
			over, size := bits.Mul64(g.Size, n)
			if over != 0 {
				return s.errAt(int64(l.pos), nil, "a smaller %s variable", space)
			}
			g.Size = size
		case tok == "=":
			k := bytes.IndexByte(l.b[l.pos:], ';')
			if k < 0 {
				k = len(l.b) - l.pos
			}
			l.pos += k
		case tok == ";":
			if space != ".shared" && linkage != "import" {
				p.Globals = append(p.Globals, g)
			}
			return nil
		case ptxWord(tok[0]) && tok[0] != '.':
			g.Name = tok
		}
	}
}

var ptxFormat = format{name: "PTX", option: archOption, image: true, text: true, extension: ".ptx", offload: 5, target: ptxTarget, kernels: ptxKernels}

func ptxTarget(n *Node) EntryID {
	p, err := n.PTX()
	if err != nil {
		return EntryID{}
	}
	return EntryID{Kind: "hip", Arch: target.NVPTX64, Vendor: "nvidia", OS: "cuda", Target: target.ID{Processor: p.Target}}
}

func ptxKernels(n *Node) ([]abi.Kernel, error) {
	p, err := n.PTX()
	if err != nil {
		return nil, err
	}
	if m := p.Metadata(); m != nil {
		return m.Kernels()
	}
	return p.Kernels, nil
}

// PTX reads the node as PTX.
func (n *Node) PTX() (*PTX, error) { return readPTX(n.src) }

// MachineCode returns the entry with machine code that was made from an entry's PTX, if it runs on the
// device; nil: there is none. It is empty if the assembler rejected the PTX.
func (b *Bundle) MachineCode(ptx *Entry, device target.ID) *Entry {
	id := ptx.Target()
	if !target.IsVirtualSM(id.Target.Processor) {
		return nil
	}
	real := target.RealSM(id.Target.Processor)
	for i := range b.Entries {
		e := &b.Entries[i]
		if of := e.Target(); of.Arch == id.Arch && of.Target.Processor == real && e.Size > 0 && target.RunsCode(real, device.Processor) {
			return e
		}
	}
	return nil
}
