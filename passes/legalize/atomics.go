// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Atomics lowers the atomic operations that SPIR-V 1.2 lacks to compare-exchange loops:
// floating-point ones, nand, the wrapping and conditional ones, and all operations on 8 and 16
// bits, which access the 32-bit word that contains them.
//
//	%old = atomicrmw fadd ptr addrspace(1) %p, float %v syncscope("device") monotonic, align 4
//
// becomes
//
//	%old = call float @__gohip.atomic.0(ptr addrspace(1) %p, float %v)
//
//	define internal float @__gohip.atomic.0(ptr addrspace(1) %p, float %v) {
//	entry:
//	  %first = load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic, align 4
//	  br label %again
//	again:
//	  %old = phi i32 [ %first, %entry ], [ %seen, %again ]
//	  %a = bitcast i32 %old to float
//	  %b = fadd float %a, %v
//	  %new = bitcast float %b to i32
//	  %x = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new syncscope("device") monotonic monotonic, align 4
//	  %seen = extractvalue { i32, i1 } %x, 0
//	  %ok = extractvalue { i32, i1 } %x, 1
//	  br i1 %ok, label %done, label %again
//	done:
//	  ret float %a
//	}
//
// In private memory, which no other work-item accesses, they are plain accesses: a variable of one byte has no word
// around it, and SPIR-V has no atomic operations there (OpenCL SPIR-V environment, "Atomic Instructions").
//
// Exchanges, loads and stores of pointers and floating-point values become those of integers.
// Native floating-point atomics are used where --spirv-ext allows the extension.
func Atomics(u *ir.Unit) error {
	a := &atomicLowering{u: u, made: map[string]string{}}
	var bad ir.Problems
	type job struct {
		inst llvm.Value
		name string
	}
	var jobs []job
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			name, err := a.lower(i)
			if err != nil {
				bad.Addf("%s: %v", u.Where(i), err)
			} else if name != "" {
				jobs = append(jobs, job{i, name})
			}
		}
	}
	if err := bad.Err(); err != nil {
		return err
	}
	if len(jobs) == 0 {
		return nil
	}
	if err := u.LinkText(a.text.String()); err != nil {
		return err
	}
	for _, j := range jobs {
		fn := llvm.GetNamedFunction(u.Mod, j.name)
		llvm.SetLinkage(fn, llvm.InternalLinkage)
		c := llvm.BuildCall2(u.Before(j.inst), llvm.GlobalGetValueType(fn), fn, helperArgs(j.inst), "")
		if llvm.GetTypeKind(llvm.TypeOf(j.inst)) == llvm.VoidKind {
			ir.Erase(j.inst)
		} else {
			ir.Replace(j.inst, c)
		}
	}
	return u.LLVMPasses("always-inline")
}

type atomicLowering struct {
	u    *ir.Unit
	text strings.Builder
	made map[string]string
}

// nativeFloat maps a floating-point operation to the SPIR-V extension that provides it.
var nativeFloat = map[llvm.RMWOp]string{
	llvm.RMWFAdd: "+SPV_EXT_shader_atomic_float_add",
	llvm.RMWFMax: "+SPV_EXT_shader_atomic_float_min_max",
	llvm.RMWFMin: "+SPV_EXT_shader_atomic_float_min_max",
}

