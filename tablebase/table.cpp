// Reading tables.
#include "tablebase/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/byte_source.hpp"

namespace uthi {

namespace {

TableHeader read_header(const ByteSource& source, const std::string& name) {
  std::vector<std::uint8_t> bytes(kPrologueBytes);
  bytes.resize(source.read(0, bytes));
  bytes.resize(parse_prologue(bytes, source.size(), name));
  bytes.resize(source.read(0, bytes));
  return parse_header(bytes, source.size(), name);
}

// f(column, block) for every block of a table, column after column.
template <class F>
void for_each_block(const TableHeader& header, int threads, F&& f) {
  Workers workers(threads);
  for (std::size_t column = 0; column < header.columns.size(); ++column) {
    workers.for_ranges(header.columns[column].blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t block = begin; block < end; ++block) f(column, block);
    });
  }
}

}  // namespace

struct Table::State {
  State(std::filesystem::path where, std::unique_ptr<const ByteSource> from, std::shared_ptr<BlockCache> shared)
      : path(std::move(where)),
        source(std::move(from)),
        header(read_header(*source, path.string())),
        cache(shared ? std::move(shared) : std::make_shared<BlockCache>(0)),
        id(cache->new_table()) {}

  [[noreturn]] void damaged(const Column& column, std::uint64_t block, const std::string& what) const {
    throw TableDamaged(fmt::format("{}: {} block {} of {}: {}", path.string(), to_text(column.kind), block, column.blocks.size(), what));
  }

  // The block as it is in the file, its checksum right.
  BlockBytes read_frame(const Column& column, std::uint64_t block) const {
    const BlockEntry& entry = column.blocks[block];
    BlockBytes frame(entry.bytes);
    const std::size_t count = source->read(entry.offset, frame);
    if (count != frame.size()) damaged(column, block, fmt::format("the file ends within it, after {} of {} bytes", count, frame.size()));
    if (checksum_of(frame) != entry.checksum) damaged(column, block, "its bytes do not match its checksum");
    return frame;
  }

  BlockBytes decode(const Column& column, std::uint64_t block) const {
    const std::uint64_t positions = header.positions_in(column, block);
    std::string problem;
    auto raw = decompress_block(read_frame(column, block), positions * static_cast<std::uint64_t>(column.width), problem);
    if (!raw) damaged(column, block, problem);
    if (column.kind == ColumnKind::values) check_symbols(column, block, *raw, positions);
    return std::move(*raw);
  }

  // Every entry is one of the dictionary's; afterwards entries are looked up without a check.
  void check_symbols(const Column& column, std::uint64_t block, std::span<const std::uint8_t> raw, std::uint64_t positions) const {
    unsigned most = 0;
    if (column.width == 1) {
      most = *std::max_element(raw.begin(), raw.end());
    } else {
      for (std::uint64_t i = 0; i < positions; ++i) most = std::max(most, block_entry(raw, positions, 2, i));
    }
    if (most >= header.dictionary.size()) {
      damaged(column, block, fmt::format("entry {} is not in the dictionary of {}", most, header.dictionary.size()));
    }
  }

  unsigned entry(std::uint32_t index, std::uint64_t number) const {
    const Column& column = header.columns[index];
    const std::uint64_t block = number >> column.block_bits;
    const BlockCache::Key key{id, index, block};
    BlockCache::Block bytes = cache->find(key);
    if (!bytes) {
      bytes = std::make_shared<const BlockBytes>(decode(column, block));
      cache->insert(key, bytes);
    }
    return block_entry(*bytes, header.positions_in(column, block), column.width, number & (column.block_positions() - 1));
  }

  std::filesystem::path path;
  std::unique_ptr<const ByteSource> source;
  TableHeader header;
  std::shared_ptr<BlockCache> cache;
  std::uint32_t id;
};

Table::Table(std::filesystem::path path, std::unique_ptr<const ByteSource> source, std::shared_ptr<BlockCache> cache)
    : state_(std::make_unique<State>(std::move(path), std::move(source), std::move(cache))) {}

