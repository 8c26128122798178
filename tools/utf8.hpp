// UTF-8 and byte order marks: what every reader of text checks where text comes in.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace uthi {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Length of the UTF-8 sequence at the start of `text`, 0 if there is none (overlong forms, surrogates and values past
/// U+10FFFF are none; Unicode standard, table 3-7).
[[nodiscard]] inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) { return byte(i) >= low && byte(i) <= high; };
  if (text.empty()) return 0;
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool second = follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool second = follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// Where the first byte stands that belongs to no UTF-8 sequence, counted from 0; nothing if all do.
[[nodiscard]] inline std::optional<std::size_t> first_bad_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

/// `text` behind its byte order mark, if it begins with one.
[[nodiscard]] inline std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

/// "UTF-16" or "UTF-32" if `text` begins with a byte order mark of one of them, else nothing.
[[nodiscard]] inline std::string_view foreign_byte_order_mark(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xff\xfe\0\0"sv) || text.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv)) return "UTF-16";
  return {};
}

}  // namespace uthi
