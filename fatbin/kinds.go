// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"cmp"

	"gohipcc/abi"
)

// Kind says what a [Node] is.
type Kind string

// Containers and images.
const (
	KindBundle     Kind = "bundle"            // binary bundle
	KindCompressed Kind = "compressed bundle" // CCOB
	KindText       Kind = "text bundle"
	KindOffload    Kind = "OffloadBinary"
	KindArchive    Kind = "archive"
	KindHostELF    Kind = "ELF"     // host object, executable or library
	KindSection    Kind = "section" // .hip_fatbin, .llvm.offloading or a bundle section of it

	KindGFX        Kind = "gfx"     // AMD code object
	KindSPIRV      Kind = "spirv"   // SPIR-V module
	KindPTX        Kind = "ptx"     // PTX text
	KindCPU        Kind = "cpu"     // code of a processor, an ELF shared object
	KindIntel      Kind = "intel"   // code of an Intel GPU, an ELF file
	KindCubin      Kind = "cubin"   // NVIDIA ELF; not looked into
	KindBitcode    Kind = "bitcode" // LLVM bitcode
	KindIR         Kind = "llvm-ir" // LLVM IR text
	KindCUDAFatbin Kind = "cuda-fatbin"
	KindMLIR       Kind = "mlir" // MLIR bytecode

	KindHIPFWrapper Kind = "HIPF wrapper" // what programs register; see [WrapperMagic]

	KindEmpty Kind = "empty" // such as the host's entry in a HIP bundle
	KindData  Kind = "data"  // anything else
)

// A format is what differs between the kinds of images, and of ELF files.
type format struct {
	image     bool   // device code, or IR that may be
	elf       bool   // an ELF file of any machine
	text      bool   // text, which ends where it is cut off
	extension string // of files
	offload   uint16 // ImageKind of llvm/Object/OffloadBinary.h: 1 object, 2 bitcode, 3 cubin, 4 fatbin, 5 PTX, 6 SPIR-V
	// target returns the entry ID of an image that names its target; nil: none does.
	target func(*Node) EntryID
	// kernels reads the kernels of device code that is complete; nil: they are not known.
	kernels func(*Node) ([]abi.Kernel, error)
}

// kinds has the format of each kind that is not a container of others. It is filled in by init, since the readers ask for kinds.
var kinds map[Kind]format

func init() {
	kinds = map[Kind]format{
		KindGFX:        gfxFormat,
		KindSPIRV:      spirvFormat,
		KindPTX:        ptxFormat,
		KindCPU:        cpuFormat,
		KindIntel:      intelFormat,
		KindCubin:      cubinFormat,
		KindCUDAFatbin: cudaFormat,
		KindBitcode:    {image: true, extension: ".bc", offload: 2},
		KindIR:         {image: true, text: true, extension: ".ll"},
		KindHostELF:    {elf: true, extension: ".o", offload: 1},
	}
}

// IsImage reports whether the kind is device code (or may be, for IR).
func (k Kind) IsImage() bool { return kinds[k].image }

// IsELF reports whether the kind is an ELF file of any machine.
func (k Kind) IsELF() bool { return kinds[k].elf }

// IsText reports whether an image of the kind is text.
func (k Kind) IsText() bool { return kinds[k].text }

// Extension returns the usual extension of files of the kind.
func (k Kind) Extension() string { return cmp.Or(kinds[k].extension, ".bin") }

// OffloadImageKind returns the number of the kind in an OffloadBinary, 0 if it has none.
func (k Kind) OffloadImageKind() uint16 { return kinds[k].offload }

// Kernels reads the kernels of an image with device code; bitcode that is still to be linked has none.
func (n *Node) Kernels() ([]abi.Kernel, error) {
	if read := kinds[n.Kind].kernels; read != nil {
		return read(n)
	}
	return nil, nil
}
