/// The code of an app that may open a container, itself or in the functions that it calls: little of
/// a large program, and found in one pass through it.
///
/// Functions are distinguished by their names alone, so that there may be some among it that open none.
struct OpeningCode: Sendable {
  /// Where a function is declared.
  private struct Place: Hashable {
    var file: Int
    var position: Position
  }

  /// The code, in the order of files and places.
  let functions: [FunctionTable.Function]
  private let places: Set<Place>

  /// The code among all functions that opens a container behind at most so many calls.
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

  /// Whether a function is among them.
  func contains(_ function: FunctionTable.Function) -> Bool {
    places.contains(Self.place(of: function))
  }

  /// The functions that call something by each name that a function has, by their places.
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
