// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip_test

import (
	"errors"
	"slices"
	"testing"

	"gohipcc/runtime/hip"
)

// TestBufferAt: a buffer at an address uses the same memory, and does not free it.
func TestBufferAt(t *testing.T) {
	devices, err := hip.Devices()
	if err != nil {
		t.Fatal(err)
	}
	d, ctx := devices[0], t.Context()
	s, err := d.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := hip.NewBuffer[int32](d, 8)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write(ctx, s, []int32{0, 1, 2, 3, 4, 5, 6, 7}); err != nil {
		t.Fatal(err)
	}
	half, err := hip.BufferAt[int32](d, b.Address()+16, 4)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]int32, 4)
	if err := half.Read(ctx, s, got); err != nil || !slices.Equal(got, []int32{4, 5, 6, 7}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := half.Free(); err != nil {
		t.Error(err)
	}
	if err := half.Free(); !errors.Is(err, hip.ErrClosed) {
		t.Errorf("freed twice: %v", err)
	}
	if err := b.Free(); err != nil {
		t.Errorf("the memory was freed before: %v", err)
	}
	if _, err := hip.BufferAt[int32](d, 0, 4); !errors.Is(err, hip.ErrInvalidArgument) {
		t.Errorf("no address: %v", err)
	}
	if _, err := hip.BufferAt[string](d, 4096, 4); err == nil {
		t.Error("elements that hold pointers are taken")
	}
}
