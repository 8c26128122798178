// What came from outside commands no terminal, and messages do not end at a NUL byte.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/tools/process.hpp"
#include "tools/output.hpp"

namespace uthi::test {
namespace {

using namespace std::string_literals;

TEST(TerminalText, ControlCharactersAndBytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(printable("a\x1b[2Jb\0c"s),
            "a\xef\xbf\xbd[2Jb\xef\xbf\xbd"
            "c");
  EXPECT_EQ(printable("\x7f\xc2\x9b\x9b\r"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(printable("Andr\xc3\xa9\tx\n\xc2\xa0"), "Andr\xc3\xa9\tx\n\xc2\xa0");
}

TEST(TerminalText, NamesOfFoldersDoNotCommandTheTerminal) {
  const TemporaryFolder folder;
  const std::string tables = folder.text() +
                             "/a\x1b]0;owned\x07\xc2\x9b"
                             "31m\xff"
                             "4b";
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"build", "giuthi", "2x2", "--seeds", "2", "--tables", tables},
                                             {"info", "--tables", tables},
                                             {"verify", "giuthi", "2x2", "--tables", tables},
                                             {"check-proof", tables + "/none"},
                                             {"info", "--tables", tables + "none"}}) {
    const Result result = run(command);
    for (const std::string& text : {result.out, result.err}) {
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << command[0];
      EXPECT_EQ(text.find('\x07'), std::string::npos) << command[0];
      EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos) << command[0];
      EXPECT_EQ(valid_utf8(text), text) << command[0];
    }
  }
}

TEST(TerminalText, ColoursAreStillThere) { EXPECT_NE(run_on_terminal({"rules", "giuthi"}).out.find("\x1b[1m"), std::string::npos); }

TEST(TerminalText, AMessageDoesNotEndAtANulByte) {
  EXPECT_STREQ(PositionError("position \"x\0y\""s).what(), "position \"x\\0y\"");
  const Result probed = run({"probe", "-"}, {.input = "giuthi:1,1\0rest/1,1\n"s});
  EXPECT_NE((probed.out + probed.err).find("NUL"), std::string::npos) << probed.out << probed.err;
}

}  // namespace
}  // namespace uthi::test
