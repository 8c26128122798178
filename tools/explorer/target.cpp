// Decoding of targets.
#include "tools/explorer/target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "tools/explorer/problem.hpp"

namespace uthi::explorer {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text, bool plus_is_blank) {
  auto result = percent_decoded(text, plus_is_blank);
  if (!result) {
    throw Problem(400, "syntax", "the request target holds an escape that is none, or a control character",
                  "percent-encoded text: % and two hexadecimal digits", "/v1/position?p=giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S");
  }
  return std::move(*result);
}

bool is_pit(char c) { return (c >= 'a' && c < 'a' + kMaxPits) || (c >= 'A' && c < 'A' + kMaxPits); }

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
      if (low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
    result += c;
  }
  return result;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain = "-_.~:,/*={}";  // with letters and digits: all that positions are made of
  std::string result;
  for (const char c : text) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kPlain.find(c) != std::string_view::npos;
    if (c == ' ') {
      result += '_';
    } else if (plain) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

Target::Target(std::string_view target) {
  const std::size_t mark = target.find('?');
  path_ = decoded(target.substr(0, mark), false);
  if (path_.empty() || path_.front() != '/') {
    throw Problem(400, "syntax", "the request target is no path", "a path that begins with a slash", "/v1/tables");
  }
  if (mark == std::string_view::npos) return;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    std::string name = decoded(pair.substr(0, equals), true);
    if (raw(name) != nullptr) {
      throw Problem(400, "syntax", fmt::format("the parameter \"{}\" is given twice", name), "each parameter once");
    }
    parameters_.emplace_back(std::move(name), equals == std::string_view::npos ? "" : std::string(pair.substr(equals + 1)));
  }
}

const std::string* Target::raw(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(), [&](const auto& pair) { return pair.first == name; });
  return found == parameters_.end() ? nullptr : &found->second;
}

void Target::allow(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : parameters_) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw Problem(400, "syntax", fmt::format("there is no parameter \"{}\" here", name),
                  names.size() == 0 ? "no parameters" : fmt::format("only {}", fmt::join(names, ", ")));
  }
}

std::optional<std::string> Target::text(std::string_view name) const {
  const std::string* value = raw(name);
  if (value == nullptr || value->empty()) return std::nullopt;
  return decoded(*value, true);
}

std::string Target::required(std::string_view name, std::string_view example) const {
  auto value = text(name);
  if (!value)
    throw Problem(400, "syntax", fmt::format("the parameter \"{}\" is missing", name), fmt::format("{}=...", name), std::string(example));
  return std::move(*value);
}

std::optional<std::int64_t> Target::number(std::string_view name, std::int64_t least, std::int64_t most) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error != std::errc{} || end != value->data() + value->size() || number < least || number > most) {
    throw Problem(400, "syntax", fmt::format("{}={}", name, *value), fmt::format("a whole number from {} to {}", least, most),
                  fmt::format("{}={}", name, least));
  }
  return number;
}

bool Target::flag(std::string_view name) const {
  const auto value = text(name);
  if (!value || *value == "0" || *value == "false" || *value == "no") return false;
  if (*value == "1" || *value == "true" || *value == "yes") return true;
  throw Problem(400, "syntax", fmt::format("{}={}", name, *value), "1 or 0", fmt::format("{}=1", name));
}

std::string Target::moves(std::string_view name, const RuleSet& rules, std::string_view example) const {
  const std::string* value = raw(name);
  if (value == nullptr || value->empty()) (void)required(name, example);
  const bool directions = rules.game().name == "giuthi";
  std::string moves;
  for (std::string_view rest = *value;;) {
    const std::size_t plus = rest.find('+');
    std::string part(rest.substr(0, plus));
    std::replace(part.begin(), part.end(), '_', ' ');
    moves += decoded(part, false);
    if (plus == std::string_view::npos) return moves;
    moves += directions && !moves.empty() && is_pit(moves.back()) ? '+' : ' ';
    rest.remove_prefix(plus + 1);
  }
}

Position Target::position() const {
  const std::string text = required("p", "p=giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S");
  try {
    return parse_position(text);
  } catch (const Error& error) {
    throw problem_of(error, 400);
  }
}

}  // namespace uthi::explorer
