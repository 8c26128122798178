// The program `uthi`: finds the command, runs it, and turns errors into messages and exit codes.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
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
  std::string line = "uthi: ";
  for (const char c : message) line += (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f ? '?' : c;
  line += '\n';
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  return static_cast<int>(code);
}

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
  } catch (const std::bad_alloc&) {
    return uthi::report("out of memory", ExitCode::does_not_fit);
  } catch (const std::exception& error) {
    return uthi::report(error.what(), ExitCode::input_output);
  }
}
