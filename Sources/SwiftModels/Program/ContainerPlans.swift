/// The containers on the disk that are opened with a migration plan, each with the models that it lists or the
/// version that it is of.
struct ContainerPlans {
  /// One of them.
  struct Opening: Hashable {
    /// The plan.
    var plan: SourceProgram.TypeID
    /// The models that the container lists, with the place of each.
    var models: [Listed]
    /// The version whose schema the container has, where it names one, with the place of that.
    var version: Listed?
  }

  /// A model or version that a container lists.
  struct Listed: Hashable {
    /// The type.
    var type: SourceProgram.TypeID
    /// Where it is listed.
    var position: Position
    /// The file that it is listed in.
    var file: Int
  }

  /// The containers, in the order of files and places.
  private(set) var openings: [Opening] = []
  private let program: SourceProgram
  private let versions: VersionTable

  /// The containers that the code of an app opens.
  init(_ flow: ProgramFlow) {
    program = flow.program
    versions = flow.versions
    for function in flow.appCode where function.mentions("ModelContainer") {
      let body = function.facts.statements
      let scope = Scope(file: function.file, type: function.owner)
      let constants = SourceConstants(program: program, locals: LocalConstants(body))
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard expression.calledName == "ModelContainer", !memory.keepsNothing(expression),
          let opening = opening(expression, scope, constants)
        else { return }
        openings.append(opening)
      }
    }
    openings = openings.distinct
  }

  /// `ModelContainer(for: Book.self, Note.self, migrationPlan: LibraryPlan.self)`.
  private func opening(
    _ call: Expression, _ scope: Scope, _ constants: SourceConstants
  ) -> Opening? {
    let arguments = call.callArguments
    guard let plan = arguments.first(where: { $0.label == "migrationPlan" }),
      let id = program.type(named: plan.value, in: scope)
    else { return nil }
    // Behind `for:`, further models have no label.
    let listed = arguments.filter { $0.label == "for" || $0.label == nil }.map(\.value)
    return Opening(
      plan: id, models: listed.flatMap { models($0, scope, constants, depth: 3) },
      version: listed.lazy.compactMap { version($0, scope, constants, depth: 3) }.first)
  }

  /// The version that an argument is the schema of: `Schema(versionedSchema: SchemaV2.self)`,
  /// `Schema(SchemaV2.models)`, or the name of that.
  private func version(
    _ value: Expression, _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) -> Listed? {
    let meaning = constants.meaning(of: value, in: scope)
    if depth > 0, case .call(let callee, let arguments) = meaning.expression.kind,
      ["Schema", "Schema.init"].contains(callee.text), let first = arguments.first
    {
      return version(first.value, meaning.scope, constants, depth: depth - 1)
    }
    let named = program.type(named: meaning.expression, in: meaning.scope)
    let found = [named, meaning.isShared ? meaning.scope.type : nil].lazy.compactMap(\.self)
      .first { versions.entry($0) != nil }
    return found.map { Listed(type: $0, position: value.position, file: scope.file) }
  }

  /// The models that an argument lists: `Book.self`, `Schema([Book.self])`, or the name of that.
  private func models(
    _ value: Expression, _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) -> [Listed] {
    let meaning = constants.meaning(of: value, in: scope)
    // What a version lists is its own affair, and held against the plan elsewhere.
    let isOfVersion = meaning.isShared && meaning.scope.type.flatMap(versions.entry) != nil
    guard depth > 0, !isOfVersion else { return [] }
    switch meaning.expression.kind {
    case .list(let elements):
      return elements.flatMap { models($0, meaning.scope, constants, depth: depth - 1) }
    case .call(let callee, let arguments):
      guard ["Schema", "Schema.init"].contains(callee.text), let first = arguments.first,
        first.label == nil
      else { return [] }
      return models(first.value, meaning.scope, constants, depth: depth - 1)
    default:
      guard let id = program.type(named: meaning.expression, in: meaning.scope),
        program.isModel(id)
      else { return [] }
      return [
        Listed(
          type: id, position: meaning.expression.position, file: meaning.scope.file)
      ]
    }
  }
}

extension SourceProgram {
  /// The type whose `.self` an expression is.
  func type(named expression: Expression, in scope: Scope) -> TypeID? {
    guard case .member(let base?, "self") = expression.kind, let written = base.writtenType,
      case .declared(let id) = resolve(written, in: scope)
    else { return nil }
    return id
  }
}
