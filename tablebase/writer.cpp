// From the values of a layer to the bytes of its table.
#include "tablebase/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "core/error.hpp"
#include "core/games.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/depth_order.hpp"

namespace uthi {

namespace {

std::size_t pair_code(std::int8_t floor, std::int8_t ceiling) {
  return static_cast<std::size_t>(static_cast<std::uint8_t>(floor)) << 8 | static_cast<std::uint8_t>(ceiling);
}

void validate(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower) {
  std::uint64_t positions = 0;
  with_game(rules, [&]<class G>() { positions = G::Index::count(values.layer); });
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) throw std::invalid_argument(fmt::format("layer {} of {}: {}", to_text(values.layer), rules.full_text(), what));
  };
  require(values.layer.seeds >= 0 && values.layer.seeds <= kMaxLayerSeeds, "seeds out of range");
  require(values.floor.size() == positions && values.ceiling.size() == positions, "wrong number of margins");
  require(values.floor_depth.size() == values.ceiling_depth.size(), "one depth column without the other");
  require(values.floor_depth.empty() || values.floor_depth.size() == positions, "wrong number of depths");
  require(values.floor_depth.empty() || have_depths(rules), "depths under a repetition rule that has none");
  for (std::uint64_t i = 0; have_one_value(rules) && i < positions; ++i) {
    require(values.floor[i] == values.ceiling[i] && values.floor[i] != kNoMargin, "not one value where there must be one");
  }
  for (std::size_t i = 0; i < lower.size(); ++i) {
    require(i == 0 || lower[i - 1].layer < lower[i].layer, "lower layers out of order");
    require(is_below(lower[i].layer, values.layer), "a lower layer that is not below");
  }
}

bool can_be(const ValuePair& pair, int seeds) {
  const auto in_range = [&](std::int8_t margin) { return margin == kNoMargin || (margin >= -seeds && margin <= seeds); };
  const bool ordered = pair.floor == kNoMargin || pair.ceiling == kNoMargin || pair.floor <= pair.ceiling;
  return in_range(pair.floor) && in_range(pair.ceiling) && ordered;
}

// The pairs that occur, the most frequent first.
std::vector<ValuePair> make_dictionary(const LayerValues& values) {
  std::vector<std::uint64_t> counts(65536);
  for (std::uint64_t i = 0; i < values.size(); ++i) ++counts[pair_code(values.floor[i], values.ceiling[i])];
  std::vector<ValuePair> dictionary;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const ValuePair pair{static_cast<std::int8_t>(code >> 8), static_cast<std::int8_t>(code & 0xff)};
    if (!can_be(pair, values.layer.seeds)) {
      throw std::invalid_argument(
          fmt::format("floor {} and ceiling {} in a layer of {} seeds", pair.floor, pair.ceiling, values.layer.seeds));
    }
    dictionary.push_back(pair);
  }
  std::sort(dictionary.begin(), dictionary.end(), [&](const ValuePair& a, const ValuePair& b) {
    const std::uint64_t count_a = counts[pair_code(a.floor, a.ceiling)];
    const std::uint64_t count_b = counts[pair_code(b.floor, b.ceiling)];
    return count_a != count_b ? count_a > count_b : a < b;
  });
  return dictionary;
}

// Columns of these widths, values first, with blocks that are still to be filled.
void lay_out(TableHeader& header, std::span<const int> widths, const WriteOptions& options) {
  const int by_default = widths.size() > 1 ? kBlockBitsWithDepths : kBlockBits;
  const int bits = options.block_bits == 0 ? by_default : options.block_bits;
  if (bits < kMinBlockBits || bits > kMaxBlockBits) throw std::invalid_argument("block size out of range");
  if (options.level < 1 || options.level > kMaxLevel) throw std::invalid_argument("level out of range");
  header.level = options.level;
  header.columns.clear();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    Column column{.kind = static_cast<ColumnKind>(i), .width = widths[i], .block_bits = bits, .blocks = {}};
    column.blocks.resize((header.positions - 1) / column.block_positions() + 1);
    header.columns.push_back(std::move(column));
  }
}