// rmwBodies computes the new value %b from the old value %a and the operand %v; $T is their type.
var rmwBodies = map[llvm.RMWOp]string{
	llvm.RMWXchg:     "%b = bitcast $T %v to $T",
	llvm.RMWAdd:      "%b = add $T %a, %v",
	llvm.RMWSub:      "%b = sub $T %a, %v",
	llvm.RMWAnd:      "%b = and $T %a, %v",
	llvm.RMWOr:       "%b = or $T %a, %v",
	llvm.RMWXor:      "%b = xor $T %a, %v",
	llvm.RMWNand:     "%c = and $T %a, %v\n  %b = xor $T %c, -1",
	llvm.RMWMax:      "%c = icmp sgt $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWMin:      "%c = icmp slt $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWUMax:     "%c = icmp ugt $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWUMin:     "%c = icmp ult $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWFAdd:     "%b = fadd $T %a, %v",
	llvm.RMWFSub:     "%b = fsub $T %a, %v",
	llvm.RMWFMax:     "%c = fcmp ogt $T %a, %v\n  %n = fcmp uno $T %v, %v\n  %k = or i1 %c, %n\n  %b = select i1 %k, $T %a, $T %v",
	llvm.RMWFMin:     "%c = fcmp olt $T %a, %v\n  %n = fcmp uno $T %v, %v\n  %k = or i1 %c, %n\n  %b = select i1 %k, $T %a, $T %v",
	llvm.RMWFMaximum: "%c = fcmp ugt $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWFMinimum: "%c = fcmp ult $T %a, %v\n  %b = select i1 %c, $T %a, $T %v",
	llvm.RMWUIncWrap: "%i = add $T %a, 1\n  %c = icmp uge $T %a, %v\n  %b = select i1 %c, $T 0, $T %i",
	llvm.RMWUDecWrap: "%i = sub $T %a, 1\n  %z = icmp eq $T %a, 0\n  %g = icmp ugt $T %a, %v\n  %c = or i1 %z, %g\n  %b = select i1 %c, $T %v, $T %i",
	llvm.RMWUSubCond: "%i = sub $T %a, %v\n  %c = icmp uge $T %a, %v\n  %b = select i1 %c, $T %i, $T %a",
	llvm.RMWUSubSat:  "%i = sub $T %a, %v\n  %c = icmp uge $T %a, %v\n  %b = select i1 %c, $T %i, $T 0",
}

// direct lists the operations that SPIR-V has for integers of 32 and 64 bits.
var direct = []llvm.RMWOp{
	llvm.RMWXchg, llvm.RMWAdd, llvm.RMWSub, llvm.RMWAnd, llvm.RMWOr, llvm.RMWXor,
	llvm.RMWMax, llvm.RMWMin, llvm.RMWUMax, llvm.RMWUMin,
}

var (
	scopePattern    = lazyregexp.New(`syncscope\("[^"]*"\) `)
	orderingPattern = lazyregexp.New(`\b(unordered|monotonic|acquire|release|acq_rel|seq_cst)\b`)
)

// lower returns the helper that replaces an instruction; the name is empty if the instruction can
// stay.
func (a *atomicLowering) lower(i llvm.Value) (string, error) {
	op := llvm.GetInstructionOpcode(i)
	ptr, value := ir.AtomicOperands(i)
	if ptr == 0 {
		return "", nil
	}
	t := llvm.TypeOf(value)
	bits := uint32(llvm.SizeOfTypeInBits(a.u.Layout, t))
	switch bits {
	case 8, 16, 32, 64:
	default:
		return "", fmt.Errorf("an atomic operation on %s: devices have them up to 64 bits", t)
	}
	private := inPrivate(ptr)
	if !private && a.native(op, i, t, bits) {
		return "", nil
	}
	text := i.String()
	scope := scopePattern.FindString(text)
	orders := orderingPattern.FindAllString(text[strings.LastIndexByte(text, ')')+1:], -1)
	if scope == "" {
		orders = orderingPattern.FindAllString(text, -1)
	}
	if len(orders) == 0 {
		return "", fmt.Errorf("%s has no ordering", i)
	}
	h := &atomicHelper{t: t.String(), bits: bits, ptr: spacePtr(llvm.GetPointerAddressSpace(llvm.TypeOf(ptr))), scope: scope, orders: orders, kind: llvm.GetTypeKind(t), private: private}
	return a.helper(op, i, h)
}

// inPrivate reports whether a pointer is to memory of the work-item's own.
func inPrivate(p llvm.Value) bool {
	for {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.PrivateSpace {
			return true
		}
		if p = ir.StripCasts(p); llvm.IsAInstruction(p) == 0 || ir.Opcode(p) != llvm.GetElementPtr {
			return llvm.IsAInstruction(p) != 0 && ir.Opcode(p) == llvm.Alloca
		}
		p = llvm.GetOperand(p, 0)
	}
}

