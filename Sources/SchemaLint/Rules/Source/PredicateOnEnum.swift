/// Flags a predicate that looks at a property whose type is an enumeration.
///
/// ## Why
///
/// SwiftData cannot query an enumeration or its `rawValue`: it stores the value as a composite that
/// predicates cannot look into. The compiler accepts such a predicate, but the fetch fails while
/// the app runs, or ends the app.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// enum Status: String, Codable { case open, done }
/// @Model final class Task { var status = Status.open }
///
/// func tasks(_ status: Status, _ context: ModelContext) throws -> [Task] {
///   try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.status == status }))
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// enum Status: String, Codable { case open, done }
/// @Model final class Task {
///   var statusName = Status.open.rawValue
///   var status: Status { Status(rawValue: statusName) ?? .open }
/// }
///
/// func tasks(_ status: Status, _ context: ModelContext) throws -> [Task] {
///   let name = status.rawValue
///   return try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.statusName == name }))
/// }
/// ```
///
/// ## When it is safe
///
/// Where the predicate is evaluated in memory, on a list that exists already.
///
/// ## References
///
/// - https://fatbobman.com/en/posts/considerations-for-using-codable-and-enums-in-swiftdata-models/
public struct PredicateOnEnum: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "predicate-on-enum"

  /// A rule without state.
  public init() {}
}
