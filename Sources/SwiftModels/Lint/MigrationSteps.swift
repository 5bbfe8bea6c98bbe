internal import Diagnostics
internal import SchemaLint

/// The code of an app before or after a stage of its migration plan.
struct MigrationStep {
  /// The time when the code runs.
  enum Moment: String {
    /// Before the migration, on a store of the old version.
    case before = "willMigrate"
    /// After the migration, on a store of the new version.
    case after = "didMigrate"
  }

  /// The time when the code runs.
  var moment: Moment
  /// The code, as a function with the context as its parameter.
  var function: FunctionTable.Function
  /// The place of the declaration.
  var position: Position
  /// The version before the stage.
  var source: VersionTable.Entry
  /// The version after the stage.
  var target: VersionTable.Entry
  /// The highest severity for mistakes in the step.
  var limit: Diagnostic.Severity?

  /// The models of the version before the stage.
  var sourceModels: Set<SourceProgram.TypeID> { Set(source.members.values) }
  /// The models of the version after the stage.
  var targetModels: Set<SourceProgram.TypeID> { Set(target.members.values) }

  /// Whether neither version lists a model, if both lists could be read.
  func isForeign(_ model: SourceProgram.TypeID) -> Bool {
    source.facts.isComplete && target.facts.isComplete && !sourceModels.contains(model)
      && !targetModels.contains(model)
  }

  /// Whether only the other version, whose models the context does not know, lists a model.
  func isOfOtherVersion(_ model: SourceProgram.TypeID) -> Bool {
    sourceModels.contains(model) != targetModels.contains(model)
      && sourceModels.contains(model) == (moment == .after)
  }

  /// The version whose models the context knows.
  var version: VersionTable.Entry { moment == .before ? source : target }

  /// The scope of the names in the code.
  var scope: Scope { Scope(file: function.file, type: function.owner) }
}

extension ProgramFlow {
  /// The code of the stages of all plans, in their order.
  var migrationSteps: [MigrationStep] {
    versions.plans.flatMap { plan in
      let steps = plan.stages.flatMap { stage in
        stage.handlers.compactMap { step($0, of: stage) }
      }
      guard !steps.isEmpty, let limit = limit(of: plan) else { return steps }
      return steps.map { step in
        var step = step
        step.limit = limit
        return step
      }
    }
  }

  private func step(
    _ handler: Argument, of stage: MigrationPlanFacts.Stage
  ) -> MigrationStep? {
    guard let moment = handler.label.flatMap(MigrationStep.Moment.init),
      let source = stage.source.flatMap(versions.entry),
      let target = stage.target.flatMap(versions.entry),
      let function = function(handler.value, of: stage.owner, inFile: stage.file)
    else { return nil }
    return MigrationStep(
      moment: moment, function: function, position: handler.value.position,
      source: source, target: target)
  }

  /// The closure or named function of a stage, as a function.
  func function(
    _ value: Expression, of plan: SourceProgram.TypeID, inFile file: Int
  ) -> FunctionTable.Function? {
    switch value.kind {
    case .closure(let closure):
      let parameter = FunctionFacts.Parameter(
        name: closure.parameters.first ?? "$0", position: value.position,
        type: .name("ModelContext"), hasDefault: false, isVariadic: false)
      let facts = FunctionFacts(
        name: "migration", position: value.position, attributes: [], parameters: [parameter],
        isStatic: true, body: closure.body)
      return FunctionTable.Function(facts: facts, file: file, owner: plan)
    case .member(let base?, let name):
      let scope = Scope(file: file, type: plan)
      let written = base.writtenType.map { program.resolve($0, in: scope) }
      return functions.members(named: name, of: written?.declaration ?? plan).first
        .map { functions[$0] }
    case .name(let name, _), .member(nil, let name):
      if let id = functions.members(named: name, of: plan).first { return functions[id] }
      return functions.globals(named: name).first.map { functions[$0] }
    default: return nil
    }
  }
}

/// The references to models as types in code.
struct ModelReferences {
  /// A model, and the place of its name.
  struct Reference: Hashable {
    var model: SourceProgram.TypeID
    var position: Position
    var file: Int
    /// Whether the reference only deletes all objects of the model, by `delete(model:)`.
    var isDeleted = false
  }

  private let program: SourceProgram
  private let scope: Scope
  private(set) var found: [Reference] = []

