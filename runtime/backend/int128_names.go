// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// FindName returns the one of a module's names that the host means by name. Clang has no __int128
// for SPIR-V, where the headers substitute _BitInt(128), which is mangled differently. It returns
// false if no name, or more than one, differs from the host's in nothing else.
func FindName(name string, names []string) (string, bool) {
	if !strings.HasPrefix(name, "_Z") || !strings.ContainsAny(name, "no") {
		return "", false
	}
	var types components
	want, ok := types.withoutBitInt(name)
	if !ok {
		return "", false
	}
	found := ""
	for _, n := range names {
		if !strings.Contains(n, "DB128_") && !strings.Contains(n, "DU128_") {
			continue
		}
		if have, ok := types.withoutBitInt(n); ok && have == want {
			if found != "" {
				return "", false
			}
			found = n
		}
	}
	return found, found != ""
}

// FindGlobal returns a variable of a module by the name that the host gives it, and its own name.
func FindGlobal[G any](name string, globals map[string]G) (own string, g G, ok bool) {
	if g, ok = globals[name]; ok {
		return name, g, true
	}
	if own, ok = FindName(name, slices.Collect(maps.Keys(globals))); ok {
		g = globals[own]
	}
	return own, g, ok
}

// components numbers what substitutions in mangled names stand for, so that equal components of
// several names have one number.
type components map[string]int

func (c *components) number(text string) string {
	if *c == nil {
		*c = components{}
	}
	n, ok := (*c)[text]
	if !ok {
		n = len(*c)
		(*c)[text] = n
	}
	return "#" + strconv.Itoa(n) + ";"
}

// withoutBitInt returns an Itanium mangled name in a form in which _BitInt(128) is __int128 and
// substitutions (S_, S0_, …) are the numbers of the components that they stand for. Names of
// functions and variables that the Itanium C++ ABI defines are understood, except for new, delete,
// throw and designated initialisers in expressions, special names (_ZTV) and modules.
func (c *components) withoutBitInt(name string) (form string, ok bool) {
	rest, ok := strings.CutPrefix(name, "_Z")
	if !ok || len(name) > 1<<16 {
		return "", false
	}
	// A compiler adds what follows a dot: _ZL1kPi.intern.0123.
	rest, suffix, _ := strings.Cut(rest, ".")
	r := nameReader{rest: rest, components: c}
	defer func() {
		if e := recover(); e != nil {
			if _, unread := e.(notUnderstood); !unread {
				panic(e)
			}
			form, ok = "", false
		}
	}()
	form = r.encoding()
	if r.rest != "" {
		return "", false
	}
	return form + "." + suffix, true
}

// notUnderstood is the panic by which a nameReader gives up.
type notUnderstood struct{ at string }

// nameReader is a recursive-descent parser of mangled names. Each of its methods is named after a
// nonterminal of the grammar in the Itanium C++ ABI, section 5.1, reads it and returns its form.
type nameReader struct {
	rest       string
	candidates []string // by the number of the substitution
	components *components
	depth      int
}

func (r *nameReader) fail() { panic(notUnderstood{r.rest}) }

func (r *nameReader) enter() {
	if r.depth++; r.depth > 500 {
		r.fail()
	}
}

func (r *nameReader) leave() { r.depth-- }

// add makes a form a substitution candidate.
func (r *nameReader) add(form string) string {
	form = r.components.number(form)
	r.candidates = append(r.candidates, form)
	return form
}

func (r *nameReader) cut(prefix string) bool {
	rest, ok := strings.CutPrefix(r.rest, prefix)
	if ok {
		r.rest = rest
	}
	return ok
}

// peek returns the next byte, 0 at the end.
func (r *nameReader) peek() byte {
	if r.rest == "" {
		return 0
	}
	return r.rest[0]
}

func (r *nameReader) next() string {
	if r.rest == "" {
		r.fail()
	}
	s := r.rest[:1]
	r.rest = r.rest[1:]
	return s
}

