/// A reader of the stages of a migration plan, from all constants that it is made of.
struct StageReader {
  /// The stages, in the order of the list.
  private(set) var stages: [MigrationPlanFacts.Stage] = []
  /// The places of the parts that could not be read.
  private(set) var unread: [ListReader.Place] = []
  private let program: SourceProgram
  private let plan: SourceProgram.TypeID

  /// Reads the stages of a plan.
  init(_ plan: SourceProgram.TypeID, in program: SourceProgram) {
    self.program = program
    self.plan = plan
    let list = ListReader("stages", of: plan, in: program) { $0.stageKind != nil }
    unread = list.unreadPlaces
    for element in list.elements {
      guard case .call(_, let arguments) = element.value.kind else { continue }
      add(
        arguments, element.value, isLightweight: element.value.stageKind == "lightweight",
        in: element.scope)
    }
  }

  private mutating func add(
    _ arguments: [Argument], _ call: Expression, isLightweight: Bool, in scope: Scope
  ) {
    func version(_ label: String) -> SourceProgram.TypeID? {
      let value = arguments.first { $0.label == label }?.value
      return value.flatMap { program.type(named: $0, in: scope) }
    }
    let stage = MigrationPlanFacts.Stage(
      isLightweight: isLightweight, source: version("fromVersion"), target: version("toVersion"),
      position: call.position, file: scope.file, owner: scope.type ?? plan,
      handlers: handlers(in: arguments))
    if stage.source == nil || stage.target == nil {
      unread.append(ListReader.Place(position: call.position, file: scope.file))
    }
    stages.append(stage)
  }

  /// The closures of a stage by their labels.
  ///
  /// A trailing closure without a label gets the first label that is not used yet.
  private func handlers(in arguments: [Argument]) -> [Argument] {
    let labels = ["willMigrate", "didMigrate"]
    let given = Set(arguments.compactMap(\.label))
    return arguments.compactMap { argument in
      guard let label = argument.label else {
        return Argument(
          label: labels.first { !given.contains($0) } ?? labels[1], value: argument.value)
      }
      return labels.contains(label) ? argument : nil
    }
  }
}

extension Expression {
  /// The kind of stage that a call makes: `.lightweight(…)`, `MigrationStage.custom(…)`.
  fileprivate var stageKind: String? {
    guard case .call(let callee, _) = kind, case .member(_, let name) = callee.kind,
      name == "lightweight" || name == "custom"
    else { return nil }
    return name
  }
}
