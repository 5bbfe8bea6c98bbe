internal import Diagnostics
internal import JSON
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import StoreReading
internal import StoreVerification

/// The Swift source of a repair that only the app may make.
struct RepairSource {
  private let acts: [RepairAct]
  private let copy: PlatformCopy

  /// The source of what a plan for a copy of the store does, and of the values that objects lack.
  ///
  /// - Throws: ``Failure`` for a choice that only SQL can make.
  init(_ plan: RepairPlan, _ options: RepairOptions, of copy: PlatformCopy) throws {
    for merge in options.merges where Self.newest(merge) == nil {
      throw Failure(
        .usage,
        [
          .init(
            code: "conflicting-options",
            "'--format swift' needs '--keep newest(ATTRIBUTE)' alone for '\(merge.key.entity)'",
            notes: [.init("an app does not see which object came first, and 'prefer' is SQL")])
        ])
    }
    self.copy = copy
    acts =
      plan.steps.compactMap { step in Self.kind(step.action).map { RepairAct($0, step.message) } }
      + Self.fillings(of: copy).map(\.act)
  }

  /// Whether there is nothing that it does.
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

  /// The attribute that alone decides which object stays; nil where something else does.
  private static func newest(_ merge: DuplicateMerge) -> String? {
    guard merge.choices.count == 1, case .newest(let attribute)? = merge.choices.first else {
      return nil
    }
    return attribute
  }

  /// The required values that objects lack, which only the app can give them.
  static func fillings(of copy: PlatformCopy) -> [RepairFilling] {
    copy.concessions.compactMap { finding in
      guard case .missingValue(let name) = finding.problem else { return nil }
      return RepairFilling(name: name, count: finding.count, examples: finding.examples)
    }
  }

  /// The outcome of the command, with what is left as it is.
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

/// A step of a repair that gives objects a required value which they lack.
struct RepairFilling {
  /// The attribute.
  let name: PropertyName
  /// The number of objects.
  let count: Int64
  /// The `_id`s of the first of them.
  let examples: [Int64]

  /// The step in a sentence.
  var message: String {
    "give \(Quantity.count(count, "object")) of '\(name.entity)' a value for '\(name.property)'"
  }

  fileprivate var act: RepairAct {
    RepairAct(.fill(entity: name.entity, attribute: name.property), message)
  }

  /// The step as JSON, with the members of every other step.
  var value: JSONValue {
    [
      "message": .string(message), "count": .integer(count),
      "examples": .list(examples) { .integer($0) },
      "statements": .array([]),
    ]
  }
}
