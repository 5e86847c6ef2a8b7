// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cformat formats the output of device printf: C's printf with arguments that are words and
// strings.
package cformat

import (
	"math"
	"strconv"
	"strings"
)

// Args provides the arguments of a format string, in order. After the last one it returns zeros and
// empty strings.
type Args interface {
	// Word is an integer or pointer, extended to 64 bits, or the bits of an f64.
	Word() uint64
	// Text is the string of a %s conversion.
	Text() string
}

// Format formats like C's printf, with the conversions that HIP documents.
func Format(f string, a Args) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(f, '%')
		if i < 0 {
			out.WriteString(f)
			return out.String()
		}
		out.WriteString(f[:i])
		f = f[i+1:]
		if strings.HasPrefix(f, "%") {
			out.WriteByte('%')
			f = f[1:]
			continue
		}
		var c conversion
		rest, ok := c.parse(f, a)
		if !ok {
			out.WriteString("%" + f)
			return out.String()
		}
		out.WriteString(c.apply(a))
		f = rest
	}
}

// conversion is one conversion specification of C's printf (C17, 7.21.6.1).
type conversion struct {
	minus, plus, space, alt, zero bool
	width, prec                   int
	hasPrec                       bool
	short, long                   int
	verb                          byte
}

func (c *conversion) parse(f string, a Args) (string, bool) {
	i := 0
flags:
	for ; i < len(f); i++ {
		switch f[i] {
		case '-':
			c.minus = true
		case '+':
			c.plus = true
		case ' ':
			c.space = true
		case '#':
			c.alt = true
		case '0':
			c.zero = true
		default:
			break flags
		}
	}
	number := func() (int, bool) {
		if i < len(f) && f[i] == '*' {
			i++
			return int(int32(a.Word())), true
		}
		start := i
		for i < len(f) && f[i] >= '0' && f[i] <= '9' {
			i++
		}
		n, _ := strconv.Atoi(f[start:i])
		return n, i > start
	}
	if n, ok := number(); ok {
		if n < 0 {
			c.minus, n = true, -n
		}
		c.width = n
	}
	if i < len(f) && f[i] == '.' {
		i++
		n, _ := number()
		c.prec, c.hasPrec = n, n >= 0
	}
	for ; i < len(f); i++ {
		switch f[i] {
		case 'h':
			c.short++
		case 'l', 'q', 'j', 'z', 't', 'L':
			c.long++
		default:
			c.verb = f[i]
			return f[i+1:], strings.IndexByte("diouxXeEfFgGaAcspn", c.verb) >= 0
		}
	}
	return "", false
}

// bits returns the size of the integer that a conversion formats.
func (c *conversion) bits() int {
	switch {
	case c.short > 1:
		return 8
	case c.short == 1:
		return 16
	case c.long == 0:
		return 32
	}
	return 64
}

func (c *conversion) apply(a Args) string {
	var s, sign string
	numeric := true
	switch c.verb {
	case 'd', 'i':
		s, sign = c.signed(a.Word())
	case 'o', 'u', 'x', 'X':
		s, sign = c.unsigned(a.Word())
		c.plus, c.space = false, false
	case 'p':
		s, numeric = pointer(a.Word()), false
	case 'c':
		s, numeric = string([]byte{byte(a.Word())}), false
	case 's':
		s, numeric = a.Text(), false
		if c.hasPrec && c.prec < len(s) {
			s = s[:c.prec]
		}
	case 'n':
		a.Word()
		return ""
	default:
		v := math.Float64frombits(a.Word())
		if math.Signbit(v) {
			sign, v = "-", math.Copysign(v, 1)
		}
		s = c.float(v)
		if math.IsInf(v, 0) || math.IsNaN(v) {
			c.zero = false
		}
	}
	if numeric && sign == "" {
		if c.plus {
			sign = "+"
		} else if c.space {
			sign = " "
		}
	}
	return c.pad(sign, s, numeric)
}

