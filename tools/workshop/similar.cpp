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
  std::map<Key, std::vector<std::pair<std::size_t, View>>> seen;
  std::vector<Similar> pairs;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const bool has_mirror = position_of(problems[i]).rules.game().has_mirror;
    std::map<std::size_t, Similar> found;  // by the other problem, the closest likeness
    for (const bool mirrored : {false, true}) {
      if (mirrored && !has_mirror) continue;
      const View view = view_of(problems[i], mirrored);
      const auto group = seen.find({view.frame, view.columns});
      if (group == seen.end()) continue;
      for (const auto& [other, theirs] : group->second) {
        const bool shifted = view.first != theirs.first || view.pits != theirs.pits;
        const Likeness likeness =
            shifted ? (mirrored ? Likeness::shifted_and_mirrored : Likeness::shifted) : (mirrored ? Likeness::mirrored : Likeness::equal);
        const Similar pair{other, i, likeness, view.first - theirs.first};
        const auto known = found.find(other);
        if (known == found.end() || likeness < known->second.likeness) found.insert_or_assign(other, pair);
      }
    }
    for (const auto& [other, pair] : found) pairs.push_back(pair);
    View view = view_of(problems[i], false);
    Key key{view.frame, view.columns};
    seen[std::move(key)].emplace_back(i, std::move(view));
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
