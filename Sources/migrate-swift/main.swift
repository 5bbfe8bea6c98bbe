internal import Terminal

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

exit(SourceTool.run(Array(CommandLine.arguments.dropFirst())))
