// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command nbody draws bodies that attract each other. HIP kernels write the vertex buffer and a
// texture with the potential behind the bodies; OpenGL draws both.
//
//	nbody                    in a window: space pauses, r restarts, + and - change the speed, Escape quits
//	nbody -headless DIR      writes DIR/frame-NNN.png and DIR/nbody.gif, without a display
//	nbody -check             also draws each frame from copies through the host, and compares them
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"gohipcc/runtime/hip"
	"gohipcc/runtime/hipgl"
	"gohipcc/runtime/hipgl/headless"
)

type options struct {
	headless      string
	check         bool
	bodies        int
	frames        int
	width, height int
}

func main() {
	var o options
	flag.StringVar(&o.headless, "headless", "", "write frames into this `folder` instead of opening a window")
	flag.BoolVar(&o.check, "check", false, "compare each frame with one drawn without sharing")
	flag.IntVar(&o.bodies, "bodies", 2048, "number of bodies")
	flag.IntVar(&o.frames, "frames", 0, "end after so many frames (60 without a display, else never)")
	flag.IntVar(&o.width, "width", 640, "width of a frame, pixels")
	flag.IntVar(&o.height, "height", 480, "height of a frame, pixels")
	flag.Parse()
	runtime.LockOSThread() // a context belongs to a thread
	run := window
	if o.headless != "" || os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		run = files
	}
	if err := run(context.Background(), o); err != nil {
		log.Fatal(err)
	}
}

// scene is a simulation and its renderers.
type scene struct {
	sim    *simulation
	points *hipgl.Buffer[[4]float32]
	field  *hipgl.Texture[[4]uint8]
	draw   *renderer
	plain  *renderer // draws from copies through the host, for comparison
}

func newScene(ctx context.Context, o options) (*scene, error) {
	devices, err := hip.Devices()
	if err != nil {
		return nil, err
	}
	s := &scene{}
	if s.sim, err = newSimulation(ctx, devices[0], o.bodies); err != nil {
		return nil, err
	}
	if s.draw, err = newRenderer(o.bodies); err != nil {
		return nil, err
	}
	if s.points, err = hipgl.RegisterBuffer[[4]float32](devices[0], s.draw.vertices, hipgl.WriteDiscard); err != nil {
		return nil, err
	}
	if s.field, err = hipgl.RegisterTexture[[4]uint8](devices[0], s.draw.texture, hipgl.WriteDiscard); err != nil {
		return nil, err
	}
	if o.check {
		s.plain, err = newRenderer(o.bodies)
	}
	return s, err
}

// step advances the simulation and updates OpenGL's objects with kernels.
func (s *scene) step(ctx context.Context, dt float32) error {
	if err := s.sim.step(ctx, dt); err != nil {
		return err
	}
	points, err := s.points.Map(ctx, s.sim.stream)
	if err != nil {
		return err
	}
	texels, err := s.field.Map(ctx, s.sim.stream)
	if err != nil {
		return err
	}
	if err := s.sim.show(ctx, points, texels); err != nil {
		return err
	}
	if err := s.points.Unmap(ctx, s.sim.stream); err != nil {
		return err
	}
	return s.field.Unmap(ctx, s.sim.stream)
}

// compare draws the same frame from copies; a difference is an error.
func (s *scene) compare(ctx context.Context, t *target, shared *image.RGBA) error {
	points, texels, err := s.sim.copies(ctx)
	if err != nil {
		return err
	}
	s.plain.upload(points, texels)
	t.use()
	s.plain.frame("")
	if plain := t.read(); !bytes.Equal(plain.Pix, shared.Pix) {
		return fmt.Errorf("a frame drawn from shared objects differs from one drawn from copies")
	}
	return nil
}

// files renders to files, without a display.
func files(ctx context.Context, o options) error {
	end, err := headless.Open()
	if err != nil {
		return err
	}
	defer end()
	s, err := newScene(ctx, o)
	if err != nil {
		return err
	}
	if o.frames == 0 {
		o.frames = 60
	}
	if o.headless == "" {
		o.headless = "."
	}
	if err := os.MkdirAll(o.headless, 0o777); err != nil {
		return err
	}
	t, film := newTarget(o.width, o.height), newFilm(o.headless)
	start := time.Now()
	var drawing time.Duration
	for i := range o.frames {
		began := time.Now()
		if err := s.step(ctx, 0.01); err != nil {
			return err
		}
		t.use()
		s.draw.frame("")
		frame := t.read()
		drawing += time.Since(began)
		if o.check {
			if err := s.compare(ctx, t, frame); err != nil {
				return fmt.Errorf("frame %d: %w", i, err)
			}
		}
		if err := film.add(frame, fmt.Sprintf("%.0f frames/s", float64(i+1)/drawing.Seconds())); err != nil {
			return err
		}
	}
	if err := film.close(); err != nil {
		return err
	}
	fmt.Printf("%d frames of %d bodies on %s (%s): %.1f frames/s, %v with their files: %s\n", o.frames, o.bodies, s.sim.device.Name(),
		gl.GoStr(gl.GetString(gl.RENDERER)), float64(o.frames)/drawing.Seconds(), time.Since(start).Round(time.Millisecond),
		filepath.Join(o.headless, film.name))
	if o.check {
		fmt.Println("each frame is the one drawn from copies")
	}
	return nil
}
