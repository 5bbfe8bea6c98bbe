public import SchemaModel

/// Flags a relationship without inverse for which several relationships could be the inverse.
///
/// ## Why
///
/// Where no inverse is declared, the platform infers one from the types alone. Where several pairs
/// fit, it infers none. Setting a book's author then leaves the author's list of books unchanged,
/// although a reader of the model takes the two relationships for one link.
///
/// All such relationships between two entities, or of one entity to itself, are one finding. The
/// finding is a warning. Where the app deletes objects of the destination, `missing-inverse`
/// reports the harm of a missing inverse.
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
/// Where each relationship is meant to be a separate link in one direction: see `missing-inverse`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
public struct AmbiguousInverse: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "ambiguous-inverse"

  /// A rule without state.
  public init() {}

  /// A finding for every two entities whose relationships without inverse fit in several pairs.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let ends = document.schema.relationshipEnds.compactMap { AmbiguousEnd($0, document.schema) }
    var pairs: [[AmbiguousEnd]] = []
    for end in ends {
      if let place = pairs.firstIndex(where: { $0[0].joinsTheSame(as: end) }) {
        pairs[place].append(end)
      } else {
        pairs.append([end])
      }
    }
    return pairs.map(finding)
  }

  private func finding(on ends: [AmbiguousEnd]) -> Finding {
    let first = ends.first { $0.candidates.count > 1 } ?? ends[0]
    let others = ends.filter { $0.end != first.end }.map {
      Finding.Note(.namesNoneEither($0.end), at: .part($0.end.path))
    }
    let place = Finding.Place.part(first.end.path)
    guard first.candidates.count > 1 else {
      let only = first.candidates[0]
      return Finding(
        Self.id, .rivals(first.rivals, for: only, first.end), at: place,
        notes: [.init(.name(one: first.rivals, of: only), at: .part(only.path))] + others)
    }
    return Finding(
      Self.id, .severalInverses(of: first.end, first.candidates), at: place,
      notes: [.init(.name(one: first.candidates, of: first.end))] + others)
  }
}

/// A relationship without inverse that fits another one in several ways.
private struct AmbiguousEnd {
  var end: Association.End
  /// The relationships that could be its inverse.
  var candidates: [Association.End]
  /// The relationships that could be the inverse of its only candidate.
  var rivals: [Association.End] = []

  /// Nil for a relationship that has an inverse, or whose possible inverse is clear.
  init?(_ end: Association.End, _ schema: Schema) {
    guard end.relationship.inverse == nil else { return nil }
    self.end = end
    candidates = schema.candidates(forInverseOf: end)
    guard let first = candidates.first, !candidates.contains(where: { $0.claims(end) }) else {
      return nil
    }
    guard candidates.count == 1 else { return }
    rivals = schema.candidates(forInverseOf: first)
    if rivals.count < 2 { return nil }
  }

  /// Whether this relationship and another one connect the same entities.
  func joinsTheSame(as other: AmbiguousEnd) -> Bool { entities == other.entities }

  private var entities: Set<String> { [end.entity, end.relationship.destination] }
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

  fileprivate static func namesNoneEither(_ end: Association.End) -> Self {
    Self("'\(end)' names no inverse, either")
  }

  private static func list(_ ends: [Association.End]) -> String {
    ends.map { "'\($0)'" }.joined(separator: " and ")
  }
}
