internal import Diagnostics
internal import JSON
internal import MigrationPlanner
internal import StoreScript
public import SchemaModel

extension PlanFile {
  /// A plan as it is saved, with the losses that were approved for it.
  public init(_ plan: StorePlan, history: SchemaHistory, approvals: Set<String> = []) {
    self.approvals = approvals
    schema = plan.migration.target.name
    (source, target) = (plan.source, plan.target)
    definitions = Self.definitions(from: plan.source, to: plan.target, in: history)
    storeFingerprint = plan.inspection.fingerprint ?? ""
    planDigest = plan.digest
    changes = plan.migration.hops.map { hop in
      Changes(to: "\(hop.target)", changes: hop.changes.map(\.description))
    }
    losses = plan.losses.map { loss in
      Loss(
        change: loss.change.approval ?? "", property: loss.property, count: loss.count,
        unit: loss.unit.rawValue, objects: loss.digest)
    }
    losses += plan.effects.chosenLinks.compactMap { links in
      links.dropped.map { Loss(change: "keep:\(links.property)", count: $0, unit: "links") }
    }
    losses += plan.effects.merged.flatMap(\.takenAlong).map {
      Loss(change: "dedupe:\($0.property)", count: $0.count, unit: $0.unit.rawValue)
    }
    losses += plan.effects.stepLosses.map {
      Loss(change: $0.approval, count: $0.lost + $0.replaced, unit: $0.countedUnit)
    }
    merges = plan.effects.merged.compactMap { merged in
      guard let count = merged.count, let objects = merged.digest else { return nil }
      return Merge(entity: merged.entity, count: count, objects: objects)
    }
    if plan.triedStages == plan.stages.count {
      choices = plan.effects.chosenObjects.map {
        Choice(choice: "\($0.way.rawValue):\($0.subject)", objects: $0.digest)
      }
    }
    steps = plan.steps.map { step in
      Step(table: step.table, way: step.way.rawValue, statements: step.statements.map(\.sql))
    }
  }

  /// The text of a file that holds a plan: the facts first, then the steps for people to read.
  public static func text(
    of plan: StorePlan, history: SchemaHistory, approvals: Set<String> = [], toolVersion: String
  ) -> String {
    let file = PlanFile(plan, history: history, approvals: approvals)
    let object: JSONValue = [
      "formatVersion": JSONValue(formatVersion),
      "tool": .string(toolVersion),
      "schema": .string(file.schema),
      "from": .string("\(file.source)"),
      "to": .string("\(file.target)"),
      "store": .string(file.storeFingerprint),
      "plan": .string(file.planDigest),
      "definitions": .list(file.definitions) {
        [
          "version": .string("\($0.version)"), "digest": .string($0.digest),
          "migration": JSONValue($0.migration),
        ]
      },
      "changes": .list(file.changes) { hop in
        ["to": .string(hop.to), "changes": .list(hop.changes) { .string($0) }]
      },
      "losses": .list(file.losses) { loss in
        [
          "change": .string(loss.change), "property": JSONValue(loss.property),
          "count": .integer(loss.count), "unit": .string(loss.unit),
          "objects": JSONValue(loss.objects),
        ]
      },
      "approvals": .list(file.approvals.sorted()) { .string($0) },
      "merges": .list(file.merges) { merge in
        [
          "entity": .string(merge.entity), "count": .integer(merge.count),
          "objects": .string(merge.objects),
        ]
      },
      "choices": file.choices.map { choices in
        .list(choices) { ["choice": .string($0.choice), "objects": .string($0.objects)] }
      } ?? .null,
      "steps": .list(plan.steps, step),
    ]
    return SealedText.seal(JSONWriter.text(of: object))
  }

  private static func step(_ step: MigrationStep) -> JSONValue {
    [
      "table": .string(step.table),
      "way": .string(step.way.rawValue),
      "reasons": .list(step.reasons) { .string($0) },
      "rows": step.estimatedRows.map { .integer($0) } ?? .null,
      "statements": .list(step.statements) { .string($0.sql) },
    ]
  }

