// Solves two small layers with the installed libraries and looks the start position of 2x2 up in them.
#include <core/referee.hpp>
#include <cstdio>
#include <solver/proof/check.hpp>
#include <solver/proof/writer.hpp>
#include <solver/solve.hpp>
#include <tablebase/catalogue.hpp>
#include <vector>

namespace {

class Layers final : public uthi::LayerSource {
 public:
  const uthi::LayerValues& layer(uthi::LayerId layer) const override { return layers.at(static_cast<std::size_t>(layer.seeds)); }
  std::vector<uthi::LayerValues> layers;
};

}  // namespace

int main() {
  const uthi::Position position = uthi::parse_position("giuthi:2,2/2,2");
  const auto referee = uthi::make_referee(position.rules);
  const auto solver = uthi::make_layer_solver(position.rules, position.seeds());
  Layers solved;
  solved.layers.reserve(static_cast<std::size_t>(position.seeds()) + 1);
  for (const uthi::LayerId layer : referee->layers_up_to(referee->layer(position))) {
    solved.layers.push_back(solver->solve(layer, solved, {}));
  }
  const uthi::Value value = solved.layers.back().at(referee->number(position));
  const bool nothing_stored = uthi::Catalogue({"no such folder"}).list().empty();
  // A board without seeds is over: that the claim of nothing holds needs no node.
  const uthi::Proof nothing{
      .root = uthi::parse_position("giuthi:0,0/0,0 8 0"), .parts = {{uthi::parse_claim("floor>=0", 0), {}}}, .tables = {}};
  const bool proved = uthi::check_proof(uthi::ProofFile("nothing", uthi::encode_proof(nothing)), uthi::NoLeafValues()).proved();
  std::printf("%s: floor %d, %s ceiling\n", uthi::to_text(position).c_str(), value.floor.value_or(-99), value.ceiling ? "a" : "no");
  return value.floor == 8 && !value.ceiling && nothing_stored && proved ? 0 : 1;
}
