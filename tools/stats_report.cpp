// How the statistics of a layer read.
#include "tools/stats_report.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "tools/json.hpp"

namespace uthi {

namespace {

using Histogram = std::map<int, std::uint64_t>;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

boost::json::array json_of(const Histogram& histogram) {
  boost::json::array list;
  for (const auto& [margin, count] : histogram) list.push_back(boost::json::object{{"margin", margin}, {"positions", count}});
  return list;
}

boost::json::value json_of(const std::optional<Extreme>& extreme) {
  if (!extreme) return nullptr;
  return boost::json::object{{"margin", extreme->margin}, {"depth", extreme->depth}, {"position", to_text(extreme->position)}};
}

std::string text_of(const Histogram& floors, const Histogram& ceilings, const LayerStatistics& layer) {
  Histogram margins;
  for (const auto& [margin, count] : floors) margins[margin] += count;
  for (const auto& [margin, count] : ceilings) margins[margin] += count;
  const auto at = [](const Histogram& counts, int margin) {
    const auto found = counts.find(margin);
    return with_commas(found == counts.end() ? 0 : found->second);
  };
  std::string text = fmt::format("  {:>8}{:>20}{:>20}\n", "margin", "floors", "ceilings");
  for (const auto& [margin, count] : margins)
    text += fmt::format("  {:>8}{:>20}{:>20}\n", margin, at(floors, margin), at(ceilings, margin));
  return text + fmt::format("  {:>8}{:>20}{:>20}\n", "none", with_commas(layer.no_floor), with_commas(layer.no_ceiling));
}

}  // namespace

boost::json::object json_of(const LayerStatistics& layer) {
  boost::json::object object{{"layer", json_of(layer.layer)},
                             {"positions", layer.positions},
                             {"stored", layer.stored},
                             {"wins", layer.wins},
                             {"losses", layer.losses},
                             {"draws_by_score", layer.draws_by_score},
                             {"draws_by_repetition", layer.draws_by_repetition},
                             {"undecided", layer.undecided},
                             {"repetition_share", percent(layer.draws_by_repetition, layer.positions) / 100},
                             {"open", layer.open},
                             {"exact_share", percent(layer.positions - layer.open, layer.positions) / 100},
                             {"no_floor", layer.no_floor},
                             {"no_ceiling", layer.no_ceiling},
                             {"mutual_zugzwangs", layer.mutual_zugzwangs}};
  object["mutual_zugzwang"] = layer.mutual_zugzwang ? boost::json::value(to_text(*layer.mutual_zugzwang)) : boost::json::value(nullptr);
  object["longest_win"] = json_of(layer.longest_win);
  object["longest_loss"] = json_of(layer.longest_loss);
  object["deepest_floor"] = json_of(layer.deepest_floor);
  object["deepest_ceiling"] = json_of(layer.deepest_ceiling);
  object["floors"] = json_of(layer.floors);
  object["ceilings"] = json_of(layer.ceilings);
  return object;
}

// Fields hold no comma or quote but for positions, which are quoted.
std::string csv_of(const LayerStatistics& layer) {
  const auto extreme = [](const std::optional<Extreme>& record) {
    return record ? fmt::format("{},{},\"{}\"", record->margin, record->depth, to_text(record->position)) : std::string(",,");
  };
  const auto histogram = [](const Histogram& counts) {
    std::string text;
    for (const auto& [margin, count] : counts) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", margin, count);
    return text;
  };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6f}", layer.layer.seeds, layer.layer.marks,
                     layer.positions, layer.stored, layer.wins, layer.losses, layer.draws_by_score, layer.draws_by_repetition, layer.open,
                     layer.no_floor, layer.no_ceiling, layer.mutual_zugzwangs,
                     layer.mutual_zugzwang ? fmt::format("\"{}\"", to_text(*layer.mutual_zugzwang)) : "", extreme(layer.longest_win),
                     extreme(layer.longest_loss), extreme(layer.deepest_floor), extreme(layer.deepest_ceiling), histogram(layer.floors),
                     histogram(layer.ceilings), layer.undecided, percent(layer.positions - layer.open, layer.positions) / 100);
}

const std::string_view kStatisticsCsvHead =
    "seeds,marks,positions,stored,wins,losses,draws_by_score,draws_by_repetition,open,no_floor,no_ceiling,mutual_zugzwangs,mutual_zugzwang,"
    "longest_win_margin,longest_win_depth,longest_win,longest_loss_margin,longest_loss_depth,longest_loss,deepest_floor_margin,"
    "deepest_floor_depth,deepest_floor,deepest_ceiling_margin,deepest_ceiling_depth,deepest_ceiling,floors,ceilings,undecided,exact_share";

std::string text_of(const LayerStatistics& layer) {
  const auto share = [&](std::string_view name, std::uint64_t count) {
    return fmt::format("  {:<38}{:>16}{:>8.2f} %\n", name, with_commas(count), percent(count, layer.positions));
  };
  const auto record = [](std::string_view name, const std::optional<Extreme>& extreme) {
    if (!extreme) return std::string();
    return fmt::format("  {:<18}{:>4} in {:<12} {}\n", name, extreme->margin,
                       counted(static_cast<std::uint64_t>(extreme->depth), "ply", "plies"), to_text(extreme->position));
  };
  std::string text = coloured(fmt::format("Layer {}", to_text(layer.layer)), Colour::bold) +
                     fmt::format(": {} ({} stored)\n", counted(layer.positions, "position", "positions"), with_commas(layer.stored));
  text += share("wins for the mover at even stores", layer.wins) + share("losses", layer.losses) +
          share("draws by score", layer.draws_by_score) + share("draws by repetition", layer.draws_by_repetition) +
          (layer.undecided > 0 ? share("undecided by the bounds", layer.undecided) : "") +
          share("floor and ceiling are one", layer.positions - layer.open) + share("floor and ceiling differ", layer.open) +
          share("mutual zugzwangs", layer.mutual_zugzwangs);
  text += record("longest win", layer.longest_win) + record("longest loss", layer.longest_loss) +
          record("deepest floor", layer.deepest_floor) + record("deepest ceiling", layer.deepest_ceiling);
  if (layer.mutual_zugzwang) text += fmt::format("  mutual zugzwang                         {}\n", to_text(*layer.mutual_zugzwang));
  return text + text_of(layer.floors, layer.ceilings, layer);
}

}  // namespace uthi
