// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMakeJobserver: several builds under one make together run at most as many commands at once as
// make's -j allows, and that many at some time; no token is lost, or the second half of the
// Makefile would lack them.
func TestMakeJobserver(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.hip": "__attribute__((device)) int v = N;\n"})
	llvm := w.double(`echo + >> ` + w.path("log") + `
"` + "/usr/lib/llvm-22/bin/clang" + `" "$@"; r=$?
sleep 0.05
echo - >> ` + w.path("log") + `
exit $r`)
	var rules strings.Builder
	rules.WriteString("all: 3.o 4.o\n")
	for i := range 5 {
		first := "" // the second half waits for the first
		if i >= 3 {
			first = "0.o 1.o 2.o"
		}
		fmt.Fprintf(&rules, "%d.o: a.hip %s\n\t+%s --llvm-path=%s -nogpuinc --no-pch-cache --offload-jobs=jobserver -O1 -DN=%d --offload-arch=gfx906,gfx90a,gfx1100 -c a.hip -o $@\n", i, first, w.gohipcc, llvm, i)
	}
	if err := os.WriteFile(w.path("Makefile"), []byte(rules.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, j := range []int{1, 3} {
		os.Remove(w.path("log"))
		w.env = append(w.env, "GOHIPCC_CACHE_DIR="+w.path(fmt.Sprint("cache", j)))
		said, st := w.runTool(nil, "make", "-B", fmt.Sprintf("-j%d", j))
		if !st.Success() {
			t.Fatalf("%v\n%s", st, said)
		}
		data, err := os.ReadFile(w.path("log"))
		if err != nil {
			t.Fatal(err)
		}
		running, most, begun := 0, 0, 0
		for _, l := range strings.Fields(string(data)) {
			if l == "+" {
				running++
				begun++
			} else {
				running--
			}
			most = max(most, running)
		}
		// A front end and code generation for each of three devices, and the host.
		if most != j || begun != 5*7 {
			t.Errorf("make -j%d: %d commands, %d at once", j, begun, most)
		}
	}
	w.clean("under make")
}

// terminal makes a pseudo-terminal.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close() })
	return master, slave
}

// TestProgress: on a terminal, a long build shows its progress in one line, which is erased at the
// end and before any other output. Elsewhere there is none.
func TestProgress(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.hip": "#warning one\n__attribute__((device)) int v;\n"})
	llvm := w.double("sleep 0.5")
	args := []string{"--llvm-path=" + llvm, "--no-cache", "-nogpuinc", "-j1", "--offload-arch=gfx906,gfx90a,gfx1100", "-c", "a.hip", "-o", "a.o"}
	master, slave := terminal(t)
	cmd := exec.Command(w.gohipcc, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = w.dir, append(w.env, "TERM=xterm"), slave
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	screen := make(chan string)
	go func() {
		data, _ := io.ReadAll(master) // ends with an error when the last writer has closed it
		screen <- string(data)
	}()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	var got string
	select {
	case got = <-screen:
	case <-time.After(10 * time.Second):
		t.Fatal("the terminal is held open")
	}
	if !regexp.MustCompile(`\r\x1b\[K\[\d/\d+\] gfx90a compile`).MatchString(got) || !regexp.MustCompile(`\[\d+/\d+\] host compile`).MatchString(got) {
		t.Errorf("no progress: %q", got)
	}
	if strings.Count(got, "warning: one") != 4 {
		t.Errorf("the warning is not there four times: %q", got)
	}
	// What a terminal would show: a line starts over at \r, and \x1b[K clears it.
	for _, line := range strings.Split(strings.ReplaceAll(got, "\r\n", "\n"), "\n") {
		if i := strings.LastIndex(line, "\r\x1b[K"); i >= 0 {
			line = line[i+len("\r\x1b[K"):]
		}
		if strings.Contains(line, "[") && strings.Contains(line, "/") && regexp.MustCompile(`\[\d+/\d+\]`).MatchString(line) {
			t.Errorf("progress stays on the screen: %q", line)
		}
	}
	// Into a file: nothing but the warnings.
	said, st := w.run([]string{"TERM=xterm"}, args...)
	if !st.Success() || strings.Contains(said, "\x1b") || strings.Contains(said, "compile") {
		t.Errorf("%v: %q", st, said)
	}
}

// TestTimeTrace: the trace has every job, with its command and with times that agree with the order
// of the jobs; a failed build has a trace too.
func TestTimeTrace(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"a.hip": "__attribute__((device)) int v;\nint main() { return 0; }\n",
		"b.hip": "__attribute__((device)) int v = undeclared;\n",
	})
	type event struct {
		Name  string  `json:"name"`
		Phase string  `json:"ph"`
		Start float64 `json:"ts"`
		Took  float64 `json:"dur"`
		TID   int     `json:"tid"`
		Args  struct {
			Command []string `json:"command"`
			Error   string   `json:"error"`
		} `json:"args"`
	}
	trace := func() map[string]event {
		t.Helper()
		data, err := os.ReadFile(w.path("t.json"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Events []event `json:"traceEvents"`
		}
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		byName := map[string]event{}
		lanes := map[int][]event{}
		for _, e := range file.Events {
			if e.Phase != "X" || e.Took < 0 || e.Start < 0 {
				t.Errorf("%+v", e)
			}
			for _, o := range lanes[e.TID] {
				if e.Start < o.Start+o.Took && o.Start < e.Start+e.Took {
					t.Errorf("%s and %s are in one lane at one time", e.Name, o.Name)
				}
			}
			lanes[e.TID] = append(lanes[e.TID], e)
			byName[e.Name] = e
		}
		return byName
	}
	if said, st := w.run(nil, "-nogpuinc", "--time-trace=t.json", "-j3", "--offload=spirv64", "--offload-arch=gfx90a", "a.hip", "-o", "a"); !st.Success() {
		t.Fatalf("%v\n%s", st, said)
	}
	got := trace()
	for _, name := range []string{"gfx90a compile", "gfx90a link", "spirv64 compile", "spirv64 link and optimise", "host bundle", "host compile", "host link"} {
		if e, ok := got[name]; !ok || len(e.Args.Command) == 0 {
			t.Errorf("the trace has no %s, or no command of it: %v", name, e)
		}
	}
	if c, l := got["gfx90a compile"], got["gfx90a link"]; l.Start < c.Start+c.Took {
		t.Error("the link is before the end of its compile")
	}
	if _, st := w.run(nil, "-nogpuinc", "--time-trace=t.json", "--offload-arch=gfx90a", "-c", "b.hip"); st.Success() {
		t.Fatal("no error")
	}
	if e := trace()["gfx90a compile"]; e.Args.Error == "" {
		t.Errorf("the trace of a build that failed does not say so: %+v", e)
	}
}
