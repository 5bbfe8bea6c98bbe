internal import Diagnostics

/// The models that an app's containers and schemas list, neither those of tests nor of previews.
///
/// ```swift
/// ModelContainer(for: Book.self, Note.self) // Book and Note
/// ```
struct ContainerLists {
  /// The models of each call that lists some, in the order of files and places.
  private(set) var lists: [[SourceProgram.TypeID]] = []
  /// Where each of these calls is.
  private(set) var places: [SourceLocation] = []
  /// The names in them that none of the files declares.
  private(set) var unseen: Set<String> = []

  /// The models, each once, in the order of files and places.
  var models: [SourceProgram.TypeID] { lists.flatMap(\.self).distinct }

  /// The models that the code of a program lists.
  init(_ program: SourceProgram) {
    let table = FunctionTable(program)
    for function in table.functions + table.values where !function.isTest && !function.isForShow {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.statements.forEachExpression { expression in
        guard Self.takesModels(expression) else { return }
        let list = models(in: expression.callArguments, scope, program)
        guard !list.isEmpty else { return }
        lists.append(list.distinct)
        places.append(program.files[function.file].location(expression.position))
      }
    }
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

  private mutating func models(
    in arguments: [Argument], _ scope: Scope, _ program: SourceProgram
  ) -> [SourceProgram.TypeID] {
    var models: [SourceProgram.TypeID] = []
    var unseen: Set<String> = []
    arguments.map { Statement.expression($0.value) }.forEachExpression { expression in
      guard case .member(let base?, "self") = expression.kind, let written = base.writtenType else {
        return
      }
      switch program.resolve(written, in: scope) {
      case .declared(let id) where program.isModel(id): models.append(id)
      case .unseen(let name): unseen.insert(name)
      default: break
      }
    }
    self.unseen.formUnion(unseen)
    return models
  }
}
