// Text of files and of standard input, line by line: the one place where encoding and length are checked.
//
//   byte order mark   passed over once, at the start; one of UTF-16 or UTF-32 is an error that names it
//   encoding          UTF-8 without NUL; a line that is not is given as a fault that names its byte
//   longest line      a line beyond it is a fault; what is left of the line is passed over
//   most bytes        of the whole text; a stream that goes on beyond it is not read further
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace uthi {

struct TextLimits {
  std::size_t line = std::size_t{1} << 16;   ///< Bytes of a line.
  std::size_t whole = std::size_t{1} << 26;  ///< Bytes of the text; of one line beyond its limit, where `endless`.
  bool endless = false;                      ///< Any number of lines: only a line is limited.
};

struct TextLine {
  std::uint64_t number = 0;  ///< From 1.
  std::string text;          ///< Without its end ("\n" or "\r\n").
  std::string fault{};       ///< Why it cannot be read; empty where it can.
};

class TextReader {
 public:
  /// Opens `file`, "-" for standard input. `before_waiting` is called before each read, so that a program at the other end of
  /// two pipes gets each answer at once. Throws InputOutputError.
  TextReader(std::string file, TextLimits limits, std::function<void()> before_waiting = {});
  ~TextReader();
  TextReader(const TextReader&) = delete;
  TextReader& operator=(const TextReader&) = delete;

  /// Nothing at the end of the text. Throws InputOutputError, DoesNotFit beyond `limits.whole`, UsageError for UTF-16 and UTF-32.
  [[nodiscard]] std::optional<TextLine> next();
  /// The file, or "standard input": for messages.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  bool fill();
  void check_whole();

  std::string name_;
  TextLimits limits_;
  std::function<void()> before_waiting_;
  int descriptor_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t bytes_ = 0;  // that count against limits_.whole
  bool ended_ = false;
};

}  // namespace uthi