// Bytes an entry for the depths that stand beside margins. Depths must stand where there are margins and nowhere else:
// files do not tell a depth without a margin from none.
int depth_width(std::span<const std::uint16_t> depths, std::span<const std::int8_t> margins) {
  int width = 1;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    if ((depths[i] == kNoDepth) != (margins[i] == kNoMargin)) {
      throw std::invalid_argument(fmt::format("position {}: a depth without a margin, or a margin without a depth", i));
    }
    if (depths[i] > 255 && depths[i] != kNoDepth) width = 2;
  }
  return width;
}

// Columns of positions that follow each other; spans of depths are empty where they were not asked for.
struct Piece {
  std::span<const std::int8_t> floor, ceiling;
  std::span<const std::uint16_t> floor_depth, ceiling_depth;

  explicit Piece(const LayerValues& values)
      : floor(values.floor), ceiling(values.ceiling), floor_depth(values.floor_depth), ceiling_depth(values.ceiling_depth) {}
};

// f(Piece) for positions first..first+count-1; called from several threads.
using PieceReader = std::function<void(std::uint64_t first, std::uint64_t count, bool depths, const std::function<void(const Piece&)>& f)>;

PieceReader pieces_of(const LayerValues& values) {
  return [&values](std::uint64_t first, std::uint64_t count, bool depths, const std::function<void(const Piece&)>& f) {
    Piece piece(values);
    piece.floor = piece.floor.subspan(first, count);
    piece.ceiling = piece.ceiling.subspan(first, count);
    if (depths) {
      piece.floor_depth = piece.floor_depth.subspan(first, count);
      piece.ceiling_depth = piece.ceiling_depth.subspan(first, count);
    }
    f(piece);
  };
}

PieceReader pieces_of(const Table& table) {
  return [&table](std::uint64_t first, std::uint64_t count, bool depths, const std::function<void(const Piece&)>& f) {
    const LayerValues values = table.read(first, count, depths);
    f(Piece(values));
  };
}

// Where the bytes of a table go: first room for its header, then the blocks, at last the header itself.
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

// The header of a table without its block index: sizes and checksums of the blocks are still to come.
TableHeader header_of(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower, const WriteOptions& options) {
  validate(rules, values, lower);
  TableHeader header{.rules = rules.for_tables()};
  header.layer = values.layer;
  header.positions = values.size();
  header.dictionary = make_dictionary(values);
  header.values_digest = digest_of_values(values.floor, values.ceiling);
  header.lower.assign(lower.begin(), lower.end());
  std::vector<int> widths{header.dictionary.size() <= 256 ? 1 : 2};
  if (values.has_depths()) {
    header.depths_digest = digest_of_depths(values.floor_depth, values.ceiling_depth);
    widths.push_back(depth_width(values.floor_depth, values.floor));
    widths.push_back(depth_width(values.ceiling_depth, values.ceiling));
  }
  lay_out(header, widths, options);
  return header;
}

// The same from the header of a table that there is. Its checked digests vouch for the rest.
TableHeader header_of(const TableHeader& old, const WriteOptions& options) {
  TableHeader header = old;
  header.version = kTableVersion;
  std::vector<int> widths;
  for (const Column& column : old.columns) widths.push_back(column.width);
  lay_out(header, widths, options);
  return header;
}

// Fills the blocks of a table from its entries.
class Encoder {
 public:
  Encoder(TableHeader& header, PieceReader pieces, const WriteOptions& options)
      : header_(header), pieces_(std::move(pieces)), options_(options), symbols_(65536) {
    for (std::size_t i = 0; i < header.dictionary.size(); ++i) {
      symbols_[pair_code(header.dictionary[i].floor, header.dictionary[i].ceiling)] = static_cast<std::uint16_t>(i);
    }
    for (const Column& column : header.columns) blocks_ += column.blocks.size();
  }

  void encode(Sink& sink) {
    sink.append(serialise_header(header_));
    for (Column& column : header_.columns) encode(column, sink);
    sink.put_header(serialise_header(header_));
  }

