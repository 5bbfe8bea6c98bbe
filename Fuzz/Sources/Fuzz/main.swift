// Reads what libFuzzer makes up: `Fuzz READER [libFuzzer's options] CORPUS...`.
import CFuzzer
import Foundation

/// The reader and its place, which a C function cannot be handed.
nonisolated(unsafe) var session: (reader: Reader, place: Workplace)?

let names = Reader.allCases.map(\.rawValue).joined(separator: "|")
guard let name = CommandLine.arguments.dropFirst().first, let reader = Reader(rawValue: name) else {
  print("usage: Fuzz \(names) [OPTION...] CORPUS...")
  exit(64)
}
let place = try Workplace()
unsafe session = (reader, place)
atexit { unsafe session?.place.remove() }

// libFuzzer is not told of the first word.
var count = CommandLine.argc - 1
var rest = unsafe Optional(CommandLine.unsafeArgv + 1)
exit(
  unsafe LLVMFuzzerRunDriver(&count, &rest) { start, count in
    guard let (reader, place) = unsafe session else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do { try place.empty() } catch { fatalError("\(error)") }
    // To refuse it is an answer.
    try? reader.read(bytes, in: place)
    return 0
  })
