// Two passes over a layer: one that checks its values and takes samples for the model, one that writes.
#include "tablebase/strip_encoder.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/model_growth.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/values_tree.hpp"

namespace uthi {

namespace {

// Tells the right symbols, and keeps one in so many of what it was asked. Of every strip some: entries of one strip are much
// alike, and a model of some strips alone fits the others badly.
class Sampler final : public EntryTeller {
 public:
  Sampler(std::span<const std::uint16_t> symbols, std::uint64_t block, std::uint64_t one_in, Samples& samples)
      : symbols_(symbols), next_(block), one_in_(one_in), samples_(samples) {}
  unsigned tell(const Traits& traits, std::uint64_t entry) override {
    if (next_++ % one_in_ == 0) samples_.add(traits, symbols_[entry]);
    return symbols_[entry];
  }

 private:
  std::span<const std::uint16_t> symbols_;
  std::uint64_t next_;
  std::uint64_t one_in_;
  Samples& samples_;
};

// Tells the right symbols, and writes them down as the model says.
class ModelWriter final : public EntryTeller {
 public:
  ModelWriter(const ValueModel& model, std::span<const std::uint16_t> symbols) : model_(model), symbols_(symbols) {}
  unsigned tell(const Traits& traits, std::uint64_t entry) override {
    model_.write(traits, symbols_[entry], out_);
    return symbols_[entry];
  }
  [[nodiscard]] BlockBytes finish() const { return out_.finish(); }

 private:
  const ValueModel& model_;
  std::span<const std::uint16_t> symbols_;
  RansWriter out_;
};

class Strips {
 public:
  Strips(const TableHeader& header, StripSize size, const PieceReader& pieces, const WriteOptions& options)
      : pieces_(pieces),
        options_(options),
        workers_(options.threads),
        symbols_(65536),
        coder_(make_strip_coder(header.rules, header.layer, header.dictionary, size, std::make_shared<Shelf>())) {
    for (std::size_t i = 0; i < header.dictionary.size(); ++i) {
      symbols_[pair_code(header.dictionary[i].floor, header.dictionary[i].ceiling)] = static_cast<std::uint16_t>(i);
    }
  }

  [[nodiscard]] Workers& workers() { return workers_; }
  [[nodiscard]] const StripLayout& layout() const { return coder_->layout(); }

  // f(block, its symbols) for all strips side by side, and after each batch g(first block, blocks).
  void for_each(const std::function<void(std::uint64_t, std::span<const std::uint16_t>)>& f,
                const std::function<void(std::uint64_t, std::uint64_t)>& g) {
    const std::uint64_t batch = static_cast<std::uint64_t>(workers_.threads()) * kStripsAThread;
    for (const StripLayout::Group& group : layout().groups()) {
      pieces_(group.first_number, group.positions, false, [&](const Piece& piece) {
        for (std::uint64_t first = 0; first < group.strips(); first += batch) {
          const std::uint64_t count = std::min(batch, group.strips() - first);
          workers_.for_ranges(count, 1, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; ++i) {
              if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Interrupted();
              const std::uint64_t block = group.first_strip + first + i;
              f(block, symbols_of(block, piece, group.first_number));
            }
          });
          g(group.first_strip + first, count);
        }
      });
    }
  }

  // True if the strip's rules leave room for all of its symbols; `teller` tells them.
  [[nodiscard]] bool fill(std::uint64_t block, std::span<const std::uint16_t> symbols, EntryTeller& teller) const {
    std::vector<std::uint16_t> filled(symbols.size());
    std::string problem;
    return coder_->fill(block, filled, teller, problem) && std::equal(filled.begin(), filled.end(), symbols.begin());
  }

 private:
  static constexpr std::uint64_t kStripsAThread = 16;

  std::vector<std::uint16_t> symbols_of(std::uint64_t block, const Piece& piece, std::uint64_t first_number) const {
    std::vector<std::uint64_t> numbers(layout().strip(block).entries());
    coder_->numbers(block, numbers);
    std::vector<std::uint16_t> symbols(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint64_t at = numbers[i] - first_number;
      symbols[i] = symbols_[pair_code(piece.floor[at], piece.ceiling[at])];
    }
    return symbols;
  }

