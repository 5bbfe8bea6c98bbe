internal import Files
package import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout
package import StoreReading
package import StoreVerification

/// A store of our own layout with the objects of one that Core Data or SwiftData wrote.
///
/// Whatever is done with the data of our own stores can be done with it, and the store itself is only
/// read.
///
/// ```swift
/// let copy = try ConvertedStore(of: store, at: "copy.store")
/// copy.document.schema.version  // that of the store
/// copy.concessions.map(\.problem)  // [.missingValue(Book.title)]
/// ```
package struct ConvertedStore {
  /// The treatment of links to objects that do not exist.
  package enum LostLinks: Sendable {
    /// They stay, as they are in the store.
    case kept
    /// They are left out, so that the copy can be migrated.
    case emptied
  }

  /// The path of the copy.
  package let path: String
  /// The version of the copy: that of the store, with what its objects do not meet left out.
  package let document: SchemaDocument
  /// The demands of the model that objects do not meet, and that the model of the copy does not make: a
  /// value that is missing makes its attribute optional.
  package let concessions: [Finding]
  private let lostLinks: LostLinks

  /// Writes the copy.
  ///
  /// - Throws: ``StoreCreationError`` where the path is taken, or where a value cannot be copied as its
  ///   column holds another type; ``SQLite/SQLiteError``; what `progress` throws. A file that was begun
  ///   is removed.
  package init(
    of store: PlatformStore, at path: String, lostLinks: LostLinks = .kept,
    progress: (_ rows: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    self.path = path
    self.lostLinks = lostLinks
    let report = try StoreVerifier.verifyObjects(of: store)
    var model = store.model
    concessions = report.findings.filter { model.give(way: $0.problem, lostLinks) }
    document = store.document.with(model)
    let layout = StoreLayout(of: model)
    let total = report.entities.reduce(0) { $0 + Int($1.count) } + Int(report.linkCount)
    try StoreCreator.makeFile(at: path) { [document] connection in
      // A copy that a power cut breaks is made again.
      try connection.execute("PRAGMA synchronous = OFF")
      try connection.createStore(layout: layout, identity: StoreIdentity(of: document))
      try store.read { source in
        var copying = RowCopying(
          source: source, copy: connection, layout: layout, folder: ExternalFolder(ofStoreAt: path),
          lostLinks: lostLinks, total: total)
        try connection.transaction { try copying.copyAll(progress) }
      }
    }
  }
}

extension ConvertedStore {
  /// Another version without the demands that objects of the store do not meet.
  package func withConcessions(_ document: SchemaDocument) -> SchemaDocument {
    var schema = document.schema
    for finding in concessions { _ = schema.give(way: finding.problem, lostLinks) }
    return document.with(schema)
  }
}

/// The rows on their way from the views of the store to the tables of the copy.
private struct RowCopying {
  let source: Connection
  let copy: Connection
  let layout: StoreLayout
  let folder: ExternalFolder
  let lostLinks: ConvertedStore.LostLinks
  let total: Int
  private var done = 0

  init(
    source: Connection, copy: Connection, layout: StoreLayout, folder: ExternalFolder,
    lostLinks: ConvertedStore.LostLinks, total: Int
  ) {
    (self.source, self.copy, self.layout) = (source, copy, layout)
    (self.folder, self.lostLinks, self.total) = (folder, lostLinks, total)
  }

  mutating func copyAll(_ progress: (Int, Int) throws -> Void) throws {
    for table in layout.nativeDefinition.tables { try copyRows(of: table, progress) }
  }

  private mutating func copyRows(
    of table: TableDefinition, _ progress: (Int, Int) throws -> Void
  ) throws {
    let columns = table.columns.map(\.name)
    let external = Set(
      layout.externalAttributes.filter { $0.table == table.name }
        .compactMap { columns.firstIndex(of: $0.column) })
    let rows = try source.prepare(SQL(raw: query(table)))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    var insertion = try copy.prepare(
      "INSERT INTO \(name: table.name) (\(names: columns)) VALUES (\(raw: marks))")
    while try rows.step() {
      var values = rows.row
      for position in external {
        if case .blob(let bytes) = values[position] {
          values[position] = .text(try folder.keep(bytes, isFlushed: false).name)
        }
      }
      insertion.reset()
      try insertion.bind(values)
      do throws(SQLiteError) {
        _ = try insertion.step()
      } catch {
        guard error.primaryCode == .constraint else { throw error }
        var identity: Int64?
        if let position = columns.firstIndex(of: StoreLayout.identityColumn),
          case .integer(let number) = values[position]
        {
          identity = number
        }
        throw StoreCreationError.unfitRow(
          table: table.name, identity: identity, reason: error.message)
      }
      done += 1
      if done.isMultiple(of: 4096) { try progress(done, total) }
    }
  }

  /// The rows of a table; links that lead nowhere are left out where that is wanted.
  private func query(_ table: TableDefinition) -> String {
    let keys = lostLinks == .emptied ? keys(in: table.name) : [:]
    let fields = table.columns.map { column in
      keys[column.name].map { "\(target($0, column.name)) AS \(column.name.quotedName)" }
        ?? column.name.quotedName
    }
    let isJoin = layout.joinTables.contains { $0.name == table.name }
    let columns = fields.joined(separator: ", ")
    let conditions = keys.keys.sorted().map { "\($0.quotedName) IS NOT NULL" }
    let rows = "SELECT \(columns) FROM \(table.name.quotedName) AS \"_row\""
    // A link is a row of its own there, and goes whole.
    return isJoin && !conditions.isEmpty
      ? "SELECT * FROM (\(rows)) WHERE \(conditions.joined(separator: " AND "))" : rows
  }

  /// The columns of a table that lead to objects, with the entity of these.
  private func keys(in table: String) -> [String: String] {
    if let links = layout.joinTables.first(where: { $0.name == table }) {
      let end = links.association.primary
      return [
        links.ownerColumn: end.entity, links.destinationColumn: end.relationship.destination,
      ]
    }
    var keys: [String: String] = [:]
    for association in layout.associations where association.kind == .toOne {
      let end = association.primary
      guard layout.table(of: end.entity) == table,
        let column = layout.column(of: end.relationship.name, in: end.entity)
      else { continue }
      keys[column] = end.relationship.destination
    }
    return keys
  }

  /// The key of the object that a column leads to, or NULL if the object does not exist.
  private func target(_ entity: String, _ column: String) -> String {
    guard let table = layout.table(of: entity) else { return "NULL" }
    let identity = StoreLayout.identityColumn.quotedName
    let kind =
      layout.rowCondition(of: entity, includingDescendants: true).map { " AND \($0)" } ?? ""
    return "(SELECT \(identity) FROM \(table.quotedName) AS \"_target\" "
      + "WHERE \"_target\".\(identity) = \"_row\".\(column.quotedName)\(kind))"
  }
}

extension Schema {
  /// Leaves out the demand that a problem says is not met; false where it is about something else.
  fileprivate mutating func give(
    way problem: Problem, _ lostLinks: ConvertedStore.LostLinks
  ) -> Bool {
    switch problem {
    case .missingValue(let name), .missingFile(let name):
      change(name.entity) { entity in
        for index in entity.attributes.indices where entity.attributes[index].name == name.property
        {
          entity.attributes[index].isOptional = true
        }
      }
    case .missingLink(let name): loosen(name)
    case .danglingLink(let name, _, _), .strayLink(let name, _):
      if lostLinks == .emptied { loosen(name) }
    case .duplicate(let entity, let key, true):
      change(entity) { $0.uniquenessConstraints.removeAll { $0 == key } }
    default: return false
    }
    return true
  }

  private mutating func loosen(_ name: PropertyName) {
    change(name.entity) { entity in
      for index in entity.relationships.indices
      where entity.relationships[index].name == name.property
        && entity.relationships[index].cardinality == .toOne
      {
        entity.relationships[index].isOptional = true
      }
    }
  }

  private mutating func change(_ name: String, _ body: (inout Entity) -> Void) {
    guard let index = entities.firstIndex(where: { $0.name == name }) else { return }
    body(&entities[index])
  }
}

extension SchemaDocument {
  /// The same with another model.
  fileprivate func with(_ schema: Schema) -> SchemaDocument {
    var document = self
    document.schema = schema
    return document
  }
}
