internal import SchemaLint

/// The models that the code of an app lists as types, and those whose objects it inserts or fetches.
///
/// Lists in tests and previews are for their own containers, so they are left out.
struct ModelMentions {
  /// The models that code passes or lists as `Book.self`.
  private(set) var listed: Set<SourceProgram.TypeID> = []
  /// The models that are listed for containers in memory or with samples, with their first places.
  private(set) var passing: [SourceProgram.TypeID: Finding.Place] = [:]
  /// The models whose objects are inserted or fetched.
  private(set) var used: Set<SourceProgram.TypeID> = []
  /// The listed models, and all models that their relationships lead to.
  private(set) var reached: Set<SourceProgram.TypeID> = []

  /// Collects the models in the code of a program.
  init(_ flow: ProgramFlow) {
    used = flow.appResults.reduce(into: []) { $0.formUnion($1.result.insertedModels) }
    for function in flow.code where !function.isTest && !function.isPreview(in: flow.program) {
      collect(function, flow)
    }
    let released = flow.versions.entries.filter { !$0.isTest }.flatMap(\.members.values)
    reached = flow.models(reachedFrom: listed.union(released))
  }

  private mutating func collect(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    guard function.mentions("self", "FetchDescriptor") else { return }
    let body = function.facts.statements
    let scope = Scope(file: function.file, type: function.owner)
    let memory = MemoryContainers(body)
    body.forEachExpression { expression in
      switch expression.kind {
      case .member(_?, "self"):
        guard let model = flow.program.type(named: expression, in: scope),
          flow.program.isModel(model)
        else { return }
        if function.isForShow || memory.places.contains(expression.position) {
          let place = flow.place(expression.position, inFile: function.file)
          passing[model] = passing[model] ?? place
        } else {
          listed.insert(model)
        }
      case .name("FetchDescriptor", let types) where !function.isForShow:
        guard let type = types.first,
          case .declared(let id) = flow.program.resolve(type, in: scope),
          flow.program.isModel(id)
        else { return }
        used.insert(id)
      default: break
      }
    }
  }
}

extension FunctionTable.Function {
  /// Whether the function certainly only makes a preview; a name like 'SampleStore' may belong to the app.
  fileprivate func isPreview(in program: SourceProgram) -> Bool {
    guard isForShow else { return false }
    let path = (owner.map(program.path) ?? []) + [facts.name]
    return owner.map { program.conforms($0, to: "PreviewProvider") } ?? false
      || path.contains { $0.lowercased().contains("preview") }
  }
}
