// The state of a layer half solved as a file beside the tables, so that a build that was killed goes on inside a layer.
//
// File: magic, then lengths and the fingerprint of what is being built, the sizes of the parts, the parts; a checksum
// behind the head and behind each part (xxh3, 128 bits). Numbers are 64 bits, in the order of the machine: the file is
// for the machine that wrote it. It appears whole or not at all, and goes when the layer's table is written. One that is
// of no use is not tried again: it is kept beside its place, as NAME.refused.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "solver/checkpoint.hpp"

namespace uthi {

class CheckpointFile final : public Checkpoint {
 public:
  struct Options {
    /// Between two saves; 0 saves at every point. A save that takes long is not repeated before 40 times as long.
    std::chrono::duration<double> interval{300};
    /// Something that the user should know: that a build goes on, or why a file is of no use.
    std::function<void(const std::string&)> note;
  };

  /// `fingerprint` names what is being built, lower layers included; a file with another one is put aside.
  CheckpointFile(std::filesystem::path path, std::string fingerprint, Options options);

  [[nodiscard]] bool due() override;
  /// A file that cannot be written is only noted.
  void save(const std::vector<StatePart>& parts) override;
  [[nodiscard]] bool load(const PartRoom& room, const PartsFault& fault) override;
  /// The file, if it is still there, gets the name NAME.refused.
  void put_aside(const std::string& why) override;
  [[nodiscard]] bool went_on() const override { return went_on_; }
  /// Removes the file, if there is one. Throws InputOutputError.
  void remove() const;

 private:
  using Clock = std::chrono::steady_clock;

  // What is wrong with the file; empty if all parts are whole and hold.
  [[nodiscard]] std::string read_parts(std::ifstream& file, const PartRoom& room, const PartsFault& fault) const;

  std::filesystem::path path_;
  std::string fingerprint_;
  Options options_;
  Clock::time_point last_ = Clock::now();
  std::chrono::duration<double> took_{0};
  bool went_on_ = false;
  bool put_aside_ = false;  // and nothing is loaded any more
};

/// Name of the file for the table `table`.
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& table);

}  // namespace uthi
