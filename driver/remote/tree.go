// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"fmt"
	"path"
	"strings"

	"gohipcc/driver/reapi"
)

// A tree is the input root of an action: the files that it reads, and nothing else.
type tree struct {
	root  *folder
	blobs map[reapi.Digest]reapi.Blob
}

type folder struct {
	files   map[string]reapi.FileNode
	folders map[string]*folder
}

func newFolder() *folder {
	return &folder{map[string]reapi.FileNode{}, map[string]*folder{}}
}

func newTree() *tree {
	return &tree{newFolder(), map[reapi.Digest]reapi.Blob{}}
}

// folder adds a folder to the tree, with its parents. name is clean and relative to the root.
func (t *tree) folder(name string) (*folder, error) {
	f := t.root
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." {
			continue
		}
		if _, isFile := f.files[part]; isFile {
			return nil, fmt.Errorf("%s is a file and a folder", name)
		}
		sub := f.folders[part]
		if sub == nil {
			sub = newFolder()
			f.folders[part] = sub
		}
		f = sub
	}
	return f, nil
}

// add adds a file to the tree.
func (t *tree) add(name string, b reapi.Blob, executable bool) error {
	dir, base := path.Split(name)
	f, err := t.folder(dir)
	if err != nil {
		return err
	}
	old, there := f.files[base]
	if _, isFolder := f.folders[base]; isFolder || there && old.Digest != b.Digest {
		return fmt.Errorf("two files would be %s", name)
	}
	f.files[base] = reapi.FileNode{Name: base, Digest: b.Digest, Executable: executable}
	t.blobs[b.Digest] = b
	return nil
}

// data adds bytes as a file to the tree.
func (t *tree) data(name string, data []byte) error {
	return t.add(name, reapi.Blob{Digest: reapi.DigestOf(data), Data: data}, false)
}

// seal adds the folders themselves to the blobs and returns the root's digest.
func (t *tree) seal() (reapi.Digest, error) { return t.sealFolder(t.root) }

func (t *tree) sealFolder(f *folder) (reapi.Digest, error) {
	var d reapi.Directory
	for _, n := range f.files {
		d.Files = append(d.Files, n)
	}
	for name, sub := range f.folders {
		digest, err := t.sealFolder(sub)
		if err != nil {
			return digest, err
		}
		d.Directories = append(d.Directories, reapi.DirectoryNode{Name: name, Digest: digest})
	}
	return t.message(&d)
}

// message adds a message to the blobs.
func (t *tree) message(m interface{ Marshal() ([]byte, error) }) (reapi.Digest, error) {
	data, err := m.Marshal()
	if err != nil {
		return reapi.Digest{}, err
	}
	d := reapi.DigestOf(data)
	t.blobs[d] = reapi.Blob{Digest: d, Data: data}
	return d, nil
}
