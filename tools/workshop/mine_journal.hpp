// The hits of a long search on the disk, layer by layer, so that a killed one goes on where it was.
//
// Beside the file asked for stands FILE.part: a line with what was asked for, then the hits of each layer as JSON lines and
// behind them a line that says that the layer is done. Hits without that line are forgotten.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

class MineJournal {
 public:
  /// Reads FILE.part if it is there. Throws UsageError if it belongs to another request, InputOutputError.
  MineJournal(const std::filesystem::path& file, const std::string& request);

  /// The hits of the layers that are done.
  [[nodiscard]] const std::map<LayerId, std::vector<Problem>>& done() const { return done_; }

  /// Notes a layer. Throws InputOutputError.
  void add(LayerId layer, const std::vector<Problem>& problems);

  /// Writes all hits, in the order given, to FILE, whole or not at all, and removes FILE.part. Throws InputOutputError.
  void finish(const std::vector<Problem>& problems);

 private:
  void read(std::ifstream& in, const std::string& request);
  void rewrite(const std::string& request);
  void put(LayerId layer, const std::vector<Problem>& problems);

  std::filesystem::path file_;
  std::filesystem::path part_;
  std::map<LayerId, std::vector<Problem>> done_;
  std::ofstream out_;
};

}  // namespace uthi::workshop
