// Commands and their arguments: what each takes, how its help reads, and the words of a command line once parsed.
#pragma once

#include <boost/program_options/variables_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace uthi {

class Arguments;

/// One option of a command; `value` names what follows it ("DIR"), empty for a flag.
struct OptionHelp {
  std::string_view name;
  std::string_view value;
  std::string_view help;
};

struct Command {
  std::string_view name;
  std::string_view summary{};      ///< One line for the overview.
  std::string_view usage{};        ///< "uthi probe POSITION... [options]"
  std::string_view description{};  ///< A paragraph or two.
  std::vector<OptionHelp> options{};
  std::string_view examples{};  ///< Command lines, indented by two.
  std::size_t least_words = 0;
  std::size_t most_words = std::numeric_limits<std::size_t>::max();
  ExitCode (*run)(const Arguments& arguments) = nullptr;
};

inline constexpr OptionHelp kTablesOption{"tables", "DIR", "folder of the tables; default $UTHI_TABLES, else $XDG_DATA_HOME/uthi"};
inline constexpr OptionHelp kJsonOption{"json", "", "print JSON, an object a line"};
inline constexpr OptionHelp kAsciiOption{"ascii", "", "draw with ASCII alone, as where TERM is dumb or the locale not UTF-8"};
inline constexpr OptionHelp kRulesOption{"rules", "K=V,...", "rule options, for example origin=sow,chain=broken"};
inline constexpr OptionHelp kMarksOption{"marks", "M", "most marked pits (nki of Kiothi), 0 to all; default 0"};
inline constexpr OptionHelp kThreadsOption{"threads", "N", "threads to use; default: all processor cores"};

/// The parsed words of one command line.
class Arguments {
 public:
  /// Throws UsageError, naming the nearest option for an unknown one.
  Arguments(const Command& command, const std::vector<std::string>& words);

  [[nodiscard]] bool has(const char* option) const;
  [[nodiscard]] std::optional<std::string> text(const char* option) const;
  /// Throws UsageError unless the option's value is a whole number in least..most.
  [[nodiscard]] std::optional<std::int64_t> number(const char* option, std::int64_t least, std::int64_t most) const;
  /// Throws UsageError unless the option's value is a number in least..most, with a point or without.
  [[nodiscard]] std::optional<double> decimal(const char* option, double least, double most) const;
  /// Throws UsageError unless the option's value is a number of GiB above 0; returns bytes.
  [[nodiscard]] std::optional<std::uint64_t> gibibytes(const char* option) const;
  /// Threads asked for, or the number of processor cores that this process may use.
  [[nodiscard]] int threads() const;
  /// Words that are no options.
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

 private:
  boost::program_options::variables_map map_;
  std::vector<std::string> words_;
};

/// Reads a whole number in least..most; `what` names it in the UsageError.
[[nodiscard]] std::int64_t parse_number(std::string_view what, std::string_view text, std::int64_t least, std::int64_t most);

/// The help page of a command.
[[nodiscard]] std::string help_of(const Command& command);

}  // namespace uthi
