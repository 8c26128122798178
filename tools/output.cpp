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
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// Stands before the number of a colour in what `coloured` returns, until Output turns it into an escape sequence. It is in no
// UTF-8 text, so that text from outside can at most change a colour by it, and command nothing.
constexpr char kColourMark = '\xff';
constexpr std::array<std::string_view, 5> kCodes{"0", "1", "32", "33", "31"};

}  // namespace

void Output::bytes(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kWriteAt) flush();
}

void Output::text(std::string_view text) {
  static const bool colours = colours_wanted();
  std::string shown;
  while (!text.empty()) {
    const std::size_t mark = text.find(kColourMark);
    shown += printable(text.substr(0, mark));
    if (mark == std::string_view::npos) break;
    text.remove_prefix(mark + 1);
    const std::size_t colour = text.empty() ? kCodes.size() : static_cast<std::size_t>(text.front() - '0');
    if (colour >= kCodes.size() || !colours) {  // no mark of `coloured`: a byte that is no UTF-8
      shown += kReplacement;
      continue;
    }
    shown += fmt::format("\x1b[{}m", kCodes[colour]);
    text.remove_prefix(1);
  }
  bytes(shown);
}

void Output::line(std::string_view text) {
  this->text(text);
  bytes("\n");
}

void Output::line(const boost::json::object& object) { bytes(boost::json::serialize(object) + "\n"); }

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
  return fmt::format("{0}{1}{2}{0}0", kColourMark, static_cast<int>(colour), text);
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

std::string printable(std::string_view text) {
  std::string shown;
  const std::string valid = valid_utf8(text);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    const bool c1 = byte == 0xc2 && static_cast<unsigned char>(valid[i + 1]) < 0xa0;  // two bytes, as this is UTF-8
    if (c1) ++i;
    if (c1 || byte == 0x7f || (byte < 0x20 && byte != '\n' && byte != '\t')) {
      shown += kReplacement;
    } else {
      shown += valid[i];
    }
  }
  return shown;
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
