// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A PNG writer in one page: 8-bit RGB, one IDAT chunk, compressed with deflate's fixed
// Huffman codes and runs of the byte three places back (RFC 2083, 1950 and 1951). Each row
// goes through the Sub filter, which turns smooth colours into runs of equal bytes.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace png {

inline std::uint32_t crc(const std::uint8_t *p, std::size_t n) {
  std::uint32_t c = 0xffffffffu;
  for (std::size_t i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
  }
  return ~c;
}

inline void be32(std::vector<std::uint8_t> &out, std::uint32_t v) {
  for (int s = 24; s >= 0; s -= 8) out.push_back(std::uint8_t(v >> s));
}

// Deflate's bit stream: codes most significant bit first, all else least significant first.
struct Bits {
  std::vector<std::uint8_t> &out;
  std::uint32_t held = 0;
  int count = 0;
  void put(std::uint32_t v, int n) {
    for (int i = 0; i < n; i++) {
      held |= (v >> i & 1) << count;
      if (++count == 8) flush();
    }
  }
  void code(std::uint32_t v, int n) {
    for (int i = n - 1; i >= 0; i--) put(v >> i & 1, 1);
  }
  void literal(unsigned b) { b < 144 ? code(0x30 + b, 8) : code(0x190 + b - 144, 9); }
  void flush() {
    if (count > 0) out.push_back(std::uint8_t(held));
    held = 0;
    count = 0;
  }
};

inline std::vector<std::uint8_t> zlib(const std::vector<std::uint8_t> &in) {
  std::vector<std::uint8_t> out = {0x78, 0x01};
  Bits bits{out};
  bits.put(1, 1); // the last block
  bits.put(1, 2); // fixed Huffman codes
  std::uint32_t a = 1, b = 0;
  for (std::uint8_t v : in) {
    a = (a + v) % 65521;
    b = (b + a) % 65521;
  }
  for (std::size_t i = 0; i < in.size();) {
    std::size_t run = 0;
    while (i >= 3 && run < 258 && i + run < in.size() && in[i + run] == in[i + run - 3]) run++;
    if (run < 258 || i < 3) {
      bits.literal(in[i++]);
      continue;
    }
    bits.code(0xc0 + 285 - 280, 8); // length 258
    bits.code(2, 5);                // distance 3
    i += run;
  }
  bits.code(0, 7); // the end of the block
  bits.flush();
  be32(out, b << 16 | a);
  return out;
}

// write stores width x height pixels, 3 bytes each, rows from the top. False when the
// file cannot be written.
inline bool write(const std::string &path, const std::vector<std::uint8_t> &rgb,
                  std::uint32_t width, std::uint32_t height) {
  std::vector<std::uint8_t> rows;
  for (std::uint32_t y = 0; y < height; y++) {
    const std::uint8_t *row = rgb.data() + std::size_t(y) * width * 3;
    rows.push_back(1); // filter Sub
    for (std::uint32_t i = 0; i < width * 3; i++)
      rows.push_back(std::uint8_t(row[i] - (i < 3 ? 0 : row[i - 3])));
  }
  std::vector<std::uint8_t> file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  auto chunk = [&file](const char *type, const std::vector<std::uint8_t> &data) {
    be32(file, std::uint32_t(data.size()));
    const std::size_t start = file.size();
    file.insert(file.end(), type, type + 4);
    file.insert(file.end(), data.begin(), data.end());
    be32(file, crc(file.data() + start, file.size() - start));
  };
  std::vector<std::uint8_t> header;
  be32(header, width);
  be32(header, height);
  header.insert(header.end(), {8, 2, 0, 0, 0}); // 8 bits, RGB, no interlace
  chunk("IHDR", header);
  chunk("IDAT", zlib(rows));
  chunk("IEND", {});
  std::FILE *f = std::fopen(path.c_str(), "wb");
  if (!f) return false;
  const bool ok = std::fwrite(file.data(), 1, file.size(), f) == file.size();
  return std::fclose(f) == 0 && ok;
}

} // namespace png
