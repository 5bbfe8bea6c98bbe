internal import SQLite
internal import StoreLayout
internal import Diagnostics

extension ObjectImport {
  /// The number of deleted objects that are reported for each table.
  private static let exampleCount = 5

  /// The first objects of each table that were imported and then deleted by a trigger of the user, reported
  /// at their places.
  func vanished() throws -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for entity in counts.keys.sorted() {
      guard let table = layout.table(of: entity) else { continue }
      let gone = try connection.rows(
        """
        SELECT _i."id" FROM \(raw: Self.imported) AS _i WHERE _i."table" = \(table) \
        AND NOT EXISTS (SELECT 1 FROM \(name: table) AS _t \
        WHERE \(raw: layout.identity(ofRowsIn: table, as: "_t")) = _i."id") \
        ORDER BY _i."record", _i."line", _i."column" LIMIT \(Int64(Self.exampleCount))
        """)
      for row in gone {
        guard case .integer(let identity) = row[0],
          let place = try place(of: identity, in: entity)
        else { continue }
        let told = Diagnostic(
          code: "refused-record", "a trigger of the store takes it away again", at: place.location,
          notes: [.init("in record \(place.record)")])
        if !diagnostics.contains(told) { diagnostics.append(told) }
      }
    }
    return diagnostics
  }
}
