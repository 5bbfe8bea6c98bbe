internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript

/// What happens to a store before one hop of its migration, from its own version on.
///
/// It is taken hop by hop, so that what is known of the way to one hop is not found out again for
/// the next.
struct WayToHop {
  /// The mappings in their order, joined where they compose.
  private(set) var mappings: [Mapping] = []
  /// The scripts of the mappings that nothing is joined to any more.
  private var finished: [StoreScript] = []

  /// More is joined only as long as its script is quickly made, for each hop asks for that anew.
  private static let stepLimit = 16

  /// Goes on through the next hop.
  mutating func append(_ next: Mapping) {
    if let joined = mappings.last?.composed(with: next),
      joined.entities.allSatisfy({ $0.layers.count <= Self.stepLimit })
    {
      mappings[mappings.count - 1] = joined
    } else {
      mappings.append(next)
    }
  }

  /// Lends the tables as the store will have them there, under their own names, and the last script
  /// that leads there.
  ///
  /// Nil where they cannot be seen: declared steps change them, a part of the way cannot be taken by
  /// itself, or the data stands in its way.
  ///
  /// - Throws: what has nothing to do with the data.
  mutating func withTables<Result>(
    on connection: Connection,
    _ body: (_ tables: inout FutureTables, _ last: StoreScript?) throws -> Result
  ) throws -> Result? {
    guard mappings.allSatisfy(\.steps.isEmpty) else { return nil }
    var functions = MigrationFunctions.asking(about: connection.path)
    // What is refused on the way has no value; that is told by whoever refuses it.
    functions.onRefusal = { _ in }
    try connection.register(functions)
    var tables = FutureTables(on: connection, includingExisting: true)
    do {
      let scripts = try scripts(for: connection)
      for script in scripts { try tables.advance(through: script) }
      let result = try body(&tables, scripts.last)
      try tables.removeAll()
      return result
    } catch let error as SQLiteError {
      try tables.removeAll()
      guard error.isAboutRows else { throw error }
      return nil
    } catch is StoreScriptError {
      try tables.removeAll()
      return nil
    }
  }

  /// Whether what the store holds tells how much there will be: nothing is computed, left behind, made
  /// or merged.
  var keepsNumbers: Bool { mappings.allSatisfy(\.keepsNumbers) }

  /// The scripts that lead a store there.
  ///
  /// - Throws: ``StoreScript/StoreScriptError`` where one of them cannot be made by itself.
  mutating func scripts(for connection: Connection) throws -> [StoreScript] {
    guard let first = mappings.first else { return [] }
    var unmanaged =
      try finished.last?.unmanagedAfter
      ?? connection.unmanagedObjects(of: StoreLayout(of: first.source))
    var scripts = finished
    for mapping in mappings.dropFirst(finished.count) {
      let script = try StoreScript(mapping, unmanaged: unmanaged)
      unmanaged = script.unmanagedAfter
      scripts.append(script)
    }
    finished = scripts.dropLast()
    return scripts
  }
}

extension Mapping {
  fileprivate var keepsNumbers: Bool {
    !changesArrivedRows && additions.isEmpty
      && entities.flatMap(\.layers).allSatisfy { layer in
        layer.filter == nil && layer.values.allSatisfy(\.value.keepsNumber)
      }
  }
}

extension ValueSource {
  /// Whether there are as many of it as of what it is made of.
  fileprivate var keepsNumber: Bool {
    switch self {
    case .linked, .chosen: false
    default: declaredExpression == nil
    }
  }
}
