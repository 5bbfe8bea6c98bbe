/// Flags a `try?` before a save, or before a look-up that decides whether to insert.
///
/// ## Why
///
/// A save that fails has reasons which somebody has to know: a full disk, two objects with one
/// unique value, a value that is missing. With `try?` the app goes on as if the data were stored,
/// and the data is missing at the next launch.
///
/// A look-up that fails looks like a look-up that finds nothing. Where an insertion depends on the
/// outcome, the object is inserted a second time. Other look-ups are not reported: what they show is
/// right again when the store can be read.
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
/// In a preview or a test, about which the rule is silent; and where the same data is saved again
/// at once by somebody who reports the error.
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
