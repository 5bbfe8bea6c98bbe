public import SchemaModel

/// Flags a relationship whose inverse leads somewhere else, or names another inverse.
///
/// ## Why
///
/// `A.x` names `B.y` as its inverse, but `B.y` leads elsewhere or names another inverse. Setting
/// either of them then changes a third relationship, or none at all. Core Data refuses such a model
/// when it is loaded. The behaviour of SwiftData is not documented. Plans and migrations refuse the
/// model, too.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///       drafts: {toMany: Note, inverse: book, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///       drafts: {toMany: Note, inverse: draftOf, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
///       draftOf: {toOne: Book?, inverse: drafts, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Never. An inverse that names no inverse itself is a different mistake: see `missing-inverse`. In
/// Swift source, the finding is a warning where several relationships name one property as their
/// inverse, and that property names none. Apple's samples have such models, and they open.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsrelationshipdescription/inverserelationship
public struct InverseMismatch: ModelRule {
  /// The rule's name, which validation uses for the same mistake.
  public static let id = RuleID(MismatchedInverse.code)

  /// A rule without state.
  public init() {}

  /// A finding for every relationship whose inverse does not lead back.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.mismatchedInverses.map { mismatch in
      let path = SchemaPath.property(mismatch.relationship, of: mismatch.entity, .relationships)
      let inverse = SchemaPath.property(
        mismatch.inverse, of: mismatch.inverseEntity, .relationships)
      return Finding(
        Self.id, Finding.Message(mismatch.description), at: .part(path.appending("inverse")),
        notes: [.init(.otherEnd(of: mismatch), at: .part(inverse))])
    }
  }
}

extension Finding.Message {
  fileprivate static func otherEnd(of mismatch: MismatchedInverse) -> Self {
    Self(
      "'\(mismatch.inverseEntity).\(mismatch.inverse)' would have to lead to '\(mismatch.entity)' "
        + "and say 'inverse: \(mismatch.relationship)'")
  }
}
