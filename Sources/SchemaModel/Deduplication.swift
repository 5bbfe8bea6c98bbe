/// A rule that joins duplicate objects of one entity, and decides which of them is kept.
///
/// ```yaml
/// dedupe: {by: [localId], keep: newest(dateAdded)}
/// ```
///
/// All names are names of the version that the migration leads to.
public struct Deduplication: Hashable, Sendable {
  /// A criterion by which one object is kept rather than another.
  public enum Choice: Hashable, Sendable {
    /// The oldest object: the one with the smallest `_id`.
    case first
    /// The greatest value of an attribute; objects without a value come last.
    case newest(String)
    /// The smallest value of an attribute; objects without a value come last.
    case oldest(String)
    /// An SQL condition over the entity's properties that is true.
    case prefer(String)
  }

  /// The properties that identify an object: objects with the same values for all of them are duplicates.
  ///
  /// An object without a value for one of them is not a duplicate.
  public var key: [String]
  /// The criteria that decide which object is kept, the most important first.
  ///
  /// Objects that are equal by all of them are decided by ``Choice/first``.
  public var choices: [Choice]

  /// A deduplication from its parts.
  public init(by key: [String], keep choices: [Choice]) {
    self.key = key
    self.choices = choices
  }
}

extension Deduplication.Choice: LosslessStringConvertible {
  /// A choice from its spelling; nil for any other text.
  public init?(_ text: String) {
    if text == "first" {
      self = .first
      return
    }
    guard text.hasSuffix(")"), let bracket = text.firstIndex(of: "(") else { return nil }
    let operand = text[text.index(after: bracket)...].dropLast()
    guard operand.contains(where: { !$0.isWhitespace }) else { return nil }
    switch text[..<bracket] {
    case "newest": self = .newest(String(operand))
    case "oldest": self = .oldest(String(operand))
    case "prefer": self = .prefer(String(operand))
    default: return nil
    }
  }

  /// The spelling in schema files: `newest(dateAdded)`.
  public var description: String {
    switch self {
    case .first: "first"
    case .newest(let attribute): "newest(\(attribute))"
    case .oldest(let attribute): "oldest(\(attribute))"
    case .prefer(let condition): "prefer(\(condition))"
    }
  }
}

extension [Deduplication.Choice] {
  /// The attributes whose values decide which object is kept.
  public var attributes: [String] {
    compactMap { choice in
      switch choice {
      case .newest(let attribute), .oldest(let attribute): attribute
      case .first, .prefer: nil
      }
    }
  }

  /// The conditions that decide which object is kept.
  public var conditions: [String] {
    compactMap { choice in
      switch choice {
      case .prefer(let condition): condition
      case .first, .newest, .oldest: nil
      }
    }
  }

  /// The choices in one line: `prefer(title <> ''), newest(dateAdded)`.
  public var list: String { map(\.description).joined(separator: ", ") }
}

extension Deduplication: CustomStringConvertible {
  /// The deduplication in one line: `by localId, keep newest(dateAdded)`.
  public var description: String { "by \(key.joined(separator: ", ")), keep \(choices.list)" }
}
