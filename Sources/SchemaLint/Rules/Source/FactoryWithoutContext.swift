/// Flags a function that makes a model, relates it and returns it without a context to insert into.
///
/// ## Why
///
/// An object has only a temporary identifier until it is inserted into a context. A function that
/// makes an object and relates it to others has no other choice than to do so before that, unless
/// it is given a context. Whoever calls it gets an object whose links hold identifiers that change
/// under them, and cannot see it: the app crashes on saving, or the links are lost.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work { var editions: [Edition] = [] }
/// @Model final class Edition { var isbn = ""; var work: Work? }
///
/// func makeEdition(of work: Work) -> Edition {
///   let edition = Edition()
///   edition.work = work
///   return edition
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work { var editions: [Edition] = [] }
/// @Model final class Edition { var isbn = ""; var work: Work? }
///
/// func makeEdition(of work: Work, in context: ModelContext) -> Edition {
///   let edition = Edition()
///   context.insert(edition)
///   edition.work = work
///   return edition
/// }
/// ```
///
/// ## When it is safe
///
/// Where the object is only shown and never inserted, in a preview for one. What is named for that
/// (`preview`, `sample`, `mock`) gets no more than a note.
///
/// ## References
///
/// - https://developer.apple.com/forums/thread/744506
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
public struct FactoryWithoutContext: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "factory-without-context"

  /// A rule without state.
  public init() {}
}
