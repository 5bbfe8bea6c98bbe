internal import JSON
internal import MigrationPlanner
internal import StoreLayout
internal import StoreScript
public import SchemaModel

extension PlanFile {
  /// A plan in its saved form, with the given approvals.
  public init(_ plan: StorePlan, history: SchemaHistory, approvals: Set<String> = []) {
    let document = Self.document(plan, history, approvals, toolVersion: "")
    guard let file = PlanFile(document) else { preconditionFailure("a saved plan can be read") }
    self = file
  }

  /// The text of a file that holds a plan: the facts first, then the steps for people to read.
  public static func text(
    of plan: StorePlan, history: SchemaHistory, approvals: Set<String> = [], toolVersion: String
  ) -> String {
    SealedText.seal(
      JSONWriter.text(of: document(plan, history, approvals, toolVersion: toolVersion)))
  }

  private static func document(
    _ plan: StorePlan, _ history: SchemaHistory, _ approvals: Set<String>, toolVersion: String
  ) -> JSONValue {
    [
      "formatVersion": JSONValue(formatVersion),
      "tool": .string(toolVersion),
      "schema": .string(plan.migration.target.name),
      "from": .string("\(plan.source)"),
      "to": .string("\(plan.target)"),
      "store": .string(plan.inspection.fingerprint ?? ""),
      "plan": .string(plan.digest),
      "definitions": .list(
        history.versions.filter { (plan.source...plan.target).contains($0.schema.version) }
      ) { document in
        let version = document.schema.version
        return [
          "version": .string("\(version)"), "digest": .string(document.schema.definitionDigest),
          "migration": JSONValue(version == plan.source ? nil : document.migration?.digest),
        ]
      },
      "changes": .list(plan.migration.hops) { hop in
        [
          "to": .string("\(hop.target)"),
          "changes": .list(hop.changes) { .string($0.description) },
        ]
      },
      "effects": .list(plan.effects.filter(isPinned), \.pin),
      "isTried": .bool(plan.triedStages == plan.stages.count),
      "approvals": .list(approvals.sorted()) { .string($0) },
      "steps": .list(plan.steps) { step in
        [
          "table": .string(step.table),
          "way": .string(step.way.rawValue),
          "reasons": .list(step.reasons) { .string($0) },
          "rows": step.estimatedRows.map { .integer($0) } ?? .null,
          "statements": .list(step.statements) { .string($0.sql) },
        ]
      },
    ]
  }

  /// Whether a plan pins an effect, and not only a trial would find it.
  private static func isPinned(_ effect: Effect) -> Bool {
    effect.kind.isPinned && (effect.count != nil || effect.kind.isForeseen)
  }

  /// The part of a saved plan that no longer holds; nil if the plan is still valid.
  func staleness(comparedWith plan: StorePlan, history: SchemaHistory) -> StalePlan? {
    let now = PlanFile(plan, history: history)
    if schema != now.schema { return .schema(saved: schema, found: now.schema) }
    if source != now.source { return .version(saved: source, found: now.source) }
    if target != now.target { return .target(saved: target, asked: now.target) }
    for (saved, found) in zip(definitions, now.definitions) where saved != found {
      return .definition(found.version)
    }
    if let extra = now.definitions.dropFirst(definitions.count).first {
      return .definition(extra.version)
    }
    if storeFingerprint != now.storeFingerprint { return .store }
    if planDigest != now.planDigest { return .steps(saved: planDigest, found: now.planDigest) }
    return difference(from: now) ?? otherEffect(than: now)
  }

  /// The first effect that differs from the saved plan once the migration is done.
  func staleness(comparedWith effects: [Effect], of plan: StorePlan, history: SchemaHistory)
    -> StalePlan?
  {
    var done = plan
    (done.effects, done.triedStages) = (effects, plan.stages.count)
    return otherEffect(than: PlanFile(done, history: history))
  }

  /// The first effect that is larger than in the saved plan, concerns other objects, or is missing.
  ///
  /// Effects that are counted only during the migration are compared if both plans were tried, and losses where
  /// both plans counted them.
  private func otherEffect(than now: PlanFile) -> StalePlan? {
    let areTried = isTried && now.isTried
    let unknown = (effects + now.effects).filter { $0.count == nil }
    func isComparable(_ effect: PinnedEffect) -> Bool {
      areTried || effect.isForeseen && !unknown.contains { $0.mayBe(effect) }
    }
    // Each stage may have an effect on the same subject; these are in the order of the stages.
    var saved = effects.filter(isComparable)
    let found = now.effects.filter(isComparable)
    for effect in found {
      let known = saved.firstIndex { $0.isAbout(the: effect) }.map { saved.remove(at: $0) }
      let isOther =
        known?.digest.map { known in effect.digest.map { $0 != known } ?? false } ?? false
      guard isOther || effect.count ?? 0 > known?.count ?? 0 else { continue }
      return .effect(saved: known?.message, found: effect.message)
    }
    return saved.first { $0.digest != nil }.map { .effect(saved: $0.message, found: nil) }
  }

  /// The passage in which the plan's text differs from the plan itself: it was edited.
  private func difference(from now: PlanFile) -> StalePlan? {
    for (position, passage) in now.passages.enumerated()
    where !passages.indices.contains(position) || passages[position] != passage {
      return .rewritten(part: passage.name)
    }
    return passages.dropFirst(now.passages.count).first.map { .rewritten(part: $0.name) }
  }
}

extension PlanFile.PinnedEffect {
  /// Whether a change of the model has it.
  fileprivate var isForeseen: Bool { Effect.Kind.foreseenNames.contains(kind) }

  /// Whether it may be another effect, once that is counted.
  fileprivate func mayBe(_ other: Self) -> Bool {
    approval == other.approval && (approval != nil || subject == other.subject)
  }

  /// Whether another effect has the same subject.
  fileprivate func isAbout(the other: Self) -> Bool {
    (kind, unit, subject, approval) == (other.kind, other.unit, other.subject, other.approval)
  }
}