  /// Finds the models that a body names to make objects, to fetch them, or to use as types.
  init(in body: [Statement], _ scope: Scope, _ program: SourceProgram) {
    self.program = program
    self.scope = scope
    var types: [(WrittenType, Position)] = []
    var deleted: Set<Position> = []
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement, let type = binding.type else { return }
        types.append((type, binding.position))
      },
      expression: { expression in
        if expression.calledName == "delete",
          let model = expression.callArguments.first(where: { $0.label == "model" })
        {
          deleted.insert(model.value.position)
        }
        if case .keyPath(let root, let names) = expression.kind {
          let type = program.keyPath(root, names, in: scope).root
          types += [type].compactMap(\.self).map { ($0, expression.position) }
        }
        types += Self.types(in: expression).map { ($0, expression.position) }
        return true
      }
    ).go(through: body)
    for (type, position) in types { collect(type, position) }
    found = found.distinct.map { reference in
      var reference = reference
      reference.isDeleted = deleted.contains(reference.position)
      return reference
    }
  }

  private static func types(in expression: Expression) -> [WrittenType] {
    switch expression.kind {
    case .name(_, let arguments): arguments
    case .call(let callee, _): [callee.writtenType].compactMap(\.self)
    case .member(let base?, "self"): [base.writtenType].compactMap(\.self)
    case .cast(_, let type), .type(let type): [type]
    case .closure(let closure): closure.types.compactMap(\.self)
    case .macro(let macro): macro.types
    default: []
    }
  }

  private mutating func collect(_ type: WrittenType, _ position: Position) {
    switch type {
    case .optional(let inner), .array(let inner): collect(inner, position)
    case .dictionary(let key, let value):
      collect(key, position)
      collect(value, position)
    case .other: break
    case .named(let path):
      if case .declared(let id) = program.resolve(type, in: scope), program.isModel(id) {
        found.append(Reference(model: id, position: position, file: scope.file))
      }
      for argument in path.flatMap(\.arguments) { collect(argument, position) }
    }
  }
}

extension ProgramFlow {
  /// A finding for every model in the steps of a moment that the context does not know.
  ///
  /// The message names the model and the next version.
  func unknownModels(
    at moment: MigrationStep.Moment, _ rule: RuleID, _ advice: Finding.Message,
    _ message: (_ model: String, _ version: String) -> Finding.Message
  ) -> [Finding] {
    migrationSteps.filter { $0.moment == moment }.flatMap { step in
      let found = references(in: step).filter { step.isOfOtherVersion($0.model) }.map { reference in
        deletionByName(reference, in: step, rule)
          ?? Finding(
            rule,
            message(
              program.qualifiedName(of: reference.model),
              program.qualifiedName(of: step.target.id)),
            at: place(reference.position, inFile: reference.file), notes: [.init(advice)])
      }
      return (found + foreignModels(in: step, rule)).limited(to: step.limit)
    }.distinct
  }

  /// A finding for every model in a step that neither of its versions lists.
  func foreignModels(in step: MigrationStep, _ rule: RuleID) -> [Finding] {
    references(in: step).filter { step.isForeign($0.model) }.map { reference in
      if let finding = deletionByName(reference, in: step, rule) { return finding }
      let home = versions.entries.first { $0.members.values.contains(reference.model) }
      return Finding(
        rule,
        .isForeign(
          program.qualifiedName(of: reference.model), home.map { program.qualifiedName(of: $0.id) },
          program.qualifiedName(of: step.source.id), program.qualifiedName(of: step.target.id)),
        at: place(reference.position, inFile: reference.file),
        notes: [.init(.useOwn(step.moment, program.qualifiedName(of: step.version.id)))])
    }
  }

  /// A finding for a deletion of all objects of an unknown class; nil for any other reference.
  ///
  /// The context must know another class of the same name.
  func deletionByName(
    _ reference: ModelReferences.Reference, in step: MigrationStep, _ rule: RuleID
  ) -> Finding? {
    let name = program[reference.model].facts.name
    guard reference.isDeleted, let known = step.version.members[name] else { return nil }
    return Finding(
      rule,
      .deletesByName(
        name, program.qualifiedName(of: reference.model),
        program.qualifiedName(of: step.version.id)),
      at: place(reference.position, inFile: reference.file),
      notes: [.init(.deleteOwn(program.qualifiedName(of: known)))], atMost: .warning)
  }

  /// The models that a step, or a function that it calls, names as types.
  func references(in step: MigrationStep) -> [ModelReferences.Reference] {
    index.bodies(reachedFrom: step.function.facts.statements, in: step.scope)
      .flatMap { ModelReferences(in: $0.body, $0.scope, program).found }.distinct
  }
}

extension Finding.Message {
  fileprivate static func isForeign(
    _ model: String, _ home: String?, _ source: String, _ target: String
  ) -> Self {
    let lists = "neither '\(source)' nor '\(target)' lists it: the app ends here"
    return Self(home.map { "'\(model)' is of '\($0)', and \(lists)" } ?? "'\(model)': \(lists)")
  }

  fileprivate static func deletesByName(
    _ name: String, _ model: String, _ version: String
  ) -> Self {
    Self(
      "'\(model)' is not of '\(version)': only by its name does the deletion reach the '\(name)' in "
        + "the store, which nothing documents")
  }

  fileprivate static func deleteOwn(_ model: String) -> Self { Self("delete '\(model)' here") }

  fileprivate static func useOwn(_ moment: MigrationStep.Moment, _ version: String) -> Self {
    Self("in '\(moment.rawValue)' use the models of '\(version)'")
  }
}
