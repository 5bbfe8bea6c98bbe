/// What a function does, kept small until somebody asks.
///
/// A program has many bodies, and few of them are looked at together: the statements are kept as
/// bytes, less than the source has, and are made of them anew for whoever goes through them.
struct Code: Hashable, Sendable {
  /// Where the braces of a declaration begin and end that the statements fill; nowhere at -1.
  private let start: Int32
  private let end: Int32
  private let packed: [UInt8]

  /// Keeps statements.
  init(_ statements: [Statement], at range: Range<Int>? = nil) {
    // No file is read that is longer.
    start = Int32(clamping: range?.lowerBound ?? -1)
    end = Int32(clamping: range?.upperBound ?? -1)
    var packing = Packing()
    packing.put(statements)
    packed = packing.bytes.fitted
  }

  /// The bytes of the file that the statements take, where they fill the braces of a declaration.
  var range: Range<Int>? { start < 0 ? nil : Int(start)..<Int(end) }

  /// How many bytes are kept.
  var byteCount: Int { packed.count }

  /// What a body makes of the bytes as they are kept.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    packed.withUnsafeBufferPointer(body)
  }

  /// The statements, made anew.
  var statements: [Statement] {
    var unpacking = Unpacking(packed)
    return unpacking.take()
  }
}

extension Code: Packable {
  func pack(into packing: inout Packing) {
    packing.put(Int(start))
    packing.put(Int(end))
    packing.put(bytes: packed)
  }

  init(from unpacking: inout Unpacking) {
    start = Int32(clamping: unpacking.take() as Int)
    end = Int32(clamping: unpacking.take() as Int)
    packed = unpacking.bytes()
  }
}
