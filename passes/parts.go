// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// PartSize is the usual number of instructions, before work-groups are formed, of the parts of a large module.
const PartSize = 2000

// mostParts limits the number of parts.
const mostParts = 16

// A part is a group of kernels that is compiled as a module of its own.
type part struct {
	kernels map[string]bool
	size    int // number of instructions
}

// compileParts runs the passes from work-group formation on. A large module is divided into parts, which are
// compiled in parallel and linked: these passes and the code generator take most of the time. The number of
// parts does not depend on the machine, so that the image does not either.
func (t *Pipeline) compileParts(u *ir.Unit) error {
	var list []*part
	if divisible(u) {
		list = divide(u)
	}
	if len(list) < 2 {
		return runPasses(u, slices.Concat(t.parts, t.finish))
	}
	shared := shareVariables(u, list)
	buf := llvm.WriteBitcodeToMemoryBuffer(u.Mod)
	code := buf.Bytes()
	llvm.DisposeMemoryBuffer(buf)
	times := &partTimes{spent: map[string]time.Duration{}}
	u.Parts = make([]*ir.Unit, len(list))
	err := inParallel(u.Opts, len(list), func(i int) (err error) {
		if u.Parts[i], err = openPart(u, times.options(u.Opts), code, list[i], shared); err != nil {
			return err
		}
		return runPasses(u.Parts[i], t.parts)
	})
	if err != nil {
		return err
	}
	times.report(u.Opts, t.parts)
	for _, f := range u.Functions() {
		if u.IsKernel(f) {
			llvm.DeleteFunction(f)
		}
	}
	if err := u.LLVMPasses("globaldce"); err != nil { // only variables that parts share are left
		return err
	}
	quiet, stage := *u.Opts, u.Opts
	quiet.Stage = nil
	u.Opts = &quiet
	err = runPasses(u, t.parts)
	if u.Opts = stage; err != nil {
		return err
	}
	return runPasses(u, t.finish)
}

// divisible reports whether the kernels of a module may be compiled apart: no function's address is taken,
// which must be the same in all of them, and nobody wants to see the whole module.
func divisible(u *ir.Unit) bool {
	o := u.Opts
	if !u.Target.CPU || o.PartSize == 0 || o.Emit != "shared" || o.Level == "0" || o.PrintBefore+o.PrintAfter+o.SaveTemps+o.Check != "" || len(o.Export) > 0 {
		return false
	}
	if u.Profiled || hasDebugInfo(u) || u.Sanitized(ir.AddressSanitizer) || u.Sanitized(ir.ThreadSanitizer) || llvm.GetFirstGlobalAlias(u.Mod) != 0 {
		return false
	}
	for _, f := range u.Definitions() {
		if u.IsKernel(f) {
			continue
		}
		if !slices.Contains(internalLinkages, llvm.GetLinkage(f)) {
			return false
		}
		for _, c := range ir.Users(f) {
			if !ir.IsCall(c) || llvm.GetCalledValue(c) != f || slices.Contains(ir.Operands(c)[:llvm.GetNumArgOperands(c)], f) {
				return false
			}
		}
	}
	return true
}

// divide distributes the kernels over parts of similar size: the largest first, each to the part that is
// smallest so far. Kernels that may be copies of each other are in one part, where they are merged.
func divide(u *ir.Unit) []*part {
	groups := map[uint64]*part{}
	var order []*part
	all, cost := 0, map[llvm.Value]int{}
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		hash, size := fingerprint(f)
		for g := range reached(f) {
			if g != f {
				if cost[g] == 0 {
					_, cost[g] = fingerprint(g)
				}
				size += cost[g]
			}
		}
		g := groups[hash]
		if g == nil {
			g = &part{kernels: map[string]bool{}}
			groups[hash] = g
			order = append(order, g)
		}
		g.kernels[f.Name()] = true
		g.size += size
		all += size
	}
	slices.SortStableFunc(order, func(a, b *part) int { return b.size - a.size })
	n := min(len(order), mostParts, all/u.Opts.PartSize)
	if n < 2 {
		return nil
	}
	out := make([]*part, n)
	for i := range out {
		out[i] = &part{kernels: map[string]bool{}}
	}
	for _, g := range order {
		p := slices.MinFunc(out, func(a, b *part) int { return a.size - b.size })
		p.size += g.size
		for k := range g.kernels {
			p.kernels[k] = true
		}
	}
	return out
}

// fingerprint returns a hash (FNV-1a) of the operations of a function and their types, which holds for this
// process, and the number of its instructions.
func fingerprint(f llvm.Value) (hash uint64, size int) {
	hash = 14695981039346656037
	for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			hash = (hash ^ uint64(llvm.GetInstructionOpcode(i))) * 1099511628211
			hash = (hash ^ uint64(llvm.TypeOf(i))) * 1099511628211
			size++
		}
	}
	return hash, size
}

// reached returns the functions with a body that a function calls, directly or not, and itself.
func reached(f llvm.Value) map[llvm.Value]bool {
	out := map[llvm.Value]bool{f: true}
	for list := []llvm.Value{f}; len(list) > 0; list = list[1:] {
		for _, i := range ir.Instructions(list[0]) {
			if !ir.IsCall(i) {
				continue
			}
			if g := ir.Callee(i); g != 0 && !llvm.IsDeclaration(g) && !out[g] {
				out[g] = true
				list = append(list, g)
			}
		}
	}
	return out
}

// whole stands for the module that is left when the parts have been taken out of it.
const whole = -1

