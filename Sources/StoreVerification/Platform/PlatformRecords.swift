internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreReading

/// Checks the rows of the platform's own tables, which are alike in every known store.
struct PlatformRecords {
  let store: PlatformStore

  /// The facts that do not hold.
  func findings() throws -> [Finding] {
    let interchanged = interchanged
    // If names are interchanged, the rest of their rows is interchanged too.
    let faults =
      try metadataFaults() + (interchanged.isEmpty ? numberFaults() : [])
      + store.historyFaults()
    return try faults.map {
      Finding(.platform(.record(table: $0.table.rawValue, reason: $0.reason)))
    } + interchanged + counters()
  }

  private func metadataFaults() throws -> [PlatformStore.TableFault] {
    // With several rows, the row that counts is unknown.
    let row = try store.connection.rows(
      """
      SELECT count(*) = 1, count(*) > 1 OR max(Z_VERSION) IS 1, \
      count(*) > 1 OR min(length(Z_UUID)) IS 36 FROM main.Z_METADATA
      """)
    let holds = row[0].map { $0 == .integer(1) } + [store.storeType == "SQLite"]
    let faults = [
      "has more rows than one", "has no 1 in Z_VERSION", "has no UUID in Z_UUID",
      "does not say that the store is of the type 'SQLite'",
    ]
    return zip(holds, faults).filter { !$0.0 }.map { (.metadata, $0.1) }
  }

  /// A finding for the first two names whose order differs from the order of their numbers.
  private var interchanged: [Finding] {
    let (order, numbers) = (store.objects.order, store.objects.numbers)
    // The sort order of characters other than ASCII letters is not known.
    guard order.joined().allSatisfy({ $0.isASCII && $0.isLetter }) else { return [] }
    let numbered = order.compactMap { name in numbers[name].map { (name, $0) } }
    return zip(numbered, numbered.dropFirst()).filter { $0.1 > $1.1 }.prefix(1).map {
      Finding(.platform(.interchanged($0.0, $1.0)))
    }
  }

  private func numberFaults() throws -> [PlatformStore.TableFault] {
    let numbers = store.objects.numbers
    let rows = try store.connection.rows("SELECT Z_ENT, Z_SUPER, Z_MAX FROM main.Z_PRIMARYKEY")
    var faults: [String] = []
    for name in store.objects.order {
      guard let number = numbers[name], let row = rows.first(where: { $0[0] == .integer(number) })
      else { continue }
      let parent = store.model.entity(named: name)?.parent
      if let expected = parent.map({ numbers[$0] }) ?? 0, row[1] != .integer(expected) {
        faults.append("has another parent for '\(name)' than the model")
      }
      if let parent, row[2] != .integer(0) {
        faults.append("has a Z_MAX for '\(name)', whose objects count as objects of '\(parent)'")
      } else if row[2] == .integer(.max) {
        faults.append("leaves no number for another object of '\(name)'")
      }
    }
    // An entity without a number may have one under another name.
    for case .integer(let number) in rows.map(\.[0])
    where number <= PlatformTable.lastNumberOfEntities && !numbers.values.contains(number)
      && numbers.count == store.model.entities.count
    {
      faults.append("has an entity with the number \(number) that the model does not have")
    }
    return faults.map { (.numbers, $0) }
  }

  /// The tables with a higher number than their row in `Z_PRIMARYKEY` says.
  private func counters() throws -> [Finding] {
    let history = try PlatformTable.ofHistory.enumerated()
      .filter { try store.connection.fault(of: $0.element) == nil }
      .map { ($1.rawValue, PlatformTable.lastNumberOfEntities + 1 + Int64($0)) }
    let objects = store.objects.tables.compactMap { table in
      store.objects.numbers[table.root].map { (table.name, $0) }
    }
    return try (objects + history).filter { table, number in
      try store.connection.integer(
        """
        SELECT max(Z_PK) > ifnull((SELECT Z_MAX FROM main.Z_PRIMARYKEY WHERE Z_ENT = \(number) \
        AND typeof(Z_MAX) = 'integer'), -1) FROM main.\(name: table) NOT INDEXED \
        WHERE typeof(Z_PK) = 'integer'
        """) == 1
    }.map { Finding(.platform(.counter(table: $0.0))) }
  }
}
