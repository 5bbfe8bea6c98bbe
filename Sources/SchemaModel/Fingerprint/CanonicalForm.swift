internal import Digests

/// Bytes that spell a value in one way only, so that their digest identifies it.
///
/// A form is a sequence of fields. Each field is a tag and a content with their lengths before them, so no two
/// different sequences have the same bytes. A field with its usual value is left out. A later version of the
/// tool that knows one more field therefore computes the same digest. The caller sorts elements whose order
/// has no meaning.
struct CanonicalForm {
  /// The bytes that have been added.
  private(set) var bytes: [UInt8] = {
    var bytes: [UInt8] = []
    // The form of an attribute has room.
    bytes.reserveCapacity(128)
    return bytes
  }()

  /// An empty form.
  init() {}

  /// Adds a text.
  mutating func add(_ tag: String, _ text: String) { add(tag, bytes: text.utf8) }

  /// Adds a text, unless it is nil.
  mutating func add(_ tag: String, _ text: String?) {
    if let text { add(tag, text) }
  }

  /// Adds a flag, if it is true.
  mutating func add(_ tag: String, ifTrue claim: Bool) {
    if claim { add(tag, "") }
  }

  /// Adds an integer, unless it is nil.
  mutating func add(_ tag: String, _ number: Int?) {
    if let number { add(tag, String(number)) }
  }

  /// Adds a form, unless it is nil.
  mutating func add(_ tag: String, _ form: CanonicalForm?) {
    if let form { add(tag, bytes: form.bytes) }
  }

  /// Adds forms in this order, one field each.
  mutating func add(_ tag: String, each forms: [CanonicalForm]) {
    for form in forms { add(tag, form) }
  }

  /// Adds texts in this order, one field each.
  mutating func add(_ tag: String, each texts: [String]) {
    for text in texts { add(tag, text) }
  }

  /// Adds bytes.
  mutating func add(_ tag: String, bytes content: some Collection<UInt8>) {
    append(length: tag.utf8.count)
    bytes.append(contentsOf: tag.utf8)
    append(length: content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func append(length: Int) {
    withUnsafeBytes(of: Int64(length).littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The SHA-256 digest of the form, in hexadecimal.
  var digest: String { Digest.of(bytes).hexadecimal }
}

extension CanonicalForm {
  /// A form that the closure fills.
  init(_ fill: (inout CanonicalForm) -> Void) {
    fill(&self)
  }
}

extension Sequence {
  /// The elements sorted by the bytes of their names; elements with equal names keep their order.
  func sortedByName(_ name: (Element) -> String) -> [Element] {
    sorted { NameOrder.precedes(name($0), name($1)) }
  }
}
