public import SchemaModel

/// Flags a relationship that names no inverse.
///
/// ## Why
///
/// Without an inverse, nothing keeps the two ends of a link in step: a note can refer to a book
/// whose list does not contain the note. When the book is deleted, the delete rule of its list does
/// not reach the note's reference, and the reference leads nowhere.
///
/// SwiftData infers an inverse only where exactly one pair fits. A sync through CloudKit refuses
/// the model. A to-many without an inverse is stored as a single owner on the other side, so an
/// object can be in only one list.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Almost never: only where no object of the destination is ever deleted. The finding is an error.
/// It is only a warning:
///
/// - where the source of the app deletes no object of the destination, neither by `delete` nor by a
///   cascade from other objects
/// - where every function that deletes such an object also reads or sets the relationship, or
///   deletes the objects that have it
/// - where no container lists the entity, and no relationship leads to it
/// - for a list that is the only relationship to its destination
/// - in schema files with `platform: swiftdata` or `platform: coredata`, as long as no version is
///   locked: the model may be an import of an app, and its source shows which objects are deleted
///
/// Without the code that uses the models, the finding is an error, as nothing shows which objects
/// are deleted. Adding the inverse later takes a new version, as it changes the version hashes of
/// both entities. So add it early.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
/// - https://developer.apple.com/documentation/swiftdata/syncing-model-data-across-a-persons-devices
public struct MissingInverse: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "missing-inverse"

  /// The rules that say more about the same defect.
  public static let yieldsTo: [RuleID] = [AmbiguousInverse.id, SyncMissingInverse.id]

  /// A rule without state.
  public init() {}

  /// A finding for every relationship without an inverse.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter { $0.relationship.inverse == nil }.map { end in
      let candidates = document.schema.candidates(forInverseOf: end)
      return Finding(
        Self.id, .hasNoInverse(end, claimedBy: candidates.first { $0.claims(end) }),
        at: .part(end.path), notes: notes(for: end, candidates),
        fix: fix(for: end, candidates))
    }
  }

  private func notes(
    for end: Association.End, _ candidates: [Association.End]
  ) -> [Finding.Note] {
    if let claimant = candidates.first(where: { $0.claims(end) }) {
      return [.init(.write(inverse: claimant.relationship.name), at: .part(claimant.path))]
    }
    switch candidates.count {
    case 0: return [.init(.add(backFrom: end))]
    case 1: return [.init(.join(end, candidates[0]), at: .part(candidates[0].path))]
    default: return [.init(.choose(among: candidates))]
    }
  }

  /// A single candidate is most likely the inverse, but only the author can confirm that.
  private func fix(for end: Association.End, _ candidates: [Association.End]) -> Fix? {
    guard let other = candidates.first(where: { $0.claims(end) }) ?? candidates.first,
      candidates.count == 1 || other.claims(end)
    else { return nil }
    return Fix(
      .unsafe,
      [
        .set(key: "inverse", value: other.relationship.name, in: end.path),
        .set(key: "inverse", value: end.relationship.name, in: other.path),
      ])
  }
}

extension Finding.Message {
  fileprivate static func hasNoInverse(
    _ end: Association.End, claimedBy claimant: Association.End?
  ) -> Self {
    if let claimant {
      return Self("'\(end)' does not name '\(claimant)' as its inverse, which names it")
    }
    return Self(
      "'\(end)' has no inverse: nothing keeps its links and the links of "
        + "'\(end.relationship.destination)' in agreement")
  }

  fileprivate static func write(inverse: String) -> Self { Self("write 'inverse: \(inverse)'") }

  fileprivate static func join(_ end: Association.End, _ other: Association.End) -> Self {
    Self(
      "'\(other)' leads back: write 'inverse: \(other.relationship.name)' here and "
        + "'inverse: \(end.relationship.name)' there, if they are the two ends of one link")
  }

  fileprivate static func choose(among candidates: [Association.End]) -> Self {
    let names = candidates.map { "'\($0)'" }.joined(separator: ", ")
    return Self("several relationships lead back, one of which may be meant: \(names)")
  }

  fileprivate static func add(backFrom end: Association.End) -> Self {
    var name = end.entity.prefix(1).lowercased() + end.entity.dropFirst()
    // Any number of objects may lead to the same object through a to-one.
    let isToOne = end.relationship.cardinality == .toOne
    if isToOne { name += "s" }
    let back =
      "\(name): {\(isToOne ? "toMany: \(end.entity)" : "toOne: \(end.entity)?"), "
      + "inverse: \(end.relationship.name), delete: nullify}"
    return Self(
      "add to '\(end.relationship.destination)', or its like: '\(back)'; and here "
        + "'inverse: \(name)'")
  }
}
