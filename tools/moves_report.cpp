// Plies and the positions after them.
#include "tools/moves_report.hpp"

#include <boost/json/array.hpp>

#include "tools/json.hpp"

namespace uthi {

boost::json::object json_of(const LegalPly& ply) {
  return {{"move", ply.text}, {"captures", ply.captures}, {"again", ply.again}, {"position", to_text(ply.position)}};
}

boost::json::object json_of_moves(const Referee& referee, const Position& position) {
  if (position.redistributions > 0) return {{"position", to_text(position)}, {"ways", json_of_count(referee.ways(position))}};
  boost::json::array moves;
  for (const LegalPly& ply : referee.plies(position)) moves.push_back(json_of(ply));
  boost::json::object object{{"position", to_text(position)}, {"moves", std::move(moves)}};
  if (const auto over = referee.over(position)) object["over"] = *over;
  return object;
}

}  // namespace uthi