// helperArgs returns the arguments of the helper that replaces an instruction. They are read when
// it is replaced: the result of one atomic operation may be an operand of the next.
func helperArgs(i llvm.Value) []llvm.Value {
	op := llvm.GetInstructionOpcode(i)
	ptr, value := ir.AtomicOperands(i)
	switch op {
	case llvm.AtomicRMW, llvm.Store:
		return []llvm.Value{ptr, value}
	case llvm.AtomicCmpXchg:
		return []llvm.Value{ptr, value, llvm.GetOperand(i, 2)}
	}
	return []llvm.Value{ptr}
}

// native reports whether devices support the operation.
func (a *atomicLowering) native(op llvm.Opcode, i llvm.Value, t llvm.Type, bits uint32) bool {
	if bits < 32 {
		return false
	}
	kind := llvm.GetTypeKind(t)
	if kind == llvm.IntegerKind && (op != llvm.AtomicRMW || slices.Contains(direct, llvm.GetAtomicRMWBinOp(i))) {
		return true
	}
	if op != llvm.AtomicRMW || kind == llvm.VectorKind {
		return false
	}
	extension := nativeFloat[llvm.GetAtomicRMWBinOp(i)]
	return extension != "" && slices.Contains(a.u.Opts.Extensions, extension)
}

// helper returns the name of the function that does the operation, and defines it on first use.
func (a *atomicLowering) helper(op llvm.Opcode, i llvm.Value, h *atomicHelper) (string, error) {
	key := fmt.Sprint(op, h.t, h.scope, h.orders, h.ptr, h.private)
	if op == llvm.AtomicRMW {
		key += fmt.Sprint(llvm.GetAtomicRMWBinOp(i))
	}
	if name, ok := a.made[key]; ok {
		return name, nil
	}
	h.name = fmt.Sprintf("__gohip.atomic.%d", len(a.made))
	a.made[key] = h.name
	var body string
	switch op {
	case llvm.AtomicRMW:
		rmw := llvm.GetAtomicRMWBinOp(i)
		step, known := rmwBodies[rmw]
		switch {
		case !known:
			return "", fmt.Errorf("%s has no counterpart on the device", i)
		case h.private:
			body = h.define(h.t, ", "+h.t+" %v", h.plainLoad()+"  "+strings.ReplaceAll(step, "$T", h.t)+"\n"+h.plainStore("%b")+"  ret "+h.t+" %a\n")
		case rmw == llvm.RMWXchg && h.bits >= 32:
			body = h.exchange()
		default:
			body = h.loop(strings.ReplaceAll(step, "$T", h.t))
		}
	case llvm.AtomicCmpXchg:
		body = h.compare()
	case llvm.Load:
		body = h.load()
	case llvm.Store:
		body = h.store()
	}
	a.text.WriteString(body)
	return h.name, nil
}

// An atomicHelper generates the text of one helper.
type atomicHelper struct {
	name   string
	t      string // type of the value
	bits   uint32
	ptr    string // type of the pointer
	scope  string // with a trailing space, or empty
	orders []string
	kind   llvm.TypeKind
	// The memory is the work-item's own.
	private bool
}

// to and from convert between the value and the integer of its size.
func (h *atomicHelper) to(from, to string) string {
	return h.cast(from, to, h.t, fmt.Sprintf("i%d", h.bits))
}

func (h *atomicHelper) from(from, to string) string {
	return h.cast(from, to, fmt.Sprintf("i%d", h.bits), h.t)
}

func (h *atomicHelper) cast(from, to, a, b string) string {
	op := "bitcast"
	if h.kind == llvm.PointerKind {
		op = "ptrtoint"
		if strings.HasPrefix(b, "ptr") {
			op = "inttoptr"
		}
	}
	return fmt.Sprintf("  %s = %s %s %s to %s\n", to, op, a, from, b)
}

// word returns the integer type in which memory is accessed.
func (h *atomicHelper) word() string { return fmt.Sprintf("i%d", max(h.bits, 32)) }

// address computes the address of the word and, for narrow values, the shift within it.
func (h *atomicHelper) address() string {
	if h.bits >= 32 {
		return fmt.Sprintf("  %%q = getelementptr i8, %s %%p, i64 0\n", h.ptr)
	}
	return fmt.Sprintf(`  %%pi = ptrtoint %[1]s %%p to i64
  %%low = and i64 %%pi, 3
  %%back = sub i64 0, %%low
  %%q = getelementptr i8, %[1]s %%p, i64 %%back
  %%bits64 = shl i64 %%low, 3
  %%sh = trunc i64 %%bits64 to i32
  %%mask = shl i32 %[2]d, %%sh
  %%keep = xor i32 %%mask, -1
`, h.ptr, uint32(1)<<h.bits-1)
}

