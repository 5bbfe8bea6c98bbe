/// Flags a version that lists a model of the app itself instead of a frozen copy.
///
/// ## Why
///
/// A `VersionedSchema` describes a store that is already on people's devices. Where it lists the
/// class that the app goes on to change, the version changes with it: the stores out there match
/// no version any more, and the app cannot open them. Two versions that list the same class are
/// one and the same version, whatever their numbers.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// typealias Book = SchemaV2.Book
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var title = "" }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book {
///     var title = ""
///     var pages = 0
///   }
/// }
/// ```
///
/// ## When it is safe
///
/// The newest version may list the classes of the app until it is released. From then on it has
/// to be frozen, so it gets no more than a note.
///
/// It is an error where two versions differ in nothing. Where the versions differ in other classes, it is
/// a warning: this class may not have changed since. A change is reported by `unversioned-model-change`
/// and `released-version-edited`, with `schema.lock` or `--since`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/versionedschema
/// - https://developer.apple.com/videos/play/wwdc2023/10195/
public struct LiveModelInVersionedSchema: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "live-model-in-versioned-schema"

  /// A rule without state.
  public init() {}
}
