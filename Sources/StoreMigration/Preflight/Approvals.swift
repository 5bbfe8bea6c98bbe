internal import Diagnostics
internal import MigrationPlanner
internal import StoreLayout
internal import StoreScript
package import SchemaModel

/// The given approvals that a migration does not need.
///
/// An approval that names a change of any version is allowed, so that the same command serves stores of all
/// versions. An approval that names no change is misspelt, and approves nothing.
package struct Approvals {
  /// The approvals that name a change of some version, sorted.
  let idle: [String]
  /// The approvals that name no change, sorted.
  let unknown: [UnknownApproval]

  init(
    _ given: Set<String>, of plan: MigrationPlan, besides more: [String],
    in history: SchemaHistory
  ) {
    let asked = Set(
      plan.hops.flatMap(\.changes).compactMap(\.approval) + more)
    let others = given.subtracting(asked).sorted()
    let known = others.isEmpty ? [] : Self.names(in: history).union(Self.names(of: plan))
    let isKnown = { known.contains($0) || Self.mayBeRecomputed($0, in: history) }
    idle = others.filter(isKnown)
    unknown = others.filter { !isKnown($0) }.map { text in
      UnknownApproval(text: text, suggestions: Self.meant(by: text, asked.sorted(), known.sorted()))
    }
  }

  private static func meant(by text: String, _ asked: [String], _ known: [String]) -> [String] {
    guard !text.contains(":") else {
      // Only a change of the same kind is suggested, unless the kind is misspelt.
      let kind = text.prefix { $0 != ":" } + ":"
      let same = known.filter { $0.hasPrefix(kind) }
      return nearest(to: text, among: asked + (same.isEmpty ? known : same)).map { [$0] } ?? []
    }
    let ofKind = asked.filter { $0.hasPrefix(text + ":") }
    return ofKind.isEmpty ? asked : ofKind
  }

  /// The approvals, of those given, that name a change of any version, sorted.
  package static func known(_ given: Set<String>, in history: SchemaHistory) -> [String] {
    let names = names(in: history)
    return given.filter { names.contains($0) || mayBeRecomputed($0, in: history) }.sorted()
  }

  /// Whether the approval may name a generated column of some version's entity: only a database knows which
  /// columns are generated, not a schema file.
  private static func mayBeRecomputed(_ approval: String, in history: SchemaHistory) -> Bool {
    let parts = approval.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == Effect.recomputedCode else { return false }
    return history.versions.flatMap(\.schema.entities).contains { entity in
      entity.table != nil && parts[1].hasPrefix(entity.name + ".")
    }
  }

  /// The changes from each version to the next, as an approval would name them.
  private static func names(in history: SchemaHistory) -> Set<String> {
    let versions = history.versions.map(\.schema.version)
    let changes = zip(versions, versions.dropFirst()).reduce(into: Set<String>()) { result, step in
      // A step that cannot be planned cannot be carried out, so it needs no approvals.
      let plan = try? Planner.plan(history: history, from: step.0, to: step.1)
      result.formUnion(plan.map(names) ?? [])
    }
    return changes.union(history.versions.flatMap(stepApprovals))
  }

  private static func stepApprovals(of document: SchemaDocument) -> [String] {
    guard let steps = document.migration?.steps, !steps.isEmpty else { return [] }
    return StepAccount(of: steps, in: StoreLayout(of: document.schema)).approvals
  }

  /// The changes of a plan, as approvals name them: a change without losses may be approved, too.
  private static func names(of plan: MigrationPlan) -> Set<String> {
    Set(plan.hops.flatMap(\.changes).map { "\($0.change.code):\($0.change.subject)" })
  }
}
