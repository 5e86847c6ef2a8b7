// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	arMagic     = "!<arch>\n"
	arThinMagic = "!<thin>\n"
	arHeader    = 60

	maxMemberName = 4096 // bytes
)

// Member is a file in an ar archive.
type Member struct {
	Name   string
	Offset int64 // of the data in the archive
	Size   int64 // bytes
	Thin   bool  // the data lies in a file of its own, which is not read
	src    source
}

// Open returns a reader of the member's bytes.
func (m *Member) Open() *io.SectionReader { return m.src.section() }

// ReadArchive lists the members of an ar archive (GNU and BSD long names, thin
// archives), without its symbol tables. Members before a malformed one are
// returned together with the error.
func ReadArchive(r io.ReaderAt, size int64) ([]Member, error) {
	return readArchive(newSource(r, size, "ar archive"))
}

func readArchive(s source) ([]Member, error) {
	s.format = "ar archive"
	magic, err := s.bytes(0, 8, "magic")
	if err != nil {
		return nil, err
	}
	thin := string(magic) == arThinMagic
	if !thin && string(magic) != arMagic {
		return nil, s.errAt(0, fmt.Sprintf("%q", magic), "magic %q", arMagic)
	}
	var (
		members []Member
		long    []byte
	)
	for pos := int64(8); pos < s.size; {
		h, err := s.bytes(pos, arHeader, "member header")
		if err != nil {
			return members, err
		}
		if string(h[58:60]) != "`\n" {
			return members, s.errAt(pos+58, fmt.Sprintf("%q", h[58:60]), "the end of a member header, \"`\\n\"")
		}
		size, perr := strconv.ParseInt(strings.TrimRight(string(h[48:58]), " "), 10, 64)
		if perr != nil || size < 0 {
			return members, s.errAt(pos+48, fmt.Sprintf("%q", h[48:58]), "a decimal size")
		}
		name := strings.TrimRight(string(h[:16]), " ")
		m := Member{Offset: pos + arHeader, Size: size}
		special := name == "/" || name == "//" || name == "/SYM64/" || name == "__.SYMDEF" || name == "__.SYMDEF SORTED"
		m.Thin = thin && !special
		if !m.Thin && !s.has(m.Offset, size) {
			return members, s.errAt(pos+48, size, "member %q inside the %d bytes that are left", name, s.size-m.Offset)
		}
		pos = m.Offset
		if !m.Thin {
			pos += size + size&1
		}
		switch {
		case name == "//":
			if long, err = s.bytes(m.Offset, size, "long names"); err != nil {
				return members, err
			}
			continue
		case special:
			continue
		case strings.HasPrefix(name, "#1/"):
			n, err := strconv.ParseInt(name[3:], 10, 64)
			if err != nil || n < 0 || n > size || m.Thin {
				return members, s.errAt(m.Offset-arHeader, fmt.Sprintf("%q", name), "the length of a BSD name")
			}
			b, err := s.bytes(m.Offset, n, "member name")
			if err != nil {
				return members, err
			}
			name = cstring(b, 0)
			m.Offset, m.Size = m.Offset+n, size-n
			if name == "__.SYMDEF" || name == "__.SYMDEF SORTED" {
				continue
			}
		case len(name) > 1 && name[0] == '/':
			off, err := strconv.ParseInt(name[1:], 10, 64)
			if err != nil || off < 0 || off >= int64(len(long)) {
				return members, s.errAt(m.Offset-arHeader, fmt.Sprintf("%q", name), "an offset into the %d bytes of long names", len(long))
			}
			b := long[off:min(int64(len(long)), off+maxMemberName)]
			k := bytes.IndexByte(b, '\n')
			if k < 0 {
				return members, s.errAt(m.Offset-arHeader, nil, "a long name of at most %d bytes", maxMemberName)
			}
			name = strings.TrimSuffix(string(b[:k]), "/")
		default:
			name = strings.TrimSuffix(name, "/")
		}
		m.Name = name
		if m.Thin {
			m.src = s.sub(0, 0)
		} else {
			m.src = s.sub(m.Offset, m.Size)
		}
		m.src.entry = joinEntry(s.entry, name)
		members = append(members, m)
	}
	return members, nil
}

// MemberInput is a file to be written to an archive.
type MemberInput struct {
	Name string
	Data []byte
}

// WriteArchive writes a GNU archive as llvm-ar does in deterministic mode (times
// and owners zero, mode 644). ELF members' symbols are listed in its symbol table.
func WriteArchive(w io.Writer, members []MemberInput) error {
	var (
		long   bytes.Buffer
		names  = make([]string, len(members))
		symtab []byte
		owners []int
		errs   []error
	)
	for i, m := range members {
		if strings.ContainsAny(m.Name, "\n\x00") {
			return fmt.Errorf("archive member name %q: control characters are not possible", m.Name)
		}
		if len(m.Name) < 16 && !strings.Contains(m.Name, "/") {
			names[i] = m.Name + "/"
		} else {
			names[i] = "/" + strconv.Itoa(long.Len())
			long.WriteString(m.Name + "/\n")
		}
		if !bytes.HasPrefix(m.Data, []byte(elfMagic)) {
			continue
		}
		f, err := readELF(newSource(Bytes(m.Data), int64(len(m.Data)), "ELF file"))
		if err != nil {
			errs = append(errs, fmt.Errorf("archive member %q: %w", m.Name, err))
			continue
		}
		for j := range f.sections {
			if f.sections[j].typ != shtSymtab {
				continue
			}
			for sym, err := range f.symbols(&f.sections[j]) {
				if err != nil {
					errs = append(errs, err)
					break
				}
				if sym.bind() != 0 && sym.shndx != 0 && sym.name != "" {
					symtab = append(append(symtab, sym.name...), 0)
					owners = append(owners, i)
				}
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if long.Len()%2 != 0 {
		long.WriteByte('\n')
	}
	pos := int64(len(arMagic))
	symSize := int64(0)
	if len(owners) > 0 {
		symSize = roundUp(4+4*int64(len(owners))+int64(len(symtab)), 2)
		pos += arHeader + symSize
	}
	if long.Len() > 0 {
		pos += arHeader + int64(long.Len())
	}
	at := make([]int64, len(members))
	for i, m := range members {
		at[i] = pos
		pos += arHeader + roundUp(int64(len(m.Data)), 2)
	}
	if len(owners) > 0 && pos > 1<<32-1 {
		return errors.New("an archive of more than 4 GiB with a symbol table cannot be written")
	}
	var out bytes.Buffer
	out.WriteString(arMagic)
	if len(owners) > 0 {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8d%-10d`\n", "/", 0, 0, 0, 0, symSize)
		be := func(v uint32) { out.Write([]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}) }
		be(uint32(len(owners)))
		for _, o := range owners {
			be(uint32(at[o]))
		}
		out.Write(symtab)
		out.Write(make([]byte, symSize-4-4*int64(len(owners))-int64(len(symtab))))
	}
	if long.Len() > 0 {
		fmt.Fprintf(&out, "%-48s%-10d`\n", "//", long.Len())
		out.Write(long.Bytes())
	}
	if _, err := w.Write(out.Bytes()); err != nil {
		return err
	}
	for i, m := range members {
		if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", names[i], 0, 0, 0, 0o644, len(m.Data)); err != nil {
			return err
		}
		if _, err := w.Write(m.Data); err != nil {
			return err
		}
		if len(m.Data)%2 != 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}
