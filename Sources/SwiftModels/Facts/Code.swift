/// What a function does, kept small until somebody asks.
///
/// A program has many bodies, and few of them are looked at together: the statements are kept as
/// bytes, less than the source has, and are made of them anew for whoever goes through them.
struct Code: Hashable, Sendable {
  private let packed: [UInt8]

  /// Keeps statements.
  init(_ statements: [Statement]) {
    var packing = Packing()
    packing.put(statements)
    packed = packing.bytes.fitted
  }

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
    packing.put(bytes: packed)
  }

  init(from unpacking: inout Unpacking) {
    packed = unpacking.bytes()
  }
}
