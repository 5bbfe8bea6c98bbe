/// The containers that are opened with a migration plan, each with the models that it lists.
struct ContainerPlans {
  /// One of them.
  struct Opening: Hashable {
    /// The plan.
    var plan: SourceProgram.TypeID
    /// The models that the container lists, with the place of each.
    var models: [Listed]
    /// The file that it is in.
    var file: Int
  }

  /// A model that a container lists.
  struct Listed: Hashable {
    /// The model.
    var model: SourceProgram.TypeID
    /// Where it is listed.
    var position: Position
  }

  /// The containers, in the order of files and places.
  private(set) var openings: [Opening] = []
  private let program: SourceProgram

  /// The containers that the code of an app opens.
  init(_ flow: ProgramFlow) {
    program = flow.program
    for function in flow.appCode {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.body?.forEachExpression { expression in
        guard expression.calledName == "ModelContainer", let opening = opening(expression, scope)
        else { return }
        openings.append(opening)
      }
    }
    openings = openings.distinct
  }

  /// `ModelContainer(for: Book.self, Note.self, migrationPlan: LibraryPlan.self)`.
  private func opening(_ call: Expression, _ scope: Scope) -> Opening? {
    let arguments = call.callArguments
    guard let plan = arguments.first(where: { $0.label == "migrationPlan" }),
      let id = type(plan.value, scope)
    else { return nil }
    // Behind `for:`, further models have no label.
    let listed = arguments.filter { $0.label == "for" || $0.label == nil }.compactMap { argument in
      type(argument.value, scope).flatMap { id in
        program.isModel(id) ? Listed(model: id, position: argument.value.position) : nil
      }
    }
    return Opening(plan: id, models: listed, file: scope.file)
  }

  /// The type whose `.self` an expression is.
  private func type(_ expression: Expression, _ scope: Scope) -> SourceProgram.TypeID? {
    guard case .member(let base?, "self") = expression.kind, let written = base.writtenType,
      case .declared(let id) = program.resolve(written, in: scope)
    else { return nil }
    return id
  }
}
