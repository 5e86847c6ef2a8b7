// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// controls is the state that keys change.
type controls struct {
	stopped, again bool
	dt             float32
}

func (c *controls) key(w *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
	if action == glfw.Release {
		return
	}
	switch key {
	case glfw.KeySpace:
		c.stopped = !c.stopped
	case glfw.KeyR:
		c.again = true
	case glfw.KeyEqual, glfw.KeyKPAdd:
		c.dt = min(c.dt*1.25, 0.1)
	case glfw.KeyMinus, glfw.KeyKPSubtract:
		c.dt = max(c.dt/1.25, 0.0005)
	case glfw.KeyEscape, glfw.KeyQ:
		w.SetShouldClose(true)
	}
}

// rate measures the frame rate.
type rate struct {
	since  time.Time
	frames int
	text   string
}

func (r *rate) count() string {
	r.frames++
	if d := time.Since(r.since); d > time.Second/2 {
		r.text = fmt.Sprintf("%.0f frames/s", float64(r.frames)/d.Seconds())
		r.since, r.frames = time.Now(), 0
	}
	return r.text
}

func openWindow(o options) (*glfw.Window, error) {
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	w, err := glfw.CreateWindow(o.width, o.height, "gohipcc: n bodies", nil, nil)
	if err != nil {
		return nil, err
	}
	w.MakeContextCurrent()
	return w, gl.Init()
}

// window draws in a window until it is closed.
func window(ctx context.Context, o options) error {
	if err := glfw.Init(); err != nil {
		return err
	}
	defer glfw.Terminate()
	w, err := openWindow(o)
	if err != nil {
		return err
	}
	s, err := newScene(ctx, o)
	if err != nil {
		return err
	}
	c := &controls{dt: 0.01}
	w.SetKeyCallback(c.key)
	r := &rate{since: time.Now(), text: "press space, r, + or -"}
	for i := 0; !w.ShouldClose() && (o.frames == 0 || i < o.frames); i++ {
		if c.again {
			c.again = false
			if err := s.sim.reset(ctx); err != nil {
				return err
			}
		}
		dt := c.dt
		if c.stopped {
			dt = 0
		}
		if err := s.step(ctx, dt); err != nil {
			return err
		}
		width, height := w.GetFramebufferSize()
		gl.Viewport(0, 0, int32(width), int32(height))
		s.draw.frame(r.count())
		w.SwapBuffers()
		glfw.PollEvents()
		if o.check {
			t := newTarget(o.width, o.height)
			t.use()
			s.draw.frame("")
			err := s.compare(ctx, t, t.read())
			t.close()
			if err != nil {
				return fmt.Errorf("frame %d: %w", i, err)
			}
		}
	}
	return nil
}
