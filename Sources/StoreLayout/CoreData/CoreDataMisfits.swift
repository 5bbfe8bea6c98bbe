package import SQLite
internal import SQLText

extension Connection {
  /// The number of identities that are named as examples.
  private static var exampleLimit: Int { 5 }

  /// The number of places in one query: SQLite allows 2000 columns at most
  /// (https://www.sqlite.org/limits.html).
  private static var placesPerPass: Int { 400 }

  /// The places with content that the model does not allow; each table is read once.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if a table cannot be read to its end.
  package func misfits(
    at all: [CoreDataLayout.Place]
  ) throws(SQLiteError) -> [CoreDataLayout.Misfit] {
    try register(.isUTF8(named: CoreDataLayout.Place.isUTF8))
    var misfits: [CoreDataLayout.Misfit] = []
    var tables: [String] = []
    for place in all where !tables.contains(place.table) { tables.append(place.table) }
    for table in tables {
      let places = all.filter { $0.table == table }
      for start in stride(from: 0, to: places.count, by: Self.placesPerPass) {
        let end = min(start + Self.placesPerPass, places.count)
        misfits += try self.misfits(in: table, at: Array(places[start..<end]))
      }
    }
    return misfits
  }

  private func misfits(
    in table: String, at places: [CoreDataLayout.Place]
  ) throws(SQLiteError) -> [CoreDataLayout.Misfit] {
    let counts = places.map { "count(*) FILTER (WHERE \($0.misfit))" }
    let rows = "FROM main.\(table.quotedName) NOT INDEXED"
    let statement = try prepare(SQL(raw: "SELECT \(counts.joined(separator: ", ")) \(rows)"))
    guard try statement.step() else { return [] }
    var misfits: [CoreDataLayout.Misfit] = []
    for (position, place) in places.enumerated() {
      let count = statement.integer(at: position)
      guard count > 0 else { continue }
      let identity = place.identity.quotedName
      let examples = try self.rows(
        SQL(
          raw: "SELECT DISTINCT \(identity) \(rows) WHERE typeof(\(identity)) = 'integer' "
            + "AND (\(place.misfit)) ORDER BY 1 LIMIT \(Self.exampleLimit)"))
      misfits.append(
        .init(
          place: place, count: count,
          examples: examples.compactMap { if case .integer(let key) = $0[0] { key } else { nil } }))
    }
    return misfits
  }
}