  /// What the versions on the way are now.
  static func definitions(
    from source: Version, to target: Version, in history: SchemaHistory
  ) -> [Definition] {
    history.versions.filter { (source...target).contains($0.schema.version) }.map { document in
      Definition(
        version: document.schema.version, digest: document.schema.definitionDigest,
        migration: document.schema.version == source ? nil : document.migration?.digest)
    }
  }

  /// What a saved plan no longer agrees with; nil where it is still good.
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
    return difference(from: now) ?? otherLoss(among: now.losses)
  }

  /// What a saved plan says otherwise than it happened; nil where that is the same, or was not tried.
  func staleness(comparedWith effects: MigrationEffects, of plan: StorePlan, history: SchemaHistory)
    -> StalePlan?
  {
    guard choices != nil else { return nil }
    var done = plan
    (done.effects, done.triedStages) = (effects, plan.stages.count)
    let now = PlanFile(done, history: history)
    return otherMerge(among: now.merges) ?? otherLoss(among: now.losses)
      ?? otherChoice(among: now.choices ?? [])
  }

  /// Objects that would be left behind now, or links that would stay, and that the plan does not mean.
  private func otherChoice(among found: [Choice]) -> StalePlan? {
    guard let choices else { return nil }
    let saved = Set(choices)
    return (found.filter { !saved.contains($0) } + choices.filter { !found.contains($0) }).first
      .map { .choice($0.choice) }
  }

  /// Objects that would be merged now, and of which the plan says something else.
  private func otherMerge(among found: [Merge]) -> StalePlan? {
    for merge in found {
      let saved = merges.first { $0.entity == merge.entity }
      guard saved?.objects != merge.objects else { continue }
      return .merges(of: merge.entity, saved: saved?.count ?? 0, found: merge.count)
    }
    return nil
  }

  /// What would be lost now and was not when somebody read the plan, or is lost of other objects; and
  /// what was there to lose and is not in this store.
  private func otherLoss(among found: [Loss]) -> StalePlan? {
    for loss in found {
      let saved = losses.first { $0.isAbout(the: loss) }
      let count = saved?.count ?? 0
      let isOther =
        saved?.objects.map { saved in loss.objects.map { $0 != saved } ?? false } ?? false
      guard loss.count > count || isOther else { continue }
      return .losses(
        of: loss.subject, saved: loss.counted(count),
        found: loss.count == count ? "others" : loss.counted(loss.count))
    }
    return losses.first { saved in
      saved.objects != nil && !found.contains { $0.isAbout(the: saved) }
    }.map { .losses(of: $0.subject, saved: $0.counted($0.count), found: "none") }
  }

  /// Where the plan says something else than what its own digest is of: somebody wrote it.
  private func difference(from now: PlanFile) -> StalePlan? {
    for (position, step) in now.steps.enumerated()
    where !steps.indices.contains(position) || steps[position] != step {
      return .rewritten(part: "the steps for '\(step.table)'")
    }
    if let extra = steps.dropFirst(now.steps.count).first {
      return .rewritten(part: "the steps for '\(extra.table)'")
    }
    return changes == now.changes ? nil : .rewritten(part: "the changes")
  }
}

extension StepLoss {
  /// What is counted, as a saved plan names it.
  fileprivate var countedUnit: String {
    switch kind {
    case .objects: DataLoss.Unit.rows.rawValue
    case .values: DataLoss.Unit.values.rawValue
    case .links: DataLoss.Unit.links.rawValue
    case .order: "positions"
    }
  }
}

extension PlanFile.Loss {
  /// What loses them: `Book.year`.
  fileprivate var subject: String {
    property ?? change.drop { $0 != ":" }.dropFirst().description
  }

  /// Whether another one counts the same.
  fileprivate func isAbout(the other: Self) -> Bool {
    (change, property, unit) == (other.change, other.property, other.unit)
  }

  /// A number of what is lost: `2 values`.
  fileprivate func counted(_ number: Int64) -> String {
    Quantity.count(
      number, unit == DataLoss.Unit.rows.rawValue ? "object" : String(unit.dropLast()))
  }
}
