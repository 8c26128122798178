// From entries to the blocks of a table file: compressed side by side, written one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/values.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/format.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"

namespace uthi {

/// Columns of positions that follow each other; spans of depths are empty where they were not asked for.
struct Piece {
  std::span<const std::int8_t> floor, ceiling;
  std::span<const std::uint16_t> floor_depth, ceiling_depth;

  explicit Piece(const LayerValues& values)
      : floor(values.floor), ceiling(values.ceiling), floor_depth(values.floor_depth), ceiling_depth(values.ceiling_depth) {}
};

/// f(Piece) for positions first..first+count-1; called from several threads.
using PieceReader = std::function<void(std::uint64_t first, std::uint64_t count, bool depths, const std::function<void(const Piece&)>& f)>;

/// Of a layer in memory, or from the blocks of a table as they are needed; what they read from must outlive them.
[[nodiscard]] PieceReader pieces_of(const LayerValues& values);
[[nodiscard]] PieceReader pieces_of(const Table& table);

/// Where the bytes of a table go: first room for its header, then the blocks, at last the header itself.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void append(std::span<const std::uint8_t> bytes) = 0;
  virtual void put_header(std::span<const std::uint8_t> bytes) = 0;
};

class FileSink final : public Sink {
 public:
  explicit FileSink(AtomicFile& file) : file_(file) {}
  void append(std::span<const std::uint8_t> bytes) override { file_.write(bytes); }
  void put_header(std::span<const std::uint8_t> bytes) override { file_.write_over(0, bytes); }

 private:
  AtomicFile& file_;
};

class MemorySink final : public Sink {
 public:
  void append(std::span<const std::uint8_t> bytes) override { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void put_header(std::span<const std::uint8_t> bytes) override { std::copy(bytes.begin(), bytes.end(), bytes_.begin()); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

[[nodiscard]] inline std::size_t pair_code(std::int8_t floor, std::int8_t ceiling) {
  return static_cast<std::size_t>(static_cast<std::uint8_t>(floor)) << 8 | static_cast<std::uint8_t>(ceiling);
}

/// Writes a whole table: `header` with the dictionary and the columns laid out, its block index filled in on the way.
/// Throws Interrupted, DoesNotFit, and what `pieces` and `sink` throw.
void encode_blocks(TableHeader& header, PieceReader pieces, const WriteOptions& options, Sink& sink);

}  // namespace uthi
