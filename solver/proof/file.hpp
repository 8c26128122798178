// One open proof file: header and block index validated, blocks read and checked one by one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "solver/proof/block.hpp"
#include "solver/proof/format.hpp"

namespace uthi {

class ByteSource;

class ProofFile {
 public:
  /// Opens and validates header and block index. Throws TableDamaged naming the file and the field, InputOutputError.
  explicit ProofFile(const std::filesystem::path& path);
  /// The same over bytes in memory; `name` stands for the path.
  ProofFile(std::string name, std::vector<std::uint8_t> bytes);
  ~ProofFile();
  ProofFile(const ProofFile&) = delete;
  ProofFile& operator=(const ProofFile&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const ProofHeader& header() const { return header_; }
  [[nodiscard]] const ProofNumbering& numbering() const { return numbering_; }

  /// The nodes of one block of a part, both counted from 0. Thread-safe. Throws TableDamaged naming part, block and field,
  /// InputOutputError.
  [[nodiscard]] ProofColumns block(std::size_t part, std::uint64_t block) const;

  /// The whole proof in memory, its nodes in the order of the file. Throws TableDamaged, also where blocks are out of order.
  [[nodiscard]] Proof load() const;

 private:
  std::string name_;
  std::unique_ptr<const ByteSource> source_;
  ProofHeader header_;
  ProofNumbering numbering_;
};

}  // namespace uthi
