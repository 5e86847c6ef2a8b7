// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"context"
	"time"

	"gohipcc/internal/workaround"
	"gohipcc/passes/llvm"
)

// Options are the options of a device link.
type Options struct {
	CPU         string   // gfx90a, sm_90; empty on SPIR-V
	Features    string   // as llc's -mattr
	Level       string   // 0 1 2 3 s z
	PartSize    int      // instructions per part of a large module for a processor; 0: no parts
	Emit        string   // spirv obj asm bc ll
	Producer    string   // of SPIR-V: auto llvm llvm-spirv
	Version     string   // of SPIR-V, "1.2"
	Extensions  []string // of SPIR-V that may be used, +NAME
	Libraries   []string // device libraries
	Plugins     []string // pass plugins for opt
	UserPasses  []string // names of passes to run from them
	Export      []string // device functions that stay visible
	Verify      bool     // also check the image with spirv-val
	Check       string   // "race": functions that are marked for the thread sanitizer are checked within a block, and do not call its runtime
	WarpSize    int      // lanes of a warp of a processor; 0: abi.WarpSize
	NoWarpSize  bool     // no warnings of constants for other warp sizes
	NoLayout    bool     // no warnings of memory with another layout than the host's
	VerifyInput bool     // check the inputs, which clang has not generated
	Undefined   bool     // a later link defines what is missing
	AllowEmpty  bool     // an input may be an empty file: the device part of an object without device code
	LLVM        string   // library or prefix; empty for a search
	MLLVM       []string // options for LLVM itself
	Inputs      []string // bitcode or IR text
	Output      string
	SaveTemps   string         // prefix of the files with the IR between stages
	PrintBefore string         // pass name
	PrintAfter  string         // pass name, or "all"
	StopAfter   bool           // stop after the pass of PrintAfter
	Only        []string       // pass names: the link runs no others
	Disabled    workaround.Set // workarounds that are switched off, for the tests of the ledger

	// NoVectors: LLVM's vectoriser, which takes exponential time for some loops, does not run. Patience, if set, ends the
	// process once it has used so much more processor time, unless done is called before: a link starts again with NoVectors then.
	// LeastPatience is that time for a module without instructions.
	NoVectors     bool
	Patience      func(most time.Duration) (done func())
	LeastPatience time.Duration

	// SPIRVTime is the processor time that a link with SPIR-V input may take; 0 is a limit by the
	// size of the input, and a negative time none.
	SPIRVTime time.Duration

	// Limit receives the processor time that the rest of the link may take, once there is SPIR-V
	// among the inputs. Warn receives warnings, Print the IR that PrintBefore and PrintAfter ask for, Begin the name
	// of every stage at its start, Stage its name and duration at its end, and Fatal the message of
	// LLVM's fatal error handler; it must end the process.
	Limit func(time.Duration)
	Warn  func(string)
	Print func(title, ir string)
	Begin func(name string)
	Stage func(name string, d time.Duration)
	Fatal func(msg string)

	// Acquire waits for permission to use one more processor, until it is released or the context ends; nil:
	// the link may use all of them.
	Acquire func(context.Context) (release func(), err error)
}

// Target describes a family of devices to the passes.
type Target struct {
	Arch                  string                   // LLVM's name of the code generator
	Image                 string                   // triple in the records
	SPIRV                 bool                     // the device is used through OpenCL
	Flat                  uint32                   // address space of a generic pointer
	Constant              uint32                   // address space of __constant__ variables, where it is not global
	DeviceCC              uint32                   // calling convention of device functions
	Triple                func(*Options) string    // the triple of the module
	Accepts               func(triple string) bool // of inputs
	Builtin               func(name string) bool   // the device defines the function
	Symbol                func(name string) string // the name of a symbol in an image; nil: it is unchanged
	Assembly              bool                     // an image is assembly text, not an object
	CPU                   bool                     // a processor: kernels are formed into work-groups
	AtomicFAdd            bool                     // the device adds numbers to memory atomically
	ScaledIndex           bool                     // an address is a base and a scaled index in one operand of an instruction
	SaturatingConversions bool                     // the device's conversions of numbers to integers saturate
	Narrow                bool                     // registers have 32 bits per lane: memory is copied in units of 32 bits, too
	// DropNoinline is the workaround for drivers that define the work-group ID only in kernels and in functions that
	// they may inline into them; empty: they define it everywhere.
	DropNoinline string
	// SyncWarp builds a barrier of the lanes of a warp that reach it; nil: SPIR-V's.
	SyncWarp func(u *Unit, b llvm.Builder) llvm.Value
	// Attach embeds the records of docs/design/abi.md in an image; nil: the image has none.
	Attach func(image []byte, records []string) ([]byte, error)
	// Link links an object to an image; nil: the object is the image.
	Link func(u *Unit, object []byte) ([]byte, error)
}

// HostVisible reports whether host code may name variables of an address space.
func (t *Target) HostVisible(as uint32) bool {
	return as == GlobalSpace || t.Constant != 0 && as == t.Constant
}
