/// The models that an app's containers and schemas list, neither those of tests nor of previews.
///
/// ```swift
/// ModelContainer(for: Book.self, Note.self) // Book and Note
/// ```
struct ContainerLists {
  /// The models, each once, in the order of files and places.
  private(set) var models: [SourceProgram.TypeID] = []

  /// The models that the code of a program lists.
  init(_ program: SourceProgram) {
    let table = FunctionTable(program)
    for function in table.functions + table.values where !function.isTest && !function.isForShow {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.body?.forEachExpression { expression in
        guard Self.takesModels(expression) else { return }
        collect(expression.callArguments, scope, program)
      }
    }
    models = models.distinct
  }

  /// Whether a call is one of a container, of a schema, or of the modifier that makes a container.
  private static func takesModels(_ expression: Expression) -> Bool {
    guard case .call(let callee, _) = expression.kind else { return false }
    switch callee.kind {
    case .name("Schema", _), .name("ModelContainer", _), .member(_, "modelContainer"): return true
    case .member(let base?, "init"): return ["Schema", "ModelContainer"].contains(base.text)
    default: return false
    }
  }

  private mutating func collect(
    _ arguments: [Argument], _ scope: Scope, _ program: SourceProgram
  ) {
    arguments.map { Statement.expression($0.value) }.forEachExpression { expression in
      guard case .member(let base?, "self") = expression.kind, let written = base.writtenType,
        case .declared(let id) = program.resolve(written, in: scope), program.isModel(id)
      else { return }
      models.append(id)
    }
  }
}
