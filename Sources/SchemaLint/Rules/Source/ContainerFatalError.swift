/// Flags an app that ends itself where its store cannot be opened.
///
/// ## Why
///
/// A store cannot be opened when a migration fails, when the disk is full, or when the app is older
/// than the store. An app that ends itself there ends at every launch. The user can only delete the
/// app, together with all its data.
///
/// The rule also follows functions that open the container and pass the error on.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// func makeContainer() -> ModelContainer {
///   do {
///     return try ModelContainer(for: Book.self)
///   } catch {
///     fatalError("\(error)")
///   }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// func makeContainer() throws -> ModelContainer {
///   // The caller shows what went wrong, and offers to try again or to restore a backup.
///   try ModelContainer(for: Book.self)
/// }
/// ```
///
/// ## When it is safe
///
/// For a container that is in memory only, and in previews and tests. None of them is flagged.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontainer
public struct ContainerFatalError: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "container-fatal-error"

  /// A rule without state.
  public init() {}
}
