/// The code of an app that may open a container, directly or in functions that it calls.
///
/// This is a small part of a large program, found in a single pass. Functions are distinguished only by name,
/// so some of them may not open a container.
struct OpeningCode: Sendable {
  /// The place of a function's declaration.
  private struct Place: Hashable {
    var file: Int
    var position: Position
  }

  /// The code, in the order of files and places.
  let functions: [FunctionTable.Function]
  private let places: Set<Place>

  /// Finds the functions that open a container within the given number of calls.
  init(_ table: FunctionTable, depth: Int) {
    let code = table.all.filter { !$0.isTest && !$0.isForShow }
    let callers = Self.callers(among: code)
    var found = Set(
      code.indices.filter { code[$0].mentions("ModelContainer", "loadPersistentStores") })
    var newest = found
    for _ in 0..<depth {
      let names = Set(newest.map { code[$0].facts.name })
      newest = Set(names.flatMap { callers[$0] ?? [] }).subtracting(found)
      found.formUnion(newest)
    }
    functions = found.sorted().map { code[$0] }
    places = Set(functions.map(Self.place))
  }

  /// Whether the code includes a function.
  func contains(_ function: FunctionTable.Function) -> Bool {
    places.contains(Self.place(of: function))
  }

  /// The indices of the functions that call each function name.
  private static func callers(among code: [FunctionTable.Function]) -> [String: [Int]] {
    let names = Set(code.map(\.facts.name))
    let called = code.deepMap { function in
      var called: Set<String> = []
      function.facts.statements.forEachExpression { expression in
        guard let name = expression.calledName, let known = names.firstIndex(of: name) else {
          return
        }
        called.insert(names[known])
      }
      return Array(called)
    }
    return called.enumerated().reduce(into: [:]) { callers, item in
      for name in item.element { callers[name, default: []].append(item.offset) }
    }
  }

  private static func place(of function: FunctionTable.Function) -> Place {
    Place(file: function.file, position: function.facts.position)
  }
}
