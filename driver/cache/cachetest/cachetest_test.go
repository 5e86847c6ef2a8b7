// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cachetest

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestNginx checks what the tests of the cache rely on: a stored object is returned, in folders that
// did not exist, and what was not stored is not found.
func TestNginx(t *testing.T) {
	url := Nginx(t)
	put, err := http.NewRequest(http.MethodPut, url+"/ac/12/1234", strings.NewReader("object"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(put)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusCreated {
		t.Errorf("PUT: %s", r.Status)
	}
	for path, want := range map[string]struct {
		status int
		body   string
	}{"/ac/12/1234": {http.StatusOK, "object"}, "/ac/12/1235": {http.StatusNotFound, ""}} {
		r, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != want.status || want.body != "" && string(body) != want.body {
			t.Errorf("GET %s: %s %q %v", path, r.Status, body, err)
		}
	}
}