  const PieceReader& pieces_;
  const WriteOptions& options_;
  Workers workers_;
  std::vector<std::uint16_t> symbols_;  // by pair_code
  std::unique_ptr<StripCoder> coder_;
};

}  // namespace

StripSize strip_size(const RuleSet& rules, const WriteOptions& options) {
  const std::uint32_t by_default = rules.pits() < kManyPits ? kSegmentRows : kSegmentRowsOfManyPits;
  return {.bits = options.block_bits == 0 ? kStripBits : options.block_bits,
          .segment_rows = options.segment_rows == 0 ? by_default : options.segment_rows};
}

bool wants_strips(const TableHeader& header, const WriteOptions& options) {
  if (options.codec == ValueCodec::zstd || (options.codec == ValueCodec::best && options.level < kLeastStripLevel)) return false;
  return header.columns.size() == 1 && can_be_strips(header.rules, header.layer, header.dictionary.size());
}

bool prepare_strips(TableHeader& header, const PieceReader& pieces, const WriteOptions& options) {
  const StripSize size = strip_size(header.rules, options);
  Strips strips(header, size, pieces, options);
  const std::uint64_t one_in = (header.positions - 1) / kMostSampled + 1;
  std::vector<Samples> taken(strips.layout().strips());
  Samples samples;
  samples.reserve((header.positions - 1) / one_in + 1);  // what is not used takes no memory
  std::atomic<bool> solved = true;
  strips.for_each(
      [&](std::uint64_t block, std::span<const std::uint16_t> symbols) {
        if (!solved.load(std::memory_order_relaxed)) return;
        Sampler sampler(symbols, block, one_in, taken[block]);
        if (!strips.fill(block, symbols, sampler)) solved = false;
      },
      [&](std::uint64_t first, std::uint64_t count) {
        for (std::uint64_t block = first; block < first + count; ++block) samples.append(std::exchange(taken[block], Samples()));
        if (options.progress) options.progress(0.5 * static_cast<double>(first + count) / static_cast<double>(strips.layout().strips()));
      });
  if (!solved) return false;
  set_model(header, grow_model(samples, header.dictionary.size(), one_in, strips.workers(), options.stop));
  header.strips = std::make_shared<const StripLayout>(strips.layout());
  header.columns[0].block_bits = size.bits;
  header.columns[0].blocks.assign(strips.layout().strips(), {});
  return true;
}

void encode_strips(TableHeader& header, const PieceReader& pieces, const WriteOptions& options, Sink& sink) {
  Column& column = header.columns[0];
  Strips strips(header, header.strips->size(), pieces, options);
  header.values_tree.assign(digests_of(column.blocks.size(), column.block_bits), {});  // room
  sink.append(serialise_header(header));
  std::vector<BlockBytes> frames(column.blocks.size());
  std::vector<Digest> digests(column.blocks.size());
  ValuesTree tree(column.block_bits);
  strips.for_each(
      [&](std::uint64_t block, std::span<const std::uint16_t> symbols) {
        ModelWriter writer(*header.model, symbols);
        if (!strips.fill(block, symbols, writer)) throw std::logic_error("values changed while they were written");
        frames[block] = writer.finish();
        digests[block] = digest_of_entries(header.dictionary, symbols);
      },
      [&](std::uint64_t first, std::uint64_t count) {
        for (std::uint64_t block = first; block < first + count; ++block) {
          column.blocks[block].bytes = static_cast<std::uint32_t>(frames[block].size());
          column.blocks[block].checksum = checksum_of(frames[block]);
          sink.append(frames[block]);
          frames[block] = BlockBytes();
          tree.add(digests[block]);
        }
        if (options.progress) options.progress(0.5 + 0.5 * static_cast<double>(first + count) / static_cast<double>(frames.size()));
      });
  header.values_tree = tree.finish();
  sink.put_header(serialise_header(header));
}

}  // namespace uthi
