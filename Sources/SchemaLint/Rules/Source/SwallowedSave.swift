/// Flags a `try?` before a save, or before a look-up that decides whether to insert.
///
/// ## Why
///
/// A save fails for reasons that somebody has to know: a full disk, two objects with one unique
/// value, a missing value. With `try?` the app continues as if the data were stored, and the data
/// is missing at the next launch.
///
/// A failed look-up seems to find nothing. Where an insertion depends on the result, the object is
/// inserted a second time. Other look-ups are not reported: their results are right again as soon
/// as the store can be read.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Tag { var name = ""; init(name: String) { self.name = name } }
///
/// func finish(_ context: ModelContext) {
///   try? context.save()
/// }
///
/// func tag(_ name: String, in context: ModelContext) {
///   let wanted = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
///   let known = try? context.fetch(wanted)
///   if known?.isEmpty ?? true { context.insert(Tag(name: name)) }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// @Model final class Tag { var name = ""; init(name: String) { self.name = name } }
///
/// func finish(_ context: ModelContext) throws {
///   do {
///     try context.save()
///   } catch {
///     context.rollback()
///     throw error
///   }
/// }
///
/// func tag(_ name: String, in context: ModelContext) throws {
///   let wanted = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
///   if try context.fetch(wanted).isEmpty { context.insert(Tag(name: name)) }
/// }
/// ```
///
/// ## When it is safe
///
/// In a preview or a test, where the rule reports nothing. It is also safe where code that reports
/// the error saves the same data again at once.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/save()
public struct SwallowedSave: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "swallowed-save"

  /// A rule without state.
  public init() {}
}
