/// A fact that is kept as bytes, and made of them anew for whoever asks.
///
/// An expression is a tree of small pieces, each of which takes more room than the source of it, and
/// few rules ask for one.
@propertyWrapper struct Packed<Fact: Packable & Sendable>: Hashable, Sendable {
  private var bytes: [UInt8]

  /// What is written for an absent value or an empty list, for which nothing is kept.
  private static var nothing: [UInt8] { [0] }

  /// Keeps a fact.
  init(wrappedValue: Fact) {
    var packing = Packing()
    packing.put(wrappedValue)
    bytes = packing.bytes == Self.nothing ? [] : packing.bytes.fitted
  }

  /// The fact, made anew.
  var wrappedValue: Fact {
    get {
      var unpacking = Unpacking(bytes.isEmpty ? Self.nothing : bytes)
      return unpacking.take()
    }
    set { self = Self(wrappedValue: newValue) }
  }
}
