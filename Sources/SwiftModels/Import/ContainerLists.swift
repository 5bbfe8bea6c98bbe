internal import Diagnostics

/// The models that an app's containers and schemas list, outside tests and previews.
///
/// ```swift
/// ModelContainer(for: Book.self, Note.self) // Book and Note
/// static let models: [any PersistentModel.Type] = [Book.self, Note.self]
/// Schema(Self.models) // the same
/// ```
struct ContainerLists {
  /// The models of each call that lists models, in the order of files and places.
  private(set) var lists: [[SourceProgram.TypeID]] = []
  /// The places of these calls.
  private(set) var places: [SourceLocation] = []
  /// The listed names that no file declares.
  private(set) var unseen: Set<String> = []
  /// Whether every list could be read completely.
  private(set) var areWhole = true

  /// The models, without duplicates, in the order of files and places.
  var models: [SourceProgram.TypeID] { lists.flatMap(\.self).distinct }

  /// Finds the lists of models in the code of a program.
  init(_ program: SourceProgram) {
    let table = FunctionTable(program)
    for function in table.all
    where !function.isTest && !function.isForShow && function.mentions(anyOf: Self.names) {
      let scope = Scope(file: function.file, type: function.owner)
      let body = function.facts.statements
      let names = ListNames(of: body, program)
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard Self.takesModels(expression), !memory.lists(expression) else { return }
        let list = models(in: Self.modelArguments(of: expression), scope, names, program)
        guard !list.isEmpty else { return }
        areWhole =
          areWhole && Self.modelArguments(of: expression).allSatisfy { names.reads($0, scope) }
        lists.append(list.distinct)
        places.append(program.files[function.file].location(expression.position))
      }
    }
  }

  /// The names of the calls that take models.
  private static let names = ["Schema", "ModelContainer", "modelContainer"]

  /// Whether a call creates a container or a schema, or is the view modifier that creates a container.
  fileprivate static func takesModels(_ expression: Expression) -> Bool {
    guard case .call(let callee, _) = expression.kind else { return false }
    switch callee.kind {
    case .name("Schema", _), .name("ModelContainer", _), .member(_, "modelContainer"): return true
    case .member(let base?, "init"): return ["Schema", "ModelContainer"].contains(base.text)
    default: return false
    }
  }

  /// The arguments of such a call that list models, without those about storage.
  private static func modelArguments(of call: Expression) -> [Expression] {
    call.callArguments.prefix { $0.label == nil || $0.label == "for" }.map(\.value)
      .filter { $0.closure == nil }
  }

  private mutating func models(
    in values: [Expression], _ scope: Scope, _ names: ListNames, _ program: SourceProgram,
    depth: Int = 3
  ) -> [SourceProgram.TypeID] {
    var models: [SourceProgram.TypeID] = []
    var named: [(value: Expression, scope: Scope)] = []
    var unseen: Set<String> = []
    values.map { Statement.expression($0) }.forEachExpression { expression in
      guard case .member(let base?, "self") = expression.kind, let written = base.writtenType else {
        if let found = names.list(expression, scope) { named.append(found) }
        return
      }
      switch program.resolve(written, in: scope) {
      case .declared(let id) where program.isModel(id): models.append(id)
      case .unseen(let name): unseen.insert(name)
      case let type: program.unseenModel(in: type).map { _ = unseen.insert($0) }
      }
    }
    self.unseen.formUnion(unseen)
    guard depth > 0 else { return models }
    return named.reduce(models) {
      $0 + self.models(in: [$1.value], $1.scope, names, program, depth: depth - 1)
    }
  }
}

/// The lists that the names in a body stand for.
private struct ListNames {
  private let constants: SourceConstants
  private let locals: LocalConstants
  private var uses: [String: Int] = [:]

  init(of body: [Statement], _ program: SourceProgram) {
    constants = SourceConstants(program: program)
    locals = LocalConstants(body)
    var uses: [String: Int] = [:]
    body.forEachExpression { expression in
      if case .name(let name, _) = expression.kind { uses[name, default: 0] += 1 }
    }
    self.uses = uses
  }

  /// Whether all models in a value are known; a nested schema is read by itself.
  func reads(_ value: Expression, _ scope: Scope, depth: Int = 4) -> Bool {
    guard depth > 0 else { return false }
    switch value.kind {
    case .member(_?, "self"): return true
    case .list(let elements), .operation(let elements, _):
      return elements.allSatisfy { reads($0, scope, depth: depth - 1) }
    case .cast(let inner, _), .attempt(let inner, _):
      return reads(inner, scope, depth: depth - 1)
    case .call: return ContainerLists.takesModels(value)
    case .name(let name, _):
      if let local = locals[name] { return reads(local, scope, depth: depth - 1) }
    default: break
    }
    return list(value, scope).map { reads($0.value, $0.scope, depth: depth - 1) } ?? false
  }

  /// The list that a name stands for, and the scope of the names in it.
  ///
  /// A variable that is read more than once is skipped, because it may have changed in between. The list of a
  /// version is skipped too.
  func list(_ expression: Expression, _ scope: Scope) -> (value: Expression, scope: Scope)? {
    if case .name(let name, _) = expression.kind, let value = locals[name] {
      return uses[name] == 1 ? (value, scope) : nil
    }
    let meaning = constants.meaning(of: expression, in: scope)
    let isOfVersion =
      meaning.scope.type.map { constants.program.conforms($0, to: "VersionedSchema") } ?? false
    guard meaning.isShared, !isOfVersion else { return nil }
    return (meaning.expression, meaning.scope)
  }
}
