// Blocks by zstd.
#include "tablebase/block_codec.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <new>
#include <stdexcept>

namespace uthi {

BlockBytes compress_block(std::span<const std::uint8_t> raw, int level) {
  // A fresh context for every block: what was compressed before, and by which thread, cannot matter.
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  BlockBytes frame(ZSTD_compressBound(raw.size()));
  const std::size_t size = ZSTD_compress2(context.get(), frame.data(), frame.size(), raw.data(), raw.size());
  if (ZSTD_isError(size)) throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  frame.resize(size);
  frame.shrink_to_fit();
  return frame;
}

std::optional<BlockBytes> decompress_block(std::span<const std::uint8_t> frame, std::uint64_t raw_bytes, std::string& problem) {
  // A frame says what it holds: nothing is set aside for one that says otherwise.
  const unsigned long long says = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (says < ZSTD_CONTENTSIZE_ERROR && says != raw_bytes) {
    problem = fmt::format("it holds {} bytes, expected {}", says, raw_bytes);
    return std::nullopt;
  }
  BlockBytes raw(raw_bytes);
  const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(size)) {
    problem = fmt::format("zstd cannot decompress it: {}", ZSTD_getErrorName(size));
    return std::nullopt;
  }
  if (size != raw_bytes) {
    problem = fmt::format("it holds {} bytes, expected {}", size, raw_bytes);
    return std::nullopt;
  }
  return raw;
}

}  // namespace uthi
