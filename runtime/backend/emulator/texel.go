// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// texelFormat is the format of an element in typed buffers and images: the bits of its components,
// lowest first, and their interpretation.
type texelFormat struct {
	bits []uint
	kind string // UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT or SRGB
}

// formatKinds are the interpretations of components with the same bits, in the order of the format
// numbers of gfx10 and newer; gfx11 dropped most of the packed ones.
var (
	formatKinds  = "UNORM SNORM USCALED SSCALED UINT SINT"
	formats10    = []string{"8 " + formatKinds, "16 " + formatKinds + " FLOAT", "8_8 " + formatKinds, "32 UINT SINT FLOAT", "16_16 " + formatKinds + " FLOAT", "10_11_11 " + formatKinds + " FLOAT", "11_11_10 " + formatKinds + " FLOAT", "10_10_10_2 " + formatKinds, "2_10_10_10 " + formatKinds, "8_8_8_8 " + formatKinds, "32_32 UINT SINT FLOAT", "16_16_16_16 " + formatKinds + " FLOAT", "32_32_32 UINT SINT FLOAT", "32_32_32_32 UINT SINT FLOAT"}
	formats11    = []string{"8 " + formatKinds, "16 " + formatKinds + " FLOAT", "8_8 " + formatKinds, "32 UINT SINT FLOAT", "16_16 " + formatKinds + " FLOAT", "10_11_11 FLOAT", "11_11_10 FLOAT", "10_10_10_2 UNORM SNORM UINT SINT", "2_10_10_10 " + formatKinds, "8_8_8_8 " + formatKinds, "32_32 UINT SINT FLOAT", "16_16_16_16 " + formatKinds + " FLOAT", "32_32_32 UINT SINT FLOAT", "32_32_32_32 UINT SINT FLOAT"}
	formatNames  = map[int][]string{10: numberedFormats(formats10), 11: numberedFormats(formats11), 12: numberedFormats(formats11)}
	dataFormats9 = []string{"", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32", "16_16_16_16", "32_32_32", "32_32_32_32"}
	numFormats9  = []string{"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "", "FLOAT", "", "SRGB"}
)

// numberedFormats lists the format names by number; number 0 is invalid.
func numberedFormats(groups []string) []string {
	names := []string{""}
	for _, g := range groups {
		f := strings.Fields(g)
		for _, kind := range f[1:] {
			names = append(names, f[0]+"_"+kind)
		}
	}
	return names
}

// parseFormat parses 10_11_11_FLOAT: components from the highest bits down.
func parseFormat(name string) (*texelFormat, error) {
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return nil, fmt.Errorf("texel format %q", name)
	}
	f := &texelFormat{kind: name[i+1:]}
	for _, s := range strings.Split(name[:i], "_") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, fmt.Errorf("texel format %q", name)
		}
		f.bits = append(f.bits, uint(n))
	}
	slices.Reverse(f.bits)
	return f, nil
}

// numberedFormat returns a format by its number in a descriptor; gfx9 has two numbers.
func (c *decoder) numberedFormat(data, num uint32) (*texelFormat, error) {
	if c.gen == 9 {
		if int(data) >= len(dataFormats9) || int(num) >= len(numFormats9) {
			return nil, fmt.Errorf("texel format %d, %d", data, num)
		}
		return parseFormat(dataFormats9[data] + "_" + numFormats9[num])
	}
	srgb := map[int]uint32{10: 128, 11: 64, 12: 64}[c.gen]
	if data >= srgb && data < srgb+3 {
		return parseFormat([]string{"8", "8_8", "8_8_8_8"}[data-srgb] + "_SRGB")
	}
	if names := formatNames[c.gen]; int(data) < len(names) {
		return parseFormat(names[data])
	}
	return nil, fmt.Errorf("texel format %d", data)
}

// size returns the size in bytes.
func (f *texelFormat) size() uint64 {
	var n uint
	for _, b := range f.bits {
		n += b
	}
	return uint64(n / 8)
}

func (f *texelFormat) integer() bool { return f.kind == "UINT" || f.kind == "SINT" }

// texel is an element in registers: floats, or 32-bit integers.
type texel [4]uint32

// blank returns an element without components: 0, 0, 0, 1.
func (f *texelFormat) blank() texel {
	if f.integer() {
		return texel{3: 1}
	}
	return texel{3: math.Float32bits(1)}
}

// texelWords reads the memory of an element whose size may be less than a word.
func texelWords(p unsafe.Pointer, size uint64) [5]uint32 {
	var words [5]uint32
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&words)), 16), unsafe.Slice((*byte)(p), size))
	return words
}

