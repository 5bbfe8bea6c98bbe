internal import SchemaModel

/// A store file of a container.
struct ContainerStore: Hashable {
  /// The name of the file, up to the dot.
  var name: String
  /// The address of the file; nil if it is not spelled out.
  var address: FileAddress?

  /// Whether this is certainly another file.
  func isOther(than other: ContainerStore) -> Bool {
    if name != other.name { return true }
    guard let address, let theirs = other.address else { return false }
    return address.relation(to: theirs) == .isElsewhere
  }
}

/// A reader of the store files of the containers that a function opens.
struct ContainerStores {
  /// The constants of the function.
  let constants: SourceConstants
  private let addresses: AddressReader

  init(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    constants = SourceConstants(
      program: flow.program, locals: LocalConstants(function.facts.statements))
    addresses = AddressReader(function, flow)
  }

  /// The store files of a container; nil if one cannot be known.
  func stores(of arguments: [Argument], in scope: Scope) -> Set<ContainerStore>? {
    guard let first = arguments.firstIndex(where: { $0.label == "configurations" }) else {
      return [Self.usualStore]
    }
    // Configurations after the first have no label.
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

  /// The store file of a configuration, from its name, such as `"cards"`, or from the last text in its path.
  ///
  /// A constant from elsewhere gives no address in this function.
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

  /// The name of the file, from the last text in a path.
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

  /// The name of a file in a path, up to its dot.
  private static func name(_ path: String) -> String? {
    path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
  }

  /// The store file of a configuration that names no file.
  private static let usualStore = ContainerStore(
    name: "default", address: address(of: "default"))

  /// The address of the file that the platform creates for a name.
  private static func address(of name: String) -> FileAddress {
    FileAddress(root: .platform("applicationSupport"), names: ["\(name).store"])
  }
}
