// Steps as bit lengths and bits, the rest in byte planes.
#include "solver/proof/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/error.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/bytes.hpp"

namespace uthi {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kMaxStepBits = 107;

int bits_of(ProofNumber number) {
  const auto high = static_cast<std::uint64_t>(number >> 64);
  return static_cast<int>(high != 0 ? 64U + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(number)));
}

class BitWriter {
 public:
  void put(ProofNumber value, int bits) {
    for (; bits > 0; --bits, value >>= 1) {
      if (used_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (static_cast<unsigned>(value & 1) << (used_ % 8)));
      ++used_;
    }
  }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
  std::uint64_t used_ = 0;
};

// Whoever reads makes sure beforehand that there are enough bits.
class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  ProofNumber take(int bits) {
    ProofNumber value = 0;
    for (int got = 0; got < bits;) {
      const auto shift = static_cast<int>(used_ % 8);
      const int count = std::min(8 - shift, bits - got);
      const unsigned piece = (static_cast<unsigned>(bytes_[used_ / 8]) >> shift) & ((1U << count) - 1);
      value |= static_cast<ProofNumber>(piece) << got;
      got += count;
      used_ += static_cast<std::uint64_t>(count);
    }
    return value;
  }
  /// True if all bits behind are zeros.
  [[nodiscard]] bool only_zeros_left() const { return used_ % 8 == 0 || bytes_[used_ / 8] >> (used_ % 8) == 0; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint64_t used_ = 0;
};

void append_counted(Bytes& out, std::span<const std::uint8_t> bytes) {
  append_number(out, bytes.size(), 4);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void append_frame(Bytes& out, std::span<const std::uint8_t> raw, int level) { append_counted(out, compress_block(raw, level)); }

// The low byte of each number, then the next ones.
template <class T>
Bytes planes_of(const std::vector<T>& numbers, std::size_t width) {
  Bytes planes;
  planes.reserve(numbers.size() * width);
  for (std::size_t byte = 0; byte < width; ++byte) {
    for (const T number : numbers) planes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> (8 * byte)));
  }
  return planes;
}

// Reads a block field by field.
class BlockReader {
 public:
  BlockReader(std::span<const std::uint8_t> bytes, std::uint64_t nodes, const ProofNumbering& numbering, const std::string& where)
      : nodes_(nodes), numbering_(numbering), where_(where), in_(bytes, TooShort{this}) {}

  ProofColumns read() {
    read_runs();
    read_numbers();
    read_actions();
    read_targets();
    read_ranks();
    if (in_.left() != 0) damaged("length", fmt::format("{} bytes too many", in_.left()));
    return std::move(columns_);
  }

 private:
  struct TooShort {
    const BlockReader* reader;
    void operator()(std::string_view field) const { reader->damaged(field, "the block ends within it"); }
  };

  [[noreturn]] void damaged(std::string_view field, std::string_view what) const {
    throw TableDamaged(fmt::format("{}, {}: {}", where_, field, what));
  }

  BlockBytes frame(std::string_view field, std::uint64_t raw_bytes) {
    const std::uint64_t bytes = in_.number(4, field);
    std::string problem;
    auto raw = decompress_block(in_.take(bytes, field), raw_bytes, problem);
    if (!raw) damaged(field, problem);
    return std::move(*raw);
  }

