/// The rules for names in a schema.
///
/// Names become class, property and case names in Swift, and tables and columns in SQL.
package enum Identifier {
  /// Whether a text consists of letters, digits and underscores, and does not begin with a digit.
  ///
  /// Letters and digits are Unicode's (XID_Start, XID_Continue), as in Swift.
  static func isValid(_ name: String) -> Bool {
    // Most names are ASCII, and their bytes are read in place.
    let isPlain = name.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.first.map { !(0x30...0x39).contains($0) } == true && bytes.allSatisfy { $0.isWordByte }
    }
    if isPlain == true { return true }
    guard let first = name.unicodeScalars.first, first == "_" || first.isXIDStart else {
      return false
    }
    return name.unicodeScalars.dropFirst().allSatisfy(\.isXIDContinue)
  }

  /// Whether the native store uses the name, or names with its prefix, for its own tables and columns.
  package static func isReserved(_ name: String) -> Bool {
    switch name.unicodeScalars.first {
    case "_", "s", "S":
      let folded = name.lowercased()
      return columns.contains(folded) || prefixes.contains { folded.hasPrefix($0) }
    default: return false
    }
  }

  private static let columns = ["_id", "_entity", "_owner"]
  private static let prefixes = ["_order_", "_migrate_", "sqlite_"]
}

extension Unicode.Scalar {
  fileprivate var isXIDStart: Bool {
    switch self {
    case "a"..."z", "A"..."Z": true
    default: properties.isXIDStart
    }
  }

  fileprivate var isXIDContinue: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: properties.isXIDContinue
    }
  }
}
