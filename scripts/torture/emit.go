// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gohipcc/e2e/torture"
)

// runScript runs the emitted executables, each from the first program without a result, until all
// have run. A program that kills its process or hangs counts as wrong.
const runScript = `#!/bin/sh
# run.sh [DEVICE]: runs every batch here and compares its results with the host's.
# Needs the device's driver and cmp; LIMIT is the seconds for one executable.
cd "$(dirname "$0")" || exit 2
LD_LIBRARY_PATH=$PWD/lib:$LD_LIBRARY_PATH; export LD_LIBRARY_PATH
clean=0 wrong=0
for exe in batch-*.exe; do
	name=${exe%.exe}
	n=$(cat "$name.count") seed=$(cat "$name.seed") level=$(cat "$name.level") i=0
	while [ $i -lt "$n" ]; do
		rm -f "$name.got"
		if timeout "${LIMIT:-120}" "./$exe" "$name.got" $i $((i + 1)) "${1:-0}" >"$name.log" 2>&1 && cmp -s "$name.got" "$name.$i.want"; then
			clean=$((clean + 1))
		else
			wrong=$((wrong + 1))
			echo "seed $((seed + i)) $level: wrong ($(head -c 200 "$name.log" | tr '\n' ' '))"
		fi
		i=$((i + 1))
	done
done
echo "$clean clean, $wrong wrong"
[ $wrong -eq 0 ]
`

// emit writes batches of programs as executables with their expected results.
func emit(s *torture.Session, o *options, list []torture.Target, levels []string) error {
	lib := filepath.Join(o.emit, "lib")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"libgohip.so", "libgohip_core.so"} {
		if err := copyFile(filepath.Join(lib, name), filepath.Join(o.build, "lib", name)); err != nil {
			return err
		}
	}
	for b := 0; b*o.batch < max(o.count, 1); b++ {
		programs := programsOf(o, b)
		for k, target := range list {
			level := levels[(b+k)%len(levels)]
			base := filepath.Join(o.emit, fmt.Sprintf("batch-%s-%d", target.Name, programs[0].Seed))
			if err := s.Emit(programs, target, level, base); err != nil {
				return fmt.Errorf("seeds from %d for %s %s: %w", programs[0].Seed, target.Name, level, err)
			}
		}
	}
	return os.WriteFile(filepath.Join(o.emit, "run.sh"), []byte(runScript), 0o755)
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
