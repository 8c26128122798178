// Files of problems for commands: each problem is answered, and what cannot be is named and does not stop the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/item_errors.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi {

/// {"file", "line", "id"} of an item; the id is null where there is no problem.
[[nodiscard]] boost::json::object fields_of(const workshop::ProblemItem& item);

/// Calls `f` for each problem of the files; every other item goes to `errors`, as does a file that cannot be read (further).
/// Returns how many went there.
std::size_t for_each_problem(const std::vector<std::string>& files, ItemErrors& errors,
                             const std::function<void(workshop::ProblemItem&)>& f, const std::function<void()>& before_waiting = {});

/// ItemErrors::attempt for an item.
template <class F>
auto attempt(ItemErrors& errors, const workshop::ProblemItem& item, const F& f) {
  return errors.attempt(item.where(), fields_of(item), f);
}

}  // namespace uthi
