// uthi recompress: tables of any format version and level rewritten in the newest form.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <tuple>

#include "core/error.hpp"
#include "tablebase/folder_lock.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/progress.hpp"

namespace uthi {

namespace {

constexpr std::string_view kExtension = ".uthi";

// The table files that the words name: files as they are, of folders all below them. Sorted, each once.
std::vector<std::filesystem::path> files_named(const std::vector<std::string>& words) {
  std::vector<std::filesystem::path> files;
  for (const std::string& word : words) {
    std::error_code error;
    if (std::filesystem::is_regular_file(word, error)) {
      files.emplace_back(word);
      continue;
    }
    if (!std::filesystem::is_directory(word, error)) {
      throw InputOutputError(fmt::format("{}: expected a table file or a folder of tables", word));
    }
    for (auto it = std::filesystem::recursive_directory_iterator(word, error); !error && it != end(it); it.increment(error)) {
      if (it->path().extension() == kExtension) files.push_back(it->path());
    }
    if (error) throw InputOutputError(fmt::format("{}: cannot list this folder: {}", word, error.message()));
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  if (files.empty()) {
    throw TableMissing(fmt::format("no tables in {}; build some, for example: uthi build giuthi 2x6 --seeds 10", words.front()));
  }
  return files;
}

// Keeps builds out of the folders whose tables are being replaced.
class Locks {
 public:
  void lock_for(const std::filesystem::path& file) {
    const auto folder = std::filesystem::absolute(file).lexically_normal().parent_path().parent_path();
    if (!held_.contains(folder)) held_.emplace(std::piecewise_construct, std::tuple(folder), std::tuple(folder));
  }

 private:
  std::map<std::filesystem::path, FolderLock> held_;
};

bool is_as_asked(const TableHeader& header, const WriteOptions& options) {
  const int by_default = header.has_depths() ? kBlockBitsWithDepths : header.strips ? kStripBits : kBlockBits;
  const int bits = options.block_bits != 0 ? options.block_bits : by_default;
  return header.version == kTableVersion && header.level == options.level && header.columns[0].block_bits == bits;
}

struct FileReport {
  std::filesystem::path path;
  TableHeader before;
  TableHeader after;
  bool kept = false;  ///< It was as asked for already.
};

boost::json::object json_of(const FileReport& report) {
  return {{"path", valid_utf8(report.path.string())},
          {"game", report.before.rules.game().name},
          {"board", report.before.rules.board_text()},
          {"rules", json_of(report.before.rules)},
          {"layer", json_of(report.before.layer)},
          {"kept", report.kept},
          {"version_before", report.before.version},
          {"version", report.after.version},
          {"level", report.after.level},
          {"bytes_before", report.before.file_bytes},
          {"bytes", report.after.file_bytes},
          {"values_digest", report.after.values_digest.text()}};
}

std::string text_of(const FileReport& report) {
  return fmt::format("{}: {}{}", report.path.string(), byte_text(report.before.file_bytes),
                     report.kept ? std::string(", kept") : fmt::format(" -> {}", byte_text(report.after.file_bytes)));
}

class Recompression {
 public:
  Recompression(std::vector<std::filesystem::path> files, WriteOptions options, bool as_json)
      : files_(std::move(files)), options_(options), as_json_(as_json) {}

  void run() {
    const StopSignals signals;
    options_.stop = &signals.flag();
    Locks locks;
    for (const auto& file : files_) locks.lock_for(file);
    // Sizes first: every header is checked before anything is replaced, and the progress knows its end.
    for (const auto& file : files_) all_ += static_cast<double>(Table(file, nullptr).header().positions);
    for (const auto& file : files_) {
      if (signals.flag()) throw Interrupted();
      const FileReport report = recompress(file);
      before_ += report.before.file_bytes;
      after_ += report.after.file_bytes;
      kept_ += report.kept ? 1 : 0;
      if (as_json_) {
        output_.line(json_of(report));
      } else {
        output_.line(text_of(report));
      }
      output_.flush();
    }
    if (!as_json_) {
      output_.line(fmt::format("{} rewritten, {} kept: {} -> {}", counted(files_.size() - kept_, "table", "tables"), kept_,
                               byte_text(before_), byte_text(after_)));
    }
    output_.flush();
  }

 private:
  FileReport recompress(const std::filesystem::path& file) {
    const Table table(file, nullptr);
    FileReport report{file, table.header(), table.header(), is_as_asked(table.header(), options_)};
    const auto positions = static_cast<double>(table.header().positions);
    if (!report.kept) {
      const std::string label = fmt::format("layer {} of {}", to_text(table.header().layer), table.header().rules.full_text());
      WriteOptions options = options_;
      options.progress = [&](double share) { progress_.update(done_ + share * positions, all_, worked_ + share * positions, label); };
      report.after = rewrite_table(file, table, options);
      worked_ += positions;
    }
    done_ += positions;
    return report;
  }

  std::vector<std::filesystem::path> files_;
  WriteOptions options_;
  bool as_json_;
  Output output_;
  Progress progress_{"positions"};
  double all_ = 0;
  double done_ = 0;
  double worked_ = 0;
  std::uint64_t before_ = 0;
  std::uint64_t after_ = 0;
  std::size_t kept_ = 0;
};

ExitCode run(const Arguments& arguments) {
  WriteOptions options;
  options.level = static_cast<int>(arguments.number("level", 1, kMaxLevel).value_or(options.level));
  options.block_bits = static_cast<int>(arguments.number("block-bits", kMinBlockBits, kMaxBlockBits).value_or(0));
  options.threads = arguments.threads();
  Recompression(files_named(arguments.words()), options, arguments.has("json")).run();
  return ExitCode::ok;
}

}  // namespace

const Command& recompress_command() {
  static const Command command{
      .name = "recompress",
      .summary = "rewrite tables in the newest format, as tightly as asked for",
      .usage = "uthi recompress DIR|FILE... [--level N] [--block-bits B] [options]",
      .description =
          "Rewrites table files of any format version and level; of a folder all that are below it. Values and digests stay, so\n"
          "the tables above stay right. Each new file is read back and compared with the digests before it takes the place of\n"
          "the old one, whole or not at all; files that are already as asked for are kept, so that a run that was stopped\n"
          "(Ctrl-C, exit code 130) goes on where it was. Needs memory for a few blocks, of strips\n"
          "for the positions with as many seeds in the own row. A damaged file stops it (exit code 5).",
      .options = {{"level", "N", "1 (fast) to 22 (tight): of zstd; from 10 on values without depths are packed in strips; default 19"},
                  {"block-bits", "B",
                   "2^B positions a block, 4 to 20: larger are tighter and slower; default 13 of strips, else 19, with depths 16"},
                  kThreadsOption,
                  kJsonOption},
      .examples =
          "  uthi recompress ./tables\n"
          "  uthi recompress ./tables/giuthi-2x6/014.uthi --level 22\n"
          "  uthi recompress ./tables --threads 2 --json",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
