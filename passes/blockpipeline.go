// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"strings"

	"gohipcc/passes/ir"
)

// A blockStage is a part of LLVM's pipeline for functions that run blocks: passes in a pass manager.
type blockStage struct {
	manager string // with %s for the passes
	passes  []blockPass
}

// A blockPass is a pass of it, and what it is needed for.
type blockPass struct{ pass, why string }

// simplify and combine are the passes that clean up after others. The names of their options are
// what they have in LLVM's own pipelines.
const (
	simplify = "simplifycfg<switch-range-to-icmp>"
	combine  = "instcombine<max-iterations=1;no-verify-fixpoint>"
)

// blockStages are the passes of default<O2> and default<O3> that functions that run blocks need, in their order. The
// kernel has been through these pipelines before work-groups were formed: its loops are rotated and counted, their idioms recognised,
// its arguments' values propagated. What is new are the loops over work-items, which count from zero by one, and loads from arguments and
// context arrays. blockOmissions are the other passes.
var blockStages = []blockStage{
	{"%s", []blockPass{
		{"inferattrs", "attributes of the device library's functions that are libm's now"},
	}},
	{"function<eager-inv>(%s)", []blockPass{
		{simplify, "blocks between regions"},
		{"sroa<modify-cfg>", "values that regions kept in stack slots"},
		{"early-cse<>", "what each region computes again from IDs"},
	}},
	{"%s", []blockPass{
		{"always-inline", "a block's function into its entry"},
		{"require<globals-aa>", "shared variables do not alias"},
		{"function(invalidate<aa>)", "for it to be used"},
		{"require<profile-summary>", "the inliner asks for it"},
	}},
	{"cgscc(devirt<4>(inline,function-attrs<skip-non-recursive-function-attrs>,function<eager-inv;no-rerun>(%s)))", []blockPass{
		{"sroa<modify-cfg>", "arguments of what has been inlined"},
		{"early-cse<memssa>", "loads from arguments"},
		{simplify, "conditions that they decide"},
		{combine, "canonical addresses for what follows"},
		{simplify, "conditions that it has decided"},
		{"loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,loop-rotate<header-duplication;no-prepare-for-lto>,licm<allowspeculation>,simple-loop-unswitch<%[2]s>)",
			"uniform values and conditions out of loops over work-items"},
		{simplify, "loops that have been unswitched"},
		{combine, "conditions known in each"},
		{"loop(loop-deletion,loop-unroll-full)", "loops over work-items that only computed what others compute again; loops that constants have made short"},
		{"sroa<modify-cfg>", "arrays of which all indices are constants now"},
		{"gvn<>", "loads of context arrays that one region repeats"},
		{"bdce", "what addresses were computed from"},
		{"correlated-propagation", "the range of an index from the condition around it"},
		{"adce", "the same without an effect"},
		{"dse", "stores to context arrays that a later region overwrites"},
		{"loop-mssa(licm<allowspeculation>)", "sums out of loops"},
		{"simplifycfg<switch-range-to-icmp;hoist-common-insts;sink-common-insts>", "branches as selects: the vectoriser's cost"},
		{combine, "these"},
	}},
	{"%s", []blockPass{
		{"globaldce", "functions that have been inlined"},
		{"recompute-globalsaa", "what is left"},
	}},
	{"function<eager-inv>(%s)", []blockPass{
		{"inject-tli-mappings", "vector variants of functions"},
		{"loop-vectorize", "loops over work-items"},
		{"infer-alignment", "of vectors"},
		{combine, "what the vectoriser has written"},
		{"simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>", "its checks"},
		{"slp-vectorizer", "structures, and unrolled loops"},
		{"vector-combine", "shuffles"},
		{"loop-unroll<O%[3]s>", "loops without vectors"},
		{"sroa<preserve-cfg>", "arrays in them"},
		{combine, "their iterations"},
		{"loop-mssa(licm<allowspeculation>)", "constants of vectors"},
		{"alignment-from-assumptions", "as declared"},
		{"loop-sink", "what only a cold branch needs"},
		{"instsimplify", "what is left"},
		{"div-rem-pairs", "quotient and remainder by one instruction"},
		{"simplifycfg<switch-range-to-icmp;switch-to-lookup;speculate-unpredictables>", "conditional moves"},
	}},
	{"%s", []blockPass{
		{"globaldce", "what nothing uses"},
		{"constmerge", "tables that are equal"},
	}},
}

// oldestBlockPasses is the LLVM release from which on blockStages are used: older ones have other options.
const oldestBlockPasses = 22

// blockPipeline returns LLVM's pipeline for functions that run blocks.
func blockPipeline(u *ir.Unit) string {
	unswitch, ok := map[string]string{"2": "no-nontrivial;trivial", "3": "nontrivial;trivial"}[u.Opts.Level]
	if !ok || u.Lib.Major < oldestBlockPasses {
		return "default<O" + u.Opts.Level + ">"
	}
	var stages []string
	for _, s := range blockStages {
		var passes []string
		for _, p := range s.passes {
			passes = append(passes, p.pass)
		}
		stages = append(stages, fmt.Sprintf(s.manager, strings.Join(passes, ",")))
	}
	return strings.NewReplacer("%[2]s", unswitch, "%[3]s", u.Opts.Level).Replace(strings.Join(stages, ","))
}
