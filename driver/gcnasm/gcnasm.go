// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package gcnasm translates inline assembly for AMD's processors, with operands, to C++, for devices of other
// kinds. Clang knows the constraints of registers ("v", "s") on AMD's targets only, so this is done
// with the preprocessed source, before clang's front end sees it.
package gcnasm

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/target"
)

// refused is how clang says that a target does not have AMD's registers.
var refused = lazyregexp.New(`error: (invalid (output|input) constraint '[=+&]*[vsaVS]' in asm|unknown register name '(vcc|exec|scc|m0|[vs]\d+|[vs]\[\d+:\d+\])(_lo|_hi)?' in asm)`)

// Native reports whether a target executes the assembly itself.
func Native(triple string) bool { return strings.HasPrefix(triple, target.AMDGCN) }

// Refused reports whether a front end's messages say that its target does not have AMD's registers.
func Refused(messages []byte) bool { return refused.Match(messages) }

// Translate replaces the statements of AMD's assembly in a preprocessed source by C++. It returns nil if there is
// none, and the instructions that it does not know, whose statements stay.
func Translate(source []byte) (out []byte, unknown []string) {
	l := &lexer{text: source}
	var b bytes.Buffer
	done := 0
	for {
		t := l.next()
		if t.kind == end {
			break
		}
		if t.kind != word || !isAsm(t.text(source)) {
			continue
		}
		s, ok := l.statement()
		if !ok || !s.amd() {
			continue
		}
		code, problem := s.code()
		if problem != "" {
			if !slices.Contains(unknown, problem) {
				unknown = append(unknown, problem)
			}
			continue
		}
		b.Write(source[done:t.at])
		b.WriteString(code)
		// The lines that follow keep their numbers.
		b.WriteString(strings.Repeat("\n", bytes.Count(source[t.at:l.at], []byte("\n"))))
		done = l.at
	}
	if done == 0 {
		return nil, unknown
	}
	b.Write(source[done:])
	return append([]byte(prelude), b.Bytes()...), unknown
}

func isAsm(s string) bool { return s == "asm" || s == "__asm" || s == "__asm__" }

type kind int

const (
	end kind = iota
	word
	literal // a string
	mark    // one character
	other   // a number, a character literal
)

type token struct {
	kind     kind
	at, stop int
}

func (t token) text(source []byte) string { return string(source[t.at:t.stop]) }

// lexer reads the tokens of a preprocessed source, whose lines that begin with # it skips.
type lexer struct {
	text []byte
	at   int
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// skip passes white space, comments and lines for the preprocessor.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch c := rest[0]; {
		case c == '#' && (l.at == 0 || l.text[l.at-1] == '\n') || bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			l.at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest[2:], []byte("*/"))
			if n < 0 {
				n = len(rest) - 4
			}
			l.at += n + 4
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.at++
		default:
			return
		}
	}
}

// next reads a token. A string's prefix belongs to it.
func (l *lexer) next() token {
	l.skip()
	start := l.at
	if start >= len(l.text) {
		return token{end, start, start}
	}
	switch c := l.text[start]; {
	case c == '"':
		l.quoted('"')
		return token{literal, start, l.at}
	case c == '\'':
		l.quoted('\'')
		return token{other, start, l.at}
	case '0' <= c && c <= '9':
		for l.at < len(l.text) && (isWord(l.text[l.at]) || l.text[l.at] == '.' || l.text[l.at] == '\'') {
			l.at++
		}
		return token{other, start, l.at}
	case isWord(c):
		for l.at < len(l.text) && isWord(l.text[l.at]) {
			l.at++
		}
		if l.at < len(l.text) && l.text[l.at] == '"' {
			return l.prefixed(start)
		}
		return token{word, start, l.at}
	}
	l.at++
	return token{mark, start, l.at}
}

