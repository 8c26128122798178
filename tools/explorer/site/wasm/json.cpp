// Boost.JSON, which is compiled in here: there is no library of it for WebAssembly.
#include <boost/json/src.hpp>
