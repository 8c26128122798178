// Whether a sanitizer watches: UTHI_SANITIZED is 1 or 0. GCC tells by macros, clang by features.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UTHI_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UTHI_SANITIZED 1
#endif
#endif
#ifndef UTHI_SANITIZED
#define UTHI_SANITIZED 0
#endif
