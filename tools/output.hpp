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
  /// For people: what could command a terminal is shown as by `printable`, but for the colours of `coloured`.
  void text(std::string_view text);
  /// As they are: pictures, files, data.
  void bytes(std::string_view bytes);
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
/// `text` in a colour if colours are wanted; for Output alone, which makes the colour of a mark.
[[nodiscard]] std::string coloured(std::string_view text, Colour colour);

/// `text` with bytes that are no UTF-8 replaced by U+FFFD, so that it can stand in JSON.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// `text` for people: control characters but the end of a line and the tabulator (C0, DEL, C1; terminals obey them) and bytes
/// that are no UTF-8 are replaced by U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// "1,234,567"
[[nodiscard]] std::string with_commas(unsigned __int128 number);
/// "1 ply", "7 plies"
[[nodiscard]] std::string counted(unsigned __int128 number, std::string_view one, std::string_view many);
/// "512 bytes", "3.4 MB": decimal units.
[[nodiscard]] std::string byte_text(std::uint64_t bytes);

}  // namespace uthi
