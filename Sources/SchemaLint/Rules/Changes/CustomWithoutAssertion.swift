internal import MigrationPlanner
internal import SchemaModel

/// Flags a custom migration that checks nothing afterwards.
///
/// ## Why
///
/// A custom migration makes changes that cannot be inferred. Only its author knows whether the
/// result is right. A check runs in the same transaction, and undoes a wrong migration. Without a
/// check, the users find the mistake.
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
/// `migrate apply` always proves the counts, values and links of everything that it carries over.
/// Only a check can judge the result of an expression. A migration that says no more than
/// `kind: custom` is not reported if the model has a `platform:`, as the code of the app does the
/// work then.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct CustomWithoutAssertion: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "custom-without-assertion"

  /// A rule without state.
  public init() {}

  /// A finding for a custom step that has no check after it.
  public func findings(in step: VersionStep) -> [Finding] {
    let declaration = step.target.migration
    // A migration with `kind: lightweight` has no checks; another rule reports a wrong `kind`.
    guard step.review.classification == .custom, declaration?.kind != .lightweight,
      declaration?.after.isEmpty ?? true, !isLeftToApp(step), !isUndecided(step)
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

  /// Whether code of the app does the work, on which no check of a schema file runs.
  private func isLeftToApp(_ step: VersionStep) -> Bool {
    step.target.schema.namesPlatform && step.target.migration == MigrationDeclaration(kind: .custom)
  }

  /// Whether all objects of an entity stay: no condition and no new key can remove any.
  private func staysWhole(_ entity: String, in step: VersionStep) -> Bool {
    let schema = step.target.schema
    let filtered = (step.target.migration?.maps ?? []).filter { $0.filter != nil }.map(\.entity)
    return !(filtered + AddedKey.all(in: step).map(\.entity)).contains {
      schema.areRelated($0, entity)
    }
  }

  /// Whether another rule reports an undecided change, whose correction brings its own check.
  private func isUndecided(_ step: VersionStep) -> Bool {
    let questions: [any ChangeRule] = [
      CardinalityNarrowed(), ChangeDestination(), CompositeChanged(), EnumCaseRemoved(),
      LightweightNotInferred(),
      LossyTypeChange(), OptionalMadeRequired(), ProbableRename(), RequiredAddedWithoutDefault(),
    ]
    return questions.contains { !$0.findings(in: step).isEmpty }
  }

  /// The entities whose changes make the step custom, each once.
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
