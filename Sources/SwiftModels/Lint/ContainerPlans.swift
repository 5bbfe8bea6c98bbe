internal import SchemaModel

/// The containers on the disk, each with its migration plan and the models that it lists or the version that it
/// is of.
struct ContainerPlans {
  /// One of them.
  struct Opening: Hashable {
    /// The plan; nil where it is opened without one.
    var plan: SourceProgram.TypeID?
    /// The models that the container lists, with the place of each.
    var models: [Listed]
    /// The version whose schema the container has, where it names one, with the place of that.
    var version: Listed?
    /// Its files; nil where they cannot be told.
    var stores: Set<Store>?
  }

  /// A file of a container.
  struct Store: Hashable {
    /// Its name, without what follows the dot.
    var name: String
    /// Where it lies; nil where that is not spelled.
    var address: FileAddress?

    /// Whether it is another file than that one for certain.
    func isOther(than other: Store) -> Bool {
      if name != other.name { return true }
      guard let address, let theirs = other.address else { return false }
      return address.relation(to: theirs) == .isElsewhere
    }
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
      let addresses = AddressReader(function, flow)
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard expression.calledName == "ModelContainer", !memory.keepsNothing(expression) else {
          return
        }
        opening(expression, scope, constants, addresses).map { openings.append($0) }
      }
    }
    openings = openings.distinct
  }

  /// `ModelContainer(for: Book.self, Note.self, migrationPlan: LibraryPlan.self)`.
  private func opening(
    _ call: Expression, _ scope: Scope, _ constants: SourceConstants, _ addresses: AddressReader
  ) -> Opening? {
    let arguments = call.callArguments
    let plan = call.migrationPlan
    let id = plan.flatMap { program.type(named: $0, in: scope) }
    // A plan that cannot be told may be any.
    guard plan == nil || id != nil else { return nil }
    // Behind `for:`, further models have no label.
    let listed = arguments.filter { $0.label == "for" || $0.label == nil }.map(\.value)
    return Opening(
      plan: id, models: listed.flatMap { models($0, scope, constants, depth: 3) },
      version: listed.lazy.compactMap { version($0, scope, constants, depth: 3) }.first,
      stores: stores(of: arguments, scope, constants, addresses))
  }

  /// The files that a container has.
  private func stores(
    of arguments: [Argument], _ scope: Scope, _ constants: SourceConstants,
    _ addresses: AddressReader
  ) -> Set<Store>? {
    guard let first = arguments.firstIndex(where: { $0.label == "configurations" }) else {
      return [Self.usualStore]
    }
    // Behind the first one, further configurations have no label.
    let given = [arguments[first]] + arguments[(first + 1)...].prefix { $0.label == nil }
    var stores: Set<Store> = []
    for argument in given {
      let meaning = constants.meaning(of: argument.value, in: scope)
      let elements: [Expression] =
        if case .list(let elements) = meaning.expression.kind {
          elements
        } else { [meaning.expression] }
      for element in elements {
        guard
          let store = store(
            of: element, meaning.scope, constants, meaning.isShared ? nil : addresses)
        else { return nil }
        stores.insert(store)
      }
    }
    return stores.isEmpty ? nil : stores
  }

  /// The file of a configuration: `"cards"`, where it is called so, or the last text of its path.
  private func store(
    of value: Expression, _ scope: Scope, _ constants: SourceConstants, _ addresses: AddressReader?
  ) -> Store? {
    let meaning = constants.meaning(of: value, in: scope)
    guard meaning.expression.calledName == "ModelConfiguration" else { return nil }
    let arguments = meaning.expression.callArguments
    let isInGroup = arguments.contains { $0.label == "groupContainer" }
    if let path = arguments.first(where: { $0.label == "url" })?.value {
      guard let name = lastName(in: path, meaning.scope, constants) else { return nil }
      return Store(name: name, address: meaning.isShared ? nil : addresses?.address(of: path))
    }
    var store = Self.usualStore
    if let first = arguments.first, first.label == nil {
      guard case .string(let text)? = constants.value(of: first.value, in: meaning.scope),
        let name = Self.name(text)
      else { return nil }
      store = Store(name: name, address: Self.address(of: name))
    }
    if isInGroup { store.address = nil }
    return store
  }

  /// The name of the file in the last text of a path.
  private func lastName(
    in path: Expression, _ scope: Scope, _ constants: SourceConstants
  ) -> String? {
    var last: String?
    let path = constants.meaning(of: path, in: scope)
    [Statement.expression(path.expression)].forEachExpression { part in
      guard case .literal = part.kind,
        case .string(let text)? = constants.value(of: part, in: path.scope)
      else { return }
      last = text
    }
    return last.flatMap(Self.name)
  }

  /// The name of a file in a path, without what follows its dot.
  private static func name(_ path: String) -> String? {
    path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
  }

  /// The file that a configuration has which does not say another one.
  private static let usualStore = Store(name: "default", address: address(of: "default"))

  /// Where the platform puts a file of that name.
  private static func address(of name: String) -> FileAddress {
    FileAddress(root: .platform("applicationSupport"), names: ["\(name).store"])
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
