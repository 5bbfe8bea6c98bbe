internal import MigrationPlanner
internal import SQLiteStore

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

  /// The scripts that lead a store there.
  ///
  /// - Throws: ``SQLiteStore/StoreScriptError`` where one of them cannot be made by itself.
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
