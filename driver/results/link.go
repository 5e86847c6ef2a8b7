// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gohipcc/driver/cache"
	"gohipcc/driver/depfile"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

// A hostLink is the host's link of a plan with its cache entries. Its first key is of the command,
// the linker and the objects. Under that is the list of other files that the linker read, as with
// the headers of a unit, and under their content the executable.
type hostLink struct {
	cache *Cache
	job   *job.Job
	link  *step.HostLink // as it was planned
	outs  []cache.Output

	begin time.Time // before any file was read
	first cache.Key
	known bool   // first is
	reads string // the linker's list of the files that it read
	list  string // the cached list
}

// linkWritesMore are prefixes of linker options that write, print or read more than the executable,
// the inputs and libraries, or make an executable that differs each time.
var linkWritesMore = strings.Fields(`-Map --Map -M --print -t --trace -y --cref --dependency-file --reproduce --out-implib
	--save-temps -plugin-opt=save-temps --lto-obj-path --thinlto -plugin-opt=thinlto -plugin-opt=obj-path --opt-remarks
	--time-trace --stats --verbose --build-id=uuid @`)

func writesMore(word string) bool {
	return slices.ContainsFunc(linkWritesMore, func(p string) bool { return strings.HasPrefix(word, p) })
}

// hostLink caches the host's link, if its result depends only on what the linker reads.
func (r *Cache) hostLink(j *job.Job, l *step.HostLink) {
	if len(l.Outputs()) != 1 || !files.Replaceable(l.Outputs()[0]) || slices.ContainsFunc(l.Args.Words(), writesMore) {
		return
	}
	temp := r.plan.Config.TempDir
	h := &hostLink{
		cache: r, job: j, link: l, outs: []cache.Output{output("executable", l.Outputs()[0])},
		reads: filepath.Join(temp, fmt.Sprintf("link-%d.d", j.Index)), list: filepath.Join(temp, fmt.Sprintf("libraries-%d", j.Index)),
	}
	j.Cached = &job.Cached{Get: h.get, Put: h.put}
}

// key computes the first key.
func (h *hostLink) key() (cache.Key, error) {
	hash := cache.Hasher{Digests: h.cache.digests}
	hash.Add("kind", "host link")
	hash.Add("version", h.cache.version)
	for _, e := range []string{"LD_LIBRARY_PATH", "LD_RUN_PATH", "SOURCE_DATE_EPOCH"} {
		hash.Add(e, os.Getenv(e))
	}
	program, err := exec.LookPath(h.link.Program)
	if err == nil {
		err = hash.AddFile("linker", program)
	}
	if err != nil {
		return cache.Key{}, err
	}
	h.cache.normal(&hash, h.link, map[string]string{})
	for _, f := range h.link.Inputs() {
		if err := addInput(&hash, f); err != nil {
			return cache.Key{}, err
		}
	}
	return hash.Key(), nil
}

// get takes the executable from the cache. If it is not there, the linker is asked to list what it
// reads.
func (h *hostLink) get(stderr io.Writer) bool {
	r := h.cache
	h.begin = files.Now()
	first, err := h.key()
	if err != nil {
		return false
	}
	h.first, h.known = first, true
	if _, listed := r.store.Get(first, []cache.Output{output("libraries", h.list)}); listed {
		data, err := os.ReadFile(h.list)
		if err != nil {
			return false
		}
		if key, err := r.headersKey(first, strings.Split(string(data), "\n")); err == nil {
			if msgs, hit := r.store.Get(key, h.outs); hit {
				r.say(h.job.Name(), true, "")
				stderr.Write(msgs)
				return true
			}
		}
		r.say(h.job.Name(), false, "a library")
	} else {
		r.say(h.job.Name(), false, "an object")
	}
	if h.known = listsReads(h.link.Program); h.known {
		l := *h.link
		l.Args = append(slices.Clone(l.Args), step.Arg{Name: "--dependency-file=" + h.reads})
		h.job.Step = &l
	}
	return false
}

// listsReads reports whether a linker knows --dependency-file: GNU ld since 2.35, lld, mold. Its file has the name of the
// option then. To start lld takes 40 ms of CPU time, for libLLVM's relocations, so that only a script is asked.
func listsReads(program string) bool {
	if found, err := elfContains(program, "dependency-file"); err == nil && found {
		return true
	}
	help, err := exec.Command(program, "--help").Output()
	return err == nil && strings.Contains(string(help), "--dependency-file")
}

// elfContains reports whether a file is in ELF and has a text in it.
func elfContains(name, text string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	b := make([]byte, 256<<10)
	kept, first := 0, true
	for {
		n, err := f.Read(b[kept:])
		part := b[:kept+n]
		if first && !bytes.HasPrefix(part, []byte(elf.ELFMAG)) {
			return false, nil
		}
		if first = false; bytes.Contains(part, []byte(text)) {
			return true, nil
		}
		if err != nil {
			return false, nil
		}
		kept = copy(b, part[max(0, len(part)-len(text)+1):])
	}
}

// put stores the executable, unless a file that it was made from has changed since get.
func (h *hostLink) put(stderr []byte) {
	if !h.known {
		return
	}
	r := h.cache
	data, err := os.ReadFile(h.reads)
	if err != nil {
		return
	}
	var read []string
	for _, f := range depfile.Parse(data).Prereqs {
		if f = depfile.Unescape(f); !slices.Contains(read, f) && !r.plan.Files.IsTemp(f) {
			read = append(read, f)
		}
	}
	all := append(read, beforeThem(h.link, read)...)
	for _, f := range slices.Concat(all, h.link.Inputs()) {
		if f[0] != '!' && files.ChangedSince(f, h.begin) && !r.plan.Files.IsTemp(f) {
			r.explain("%s: its result is not kept: %s changed meanwhile", h.job.Name(), f)
			return
		}
	}
	key, err := r.headersKey(h.first, all)
	if err != nil {
		return
	}
	r.store.Put(key, h.outs, stderr)
	if os.WriteFile(h.list, []byte(strings.Join(all, "\n")), 0o600) == nil {
		r.store.Put(h.first, []cache.Output{output("libraries", h.list)}, nil)
	}
}

// beforeThem returns, as headersKey expects them, the files that a linker would use or has tried
// before the libraries that it read: the same names in folders that are searched earlier, and the
// shared library beside a static one.
func beforeThem(l *step.HostLink, read []string) []string {
	search := slices.Concat(l.Args.Values("-rpath-link"), l.Args.Values("-rpath"), l.Args.Values("-L"))
	var out []string
	add := func(f string) {
		if slices.Contains(read, f) {
			return
		}
		if !files.Exists(f) {
			f = "!" + f
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for _, f := range read {
		dir, name := filepath.Split(f)
		if !strings.HasPrefix(name, "lib") {
			continue
		}
		shared, isStatic := strings.CutSuffix(name, ".a")
		shared += ".so"
		for _, s := range search {
			if isStatic {
				add(filepath.Join(s, shared))
			}
			if s == strings.TrimSuffix(dir, "/") {
				break
			}
			add(filepath.Join(s, name))
			if n, ok := strings.CutSuffix(name, ".so"); ok {
				add(filepath.Join(s, n+".a")) // an earlier folder's static library would be used, too
			}
		}
	}
	return out
}
