internal import MigrationPlanner
internal import SchemaModel

/// Flags a rename that changes only the case of letters.
///
/// ## Why
///
/// SQL does not distinguish `Title` from `title`, and Core Data names the columns of both `ZTITLE`.
/// A migration fails if it adds the new column before it drops the old column
/// (`duplicate column name`). A tool that compares names as SQL does sees no change: it drops the
/// old column and adds nothing. File systems that ignore case also mix up the files of the classes.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {ISBN: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn: {type: string, renamedFrom: ISBN}}
/// ```
///
/// ## Use instead
///
/// Keep the name in the store, or choose a name that differs by more than case.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {ISBN: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn13: {type: string, renamedFrom: ISBN}}
/// ```
///
/// ## When it is safe
///
/// The rename is safe if it is declared and only `migrate apply` migrates the stores, because it
/// renames through a third name. The rule also flags a pair of names without a declared rename,
/// whatever the shape of the two parts.
///
/// ## References
///
/// - https://www.sqlite.org/lang_altertable.html#altertabrename
public struct RenameCaseOnly: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-case-only"

  /// A rule without state.
  public init() {}

  /// A finding for every name that differs only by case.
  public func findings(in step: VersionStep) -> [Finding] {
    declared(in: step) + undeclared(in: step)
  }

  private func declared(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      switch planned.change {
      case .renameEntity(let old, let new):
        finding(old, new, at: planned.change.path)
      case .renameAttribute(let attribute, let old, _):
        finding(old, attribute.name, at: planned.change.path)
      case .renameRelationship(let relationship, let old, _):
        finding(old, relationship.name, at: planned.change.path)
      default: nil
      }
    }
  }

  /// Removals and additions of the same name in another case.
  private func undeclared(in step: VersionStep) -> [Finding] {
    let drops = step.changes.map(\.change).filter(\.isDrop)
    return step.changes.map(\.change).filter { $0.sign == .add }.compactMap { addition in
      let drop = drops.first { drop in
        drop.path.components.dropLast(1) == addition.path.components.dropLast(1)
          && drop.subject != addition.subject
          && drop.subject.lowercased() == addition.subject.lowercased()
      }
      guard let old = drop?.path.components.last, let new = addition.path.components.last else {
        return nil
      }
      return finding(old, new, at: addition.path)
    }
  }

  private func finding(_ old: String, _ new: String, at path: SchemaPath) -> Finding? {
    guard old != new, old.lowercased() == new.lowercased() else { return nil }
    return Finding(Self.id, .differsByCase(old, new), at: .part(path), notes: [.init(.keep(old))])
  }
}

extension Finding.Message {
  fileprivate static func differsByCase(_ old: String, _ new: String) -> Self {
    Self("'\(new)' was '\(old)': only the case differs, and SQL ignores case")
  }

  fileprivate static func keep(_ old: String) -> Self {
    Self("keep the name '\(old)', or choose one that differs by more than case")
  }
}
