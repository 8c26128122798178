# Writes a C++ source that holds files byte for byte. Run as a script:
#   cmake -DOUTPUT=assets.cpp -DFILES=a|b|c -DFUNCTION=embedded_files -P EmbedFiles.cmake
# The source defines the function in uthi::explorer, as tools/explorer/assets.hpp declares it.
string(REPLACE "|" ";" files "${FILES}")
set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "const unsigned char kFile${number}[] = {${bytes}0};\n")
  string(APPEND entries "      {\"${name}\", text(kFile${number}, sizeof(kFile${number}) - 1)},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made by cmake/EmbedFiles.cmake; not to be edited.
#include \"tools/explorer/assets.hpp\"

namespace uthi::explorer {

namespace {

${arrays}
std::string_view text(const unsigned char* bytes, std::size_t size) { return {reinterpret_cast<const char*>(bytes), size}; }

}  // namespace

const std::vector<EmbeddedFile>& ${FUNCTION}() {
  static const std::vector<EmbeddedFile> files{
${entries}  };
  return files;
}

}  // namespace uthi::explorer
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
