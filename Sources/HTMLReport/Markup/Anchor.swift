/// A name that links on the page refer to, such as `Library.entity.Book`.
package struct Anchor: Hashable, Sendable {
  /// The name, in characters that need no escape in an attribute or a URL.
  package let name: String

  /// Creates an anchor from the parts of its name; different parts give different anchors.
  package init(_ parts: String...) { name = parts.map(Self.spelling).joined(separator: ".") }

  private init(name: String) { self.name = name }

  /// The anchor of a part of this place.
  package func appending(_ parts: String...) -> Anchor {
    Anchor(name: ([name] + parts.map(Self.spelling)).joined(separator: "."))
  }

  /// A text in ASCII letters, digits, hyphens, and codes such as `_20_` for other characters.
  private static func spelling(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": result.unicodeScalars.append(scalar)
      default: result += "_\(String(scalar.value, radix: 16))_"
      }
    }
  }
}
