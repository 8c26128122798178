// Reading by blocks, and what is wrong with a line.
#include "tools/text_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "tools/utf8.hpp"

namespace uthi {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

int opened(const std::string& file) {
  if (file == "-") return STDIN_FILENO;
  for (;;) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) return descriptor;
    if (errno != EINTR) throw InputOutputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  }
}

// Why a line is no text; empty if it is.
std::string fault_of(std::string_view text) {
  const std::size_t nul = text.find('\0');
  const auto bad = first_bad_utf8(text);
  if (nul < bad.value_or(text.size())) {
    return fmt::format("expected text in UTF-8, but byte {} is NUL, as in UTF-16 or in a file that is no text", nul + 1);
  }
  if (!bad) return {};
  return fmt::format("expected text in UTF-8, which byte {} (0x{:02x}) is not; if it is Latin-1, convert it: iconv -f latin1 -t utf-8",
                     *bad + 1, static_cast<unsigned char>(text[*bad]));
}

}  // namespace

TextReader::TextReader(std::string file, TextLimits limits, std::function<void()> before_waiting)
    : name_(file == "-" ? "standard input" : file),
      limits_(limits),
      before_waiting_(std::move(before_waiting)),
      descriptor_(opened(file)) {}

TextReader::~TextReader() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::optional<TextLine> TextReader::next() {
  TextLine line{.number = line_ + 1, .text = {}};
  bool too_long = false;
  bool any = false;
  for (;;) {
    const std::size_t end = buffer_.find('\n', at_);
    const std::size_t stop = std::min(end, buffer_.size());
    any = any || stop > at_ || end != std::string::npos;
    const std::size_t room = limits_.line - line.text.size();
    too_long = too_long || stop - at_ > room;
    line.text.append(buffer_, at_, std::min(stop - at_, room));
    bytes_ += stop - at_;
    at_ = stop;
    check_whole();
    if (end != std::string::npos) {
      ++at_;
      break;
    }
    if (!fill()) {
      if (!any) return std::nullopt;
      break;
    }
  }
  bytes_ = limits_.endless ? 0 : bytes_ + 1;
  if (++line_ == 1) {
    if (const auto other = foreign_byte_order_mark(line.text); !other.empty()) {
      throw UsageError(
          fmt::format("{}: the text is in {}; expected UTF-8, to which this converts: iconv -f {} -t utf-8", name_, other, other));
    }
    line.text.erase(0, line.text.size() - without_byte_order_mark(line.text).size());
  }
  if (line.text.ends_with('\r') && !too_long) line.text.pop_back();
  line.fault = too_long ? fmt::format("expected a line of at most {} bytes", limits_.line) : fault_of(line.text);
  return line;
}

void TextReader::check_whole() {
  if (bytes_ <= limits_.whole) return;
  throw DoesNotFit(fmt::format("{}, line {}: not read further: expected {} MiB at most{}", name_, line_ + 1, limits_.whole >> 20,
                               limits_.endless ? " in a line" : ""));
}

bool TextReader::fill() {
  if (ended_) return false;
  if (before_waiting_) before_waiting_();
  buffer_.resize(kBlock);
  at_ = 0;
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      buffer_.clear();
      throw InputOutputError(fmt::format("{}: cannot be read: {}", name_, std::strerror(error)));
    }
    buffer_.resize(static_cast<std::size_t>(got));
    ended_ = got == 0;
    return got > 0;
  }
}

}  // namespace uthi
