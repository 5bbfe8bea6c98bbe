public import SchemaModel

/// Flags a relationship without inverse for which several relationships could be the inverse.
///
/// ## Why
///
/// Where nothing is said the platform infers an inverse from the types alone. Between two entities
/// with more than one relationship it takes one of several, or none, and which one is not
/// promised: a book may come to stand in its editor's list of written books. The links go wrong
/// without an error.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Person:
///     relationships:
///       books: {toMany: Book, delete: nullify}
///   Book:
///     relationships:
///       author: {toOne: Person?, delete: nullify}
///       editor: {toOne: Person?, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Person:
///     relationships:
///       books: {toMany: Book, inverse: author, delete: nullify}
///       editedBooks: {toMany: Book, inverse: editor, delete: nullify}
///   Book:
///     relationships:
///       author: {toOne: Person?, inverse: books, delete: nullify}
///       editor: {toOne: Person?, inverse: editedBooks, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Never. A relationship that should have no inverse needs one all the same: see
/// `missing-inverse`, which is silent where this rule speaks.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
public struct AmbiguousInverse: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "ambiguous-inverse"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship without inverse that is one of several possible halves.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    return schema.relationshipEnds.filter { $0.relationship.inverse == nil }.compactMap { end in
      let candidates = schema.candidates(forInverseOf: end)
      guard !candidates.contains(where: { $0.claims(end) }) else { return nil }
      if candidates.count > 1 {
        return Finding(
          Self.id, .severalInverses(of: end, candidates), at: .part(end.path),
          notes: [.init(.name(one: candidates, of: end))])
      }
      guard let only = candidates.first else { return nil }
      let rivals = schema.candidates(forInverseOf: only)
      guard rivals.count > 1 else { return nil }
      return Finding(
        Self.id, .rivals(rivals, for: only, end), at: .part(end.path),
        notes: [.init(.name(one: rivals, of: only), at: .part(only.path))])
    }
  }
}

extension Finding.Message {
  fileprivate static func severalInverses(
    of end: Association.End, _ candidates: [Association.End]
  ) -> Self {
    Self("'\(end)' names no inverse, and \(list(candidates)) could each be it")
  }

  fileprivate static func rivals(
    _ rivals: [Association.End], for other: Association.End, _ end: Association.End
  ) -> Self {
    Self("'\(end)' names no inverse, and '\(other)' could be the inverse of \(list(rivals))")
  }

  fileprivate static func name(one candidates: [Association.End], of end: Association.End) -> Self {
    let lines = candidates.map { "'inverse: \($0.relationship.name)'" }.joined(separator: " or ")
    return Self("write \(lines) on '\(end)', and give the others an inverse of their own")
  }

  private static func list(_ ends: [Association.End]) -> String {
    ends.map { "'\($0)'" }.joined(separator: " and ")
  }
}
