import Foundation

/// The reader and its place: `Fuzz READER [libFuzzer's options] CORPUS...`.
///
/// libFuzzer brings `main` along, and calls the two functions below it by their names in C
/// (https://llvm.org/docs/LibFuzzer.html).
nonisolated(unsafe) private var session: (reader: Reader, place: Workplace)?

/// Takes the first word, of which libFuzzer is not told.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  guard let list = unsafe words.pointee, unsafe count.pointee > 1, let word = unsafe list[1],
    let reader = Reader(rawValue: unsafe String(cString: word))
  else {
    print(
      "usage: Fuzz \(Reader.allCases.map(\.rawValue).joined(separator: "|")) [OPTION...] CORPUS...")
    exit(64)
  }
  do { unsafe session = (reader, try Workplace()) } catch { fatalError("\(error)") }
  atexit { unsafe session?.place.remove() }
  unsafe list[1] = list[0]
  unsafe words.pointee = list + 1
  unsafe count.pointee -= 1
  return 0
}

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let (reader, place) = unsafe session else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try place.empty() } catch { fatalError("\(error)") }
  // To refuse it is an answer.
  try? reader.read(bytes, in: place)
  return 0
}
