// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/driver/cache"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/plan"
	"gohipcc/toolchains/step"
)

// A linker that concatenates its object and the first libx.so or libx.a of its folders, and lists
// what it read if asked to.
const joiner = `#!/bin/sh
case $1 in --help) echo "  --dependency-file FILE"; exit;; esac
for a; do case $a in
  -L*) for f in ${a#-L}/libx.so ${a#-L}/libx.a; do [ -e $f ] && : ${lib:=$f}; done;;
  --dependency-file=*) list=${a#*=};;
  *.o) object=$a;;
  esac; out=$last$a; last=; [ "$a" = -o ] && last=OUT:; case $out in OUT:*) o=${out#OUT:};; esac
done
cat $object $lib > $o
[ -z "$list" ] || echo "$o: $object $lib" > $list
`

// linkCase is a link in a folder of its own.
type linkCase struct {
	t     *testing.T
	dir   string
	store *cache.Store
}

func newLinkCase(t *testing.T, linker string) *linkCase {
	c := &linkCase{t: t, dir: t.TempDir()}
	var err error
	if c.store, err = cache.Open(c.path("cache"), cache.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.store.Close)
	for _, d := range []string{"first", "second", "temp"} {
		if err := os.Mkdir(c.path(d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(c.path("ld"), []byte(linker), 0o700); err != nil {
		t.Fatal(err)
	}
	c.write("a.o", "object ")
	c.write("second/libx.a", "static")
	return c
}

func (c *linkCase) path(name string) string { return filepath.Join(c.dir, name) }

// write creates a file, and waits until it no longer counts as changed during the build.
func (c *linkCase) write(name, content string) {
	write(c.t, c.path(name), content)
	for files.ChangedSince(c.path(name), files.Now()) {
		time.Sleep(time.Millisecond)
	}
}

// run links, and returns whether the executable came from the cache, and its content.
func (c *linkCase) run(more ...string) (hit bool, content string) {
	c.t.Helper()
	os.Remove(c.path("exe"))
	argv := append([]string{c.path("ld"), "-o", c.path("exe"), c.path("a.o"), "-L" + c.path("first"), "-L" + c.path("second"), "-lx"}, more...)
	r := &Cache{store: c.store, plan: &plan.Plan{Config: &plan.Config{TempDir: c.path("temp")}, Files: &files.Build{TempDir: c.path("temp")}},
		explain: func(f string, a ...any) { c.t.Logf(f, a...) }}
	l, ok := step.Parse(argv).(*step.HostLink)
	if !ok {
		c.t.Fatalf("not taken for a link: %q", argv)
	}
	j := job.New(l)
	r.hostLink(j, l)
	if j.Cached != nil && j.Cached.Get(os.Stderr) {
		hit = true
	} else {
		argv := j.Step.Argv()
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			c.t.Fatalf("%q: %v\n%s", argv, err, out)
		}
		if j.Cached != nil {
			j.Cached.Put(nil)
		}
	}
	data, err := os.ReadFile(c.path("exe"))
	if err != nil {
		c.t.Fatal(err)
	}
	return hit, string(data)
}

// TestHostLink: an identical link is taken from the cache; one of another object, of a changed
// library or of one that is found earlier is run.
func TestHostLink(t *testing.T) {
	c := newLinkCase(t, joiner)
	for _, s := range []struct {
		what, file, content string
		hit                 bool
		want                string
	}{
		{what: "a first link", want: "object static"},
		{what: "the same", hit: true, want: "object static"},
		{"another object", "a.o", "other ", false, "other static"},
		{"the first one", "a.o", "object ", true, "object static"},
		{"another library", "second/libx.a", "changed", false, "object changed"},
		{"a shared one beside it", "second/libx.so", "shared", false, "object shared"},
		{"a static one in an earlier folder", "first/libx.a", "early", false, "object early"},
		{what: "the same", hit: true, want: "object early"},
		{"another linker", "ld", strings.Replace(joiner, "cat", "cat ", 1), false, "object early"},
	} {
		if s.file == "ld" {
			if err := os.WriteFile(c.path("ld"), []byte(s.content), 0o700); err != nil {
				t.Fatal(err)
			}
		} else if s.file != "" {
			c.write(s.file, s.content)
		}
		if hit, got := c.run(); hit != s.hit || got != s.want {
			t.Errorf("%s: hit %v, %q; want %v, %q", s.what, hit, got, s.hit, s.want)
		}
	}
}

// TestHostLinkNotKept: a linker that cannot list what it reads is not asked to, and a link that
// writes more than the executable is not cached.
func TestHostLinkNotKept(t *testing.T) {
	c := newLinkCase(t, strings.Replace(joiner, "--dependency-file FILE", "no such option", 1))
	for range 2 {
		if hit, got := c.run(); hit || got != "object static" {
			t.Errorf("hit %v, %q", hit, got)
		}
	}
	c = newLinkCase(t, joiner)
	for range 2 {
		if hit, _ := c.run("-Map=" + c.path("map")); hit {
			t.Error("a link with a map was taken from the cache")
		}
	}
}

// TestListsReads: a linker in ELF is not started, a script is.
func TestListsReads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ld")
	long := strings.Repeat(" ", 256<<10-8) // the option's name is in two parts of the file that are read
	for text, want := range map[string]bool{
		elf.ELFMAG + "dependency-file": true, elf.ELFMAG + long + "dependency-file": true, elf.ELFMAG + "dependency": false,
		"#!/bin/sh\n# dependency-file\n": false, "#!/bin/sh\necho --dependency-file\n": true,
	} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		if got := listsReads(name); got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}