// read decodes an element.
func (f *texelFormat) read(p unsafe.Pointer) texel {
	words := texelWords(p, f.size())
	t := f.blank()
	at := uint(0)
	for i, n := range f.bits {
		t[i] = f.component(field(words[:], at, n), n, i)
		at += n
	}
	return t
}

func (f *texelFormat) component(v uint64, n uint, i int) uint32 {
	signed := int64(v<<(64-n)) >> (64 - n)
	switch f.kind {
	case "UINT":
		return uint32(v)
	case "SINT":
		return uint32(signed)
	case "UNORM":
		return math.Float32bits(float32(float64(v) / float64(uint64(1)<<n-1)))
	case "SNORM":
		return math.Float32bits(float32(math.Max(float64(signed)/float64(uint64(1)<<(n-1)-1), -1)))
	case "USCALED":
		return math.Float32bits(float32(v))
	case "SSCALED":
		return math.Float32bits(float32(signed))
	case "SRGB":
		return math.Float32bits(float32(fromSRGB(float64(v)/255, i)))
	}
	switch n {
	case 32:
		return uint32(v)
	case 16:
		return math.Float32bits(float32(f16(v)))
	}
	return math.Float32bits(float32(f16(v << (15 - n)))) // 11 and 10 bits: f16 without a sign
}