// prefixed reads the rest of a string after its prefix, raw or not.
func (l *lexer) prefixed(start int) token {
	switch prefix := string(l.text[start:l.at]); prefix {
	case "R", "LR", "uR", "UR", "u8R":
		delimiter, _, _ := bytes.Cut(l.text[l.at+1:], []byte("("))
		closing := append(append([]byte(")"), delimiter...), '"')
		n := bytes.Index(l.text[l.at:], closing)
		if n < 0 {
			l.at = len(l.text)
		} else {
			l.at += n + len(closing)
		}
	case "L", "u", "U", "u8":
		l.quoted('"')
	default:
		return token{word, start, l.at}
	}
	return token{literal, start, l.at}
}

func (l *lexer) quoted(end byte) {
	for l.at++; l.at < len(l.text) && l.text[l.at] != end; l.at++ {
		if l.text[l.at] == '\\' {
			l.at++
		}
	}
	l.at = min(l.at+1, len(l.text))
}

// operand is an operand of a statement: its constraint, and the C++ expression.
type operand struct{ name, constraint, expression string }

// statement is one of inline assembly.
type statement struct {
	template string
	outputs  []operand
	inputs   []operand
}

// statement reads what follows the word asm, up to the closing parenthesis.
func (l *lexer) statement() (s statement, ok bool) {
	t := l.next()
	for t.kind == word {
		if t.text(l.text) == "goto" {
			return s, false
		}
		t = l.next()
	}
	if t.kind != mark || l.text[t.at] != '(' {
		return s, false
	}
	sections := [][]token{nil}
	for depth := 0; ; {
		t := l.next()
		if t.kind == end {
			return s, false
		}
		if t.kind == mark {
			switch c := l.text[t.at]; {
			case c == ':' && depth == 0:
				sections = append(sections, nil)
				continue
			case c == ')' && depth == 0:
				return l.parts(sections)
			case c == '(' || c == '[' || c == '{':
				depth++
			case c == ')' || c == ']' || c == '}':
				depth--
			}
		}
		sections[len(sections)-1] = append(sections[len(sections)-1], t)
	}
}

// parts makes a statement of its sections: the text, outputs, inputs, what it changes.
func (l *lexer) parts(sections [][]token) (s statement, ok bool) {
	for _, t := range sections[0] {
		if t.kind != literal || l.text[t.at] != '"' {
			return s, false
		}
		s.template += unescape(string(l.text[t.at+1 : t.stop-1]))
	}
	for i, to := range []*[]operand{&s.outputs, &s.inputs} {
		if i+1 >= len(sections) {
			break
		}
		if *to, ok = l.operands(sections[i+1]); !ok {
			return s, false
		}
	}
	return s, len(sections[0]) > 0
}

