/// Flags an app that ends itself where its store cannot be opened.
///
/// ## Why
///
/// A store cannot be opened when a migration fails, when the disk is full, or when the app is
/// older than the store. Where the app ends at that point, it does so at every launch, and there
/// is no way out but to delete it, with all that it holds.
///
/// A function that opens the container and lets its error through is followed.
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
/// For a container that is in memory only, and in previews and tests; they draw nothing.
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
