// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package mempool does the accounting of a memory pool for stream-ordered allocations: which freed
// memory is reused, and which is released.
package mempool

import "slices"

// Block is memory that was freed and is unused. T is what its owner knows of it.
type Block[T any] struct {
	Size   uint64
	Stream uint64 // whose work may still use it,
	Ended  bool   // and that this has ended
	Item   T
}

// Pool counts the bytes of allocations and keeps freed blocks. Its owner locks it.
type Pool[T any] struct {
	Threshold              uint64 // how many bytes are kept when streams have reached the frees
	Destroyed              bool   // by the program; it lives on until its allocations are freed
	MaxSize                uint64 // 0: no limit
	Used, UsedHigh         uint64
	Reserved, ReservedHigh uint64 // used and kept
	blocks                 []*Block[T]
}

// Blocks lists the blocks that are kept.
func (p *Pool[T]) Blocks() []*Block[T] { return p.blocks }

// Holds reports whether a block is kept.
func (p *Pool[T]) Holds(b *Block[T]) bool { return slices.Contains(p.blocks, b) }

// Fits reports whether the program may allocate so many bytes more.
func (p *Pool[T]) Fits(n uint64) bool {
	return p.MaxSize == 0 || n <= p.MaxSize && p.Used <= p.MaxSize-n
}

// Gone reports whether nothing is left of a pool that was destroyed.
func (p *Pool[T]) Gone() bool { return p.Destroyed && p.Used == 0 && len(p.blocks) == 0 }

// Keeps returns how many bytes the pool keeps when streams have reached the frees.
func (p *Pool[T]) Keeps() uint64 {
	if p.Destroyed {
		return 0
	}
	return p.Threshold
}

// Take counts an allocation.
func (p *Pool[T]) Take(n uint64) {
	p.Used += n
	p.UsedHigh = max(p.UsedHigh, p.Used)
	p.Reserved = p.Used
	for _, b := range p.blocks {
		p.Reserved += b.Size
	}
	p.ReservedHigh = max(p.ReservedHigh, p.Reserved)
}

// Freed counts memory that was freed and is not kept.
func (p *Pool[T]) Freed(n uint64) {
	p.Used -= min(p.Used, n)
	p.Reserved -= min(p.Reserved, n)
}

// Keep keeps memory that was freed.
func (p *Pool[T]) Keep(b *Block[T]) {
	p.Used -= min(p.Used, b.Size)
	p.blocks = append(p.blocks, b)
}

// Reuse removes and returns a block of a size that a stream may use now, nil without one: the stream
// has freed it itself, the work before the free has ended, or the stream follows it.
func (p *Pool[T]) Reuse(size, stream uint64, follows func(*Block[T]) bool) *Block[T] {
	for i, b := range p.blocks {
		if b.Size == size && (b.Stream == stream || b.Ended || follows(b)) {
			p.blocks = slices.Delete(p.blocks, i, i+1)
			return b
		}
	}
	return nil
}

// MakeRoom removes and returns blocks that no stream uses before the next operation of a stream, until
// an allocation of so many bytes leaves no more than the pool keeps.
func (p *Pool[T]) MakeRoom(n, stream uint64) []*Block[T] {
	keep := p.Keeps()
	return p.remove(func(b *Block[T]) bool {
		if p.Reserved+n <= keep || !b.Ended && b.Stream != stream {
			return false
		}
		p.Reserved -= min(p.Reserved, b.Size)
		return true
	})
}

// Trim removes and returns blocks whose work has ended, except for those that fit into so many bytes
// with the allocations.
func (p *Pool[T]) Trim(keep uint64) []*Block[T] {
	p.Reserved = p.Used
	return p.remove(func(b *Block[T]) bool {
		if p.Reserved+b.Size > keep && b.Ended {
			return true
		}
		p.Reserved += b.Size
		return false
	})
}

func (p *Pool[T]) remove(gone func(*Block[T]) bool) (removed []*Block[T]) {
	p.blocks = slices.DeleteFunc(p.blocks, func(b *Block[T]) bool {
		out := gone(b)
		if out {
			removed = append(removed, b)
		}
		return out
	})
	return removed
}
