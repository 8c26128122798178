// Parsing of command lines with Boost.Program_options, errors that name the nearest option, help pages.
#include "tools/command.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <sstream>
#include <thread>

#include "core/nearest.hpp"
#include "tools/wrapping.hpp"

namespace uthi {

namespace po = boost::program_options;

namespace {

po::options_description options_of(const Command& command) {
  po::options_description description("Options", kColumns, kColumns / 2);
  auto add = description.add_options();
  for (const OptionHelp& option : command.options) {
    const std::string name(option.name);
    const std::string help(option.help);
    if (option.value.empty()) {
      add(name.c_str(), help.c_str());
    } else {
      add(name.c_str(), po::value<std::string>()->value_name(std::string(option.value)), help.c_str());
    }
  }
  add("help,h", "explain the command");
  return description;
}

[[noreturn]] void fail_unknown(const Command& command, std::string_view option) {
  std::vector<std::string> names{"--help"};
  for (const OptionHelp& known : command.options) names.push_back(fmt::format("--{}", known.name));
  throw UsageError(fmt::format("unknown option {}{}; \"uthi {} --help\" lists those of {}", option,
                               did_you_mean(option, {names.begin(), names.end()}), command.name, command.name));
}

}  // namespace

Arguments::Arguments(const Command& command, const std::vector<std::string>& words) {
  po::options_description all = options_of(command);
  all.add_options()(" words", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add(" words", -1);
  try {
    // No guessing: an abbreviation that is unique today would change its meaning with the next option.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(words).options(all).positional(positional).style(style).run(), map_);
  } catch (const po::unknown_option& error) {
    fail_unknown(command, error.get_option_name());
  } catch (const po::error& error) {
    throw UsageError(fmt::format("{}; \"uthi {} --help\" shows how it is called", error.what(), command.name));
  }
  if (map_.count(" words") != 0) words_ = map_[" words"].as<std::vector<std::string>>();
  if (has("help")) return;
  if (words_.size() < command.least_words || words_.size() > command.most_words) {
    const std::string_view few_or_many = words_.size() < command.least_words ? "few" : "many";
    throw UsageError(fmt::format("too {} arguments for {}; expected: {}", few_or_many, command.name, command.usage));
  }
}

bool Arguments::has(const char* option) const { return map_.count(option) != 0; }

std::optional<std::string> Arguments::text(const char* option) const {
  if (!has(option)) return std::nullopt;
  return map_[option].as<std::string>();
}

std::optional<std::int64_t> Arguments::number(const char* option, std::int64_t least, std::int64_t most) const {
  const auto value = text(option);
  if (!value) return std::nullopt;
  return parse_number(fmt::format("--{}", option), *value, least, most);
}

std::optional<double> Arguments::decimal(const char* option, double least, double most) const {
  const auto value = text(option);
  if (!value) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error != std::errc{} || end != value->data() + value->size() || !(number >= least) || !(number <= most)) {
    throw UsageError(fmt::format("--{} {}: expected a number from {} to {}", option, *value, least, most));
  }
  return number;
}

std::optional<std::uint64_t> Arguments::gibibytes(const char* option) const {
  const auto value = text(option);
  if (!value) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  constexpr double kMost = 1e6;
  if (error != std::errc{} || end != value->data() + value->size() || !(number > 0) || number > kMost) {
    throw UsageError(fmt::format("--{} {}: expected a number of GiB above 0, for example --{} 1.5", option, *value, option));
  }
  return static_cast<std::uint64_t>(std::llround(number * (1ULL << 30)));
}

int Arguments::threads() const {
  if (const auto asked = number("threads", 1, 1024)) return static_cast<int>(*asked);
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0 && CPU_COUNT(&allowed) > 0) return CPU_COUNT(&allowed);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::int64_t parse_number(std::string_view what, std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
    throw UsageError(fmt::format("{} {}: expected a whole number from {} to {}", what, text, least, most));
  }
  return number;
}

std::string help_of(const Command& command) {
  std::ostringstream out;
  out << options_of(command);
  // The library leaves blanks at the ends of lines that it broke.
  std::string options;
  for (const char c : out.str()) {
    if (c == '\n') options.erase(options.find_last_not_of(' ') + 1);
    options += c;
  }
  return fmt::format("{}\n\n{}\n\n{}\n\n{}\nExamples:\n{}\n", wrapped(fmt::format("{}: {}", command.name, command.summary)),
                     wrapped_usage(command.usage), wrapped(command.description), options, command.examples);
}

}  // namespace uthi
