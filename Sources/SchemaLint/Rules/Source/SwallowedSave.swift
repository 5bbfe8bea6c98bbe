/// Flags a `try?` that hides why a context could not save or fetch.
///
/// ## Why
///
/// A save that fails has reasons which somebody has to know: a full disk, two objects with one
/// unique value, a value that is missing. With `try?` the app goes on as if the data were stored,
/// and it is gone at the next launch. A fetch that fails looks like an empty store, and what is
/// done then is done to the wrong end.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// func finish(_ context: ModelContext) {
///   try? context.save()
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// func finish(_ context: ModelContext) throws {
///   do {
///     try context.save()
///   } catch {
///     context.rollback()
///     throw error
///   }
/// }
/// ```
///
/// ## When it is safe
///
/// In a preview or a test, of which the rule says nothing; and where the same data is saved again
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