// unpack extracts an integer of the value's size from a word.
func (h *atomicHelper) unpack(word, to string) string {
	if h.bits >= 32 {
		return fmt.Sprintf("  %s = or %s %s, 0\n", to, h.word(), word)
	}
	return fmt.Sprintf("  %[2]s.s = lshr i32 %[1]s, %%sh\n  %[2]s = trunc i32 %[2]s.s to i%[3]d\n", word, to, h.bits)
}

// pack inserts an integer of the value's size into a word.
func (h *atomicHelper) pack(v, word, to string) string {
	if h.bits >= 32 {
		return fmt.Sprintf("  %s = or %s %s, 0\n", to, h.word(), v)
	}
	return fmt.Sprintf("  %[3]s.z = zext i%[4]d %[1]s to i32\n  %[3]s.s = shl i32 %[3]s.z, %%sh\n  %[3]s.k = and i32 %[2]s, %%keep\n  %[3]s = or i32 %[3]s.k, %[3]s.s\n", v, word, to, h.bits)
}

// failure returns the strongest ordering that a failed compare-exchange may have.
func (h *atomicHelper) failure() string {
	switch h.orders[0] {
	case "acq_rel", "acquire":
		return "acquire"
	case "seq_cst":
		return "seq_cst"
	}
	return "monotonic"
}

// ordering is the ordering of a read-modify-write; unordered exists for loads and stores only.
func (h *atomicHelper) ordering() string {
	if h.orders[0] == "unordered" {
		return "monotonic"
	}
	return h.orders[0]
}

// define emits the head of a helper; the body must end in a terminator.
func (h *atomicHelper) define(result, params, body string) string {
	return fmt.Sprintf("define %s @%q(%s %%p%s) nounwind {\nentry:\n%s}\n\n", result, h.name, h.ptr, params, body)
}

// retry returns the compare-exchange loop: body computes %ni, the integer to store, from %oi.
func (h *atomicHelper) retry(body, done string) string {
	w := h.word()
	align := max(h.bits, 32) / 8
	return h.address() + fmt.Sprintf(`  %%first = load atomic %[1]s, %[2]s %%q %[3]smonotonic, align %[4]d
  br label %%again
again:
  %%old = phi %[1]s [ %%first, %%entry ], [ %%seen, %%more ]
`, w, h.ptr, h.scope, align) + h.unpack("%old", "%oi") + body + h.pack("%ni", "%old", "%new") + fmt.Sprintf(`  br label %%more
more:
  %%x = cmpxchg %[2]s %%q, %[1]s %%old, %[1]s %%new %[3]s%[5]s %[6]s, align %[4]d
  %%seen = extractvalue { %[1]s, i1 } %%x, 0
  %%ok = extractvalue { %[1]s, i1 } %%x, 1
  br i1 %%ok, label %%done, label %%again
done:
`, w, h.ptr, h.scope, align, h.ordering(), h.failure()) + done
}

func (h *atomicHelper) loop(step string) string {
	body := h.from("%oi", "%a") + "  " + step + "\n" + h.to("%b", "%ni")
	return h.define(h.t, ", "+h.t+" %v", h.retry(body, "  ret "+h.t+" %a\n"))
}

func (h *atomicHelper) exchange() string {
	w := h.word()
	return h.define(h.t, ", "+h.t+" %v", h.to("%v", "%i")+
		fmt.Sprintf("  %%o = atomicrmw xchg %s %%p, %s %%i %s%s, align %d\n", h.ptr, w, h.scope, h.ordering(), h.bits/8)+
		h.from("%o", "%r")+"  ret "+h.t+" %r\n")
}

