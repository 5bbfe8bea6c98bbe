internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import StoreVerification

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

extension ObjectImport {
  /// The imported paths at which no file exists, with the first place of each property.
  func missingFiles(_ files: OwnedFiles?) throws -> [Diagnostic] {
    let check = files.map {
      OwnedFileCheck(connection: connection, layout: layout, files: $0)
    }
    guard let files, let check, check.isPossible else { return [] }
    var missing = PlacesByName()
    do {
      for (name, table, identity) in try check.missing(where: Self.cameIn) {
        guard let identity, let place = try place(of: identity, inTable: table) else { continue }
        missing.add("\(name)", at: place.location)
      }
    } catch let error as SystemError {
      return [Diagnostic(code: "unreadable-folder", severity: .warning, error.message)]
    }
    return missing.warnings(
      "missing-owned-file", note: "copy the files to '\(files.folder)'"
    ) { "'\($0)' is a path at which there is no file, in \($1)" }
  }
}
