// Writing to standard output, and small pieces of text.
#include "tools/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/error.hpp"
#include "tools/utf8.hpp"

namespace uthi {

namespace {

constexpr std::size_t kWriteAt = 1U << 16;

}  // namespace

void Output::text(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kWriteAt) flush();
}

void Output::line(std::string_view text) {
  buffer_ += text;
  this->text("\n");
}

void Output::line(const boost::json::object& object) { line(boost::json::serialize(object)); }

void Output::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, left.data(), left.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      const int error = errno;
      buffer_.clear();
      if (error == EPIPE) throw OutputClosed();
      throw InputOutputError(fmt::format("standard output: {}", std::strerror(error)));
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

bool colours_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string coloured(std::string_view text, Colour colour) {
  static const bool wanted = colours_wanted();
  if (!wanted || colour == Colour::none) return std::string(text);
  constexpr std::array<std::string_view, 5> kCodes{"", "1", "32", "33", "31"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(colour)], text);
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      valid += "\xef\xbf\xbd";
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

std::string with_commas(unsigned __int128 number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(unsigned __int128 number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(number), number == 1 ? one : many);
}

std::string byte_text(std::uint64_t bytes) {
  if (bytes < 1000) return counted(bytes, "byte", "bytes");
  double value = static_cast<double>(bytes);
  for (const char* unit : {"kB", "MB", "GB", "TB", "PB"}) {
    value /= 1000;
    if (value < 999.95) return fmt::format("{:.1f} {}", value, unit);
  }
  return fmt::format("{:.1f} EB", value / 1000);
}

}  // namespace uthi
