// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelink

import (
	"strings"
	"testing"
	"time"
)

// TestEndAfter: processor time counts, not the time that passes.
func TestEndAfter(t *testing.T) {
	ended := make(chan bool)
	go endAfter(time.Second, func() { close(ended) })
	select {
	case <-ended:
		t.Error("it ended a process that waits")
	case <-time.After(300 * time.Millisecond):
	}
	for n := 0; ; n++ {
		select {
		case <-ended:
			return
		default:
		}
	}
}

func TestSPIRVTime(t *testing.T) {
	for value, want := range map[string]time.Duration{"": 0, "0": -1, "90": 90 * time.Second} {
		if got, err := spirvTime(value); got != want || err != nil {
			t.Errorf("%q: %v, %v, want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"-1", "1m", "99999999999"} {
		if got, err := spirvTime(value); err == nil {
			t.Errorf("%q: %v", value, got)
		}
	}
}

// TestUsage: --help has every option of the table.
func TestUsage(t *testing.T) {
	for _, o := range options {
		if o.name != "--help" && !strings.Contains(Usage, "\n  "+o.name) && !strings.Contains(Usage, " "+o.name+" ") {
			t.Errorf("--help lacks %s", o.name)
		}
	}
}
