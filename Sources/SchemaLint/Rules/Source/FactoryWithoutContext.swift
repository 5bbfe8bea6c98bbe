/// Flags a function that makes a model, relates it and returns it without a context to insert into.
///
/// ## Why
///
/// A function that creates an object and relates it to others can insert none of them without a
/// context. The caller gets an object that was related before its insertion, and cannot see that.
/// Early releases of SwiftData lost such links, or crashed on saving.
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
/// Where the object is only shown and never inserted, as in a preview. Code that is named for that
/// use (`preview`, `sample`, `mock`), and code of a test, draws only a note.
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
