// The search with its own stack: paths can be longer than the machine's stack is deep.
#include "solver/search/search.hpp"

#include <algorithm>
#include <bit>

namespace uthi {

template <int W>
Search<W>::Search(const KeyedGame<W>& game, const ValueSource& tables, Transpositions<W>& table, Budget& budget, const Options& options)
    : game_(game),
      tables_(tables),
      table_(table),
      budget_(budget),
      options_(options),
      split_(repetition_of(game.rules()) == Repetition::split),
      has_tables_(!tables.empty()) {}

template <int W>
QuestionStatus Search<W>::ask(const Question<W>& question, std::uint64_t most_nodes, unsigned noise, const std::atomic<bool>& answered) {
  answered_ = &answered;
  noise_ = noise;
  last_node_ = most_nodes < kUnlimited - nodes_ ? nodes_ + most_nodes : kUnlimited;
  frames_.clear();
  children_.clear();
  aside_.clear();
  groups_.clear();
  places_.clear();
  Child root{question.key,
             static_cast<std::int16_t>(question.target),
             static_cast<std::int16_t>(game_.layer(question.key).seeds),
             0,
             0,
             question.prover,
             true,
             false};
  normalise(root);
  Answer answer{QuestionStatus::open};
  try {
    bool done = quick(root, answer) || enter(root, answer);
    while (!done || !frames_.empty()) {
      if (done) {
        // A child was answered: the frame may be, too.
        Frame& frame = frames_.back();
        Answer result{QuestionStatus::open};
        done = take_in(frame, children_[frame.next_child - 1], answer, result);
        if (done) answer = leave(result);
        continue;
      }
      Frame& frame = frames_.back();
      if (frame.next_child == children_.size()) {
        // All children were tried: a mover among provers failed, an opponent had no way out.
        answer = leave(frame.prover == Prover::mover ? Answer{QuestionStatus::refuted, frame.lean} : Answer{QuestionStatus::proved});
        done = true;
        continue;
      }
      const Child child = children_[frame.next_child++];
      done = quick(child, answer) || enter(child, answer);
    }
  } catch (const Stop&) {
    answer = {QuestionStatus::open};
  }
  budget_.spend(unspent_);
  unspent_ = 0;
  if (!root.turned || answer.status == QuestionStatus::open) return answer.status;
  return answer.status == QuestionStatus::proved ? QuestionStatus::refuted : QuestionStatus::proved;
}

template <int W>
typename Search<W>::Child Search<W>::child_of(const Frame& frame, const KeyedPly<W>& ply) const {
  const bool mover = frame.prover == Prover::mover;
  Child child{ply.to,
              static_cast<std::int16_t>(mover ? frame.target - ply.captures : frame.target + ply.captures),
              static_cast<std::int16_t>(frame.seeds - ply.captures),
              0,
              static_cast<std::uint8_t>(children_.size() - frame.first_child),
              ply.again ? frame.prover : other(frame.prover),
              ply.lower,
              false};
  if (ply.lower) normalise(child);
  // Captures first, then sowing again: what the player to move gains.
  child.promise = static_cast<std::int16_t>(4 * ply.captures + (ply.again ? 2 : 0));
  return child;
}

// Where endless play is worth nothing, "at least nothing" is the same as "the other one does not force more than nothing",
// and that is a question in which a repetition fails the prover. Elsewhere all margins have the parity of the seeds.
template <int W>
void Search<W>::normalise(Child& child) const {
  if (split_ && child.target <= 0) {
    child.target = static_cast<std::int16_t>(1 - child.target);
    child.prover = other(child.prover);
    child.turned = true;
  }
  if (!split_ && ((child.target ^ child.seeds) & 1) != 0) ++child.target;
}

template <int W>
bool Search<W>::quick(const Child& child, Answer& answer) const {
  if (child.target > child.seeds) {
    answer = {QuestionStatus::refuted};
    return true;
  }
  if (child.lower && has_tables_) {
    const LayerId layer = game_.layer(child.key);
    if (tables_.covers(layer)) {
      const RawValue value = tables_.value(layer, game_.number(child.key));
      const bool mover = child.prover == Prover::mover;
      const std::int8_t margin = mover ? value.floor : value.ceiling;
      const bool holds = margin != kNoMargin && (mover ? margin : -margin) >= child.target;
      answer = {holds ? QuestionStatus::proved : QuestionStatus::refuted};
      if (options_.recorder != nullptr) {
        options_.recorder->add(child.key, child.prover, {.target = child.target, .proved = holds, .leaf = true});
      }
      return true;
    }
  }
  const Known known = table_.find(child.key);
  if (known_answer(child, known, answer)) return true;
  if (!child.lower) {
    const auto found = places_.find(PathKey{child.key, child.prover});
    if (found != places_.end()) {
      answer = {QuestionStatus::refuted, found->second.on_path ? found->second.at : lean_of(found->second.at)};
      return true;
    }
  }
  return false;
}

template <int W>
bool Search<W>::known_answer(const Child& child, const Known& known, Answer& answer) const {
  const auto decide = [&](bool proved, bool refuted) {
    if (proved || refuted) answer = {proved ? QuestionStatus::proved : QuestionStatus::refuted};
    return proved || refuted;
  };
  if (options_.recorder == nullptr) return decide(known.proves(child.prover, child.target), known.refutes(child.prover, child.target));
  return decide(options_.recorder->find(child.key, child.prover, true, child.target) != nullptr,
                options_.recorder->find(child.key, child.prover, false, child.target) != nullptr);
}

// What the table of transpositions says of a child while answers must be recorded: those it gives are tried first.
template <int W>
int Search<W>::hint(const Child& child) const {
  constexpr int kFirst = 1000;
  const Known known = table_.find(child.key);
  const bool good = known.proves(child.prover, child.target) != child.turned;
  const bool bad = known.refutes(child.prover, child.target) != child.turned;
  const bool known_well = known.proves(child.prover, child.target) || known.refutes(child.prover, child.target);
  if (!known_well) return 0;
  return good == bad ? 0 : good ? kFirst : -kFirst;
}

// Opens a frame, unless the position or what is known of its children gives the answer.
template <int W>
bool Search<W>::enter(const Child& child, Answer& answer) {
  count_node();
  Frame frame{child.key, child.target, child.seeds, child.prover, kNoLean, 0, 0, static_cast<std::uint32_t>(aside_.size()), nodes_};
  plies_.clear();
  if (game_.append_plies(child.key, plies_) == 0) {
    const int margin = game_.final_margin(child.key);
    answer = {(child.prover == Prover::mover ? margin : -margin) >= child.target ? QuestionStatus::proved : QuestionStatus::refuted};
    return true;
  }
  frame.first_child = frame.next_child = static_cast<std::uint32_t>(children_.size());
  const auto depth = static_cast<std::uint32_t>(frames_.size());
  places_.insert_or_assign(PathKey{frame.key, frame.prover}, Place{true, depth});
  frames_.push_back(frame);
  for (const KeyedPly<W>& ply : plies_) {
    children_.push_back(child_of(frame, ply));
    table_.prefetch(ply.to);
  }
  nodes_ += plies_.size();
  unspent_ += plies_.size();
  // What needs no search decides at once or drops out. Of several refutations the one that leans least is taken.
  Frame& here = frames_.back();
  std::uint32_t kept = here.first_child;
  Answer best{QuestionStatus::open, 0};
  for (std::uint32_t i = here.first_child; i < children_.size(); ++i) {
    Child& tried = children_[i];
    Answer of_child{QuestionStatus::open};
    if (quick(tried, of_child)) {
      Answer result{QuestionStatus::open};
      if (!take_in(here, tried, of_child, result)) continue;
      if (best.status == QuestionStatus::open || result.lean > best.lean) best = result;
      if (best.lean == kNoLean) break;
      continue;
    }
    if (noise_ != 0) tried.promise = static_cast<std::int16_t>(tried.promise + static_cast<int>((hash_of(tried.key) >> 7) * noise_ % 3));
    if (options_.recorder != nullptr) {
      tried.promise = static_cast<std::int16_t>(tried.promise + (here.prover == Prover::mover ? hint(tried) : -hint(tried)));
    }
    children_[kept++] = tried;
  }
  if (best.status != QuestionStatus::open) {
    answer = leave(best);
    return true;
  }
  children_.resize(kept);
  std::stable_sort(children_.begin() + here.first_child, children_.end(),
                   [](const Child& a, const Child& b) { return a.promise > b.promise; });
  return false;
}

// A child's answer taken into its frame; true if that answers the frame.
template <int W>
bool Search<W>::take_in(Frame& frame, const Child& child, const Answer& answer, Answer& result) const {
  const bool proved = (answer.status == QuestionStatus::proved) != child.turned;
  if (frame.prover == Prover::mover) {
    if (proved) {
      result = {QuestionStatus::proved, kNoLean, child.ply};
      return true;
    }
    frame.lean = std::min(frame.lean, answer.lean);
    return false;
  }
  if (proved) return false;
  result = {QuestionStatus::refuted, answer.lean, child.ply};
  return true;
}

// Ends the last frame with this answer, and keeps what can be kept.
template <int W>
typename Search<W>::Answer Search<W>::leave(Answer answer) {
  const Frame frame = frames_.back();
  const auto depth = static_cast<std::uint32_t>(frames_.size() - 1);
  const auto cost = static_cast<int>(std::bit_width(nodes_ - frame.nodes));
  children_.resize(frame.first_child);
  frames_.pop_back();
  const PathKey place{frame.key, frame.prover};
  switch (answer.status) {
    case QuestionStatus::proved:
      drop_aside(frame.aside);
      places_.erase(place);
      keep(frame.key, frame.prover, frame.target, answer.ply, cost, true);
      break;
    case QuestionStatus::refuted:
      if (answer.lean >= depth || options_.forget_paths) {
        answer.lean = kNoLean;
        for (std::size_t i = frame.aside; i < aside_.size(); ++i) {
          const Aside& node = aside_[i];
          keep(node.key, node.prover, node.target, node.ply, 0, false);
        }
        drop_aside(frame.aside);
        places_.erase(place);
        keep(frame.key, frame.prover, frame.target, answer.ply, cost, false);
      } else {
        while (!groups_.empty() && groups_.back().begin >= frame.aside) groups_.pop_back();
        groups_.push_back({frame.aside, answer.lean});
        places_[place] = {false, static_cast<std::uint32_t>(aside_.size())};
        aside_.push_back({frame.key, frame.target, answer.ply, frame.prover});
      }
      break;
    case QuestionStatus::open:
      break;
  }
  return answer;
}

template <int W>
void Search<W>::keep(const Key<W>& key, Prover prover, int target, int ply, int cost, bool proved) {
  const auto side = static_cast<std::size_t>(prover);
  table_.update(key, cost, [&](Known& known) {
    if (proved) {
      known.least[side] = std::max(known.least[side], static_cast<std::int16_t>(target));
    } else {
      known.most[side] = std::min(known.most[side], static_cast<std::int16_t>(target - 1));
    }
  });
  if (options_.recorder == nullptr) return;
  options_.recorder->add(key, prover,
                         {.target = static_cast<std::int16_t>(target), .ply = static_cast<std::uint8_t>(ply), .proved = proved});
}

template <int W>
void Search<W>::drop_aside(std::uint32_t from) {
  for (std::size_t i = from; i < aside_.size(); ++i) places_.erase(PathKey{aside_[i].key, aside_[i].prover});
  aside_.resize(from);
  while (!groups_.empty() && groups_.back().begin >= from) groups_.pop_back();
}

template <int W>
std::uint32_t Search<W>::lean_of(std::uint32_t aside) const {
  const auto group = std::upper_bound(groups_.begin(), groups_.end(), aside, [](std::uint32_t at, const Group& g) { return at < g.begin; });
  return std::prev(group)->lean;
}

template <int W>
void Search<W>::count_node() {
  ++nodes_;
  if (++unspent_ < 4096) return;
  const bool go_on = budget_.spend(unspent_);
  unspent_ = 0;
  if (!go_on || nodes_ > last_node_ || answered_->load(std::memory_order_relaxed)) throw Stop{};
  check_memory();
}

template <int W>
void Search<W>::check_memory() {
  const std::uint64_t bytes = frames_.capacity() * sizeof(Frame) + children_.capacity() * sizeof(Child) +
                              aside_.capacity() * sizeof(Aside) + places_.bucket_count() * (sizeof(PathKey) + sizeof(Place) + 2) +
                              (options_.recorder == nullptr ? 0 : options_.recorder->bytes());
  if (bytes <= options_.memory) return;
  budget_.give_up(Stopped::memory);
  throw Stop{};
}

template class Search<1>;
template class Search<2>;
template class Search<3>;

}  // namespace uthi
