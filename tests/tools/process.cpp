// Processes, pipes and terminals for the tests.
#include "tests/tools/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace uthi::test {

namespace {

[[noreturn]] void start_program(const std::vector<std::string>& arguments, const Setting& setting) {
  std::vector<std::string> words{UTHI_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  // The first of two of the same name counts.
  std::vector<std::string> variables = setting.environment;
  for (const char* variable : {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "TERM=xterm", "LC_ALL=C.UTF-8"}) variables.emplace_back(variable);
  std::vector<char*> argv;
  std::vector<char*> environment;
  for (std::string& word : words) argv.push_back(word.data());
  for (std::string& variable : variables) environment.push_back(variable.data());
  argv.push_back(nullptr);
  environment.push_back(nullptr);
  if (setting.address_space != 0) {
    const rlimit limit{setting.address_space, setting.address_space};
    setrlimit(RLIMIT_AS, &limit);
  }
  std::signal(SIGPIPE, SIG_DFL);
  execve(argv[0], argv.data(), environment.data());
  _exit(126);
}

int code_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("waitpid failed");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
  }
};

// Reads what is there into `text`; false at the end.
bool drain(int descriptor, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && errno == EINTR);
}

}  // namespace

std::vector<boost::json::value> Result::json_lines() const {
  std::vector<boost::json::value> values;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) values.push_back(boost::json::parse(line));
  return values;
}

boost::json::object Result::json() const {
  const auto lines = json_lines();
  if (lines.size() != 1) throw std::runtime_error("expected one line of JSON, got: " + out + err);
  return lines.front().as_object();
}

Result run(const std::vector<std::string>& arguments, const Setting& setting) {
  Pipe in;
  Pipe out;
  Pipe err;
  const pid_t process = fork();
  if (process == 0) {
    dup2(in.ends[0], STDIN_FILENO);
    dup2(out.ends[1], STDOUT_FILENO);
    dup2(err.ends[1], STDERR_FILENO);
    if (setting.output_file) dup2(open(setting.output_file->c_str(), O_WRONLY | O_CREAT, 0666), STDOUT_FILENO);
    if (setting.close_output) close(out.ends[0]);  // the parent's end is closed below
    start_program(arguments, setting);
  }
  close(in.ends[0]);
  close(out.ends[1]);
  close(err.ends[1]);
  if (setting.close_output) close(out.ends[0]);
  std::signal(SIGPIPE, SIG_IGN);
  fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
  Result result;
  std::size_t sent = 0;
  bool in_open = true;
  bool out_open = !setting.close_output;
  bool err_open = true;
  while (in_open || out_open || err_open) {
    if (in_open && sent == setting.input.size()) {
      close(in.ends[1]);
      in_open = false;
      continue;
    }
    std::array<pollfd, 3> polls{pollfd{in_open ? in.ends[1] : -1, POLLOUT, 0}, pollfd{out_open ? out.ends[0] : -1, POLLIN, 0},
                                pollfd{err_open ? err.ends[0] : -1, POLLIN, 0}};
    poll(polls.data(), polls.size(), -1);
    if (in_open && polls[0].revents != 0) {
      const ssize_t written = write(in.ends[1], setting.input.data() + sent, setting.input.size() - sent);
      if (written > 0) sent += static_cast<std::size_t>(written);
      if (written < 0 && errno == EPIPE) sent = setting.input.size();
    }
    if (out_open && polls[1].revents != 0) out_open = drain(out.ends[0], result.out);
    if (err_open && polls[2].revents != 0) err_open = drain(err.ends[0], result.err);
  }
  if (!setting.close_output) close(out.ends[0]);
  close(err.ends[0]);
  result.code = code_of(process);
  return result;
}

Result run_on_terminal(const std::vector<std::string>& arguments, const Setting& setting) {
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process == 0) start_program(arguments, setting);
  if (process < 0) throw std::runtime_error("no terminal for the test");
  Result result;
  while (drain(terminal, result.out)) {
  }
  result.code = code_of(process);
  close(terminal);
  return result;
}

Running::Running(const std::vector<std::string>& arguments, const std::optional<std::string>& output_file) : process_(fork()) {
  if (process_ == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, descriptor);
    if (output_file) dup2(open(output_file->c_str(), O_WRONLY | O_CREAT, 0666), STDOUT_FILENO);
    start_program(arguments, {});
  }
}

Running::~Running() {
  if (code_) return;
  signal(SIGKILL);
  wait();
}

void Running::signal(int signal) const { kill(process_, signal); }

bool Running::finished() {
  int status = 0;
  if (!code_ && waitpid(process_, &status, WNOHANG) == process_) code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return code_.has_value();
}

int Running::wait() {
  if (!code_) code_ = code_of(process_);
  return *code_;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "uthi-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<boost::json::object> objects_of(const std::filesystem::path& file) {
  std::vector<boost::json::object> objects;
  std::istringstream lines(contents_of(file));
  for (std::string line; std::getline(lines, line);) objects.push_back(boost::json::parse(line).as_object());
  return objects;
}

}  // namespace uthi::test
