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
// What is deeply nested in the source is deeply nested in all that is made of it.
exit(DeepThread.value { [words] in SourceTool.run(words) })
