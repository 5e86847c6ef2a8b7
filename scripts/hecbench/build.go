// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// build builds the HIP programs and copies what runs need, to be carried to the machine with the GPU.
func build(o *options, src, skip string, names []string) error {
	left, err := firstWords(skip)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		if names, err = pairsOf(src); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	pairs, err := load(o.dir)
	if err != nil {
		pairs = nil // the first call
	}
	var work []*Pair
	for _, name := range names {
		if left[name] || slices.ContainsFunc(pairs, func(p *Pair) bool { return p.Name == name }) {
			continue
		}
		work = append(work, &Pair{Name: name})
	}
	each(o.jobs, work, func(p *Pair) {
		if err := buildPair(o.dir, src, p); err != nil {
			p.Refused = "HIP: " + err.Error()
		}
		fmt.Println(p.Name, p.Refused)
	})
	return save(o.dir, append(pairs, work...))
}

// firstWords returns the first words of a file's lines, without the suffix of the language.
func firstWords(file string) (map[string]bool, error) {
	words := map[string]bool{}
	if file == "" {
		return words, nil
	}
	data, err := os.ReadFile(file)
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 0 {
			words[strings.TrimSuffix(f[0], "-hip")] = true
		}
	}
	return words, err
}

// pairsOf returns the programs that a folder has in both languages.
func pairsOf(src string) ([]string, error) {
	dirs, err := filepath.Glob(filepath.Join(src, "*-hip"))
	var names []string
	for _, d := range dirs {
		name := strings.TrimSuffix(filepath.Base(d), "-hip")
		if _, err := os.Stat(filepath.Join(src, name+"-cuda", "Makefile")); err == nil {
			names = append(names, name)
		}
	}
	return names, err
}

// buildPair makes the HIP program, and copies the folders of both languages.
func buildPair(out, src string, p *Pair) error {
	dir := filepath.Join(src, p.Name+"-hip")
	if err := makeProgram(dir, "CC=hipcc"); err != nil {
		return err
	}
	list, err := exec.Command("make", "-C", dir, "-n", "run", "CC=hipcc", "LAUNCHER=").Output()
	if err != nil {
		return fmt.Errorf("no target run: %w", err)
	}
	if p.Command = runCommand(string(list)); p.Command == nil {
		return fmt.Errorf("no command to run")
	}
	p.Counts = counts(p.Command, sourceText(dir)+sourceText(filepath.Join(src, p.Name+"-cuda")))
	fewer(p)
	for _, from := range []string{p.Name + "-hip", p.Name + "-cuda", "include", "data"} {
		keep := func(path string) bool { return !slices.Contains([]string{".o", ".md", ".txt~"}, filepath.Ext(path)) }
		if from == p.Name+"-hip" {
			keep = func(path string) bool { return !sourceSuffix[filepath.Ext(path)] && filepath.Ext(path) != ".o" }
		}
		if err := copyTree(filepath.Join(out, from), filepath.Join(src, from), keep); err != nil {
			return err
		}
	}
	return nil
}

// longestBuild ends builds that do not.
const longestBuild = 5 * time.Minute

// makeProgram runs a Makefile's first target.
func makeProgram(dir string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), longestBuild)
	defer cancel()
	c := exec.CommandContext(ctx, "make", append([]string{"-s", "-C", dir}, args...)...)
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	c.WaitDelay = time.Second
	if err := c.Run(); err != nil {
		text := log.String()
		if k := strings.Index(text, "error"); k >= 0 {
			text = text[k:]
		}
		return fmt.Errorf("%w: %.150s", err, strings.Join(strings.Fields(text), " "))
	}
	return nil
}

var startsProgram = regexp.MustCompile(`(?m)^\s*(\./[^\s;&|<>]+[^;&|<>\n]*)$`)

// runCommand returns the first command of a Makefile's run target that starts a program of the folder.
func runCommand(list string) []string {
	m := startsProgram.FindStringSubmatch(list)
	if m == nil {
		return nil
	}
	return strings.Fields(m[1])
}

var sourceSuffix = map[string]bool{".cu": true, ".cpp": true, ".h": true, ".hpp": true, ".cuh": true, ".cc": true, ".c": true, ".hip": true, ".inl": true}

// sourceText returns a folder's sources, one after the other.
func sourceText(dir string) string {
	var text strings.Builder
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && sourceSuffix[filepath.Ext(path)] {
			data, _ := os.ReadFile(path)
			text.Write(data)
		}
		return nil
	})
	return text.String()
}

var (
	fromArgument = regexp.MustCompile(`(\w+)\s*=\s*(?:\(\w+\)\s*)?(?:std::)?(?:atoi|atol|stoi|stol|strtol)\s*\(\s*argv\s*\[\s*(\d+)\s*\]`)
	repetitions  = regexp.MustCompile(`(?i)rep|iter|step|pass|trial|loop|runs?$|times$|rounds`)
)

// counts returns which words of a command are numbers of repetitions, by the names of the variables
// that the program keeps them in.
func counts(command []string, text string) []int {
	var out []int
	for _, m := range fromArgument.FindAllStringSubmatch(text, -1) {
		k, _ := strconv.Atoi(m[2])
		if k < 1 || k >= len(command) || !repetitions.MatchString(m[1]) || slices.Contains(out, k) {
			continue
		}
		if _, err := strconv.Atoi(command[k]); err == nil {
			out = append(out, k)
		}
	}
	return out
}

// least is the smallest number of repetitions: with less, the first run is most of a mean.
const least = 10

// fewer lowers the numbers of repetitions, and reports whether one was lowered.
func fewer(p *Pair) bool {
	lowered := false
	for _, k := range p.Counts {
		n, _ := strconv.Atoi(p.Command[k])
		if less := max(n/5, least); less < n {
			p.Command[k] = strconv.Itoa(less)
			lowered = true
		}
	}
	return lowered
}

// fewest lowers the numbers of repetitions as far as they go, and reports whether one was lowered.
func fewest(p *Pair) bool {
	lowered := false
	for fewer(p) {
		lowered = true
	}
	return lowered
}

// copyTree copies the files of a folder that are to be kept.
func copyTree(to, from string, keep func(string) bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		rel, _ := filepath.Rel(from, path)
		if err != nil || d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || !keep(path) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, info.Mode().Perm())
	})
}
