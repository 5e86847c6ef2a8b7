// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

// CUDA's own images are recognised, and not looked into.
const (
	cudaFatbinMagic = "\x50\xed\x55\xba" // CUDA's fatbinary header
	emCUDA          = 190                // EM_CUDA
)

var (
	cubinFormat = format{image: true, elf: true, extension: ".cubin", offload: 3}
	cudaFormat  = format{image: true, extension: ".fatbin", offload: 4}
)

// measureCUDAFatbin returns the size of a fat binary of CUDA: u32 magic, u16 version, u16 header size, u64 size.
func measureCUDAFatbin(s *source) (int64, error) {
	head := s.peek(0, 16)
	if len(head) < 16 {
		return 0, nil
	}
	if n := uint64(le.Uint16(head[6:])) + le.Uint64(head[8:]); n >= 16 && n <= uint64(s.size) {
		return int64(n), nil
	}
	return 0, nil
}