// fromSRGB converts colours to linear; alpha (3) already is.
func fromSRGB(v float64, i int) float64 {
	switch {
	case i == 3:
		return v
	case v <= 0.04045:
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func toSRGB(v float64, i int) float64 {
	switch {
	case i == 3:
		return v
	case v <= 0.0031308:
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// write encodes an element.
func (f *texelFormat) write(p unsafe.Pointer, t texel) {
	var words [5]uint32
	at := uint(0)
	for i, n := range f.bits {
		putField(words[:], at, n, f.encode(t[i], n, i))
		at += n
	}
	copy(unsafe.Slice((*byte)(p), f.size()), unsafe.Slice((*byte)(unsafe.Pointer(&words)), 16))
}

func (f *texelFormat) encode(v uint32, n uint, i int) uint64 {
	x := float64(math.Float32frombits(v))
	top := float64(uint64(1)<<n - 1)
	switch f.kind {
	case "UINT":
		return min(uint64(v), uint64(1)<<n-1)
	case "SINT":
		return uint64(max(min(int64(int32(v)), int64(1)<<(n-1)-1), -int64(1)<<(n-1)))
	case "UNORM":
		return uint64(toInt(math.RoundToEven(clampTo(x, 0, 1)*top), 0, top))
	case "SRGB":
		return uint64(toInt(math.RoundToEven(toSRGB(clampTo(x, 0, 1), i)*top), 0, top))
	case "SNORM":
		half := float64(uint64(1)<<(n-1) - 1)
		return uint64(toInt(math.RoundToEven(clampTo(x, -1, 1)*half), -half, half))
	case "USCALED":
		return uint64(toInt(x, 0, top))
	case "SSCALED":
		half := float64(uint64(1) << (n - 1))
		return uint64(toInt(x, -half, half-1))
	}
	switch n {
	case 32:
		return uint64(v)
	case 16:
		return uint64(toHalf(x))
	}
	return uint64(toHalfMode(math.Max(x, 0), 3)) >> (15 - n)
}

// swizzle applies a descriptor's DST_SEL: 0, 1, or a component (4 to 7).
func (f *texelFormat) swizzle(t texel, sel uint32) (r texel) {
	for i := range r {
		switch s := sel >> (3 * i) & 7; {
		case s == 1:
			r[i] = f.blank()[3]
		case s >= 4:
			r[i] = t[s-4]
		}
	}
	return r
}

// halves packs components as D16 instructions do.
func (f *texelFormat) halves(v uint32) uint32 {
	if f.integer() {
		return v & 0xffff
	}
	return uint32(toHalf(float64(math.Float32frombits(v))))
}

func (f *texelFormat) widen(v uint32) uint32 {
	switch f.kind {
	case "UINT":
		return v & 0xffff
	case "SINT":
		return uint32(int32(int16(v)))
	}
	return math.Float32bits(float32(fromHalf(uint16(v))))
}

// typedName is the parsed name of buffer_load_format_d16_xy, tbuffer_store_d16_format_x and similar
// instructions.
type typedName struct {
	store, d16, high bool
	components       int
}

func parseTyped(name string) (n typedName, ok bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "t"), "buffer_")
	verb, rest, _ := strings.Cut(name, "_")
	n.store = verb == "store"
	for _, part := range strings.Split(rest, "_") {
		switch part {
		case "format":
			ok = true
		case "d16":
			n.d16 = true
		case "hi":
			n.high = true
		default:
			if !strings.HasPrefix("xyzw", part) {
				return n, false
			}
			n.components = len(part)
		}
	}
	return n, ok && n.components > 0 && (verb == "load" || verb == "store")
}

// instructionFormat returns the format in a TBUFFER instruction.
func instructionFormat(l *line) (*texelFormat, error) {
	name := "8_UNORM" // the default, which LLVM does not print
	if v, ok := l.mods["format"]; ok {
		var data, num string
		for _, s := range strings.Split(strings.Trim(v, "[]"), ",") {
			s = strings.TrimSpace(s)
			switch {
			case strings.HasPrefix(s, "BUF_DATA_FORMAT_"):
				data = s[len("BUF_DATA_FORMAT_"):]
			case strings.HasPrefix(s, "BUF_NUM_FORMAT_"):
				num = s[len("BUF_NUM_FORMAT_"):]
			case strings.HasPrefix(s, "BUF_FMT_"):
				return parseFormat(s[len("BUF_FMT_"):])
			default:
				return nil, fmt.Errorf("format %s", v)
			}
		}
		name = choose2(data, "8") + "_" + choose2(num, "UNORM")
	}
	return parseFormat(name)
}

func choose2(s, absent string) string {
	if s == "" {
		return absent
	}
	return s
}

// typedBuffer compiles BUFFER_*_FORMAT_* and TBUFFER_*: elements in the format of the descriptor or
// of the instruction.
func (c *decoder) typedBuffer(l *line, n typedName, where addressing) (step, error) {
	data, rsrc := l.ops[0], l.ops[2].reg
	if data.kind != kindVGPR {
		return nil, fmt.Errorf("data %q", data.text)
	}
	format := func(w *wave) *texelFormat {
		w3 := w.s[rsrc+3]
		a, b := w3>>12&0x3f, uint32(0)
		switch c.gen {
		case 9:
			a, b = w3>>15&15, w3>>12&7
		case 10:
			a = w3 >> 12 & 0x7f
		}
		f, err := c.numberedFormat(a, b)
		if err != nil {
			faultf("buffer descriptor: %v", err)
		}
		return f
	}
	typed := strings.HasPrefix(l.name, "t")
	if typed {
		f, err := instructionFormat(l)
		if err != nil && l.mods["format"] != "[BUF_FMT_INVALID]" {
			return nil, err
		}
		format = func(*wave) *texelFormat { return f }
	}
	return func(w *wave) {
		f := format(w)
		if f == nil {
			faultf("an invalid format")
		}
		regs := vectorData{data.reg, n.components, n.d16, n.high, w}
		w.eachLane(func(lane int) {
			p := where(w, lane, 0, f.size(), n.store)
			switch {
			case n.store:
				f.write(p, regs.get(f, lane))
			case typed:
				regs.put(f, lane, f.read(p))
			default:
				regs.put(f, lane, f.swizzle(f.read(p), w.s[rsrc+3]))
			}
		})
	}, nil
}

// eachLane calls f for the active lanes.
func (w *wave) eachLane(f func(lane int)) {
	for lane := range w.size {
		if w.exec>>lane&1 != 0 {
			f(lane)
		}
	}
}

// vectorData is components in VGPRs: one per register, or two with D16.
type vectorData struct {
	reg, n    int
	d16, high bool
	w         *wave
}

func (d *vectorData) put(f *texelFormat, lane int, t texel) {
	for i := range d.n {
		if !d.d16 {
			d.w.vreg(d.reg+i, false)[lane] = t[i]
			continue
		}
		to := &d.w.vreg(d.reg+i/2, false)[lane]
		if i%2 == 1 || d.high {
			*to = *to&0xffff | f.halves(t[i])<<16
		} else {
			*to = *to&^0xffff | f.halves(t[i])
		}
	}
}

func (d *vectorData) get(f *texelFormat, lane int) texel {
	t := texel{}
	for i := range d.n {
		if !d.d16 {
			t[i] = d.w.vreg(d.reg+i, false)[lane]
			continue
		}
		v := d.w.vreg(d.reg+i/2, false)[lane]
		if i%2 == 1 || d.high {
			v >>= 16
		}
		t[i] = f.widen(v & 0xffff)
	}
	return t
}
