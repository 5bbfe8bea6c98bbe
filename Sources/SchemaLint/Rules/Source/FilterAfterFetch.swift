/// Flags a fetch of all objects of which only some are kept.
///
/// ## Why
///
/// A fetch without a predicate reads every row, makes an object of each, and holds them all in
/// memory. The store can find the few wanted objects itself, with an index if there is one. With
/// ten objects nobody notices the difference. With a hundred thousand, the app stands still.
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
/// Where there are never more than some dozens of objects. A filter is not flagged where no
/// predicate can express it, because it calls a function or reads a computed property. A list that
/// is used a second time is not flagged, either.
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
