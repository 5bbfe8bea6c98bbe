/// What a function does, kept small until somebody asks.
///
/// A program has many bodies, and few of them are looked at together: the statements are kept as
/// bytes, less than the source has, and are made of them anew for whoever goes through them.
struct Code: Hashable, Sendable {
  /// The bytes of the file that the statements take, where they fill the braces of a declaration.
  let range: Range<Int>?
  private let packed: [UInt8]

  /// Keeps statements.
  init(_ statements: [Statement], at range: Range<Int>? = nil) {
    self.range = range
    var packing = Packing()
    packing.put(statements)
    packed = packing.bytes
  }

  /// How many bytes are kept.
  var byteCount: Int { packed.count }

  /// The statements, made anew.
  var statements: [Statement] {
    var unpacking = Unpacking(packed)
    return unpacking.take()
  }
}

extension Code: Packable {
  func pack(into packing: inout Packing) {
    packing.put(range?.lowerBound)
    packing.put(range?.upperBound)
    packing.put(bytes: packed)
  }

  init(from unpacking: inout Unpacking) {
    let start: Int? = unpacking.take()
    let end: Int? = unpacking.take()
    range = start.flatMap { start in end.map { start..<$0 } }
    packed = unpacking.bytes()
  }
}
