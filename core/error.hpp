// The errors that outside data or the user can cause; each kind has its own exit code.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace uthi {

/// Exit codes of the program `uthi`. `no` is a correct answer that happens to be negative.
enum class ExitCode : int {
  ok = 0,
  no = 1,
  usage = 2,
  bad_position = 3,
  table_missing = 4,
  table_damaged = 5,
  does_not_fit = 6,
  input_output = 7,
  interrupted = 130,
};

/// `message` with "\0" for each NUL byte, at which what() would end. Messages quote what came from outside.
[[nodiscard]] inline std::string with_nul_shown(std::string message) {
  for (std::size_t nul = message.find('\0'); nul != std::string::npos; nul = message.find('\0', nul)) message.replace(nul, 1, "\\0");
  return message;
}

/// Base of every error that Uthi reports; `what()` says what was expected and gives a right example where one helps.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(with_nul_shown(message)), code_(code) {}
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Wrong option, command, rule or argument.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// A position or move that cannot be read, or that the rules do not allow.
struct PositionError : Error {
  explicit PositionError(const std::string& message) : Error(ExitCode::bad_position, message) {}
};

/// The position is fine, but no table covers it.
struct TableMissing : Error {
  explicit TableMissing(const std::string& message) : Error(ExitCode::table_missing, message) {}
};

/// A table file whose contents cannot be trusted.
struct TableDamaged : Error {
  explicit TableDamaged(const std::string& message) : Error(ExitCode::table_damaged, message) {}
};

/// The work needs more memory, disk, time or number range than there is.
struct DoesNotFit : Error {
  explicit DoesNotFit(const std::string& message) : Error(ExitCode::does_not_fit, message) {}
};

/// The operating system refused to read, write or lock.
struct InputOutputError : Error {
  explicit InputOutputError(const std::string& message) : Error(ExitCode::input_output, message) {}
};

/// The user asked to stop (SIGINT, SIGTERM).
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::interrupted, "interrupted") {}
};

}  // namespace uthi
