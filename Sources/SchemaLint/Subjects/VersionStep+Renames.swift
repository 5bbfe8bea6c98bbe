internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

extension VersionStep {
  /// The planner's problems with invalid declared renames, as findings of the rule with the same name.
  func renameFindings(of rule: RuleID) -> [Finding] {
    review.renameProblems.filter { $0.diagnostic.code == rule.name }.map {
      Finding(rule, saying: $0.diagnostic, at: .part($0.path))
    }
  }

  /// Whether a declared rename of a part of the new version belongs to an earlier step.
  ///
  /// An invalid rename is a mistake, and is not stale.
  func isStale(renamedFrom old: String, at path: SchemaPath) -> Bool {
    let place = path.appending("renamedFrom")
    guard !review.renameProblems.contains(where: { $0.path == place }),
      path.components.count > 1, let name = path.components.last
    else { return false }
    let entity = path.components[1]
    guard path.components.count > 2 else { return review.sourceName(ofEntity: name) == name }
    return review.sourceName(ofEntity: entity) != nil && sourceProperty(name, of: entity) == name
  }
}
