/// Flags a `try!` that ends the app where a context cannot save or fetch.
///
/// ## Why
///
/// A save fails for reasons outside the app: a full disk, a locked device, a value that another
/// device synchronised. With `try!` each of these failures is a crash, and unsaved changes are
/// lost.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// func finish(_ context: ModelContext) {
///   try! context.save()
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// func finish(_ context: ModelContext) throws {
///   try context.save()
/// }
/// ```
///
/// ## When it is safe
///
/// In a preview or a test, where the rule reports nothing.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/save()
public struct ForcedSave: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "forced-save"

  /// A rule without state.
  public init() {}
}
