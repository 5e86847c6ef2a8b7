// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"bytes"
	"errors"
	"os"
	goruntime "runtime"
	"time"

	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/devicespirv"
)

// built is a program and the SPIR-V that it was built from.
type built struct {
	*cl.Program
	il []byte
}

// buildWaiting builds a kernel. If its blocks wait for each other, spinning threads yield the
// processor, if the driver accepts the instruction for that.
func (d *Device) buildWaiting(il []byte, waits bool) (built, error) {
	if waits && d.hostThreads() {
		yields, err := devicespirv.Yields(il, goruntime.GOARCH)
		if err != nil {
			return built{}, err
		}
		if p, err := d.build(yields); err == nil {
			return p, nil
		}
	}
	return d.build(il)
}

// build compiles SPIR-V for the device, first in the form that the driver compiles best, or takes
// the result from the cache. Where the driver's compiler fails, the lowest level may do; of a driver
// that compiles at launches see [kernel.variant].
func (d *Device) build(il []byte) (built, error) {
	forms := [][]byte{il}
	if needs(d.dev, poclIntrinsics) {
		better, err := devicespirv.LLVMIntrinsics(il)
		if err != nil {
			return built{}, err
		}
		if !bytes.Equal(better, il) {
			forms = [][]byte{better, il}
		}
	}
	var first error
	for _, form := range forms {
		p, err := d.buildForm(form)
		if err == nil {
			return built{p, form}, nil
		}
		if first == nil {
			first = err
		}
	}
	if errors.Is(first, backend.ErrCompiler) && !d.compilesAtLaunch() {
		if bin, err := d.lowerBinary(il); err == nil {
			if p, err := d.buildBinary(bin); err == nil {
				return built{p, il}, nil
			}
		}
	}
	return built{}, first
}

const buildOptions = ""

// buildForm builds one form, or takes it from the cache.
func (d *Device) buildForm(il []byte) (*cl.Program, error) {
	if f := secure.Getenv("GOHIP_DUMP_SPIRV"); f != "" {
		os.WriteFile(f, il, 0o644)
	}
	var key string
	if d.cache != nil {
		key = d.cacheKey("program", il)
		if bin := d.cache.Get(key); bin != nil {
			p, err := d.buildBinary(bin)
			if err == nil {
				return p, nil
			}
			d.cache.Drop(key)
		}
	}
	mark := d.cacheKey("built once", il)
	known := d.cache.Get(mark)
	translated := known != nil
	switch {
	case !d.compilesAtLaunch():
		p, bin, err := d.buildElsewhere(il)
		if err != nil {
			return nil, err
		}
		if p != nil {
			d.cache.Put(key, bin)
			return p, nil
		}
	case known == nil:
		err := d.compiler.build(il)
		if err != nil && !errors.Is(err, errNoCompiler) {
			return nil, err
		}
		translated = err == nil
	}
	p, err := d.buildHere(il, translated)
	if err != nil {
		return nil, err
	}
	d.keep(key, mark, known, built{p, il})
	return p, nil
}

// buildHere builds a program in this process. If a driver that compiles at launches has translated the SPIR-V
// before, the translation is in its cache, and the SPIR-V goes to it as a binary: PoCL looks for the translation of
// either under the same key, but for each program from an IL it first starts llvm-spirv to ask for specialisation
// constants (lib/CL/clCreateProgramWithIL.c), in 15 to 20 ms of CPU time. A binary that is not in the cache it rejects.
func (d *Device) buildHere(il []byte, translated bool) (*cl.Program, error) {
	if translated && d.compilesAtLaunch() && keepsCompiled() {
		if p, err := d.buildBinary(il); err == nil {
			return p, nil
		}
	}
	return buildNew(d.ctx.ProgramWithIL(il))
}

// buildElsewhere makes the compiler process build a program and loads the binary. If it returns
// neither an error nor a program, the driver has to build it in this process: there is no compiler
// process, the driver provides no binary that it accepts, or it rejects the SPIR-V, and the error
// is to be reported from here.
func (d *Device) buildElsewhere(il []byte) (*cl.Program, []byte, error) {
	bin, err := d.compiler.binary(il)
	if errors.Is(err, backend.ErrCompiler) {
		return nil, nil, err
	}
	if err != nil || len(bin) == 0 {
		return nil, nil, nil
	}
	if p, err := d.buildBinary(bin); err == nil {
		return p, bin, nil
	}
	return nil, nil, nil
}

func (d *Device) buildBinary(bin []byte) (*cl.Program, error) {
	return buildNew(d.ctx.ProgramWithBinary(bin))
}

// buildNew builds a program, unless it could not be made.
func buildNew(p *cl.Program, err error) (*cl.Program, error) {
	if err != nil {
		return nil, err
	}
	if err := p.Build(buildOptions); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

// cacheKey returns the cache key of something about a program on this device.
func (d *Device) cacheKey(what string, il []byte, more ...[]byte) string {
	return d.cache.Key(append([][]byte{[]byte("5 " + what), []byte(d.info.Name), []byte(d.info.Driver), []byte(buildOptions), il}, more...)...)
}

// Marks in the cache about a program.
var (
	builtOnce = []byte{1}
	tooSlow   = []byte{2} // obtaining a binary took longer than binaryLimit
)

// binaryLimit is how long a program waits for a binary that only later runs benefit from: they save
// about 100 ms each. A kernel that takes seconds to compile should not cost twice as much for that.
const binaryLimit = time.Second

// keep stores a built program in the cache. To provide a binary, a driver that compiles at launches
// compiles the program's kernels once more, in the generic variant; the first run of a new program
// does not wait for that. A first build leaves a mark, and the second is stored, unless that takes
// too long; then it is not tried again.
func (d *Device) keep(key, mark string, known []byte, p built) {
	if d.cache == nil || bytes.Equal(known, tooSlow) {
		return
	}
	if d.compilesAtLaunch() && known == nil {
		d.cache.Put(mark, builtOnce)
		return
	}
	bin, err := d.binaryOf(p, binaryLimit)
	switch {
	case err == nil:
		d.cache.Put(key, bin)
	case errors.Is(err, errTooLong):
		d.cache.Put(mark, tooSlow)
	}
}

// binaryOf obtains a program's binary from the driver, within a time limit if that is not 0; the
// program is compiled by then.
func (d *Device) binaryOf(p built, limit time.Duration) ([]byte, error) {
	if d.compilesAtLaunch() {
		bin, err := d.compiler.binaryWithin(p.il, limit)
		if !errors.Is(err, errNoCompiler) {
			return bin, err
		}
	}
	return p.Binary()
}

// lowerBinary returns the binary of a program compiled with as little optimisation as the driver
// offers, from the cache or the compiler process.
func (d *Device) lowerBinary(il []byte) ([]byte, error) {
	key := d.cacheKey("lower", il)
	if bin := d.cache.Get(key); bin != nil {
		return bin, nil
	}
	bin, err := d.compiler.lower(il)
	if err == nil && len(bin) == 0 {
		err = errors.New("the driver returns no binary")
	}
	if err == nil {
		d.cache.Put(key, bin)
	}
	return bin, err
}
