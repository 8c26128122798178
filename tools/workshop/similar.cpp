// Comparing boards column by column.
#include "tools/workshop/similar.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace uthi::workshop {

namespace {

// One column as the solver sees it: its own pit and the one that faces it, marks with them.
using Column = std::tuple<int, bool, int, bool>;

struct View {
  std::string frame;  // rules without the board's size, stipulation, stores
  int pits = 0;
  std::vector<Column> columns{};  // without empty ones at the ends
  int first = 0;                  // column of the board that is columns[0]
};

bool is_empty(const Column& column) { return std::get<0>(column) == 0 && std::get<2>(column) == 0; }

View view_of(const Problem& problem, bool mirrored) {
  const Position position = position_of(problem);
  const int pits = position.rules.pits();
  const bool south = position.side == Side::south;
  View view;
  view.pits = pits;
  view.frame = position.rules.text();
  view.frame.append("|").append(to_text(problem.stipulation));
  for (const int store : {position.stores[south ? 0 : 1], position.stores[south ? 1 : 0]})
    view.frame.append("|").append(std::to_string(store));
  for (int i = 0; i < pits; ++i) {
    const auto own = static_cast<std::size_t>(south ? i : pits + i);
    const auto facing = 2 * static_cast<std::size_t>(pits) - 1 - own;
    view.columns.emplace_back(position.pits[own], (position.marks >> own & 1U) != 0, position.pits[facing],
                              (position.marks >> facing & 1U) != 0);
  }
  if (mirrored) std::reverse(view.columns.begin(), view.columns.end());
  while (!view.columns.empty() && is_empty(view.columns.back())) view.columns.pop_back();
  while (!view.columns.empty() && is_empty(view.columns.front())) {
    view.columns.erase(view.columns.begin());
    ++view.first;
  }
  return view;
}

}  // namespace

std::vector<Similar> similar_pairs(const std::vector<Problem>& problems) {
  using Key = std::pair<std::string, std::vector<Column>>;
  // Of equal problems the first alone: where they stand is the number of pits and the first column.
  using Group = std::map<std::pair<int, int>, std::size_t>;
  std::map<Key, Group> seen;
  std::vector<Similar> pairs;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const View view = view_of(problems[i], false);
    Group& straight = seen[{view.frame, view.columns}];
    const auto [equal, is_new] = straight.emplace(std::pair{view.pits, view.first}, i);
    if (!is_new) {
      pairs.push_back({equal->second, i, Likeness::equal, 0});
      continue;
    }
    std::map<std::size_t, Similar> found;  // by the other problem, the closest likeness
    const auto compare = [&](const View& here, const Group& group, bool mirrored) {
      for (const auto& [place, other] : group) {
        if (other == i) continue;
        const bool shifted = place != std::pair{here.pits, here.first};
        const Likeness likeness =
            shifted ? (mirrored ? Likeness::shifted_and_mirrored : Likeness::shifted) : (mirrored ? Likeness::mirrored : Likeness::equal);
        const Similar pair{other, i, likeness, here.first - place.second};
        const auto known = found.find(other);
        if (known == found.end() || likeness < known->second.likeness) found.insert_or_assign(other, pair);
      }
    };
    compare(view, straight, false);
    if (position_of(problems[i]).rules.game().has_mirror) {
      const View mirrored = view_of(problems[i], true);
      const auto group = seen.find({mirrored.frame, mirrored.columns});
      if (group != seen.end()) compare(mirrored, group->second, true);
    }
    for (const auto& [other, pair] : found) pairs.push_back(pair);
  }
  return pairs;
}

std::string_view likeness_name(Likeness likeness) {
  switch (likeness) {
    case Likeness::equal:
      return "equal";
    case Likeness::mirrored:
      return "mirrored";
    case Likeness::shifted:
      return "shifted";
    case Likeness::shifted_and_mirrored:
      break;
  }
  return "shifted and mirrored";
}

}  // namespace uthi::workshop
