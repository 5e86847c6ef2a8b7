// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

const (
	quadShader = `#version 330 core
uniform vec4 box; // left, bottom, width, height of what is drawn, in clip coordinates
out vec2 at;
void main() {
	at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	gl_Position = vec4(box.xy + at * box.zw, 0, 1);
}`
	textureShader = `#version 330 core
uniform sampler2D picture;
in vec2 at;
out vec4 colour;
void main() { colour = texture(picture, at); }`
	bodyShader = `#version 330 core
layout(location = 0) in vec4 body;
out vec3 tint;
void main() {
	tint = mix(vec3(0.35, 0.5, 1.0), vec3(1.0, 0.75, 0.4), clamp(body.w * 1.2, 0.0, 1.0));
	gl_Position = vec4(body.xy, 0, 1);
	gl_PointSize = 2.0;
}`
	tintShader = `#version 330 core
in vec3 tint;
out vec4 colour;
void main() { colour = vec4(tint * 0.6, 1); }`
)

// renderer draws the field, the bodies on it, and a line of text.
type renderer struct {
	vertices, texture, label uint32
	array, empty             uint32
	quad, body               uint32
	bodies                   int
	text                     string
}

func shader(kind uint32, source string) (uint32, error) {
	s := gl.CreateShader(kind)
	text, free := gl.Strs(source + "\x00")
	defer free()
	gl.ShaderSource(s, 1, text, nil)
	gl.CompileShader(s)
	var ok int32
	if gl.GetShaderiv(s, gl.COMPILE_STATUS, &ok); ok == gl.TRUE {
		return s, nil
	}
	message := strings.Repeat("\x00", 1024)
	gl.GetShaderInfoLog(s, 1023, nil, gl.Str(message))
	return 0, fmt.Errorf("a shader does not compile: %s", strings.TrimRight(message, "\x00"))
}

func program(vertex, fragment string) (uint32, error) {
	p := gl.CreateProgram()
	for kind, source := range map[uint32]string{gl.VERTEX_SHADER: vertex, gl.FRAGMENT_SHADER: fragment} {
		s, err := shader(kind, source)
		if err != nil {
			return 0, err
		}
		gl.AttachShader(p, s)
		gl.DeleteShader(s)
	}
	gl.LinkProgram(p)
	var ok int32
	if gl.GetProgramiv(p, gl.LINK_STATUS, &ok); ok != gl.TRUE {
		return 0, fmt.Errorf("a program of shaders does not link")
	}
	return p, nil
}

func newTexture(width, height int32) uint32 {
	var t uint32
	gl.GenTextures(1, &t)
	gl.BindTexture(gl.TEXTURE_2D, t)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
	return t
}

// labelWidth and labelHeight are the size of the line of text in pixels.
const labelWidth, labelHeight = 192, 16

func newRenderer(bodies int) (*renderer, error) {
	r := &renderer{bodies: bodies, texture: newTexture(fieldSize, fieldSize), label: newTexture(labelWidth, labelHeight)}
	var err error
	if r.quad, err = program(quadShader, textureShader); err != nil {
		return nil, err
	}
	if r.body, err = program(bodyShader, tintShader); err != nil {
		return nil, err
	}
	gl.GenVertexArrays(1, &r.empty)
	gl.GenVertexArrays(1, &r.array)
	gl.GenBuffers(1, &r.vertices)
	gl.BindVertexArray(r.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.vertices)
	gl.BufferData(gl.ARRAY_BUFFER, bodies*16, nil, gl.DYNAMIC_DRAW)
	gl.VertexAttribPointerWithOffset(0, 4, gl.FLOAT, false, 16, 0)
	gl.EnableVertexAttribArray(0)
	gl.Enable(gl.PROGRAM_POINT_SIZE)
	return r, nil
}

// upload copies vertices and texels through the host, which sharing avoids.
func (r *renderer) upload(points [][4]float32, texels [][4]uint8) {
	gl.BindBuffer(gl.ARRAY_BUFFER, r.vertices)
	gl.BufferSubData(gl.ARRAY_BUFFER, 0, len(points)*16, unsafe.Pointer(&points[0]))
	gl.BindTexture(gl.TEXTURE_2D, r.texture)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, fieldSize, fieldSize, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&texels[0]))
}

// picture draws a texture into a rectangle of the frame.
func (r *renderer) picture(texture uint32, x, y, w, h float32) {
	gl.UseProgram(r.quad)
	gl.Uniform4f(gl.GetUniformLocation(r.quad, gl.Str("box\x00")), x, y, w, h)
	gl.BindVertexArray(r.empty)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

// frame draws a frame, with an optional text.
func (r *renderer) frame(text string) {
	gl.Disable(gl.BLEND)
	r.picture(r.texture, -1, -1, 2, 2)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ONE, gl.ONE)
	gl.UseProgram(r.body)
	gl.BindVertexArray(r.array)
	gl.DrawArrays(gl.POINTS, 0, int32(r.bodies))
	if text == "" {
		return
	}
	if text != r.text {
		r.text = text
		line := image.NewRGBA(image.Rect(0, 0, labelWidth, labelHeight))
		write(line, text, 12)
		flip(line)
		gl.BindTexture(gl.TEXTURE_2D, r.label)
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, labelWidth, labelHeight, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(line.Pix))
	}
	var view [4]int32
	gl.GetIntegerv(gl.VIEWPORT, &view[0])
	r.picture(r.label, -1, 1-2*labelHeight/float32(view[3]), 2*labelWidth/float32(view[2]), 2*labelHeight/float32(view[3]))
}

// write draws a line of text on an image.
func write(on draw.Image, text string, baseline int) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(color.White), Face: basicfont.Face7x13, Dot: fixed.P(4, baseline)}
	d.DrawString(text)
}

// flip flips an image vertically: OpenGL's first row is the lowest.
func flip(m *image.RGBA) {
	row := make([]uint8, m.Stride)
	for low, high := 0, m.Rect.Dy()-1; low < high; low, high = low+1, high-1 {
		a, b := m.Pix[low*m.Stride:][:m.Stride], m.Pix[high*m.Stride:][:m.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}

// target is the framebuffer that frames are drawn into without a window.
type target struct {
	frame, colour uint32
	width, height int
}

func newTarget(width, height int) *target {
	t := &target{width: width, height: height, colour: newTexture(int32(width), int32(height))}
	gl.GenFramebuffers(1, &t.frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.frame)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.colour, 0)
	return t
}

func (t *target) use() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.frame)
	gl.Viewport(0, 0, int32(t.width), int32(t.height))
}

// close deletes the framebuffer and binds the window's.
func (t *target) close() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &t.frame)
	gl.DeleteTextures(1, &t.colour)
}

func (t *target) read() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, t.width, t.height))
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(m.Pix))
	flip(m)
	return m
}