var escapes = strings.NewReplacer(`\n`, "\n", `\t`, " ", `\\`, `\`, `\"`, `"`)

func unescape(s string) string { return escapes.Replace(s) }

// operands reads the operands of a section: [name] "constraint" (expression), with commas between them.
func (l *lexer) operands(tokens []token) (out []operand, ok bool) {
	is := func(i int, c byte) bool {
		return i < len(tokens) && tokens[i].kind == mark && l.text[tokens[i].at] == c
	}
	for i := 0; i < len(tokens); {
		var o operand
		if is(i, '[') && is(i+2, ']') {
			o.name = tokens[i+1].text(l.text)
			i += 3
		}
		for ; i < len(tokens) && tokens[i].kind == literal; i++ {
			o.constraint += string(l.text[tokens[i].at+1 : tokens[i].stop-1])
		}
		if o.constraint == "" || !is(i, '(') {
			return nil, false
		}
		first, depth := i, 0
		for ; i < len(tokens); i++ {
			if is(i, '(') {
				depth++
			} else if is(i, ')') {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if i == len(tokens) {
			return nil, false
		}
		o.expression = l.joined(tokens[first : i+1])
		out = append(out, o)
		if i++; i < len(tokens) && !is(i, ',') {
			return nil, false
		}
		i++
	}
	return out, true
}

// joined is the text of tokens on one line.
func (l *lexer) joined(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.at > tokens[i-1].stop {
			b.WriteByte(' ')
		}
		b.Write(l.text[t.at:t.stop])
	}
	return b.String()
}

var mnemonic = lazyregexp.New(`(?i)^\s*(v|s|ds|global|flat|buffer|scratch)_[a-z]\w*`)

// amd reports whether the text is AMD's assembly with operands. Without operands, the device link gives it its
// meaning.
func (s statement) amd() bool {
	return len(s.outputs)+len(s.inputs) > 0 && mnemonic.MatchString(s.template)
}

// changes matches expressions that change something, which are evaluated once for each use of an operand.
var changes = lazyregexp.New(`\+\+|--|[^=!<>]=[^=]`)

// code returns C++ with the meaning of the statement, or the instruction that it has no counterpart of.
func (s statement) code() (text, problem string) {
	r := registers{s: s, named: map[string]string{}}
	for _, o := range s.outputs {
		if strings.HasPrefix(o.constraint, "+") && changes.MatchString(o.expression) {
			return "", "an operand that is read and written, " + o.expression
		}
	}
	var body strings.Builder
	for _, line := range strings.Split(s.template, "\n") {
		line, _, _ = strings.Cut(line, ";")
		line, _, _ = strings.Cut(line, "//")
		if strings.TrimSpace(line) == "" {
			continue
		}
		code, ok := r.instruction(strings.TrimSpace(line))
		if !ok {
			return "", strings.Join(strings.Fields(line), " ")
		}
		body.WriteString(code)
	}
	var b strings.Builder
	b.WriteString("do { ")
	for i, o := range s.outputs {
		value := " = {}"
		if strings.HasPrefix(o.constraint, "+") {
			value = " = __gohip_bits" + o.expression
		} else if in := r.tied(i); in != "" {
			value = " = __gohip_as<__gohip_bits_of<__typeof__" + o.expression + ">>(__gohip_bits" + in + ")"
		}
		fmt.Fprintf(&b, "__gohip_bits_of<__typeof__%s> __gohip_r%d%s; ", o.expression, i, value)
	}
	for i, o := range s.inputs {
		fmt.Fprintf(&b, "auto __gohip_r%d = __gohip_bits%s; (void)__gohip_r%d; ", len(s.outputs)+i, o.expression, len(s.outputs)+i)
	}
	for _, name := range r.order {
		fmt.Fprintf(&b, "%s __gohip_%s = 0; ", r.named[name], name)
	}
	b.WriteString(body.String())
	for i, o := range s.outputs {
		fmt.Fprintf(&b, "%s = __gohip_as<__typeof__%s>(__gohip_r%d); ", o.expression, o.expression, i)
	}
	b.WriteString("} while (0)")
	return b.String(), ""
}

// prelude is what the C++ of statements uses: the bits of a value, a value of bits, and memory. Its lines are those
// of a system header.
const prelude = `# 1 "<gohipcc: inline assembly>" 3
template <class T, unsigned long N = sizeof(T)> struct __gohip_register { typedef __remove_cv(T) type; };
template <class T> struct __gohip_register<T, 1> { typedef unsigned type; };
template <class T> struct __gohip_register<T, 2> { typedef unsigned type; };
template <class T> struct __gohip_register<T, 4> { typedef unsigned type; };
template <class T> struct __gohip_register<T, 8> { typedef unsigned long type; };
template <class T> using __gohip_bits_of = typename __gohip_register<T>::type;
template <class T> static inline __attribute__((host, device, always_inline)) __gohip_bits_of<T> __gohip_bits(T v) {
  __gohip_bits_of<T> r = {};
  __builtin_memcpy(&r, &v, sizeof v);
  return r;
}
template <class T, class R> static inline __attribute__((host, device, always_inline)) __remove_cv(T) __gohip_as(R r) {
  __remove_cv(T) v;
  static_assert(sizeof v <= sizeof r, "a register is too small");
  __builtin_memcpy(&v, &r, sizeof v);
  return v;
}
template <class T> static inline __attribute__((host, device, always_inline)) float __gohip_f(T r) { return __gohip_as<float>(r); }
template <class T> static inline __attribute__((host, device, always_inline)) double __gohip_d(T r) { return __gohip_as<double>(r); }
template <class R> static inline __attribute__((host, device, always_inline)) R __gohip_load(const void *at, int n) {
  R r = {};
  __builtin_memcpy(&r, at, n);
  return r;
}
`
