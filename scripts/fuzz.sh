#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs every fuzz target of the module, one after the other: scripts/fuzz.sh [DURATION].
# go test ./fatbin -run TestCorpus -keep-corpus "$(go env GOCACHE)/fuzz/gohipcc/fatbin" keeps
# what was found as seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-20s}
grep -rnoE '^func (Fuzz[A-Za-z0-9_]+)\(' --include='*_test.go' . | while IFS=: read -r path _ func; do
	name=${func#func } name=${name%(}
	echo "fuzz: $(dirname "$path") $name for $time"
	go test "$(dirname "$path")" -run '^$' -fuzz "^$name\$" -fuzztime "$time"
done
