/// The complete definition of a database's schema, as plain values that compare with `==`.
///
/// Each list is sorted by name, so that the order of creation does not matter.
public struct DatabaseDefinition: Hashable, Sendable {
  /// The tables.
  public let tables: [TableDefinition]
  /// The indexes made by `CREATE INDEX`.
  public let indexes: [IndexDefinition]
  /// The triggers.
  public let triggers: [TriggerDefinition]
  private let indexesByTable: [String: [IndexDefinition]]

  /// A definition from its parts.
  public init(
    tables: [TableDefinition] = [], indexes: [IndexDefinition] = [],
    triggers: [TriggerDefinition] = []
  ) {
    self.tables = tables.sorted { $0.name < $1.name }
    self.indexes = indexes.sorted { $0.name < $1.name }
    self.triggers = triggers.sorted { $0.name < $1.name }
    indexesByTable = Dictionary(grouping: self.indexes, by: \.table)
  }
}

extension DatabaseDefinition {
  /// The table of that name; nil if it does not exist.
  public func table(named name: String) -> TableDefinition? {
    tables.binarySearched(name) { $0.name }
  }

  /// The index of that name; nil if it does not exist.
  public func index(named name: String) -> IndexDefinition? {
    indexes.binarySearched(name) { $0.name }
  }

  /// The indexes on a table, sorted by name.
  package func indexes(on table: String) -> [IndexDefinition] { indexesByTable[table] ?? [] }

  /// The trigger of that name; nil if it does not exist.
  public func trigger(named name: String) -> TriggerDefinition? {
    triggers.binarySearched(name) { $0.name }
  }

  /// The definition without some tables and the objects on them.
  package func without(tables names: Set<String>) -> DatabaseDefinition {
    guard !names.isEmpty else { return self }
    return DatabaseDefinition(
      tables: tables.filter { !names.contains($0.name) },
      indexes: indexes.filter { !names.contains($0.table) },
      triggers: triggers.filter { !names.contains($0.table) })
  }

  /// The statements that create the definition in an empty database: tables, then indexes and triggers.
  public var statements: [String] {
    tables.map(\.sql) + indexes.map(\.sql) + triggers.map(\.sql)
  }
}

extension Array {
  /// The element with the given key, in a list that is sorted by key.
  @inline(__always)
  fileprivate func binarySearched(_ key: String, by name: (Element) -> String) -> Element? {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let candidate = name(self[middle])
      if candidate == key { return self[middle] }
      range = candidate < key ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
