internal import SchemaModel

/// A file of a container.
struct ContainerStore: Hashable {
  /// Its name, without what follows the dot.
  var name: String
  /// Where it lies; nil where that is not spelled.
  var address: FileAddress?

  /// Whether it is another file than that one for certain.
  func isOther(than other: ContainerStore) -> Bool {
    if name != other.name { return true }
    guard let address, let theirs = other.address else { return false }
    return address.relation(to: theirs) == .isElsewhere
  }
}

/// Tells the files of the containers that a function opens.
struct ContainerStores {
  /// What the names in the function stand for.
  let constants: SourceConstants
  private let addresses: AddressReader

  init(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    constants = SourceConstants(
      program: flow.program, locals: LocalConstants(function.facts.statements))
    addresses = AddressReader(function, flow)
  }

  /// The files that a container has.
  func stores(of arguments: [Argument], in scope: Scope) -> Set<ContainerStore>? {
    guard let first = arguments.firstIndex(where: { $0.label == "configurations" }) else {
      return [Self.usualStore]
    }
    // Behind the first one, further configurations have no label.
    let given = [arguments[first]] + arguments[(first + 1)...].prefix { $0.label == nil }
    var stores: Set<ContainerStore> = []
    for argument in given {
      let meaning = constants.meaning(of: argument.value, in: scope)
      let elements: [Expression] =
        if case .list(let elements) = meaning.expression.kind {
          elements
        } else { [meaning.expression] }
      for element in elements {
        guard let store = store(of: element, meaning.scope, isShared: meaning.isShared) else {
          return nil
        }
        stores.insert(store)
      }
    }
    return stores.isEmpty ? nil : stores
  }

  /// The file of a configuration: `"cards"`, where it is called so, or the last text of its path.
  ///
  /// What a constant of another place says is no address in this function.
  private func store(of value: Expression, _ scope: Scope, isShared: Bool) -> ContainerStore? {
    let meaning = constants.meaning(of: value, in: scope)
    guard meaning.expression.calledName == "ModelConfiguration" else { return nil }
    let arguments = meaning.expression.callArguments
    let isInGroup = arguments.contains { $0.label == "groupContainer" }
    if let path = arguments.first(where: { $0.label == "url" })?.value {
      guard let name = lastName(in: path, meaning.scope) else { return nil }
      return ContainerStore(
        name: name, address: isShared || meaning.isShared ? nil : addresses.address(of: path))
    }
    var store = Self.usualStore
    if let first = arguments.first, first.label == nil {
      guard case .string(let text)? = constants.value(of: first.value, in: meaning.scope),
        let name = Self.name(text)
      else { return nil }
      store = ContainerStore(name: name, address: Self.address(of: name))
    }
    if isInGroup { store.address = nil }
    return store
  }

  /// The name of the file in the last text of a path.
  private func lastName(in path: Expression, _ scope: Scope) -> String? {
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
  private static let usualStore = ContainerStore(
    name: "default", address: address(of: "default"))

  /// Where the platform puts a file of that name.
  private static func address(of name: String) -> FileAddress {
    FileAddress(root: .platform("applicationSupport"), names: ["\(name).store"])
  }
}