  void read_runs() {
    const std::uint64_t runs = in_.number(2, "runs");
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < runs; ++i) {
      ProofRun run;
      run.layer.seeds = static_cast<int>(in_.number(2, "runs"));
      run.layer.marks = static_cast<int>(in_.number(2, "runs"));
      const std::uint64_t mover = in_.number(1, "runs");
      run.nodes = in_.number(4, "runs");
      if (numbering_.count(run.layer) == 0) damaged("runs", fmt::format("layer {} cannot follow from the position", to_text(run.layer)));
      if (mover > 1) damaged("runs", fmt::format("expected 0 or 1 for who moves, found {}", mover));
      run.claimant_moves = mover == 1;
      if (!columns_.runs.empty()) {
        const ProofRun& before = columns_.runs.back();
        if (std::pair(before.layer, before.claimant_moves) >= std::pair(run.layer, run.claimant_moves)) damaged("runs", "out of order");
      }
      sum += run.nodes;
      if (run.nodes == 0 || sum > nodes_) damaged("runs", fmt::format("{} nodes in run {} cannot be", run.nodes, i));
      columns_.runs.push_back(run);
    }
    if (sum != nodes_) damaged("runs", fmt::format("{} nodes, the block has {}", sum, nodes_));
  }

  void read_numbers() {
    const BlockBytes lengths = frame("step lengths", nodes_);
    std::uint64_t all = 0;
    for (const std::uint8_t length : lengths) {
      if (length < 1 || length > kMaxStepBits)
        damaged("step lengths", fmt::format("expected 1 to {} bits, found {}", kMaxStepBits, length));
      all += length - 1U;
    }
    const std::uint64_t bytes = in_.number(4, "steps");
    if (bytes != (all + 7) / 8) damaged("steps", fmt::format("expected {} bytes, found {}", (all + 7) / 8, bytes));
    BitReader bits(in_.take(bytes, "steps"));
    columns_.numbers.reserve(nodes_);
    std::size_t at = 0;
    for (const ProofRun& run : columns_.runs) {
      const ProofNumber count = numbering_.count(run.layer);
      ProofNumber next = 0;  // one past the number before
      for (std::uint64_t i = 0; i < run.nodes; ++i, ++at) {
        const int low = lengths[at] - 1;
        const ProofNumber number = next + (bits.take(low) | (ProofNumber{1} << low)) - 1;
        if (number >= count) damaged("steps", fmt::format("node {} has a number that its layer does not have", at));
        columns_.numbers.push_back(number);
        next = number + 1;
      }
    }
    if (!bits.only_zeros_left()) damaged("steps", "bits behind the last one");
  }

  void read_actions() {
    columns_.actions = frame("actions", nodes_);
    std::size_t at = 0;
    for (const ProofRun& run : columns_.runs) {
      for (std::uint64_t i = 0; i < run.nodes; ++i, ++at) {
        if (!run.claimant_moves && columns_.actions[at] > 1) {
          damaged("actions", fmt::format("node {} has a ply to play, and the opponent of the claimant moves", at));
        }
      }
    }
  }

  void read_targets() {
    const BlockBytes raw = frame("targets", 2 * nodes_);
    columns_.targets.reserve(nodes_);
    for (std::uint64_t i = 0; i < nodes_; ++i) {
      columns_.targets.push_back(static_cast<std::int16_t>(raw[i] | static_cast<unsigned>(raw[nodes_ + i]) << 8));
    }
  }

  void read_ranks() {
    const std::uint64_t width = in_.number(1, "bytes of a rank");
    if (width > 4) damaged("bytes of a rank", fmt::format("expected 0 to 4, found {}", width));
    columns_.ranks.assign(nodes_, 0);
    if (width == 0) return;
    const BlockBytes raw = frame("ranks", width * nodes_);
    for (std::uint64_t byte = 0; byte < width; ++byte) {
      for (std::uint64_t i = 0; i < nodes_; ++i) columns_.ranks[i] |= static_cast<std::uint32_t>(raw[byte * nodes_ + i]) << (8 * byte);
    }
  }

  std::uint64_t nodes_;
  const ProofNumbering& numbering_;
  const std::string& where_;
  ByteReader<TooShort> in_;
  ProofColumns columns_;
};

}  // namespace

std::vector<std::uint8_t> encode_proof_block(const ProofColumns& columns, int level) {
  Bytes out;
  append_number(out, columns.runs.size(), 2);
  for (const ProofRun& run : columns.runs) {
    append_number(out, static_cast<std::uint64_t>(run.layer.seeds), 2);
    append_number(out, static_cast<std::uint64_t>(run.layer.marks), 2);
    append_number(out, run.claimant_moves ? 1 : 0, 1);
    append_number(out, run.nodes, 4);
  }
  Bytes lengths;
  BitWriter steps;
  std::size_t at = 0;
  for (const ProofRun& run : columns.runs) {
    ProofNumber next = 0;
    for (std::uint64_t i = 0; i < run.nodes; ++i, ++at) {
      const ProofNumber step = columns.numbers[at] - next + 1;
      lengths.push_back(static_cast<std::uint8_t>(bits_of(step)));
      steps.put(step, bits_of(step) - 1);
      next = columns.numbers[at] + 1;
    }
  }
  append_frame(out, lengths, level);
  append_counted(out, steps.bytes());
  append_frame(out, columns.actions, level);
  append_frame(out, planes_of(columns.targets, 2), level);
  const std::uint32_t most = columns.ranks.empty() ? 0 : *std::max_element(columns.ranks.begin(), columns.ranks.end());
  const auto width = static_cast<std::size_t>((std::bit_width(most) + 7) / 8);
  append_number(out, width, 1);
  if (width > 0) append_frame(out, planes_of(columns.ranks, width), level);
  return out;
}

ProofColumns decode_proof_block(std::span<const std::uint8_t> bytes, std::uint64_t nodes, const ProofNumbering& numbering,
                                const std::string& where) {
  return BlockReader(bytes, nodes, numbering, where).read();
}

}  // namespace uthi
