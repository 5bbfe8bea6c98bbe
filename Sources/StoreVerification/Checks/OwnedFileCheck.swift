internal import Files
package import SQLite
internal import SchemaModel
package import StoreLayout

/// Compares the paths that objects hold with the files of the app's folder.
package struct OwnedFileCheck {
  let connection: Connection
  let layout: StoreLayout
  let files: OwnedFiles

  /// A check of the files that a store's objects name.
  package init(connection: Connection, layout: StoreLayout, files: OwnedFiles) {
    (self.connection, self.layout, self.files) = (connection, layout, files)
  }

  /// The files of an app, sorted by whether objects name them.
  package struct Survey: Hashable, Sendable {
    /// The paths of the files that objects name, relative to the folder, sorted.
    package var owned: [String] = []
    /// The files that no object names, sorted.
    package var unowned: [String] = []
    /// The objects whose file is missing.
    package var missing: [Finding] = []
  }

  /// The attributes that hold paths.
  private var properties: [PropertyName] {
    let declared = layout.pathAttributes.map { PropertyName($0.entity, $0.attribute) }
    return Set(declared + files.properties).sorted().filter {
      layout.column(of: $0.property, in: $0.entity) != nil
    }
  }

  /// Whether any attribute of the store holds paths.
  package var isPossible: Bool { !properties.isEmpty }

  /// The objects whose file is missing, and the files that no object names.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also if the check was cancelled.
  func findings() throws -> [Finding] {
    let survey = try reportedSurvey()
    let first = survey.unowned.first.map {
      Finding(.unownedFile(name: $0), count: Int64(survey.unowned.count))
    }
    return survey.missing + [first].compactMap(\.self)
  }

  /// The survey, with an unreadable folder as a finding; empty if no attribute holds paths.
  func reportedSurvey() throws -> Survey {
    guard isPossible else { return Survey() }
    do {
      return try survey()
    } catch let error as SystemError {
      return Survey(missing: [Finding(.unreadableFolder(reason: error.message))])
    }
  }

  /// Compares the files of the folder with all paths of objects.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also if the survey was cancelled; ``Files/SystemError`` if the folder
  ///   cannot be read.
  package func survey() throws -> Survey {
    let folder = try openFolder()
    var survey = Survey()
    var owned: Set<String> = []
    var kept: Set<String> = []
    for property in properties {
      var missing = Tally()
      try readPaths(in: property) { path, _, identity in
        kept.formUnion(folder.files(at: path))
        if let name = folder.file(at: path) {
          owned.insert(name)
        } else {
          missing.add(identity)
        }
      }
      survey.missing += missing.finding(.missingOwnedFile(property))
    }
    survey.owned = owned.sorted()
    survey.unowned = folder.files(besides: owned.union(kept))
    return survey
  }

  /// The objects whose file is missing, limited to those whose `_table` and `_key` meet a condition.
  ///
  /// - Throws: as ``survey()``.
  package func missing(
    where condition: String
  ) throws -> [(name: PropertyName, table: String, identity: Int64?)] {
    let folder = try openFolder()
    var missing: [(name: PropertyName, table: String, identity: Int64?)] = []
    for property in properties {
      try readPaths(in: property, where: condition) { path, table, identity in
        if folder.file(at: path) == nil { missing.append((property, table, identity)) }
      }
    }
    return missing
  }

  private func openFolder() throws(SystemError) -> OwnedFolder {
    try OwnedFolder(files.folder, besides: [connection.path] + [files.store].compactMap(\.self))
  }

  private func readPaths(
    in property: PropertyName, where condition: String = "1",
    _ body: (_ path: String, _ table: String, _ identity: Int64?) -> Void
  ) throws(SQLiteError) {
    guard let table = layout.table(of: property.entity),
      let column = layout.column(of: property.property, in: property.entity)
    else { return }
    let isMember = layout.rowCondition(of: property.entity, includingDescendants: true)
    let statement = try connection.prepare(
      """
      SELECT _table, _key, _path FROM (SELECT \(table) AS _table, \
      \(raw: layout.identity(ofRowsIn: table)) AS _key, \(name: column) AS _path FROM \(name: table) \
      WHERE \(raw: isMember ?? "1")) WHERE _path <> '' AND \(raw: condition) ORDER BY _key
      """)
    while try statement.step() {
      guard case .text(let path) = statement.value(at: 2) else { continue }
      body(path, table, statement.integer(at: 1))
    }
  }
}
