internal import Programs
internal import Terminal

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

let words = Array(CommandLine.arguments.dropFirst())
// Deeply nested source gives a deeply nested syntax tree, and deep recursion.
exit(DeepThread.value { [words] in SourceTool.run(words) })
