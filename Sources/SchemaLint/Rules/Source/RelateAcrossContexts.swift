/// Flags a link between two objects that belong to different contexts.
///
/// ## Why
///
/// A context knows only its own objects. Where an object of one context is linked to an object of
/// another, SwiftData raises an exception, on the assignment or on saving. No `catch` can handle
/// that exception, and the app ends.
///
/// Where a type keeps two contexts and its code creates one of them, the contexts are different.
/// Where the code is given both, they may be the same context, and a link between their objects is
/// a warning.
///
/// The main actor's context of a container is not created by the code. That holds for a constant,
/// private, lazy or static property, in a function, and each time in a computed property.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work { var editions: [Edition] = [] }
/// @Model final class Edition { var work: Work? }
///
/// func add(_ container: ModelContainer, to context: ModelContext) throws {
///   let background = ModelContext(container)
///   let work = Work()
///   context.insert(work)
///   let edition = Edition()
///   background.insert(edition)
///   edition.work = work
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work { var editions: [Edition] = [] }
/// @Model final class Edition { var work: Work? }
///
/// func add(_ container: ModelContainer, to context: ModelContext) throws {
///   let work = Work()
///   context.insert(work)
///   let edition = Edition()
///   context.insert(edition)
///   edition.work = work
/// }
/// ```
///
/// ## When it is safe
///
/// Never. Hand over the object's `persistentModelID`, and fetch the object again in the context
/// that needs it.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontext
/// - https://developer.apple.com/documentation/swiftdata/persistentidentifier
public struct RelateAcrossContexts: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "relate-across-contexts"

  /// A rule without state.
  public init() {}
}
