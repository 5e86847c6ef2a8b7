// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/binary"
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
	r := archiveReader{source: s, thin: string(magic) == arThinMagic}
	if !r.thin && string(magic) != arMagic {
		return nil, s.errAt(0, fmt.Sprintf("%q", magic), "magic %q", arMagic)
	}
	var members []Member
	for pos := int64(8); pos < s.size; {
		m, next, err := r.header(pos)
		if err != nil {
			return members, err
		}
		pos = next
		isFile, err := r.name(&m)
		if err != nil {
			return members, err
		}
		if !isFile {
			continue
		}
		if m.Thin {
			m.src = s.sub(0, 0)
		} else {
			m.src = s.sub(m.Offset, m.Size)
		}
		m.src.entry = joinEntry(s.entry, m.Name)
		members = append(members, m)
	}
	return members, nil
}

// archiveReader reads members one after another.
type archiveReader struct {
	source
	thin bool
	long []byte // the table of long names
}

// arTables are the names of members that are no files.
var arTables = map[string]bool{"/": true, "//": true, "/SYM64/": true, bsdTable: true, bsdSortedTable: true}

const bsdTable, bsdSortedTable = "__.SYMDEF", "__.SYMDEF SORTED"

// header reads the header at pos: a member with the name as it stands there, and where the next one is.
func (r *archiveReader) header(pos int64) (m Member, next int64, err error) {
	h, err := r.bytes(pos, arHeader, "member header")
	if err != nil {
		return m, 0, err
	}
	if string(h[58:60]) != "`\n" {
		return m, 0, r.errAt(pos+58, fmt.Sprintf("%q", h[58:60]), "the end of a member header, \"`\\n\"")
	}
	size, err := strconv.ParseInt(strings.TrimRight(string(h[48:58]), " "), 10, 64)
	if err != nil || size < 0 {
		return m, 0, r.errAt(pos+48, fmt.Sprintf("%q", h[48:58]), "a decimal size")
	}
	m = Member{Name: strings.TrimRight(string(h[:16]), " "), Offset: pos + arHeader, Size: size}
	m.Thin = r.thin && !arTables[m.Name]
	if m.Thin {
		return m, m.Offset, nil
	}
	if !r.has(m.Offset, size) {
		return m, 0, r.errAt(pos+48, size, "member %q inside the %d bytes that are left", m.Name, r.size-m.Offset)
	}
	return m, m.Offset + size + size&1, nil
}

// name completes a member's name, and reports whether it is a file.
func (r *archiveReader) name(m *Member) (isFile bool, err error) {
	switch {
	case m.Name == "//":
		r.long, err = r.bytes(m.Offset, m.Size, "long names")
		return false, err
	case arTables[m.Name]:
		return false, nil
	case strings.HasPrefix(m.Name, "#1/"):
		return r.bsdName(m)
	case len(m.Name) > 1 && m.Name[0] == '/':
		return true, r.longName(m)
	}
	m.Name = strings.TrimSuffix(m.Name, "/")
	return true, nil
}

// bsdName takes the name from the beginning of the member's data.
func (r *archiveReader) bsdName(m *Member) (isFile bool, err error) {
	n, err := strconv.ParseInt(m.Name[3:], 10, 64)
	if err != nil || n < 0 || n > m.Size || m.Thin {
		return false, r.errAt(m.Offset-arHeader, fmt.Sprintf("%q", m.Name), "the length of a BSD name")
	}
	b, err := r.bytes(m.Offset, n, "member name")
	if err != nil {
		return false, err
	}
	m.Name, m.Offset, m.Size = cstring(b, 0), m.Offset+n, m.Size-n
	return m.Name != bsdTable && m.Name != bsdSortedTable, nil
}

// longName takes the name from the table of long names.
func (r *archiveReader) longName(m *Member) error {
	off, err := strconv.ParseInt(m.Name[1:], 10, 64)
	if err != nil || off < 0 || off >= int64(len(r.long)) {
		return r.errAt(m.Offset-arHeader, fmt.Sprintf("%q", m.Name), "an offset into the %d bytes of long names", len(r.long))
	}
	b := r.long[off:min(int64(len(r.long)), off+maxMemberName)]
	k := bytes.IndexByte(b, '\n')
	if k < 0 {
		return r.errAt(m.Offset-arHeader, nil, "a long name of at most %d bytes", maxMemberName)
	}
	m.Name = strings.TrimSuffix(string(b[:k]), "/")
	return nil
}

