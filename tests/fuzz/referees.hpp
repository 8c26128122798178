// What the fuzzers of moves share: a check that ends the run, and referees made once.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "core/referee.hpp"

namespace uthi::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// A referee has tables that are slow to make.
inline const Referee& referee_for(const RuleSet& rules) {
  static std::map<std::string, std::unique_ptr<Referee>> referees;
  auto& referee = referees[rules.full_text()];
  if (!referee) referee = make_referee(rules);
  return *referee;
}

}  // namespace uthi::fuzz