// of returns the longest prefix of characters that set contains.
func (r *nameReader) of(set string) string {
	n := 0
	for n < len(r.rest) && strings.IndexByte(set, r.rest[n]) >= 0 {
		n++
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

const digits = "0123456789"

// until returns characters of set and the byte that must follow them.
func (r *nameReader) until(set, end string) string {
	s := r.of(set)
	if !r.cut(end) {
		r.fail()
	}
	return s + end
}

// encoding is a function's name and parameters, or a variable's name.
func (r *nameReader) encoding() string {
	r.enter()
	defer r.leave()
	form := r.name(false)
	if r.rest != "" && r.peek() != 'E' {
		form += "(" + r.types() + ")"
	}
	return form + r.requires()
}

// types reads types up to the end, an E, a requires-clause or the reference qualifier of a function
// type, which it leaves.
func (r *nameReader) types() (form string) {
	for r.rest != "" && strings.IndexByte("EQ", r.peek()) < 0 && !strings.HasPrefix(r.rest, "RE") && !strings.HasPrefix(r.rest, "OE") {
		form += r.typ()
	}
	return form
}

// name reads a name: of a type, which is a candidate as a whole, or of a function or a variable.
func (r *nameReader) name(ofType bool) string {
	r.enter()
	defer r.leave()
	form := ""
	switch {
	case r.peek() == 'N':
		return r.nestedName(ofType)
	case r.peek() == 'Z':
		if form = r.localName(); ofType {
			form = r.add(form)
		}
		return form
	case r.cut("St"):
		form = "St" + r.unqualifiedName()
	case r.peek() == 'S':
		form = r.substitution()
		if r.peek() != 'I' {
			r.fail() // a template's name
		}
		return r.withArgs(form, ofType)
	default:
		form = r.unqualifiedName()
	}
	if r.peek() == 'I' {
		return r.withArgs(r.add(form), ofType)
	}
	if ofType {
		form = r.add(form)
	}
	return form
}

func (r *nameReader) withArgs(template string, ofType bool) string {
	form := template + r.templateArgs()
	if ofType {
		form = r.add(form)
	}
	return form
}

// nestedName reads N A::B::c E, whose prefixes are candidates.
func (r *nameReader) nestedName(ofType bool) string {
	r.next()
	qualifiers := r.of("rVKRO")
	form := ""
	for !r.cut("E") {
		var candidate bool
		if form == "" {
			form, candidate = r.firstPrefix()
		} else {
			form, candidate = r.prefix(form)
		}
		if candidate && (ofType || r.peek() != 'E') {
			form = r.add(form)
		}
	}
	if qualifiers != "" {
		form = "N" + qualifiers + form
	}
	return form
}

// firstPrefix reads the outermost scope of a nested name.
func (r *nameReader) firstPrefix() (form string, candidate bool) {
	switch c := r.peek(); {
	case r.cut("St"):
		return "St", false
	case c == 'S':
		return r.substitution(), false
	case c == 'T':
		return r.templateParam(), true
	case c == 'Z':
		return r.localName(), true
	case strings.HasPrefix(r.rest, "Dt"), strings.HasPrefix(r.rest, "DT"):
		return r.decltyp(), true
	}
	return r.unqualifiedName(), true
}

// prefix reads another component of a nested name and returns it after those before it.
func (r *nameReader) prefix(form string) (string, bool) {
	switch r.peek() {
	case 'I':
		return form + r.templateArgs(), true
	case 'M': // a closure in a member's initialiser
		return form + r.next(), false
	}
	return form + r.unqualifiedName(), true
}

// localName reads Z <encoding> E <entity>.
func (r *nameReader) localName() string {
	r.next()
	form := "Z" + r.encoding()
	if !r.cut("E") {
		r.fail()
	}
	form += "E"
	switch {
	case r.cut("s"):
		form += "s"
	case r.cut("d"):
		form += "d" + r.until(digits, "_") + r.name(false)
	default:
		form += r.name(false)
	}
	switch { // the discriminator
	case r.cut("__"):
		form += "__" + r.until(digits, "_")
	case r.cut("_"):
		form += "_" + r.of(digits)
	}
	return form
}

// unqualifiedName reads the name of an entity in its scope.
func (r *nameReader) unqualifiedName() string {
	form := ""
	for r.cut("L") { // internal linkage
		form += "L"
	}
	switch c := r.peek(); {
	case c >= '0' && c <= '9':
		form += r.sourceName()
	case r.cut("Ut"):
		form += "Ut" + r.until(digits, "_")
	case r.cut("Ul"):
		form += "Ul" + r.templateParameters() + r.types() + r.next() + r.until(digits, "_")
	case r.cut("cv"):
		form += "cv" + r.typ()
	case r.cut("li"):
		form += "li" + r.sourceName()
	case c == 'C' || c == 'D':
		form += r.next() + r.of("I") + r.next() // a constructor, a destructor
	case c >= 'a' && c <= 'z':
		form += r.next() + r.next() // an operator
	default:
		r.fail()
	}
	for r.cut("B") {
		form += "B" + r.sourceName()
	}
	return form
}

func (r *nameReader) sourceName() string {
	n, err := strconv.Atoi(r.of(digits))
	if err != nil || n <= 0 || n > len(r.rest) {
		r.fail()
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return fmt.Sprint(n, s)
}

// substitution reads S_, S0_, … or one of the standard library's.
func (r *nameReader) substitution() string {
	r.next()
	if c := r.peek(); c != 0 && strings.IndexByte("abisod", c) >= 0 {
		return "S" + r.next()
	}
	id := r.of(digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n := uint64(0)
	if id != "" {
		var err error
		if n, err = strconv.ParseUint(id, 36, 16); err != nil {
			r.fail()
		}
		n++
	}
	if !r.cut("_") || n >= uint64(len(r.candidates)) {
		r.fail()
	}
	return r.candidates[n]
}

func (r *nameReader) templateParam() string { return r.next() + r.until(digits, "_") }

// templateArgs reads I … E.
func (r *nameReader) templateArgs() string { return r.next() + r.templateArgsUpToE() }

// templateArgsUpToE reads template arguments and the E after them.
func (r *nameReader) templateArgsUpToE() (form string) {
	r.enter()
	defer r.leave()
	for !r.cut("E") {
		switch r.peek() {
		case 'L':
			form += r.literal()
		case 'X':
			form += r.next() + r.expression() + r.until("", "E")
		case 'J':
			form += "J" + r.templateArgs()
		case 'T':
			switch {
			case r.cut("Tn"): // the type of the argument that follows
				form += "Tn" + r.typ()
			case r.cut("Tk"): // the concept that it fulfils
				form += "Tk" + r.name(false)
			default:
				form += r.typ()
			}
		case 'Q':
			form += r.requires()
		default:
			form += r.typ()
		}
	}
	return form + "E"
}

// literal reads an expr-primary.
func (r *nameReader) literal() string {
	r.next()
	if r.cut("_Z") {
		return "L_Z" + r.encoding() + r.until("", "E")
	}
	return "L" + r.typ() + r.until("n_abcdef"+digits, "E")
}

func (r *nameReader) decltyp() string {
	return r.next() + r.next() + r.expression() + r.until("", "E")
}

// typ reads a type.
func (r *nameReader) typ() string {
	r.enter()
	defer r.leave()
	c := r.peek()
	switch {
	case c == 0:
		r.fail()
	case strings.IndexByte("rVKU", c) >= 0 && !strings.HasPrefix(r.rest, "Ut") && !strings.HasPrefix(r.rest, "Ul"):
		return r.add(r.qualifiers() + r.typ())
	case strings.IndexByte("PROCG", c) >= 0:
		return r.add(r.next() + r.typ())
	case strings.IndexByte("vwbcahstijlmxynofdegz", c) >= 0:
		return r.next()
	case c == 'u':
		form := r.next() + r.sourceName()
		if r.peek() == 'I' {
			form += r.templateArgs()
		}
		return r.add(form)
	case c == 'F':
		return r.add(r.functionType())
	case c == 'A':
		return r.add(r.arrayType())
	case c == 'M':
		return r.add(r.next() + r.typ() + r.typ())
	case c == 'T':
		return r.optionalArgs(r.add(r.templateParam()))
	case c == 'S' && !strings.HasPrefix(r.rest, "St"):
		return r.optionalArgs(r.substitution())
	case c == 'D':
		return r.extendedType()
	}
	return r.name(true)
}

func (r *nameReader) optionalArgs(form string) string {
	if r.peek() == 'I' {
		form = r.withArgs(form, true)
	}
	return form
}

// qualifiers reads const and the like, and vendors' qualifiers such as address spaces.
func (r *nameReader) qualifiers() (form string) {
	for {
		form += r.of("rVK")
		if !r.cut("U") {
			return form
		}
		form += "U" + r.sourceName()
		if r.peek() == 'I' {
			form += r.templateArgs()
		}
	}
}

func (r *nameReader) functionType() string {
	form := r.next() + r.of("Y")
	types := r.types()
	form += types + r.of("RO")
	if types == "" || !r.cut("E") {
		r.fail()
	}
	return form + "E"
}

func (r *nameReader) arrayType() string {
	form := r.next()
	if c := r.peek(); c == '_' || c >= '0' && c <= '9' {
		form += r.until(digits, "_")
	} else {
		form += r.expression() + r.until("", "_")
	}
	return form + r.typ()
}

// extendedType reads the types that begin with D.
func (r *nameReader) extendedType() string {
	switch {
	case r.cut("DB128_"):
		r.candidates = append(r.candidates, "n")
		return "n"
	case r.cut("DU128_"):
		r.candidates = append(r.candidates, "o")
		return "o"
	case strings.HasPrefix(r.rest, "DB"), strings.HasPrefix(r.rest, "DU"):
		return r.add(r.next() + r.next() + r.until(digits, "_"))
	case r.cut("DF"):
		return "DF" + r.of(digits) + r.of("_") + r.of("bx")
	case r.cut("Dv"):
		return r.add("Dv" + r.until(digits, "_") + r.typ())
	case r.cut("Dp"):
		return r.add("Dp" + r.typ())
	case strings.HasPrefix(r.rest, "Dt"), strings.HasPrefix(r.rest, "DT"):
		return r.add(r.decltyp())
	case r.cut("Do"): // noexcept
		return r.add("Do" + r.functionType())
	}
	form := r.next() + r.next()
	if strings.IndexByte("acdefhinsu", form[1]) < 0 {
		r.fail()
	}
	return form
}
