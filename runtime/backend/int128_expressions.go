// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend

import "strings"

// shapes says of the operators of expressions in mangled names what follows each, a letter for each
// part: e an expression, t a type, n the name of a member, o the code of an operator, and at the
// end * for expressions and their E.
var shapes = map[string]string{
	"ad": "e", "de": "e", "ng": "e", "nt": "e", "co": "e", "ps": "e", "sz": "e", "az": "e", "nx": "e", "sp": "e", "te": "e",
	"pl": "ee", "mi": "ee", "ml": "ee", "dv": "ee", "rm": "ee", "an": "ee", "or": "ee", "eo": "ee", "ls": "ee", "rs": "ee",
	"eq": "ee", "ne": "ee", "lt": "ee", "gt": "ee", "le": "ee", "ge": "ee", "ss": "ee", "aa": "ee", "oo": "ee", "cm": "ee",
	"ix": "ee", "ds": "ee", "pm": "ee", "qu": "eee", "dt": "en", "pt": "en",
	"st": "t", "at": "t", "ti": "t", "dc": "te", "sc": "te", "cc": "te", "rc": "te",
	"cl": "*", "cp": "*", "il": "*", "tl": "t*", "fl": "oe", "fr": "oe", "fL": "oee", "fR": "oee",
}

// expression reads an expression.
func (r *nameReader) expression() string {
	r.enter()
	defer r.leave()
	switch c := r.peek(); {
	case c == 'L':
		return r.literal()
	case c == 'T':
		return r.templateParam()
	case r.cut("cv"):
		return r.conversion()
	case r.cut("sZ"): // the length of a pack
		return "sZ" + r.expression()
	case r.cut("sP"):
		return "sP" + r.templateArgsUpToE()
	case r.cut("fpT"): // this
		return "fpT"
	case r.cut("fp"):
		return "fp" + r.until("rVK"+digits, "_")
	case r.cut("rq"):
		return "rq" + r.requirements()
	case r.cut("rQ"):
		return "rQ" + r.typesUpTo("_") + r.requirements()
	case c >= '0' && c <= '9', strings.HasPrefix(r.rest, "gs"), strings.HasPrefix(r.rest, "sr"),
		strings.HasPrefix(r.rest, "on"), strings.HasPrefix(r.rest, "dn"):
		return r.unresolvedName()
	case len(r.rest) > 2 && strings.HasPrefix(r.rest, "fL") && strings.IndexByte(digits, r.rest[2]) >= 0:
		// A parameter of a function around the innermost one.
		return r.next() + r.next() + r.until(digits, "p") + r.until("rVK"+digits, "_")
	}
	return r.operation()
}

// operation reads an operator and what its shape says.
func (r *nameReader) operation() string {
	if len(r.rest) < 2 {
		r.fail()
	}
	form := r.rest[:2]
	shape, ok := shapes[form]
	if !ok {
		r.fail()
	}
	r.rest = r.rest[2:]
	for _, part := range shape {
		switch part {
		case 'e':
			form += r.expression()
		case 't':
			form += r.typ()
		case 'n':
			form += r.unresolvedName()
		case 'o':
			form += r.next() + r.next()
		case '*':
			form += r.expressions()
		}
	}
	return form
}

// expressions reads expressions and the E after them.
func (r *nameReader) expressions() (form string) {
	for !r.cut("E") {
		form += r.expression()
	}
	return form + "E"
}

// conversion reads what follows cv: a type, and an expression or several.
func (r *nameReader) conversion() string {
	form := "cv" + r.typ()
	if r.cut("_") {
		return form + "_" + r.expressions()
	}
	return form + r.expression()
}

// unresolvedName reads a name whose meaning depends on template parameters.
func (r *nameReader) unresolvedName() string {
	form := ""
	if r.cut("gs") {
		form = "gs"
	}
	switch {
	case r.cut("srN"):
		form += "srN" + r.unresolvedType() + r.levels()
	case r.cut("sr"):
		if c := r.peek(); c >= '0' && c <= '9' {
			form += "sr" + r.levels()
		} else {
			form += "sr" + r.unresolvedType()
		}
	}
	switch {
	case r.cut("on"):
		form += "on" + r.unqualifiedName()
	case r.cut("dn"):
		form += "dn"
		if c := r.peek(); c < '0' || c > '9' {
			return form + r.unresolvedType()
		}
		return form + r.simpleID()
	default:
		return form + r.simpleID()
	}
	if r.peek() == 'I' {
		form += r.templateArgs()
	}
	return form
}

// unresolvedType reads a template parameter, a decltype, a substitution or a name of namespace std.
func (r *nameReader) unresolvedType() string {
	if strings.IndexByte("TDS", r.peek()) < 0 {
		r.fail()
	}
	return r.typ()
}

// levels reads the scopes of an unresolved name, which are no candidates, and the E after them.
func (r *nameReader) levels() (form string) {
	for !r.cut("E") {
		form += r.simpleID()
	}
	return form + "E"
}

func (r *nameReader) simpleID() string {
	form := r.sourceName()
	if r.peek() == 'I' {
		form += r.templateArgs()
	}
	return form
}

// requires reads a requires-clause if there is one: Q <expression>.
func (r *nameReader) requires() string {
	if !r.cut("Q") {
		return ""
	}
	return "Q" + r.expression()
}

// requirements reads those of a requires-expression, and the E after them.
func (r *nameReader) requirements() (form string) {
	for !r.cut("E") {
		switch r.peek() {
		case 'X':
			form += r.next() + r.expression() + r.of("N")
			if r.cut("R") {
				form += "R" + r.name(false)
			}
		case 'T':
			form += r.next() + r.typ()
		case 'Q':
			form += r.requires()
		default:
			r.fail()
		}
	}
	return form + "E"
}

// typesUpTo reads types and what ends them.
func (r *nameReader) typesUpTo(end string) (form string) {
	for !r.cut(end) {
		form += r.typ()
	}
	return form + end
}

// templateParameters reads the declared template parameters of a lambda.
func (r *nameReader) templateParameters() (form string) {
	for {
		switch {
		case r.cut("Ty"):
			form += "Ty"
		case r.cut("Tn"):
			form += "Tn" + r.typ()
		case r.cut("Tp"): // of a pack
			form += "Tp"
		case r.cut("Tk"):
			form += "Tk" + r.name(false)
		case r.cut("Tt"):
			form += "Tt" + r.templateParameters() + r.until("", "E")
		default:
			return form
		}
	}
}