 private:
  // Compressed side by side, written in order; a few blocks a thread at a time.
  void encode(Column& column, Sink& sink) {
    Workers workers(options_.threads);
    const std::uint64_t batch = static_cast<std::uint64_t>(workers.threads()) * kBlocksAThread;
    for (std::uint64_t first = 0; first < column.blocks.size(); first += batch) {
      std::vector<BlockBytes> frames(std::min<std::uint64_t>(batch, column.blocks.size() - first));
      workers.for_ranges(frames.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) frames[i] = frame(column, first + i);
      });
      for (std::size_t i = 0; i < frames.size(); ++i) {
        column.blocks[first + i].bytes = static_cast<std::uint32_t>(frames[i].size());
        column.blocks[first + i].checksum = checksum_of(frames[i]);
        sink.append(frames[i]);
      }
      written_ += frames.size();
      if (options_.progress) options_.progress(static_cast<double>(written_) / static_cast<double>(blocks_));
    }
  }

  BlockBytes frame(const Column& column, std::uint64_t block) const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Interrupted();
    const bool depths = column.kind != ColumnKind::values;
    BlockBytes raw;
    pieces_(block * column.block_positions(), header_.positions_in(column, block), depths, [&](const Piece& piece) {
      raw = symbols_of(piece);
      if (depths) raw = depths_of(column, piece, raw);
    });
    return compress_block(raw, depths ? std::min(header_.level, kMaxDepthLevel) : header_.level);
  }

  BlockBytes symbols_of(const Piece& piece) const {
    const int width = header_.columns[0].width;
    const std::uint64_t positions = piece.floor.size();
    BlockBytes raw(positions * static_cast<std::uint64_t>(width));
    for (std::uint64_t i = 0; i < positions; ++i) {
      set_block_entry(raw, positions, width, i, symbols_[pair_code(piece.floor[i], piece.ceiling[i])]);
    }
    return raw;
  }

  BlockBytes depths_of(const Column& column, const Piece& piece, std::span<const std::uint8_t> symbols) const {
    const auto depths = column.kind == ColumnKind::floor_depth ? piece.floor_depth : piece.ceiling_depth;
    DepthOrder order({symbols, piece.floor.size(), header_.columns[0].width}, header_.dictionary, column.kind);
    const std::uint64_t count = order.size();
    BlockBytes raw(count * static_cast<std::uint64_t>(column.width));
    order.for_each([&](std::uint64_t i, std::uint64_t place) { set_block_entry(raw, count, column.width, place, depths[i]); });
    return raw;
  }

  static constexpr std::uint64_t kBlocksAThread = 4;

  TableHeader& header_;
  PieceReader pieces_;
  const WriteOptions& options_;
  std::vector<std::uint16_t> symbols_;  // by pair_code
  std::uint64_t blocks_ = 0;            // of all columns
  std::uint64_t written_ = 0;
};

}  // namespace

TableHeader write_table(const std::filesystem::path& path, const RuleSet& rules, const LayerValues& values,
                        std::span<const LowerDigest> lower, const WriteOptions& options) {
  TableHeader header = header_of(rules, values, lower, options);
  AtomicFile file(path);
  FileSink sink(file);
  Encoder(header, pieces_of(values), options).encode(sink);
  file.commit();
  return header;
}

std::vector<std::uint8_t> encode_table(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower,
                                       const WriteOptions& options) {
  TableHeader header = header_of(rules, values, lower, options);
  MemorySink sink;
  Encoder(header, pieces_of(values), options).encode(sink);
  return sink.take();
}

TableHeader rewrite_table(const std::filesystem::path& path, const Table& table, const WriteOptions& options) {
  TableHeader header = header_of(table.header(), options);
  AtomicFile file(path);
  FileSink sink(file);
  Encoder(header, pieces_of(table), options).encode(sink);
  Table(file.temporary(), nullptr).check_digests(options.stop);
  file.commit();
  return header;
}

std::size_t remove_stale_temporaries(const std::filesystem::path& folder) {
  std::size_t removed = 0;
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return 0;
  std::vector<std::filesystem::path> stale;
  for (auto it = std::filesystem::recursive_directory_iterator(folder, error); !error && it != end(it); it.increment(error)) {
    std::error_code ignored;
    if (it.depth() > 1) it.disable_recursion_pending();
    if (it->is_regular_file(ignored) && is_temporary(it->path())) stale.push_back(it->path());
  }
  if (error) throw InputOutputError(fmt::format("{}: cannot list this folder: {}", folder.string(), error.message()));
  for (const std::filesystem::path& path : stale) {
    if (!std::filesystem::remove(path, error) && error) {
      throw InputOutputError(fmt::format("{}: cannot remove this left-over: {}", path.string(), error.message()));
    }
    ++removed;
  }
  return removed;
}

}  // namespace uthi
