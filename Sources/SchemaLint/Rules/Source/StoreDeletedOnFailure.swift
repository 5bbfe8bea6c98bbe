/// Flags an app that deletes its store where the store cannot be opened.
///
/// ## Why
///
/// The store that cannot be opened is the only copy of what the user wrote, and most reasons
/// pass: a disk that is full, a file that is locked, a migration that the next release corrects. To
/// delete it makes a moment's failure a loss for ever.
///
/// The path decides: one at which the same function or type opens a store is that store's, and so is
/// a folder around it. A container that names no place has its store where the platform puts it. What
/// lies in another folder or ends in another name is left alone, as are the folders for what is
/// temporary and files that the function writes itself; a path that cannot be read draws a warning.
/// All deletions where one container cannot be opened are one finding, those in functions that are called
/// included.
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
/// - where a comment directly at the function, at the opening or at the first line of what is done on failure
///   calls the store a cache or disposable
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