// shareVariables makes the variables that several parts use symbols of the image, and returns their names.
// The others stay internal to the part that uses them, or to each if they are constants without an address.
func shareVariables(u *ir.Unit, list []*part) map[string]bool {
	users := map[llvm.Value]map[int]bool{} // parts, by function
	for i, p := range list {
		for k := range p.kernels {
			for f := range reached(llvm.GetNamedFunction(u.Mod, k)) {
				if users[f] == nil {
					users[f] = map[int]bool{}
				}
				users[f][i] = true
			}
		}
	}
	shared := map[string]bool{}
	for n, g := range u.Globals() {
		if llvm.IsDeclaration(g) || llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace || llvm.GetLinkage(g) == llvm.AppendingLinkage {
			continue
		}
		internal := slices.Contains(internalLinkages, llvm.GetLinkage(g))
		if internal {
			llvm.SetComdat(g, 0)
			llvm.SetLinkage(g, llvm.InternalLinkage)
		}
		if internal && (llvm.IsGlobalConstant(g) && llvm.GetUnnamedAddress(g) != 0 || len(partsOf(g, users)) < 2) {
			continue
		}
		if internal {
			if g.Name() == "" {
				llvm.SetValueName2(g, fmt.Sprintf("__gohip.shared.%d", n))
			}
			llvm.SetLinkage(g, llvm.ExternalLinkage)
			llvm.SetVisibility(g, hiddenVisibility)
		}
		shared[g.Name()] = true
	}
	return shared
}

// internalLinkages are those of what no other image can name.
var internalLinkages = []llvm.Linkage{llvm.InternalLinkage, llvm.PrivateLinkage, llvm.LinkOnceODRLinkage, llvm.LinkOnceAnyLinkage}

// hiddenVisibility is LLVM-C's LLVMHiddenVisibility.
const hiddenVisibility = 1

// partsOf returns the parts that use a variable, directly or in the initial value of another one.
func partsOf(g llvm.Value, users map[llvm.Value]map[int]bool) map[int]bool {
	out, seen := map[int]bool{}, map[llvm.Value]bool{g: true}
	for list := []llvm.Value{g}; len(list) > 0; list = list[1:] {
		for _, v := range ir.Users(list[0]) {
			switch {
			case llvm.IsAInstruction(v) != 0:
				for p := range users[ir.FunctionOf(v)] {
					out[p] = true
				}
				continue
			case llvm.IsAGlobalVariable(v) != 0 && !slices.Contains(internalLinkages, llvm.GetLinkage(v)):
				out[whole] = true
			}
			if !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return out
}

// openPart reads the code of a part into a context of its own.
func openPart(u *ir.Unit, o *ir.Options, code []byte, p *part, shared map[string]bool) (*ir.Unit, error) {
	v := *u
	v.Opts, v.Parts, v.Diag = o, nil, nil
	v.Ctx = llvm.ContextCreate()
	llvm.OnDiagnostic(v.Ctx, func(severity int, msg string) {
		if severity <= llvm.SeverityWarning {
			v.Diag = append(v.Diag, msg)
		}
		v.Failed = v.Failed || severity == llvm.SeverityError
	})
	v.Init()
	v.Kernels, v.Library, v.Part = u.Kernels, u.Library, true
	if err := machine(&v); err != nil {
		return nil, err
	}
	v.Layout = llvm.CreateTargetDataLayout(v.TM)
	m, err := v.Parse("a part of the module", code, true)
	if err != nil {
		return nil, err
	}
	v.Mod = llvm.ModuleCreateWithNameInContext("part", v.Ctx)
	llvm.SetTarget(v.Mod, llvm.GetTarget(m))
	llvm.SetDataLayout(v.Mod, llvm.GetDataLayoutStr(m))
	// Linking takes over what is external, and what that needs.
	for f := llvm.GetFirstFunction(m); f != 0; f = llvm.GetNextFunction(f) {
		if !llvm.IsDeclaration(f) && !p.kernels[f.Name()] {
			llvm.SetComdat(f, 0)
			llvm.SetVisibility(f, 0)
			llvm.SetLinkage(f, llvm.InternalLinkage)
		}
	}
	for g := llvm.GetFirstGlobal(m); g != 0; {
		next := llvm.GetNextGlobal(g)
		switch {
		case llvm.GetLinkage(g) == llvm.AppendingLinkage:
			llvm.DeleteGlobal(g)
		case !shared[g.Name()]:
		case llvm.IsGlobalConstant(g):
			llvm.SetLinkage(g, llvm.AvailableExternallyLinkage)
		default:
			llvm.SetLinkage(g, llvm.ExternalLinkage)
			llvm.SetInitializer(g, 0)
		}
		g = next
	}
	if llvm.LinkModules2(v.Mod, m) {
		return nil, fmt.Errorf("internal error: a part of the module does not link: %s", v.DiagText(""))
	}
	return &v, nil
}

// inParallel calls a function for each index below n on as many threads as there are processors, as far as
// the link may use these. It returns the error of the lowest index.
func inParallel(o *ir.Options, n int, run func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			errs[i] = run(i)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		all.Go(func() {
			if o.Acquire != nil {
				release, err := o.Acquire(ctx)
				if err != nil {
					return
				}
				defer release()
			}
			work()
		})
	}
	work()
	cancel()
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// partTimes adds up the times that a pass takes in all parts.
type partTimes struct {
	mu    sync.Mutex
	spent map[string]time.Duration
}

// options returns the options for a part: what they receive comes from several threads.
func (t *partTimes) options(o *ir.Options) *ir.Options {
	c := *o
	c.Stage = func(name string, d time.Duration) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.spent[name] += d
	}
	c.Warn = func(text string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if o.Warn != nil {
			o.Warn(text)
		}
	}
	return &c
}

// report passes the sums on.
func (t *partTimes) report(o *ir.Options, list []Pass) {
	for _, p := range list {
		if o.Stage != nil {
			o.Stage("  "+p.Name, t.spent["  "+p.Name])
		}
	}
}
