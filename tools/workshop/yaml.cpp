// Events of the YAML parser become values; this keeps away its trees, in which short aliases stand for endless documents.
#include "tools/workshop/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <sstream>

#include "tools/utf8.hpp"

namespace uthi::workshop {

namespace {

class Builder final : public YAML::EventHandler {
 public:
  Builder(int deepest, std::size_t most_events) : deepest_(deepest), left_(most_events) {}

  std::vector<YamlItem> items;

  void OnDocumentStart(const YAML::Mark& mark) override { count(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { put(mark, nullptr); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { fail(mark, "an alias; write out what it stands for"); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& written) override {
    count(mark);
    const std::string value = repaired(mark, written);
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

  // yaml-cpp 0.7 gives the escapes \N and \_ as single bytes instead of U+0085 and U+00A0. The text is UTF-8, so a byte that
  // belongs to no sequence can only come from them.
  static std::string repaired(const YAML::Mark& mark, const std::string& text) {
    auto bad = first_bad_utf8(text);
    if (!bad) return text;
    std::string whole;
    std::string_view rest = text;
    for (; bad; bad = first_bad_utf8(rest)) {
      const char byte = rest[*bad];
      if (byte != '\x85' && byte != '\xa0') fail(mark, "expected text in UTF-8");
      whole.append(rest, 0, *bad).append("\xc2").append(1, byte);
      rest.remove_prefix(*bad + 1);
    }
    return whole.append(rest);
  }

  [[noreturn]] static void fail(const YAML::Mark& mark, std::string_view found) { throw YAML::ParserException(mark, std::string(found)); }

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
    const bool in_outer_list = open_.size() == 1 && open_.front().value.is_array();
    if (in_outer_list || (open_.empty() && !value.is_null())) {
      // The outer list itself comes last, and empty.
      if (open_.empty() && value.is_array()) return;
      items.push_back({std::move(value), mark.line + 1});
      return;
    }
    if (open_.empty()) return;
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

YamlText items_of_yaml(std::string_view text, int deepest) {
  constexpr std::size_t kEventsOfCharacter = 8;
  if (const auto bad = first_bad_utf8(text)) {
    const auto before = text.substr(0, *bad);
    return {{}, "expected text in UTF-8", 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'))};
  }
  Builder builder(deepest, kEventsOfCharacter * (text.size() + 2));
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
    return {std::move(builder.items), {}, 0};
  } catch (const YAML::Exception& error) {
    return {std::move(builder.items), error.msg, error.mark.line + 1};
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
