internal import Diagnostics
internal import SchemaLint

/// The migration plans that the containers of an app are opened with.
///
/// ```swift
/// try ModelContainer(for: Book.self) // no plan runs here, whatever the files declare
/// ```
struct PlansInUse {
  /// The plans that containers name.
  private var plans: Set<SourceProgram.TypeID> = []
  /// Whether a container takes a plan that cannot be told, which may be any.
  private var isAnyNamed = false
  /// Whether the app opens a container on the disk.
  private var opensContainers = false
  /// The containers that are opened without a plan, in the order of files and places.
  private(set) var unplanned: [UnplannedContainer] = []

  /// The plans of the containers that the code of an app opens.
  init(_ flow: ProgramFlow) {
    for function in flow.appCode
    where function.mentions("ModelContainer", "modelContainer", "migrationPlan") {
      let body = function.facts.statements
      let memory = MemoryContainers(body)
      let scope = Scope(file: function.file, type: function.owner)
      body.forEachExpression { expression in
        guard expression.opensContainer, !memory.keepsNothing(expression) else { return }
        opensContainers = true
        guard let plan = expression.callArguments.first(where: { $0.label == "migrationPlan" })
        else {
          let constants = SourceConstants(program: flow.program, locals: LocalConstants(body))
          unplanned.append(UnplannedContainer(expression, scope, constants))
          return
        }
        if let id = flow.program.type(named: plan.value, in: scope) {
          plans.insert(id)
        } else {
          isAnyNamed = isAnyNamed || plan.value.kind != .nothing
        }
      }
    }
  }

  /// Whether a container may be opened with a plan.
  ///
  /// Where no container is opened, those of the app may be in other files.
  func contains(_ plan: SourceProgram.TypeID) -> Bool {
    !opensContainers || isAnyNamed || plans.contains(plan)
  }
}

/// A container that is opened without a plan.
struct UnplannedContainer {
  /// The file.
  var file: Int
  /// The place.
  var position: Position
  /// The models and versions that it names.
  private(set) var types: [SourceProgram.TypeID] = []

  init(_ call: Expression, _ scope: Scope, _ constants: SourceConstants) {
    (file, position) = (scope.file, call.position)
    add(call.callArguments.map(\.value), scope, constants, depth: 3)
  }

  /// Adds the types whose `.self` expressions have, and what the names in these stand for.
  private mutating func add(
    _ expressions: [Expression], _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) {
    for expression in expressions {
      var parts: [Expression] = []
      [Statement.expression(expression)].forEachExpression { parts.append($0) }
      for part in parts {
        if let type = constants.program.type(named: part, in: scope) { types.append(type) }
        let meaning = constants.meaning(of: part, in: scope)
        guard depth > 0, meaning.expression != part else { continue }
        add([meaning.expression], meaning.scope, constants, depth: depth - 1)
      }
    }
  }
}

extension ProgramFlow {
  /// Whether the app itself may run a plan.
  func isRun(_ plan: MigrationPlanFacts) -> Bool {
    !program.isTried(plan.id) && PlansInUse(self).contains(plan.id)
  }

  /// The highest severity of a mistake in a plan: a note where no container is opened with the plan.
  func limit(of plan: MigrationPlanFacts) -> Diagnostic.Severity? { isRun(plan) ? nil : .note }
}

extension Expression {
  /// Whether it makes a container, itself or as the modifier of a view.
  fileprivate var opensContainer: Bool {
    guard case .call(let callee, let arguments) = kind else { return false }
    if arguments.contains(where: { $0.label == "migrationPlan" }) { return true }
    switch callee.kind {
    case .name("ModelContainer", _): return true
    case .member(let base?, "init"): return base.text == "ModelContainer"
    case .member(_, "ModelContainer"): return true
    case .member(_, "modelContainer"): return arguments.first?.label == "for"
    default: return false
    }
  }
}

extension [Finding] {
  /// The same findings, of which none weighs more than a limit, if there is one.
  func limited(to limit: Diagnostic.Severity?) -> Self {
    map { $0.limited(to: limit) }
  }
}