func (h *atomicHelper) load() string {
	if h.private {
		return h.define(h.t, "", h.plainLoad()+"  ret "+h.t+" %a\n")
	}
	w := h.word()
	return h.define(h.t, "", h.address()+
		fmt.Sprintf("  %%o = load atomic %s, %s %%q %s%s, align %d\n", w, h.ptr, h.scope, h.orders[0], max(h.bits, 32)/8)+
		h.unpack("%o", "%i")+h.from("%i", "%r")+"  ret "+h.t+" %r\n")
}

func (h *atomicHelper) store() string {
	if h.private {
		return h.define("void", ", "+h.t+" %v", h.plainStore("%v")+"  ret void\n")
	}
	if h.bits >= 32 {
		return h.define("void", ", "+h.t+" %v", h.to("%v", "%i")+
			fmt.Sprintf("  store atomic %s %%i, %s %%p %s%s, align %d\n  ret void\n", h.word(), h.ptr, h.scope, h.orders[0], h.bits/8))
	}
	return h.define("void", ", "+h.t+" %v", h.to("%v", "%ni")+h.retry("", "  ret void\n"))
}

func (h *atomicHelper) plainLoad() string {
	return fmt.Sprintf("  %%a = load %s, %s %%p, align 1\n", h.t, h.ptr)
}

func (h *atomicHelper) plainStore(v string) string {
	return fmt.Sprintf("  store %s %s, %s %%p, align 1\n", h.t, v, h.ptr)
}

// plainCompare is a compare-exchange of private memory.
func (h *atomicHelper) plainCompare() string {
	result := fmt.Sprintf("{ %s, i1 }", h.t)
	return h.define(result, fmt.Sprintf(", %s %%e, %s %%v", h.t, h.t), h.plainLoad()+
		fmt.Sprintf("  %%c = icmp eq %[1]s %%a, %%e\n  %%b = select i1 %%c, %[1]s %%v, %[1]s %%a\n", h.t)+h.plainStore("%b")+
		fmt.Sprintf("  %%r0 = insertvalue %[1]s poison, %[2]s %%a, 0\n  %%r1 = insertvalue %[1]s %%r0, i1 %%c, 1\n  ret %[1]s %%r1\n", result, h.t))
}

// compare emits a compare-exchange. One of a narrow value fails only if that value differs, not if
// its neighbours in the word have changed.
func (h *atomicHelper) compare() string {
	if h.private {
		return h.plainCompare()
	}
	result := fmt.Sprintf("{ %s, i1 }", h.t)
	params := fmt.Sprintf(", %s %%e, %s %%v", h.t, h.t)
	if h.bits >= 32 {
		fail := h.failure()
		if len(h.orders) > 1 {
			fail = h.orders[1]
		}
		return h.define(result, params, h.to("%e", "%ei")+h.to("%v", "%vi")+
			fmt.Sprintf("  %%x = cmpxchg %s %%p, %s %%ei, %s %%vi %s%s %s, align %d\n", h.ptr, h.word(), h.word(), h.scope, h.ordering(), fail, h.bits/8)+
			fmt.Sprintf("  %%o = extractvalue { %[1]s, i1 } %%x, 0\n  %%ok = extractvalue { %[1]s, i1 } %%x, 1\n", h.word())+
			h.from("%o", "%r")+
			fmt.Sprintf("  %%r0 = insertvalue %[1]s poison, %[2]s %%r, 0\n  %%r1 = insertvalue %[1]s %%r0, i1 %%ok, 1\n  ret %[1]s %%r1\n", result, h.t))
	}
	test := fmt.Sprintf(`  %%same = icmp eq i%[1]d %%oi, %%ei
  br i1 %%same, label %%try, label %%differs
differs:
`, h.bits) + h.from("%oi", "%dv") + fmt.Sprintf(`  %%d0 = insertvalue %[1]s poison, %[2]s %%dv, 0
  %%d1 = insertvalue %[1]s %%d0, i1 false, 1
  ret %[1]s %%d1
try:
`, result, h.t)
	done := h.from("%ei", "%sv") + fmt.Sprintf("  %%s0 = insertvalue %[1]s poison, %[2]s %%sv, 0\n  %%s1 = insertvalue %[1]s %%s0, i1 true, 1\n  ret %[1]s %%s1\n", result, h.t)
	return h.define(result, params, h.to("%e", "%ei")+h.to("%v", "%ni")+h.retry(test, done))
}
