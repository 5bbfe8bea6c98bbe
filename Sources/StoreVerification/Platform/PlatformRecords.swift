internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreReading

/// Checks the rows of the platform's own tables, which are alike in every known store.
struct PlatformRecords {
  let store: PlatformStore

  /// The facts that do not hold.
  func findings() throws(SQLiteError) -> [Finding] {
    let row = try store.connection.rows(
      "SELECT count(*) = 1, max(Z_VERSION) IS 1, min(length(Z_UUID)) IS 36 FROM main.Z_METADATA")
    let holds = row[0].map { $0 == .integer(1) } + [store.storeType == "SQLite"]
    let faults = [
      "has more rows than one", "has no 1 in Z_VERSION", "has no UUID in Z_UUID",
      "does not say that the store is of the type 'SQLite'",
    ]
    return zip(holds, faults).filter { !$0.0 }.map {
      Finding(.platform(.record(table: "Z_METADATA", reason: $0.1)))
    } + (try numberings().map { Finding(.platform(.record(table: "Z_PRIMARYKEY", reason: $0))) })
  }

  private func numberings() throws(SQLiteError) -> [String] {
    let (order, numbers) = (store.objects.order, store.objects.numbers)
    let numbered = order.compactMap { name in numbers[name].map { (name, $0) } }
    // How other characters than ASCII's letters are sorted is not known.
    if order.joined().allSatisfy({ $0.isASCII && $0.isLetter }),
      let pair = zip(numbered, numbered.dropFirst()).first(where: { $0.1 > $1.1 })
    {
      return [
        "gives '\(pair.0.0)' a higher number than '\(pair.1.0)', against the order of names: where the "
          + "names of entities are interchanged, objects are read as the wrong entity"
      ]
    }
    let rows = try store.connection.rows("SELECT Z_ENT, Z_SUPER FROM main.Z_PRIMARYKEY")
    return numbered.compactMap { name, number in
      let parent = store.model.entity(named: name)?.parent
      guard let expected = parent.map({ numbers[$0] }) ?? 0,
        !rows.contains([.integer(number), .integer(expected)])
      else { return nil }
      return "has another parent for '\(name)' than the model"
    }
  }
}
