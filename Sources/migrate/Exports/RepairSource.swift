internal import Diagnostics
internal import JSON
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import StoreReading
internal import StoreVerification

/// The Swift source of a repair that only the app can make.
struct RepairSource {
  private let acts: [RepairAct]
  private let copy: PlatformCopy

  /// The source for the steps of a plan for a copy of the store, and for missing values.
  ///
  /// - Throws: ``Failure`` for a choice that only SQL can make.
  init(_ plan: RepairPlan, _ options: RepairOptions, of copy: PlatformCopy) throws {
    for merge in options.merges where Self.newest(merge) == nil {
      var meant = options
      let attribute = Self.dated(merge, in: copy.schema) ?? "ATTRIBUTE"
      meant.merges = [DuplicateMerge(key: merge.key, keep: [.newest(attribute)])]
      let command = meant.command(for: copy.name, isDone: false)
      throw Failure(
        .usage,
        [
          .init(
            code: "conflicting-options",
            "'--format swift' needs '--keep newest(ATTRIBUTE)' alone for '\(merge.key.entity)'",
            notes: [
              .init("an app does not see which object came first, and 'prefer' is SQL"),
              .init("the object with the greatest value stays: \(command) --format swift"),
            ])
        ])
    }
    self.copy = copy
    acts =
      plan.steps.compactMap { step in Self.kind(step.action).map { RepairAct($0, step.message) } }
      + Self.fillings(of: copy).map(\.act)
  }

  /// Whether the repair does nothing.
  var isEmpty: Bool { acts.isEmpty }

  private static func kind(_ action: RepairStep.Action) -> RepairAct.Kind? {
    switch action {
    case .clear(let name, _): .clear(entity: name.entity, relationship: name.property)
    case .delete(let name, _, _): .delete(entity: name.entity, relationship: name.property)
    case .merge(let merge):
      newest(merge).map {
        .merge(entity: merge.key.entity, properties: merge.key.properties, newestBy: $0)
      }
    case .unlink: nil
    }
  }

  /// An attribute that may decide which object is kept: a date, or else any other that is not of the key.
  private static func dated(_ merge: DuplicateMerge, in schema: Schema) -> String? {
    let others = schema.allAttributes(of: merge.key.entity).filter {
      !merge.key.properties.contains($0.name)
    }
    return (others.first { $0.type == .date } ?? others.first)?.name
  }

  /// The only attribute that decides which object is kept; nil if something else decides.
  private static func newest(_ merge: DuplicateMerge) -> String? {
    guard merge.choices.count == 1, case .newest(let attribute)? = merge.choices.first else {
      return nil
    }
    return attribute
  }

  /// The required values that objects lack, which only the app can provide.
  static func fillings(of copy: PlatformCopy) -> [RepairFilling] {
    copy.concessions.compactMap { finding in
      guard case .missingValue(let name) = finding.problem else { return nil }
      return RepairFilling(name: name, count: finding.count, examples: finding.examples)
    }
  }

  /// The outcome of the command, with the unresolved problems.
  func outcome(_ unresolved: [Diagnostic]) -> Outcome {
    let schema = copy.store.document.schema
    let known = copy.history.versions.map(\.schema)
    let place = known.firstIndex { $0.version == schema.version }
    let names = SwiftDataExporter.versionNames(place == nil ? [schema] : known)
    let source = AppRepair(acts, in: schema, named: names[place ?? 0]).source
    return Outcome(
      status: unresolved.isEmpty ? .done : .findings, findings: unresolved,
      text: acts.isEmpty ? "" : source.text,
      summary: source.remarks.map(\.line).joined(separator: "\n"))
  }
}

/// A step of a repair that gives objects a missing required value.
struct RepairFilling {
  /// The attribute.
  let name: PropertyName
  /// The number of objects.
  let count: Int64
  /// The `_id`s of the first objects.
  let examples: [Int64]

  /// The step in a sentence.
  var message: String {
    "give \(Quantity.count(count, "object")) of '\(name.entity)' a value for '\(name.property)'"
  }

  fileprivate var act: RepairAct {
    RepairAct(.fill(entity: name.entity, attribute: name.property), message)
  }

  /// The step as JSON, with the same members as other steps.
  var value: JSONValue {
    [
      "message": .string(message), "count": .integer(count),
      "examples": .list(examples) { .integer($0) },
      "statements": .array([]),
    ]
  }
}
