// A child process between two pipes.
#include "tools/workshop/converter.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

extern char** environ;

namespace uthi::workshop {

namespace {

[[noreturn]] void refused(const std::string& program, int error) {
  throw InputOutputError(fmt::format("{}: cannot be run: {}", program, std::strerror(error)));
}

// Two ends of a pipe, closed when done with.
struct Pipe {
  explicit Pipe(const std::string& program) {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) refused(program, errno);
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  std::array<int, 2> ends{-1, -1};  // to read, to write
};

bool read_some(Pipe& pipe, std::string& to) {
  std::array<char, 1 << 16> buffer{};
  const ssize_t count = ::read(pipe.ends[0], buffer.data(), buffer.size());
  if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) pipe.close(0);
  return count > 0;
}

}  // namespace

std::string converted(const std::string& program, const std::vector<std::string>& arguments, std::string_view input,
                      std::string_view package) {
  Pipe in(program);
  Pipe out(program);
  Pipe error(program);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.ends[1], STDERR_FILENO);
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT) {
    throw InputOutputError(fmt::format("{} is not installed; on Debian: apt install {}", program, package));
  }
  if (failed != 0) refused(program, failed);
  in.close(0);
  out.close(1);
  error.close(1);
  std::string result;
  std::string said;
  while (out.ends[0] >= 0 || error.ends[0] >= 0) {
    std::array<pollfd, 3> wait{{{out.ends[0], POLLIN, 0}, {error.ends[0], POLLIN, 0}, {in.ends[1], POLLOUT, 0}}};
    if (::poll(wait.data(), wait.size(), -1) < 0 && errno != EINTR) break;
    if (wait[0].revents != 0) read_some(out, result);
    if (wait[1].revents != 0) read_some(error, said);
    if (wait[2].revents == 0) continue;
    const ssize_t count = input.empty() ? 0 : ::write(in.ends[1], input.data(), std::min<std::size_t>(input.size(), 1 << 12));
    if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
    if (input.empty() || (count < 0 && errno != EINTR)) in.close(1);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw InputOutputError(fmt::format("{} failed: {}", program, said.empty() ? "it said nothing" : said.substr(0, 1000)));
  }
  return result;
}

std::string png_of(std::string_view svg, int width) {
  return converted("rsvg-convert", {"--format", "png", "--width", std::to_string(width), "--keep-aspect-ratio"}, svg, "librsvg2-bin");
}

std::string pdf_of(std::string_view html) { return converted("weasyprint", {"--encoding", "utf-8", "-", "-"}, html, "weasyprint"); }

}  // namespace uthi::workshop
