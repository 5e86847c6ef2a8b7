// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import "math"

// filter is a sampler as described by its descriptor (SQ_IMG_SAMP of AMD's ISA documents).
type filter struct {
	clamp        [3]uint32
	compare      uint32
	unnormalized bool
	linear       bool // magnification filter
	linearZ      bool
	border       uint32
}

// Address modes for coordinates outside an image.
const (
	clampWrap = iota
	clampMirror
	clampLast
	clampMirrorOnce
	clampHalfBorder
	clampMirrorHalf
	clampBorder
	clampMirrorBorder
)

func (w *wave) filter(r int) filter {
	a, b, c := w.s[r], w.s[r+2], w.s[r+3]
	return filter{clamp: [3]uint32{a & 7, a >> 3 & 7, a >> 6 & 7}, compare: a >> 12 & 7, unnormalized: a>>15&1 != 0,
		linear: b>>20&3 == 1 || b>>20&3 == 3, linearZ: b>>24&3 == 2, border: c >> 30}
}

// index maps a texel's index into an image of size n; false means the border.
func (s *filter) index(axis, i, n int) (int, bool) {
	switch mode := s.clamp[axis]; mode {
	case clampWrap:
		return (i%n + n) % n, true
	case clampMirror:
		i = (i%(2*n) + 2*n) % (2 * n)
		return min(i, 2*n-1-i), true
	case clampLast:
		return max(0, min(i, n-1)), true
	case clampMirrorOnce, clampMirrorHalf, clampMirrorBorder:
		if i < 0 {
			i = -1 - i
		}
		if mode == clampMirrorOnce {
			return min(i, n-1), true
		}
	}
	return i, i >= 0 && i < n
}

// borderColour is the colour outside an image: transparent or opaque black, opaque white.
func (s *filter) borderColour(f *texelFormat) texel {
	one := f.blank()[3]
	switch s.border {
	case 1:
		return texel{0, 0, 0, one}
	case 2:
		return texel{one, one, one, one}
	}
	return texel{}
}

// sampling is the arguments of one lane's sample.
type sampling struct {
	at        [3]float64
	offset    [3]int
	reference float64
}

// arguments reads a lane's address operands: offsets, bias, reference, derivatives, coordinates,
// level.
func (op *imageOp) arguments(w *wave, p *picture, lane int) (s sampling) {
	n := numbers{w: w, op: op, lane: lane}
	if op.flags["o"] {
		v := n.next()
		for i := range s.offset {
			s.offset[i] = int(int32(v<<(26-8*i)) >> 26)
		}
	}
	if op.flags["b"] {
		n.next()
	}
	if op.flags["c"] {
		s.reference = float64(math.Float32frombits(n.next()))
	}
	axes := p.coordinates()
	if op.flags["d"] || op.flags["cd"] {
		flat := axes
		if p.kind == image2DArray || p.kind == image1DArray || p.kind == imageCube {
			flat--
		}
		op.skipDerivatives(&n, flat)
	}
	for i := range axes {
		s.at[i] = n.float()
	}
	return s
}

// skipDerivatives skips the derivatives in both directions, which an image of one level does not
// need.
func (op *imageOp) skipDerivatives(n *numbers, axes int) {
	for range 2 {
		if op.flags["g16"] || op.a16 {
			for range axes {
				n.half()
			}
			n.at = (n.at + 1) &^ 1
			continue
		}
		for range axes {
			n.next()
		}
	}
}

// sample returns the step of IMAGE_SAMPLE and IMAGE_GATHER4.
func (op *imageOp) sample() step {
	gather := op.verb == "gather4"
	return func(w *wave) {
		p, s := w.descriptor(op.rsrc), w.filter(op.sampler)
		_, n := op.masked(texel{})
		if gather {
			n = 4
		}
		data := op.vector(w, n)
		w.eachLane(func(lane int) {
			at := op.arguments(w, p, lane)
			var t texel
			if gather {
				t = op.gather(w, p, &s, &at)
			} else {
				t, _ = op.masked(op.filtered(w, p, &s, &at))
			}
			data.put(p.format, lane, t)
		})
	}
}

