// Standard output: whole writes, colours where a person looks.
#pragma once

#include <boost/json/object.hpp>
#include <exception>
#include <string>
#include <string_view>

namespace uthi {

/// The reader of standard output went away; not an error worth a message.
struct OutputClosed : std::exception {};

/// Collects text and writes it to standard output.
class Output {
 public:
  void text(std::string_view text);
  void line(std::string_view text);
  /// One JSON object on one line.
  void line(const boost::json::object& object);
  /// Throws OutputClosed if nobody reads any more, InputOutputError if writing fails.
  void flush();

 private:
  std::string buffer_;
};

/// True if standard output is a terminal and NO_COLOR does not forbid colours.
[[nodiscard]] bool colours_wanted();

enum class Colour { none, bold, green, yellow, red };
/// `text` in a colour if colours are wanted.
[[nodiscard]] std::string coloured(std::string_view text, Colour colour);

/// `text` with bytes that are no UTF-8 replaced by U+FFFD, so that it can stand in JSON.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// "1,234,567"
[[nodiscard]] std::string with_commas(unsigned __int128 number);
/// "1 ply", "7 plies"
[[nodiscard]] std::string counted(unsigned __int128 number, std::string_view one, std::string_view many);
/// "512 bytes", "3.4 MB": decimal units.
[[nodiscard]] std::string byte_text(std::uint64_t bytes);

}  // namespace uthi
