// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"cmp"

	"gohipcc/abi"
	"gohipcc/target"
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
	name      string // in messages
	option    string // of gohipcc, that makes such images
	offload   uint16 // ImageKind of llvm/Object/OffloadBinary.h: 1 object, 2 bitcode, 3 cubin, 4 fatbin, 5 PTX, 6 SPIR-V
	// target returns the entry ID of an image that names its target; nil: none does.
	target func(*Node) EntryID
	// kernels reads the kernels of device code that is complete; nil: they are not known.
	kernels func(*Node) ([]abi.Kernel, error)
}

// archOption is the option for a target with processors.
const archOption = "--offload-arch="

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
		KindHostELF:    {name: "code of the processor", option: archOption, elf: true, extension: ".o", offload: 1},
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

// Name returns the kind's name in messages, "" if no device takes it.
func (k Kind) Name() string { return kinds[k].name }

// Option returns gohipcc's option that makes images of the kind; the processor follows "=".
func (k Kind) Option() string { return kinds[k].option }

// KindOf returns the kind of images that devices of an architecture take.
func KindOf(arch string) Kind { return archKinds[arch] }

var archKinds = map[string]Kind{
	target.SPIRV64: KindSPIRV, target.AMDGCN: KindGFX, target.NVPTX64: KindPTX, target.X86_64: KindHostELF, target.AArch64: KindHostELF,
}

// Kernels reads the kernels of an image with device code; bitcode that is still to be linked has none.
func (n *Node) Kernels() ([]abi.Kernel, error) {
	if read := kinds[n.Kind].kernels; read != nil {
		return read(n)
	}
	return nil, nil
}

const bitcodeMagic = "BC\xc0\xde"

// magics has the first bytes of every container and image that has such, but for SPIR-V, whose
// is package spirv's. An ELF file's machine says more: see elfKinds.
var magics = []struct {
	magic string
	kind  Kind
}{
	{BundleMagic, KindBundle},             // clang, "Bundled Binary File Layout"
	{CompressedMagic, KindCompressed},     // clang, "Compression and Decompression"
	{offloadMagic, KindOffload},           // llvm/Object/OffloadBinary.h
	{arMagic, KindArchive},                // ar(5)
	{arThinMagic, KindArchive},            // GNU ar, thin archives
	{bitcodeMagic, KindBitcode},           // LLVM Bitcode File Format, "Magic Numbers"
	{"\xde\xc0\x17\x0b", KindBitcode},     // and "Bitcode Wrapper Format"
	{cudaFatbinMagic, KindCUDAFatbin},     // CUDA's fatbinary header
	{"ML\xefR", KindMLIR},                 // MLIR Bytecode Format, "Magic Number"
	{"\x46\x50\x49\x48", KindHIPFWrapper}, // WrapperMagic, little-endian
	{elfMagic, KindHostELF},               // System V ABI, "ELF Identification"
}

// elfKinds has the machines of device code; others are the host's.
var elfKinds = map[uint16]Kind{emAMDGPU: KindGFX, emCUDA: KindCubin, emIntelGT: KindIntel}

// containers are the containers of a section, by their first bytes. size returns how long one is, 0 if it does not record that.
var containers = []struct {
	magic string
	size  func(*source) (int64, error)
}{
	{BundleMagic, measureBundle},
	{CompressedMagic, measureCompressed},
	{offloadMagic, measureOffload},
	{cudaFatbinMagic, measureCUDAFatbin},
}

// firstLines are the beginnings of the first line of images that are text, which is not a comment.
var firstLines = []struct {
	prefix string
	kind   Kind
}{
	{".version ", KindPTX}, // PTX ISA, "PTX Module Directives"
	{"; ModuleID", KindIR},
	{"source_filename =", KindIR},
	{"target triple =", KindIR},
	{"target datalayout =", KindIR},
}

// offloadKinds are the names of OffloadBinary's offload kinds (llvm/Object/OffloadBinary.h).
var offloadKinds = map[uint16]string{0: "none", 1: "openmp", 2: "cuda", 4: "hip", 8: "sycl"}
