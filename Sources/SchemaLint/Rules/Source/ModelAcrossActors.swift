/// Flags a model object that is handed from one actor to another.
///
/// ## Why
///
/// A model object belongs to its context, and the context to one actor. Where another actor reads
/// or changes the object, both do so at once: values are lost, or the app ends with an error that
/// nobody can reproduce. An object's `persistentModelID` may go anywhere.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// @ModelActor actor Importer {
///   func rename(_ book: Book) { book.title = "" }
/// }
///
/// @MainActor func run(_ importer: Importer, _ book: Book) async {
///   await importer.rename(book)
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
/// @ModelActor actor Importer {
///   func rename(_ id: PersistentIdentifier) {
///     guard let book = self[id, as: Book.self] else { return }
///     book.title = ""
///   }
/// }
///
/// @MainActor func run(_ importer: Importer, _ book: Book) async {
///   await importer.rename(book.persistentModelID)
/// }
/// ```
///
/// ## When it is safe
///
/// Where the object is new, belongs to no context yet, and is not used again where it comes from. A new
/// object draws nothing: that it is used again is not looked for. The compiler finds that, and much of
/// the rest, by itself in the language mode of Swift 6.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelactor
/// - https://developer.apple.com/documentation/swiftdata/persistentidentifier
public struct ModelAcrossActors: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "model-across-actors"

  /// A rule without state.
  public init() {}
}
