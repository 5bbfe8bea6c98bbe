/// Flags a fetch of all objects of which only some are kept.
///
/// ## Why
///
/// A fetch without a predicate reads every row and makes an object of each, and holds them all in
/// memory. The store could have found the few that are wanted, by an index if there is one. With
/// ten objects nobody notices; with a hundred thousand the app stands still.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
///   var isRead = false
/// }
///
/// func unread(_ context: ModelContext) throws -> [Book] {
///   try context.fetch(FetchDescriptor<Book>()).filter { !$0.isRead }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
///   var isRead = false
/// }
///
/// func unread(_ context: ModelContext) throws -> [Book] {
///   try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { !$0.isRead }))
/// }
/// ```
///
/// ## When it is safe
///
/// Where there are never more than some dozens of objects. A filter that no predicate can
/// express, because it calls a function or asks a computed property, draws nothing, and neither
/// does a list that is used a second time.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/fetchdescriptor
/// - https://developer.apple.com/documentation/foundation/predicate
public struct FilterAfterFetch: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "filter-after-fetch"

  /// A rule without state.
  public init() {}
}
