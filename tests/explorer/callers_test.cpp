// Hosts and origins: which names are this server's, and which pages are its own.
#include "tools/explorer/callers.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace uthi::explorer {
namespace {

bool knows(const Callers& callers, std::string_view host) {
  const auto authority = Authority::parse(host);
  return authority && callers.knows_host(*authority);
}

bool knows(const Callers& callers, std::string_view origin, std::string_view host) {
  return callers.knows_origin(origin, Authority::parse(host).value());
}

TEST(Authority, IsAHostAndAPort) {
  EXPECT_EQ(Authority::parse("Example.ORG:80").value().host, "example.org");
  EXPECT_EQ(Authority::parse("Example.ORG:80").value().port, 80);
  EXPECT_EQ(Authority::parse("example.org.").value().host, "example.org") << "the root of all names may be written";
  EXPECT_EQ(Authority::parse("example.org:").value().port, std::nullopt);
  EXPECT_EQ(Authority::parse("[::0:1]:8137").value().host, "::1");
  EXPECT_TRUE(Authority::parse("[::1]").value().is_address);
  EXPECT_EQ(Authority::parse("[::ffff:127.0.0.1]").value().host, "127.0.0.1");
  EXPECT_TRUE(Authority::parse("127.0.0.1:1").value().is_address);
  EXPECT_FALSE(Authority::parse("127.0.0.1.example.org").value().is_address);
  EXPECT_EQ(Authority::parse("").value().host, "");
  for (const char* bad : {"a b", "a/b", "user@a", "a:80:90", "a:x", "a:-1", "a:65536", "::1", "[::1", "[::1]x", "[a]", "[127.0.0.1]",
                          "a\"b", "a\tb", "\xc3\xa4"}) {
    EXPECT_FALSE(Authority::parse(bad)) << bad;
  }
}

TEST(Callers, ALoopbackServerIsItsAddressAndLocalhost) {
  for (const char* address : {"127.0.0.1", "::1"}) {
    const Callers callers(address, {}, {});
    EXPECT_TRUE(knows(callers, "localhost:8137"));
    EXPECT_TRUE(knows(callers, "LocalHost"));
    for (const char* foreign : {"example.org", "localhost.example.org", "127.0.0.1.example.org", "192.0.2.1", "0.0.0.0", ""})
      EXPECT_FALSE(knows(callers, foreign)) << foreign;
  }
  EXPECT_TRUE(knows(Callers("127.0.0.1", {}, {}), "127.0.0.1:9"));
  EXPECT_FALSE(knows(Callers("127.0.0.1", {}, {}), "[::1]"));
  EXPECT_TRUE(knows(Callers("::1", {}, {}), "[::1]:8137"));
}

TEST(Callers, AServerOfTheNetworkIsItsAddressAlone) {
  const Callers callers("192.0.2.7", {}, {});
  EXPECT_TRUE(knows(callers, "192.0.2.7:80"));
  for (const char* foreign : {"localhost", "192.0.2.8", "127.0.0.1", "example.org"}) EXPECT_FALSE(knows(callers, foreign)) << foreign;
}

TEST(Callers, AServerAtEveryAddressIsAnyAddressButNoName) {
  for (const char* address : {"0.0.0.0", "::"}) {
    const Callers callers(address, {"uthi.example.org", "Other"}, {});
    for (const char* own : {"192.0.2.7", "[2001:db8::1]:80", "127.0.0.1", "localhost", "uthi.example.org:80", "UTHI.example.org", "other"})
      EXPECT_TRUE(knows(callers, own)) << own;
    for (const char* foreign : {"example.org", "x.uthi.example.org", "0x7f000001", "2130706433", ""})
      EXPECT_FALSE(knows(callers, foreign)) << foreign;
  }
}

TEST(Callers, AnOriginIsThePageOfTheHostItselfOrOneThatWasNamed) {
  const Callers callers("127.0.0.1", {}, {"https://Example.org", "http://other.example:8080"});
  EXPECT_TRUE(knows(callers, "http://127.0.0.1:8137", "127.0.0.1:8137"));
  EXPECT_TRUE(knows(callers, "http://localhost:8137", "localhost:8137"));
  EXPECT_TRUE(knows(callers, "http://localhost", "localhost:80")) << "the port of http";
  EXPECT_TRUE(knows(callers, "https://example.org", "127.0.0.1:8137"));
  EXPECT_TRUE(knows(callers, "https://example.org:443", "127.0.0.1:8137"));
  EXPECT_TRUE(knows(callers, "http://other.example:8080", "localhost:8137"));
  for (const char* foreign :
       {"null", "", "http://127.0.0.1", "http://127.0.0.1:8138", "https://127.0.0.1:8137", "http://localhost:8137", "http://example.org",
        "https://example.org.evil.example", "https://example.org/", "http://other.example", "file://", "http://", "//127.0.0.1:8137"}) {
    EXPECT_FALSE(knows(callers, foreign, "127.0.0.1:8137")) << foreign;
  }
  EXPECT_FALSE(knows(callers, "http://evil.example:8137", "evil.example:8137")) << "a name that was let point here";
}

TEST(Callers, WhatIsNoNameOrOriginIsSaid) {
  for (const char* bad : {"", "http://example.org", "example.org:80", "a b", "a/b"})
    EXPECT_THROW(Callers("127.0.0.1", {bad}, {}), UsageError) << bad;
  for (const char* bad : {"", "*", "null", "example.org", "https://example.org/page", "ftp://example.org", "https://"})
    EXPECT_THROW(Callers("127.0.0.1", {}, {bad}), UsageError) << bad;
}

}  // namespace
}  // namespace uthi::explorer
