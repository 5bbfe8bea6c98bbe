internal import SchemaModel

/// The lists of models in a body that only containers in memory use.
///
/// ```swift
/// let memory = ModelConfiguration(isStoredInMemoryOnly: true)
/// ModelContainer(for: Book.self, configurations: memory) // 'Book.self' is in such a list
/// ```
struct MemoryContainers {
  /// The places at which such a list names a model.
  private(set) var places: Set<Position> = []
  private let locals: LocalConstants

  /// The number of names that a list or a configuration is followed through.
  private static let depth = 3

  /// Finds the lists in a body.
  init(_ body: [Statement]) {
    locals = LocalConstants(body)
    var inMemory: Set<Position> = []
    var onDisk: Set<Position> = []
    body.forEachExpression { expression in
      guard Self.opens(expression) else { return }
      let listed = models(in: expression, Self.depth)
      if keepsNothing(expression) {
        inMemory.formUnion(listed)
      } else {
        onDisk.formUnion(listed)
      }
    }
    places = inMemory.subtracting(onDisk)
  }

  /// Whether only containers in memory use the models that a call names.
  func lists(_ call: Expression) -> Bool {
    let named = models(in: call, Self.depth)
    return !named.isEmpty && named.isSubset(of: places)
  }

  /// Whether a call creates a container, directly or as a view modifier.
  private static func opens(_ expression: Expression) -> Bool {
    guard case .call(let callee, _) = expression.kind else { return false }
    switch callee.kind {
    case .name("ModelContainer", _), .member(_, "modelContainer"): return true
    case .member(let base?, "init"): return base.text == "ModelContainer"
    default: return false
    }
  }

  /// The places at which an expression names types, directly or through constants.
  private func models(in value: Expression, _ depth: Int) -> Set<Position> {
    var found: Set<Position> = []
    [Statement.expression(value)].forEachExpression { part in
      switch part.kind {
      case .member(_?, "self"): found.insert(part.position)
      case .name(let name, _) where depth > 0:
        if let value = locals[name] { found.formUnion(models(in: value, depth - 1)) }
      default: break
      }
    }
    return found
  }

  /// Whether all configurations of a container are in memory, or write to `/dev/null`.
  ///
  /// A configuration that the running app chooses counts as being on disk.
  func keepsNothing(_ call: Expression) -> Bool {
    let arguments = call.callArguments
    if arguments.contains(where: { $0.label == "inMemory" && $0.value.isTrue }) { return true }
    guard let first = arguments.firstIndex(where: { $0.label == "configurations" }) else {
      return false
    }
    // Configurations after the first have no label.
    let given = [arguments[first]] + arguments[(first + 1)...].prefix { $0.label == nil }
    let all = given.flatMap { configurations($0.value, Self.depth) }
    return !all.isEmpty && all.allSatisfy { $0.callArguments.contains(where: \.keepsNothing) }
  }

  private func configurations(_ value: Expression, _ depth: Int) -> [Expression] {
    switch value.kind {
    case .list(let elements) where depth > 0:
      elements.flatMap { configurations($0, depth - 1) }
    case .name(let name, _) where depth > 0:
      locals[name].map { configurations($0, depth - 1) } ?? [value]
    default: [value]
    }
  }
}

extension Argument {
  /// Whether a configuration with this argument leaves nothing on disk.
  fileprivate var keepsNothing: Bool {
    switch label {
    case "isStoredInMemoryOnly": value.isTrue
    case "url":
      [.expression(value)].containsExpression { $0.kind == .literal(.string("/dev/null")) }
    default: false
    }
  }
}

extension Expression {
  fileprivate var isTrue: Bool { kind == .literal(.bool(true)) }
}