func (c *conversion) signed(word uint64) (digits, sign string) {
	cut := 64 - c.bits()
	v := int64(word<<cut) >> cut
	u := uint64(v)
	if v < 0 {
		sign, u = "-", -u
	}
	return c.digits(u, 10), sign
}

// unsigned formats an unsigned integer in the verb's base; the prefix of a hexadecimal number is
// returned in place of a sign.
func (c *conversion) unsigned(word uint64) (digits, mark string) {
	cut := 64 - c.bits()
	u := word << cut >> cut
	base := map[byte]int{'o': 8, 'u': 10, 'x': 16, 'X': 16}[c.verb]
	s := c.digits(u, base)
	if c.alt && u != 0 && base == 16 {
		mark = "0" + string(c.verb)
	} else if c.alt && base == 8 && !strings.HasPrefix(s, "0") {
		s = "0" + s
	}
	if c.verb == 'X' {
		s = strings.ToUpper(s)
	}
	return s, mark
}

func pointer(u uint64) string {
	if u == 0 {
		return "(nil)"
	}
	return "0x" + strconv.FormatUint(u, 16)
}

// pad pads to the conversion's width.
func (c *conversion) pad(sign, s string, numeric bool) string {
	n := c.width - len(s) - len(sign)
	intPrec := c.hasPrec && strings.IndexByte("diouxX", c.verb) >= 0
	switch {
	case n <= 0:
		return sign + s
	case c.minus:
		return sign + s + strings.Repeat(" ", n)
	case c.zero && numeric && !intPrec:
		return sign + strings.Repeat("0", n) + s
	}
	return strings.Repeat(" ", n) + sign + s
}

func (c *conversion) digits(u uint64, base int) string {
	if c.hasPrec && c.prec == 0 && u == 0 {
		return ""
	}
	s := strconv.FormatUint(u, base)
	if n := c.prec - len(s); c.hasPrec && n > 0 {
		s = strings.Repeat("0", n) + s
	}
	return s
}

func (c *conversion) float(v float64) string {
	upper := c.verb >= 'A' && c.verb <= 'G'
	verb := c.verb | 0x20
	prec := 6
	if c.hasPrec {
		prec = c.prec
	}
	var s string
	switch {
	case math.IsInf(v, 0):
		s = "inf"
	case math.IsNaN(v):
		s = "nan"
	case verb == 'a':
		p := -1
		if c.hasPrec {
			p = c.prec
		}
		s = hexFloat(v, p)
	case verb == 'e':
		s = strconv.FormatFloat(v, 'e', prec, 64)
	case verb == 'f':
		s = strconv.FormatFloat(v, 'f', prec, 64)
	default:
		s = c.general(v, max(prec, 1))
	}
	if c.alt && s[0] <= '9' && strings.IndexByte(s, '.') < 0 {
		// With the # flag the decimal point is printed even if no digit follows.
		at := strings.IndexAny(s, map[bool]string{true: "p", false: "e"}[verb == 'a'])
		if at < 0 {
			at = len(s)
		}
		s = s[:at] + "." + s[at:]
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// general formats %g: the shorter of %e and %f with a number of significant digits.
func (c *conversion) general(v float64, prec int) string {
	e := strconv.FormatFloat(v, 'e', prec-1, 64)
	at := strings.IndexByte(e, 'e')
	x, _ := strconv.Atoi(e[at+1:])
	s, exp := e[:at], e[at:]
	if x >= -4 && x < prec {
		s, exp = strconv.FormatFloat(v, 'f', prec-1-x, 64), ""
	}
	if !c.alt && strings.IndexByte(s, '.') >= 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + exp
}

// hexFloat formats %a. Go writes at least two digits of the exponent, C as few as possible.
func hexFloat(v float64, prec int) string {
	s := strconv.FormatFloat(v, 'x', prec, 64)
	if i := strings.IndexByte(s, 'p'); i >= 0 && len(s) == i+4 && s[i+2] == '0' {
		s = s[:i+2] + s[i+3:]
	}
	return s
}
