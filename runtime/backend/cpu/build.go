// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"gohipcc/atomicfile"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/dynlib"
	"gohipcc/target"
)

// Fits returns why the processor cannot run an image, nil if it can.
func (d *Device) Fits(image []byte) error {
	_, err := d.fits(image)
	return err
}

// fits reads an image's records, if the processor can run it.
func (d *Device) fits(image []byte) (*fatbin.Metadata, error) {
	c, err := fatbin.ReadCPU(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Arch != d.info.Arch {
		return nil, fmt.Errorf("the image is for %s, the processor is %s (%s): %w", c.Arch, d.info.Name, d.info.Arch, backend.ErrUnsupportedImage)
	}
	if lacks := d.cpu.Lacks(c.Metadata().Module.ProcessorFeatures); len(lacks) > 0 {
		return nil, d.TooNew(lacks)
	}
	return c.Metadata(), nil
}

// TooNew is the error of an image that needs features which the processor lacks, in LLVM's names.
func (d *Device) TooNew(lacks []string) error {
	slices.Sort(lacks)
	return fmt.Errorf("the image needs %s, which the processor (%s) does not have; it runs what is compiled with --offload-arch=%s: %w",
		strings.Join(lacks, ", "), d.info.Name, d.info.Target.Processor, backend.ErrUnsupportedImage)
}

// Unfit returns why an image cannot run according to its bundle entry's processor, nil if the entry
// does not say so.
func (d *Device) Unfit(processor string) error {
	features, ok := target.CPUFeatures(strings.TrimPrefix(processor, "-"))
	if lacks := d.cpu.Lacks(features); ok && len(lacks) > 0 {
		return d.TooNew(lacks)
	}
	return nil
}

// object is an image that the dynamic loader has loaded: a copy of its own, in memory without a
// visible file.
type object struct {
	file *os.File
	lib  *dynlib.Library
}

func loadObject(image []byte, name string) (*object, error) {
	if err := atomicfile.Fits(int64(len(image))); err != nil {
		return nil, fmt.Errorf("memory for the image's code: %w", err)
	}
	fd, err := unix.MemfdCreate("gohip-kernels", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memory for the image's code: %w", err)
	}
	o := &object{file: os.NewFile(uintptr(fd), name)}
	if _, err := o.file.Write(image); err != nil {
		o.close()
		return nil, fmt.Errorf("memory for the image's code: %w", err)
	}
	// Through the process ID, so that a debugger can open it, too.
	o.lib, err = dynlib.OpenLocal(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd))
	if err != nil {
		o.close()
		return nil, fmt.Errorf("the loader does not take the image: %w", err)
	}
	return o, nil
}

func (o *object) symbol(name string) uintptr { return o.lib.Symbol(name) }

func (o *object) close() error {
	if o == nil {
		return nil
	}
	var err error
	if o.lib != nil {
		err = o.lib.Close()
	}
	if e := o.file.Close(); err == nil {
		err = e
	}
	return err
}