Table::Table(const std::filesystem::path& path, std::shared_ptr<BlockCache> cache) : Table(path, open_file(path), std::move(cache)) {}

Table::Table(const std::string& name, std::vector<std::uint8_t> bytes, std::shared_ptr<BlockCache> cache)
    : Table(std::filesystem::path(name), in_memory(std::move(bytes)), std::move(cache)) {}

Table::~Table() { state_->cache->drop(state_->id); }

const std::filesystem::path& Table::path() const { return state_->path; }
const TableHeader& Table::header() const { return state_->header; }
std::uint64_t Table::file_bytes() const { return state_->header.file_bytes; }

Value Table::value(std::uint64_t number) const {
  const TableHeader& header = state_->header;
  if (number >= header.positions) {
    throw std::out_of_range(fmt::format("{}: position {} of {}", path().string(), number, header.positions));
  }
  const ValuePair pair = header.dictionary[state_->entry(0, number)];
  Value value;
  if (pair.floor != kNoMargin) value.floor = pair.floor;
  if (pair.ceiling != kNoMargin) value.ceiling = pair.ceiling;
  if (header.has_depths() && value.floor) value.floor_depth = static_cast<int>(state_->entry(1, number));
  if (header.has_depths() && value.ceiling) value.ceiling_depth = static_cast<int>(state_->entry(2, number));
  return value;
}

LayerValues Table::load(int threads) const {
  const TableHeader& header = state_->header;
  LayerValues values;
  values.layer = header.layer;
  try {
    values.floor.resize(header.positions);
    values.ceiling.resize(header.positions);
    if (header.has_depths()) {
      values.floor_depth.resize(header.positions);
      values.ceiling_depth.resize(header.positions);
    }
  } catch (const std::bad_alloc&) {
    throw DoesNotFit(fmt::format("{}: no memory for its {} positions", path().string(), header.positions));
  }
  // The columns are done one after the other, so the margins stand before the depths that lean on them.
  for_each_block(header, threads, [&](std::size_t index, std::uint64_t block) {
    const Column& column = header.columns[index];
    const BlockBytes raw = state_->decode(column, block);
    const std::uint64_t positions = header.positions_in(column, block);
    const std::uint64_t first = block * column.block_positions();
    if (column.kind == ColumnKind::values) {
      for (std::uint64_t i = 0; i < positions; ++i) {
        const ValuePair pair = header.dictionary[block_entry(raw, positions, column.width, i)];
        values.floor[first + i] = pair.floor;
        values.ceiling[first + i] = pair.ceiling;
      }
      return;
    }
    const bool of_floor = column.kind == ColumnKind::floor_depth;
    const std::vector<std::int8_t>& margins = of_floor ? values.floor : values.ceiling;
    std::vector<std::uint16_t>& depths = of_floor ? values.floor_depth : values.ceiling_depth;
    for (std::uint64_t i = 0; i < positions; ++i) {
      const unsigned depth = block_entry(raw, positions, column.width, i);
      const bool none = margins[first + i] == kNoMargin;
      if (none && depth != 0) state_->damaged(column, block, fmt::format("a depth for position {}, which has no margin", first + i));
      depths[first + i] = none ? kNoDepth : static_cast<std::uint16_t>(depth);
    }
  });
  if (digest_of_values(values.floor, values.ceiling) != header.values_digest) {
    throw TableDamaged(fmt::format("{}: the values do not match their digest in the header", path().string()));
  }
  if (header.has_depths() && digest_of_depths(values.floor_depth, values.ceiling_depth) != header.depths_digest) {
    throw TableDamaged(fmt::format("{}: the depths do not match their digest in the header", path().string()));
  }
  return values;
}

void Table::check(int threads) const {
  for_each_block(state_->header, threads,
                 [&](std::size_t index, std::uint64_t block) { (void)state_->read_frame(state_->header.columns[index], block); });
}

}  // namespace uthi
