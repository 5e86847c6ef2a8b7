#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs every fuzz target of the module in sequence: scripts/fuzz.sh [DURATION]. go test ./fatbin
# -run TestCorpus -keep-corpus "$(go env GOCACHE)/fuzz/gohipcc/fatbin" keeps the inputs found as
# seeds. Packages whose targets start processes have TestMutations, which damages inputs for
# DURATION of CPU time and writes failing ones to the package's testdata/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-20s}
grep -rlE '^func TestMutations\(' --include='*_test.go' . | while read -r path; do
	echo "fuzz: $(dirname "$path") TestMutations for $time"
	go test "$(dirname "$path")" -count=1 -timeout=0 -run '^TestMutations$' -mutate "$time" -mutate.seed "$(date +%s)"
done
grep -rnoE '^func (Fuzz[A-Za-z0-9_]+)\(' --include='*_test.go' . | while IFS=: read -r path _ func; do
	name=${func#func } name=${name%(}
	if grep -q "Mutations(t, \"$name\"" "$path"; then continue; fi
	echo "fuzz: $(dirname "$path") $name for $time"
	go test "$(dirname "$path")" -run '^$' -fuzz "^$name\$" -fuzztime "$time"
done
