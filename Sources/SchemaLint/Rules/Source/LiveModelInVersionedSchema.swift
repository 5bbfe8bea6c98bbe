/// Flags a version that lists a model of the app itself instead of a frozen copy.
///
/// ## Why
///
/// A `VersionedSchema` describes a store that is already on people's devices. Where it lists the
/// class that the app continues to change, the version changes with the class. The existing stores
/// then match no version, and the app cannot open them. Two versions that list the same class are
/// the same version, whatever their numbers.
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
/// The newest version may list the classes of the app until it is released, so there the finding is
/// a note. Freeze the version when it is released.
///
/// The finding is an error where two versions do not differ at all. It is a warning where they
/// differ only in other classes: then this class may be unchanged. With `schema.lock` or `--since`,
/// `unversioned-model-change` and `released-version-edited` report a change of the class.
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
