// Blocks of a table: symbols and grouped depths, compressed in batches.
#include "tablebase/encoder.hpp"

#include <stdexcept>
#include <utility>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/depth_order.hpp"
#include "tablebase/strip_encoder.hpp"
#include "tablebase/values_tree.hpp"

namespace uthi {

namespace {

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
    header_.values_tree.assign(digests_of(header_.columns[0].blocks.size(), header_.columns[0].block_bits), {});  // room
    sink.append(serialise_header(header_));
    for (Column& column : header_.columns) encode(column, sink);
    sink.put_header(serialise_header(header_));
  }

 private:
  // Compressed side by side, written in order; a few blocks a thread at a time.
  void encode(Column& column, Sink& sink) {
    Workers workers(options_.threads);
    const std::uint64_t batch = static_cast<std::uint64_t>(workers.threads()) * kBlocksAThread;
    const bool values = column.kind == ColumnKind::values;
    ValuesTree tree(column.block_bits);
    for (std::uint64_t first = 0; first < column.blocks.size(); first += batch) {
      std::vector<BlockBytes> frames(std::min<std::uint64_t>(batch, column.blocks.size() - first));
      std::vector<Digest> digests(values ? frames.size() : 0);
      workers.for_ranges(frames.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) frames[i] = frame(column, first + i, values ? &digests[i] : nullptr);
      });
      for (std::size_t i = 0; i < frames.size(); ++i) {
        column.blocks[first + i].bytes = static_cast<std::uint32_t>(frames[i].size());
        column.blocks[first + i].checksum = checksum_of(frames[i]);
        sink.append(frames[i]);
      }
      for (const Digest& digest : digests) tree.add(digest);
      written_ += frames.size();
      if (options_.progress) options_.progress(static_cast<double>(written_) / static_cast<double>(blocks_));
    }
    if (values) header_.values_tree = tree.finish();
  }

  // The bytes of a block, and the digest of its values where it is asked for.
  BlockBytes frame(const Column& column, std::uint64_t block, Digest* digest) const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Interrupted();
    const bool depths = column.kind != ColumnKind::values;
    BlockBytes raw;
    pieces_(block * column.block_positions(), header_.positions_in(column, block), depths, [&](const Piece& piece) {
      raw = symbols_of(piece);
      if (digest != nullptr) *digest = digest_of_values(piece.floor, piece.ceiling);
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

void encode_blocks(TableHeader& header, PieceReader pieces, const WriteOptions& options, Sink& sink) {
  const bool strips_alone = options.codec == ValueCodec::strips || header.positions > kMostTriedBoth;
  TableHeader as_strips = header;
  WriteOptions trying = options;
  if (!strips_alone) trying.progress = {};
  const bool prepared = wants_strips(header, options) && prepare_strips(as_strips, pieces, trying);
  if (prepared && strips_alone) {
    encode_strips(as_strips, pieces, options, sink);
    header = std::move(as_strips);
    return;
  }
  if (options.codec == ValueCodec::strips) throw std::invalid_argument("these values cannot be packed in strips");
  if (!prepared) return Encoder(header, std::move(pieces), options).encode(sink);
  MemorySink strips;
  MemorySink zstd;
  encode_strips(as_strips, pieces, trying, strips);
  Encoder(header, std::move(pieces), options).encode(zstd);
  const bool smaller = as_strips.file_bytes < header.file_bytes;
  if (smaller) header = std::move(as_strips);
  sink.append(smaller ? strips.take() : zstd.take());
}

}  // namespace uthi
