/// Flags an app that deletes its store where the store cannot be opened.
///
/// ## Why
///
/// The store that cannot be opened is the only copy of the user's data, and most reasons for the
/// failure pass: a full disk, a locked file, a migration that the next release corrects. Deleting
/// the store turns a temporary failure into a permanent loss.
///
/// The path decides whether a deletion is reported. A path at which the same function or type opens
/// a store belongs to that store, and so does a folder around it. A container without a path has
/// its store at the platform's default place.
///
/// A file in another folder, or with another ending of its name, is not reported. Folders for
/// temporary files are not reported, either, nor are files that the function writes itself. A path
/// that cannot be read draws a warning. All deletions where one container cannot be opened are one
/// finding, including the deletions in called functions.
///
/// ## Example
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// func makeContainer(_ file: URL) throws -> ModelContainer {
///   do {
///     return try ModelContainer(for: Book.self)
///   } catch {
///     try FileManager.default.removeItem(at: file)
///     return try ModelContainer(for: Book.self)
///   }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Book { var title = "" }
///
/// func makeContainer(_ file: URL, _ aside: URL) throws -> ModelContainer {
///   do {
///     return try ModelContainer(for: Book.self)
///   } catch {
///     try FileManager.default.moveItem(at: file, to: aside)
///     return try ModelContainer(for: Book.self)
///   }
/// }
/// ```
///
/// ## When it is safe
///
/// For a cache that can be fetched again. The finding is a warning:
///
/// - where the function, its type, the path or a name in its code has the word *cache*
/// - where a comment calls the store a cache or disposable: directly at the function, at the
///   opening, or at the first line of the code that runs on failure
///
/// There is no finding where the store is first copied or moved to another place.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontainer
public struct StoreDeletedOnFailure: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "store-deleted-on-failure"

  /// A rule without state.
  public init() {}
}
