// Reading tables.
#include "tablebase/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <stdexcept>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/byte_source.hpp"
#include "tablebase/depth_order.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/values_tree.hpp"

namespace uthi {

namespace {

TableHeader read_header(const ByteSource& source, const std::string& name) {
  return parse_header(read_header_bytes(kTableFile, source, name), source.size(), name);
}

// f(column, block) for every block of the first columns of a table, column after column.
template <class F>
void for_each_block(const TableHeader& header, std::size_t columns, int threads, F&& f) {
  Workers workers(threads);
  for (std::size_t column = 0; column < columns; ++column) {
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
        id(cache->new_table()),
        known(new std::atomic<bool>[header.values_tree.size()] {}) {}

  [[noreturn]] void damaged(const Column& column, std::uint64_t block, const std::string& what) const {
    throw TableDamaged(fmt::format("{}: {} block {} of {}: {}", path.string(), to_text(column.kind), block, column.blocks.size(), what));
  }

  // The block as it is in the file, its checksum right.
  BlockBytes read_frame(const Column& column, std::uint64_t block) const {
    const BlockEntry& entry = column.blocks[block];
    BlockBytes frame(entry.bytes);
    const std::size_t count = source->read(entry.offset, frame);
    if (count != frame.size()) damaged(column, block, fmt::format("the file ends within it, after {} of {} bytes", count, frame.size()));
    if (!header.matches(entry, frame)) damaged(column, block, "its bytes do not match its checksum");
    return frame;
  }

  ValuesBlock values_block(std::span<const std::uint8_t> bytes, std::uint64_t block) const {
    return {bytes, header.positions_in(header.columns[0], block), header.columns[0].width};
  }

  // The strips of this table; the rows that they lean on are listed when first asked for.
  const StripCoder& strips() const {
    std::call_once(made,
                   [&] { coder = make_strip_coder(header.rules, header.layer, header.dictionary, header.strips->size(), cache->shelf()); });
    return *coder;
  }

  std::vector<std::uint16_t> decode_strip(std::uint64_t block) const {
    const Column& column = header.columns[0];
    const BlockBytes frame = read_frame(column, block);
    std::vector<std::uint16_t> symbols(header.positions_in(column, block));
    ModelTeller teller(*header.model, frame);
    std::string problem;
    if (!strips().fill(block, symbols, teller, problem)) damaged(column, block, problem);
    if (!teller.finished()) damaged(column, block, "its bytes do not end with its entries");
    return symbols;
  }

  // Writes a strip's entries for the positions first..first+values.size()-1, as far as it has them.
  void copy_strip(std::uint64_t block, std::uint64_t first, LayerValues& values, Digest* digest) const {
    const std::vector<std::uint16_t> symbols = decode_strip(block);
    if (digest != nullptr) *digest = digest_of_entries(header.dictionary, symbols);
    std::vector<std::uint64_t> numbers(symbols.size());
    strips().numbers(block, numbers);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const std::uint64_t at = numbers[i] - first;  // wraps below the first
      if (at >= values.size()) continue;
      values.floor[at] = header.dictionary[symbols[i]].floor;
      values.ceiling[at] = header.dictionary[symbols[i]].ceiling;
    }
  }

  BlockBytes decode_values(std::uint64_t block) const {
    const Column& column = header.columns[0];
    if (header.strips) {
      const std::vector<std::uint16_t> symbols = decode_strip(block);
      BlockBytes raw(symbols.size() * static_cast<std::size_t>(column.width));
      for (std::size_t i = 0; i < symbols.size(); ++i) set_block_entry(raw, symbols.size(), column.width, i, symbols[i]);
      return raw;
    }
    const std::uint64_t positions = header.positions_in(column, block);
    BlockBytes raw = decompress(column, block, positions);
    check_symbols(column, block, raw, positions);
    return raw;
  }

  // Depths in the order of the index, 0 where there is no margin. `values` is the block of values with the same number,
  // which only files that group depths need.
  BlockBytes decode_depths(const Column& column, std::uint64_t block, std::span<const std::uint8_t> values) const {
    const std::uint64_t positions = header.positions_in(column, block);
    if (!header.groups_depths()) return decompress(column, block, positions);
    DepthOrder order(values_block(values, block), header.dictionary, column.kind);
    const std::uint64_t depths = order.size();
    const BlockBytes raw = decompress(column, block, depths);
    BlockBytes out(positions * static_cast<std::uint64_t>(column.width), 0);
    order.for_each([&](std::uint64_t i, std::uint64_t place) {
      set_block_entry(out, positions, column.width, i, block_entry(raw, depths, column.width, place));
    });
    return out;
  }

  BlockBytes decompress(const Column& column, std::uint64_t block, std::uint64_t entries) const {
    std::string problem;
    auto raw = decompress_block(read_frame(column, block), entries * static_cast<std::uint64_t>(column.width), problem);
    if (!raw) damaged(column, block, problem);
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

  // f() makes the block where the cache does not have it.
  template <class F>
  BlockCache::Block cached(std::uint32_t index, std::uint64_t block, F&& f) const {
    const BlockCache::Key key{id, index, block};
    BlockCache::Block bytes = cache->find(key);
    if (!bytes) {
      bytes = std::make_shared<const BlockBytes>(f());
      cache->insert(key, bytes);
    }
    return bytes;
  }

  BlockCache::Block cached_values(std::uint64_t block) const {
    return cached(0, block, [&] { return decode_values(block); });
  }

  // Depth of a position that has one; `values` is the block that holds its value.
  std::uint16_t depth(std::uint32_t index, std::uint64_t number, const BlockCache::Block& values) const {
    const Column& column = header.columns[index];
    const std::uint64_t block = number >> column.block_bits;
    const BlockCache::Block bytes = cached(index, block, [&] { return decode_depths(column, block, *values); });
    const std::uint64_t entry = number & (column.block_positions() - 1);
    return static_cast<std::uint16_t>(block_entry(*bytes, header.positions_in(column, block), column.width, entry));
  }

  // Writes a block's entries for the positions first..first+values.size()-1, as far as it has them, into the columns of
  // `values`; margins must stand there before depths. `digest`, where there is one, is that of all values of the block, which
  // must then be asked for as a whole.
  void copy_block(std::size_t index, std::uint64_t block, std::uint64_t first, LayerValues& values, Digest* digest = nullptr) const {
    if (header.strips) return copy_strip(block, first, values, digest);
    const Column& column = header.columns[index];
    const std::uint64_t positions = header.positions_in(column, block);
    const std::uint64_t start = block * column.block_positions();
    const std::uint64_t begin = std::max(start, first);
    const std::uint64_t end = std::min(start + positions, first + values.size());
    if (column.kind == ColumnKind::values) {
      const BlockBytes raw = decode_values(block);
      for (std::uint64_t number = begin; number < end; ++number) {
        const ValuePair pair = header.dictionary[block_entry(raw, positions, column.width, number - start)];
        values.floor[number - first] = pair.floor;
        values.ceiling[number - first] = pair.ceiling;
      }
      if (digest != nullptr) {
        *digest = digest_of_values(std::span(values.floor).subspan(begin - first, end - begin),
                                   std::span(values.ceiling).subspan(begin - first, end - begin));
      }
      return;
    }
    const BlockBytes raw = decode_depths(column, block, header.groups_depths() ? decode_values(block) : BlockBytes());
    const bool of_floor = column.kind == ColumnKind::floor_depth;
    const std::vector<std::int8_t>& margins = of_floor ? values.floor : values.ceiling;
    std::vector<std::uint16_t>& depths = of_floor ? values.floor_depth : values.ceiling_depth;
    for (std::uint64_t number = begin; number < end; ++number) {
      const unsigned depth = block_entry(raw, positions, column.width, number - start);
      const bool none = margins[number - first] == kNoMargin;
      if (none && depth != 0) damaged(column, block, fmt::format("a depth for position {}, which has no margin", number));
      depths[number - first] = none ? kNoDepth : static_cast<std::uint16_t>(depth);
    }
  }

  // Columns for `count` positions.
  LayerValues room(std::uint64_t count, bool depths) const {
    LayerValues values;
    values.layer = header.layer;
    try {
      values.floor.resize(count);
      values.ceiling.resize(count);
      if (depths) {
        values.floor_depth.resize(count);
        values.ceiling_depth.resize(count);
      }
    } catch (const std::bad_alloc&) {
      throw DoesNotFit(fmt::format("{}: no memory for {} positions", path.string(), count));
    }
    return values;
  }

  void require_values_digest(const Digest& digest) const {
    if (digest == header.values_digest) return;
    throw TableDamaged(fmt::format("{}: the values do not match their digest in the header", path.string()));
  }
  void require_depths_digest(const Digest& digest) const {
    if (digest == header.depths_digest) return;
    throw TableDamaged(fmt::format("{}: the depths do not match their digest in the header", path.string()));
  }

  void require_values_tree(const std::vector<Digest>& digests) const {
    const auto [here, there] = std::mismatch(digests.begin(), digests.end(), header.values_tree.begin(), header.values_tree.end());
    if (here != digests.end()) wrong_values(static_cast<std::uint64_t>(here - digests.begin()));
  }
  // The blocks of a digest of the header do not have the values that it stands for.
  [[noreturn]] void wrong_values(std::uint64_t place) const {
    const std::uint64_t together = blocks_a_digest(header.columns[0].block_bits);
    damaged(header.columns[0], place * together, "the values from it on do not match their digest in the header");
  }

  // The digest of a block of values, through the cache.
  Digest digest_of_block(std::uint64_t block) const {
    const BlockCache::Block bytes = cached_values(block);
    const ValuesBlock values = values_block(*bytes, block);
    std::vector<std::uint16_t> symbols(header.positions_in(header.columns[0], block));
    for (std::size_t i = 0; i < symbols.size(); ++i) symbols[i] = static_cast<std::uint16_t>(values.symbol(i));
    return digest_of_entries(header.dictionary, symbols);
  }

  std::filesystem::path path;
  std::unique_ptr<const ByteSource> source;
  TableHeader header;
  // Blocks that hold positions first..last, and others.
  std::pair<std::uint64_t, std::uint64_t> blocks_of(const Column& column, std::uint64_t first, std::uint64_t last) const {
    if (!header.strips) return {first >> column.block_bits, (last >> column.block_bits) + 1};
    std::pair<std::uint64_t, std::uint64_t> blocks{header.strips->strips(), 0};
    for (const StripLayout::Group& group : header.strips->groups()) {
      if (group.positions == 0 || group.first_number > last || group.first_number + group.positions <= first) continue;
      blocks.first = std::min(blocks.first, group.first_strip);
      blocks.second = group.first_strip + group.strips();
    }
    return blocks;
  }

  // The block of values that a position's is read from.
  StripLayout::Place place(std::uint64_t number) const {
    const Column& column = header.columns[0];
    if (header.strips) return strips().place(number);
    return {number >> column.block_bits, number & (column.block_positions() - 1)};
  }

  std::shared_ptr<BlockCache> cache;
  std::uint32_t id;
  const std::unique_ptr<std::atomic<bool>[]> known;  // digests of the header that were compared with the values
  mutable std::once_flag made;
  mutable std::unique_ptr<StripCoder> coder;  // by strips()
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

RawValue Table::raw(std::uint64_t number, bool depths) const {
  const TableHeader& header = state_->header;
  if (number >= header.positions) {
    throw std::out_of_range(fmt::format("{}: position {} of {}", path().string(), number, header.positions));
  }
  const auto [block, entry] = state_->place(number);
  const BlockCache::Block values = state_->cached_values(block);
  const ValuePair pair = header.dictionary[state_->values_block(*values, block).symbol(entry)];
  RawValue raw{pair.floor, pair.ceiling};
  if (!depths || !header.has_depths()) return raw;
  if (raw.floor != kNoMargin) raw.floor_depth = state_->depth(1, number, values);
  if (raw.ceiling != kNoMargin) raw.ceiling_depth = state_->depth(2, number, values);
  return raw;
}

std::optional<std::uint64_t> Table::position_in(std::uint64_t block) const {
  const TableHeader& header = state_->header;
  const Column& column = header.columns[0];
  if (block >= column.blocks.size())
    throw std::out_of_range(fmt::format("{}: block {} of {}", path().string(), block, column.blocks.size()));
  if (!header.strips) return block * column.block_positions();
  std::vector<std::uint64_t> numbers(header.positions_in(column, block));
  state_->strips().numbers(block, numbers);
  const auto found =
      std::find_if(numbers.begin(), numbers.end(), [&](auto number) { return state_->strips().place(number).block == block; });
  return found != numbers.end() ? std::optional(*found) : std::nullopt;
}

void Table::check_value(std::uint64_t number) const {
  const TableHeader& header = state_->header;
  if (number >= header.positions) {
    throw std::out_of_range(fmt::format("{}: position {} of {}", path().string(), number, header.positions));
  }
  const Column& column = header.columns[0];
  const std::uint64_t together = blocks_a_digest(column.block_bits);
  const std::uint64_t which = state_->place(number).block / together;
  if (!header.has_values_tree()) throw std::logic_error("single values of an old format cannot be checked");
  if (state_->known[which].load(std::memory_order_acquire)) return;
  DigestStream stream;
  const std::uint64_t end = std::min<std::uint64_t>((which + 1) * together, column.blocks.size());
  for (std::uint64_t block = which * together; block < end; ++block) stream.add(state_->digest_of_block(block));
  if (stream.digest() != header.values_tree[which]) state_->wrong_values(which);
  state_->known[which].store(true, std::memory_order_release);
}

LayerValues Table::load(int threads, bool depths) const {
  const TableHeader& header = state_->header;
  depths = depths && header.has_depths();
  LayerValues values = state_->room(header.positions, depths);
  std::vector<Digest> digests(header.has_values_tree() ? header.columns[0].blocks.size() : 0);
  // The columns are done one after the other, so the margins stand before the depths that lean on them.
  for_each_block(header, depths ? header.columns.size() : 1, threads, [&](std::size_t index, std::uint64_t block) {
    state_->copy_block(index, block, 0, values, index == 0 && !digests.empty() ? &digests[block] : nullptr);
  });
  state_->require_values_digest(digest_of_values(values.floor, values.ceiling));
  if (!digests.empty()) {
    ValuesTree tree(header.columns[0].block_bits);
    for (const Digest& digest : digests) tree.add(digest);
    state_->require_values_tree(tree.finish());
  }
  if (depths) state_->require_depths_digest(digest_of_depths(values.floor_depth, values.ceiling_depth));
  return values;
}

LayerValues Table::read(std::uint64_t first, std::uint64_t count, bool depths) const { return read(first, count, depths, nullptr); }

LayerValues Table::read(std::uint64_t first, std::uint64_t count, bool depths, ValuesTree* tree) const {
  const TableHeader& header = state_->header;
  if (first > header.positions || count > header.positions - first) {
    throw std::out_of_range(fmt::format("{}: {} positions from {} on of {}", path().string(), count, first, header.positions));
  }
  depths = depths && header.has_depths();
  LayerValues values = state_->room(count, depths);
  for (std::size_t index = 0; count > 0 && index < (depths ? header.columns.size() : 1); ++index) {
    const auto [begin, end] = state_->blocks_of(header.columns[index], first, first + count - 1);
    for (std::uint64_t block = begin; block < end; ++block) {
      Digest digest;
      const bool add = tree != nullptr && index == 0;
      state_->copy_block(index, block, first, values, add ? &digest : nullptr);
      if (add) tree->add(digest);
    }
  }
  return values;
}

std::vector<std::uint64_t> Table::pieces() const {
  const TableHeader& header = state_->header;
  std::vector<std::uint64_t> starts;
  if (header.strips) {
    for (const StripLayout::Group& group : header.strips->groups()) {
      if (group.positions > 0) starts.push_back(group.first_number);
    }
  } else {
    for (std::uint64_t first = 0; first < header.positions; first += std::uint64_t{1} << kMaxBlockBits) starts.push_back(first);
  }
  starts.push_back(header.positions);
  return starts;
}

void Table::check_digests(const std::atomic<bool>* stop, const std::function<void(double)>& progress, bool with_depths) const {
  const TableHeader& header = state_->header;
  with_depths = with_depths && header.has_depths();
  const std::vector<std::uint64_t> starts = pieces();
  const double passes = with_depths ? 4 : 2;
  double done = 0;
  // One pass over the pieces for each column that a digest takes in. Pieces are whole blocks, the first block first.
  const auto pass = [&](DigestStream& stream, bool depths, auto column, ValuesTree* tree) {
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      const std::uint64_t count = starts[i + 1] - starts[i];
      const LayerValues piece = read(starts[i], count, depths, tree);
      stream.add(std::span(piece.*column));
      done += static_cast<double>(count);
      if (progress) progress(done / (passes * static_cast<double>(header.positions)));
    }
  };
  DigestStream values;
  ValuesTree tree(header.columns[0].block_bits);
  pass(values, false, &LayerValues::floor, &tree);
  pass(values, false, &LayerValues::ceiling, nullptr);
  state_->require_values_digest(values.digest());
  if (header.has_values_tree()) state_->require_values_tree(tree.finish());
  if (!with_depths) return;
  DigestStream depths;
  pass(depths, true, &LayerValues::floor_depth, nullptr);
  pass(depths, true, &LayerValues::ceiling_depth, nullptr);
  state_->require_depths_digest(depths.digest());
}

void Table::check(int threads) const {
  for_each_block(state_->header, state_->header.columns.size(), threads,
                 [&](std::size_t index, std::uint64_t block) { (void)state_->read_frame(state_->header.columns[index], block); });
}

}  // namespace uthi
