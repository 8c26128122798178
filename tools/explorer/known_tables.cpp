// Sets of tables, merged over folders, and probers.
#include "tools/explorer/known_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "tools/json.hpp"

namespace uthi::explorer {

namespace {

// A referee's tables of laps take up to a quarter of a megabyte, and there are more than a thousand rule sets.
constexpr std::size_t kMostProbers = 64;

std::vector<LayerId> layers_of(const TableSet& set) {
  std::vector<LayerId> layers;
  for (const auto& [layer, table] : set.layers) layers.push_back(layer);
  return layers;
}

}  // namespace

KnownTables::KnownTables(std::vector<std::filesystem::path> folders) : catalogue_(std::move(folders)) {
  TableSets listed = sets_of(catalogue_.list());
  damaged_ = std::move(listed.damaged);
  sets_ = std::move(listed.sets);
  std::string digests;
  for (const TableSet& set : sets_) {
    digests += set.rules.full_text();
    for (const auto& [layer, table] : set.layers) {
      digests +=
          fmt::format(" {},{} {} {}", layer.seeds, layer.marks, table->header().values_digest.text(), table->header().depths_digest.text());
    }
  }
  fingerprint_ = checksum_of(std::span(reinterpret_cast<const std::uint8_t*>(digests.data()), digests.size()));
}

const TableSet* KnownTables::set_of(const RuleSet& rules) const {
  const RuleSet wanted = rules.for_tables();
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const TableSet& set) { return set.rules == wanted; });
  return found == sets_.end() ? nullptr : &*found;
}

bool KnownTables::covers(const RuleSet& rules, LayerId layer) const {
  const TableSet* set = set_of(rules);
  return set != nullptr && set->layers.contains(layer);
}

std::shared_ptr<const Prober> KnownTables::prober(const RuleSet& rules) const {
  std::string name = rules.full_text();
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(name); found != kept_.end()) {
      order_.splice(order_.begin(), order_, found->second.place);
      return found->second.prober;
    }
  }
  auto prober = std::make_shared<const Prober>(rules, catalogue_);
  const std::lock_guard lock(mutex_);
  if (const auto found = kept_.find(name); found != kept_.end()) return found->second.prober;  // another thread was faster
  if (kept_.size() >= kMostProbers) {
    kept_.erase(order_.back());
    order_.pop_back();
  }
  order_.push_front(name);
  kept_.emplace(std::move(name), Kept{prober, order_.begin()});
  return prober;
}

std::string KnownTables::text() const {
  std::string text;
  for (const TableSet& set : sets_) {
    text += fmt::format("{}{} {}: {}", text.empty() ? "" : "; ", set.rules.text(), set.rules.board_text(), layers_text(layers_of(set)));
  }
  return text.empty() ? "no tables at all" : text;
}

boost::json::array KnownTables::json() const {
  boost::json::array list;
  for (const TableSet& set : sets_) {
    list.push_back(boost::json::object{{"game", set.rules.game().name},
                                       {"board", set.rules.board_text()},
                                       {"rules", json_of(set.rules)},
                                       {"layers", layers_text(layers_of(set))}});
  }
  return list;
}

std::string KnownTables::example(const TableSet* set) const {
  if (set == nullptr && !sets_.empty()) set = &sets_.front();
  if (set == nullptr) return "giuthi:2,0,0,1,4/0,1,0,1,0 6 5 S";
  const auto prober = this->prober(set->rules);
  const Referee& referee = prober->referee();
  const LayerId layer = set->layers.rbegin()->first;
  const std::uint64_t count = referee.stored(layer);
  // Play in the middle of a layer is neither over nor all on one side.
  constexpr std::uint64_t kTries = 50;
  Position position = referee.at(layer, count / 2);
  for (std::uint64_t i = 0; i < std::min(count, kTries) && referee.plies(position).size() < 4; ++i) {
    position = referee.at(layer, (count / 2 + i * (count / kTries + 1)) % count);
  }
  return to_text(position);
}

}  // namespace uthi::explorer
