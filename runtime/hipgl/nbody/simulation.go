// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"

	"gohipcc/runtime/hip"
)

//go:embed kernels.hip
var kernels []byte

// fieldSize is the width and height of the texture behind the bodies.
const fieldSize = 128

// simulation is the state of the bodies on a device.
type simulation struct {
	device              *hip.Device
	stream              *hip.Stream
	move, points, field *hip.Kernel
	position, velocity  *hip.Buffer[[4]float32]
	next                *hip.Buffer[[4]float32]
	copyPoints          *hip.Buffer[[4]float32] // vertices of the frames drawn from copies
	copyTexels          *hip.Buffer[[4]uint8]
	bodies              int
}

func newSimulation(ctx context.Context, d *hip.Device, bodies int) (*simulation, error) {
	s := &simulation{device: d, bodies: bodies}
	image, err := hip.Compile(ctx, kernels, &hip.CompileOptions{Device: d})
	if err != nil {
		return nil, err
	}
	m, err := image.Load(ctx, d, nil)
	if err != nil {
		return nil, err
	}
	for name, k := range map[string]**hip.Kernel{"move": &s.move, "points": &s.points, "field": &s.field} {
		if *k, err = m.Kernel(ctx, name); err != nil {
			return nil, err
		}
	}
	if s.stream, err = d.NewStream(); err != nil {
		return nil, err
	}
	for _, b := range []**hip.Buffer[[4]float32]{&s.position, &s.velocity, &s.next, &s.copyPoints} {
		if *b, err = hip.NewBuffer[[4]float32](d, bodies); err != nil {
			return nil, err
		}
	}
	if s.copyTexels, err = hip.NewBuffer[[4]uint8](d, fieldSize*fieldSize); err != nil {
		return nil, err
	}
	return s, s.reset(ctx)
}

// reset places the bodies in two discs that move past each other.
func (s *simulation) reset(ctx context.Context) error {
	position, velocity := make([][4]float32, s.bodies), make([][4]float32, s.bodies)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range position {
		side := float64(i%2*2 - 1)
		angle, radius := random.Float64()*2*math.Pi, 0.05+0.3*math.Sqrt(random.Float64())
		turn := 0.75 * math.Sqrt(radius)
		x, y := math.Cos(angle), math.Sin(angle)
		position[i] = [4]float32{float32(x*radius + side*0.45), float32(y*radius + side*0.15), float32(0.02 * random.NormFloat64()), 1}
		velocity[i] = [4]float32{float32(-y*turn - side*0.15), float32(x * turn), 0, 0}
	}
	if err := s.position.Write(ctx, s.stream, position); err != nil {
		return err
	}
	return s.velocity.Write(ctx, s.stream, velocity)
}

func blocks(n, size int) hip.Dim { return hip.Grid((n + size - 1) / size) }

// step advances the bodies by a time step.
func (s *simulation) step(ctx context.Context, dt float32) error {
	err := s.stream.Launch(ctx, s.move, blocks(s.bodies, 256), hip.Block(256), 0, s.next, s.position, s.velocity, int32(s.bodies), dt)
	s.next, s.position = s.position, s.next
	return err
}

// show writes the vertices and the texels with kernels.
func (s *simulation) show(ctx context.Context, points *hip.Buffer[[4]float32], texels *hip.Buffer[[4]uint8]) error {
	if err := s.stream.Launch(ctx, s.points, blocks(s.bodies, 256), hip.Block(256), 0, points, s.position, s.velocity, int32(s.bodies)); err != nil {
		return err
	}
	return s.stream.Launch(ctx, s.field, blocks(fieldSize*fieldSize, 256), hip.Block(256), 0, texels, s.position, int32(s.bodies), int32(fieldSize))
}

// copies returns the output of show, copied through the host.
func (s *simulation) copies(ctx context.Context) ([][4]float32, [][4]uint8, error) {
	if err := s.show(ctx, s.copyPoints, s.copyTexels); err != nil {
		return nil, nil, err
	}
	points, texels := make([][4]float32, s.bodies), make([][4]uint8, fieldSize*fieldSize)
	if err := s.copyPoints.Read(ctx, s.stream, points); err != nil {
		return nil, nil, err
	}
	return points, texels, s.copyTexels.Read(ctx, s.stream, texels)
}