// texelSpace converts coordinates to texel units; the slice is rounded.
func (s *filter) texelSpace(op *imageOp, p *picture, a *sampling) (u [3]float64, slice int, axes int) {
	axes = p.coordinates()
	u = a.at
	switch p.kind {
	case image1DArray, image2DArray, imageCube:
		axes--
		slice = int(math.RoundToEven(u[axes]))
		if p.kind == imageCube {
			// The coordinates of a face are from 1 to 2.
			u[0], u[1] = u[0]-1, u[1]-1
		}
		slice = max(0, min(slice, p.depth-1))
	}
	size := [3]int{p.width, p.height, p.depth}
	for i := range axes {
		if !s.unnormalized && !op.unorm {
			u[i] *= float64(size[i])
		}
		u[i] += float64(a.offset[i])
	}
	return u, slice, axes
}

// fetch returns the texel at integer coordinates, or the border colour.
func (op *imageOp) fetch(w *wave, p *picture, s *filter, i [3]int, axes, slice int) texel {
	size := [3]int{p.width, p.height, p.depth}
	for axis := range axes {
		var ok bool
		if i[axis], ok = s.index(axis, i[axis], size[axis]); !ok {
			return s.borderColour(p.format)
		}
	}
	if p.kind == image1DArray {
		i[1] = slice
	} else if axes < 3 {
		i[2] = slice
	}
	at, ok := w.texel(p, i[0], i[1], i[2], false)
	if !ok {
		return s.borderColour(p.format)
	}
	return p.format.swizzle(p.format.read(at), p.sel)
}

// compared returns the result of comparing a depth with the reference, as 1 or 0.
func (s *filter) compared(op *imageOp, a *sampling, t texel) texel {
	if !op.flags["c"] {
		return t
	}
	v := float64(math.Float32frombits(t[0]))
	pass := [8]bool{false, a.reference < v, a.reference == v, a.reference <= v, a.reference > v, a.reference != v, a.reference >= v, true}[s.compare]
	r := math.Float32bits(0)
	if pass {
		r = math.Float32bits(1)
	}
	return texel{r, r, r, r}
}

// filtered returns the sample: the nearest texel, or the weighted mean of the neighbouring ones.
// Weights have eight bits, as on hardware.
func (op *imageOp) filtered(w *wave, p *picture, s *filter, a *sampling) texel {
	u, slice, axes := s.texelSpace(op, p, a)
	var low [3]int
	var part [3]float64
	for i := range axes {
		if !s.linear || p.format.integer() {
			low[i] = int(math.Floor(u[i]))
			continue
		}
		v := math.Floor((u[i]-0.5)*256+0.5) / 256
		low[i] = int(math.Floor(v))
		part[i] = v - math.Floor(v)
	}
	if !s.linear || p.format.integer() {
		return s.compared(op, a, op.fetch(w, p, s, low, axes, slice))
	}
	var sum [4]float64
	for corner := range 1 << axes {
		weight, at := 1.0, low
		for i := range axes {
			if corner>>i&1 != 0 {
				weight *= part[i]
				at[i]++
			} else {
				weight *= 1 - part[i]
			}
		}
		if weight == 0 {
			continue
		}
		t := s.compared(op, a, op.fetch(w, p, s, at, axes, slice))
		for i := range t {
			sum[i] += weight * float64(math.Float32frombits(t[i]))
		}
	}
	var r texel
	for i, v := range sum {
		r[i] = math.Float32bits(float32(v))
	}
	return r
}

// gather returns one component of the four neighbouring texels, anticlockwise from the lower left.
func (op *imageOp) gather(w *wave, p *picture, s *filter, a *sampling) (r texel) {
	u, slice, axes := s.texelSpace(op, p, a)
	component := 0
	for op.dmask>>component&1 == 0 && component < 3 {
		component++
	}
	x, y := int(math.Floor(u[0]-0.5)), int(math.Floor(u[1]-0.5))
	for i, at := range [4][3]int{{x, y + 1}, {x + 1, y + 1}, {x + 1, y}, {x, y}} {
		r[i] = s.compared(op, a, op.fetch(w, p, s, at, axes, slice))[component]
	}
	return r
}