// MemberInput is a file to be written to an archive.
type MemberInput struct {
	Name string
	Data []byte
}

// WriteArchive writes a GNU archive as llvm-ar does in deterministic mode (times
// and owners zero, mode 644). ELF members' symbols are listed in its symbol table.
func WriteArchive(w io.Writer, members []MemberInput) error {
	a := archiveWriter{members: members}
	if err := a.names(); err != nil {
		return err
	}
	if err := a.symbols(); err != nil {
		return err
	}
	if a.long.Len()%2 != 0 {
		a.long.WriteByte('\n')
	}
	tables, err := a.tables()
	if err != nil {
		return err
	}
	if _, err := w.Write(tables); err != nil {
		return err
	}
	for i, m := range members {
		if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", a.short[i], 0, 0, 0, 0o644, len(m.Data)); err != nil {
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

// archiveWriter collects what goes in front of the members.
type archiveWriter struct {
	members []MemberInput
	short   []string     // names as members' headers have them
	long    bytes.Buffer // the table of long names
	symtab  []byte       // names of symbols
	owners  []int        // the member that defines each
}

func (a *archiveWriter) names() error {
	for _, m := range a.members {
		if strings.ContainsAny(m.Name, "\n\x00") {
			return fmt.Errorf("archive member name %q: control characters are not possible", m.Name)
		}
		if len(m.Name) < 16 && !strings.Contains(m.Name, "/") {
			a.short = append(a.short, m.Name+"/")
			continue
		}
		a.short = append(a.short, "/"+strconv.Itoa(a.long.Len()))
		a.long.WriteString(m.Name + "/\n")
	}
	return nil
}

// symbols lists what the ELF members define.
func (a *archiveWriter) symbols() error {
	var errs []error
	for i, m := range a.members {
		if !bytes.HasPrefix(m.Data, []byte(elfMagic)) {
			continue
		}
		f, err := readELF(newSource(Bytes(m.Data), int64(len(m.Data)), "ELF file"))
		if err != nil {
			errs = append(errs, fmt.Errorf("archive member %q: %w", m.Name, err))
			continue
		}
		errs = append(errs, a.symbolsOf(i, f))
	}
	return errors.Join(errs...)
}

func (a *archiveWriter) symbolsOf(member int, f *elfFile) error {
	var errs []error
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
				a.symtab = append(append(a.symtab, sym.name...), 0)
				a.owners = append(a.owners, member)
			}
		}
	}
	return errors.Join(errs...)
}

// tables returns the archive up to its first member: the magic, the symbol table and the long
// names.
func (a *archiveWriter) tables() ([]byte, error) {
	pos := int64(len(arMagic))
	symSize := int64(0)
	if len(a.owners) > 0 {
		symSize = roundUp(4+4*int64(len(a.owners))+int64(len(a.symtab)), 2)
		pos += arHeader + symSize
	}
	if a.long.Len() > 0 {
		pos += arHeader + int64(a.long.Len())
	}
	at := make([]int64, len(a.members))
	for i, m := range a.members {
		at[i] = pos
		pos += arHeader + roundUp(int64(len(m.Data)), 2)
	}
	if len(a.owners) > 0 && pos > 1<<32-1 {
		return nil, errors.New("an archive of more than 4 GiB with a symbol table cannot be written")
	}
	out := []byte(arMagic)
	if len(a.owners) > 0 {
		out = fmt.Appendf(out, "%-16s%-12d%-6d%-6d%-8d%-10d`\n", "/", 0, 0, 0, 0, symSize)
		out = binary.BigEndian.AppendUint32(out, uint32(len(a.owners)))
		for _, o := range a.owners {
			out = binary.BigEndian.AppendUint32(out, uint32(at[o]))
		}
		out = append(out, a.symtab...)
		out = append(out, make([]byte, symSize-4-4*int64(len(a.owners))-int64(len(a.symtab)))...)
	}
	if a.long.Len() > 0 {
		out = fmt.Appendf(out, "%-48s%-10d`\n", "//", a.long.Len())
		out = append(out, a.long.Bytes()...)
	}
	return out, nil
}
