/// Flags two relationships that each name the other as their inverse.
///
/// ## Why
///
/// `inverse:` belongs at one end, and applies to both. Where both ends have it, the compiler stops
/// with 'circular reference resolving attached macro'. The message does not say which of the two
/// lines to remove.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
/// }
/// @Model final class Note {
///   @Relationship(deleteRule: .nullify, inverse: \Book.notes) var book: Book?
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
/// }
/// @Model final class Note {
///   @Relationship(deleteRule: .nullify) var book: Book?
/// }
/// ```
///
/// ## When it is safe
///
/// Never.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
public struct InverseOnBothSides: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "inverse-on-both-sides"

  /// A rule without state.
  public init() {}
}
