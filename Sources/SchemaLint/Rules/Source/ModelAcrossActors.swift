/// Flags a model object that is handed from one actor to another.
///
/// ## Why
///
/// A model object belongs to its context, and the context belongs to one actor. Where another actor
/// reads or changes the object, both actors use it at the same time. Values are lost, or the app
/// ends with an error that nobody can reproduce. An object's `persistentModelID` can be passed to
/// any actor.
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
/// Where the object is new, belongs to no context yet, and is not used again by the code that
/// passes it on. A new object is not flagged: the rule does not check whether it is used again. In
/// the Swift 6 language mode, the compiler itself finds such a use, and most of the other mistakes.
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
