internal import Programs
internal import SQLite

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

ProcessMemory.forgoStatistics()
ProcessMemory.shareHeap()
exit(Tool.run(OwnWords.all).rawValue)
