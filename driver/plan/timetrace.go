// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"gohipcc/toolchains/step"
)

// traceFrontEnds makes every front end write its time trace (-ftime-trace) beside the object, or
// into the folder or file that the option names. Clang does so for one target only, and not at all
// if it also links.
func (p *Plan) traceFrontEnds() {
	value, given := p.Args.Value("ftime-trace")
	if !given {
		return
	}
	granularity, finer := p.Args.Value("ftime-trace-granularity")
	for _, j := range p.Jobs {
		c := j.CC1()
		if c == nil || c.Assembler || j.Source < 0 {
			continue
		}
		more := []step.Arg{{Name: "-ftime-trace=", Value: p.traceFile(j.Source, j.Device, value), Form: step.Joined}}
		if finer {
			more = append(more, step.Arg{Name: "-ftime-trace-granularity=", Value: granularity, Form: step.Joined})
		}
		c.InsertAt(max(c.Args.Index("-o"), 0), more...)
	}
}

// traceFile returns the name of a front end's time trace: clang's name for the host's, with the
// device before the extension for those of devices.
func (p *Plan) traceFile(source int, device, value string) string {
	stem := func(f string) string { return strings.TrimSuffix(f, filepath.Ext(f)) }
	name := stem(filepath.Base(p.inputs[source].Path))
	switch {
	case value != "":
		if st, err := os.Stat(value); err == nil && st.IsDir() {
			name = filepath.Join(value, name)
		} else {
			name = stem(value)
		}
	case p.link:
		name = cmp.Or(p.output, "a") + "-" + name
	case p.output != "" && p.output != "-":
		name = stem(p.output)
	}
	if device != "" {
		name += "-" + strings.ReplaceAll(device, ":", "-")
	}
	return name + ".json"
}
