internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreReading

/// Checks the rows of the platform's own tables, which are alike in every known store.
struct PlatformRecords {
  private let store: PlatformStore

  init(_ store: PlatformStore) { self.store = store }

  /// The facts that do not hold.
  func findings() throws(SQLiteError) -> [Finding] {
    // Numbers that are interchanged have the parents of the other ones.
    try metadata() + (order.isEmpty ? parents() : order)
  }

  private func metadata() throws(SQLiteError) -> [Finding] {
    let rows = try store.connection.rows("SELECT Z_VERSION, Z_UUID FROM main.Z_METADATA")
    var reasons = rows.count == 1 ? [] : ["has \(rows.count) rows, and the platform writes one"]
    for row in rows.prefix(1) {
      if row[0] != .integer(1) { reasons.append("has no 1 in Z_VERSION") }
      var identifier: String?
      if case .text(let text) = row[1] { identifier = UUIDText.canonical(text) }
      if identifier == nil { reasons.append("has no UUID in Z_UUID") }
    }
    if store.storeType != "SQLite" {
      reasons.append("does not say that the store is of the type 'SQLite'")
    }
    return reasons.map { Finding(.platform(.record(table: "Z_METADATA", reason: $0))) }
  }

  private func parents() throws(SQLiteError) -> [Finding] {
    var parents: [SQLValue: SQLValue] = [:]
    for row in try store.connection.rows("SELECT Z_ENT, Z_SUPER FROM main.Z_PRIMARYKEY") {
      parents[row[0]] = row[1]
    }
    return store.model.entities.filter { entity in
      guard let number = store.objects.numbers[entity.name] else { return false }
      let parent = entity.parent.map { store.objects.numbers[$0] } ?? 0
      guard let parent, let found = parents[.integer(number)] else { return false }
      return found != .integer(parent)
    }.map {
      finding("has another parent for '\($0.name)' than the model")
    }
  }

  /// Of names outside ASCII the order is not known.
  private var order: [Finding] {
    let order = store.objects.order
    guard order.allSatisfy({ $0.utf8.allSatisfy { $0 < 128 } }) else { return [] }
    let numbered = order.filter { store.objects.numbers[$0] != nil }
    return zip(numbered, numbered.dropFirst())
      .filter { store.objects.numbers[$0, default: 0] > store.objects.numbers[$1, default: 0] }
      .prefix(1).map { first, second in
        finding(
          "gives '\(first)' a higher number than '\(second)', against the order of names: where the names "
            + "of entities are interchanged, objects are read as those of the wrong entity")
      }
  }

  private func finding(_ reason: String) -> Finding {
    Finding(.platform(.record(table: "Z_PRIMARYKEY", reason: reason)))
  }
}
