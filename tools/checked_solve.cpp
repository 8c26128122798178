// Solving, checking what came of a checkpoint, and solving anew.
#include "tools/checked_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"
#include "core/referee.hpp"
#include "core/repetition.hpp"
#include "tablebase/certify.hpp"

namespace uthi {

namespace {

// Entries of a layer just solved and of those below it.
class SolvedEntries final : public EntrySource {
 public:
  SolvedEntries(const RuleSet& rules, const LayerValues& values, const LayerSource& lower, const EntryReader* reader) : reader_(reader) {
    for (const LayerId layer : make_referee(rules)->layers_up_to(values.layer)) {
      if (layer == values.layer) {
        layers_.emplace(layer, &values);
      } else if (reader == nullptr || !reader->reads(layer)) {
        layers_.emplace(layer, &lower.layer(layer));
      }
    }
  }

  [[nodiscard]] RawValue entry(LayerId layer, std::uint64_t number) const override {
    const auto found = layers_.find(layer);
    return found == layers_.end() ? reader_->read(layer, number) : found->second->raw(number);
  }

 private:
  std::map<LayerId, const LayerValues*> layers_;  // those in memory
  const EntryReader* reader_;
};

bool has_gaps(const std::vector<std::int8_t>& margins) { return std::find(margins.begin(), margins.end(), kNoMargin) != margins.end(); }

}  // namespace

std::string fault_of_layer(const RuleSet& rules, const LayerValues& values, const LayerSource& lower, const SolveOptions& options,
                           const std::function<void(double share)>& checking) {
  // Positions that only lead to each other agree that they have no margin; under these rules all have one.
  if (repetition_of(rules) != Repetition::draw && (has_gaps(values.floor) || has_gaps(values.ceiling))) {
    return "a position has no value";
  }
  const SolvedEntries entries(rules, values, lower, options.reader);
  const Certificate certificate =
      certify(rules, values.layer, entries,
              {.threads = options.threads, .depths = options.depths, .most_faults = 1, .progress = checking, .stop = options.stop});
  if (certificate.proved) return "";
  if (certificate.first.empty()) return "its values are not proved by forward moves";
  return fmt::format("{}: {} ({} in all)", to_text(certificate.first.front().position), certificate.first.front().what, certificate.faults);
}

LayerValues solve_checked(const LayerSolver& solver, const RuleSet& rules, LayerId layer, const LayerSource& lower,
                          const SolveOptions& options, const CheckedSolveListener& listener) {
  while (true) {
    std::string fault;
    try {
      LayerValues values = solver.solve(layer, lower, options);
      if (options.checkpoint == nullptr || !options.checkpoint->went_on()) return values;
      fault = fault_of_layer(rules, values, lower, options, listener.checking);
      if (fault.empty()) {
        listener.note(fmt::format("layer {}: went on from a checkpoint; all {} entries checked by forward moves: right", to_text(layer),
                                  values.size()));
        return values;
      }
    } catch (const DoesNotFit& error) {  // a depth that cannot be
      if (options.checkpoint == nullptr || !options.checkpoint->went_on()) throw;
      fault = error.what();
    }
    options.checkpoint->put_aside("what came of it is false: " + fault);  // never loaded again, so this comes to an end
  }
}

}  // namespace uthi
