internal import Digests
package import SQLite
internal import SchemaModel

/// The conversion of one of our values to Core Data's form; the opposite of ``CoreDataValue``.
package struct CoreDataConversion {
  private enum Kind {
    case none, real, date, decimal, uuid, external, opaque(isOptional: Bool), base64, json
  }

  private let kind: Kind

  /// A conversion that changes nothing.
  static let none = Self(kind: .none)

  private init(kind: Kind) { self.kind = kind }

  /// The conversion for the values of an attribute, or of an element of a composite, which is read from JSON.
  init(to attribute: Attribute, isElement: Bool) {
    kind =
      switch attribute.type {
      case .float, .double: .real
      case .date: .date
      case .decimal: .decimal
      case .uuid: .uuid
      case .data where isElement: .base64
      case .data where attribute.storage == .external: .external
      case .transformable: .opaque(isOptional: attribute.isOptional || isElement)
      case .array where isElement: .json
      default: .none
      }
  }

  /// The facts that only the creator of a store knows.
  package struct Surroundings {
    /// Writes bytes to a file of external storage, and returns its name.
    package var keep: ([UInt8]) throws -> String
    /// The value for required attributes whose bytes only the app understands.
    package var opaque: [UInt8]

    /// Surroundings from their parts.
    package init(opaque: [UInt8], keep: @escaping ([UInt8]) throws -> String) {
      self.opaque = opaque
      self.keep = keep
    }
  }

  /// The largest number of bytes of data in a row.
  ///
  /// Larger data goes into a file; the limit is low, so that both forms occur in a small store.
  private static let mostInRow = 100

  /// The value in Core Data's form.
  package func converted(_ value: SQLValue, _ surroundings: Surroundings) throws -> SQLValue {
    guard value != .null else { return .null }
    switch (kind, value) {
    case (.opaque(let isOptional), _): return isOptional ? .null : .blob(surroundings.opaque)
    case (.real, .integer(let number)): return .real(Double(number))
    case (.date, .real(let seconds)): return .real(seconds - CoreDataLayout.epoch)
    case (.date, .integer(let seconds)): return .real(Double(seconds) - CoreDataLayout.epoch)
    case (.decimal, .text(let text)):
      return Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real) ?? value
    case (.uuid, .text(let text)):
      return [UInt8](hexadecimal: text.filter { $0 != "-" }).map(SQLValue.blob) ?? value
    case (.base64, .text(let text)): return [UInt8](base64: text).map(SQLValue.blob) ?? value
    case (.json, .text(let text)): return .blob(Array(text.utf8))
    case (.external, .blob(let bytes)):
      guard bytes.count > Self.mostInRow else { return .blob([1] + bytes) }
      return .blob([2] + Array(try surroundings.keep(bytes).utf8) + [0])
    default: return value
    }
  }
}
