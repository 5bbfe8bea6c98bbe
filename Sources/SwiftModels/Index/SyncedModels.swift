internal import Diagnostics

/// The models that an app keeps in CloudKit, by the configurations of its containers.
///
/// ```swift
/// let configuration = ModelConfiguration(cloudKitDatabase: .automatic)
/// ModelContainer(for: Book.self, configurations: configuration) // Book, and all it leads to
/// ```
///
/// A configuration without a CloudKit setting may be synchronised too, but only the app's entitlements show
/// it. Such a configuration is not counted.
struct SyncedModels {
  /// The places of the classes, because another app in the same folder may have a class of the same name.
  private(set) var places: Set<SourceLocation> = []
  private let program: SourceProgram

  /// The number of names that a list or a configuration is followed through.
  private static let depth = 4

  /// Finds the synchronised models in the code of an app, outside tests and previews.
  init(_ program: SourceProgram) {
    self.program = program
    for function in FunctionTable(program).all
    where !function.isTest && !function.isForShow && function.mentions("ModelContainer") {
      let body = function.facts.statements
      let scope = Scope(file: function.file, type: function.owner)
      let constants = SourceConstants(program: program, locals: LocalConstants(body))
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard expression.calledName == "ModelContainer", !memory.keepsNothing(expression) else {
          return
        }
        add(expression.callArguments, scope, constants)
      }
    }
  }

  private mutating func add(
    _ arguments: [Argument], _ scope: Scope, _ constants: SourceConstants
  ) {
    guard let first = arguments.firstIndex(where: { $0.label == "configurations" }) else { return }
    // Configurations after the first have no label.
    let given = [arguments[first]] + arguments[(first + 1)...].prefix { $0.label == nil }
    let listed = arguments[..<first].filter { $0.label == nil || $0.label == "for" }
    for argument in given {
      for found in elements(of: argument.value, scope, constants) {
        let options = found.expression.callArguments
        guard found.expression.calledName == "ModelConfiguration", options.contains(where: \.syncs)
        else { continue }
        // A configuration with a schema applies only to the models of that schema.
        let schema = options.first { $0.label == "schema" }
        let values = schema.map { [($0.value, found.scope)] } ?? listed.map { ($0.value, scope) }
        for (value, home) in values { add(value, home, constants, depth: Self.depth) }
      }
    }
  }

  /// The elements of a list, or the value itself if it is no list.
  private func elements(
    of value: Expression, _ scope: Scope, _ constants: SourceConstants
  ) -> [SourceConstants.Meaning] {
    let meaning = constants.meaning(of: value, in: scope)
    guard case .list(let elements) = meaning.expression.kind else { return [meaning] }
    return elements.map { constants.meaning(of: $0, in: meaning.scope) }
  }

  /// Adds the models of a list, of a schema or of a version, and all models that they lead to.
  private mutating func add(
    _ value: Expression, _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) {
    guard depth > 0 else { return }
    let meaning = constants.meaning(of: value, in: scope)
    switch meaning.expression.kind {
    case .list(let parts), .operation(let parts, _):
      for part in parts { add(part, meaning.scope, constants, depth: depth - 1) }
    case .call(let callee, let arguments) where ["Schema", "Schema.init"].contains(callee.text):
      for argument in arguments where argument.label == nil || argument.label == "versionedSchema" {
        add(argument.value, meaning.scope, constants, depth: depth - 1)
      }
    case .member:
      guard let id = program.type(named: meaning.expression, in: meaning.scope) else { return }
      if program.isModel(id) {
        places.formUnion(
          SchemaAssembly(program, models: [id], owner: nil).members.values.map { model in
            program.files[program[model].file].location(program[model].facts.position)
          })
      } else if program.conforms(id, to: "VersionedSchema") {
        let list = Expression(kind: .name("models", []), position: meaning.expression.position)
        add(list, Scope(file: program[id].file, type: id), constants, depth: depth - 1)
      }
    default: break
    }
  }
}

extension Argument {
  /// Whether the argument turns synchronisation on.
  fileprivate var syncs: Bool {
    guard label == "cloudKitDatabase" else { return false }
    if case .member(_, "none") = value.kind { return false }
    return true
  }
}
