// The program `uthi`: finds the command, runs it, and turns errors into messages and exit codes.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/rule_set.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/wrapping.hpp"

namespace uthi {

namespace {

struct Group {
  std::string_view title;
  std::vector<const Command*> commands;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> list{
      {"Answers from tables", {&probe_command(), &line_command(), &serve_command(), &export_site_command()}},
      {"Tables", {&build_command(), &verify_command(), &recompress_command(), &info_command(), &stats_command()}},
      {"Beyond the tables", {&solve_command(), &check_proof_command(), &explain_command()}},
      {"Rules, without tables", {&start_command(), &moves_command(), &play_command(), &show_command(), &perft_command(), &rules_command()}},
      {"The composer's workshop",
       {&cook_command(), &mine_command(), &twin_command(), &similar_command(), &problems_command(), &render_command(), &book_command()}},
      {"Speed", {&bench_command()}},

  };
  return list;
}

std::string overview() {
  std::string games;
  for (const GameSpec* game : all_games()) games += fmt::format("{}{}", games.empty() ? "" : ", ", game->title);
  std::string text = wrapped(fmt::format("uthi solves end-games of Kenyan mancala ({}) and answers from tables, exactly.", games)) +
                     "\n\nUsage: uthi COMMAND [arguments] [options]\n";
  for (const Group& group : groups()) {
    text += fmt::format("\n{}:\n", group.title);
    for (const Command* command : group.commands) text += fmt::format("  {:<11} {}\n", command->name, command->summary);
  }
  return text +
         "\nHelp:\n"
         "  help        explain a command; uthi COMMAND --help does the same\n"
         "\nExamples:\n"
         "  uthi probe 'giuthi:2,0,0,1,4/0,1,0,1,0 6 5 S'\n"
         "  uthi build giuthi 2x6 --seeds 12 --tables ./tables\n"
         "  uthi help probe\n"
         "\n" +
         wrapped("A position is North's row as drawn, South's row, South's store, North's store, and the side to move.") + "\n" +
         wrapped(
             "Exit codes: 0 ok, 1 the answer is no, 2 usage, 3 bad position, 4 table missing, 5 table damaged, 6 does not fit, 7 "
             "input/output, 130 interrupted.") +
         "\n";
}

const Command& command_named(std::string_view name) {
  std::vector<std::string_view> names{"help"};
  for (const Group& group : groups()) {
    for (const Command* command : group.commands) {
      if (command->name == name) return *command;
      names.push_back(command->name);
    }
  }
  throw UsageError(fmt::format("there is no command \"{}\"{}; \"uthi --help\" lists them", name, did_you_mean(name, names)));
}

ExitCode print(const std::string& text) {
  Output output;
  output.text(text);
  output.flush();
  return ExitCode::ok;
}

ExitCode run(std::vector<std::string> words) {
  if (words.empty()) throw UsageError("a command is missing; \"uthi --help\" lists them, for example: uthi rules giuthi");
  const std::string name = words.front();
  words.erase(words.begin());
  if (name == "--version") return print(fmt::format("uthi {}\n", UTHI_VERSION));
  if (name == "--help" || name == "-h" || (name == "help" && words.empty())) return print(overview());
  if (name == "help") {
    if (words.front() == "help" || words.front() == "--help" || words.front() == "-h") return print(overview());
    return print(help_of(command_named(words.front())));
  }
  if (name.starts_with('-')) {
    throw UsageError(fmt::format("unknown option {}{}; a command comes first, \"uthi --help\" lists them", name,
                                 did_you_mean(name, {"--help", "--version"})));
  }
  const Command& command = command_named(name);
  const Arguments arguments(command, words);
  if (arguments.has("help")) return print(help_of(command));
  if (arguments.has("ascii")) setenv("LC_ALL", "C", 1);  // what draws asks the locale
  return command.run(arguments);
}

// Messages quote what the user gave; control characters in it are not for the terminal to obey.
int report(std::string_view message, ExitCode code) {
  const std::string line = "uthi: " + printable(message) + "\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  return static_cast<int>(code);
}

bool out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr || dynamic_cast<const std::length_error*>(&error) != nullptr) return true;
  // A thread that cannot be started.
  const auto* const refused = dynamic_cast<const std::system_error*>(&error);
  return refused != nullptr &&
         (refused->code() == std::errc::resource_unavailable_try_again || refused->code() == std::errc::not_enough_memory);
}

// Needs no memory.
[[noreturn]] void leave_without_memory() {
  constexpr std::string_view kText = "uthi: out of memory\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
  _exit(static_cast<int>(ExitCode::does_not_fit));
}

// Where memory ends before main begins, in a thread of a library, or where nothing may throw. A fault of the program still aborts.
[[noreturn]] void terminated() {
  if (const std::exception_ptr error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception& known) {
      if (out_of_memory(known)) leave_without_memory();
      (void)report(known.what(), ExitCode::input_output);
    } catch (...) {
    }
  }
  std::abort();
}

// Before the other objects of the program are made.
struct TerminateHandler {
  TerminateHandler() { std::set_terminate(terminated); }
};
[[gnu::init_priority(101)]] const TerminateHandler kTerminateHandler;

// Commands that have something to put in order (build) set handlers of their own.
void leave_on(int signal) {
  struct sigaction action = {};
  action.sa_handler = [](int) { _exit(static_cast<int>(ExitCode::interrupted)); };
  sigaction(signal, &action, nullptr);
}

}  // namespace

}  // namespace uthi

int main(int argc, char** argv) {
  using uthi::ExitCode;
  std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe is met where it is written
  uthi::leave_on(SIGINT);
  uthi::leave_on(SIGTERM);
  try {
    return static_cast<int>(uthi::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
  } catch (const uthi::OutputClosed&) {
    return 0;
  } catch (const uthi::Error& error) {
    return uthi::report(error.what(), error.code());
  } catch (const std::exception& error) {
    if (uthi::out_of_memory(error)) return uthi::report("out of memory", ExitCode::does_not_fit);
    return uthi::report(error.what(), ExitCode::input_output);
  }
}
