// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

// AttachRecords appends the records (docs/design/abi.md) to a PTX module, as comments.
func AttachRecords(image []byte, records []string) ([]byte, error) {
	for len(image) > 0 && (image[len(image)-1] == 0 || image[len(image)-1] == '\n') {
		image = image[:len(image)-1]
	}
	image = append(image, '\n')
	for _, r := range records {
		image = append(image, "// "+r+"\n"...)
	}
	return image, nil
}
