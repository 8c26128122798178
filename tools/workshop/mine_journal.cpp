// Reading and writing the journal.
#include "tools/workshop/mine_journal.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <span>

#include "core/error.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/plain_file.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi::workshop {

MineJournal::MineJournal(const std::filesystem::path& file, const std::string& request) : file_(file), part_(file) {
  part_ += ".part";
  std::error_code error;
  // Not followed if it is a link: what stands there is written anew.
  if (std::filesystem::exists(std::filesystem::symlink_status(part_, error))) {
    if (std::filesystem::is_symlink(part_, error)) throw UsageError(fmt::format("{}: expected no symbolic link here", part_.string()));
    std::ifstream in = open_plain_stream(part_);
    read(in, request);
  }
  rewrite(request);
}

void MineJournal::read(std::ifstream& in, const std::string& request) {
  std::string line;
  std::vector<Problem> hits;
  const auto stop_here = [&](const boost::json::value& value) { return !value.is_object(); };
  if (!std::getline(in, line)) return;  // empty
  boost::json::error_code error;
  const boost::json::value head = boost::json::parse(line, error);
  if (error || !head.is_object() || !head.get_object().contains("request")) {
    throw UsageError(fmt::format("{}: expected a search that was begun by uthi mine; remove it to begin anew", part_.string()));
  }
  if (head.at("request") != boost::json::string(request)) {
    throw UsageError(fmt::format("{}: a search for something else was begun here; remove it to begin anew", part_.string()));
  }
  for (int number = 2; std::getline(in, line); ++number) {
    const boost::json::value value = boost::json::parse(line, error);
    if (error || stop_here(value)) return;  // cut short when the search was killed
    const auto& object = value.get_object();
    try {
      if (!object.contains("done")) {
        hits.push_back(problem_of(object));
        continue;
      }
      done_[{object.at("done").at("seeds").to_number<int>(), object.at("done").at("marks").to_number<int>()}] = std::move(hits);
      hits.clear();
    } catch (const std::exception& fault) {
      throw UsageError(
          fmt::format("{}, line {}: not as uthi mine writes it ({}); remove the file to begin anew", part_.string(), number, fault.what()));
    }
  }
}

// What stands is written anew, so that nothing half-written is left in between.
void MineJournal::rewrite(const std::string& request) {
  std::error_code error;
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), error);
  out_.open(part_, std::ios::binary | std::ios::trunc);
  out_ << boost::json::serialize(boost::json::object{{"request", request}}) << '\n';
  for (const auto& [layer, problems] : done_) put(layer, problems);
  out_.flush();
  if (!out_) throw InputOutputError(fmt::format("{}: cannot be written", part_.string()));
}

void MineJournal::put(LayerId layer, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) out_ << to_json_line(problem) << '\n';
  out_ << boost::json::serialize(boost::json::object{{"done", {{"seeds", layer.seeds}, {"marks", layer.marks}}}}) << '\n';
}

void MineJournal::add(LayerId layer, const std::vector<Problem>& problems) {
  put(layer, problems);
  out_.flush();
  if (!out_) throw InputOutputError(fmt::format("{}: cannot be written", part_.string()));
}

void MineJournal::finish(const std::vector<Problem>& problems) {
  AtomicFile whole(file_);
  for (const Problem& problem : problems) {
    const std::string line = to_json_line(problem) + "\n";
    whole.write(std::span(reinterpret_cast<const std::uint8_t*>(line.data()), line.size()));
  }
  whole.commit();
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

}  // namespace uthi::workshop
