internal import Programs

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

exit(Tool.run(OwnWords.all).rawValue)
