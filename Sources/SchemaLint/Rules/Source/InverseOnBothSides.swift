/// Flags two relationships of which each names the other as its inverse.
///
/// ## Why
///
/// `inverse:` stands at one end and speaks for both. Where both ends have it, the compiler ends
/// with 'circular reference resolving attached macro', and says nothing about which of the two
/// lines has to go.
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
