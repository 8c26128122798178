// Filling lines word by word.
#include "tools/wrapping.hpp"

#include <algorithm>
#include <vector>

namespace uthi {

namespace {

// Columns that UTF-8 takes: bytes that go on with a character take none.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Words stay whole, even if one is longer than a line.
std::string filled(const std::vector<std::string>& words, std::size_t first_indent, std::size_t indent) {
  std::string text;
  std::string line(first_indent, ' ');
  bool empty = true;
  for (const std::string& word : words) {
    if (!empty && columns_of(line) + 1 + columns_of(word) > kColumns) {
      text.append(line).append("\n");
      line.assign(indent, ' ');
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  return text + line;
}

std::vector<std::string> words_of(std::string_view text, bool keep_brackets) {
  std::vector<std::string> words;
  int open = 0;
  bool in_word = false;
  for (const char c : text) {
    if (c == ' ' && open == 0) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    words.back() += c;
    if (keep_brackets && c == '[') ++open;
    if (keep_brackets && c == ']') --open;
  }
  return words;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

}  // namespace

std::string wrapped(std::string_view text) {
  std::string out;
  std::string paragraph;
  const auto close = [&] {
    if (paragraph.empty()) return;
    const std::size_t indent = indent_of(paragraph);
    out.append(filled(words_of(paragraph, false), indent, indent == 0 ? 0 : indent + 4)).append("\n");
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const bool goes_on = !paragraph.empty() && indent_of(paragraph) == 0 && indent_of(line) == 0 && !paragraph.ends_with(':');
    if (!goes_on) close();
    if (line.empty()) {
      close();
      out += '\n';
    } else {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
    }
  }
  close();
  if (!out.empty()) out.pop_back();
  return out;
}

std::string wrapped_usage(std::string_view usage) {
  std::vector<std::string> words = words_of(usage, true);
  words.insert(words.begin(), "Usage:");
  return filled(words, 0, 9);
}

}  // namespace uthi
