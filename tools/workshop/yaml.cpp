// Events of the YAML parser become values; this keeps away its trees, in which short aliases stand for endless documents.
#include "tools/workshop/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <sstream>

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

class Builder final : public YAML::EventHandler {
 public:
  Builder(int deepest, std::size_t most_events) : deepest_(deepest), left_(most_events) {}

  std::vector<boost::json::value> documents;

  void OnDocumentStart(const YAML::Mark& mark) override { count(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { put(mark, nullptr); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { fail(mark, "an alias; write out what it stands for"); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override {
    count(mark);
    if (!open_.empty() && open_.back().value.is_object() && !open_.back().key) {
      if (open_.back().value.get_object().contains(value)) fail(mark, fmt::format("field \"{}\" twice", value));
      open_.back().key = value;
      return;
    }
    put(mark, boost::json::string(value));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin(mark, boost::json::array());
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin(mark, boost::json::object());
  }
  void OnMapEnd() override { end(); }

 private:
  struct Open {
    boost::json::value value;
    std::optional<std::string> key{};
    YAML::Mark mark{};
  };

  [[noreturn]] static void fail(const YAML::Mark& mark, std::string_view found) {
    throw UsageError(fmt::format("line {}: {}", mark.line + 1, found));
  }

  // There cannot be more events than the text has room for; a parser that does not get on is stopped here.
  void count(const YAML::Mark& mark) {
    if (left_-- == 0) fail(mark, "YAML that cannot be read to its end");
  }

  void begin(const YAML::Mark& mark, boost::json::value value) {
    count(mark);
    if (open_.size() >= static_cast<std::size_t>(deepest_)) fail(mark, "lists nested too deeply");
    if (!open_.empty() && open_.back().value.is_object() && !open_.back().key) fail(mark, "a field whose name is no text");
    open_.push_back({std::move(value), {}, mark});
  }

  void end() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    put(closed.mark, std::move(closed.value));
  }

  void put(const YAML::Mark& mark, boost::json::value value) {
    count(mark);
    if (open_.empty()) {
      if (!value.is_null()) documents.push_back(std::move(value));
      return;
    }
    Open& into = open_.back();
    if (into.value.is_array()) {
      into.value.get_array().push_back(std::move(value));
      return;
    }
    if (!into.key) fail(mark, "a field whose name is no text");
    into.value.get_object()[*into.key] = std::move(value);
    into.key.reset();
  }

  int deepest_;
  std::size_t left_;
  std::vector<Open> open_;
};

void emit(YAML::Emitter& out, const boost::json::value& value) {
  if (value.is_object()) {
    out << YAML::BeginMap;
    for (const auto& [key, item] : value.get_object()) {
      out << YAML::Key << std::string(key) << YAML::Value;
      emit(out, item);
    }
    out << YAML::EndMap;
  } else if (value.is_array()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const boost::json::value& item : value.get_array()) emit(out, item);
    out << YAML::EndSeq;
  } else if (value.is_int64()) {
    out << value.get_int64();
  } else {
    out << YAML::DoubleQuoted << std::string(value.get_string());
  }
}

}  // namespace

std::vector<boost::json::value> documents_of_yaml(std::string_view text, int deepest) {
  constexpr std::size_t kEventsOfCharacter = 8;
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    Builder builder(deepest, kEventsOfCharacter * (text.size() + 2));
    while (parser.HandleNextDocument(builder)) {
    }
    return std::move(builder.documents);
  } catch (const YAML::Exception& error) {
    throw UsageError(fmt::format("line {}: {}", error.mark.line + 1, error.msg));
  }
}

std::string yaml_of(const boost::json::array& items) {
  YAML::Emitter out;
  out << YAML::BeginSeq;
  for (const boost::json::value& item : items) emit(out, item);
  out << YAML::EndSeq;
  return std::string(out.c_str()) + "\n";
}

}  // namespace uthi::workshop
