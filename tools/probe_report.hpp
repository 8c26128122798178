// Answers from tables as text for people and as JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <memory>
#include <string>

#include "solver/first_repetition.hpp"
#include "tablebase/prober.hpp"

namespace uthi {

/// One prober for each rule set that is asked about.
class Probers {
 public:
  explicit Probers(Catalogue catalogue) : catalogue_(std::move(catalogue)) {}
  [[nodiscard]] const Prober& for_rules(const RuleSet& rules);

 private:
  Catalogue catalogue_;
  std::map<std::string, std::unique_ptr<Prober>> probers_;
};

/// The outcome, or "unknown" where several are possible.
[[nodiscard]] std::string_view outcome_name(const Outcomes& outcomes);

/// `uthi probe --exact`: what the game that ends at the first repetition gives from a position with this answer on.
[[nodiscard]] FirstRepetition exact_value_of(const Answer& answer, const Prober& prober, std::uint64_t most_nodes,
                                             const std::atomic<bool>& stop);
/// Adds `exact_value` (null where the limit came first), `exact_floor`, `exact_ceiling`, `exact_outcome`, `nodes`.
void add_exact(boost::json::object& object, const Answer& answer, const FirstRepetition& found);
/// A line on it.
[[nodiscard]] std::string text_of(const Answer& answer, const FirstRepetition& found);

/// The JSON contract of `uthi probe`.
[[nodiscard]] boost::json::object json_of(const Answer& answer);
/// One ply with its value, as in `moves` of a probe.
[[nodiscard]] boost::json::object json_of(const PlyAnswer& ply);

/// "South wins by 5 in 7 plies"
[[nodiscard]] std::string sentence_of(const Answer& answer);
/// "5 (7)": a margin and its depth; "none" where there is none.
[[nodiscard]] std::string margin_text(const std::optional<int>& margin, const std::optional<int>& depth);
[[nodiscard]] std::string coloured_outcome(const Outcomes& outcomes, std::size_t width);
/// The drawn board, the sentence and the table of plies.
[[nodiscard]] std::string text_of(const Answer& answer);

}  // namespace uthi
