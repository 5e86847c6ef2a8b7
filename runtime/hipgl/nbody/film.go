// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"image"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
)

// film writes frames to a folder, as one PNG each and as one animated GIF.
type film struct {
	folder, name string
	all          gif.GIF
}

func newFilm(folder string) *film { return &film{folder: folder, name: "nbody.gif"} }

// add adds a frame, labelled with a line of text.
func (f *film) add(frame *image.RGBA, text string) error {
	write(frame, text, 14)
	for i := 3; i < len(frame.Pix); i += 4 {
		frame.Pix[i] = 255
	}
	if err := f.file(fmt.Sprintf("frame-%03d.png", len(f.all.Image)), func(w *os.File) error { return png.Encode(w, frame) }); err != nil {
		return err
	}
	m := image.NewPaletted(frame.Rect, palette.Plan9)
	draw.Draw(m, m.Rect, frame, image.Point{}, draw.Src)
	f.all.Image = append(f.all.Image, m)
	f.all.Delay = append(f.all.Delay, 4) // hundredths of a second
	return nil
}

func (f *film) close() error {
	return f.file(f.name, func(w *os.File) error { return gif.EncodeAll(w, &f.all) })
}

func (f *film) file(name string, write func(*os.File) error) error {
	w, err := os.Create(filepath.Join(f.folder, name))
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}
