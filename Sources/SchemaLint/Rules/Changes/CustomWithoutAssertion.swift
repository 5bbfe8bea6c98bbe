internal import MigrationPlanner
internal import SchemaModel

/// Flags a custom migration that checks nothing afterwards.
///
/// ## Why
///
/// A custom migration does what nobody can infer, so only its author knows whether it did the right
/// thing. One check in the same transaction turns a wrong one into a migration that is
/// undone, where it would otherwise be found out by the users.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// migration:
///   kind: custom
///   map:
///     Book:
///       title: {using: "trim(title)"}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// migration:
///   kind: custom
///   map:
///     Book:
///       title: {using: "trim(title)"}
///   after:
///     - {count: Book}
///     - {expect: "SELECT count(*) FROM Book WHERE title <> trim(title)", equals: 0}
/// ```
///
/// ## When it is safe
///
/// `migrate apply` proves counts, values and links of all that is carried over, whether it is
/// checked here or not. What an expression makes of the values only a check can judge.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct CustomWithoutAssertion: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "custom-without-assertion"

  /// A rule without state.
  public init() {}

  /// A finding for a step that is custom and has no check after it.
  public func findings(in step: VersionStep) -> [Finding] {
    let declaration = step.target.migration
    // What is said to be lightweight is reported by another rule where it is not, and has no checks.
    guard step.review.classification == .custom, declaration?.kind != .lightweight,
      declaration?.after.isEmpty ?? true, !isUndecided(step)
    else { return [] }
    let root = SchemaPath(["migration"])
    let mapped = (declaration?.maps ?? []).map(\.entity)
    let counted = (mapped.isEmpty ? changedEntities(in: step) : mapped).filter {
      staysWhole($0, in: step)
    }
    return [
      Finding(
        Self.id, .checksNothing(step),
        at: .part(declaration == nil ? SchemaPath(["version"]) : root),
        notes: [.init(.addChecks(counted))],
        fix: counted.isEmpty
          ? nil
          : Fix(
            .unsafe,
            counted.map { .append(value: "{count: \($0)}", to: root.appending("after")) }))
    ]
  }

  /// Whether no object of an entity is left behind, by a condition or for a new key.
  private func staysWhole(_ entity: String, in step: VersionStep) -> Bool {
    let schema = step.target.schema
    let filtered = (step.target.migration?.maps ?? []).filter { $0.filter != nil }.map(\.entity)
    return !(filtered + AddedKey.all(in: step).map(\.entity)).contains {
      schema.areRelated($0, entity)
    }
  }

  /// Whether another rule asks what becomes of values: the answer brings its check along.
  private func isUndecided(_ step: VersionStep) -> Bool {
    let questions: [any ChangeRule] = [
      CardinalityNarrowed(), ChangeDestination(), CompositeChanged(), EnumCaseRemoved(),
      LightweightNotInferred(),
      LossyTypeChange(), OptionalMadeRequired(), ProbableRename(), RequiredAddedWithoutDefault(),
    ]
    return questions.contains { !$0.findings(in: step).isEmpty }
  }

  /// The entities whose changes make the step a custom one, each once.
  private func changedEntities(in step: VersionStep) -> [String] {
    var known: Set<String> = []
    return step.changes.filter { $0.classification == .custom && !$0.change.isDrop }
      .compactMap { planned in
        let path = planned.change.path.components
        return path.first == "entities" && path.count > 1 ? path[1] : nil
      }.filter { !step.isNew(entity: $0) && known.insert($0).inserted }
  }
}

extension Finding.Message {
  fileprivate static func checksNothing(_ step: VersionStep) -> Self {
    Self(
      "the migration from \(step.source.schema.version.words) to \(step.target.schema.version.words) is custom "
        + "and checks nothing afterwards")
  }

  fileprivate static func addChecks(_ entities: [String]) -> Self {
    let checks = entities.map { "{count: \($0)}" } + ["{expect: \"SELECT …\", equals: …}"]
    return Self("add under 'migration': 'after: [\(checks.joined(separator: ", "))]'")
  }
}
