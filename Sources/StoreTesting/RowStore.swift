internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import StoreCreation

/// Creates a store with the rows of a case.
struct RowStore {
  /// The identities of the rows, in the order of the case.
  private(set) var identities: [Int64] = []
  private let rows: [MigrationCase.Row]
  private let layout: StoreLayout
  private let links: RowLinks
  private let folder: ExternalFolder

  /// Creates the store at a path that does not exist yet.
  ///
  /// A property that a row does not give has its default, else no value if it is optional, else an ordinary
  /// value.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` with all problems of the rows; errors of SQLite.
  init(_ rows: [MigrationCase.Row], of document: SchemaDocument, at path: String) throws {
    self.rows = rows
    layout = StoreLayout(of: document.schema)
    links = RowLinks(rows, in: layout)
    folder = ExternalFolder(ofStoreAt: path)
    identities = Self.identities(of: rows, in: document.schema)
    try StoreCreator.create(at: path, of: document)
    try fill(Connection(path: path, mode: .readWrite))
  }

  /// The identities of the rows: the rows of each table are numbered from 1, in the order of the case.
  private static func identities(of rows: [MigrationCase.Row], in schema: Schema) -> [Int64] {
    var last: [String: Int64] = [:]
    return rows.map { row in
      let root = schema.root(of: row.entity)?.name ?? row.entity
      last[root, default: 0] += 1
      return last[root] ?? 1
    }
  }

  private func fill(_ connection: Connection) throws {
    var problems = links.problems
    var statements: [SQL] = []
    for position in rows.indices {
      do {
        statements.append(try insertion(of: position))
      } catch let error as DiagnosticsError {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    for table in layout.joinTables { statements += insertions(into: table) }
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction(.exclusive) {
      for statement in statements { try connection.execute(statement) }
    }
  }
}

// MARK: - Objects

extension RowStore {
  private func insertion(of position: Int) throws -> SQL {
    let row = rows[position]
    var cells: [(column: String, value: SQLValue)] = [
      (StoreLayout.identityColumn, .integer(identities[position]))
    ]
    if let column = layout.discriminator(of: row.entity) {
      cells.append((column, .text(row.entity)))
    }
    var problems: [Diagnostic] = []
    for attribute in layout.schema.allAttributes(of: row.entity) where !attribute.isTransient {
      guard let column = layout.column(of: attribute.name, in: row.entity) else { continue }
      do {
        cells.append((column, try value(of: attribute, row, position)))
      } catch let error as DiagnosticsError {
        problems += error.diagnostics
      }
    }
    for association in layout.associations {
      guard association.kind == .toOne,
        layout.schema.isEntity(row.entity, orDescendantOf: association.primary.entity)
      else { continue }
      cells += linkCells(of: association, row, position, &problems)
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return SQL(insertingInto: layout.table(of: row.entity) ?? row.entity, cells)
  }

  private func value(
    of attribute: Attribute, _ row: MigrationCase.Row, _ position: Int
  ) throws -> SQLValue {
    guard let told = row.content.values.first(where: { $0.attribute == attribute.name }) else {
      let value = try FillValue.value(
        of: attribute, of: row.entity, number: position, in: layout.schema)
      return try stored(value, attribute)
    }
    guard let literal = told.literal else { return .null }
    guard let value = layout.schema.storedValue(of: literal, as: attribute.type) else {
      let problem = RowProblem.noSuchValue(
        literal.text, attribute: attribute.name, type: attribute.type.keyword)
      throw DiagnosticsError([problem.diagnostic(at: told.location)])
    }
    return try stored(value, attribute)
  }

  /// The value as its column stores it: for bytes in an external file, the name of the file.
  private func stored(_ value: SQLValue, _ attribute: Attribute) throws -> SQLValue {
    guard attribute.storage == .external, case .blob(let bytes) = value else { return value }
    return .text(try folder.write(bytes))
  }

  private func linkCells(
    of association: Association, _ row: MigrationCase.Row, _ position: Int,
    _ problems: inout [Diagnostic]
  ) -> [(column: String, value: SQLValue)] {
    let relationship = association.primary.relationship
    guard let column = layout.column(of: relationship.name, in: row.entity) else { return [] }
    guard let target = links.targets[position]?[relationship.name] else {
      if !relationship.isOptional {
        let problem = RowProblem.missingLink(
          row: row.name ?? row.entity, relationship: relationship.name,
          destination: relationship.destination)
        problems.append(problem.diagnostic(at: row.location))
      }
      return []
    }
    var cells = [(column: column, value: SQLValue.integer(identities[target.row]))]
    if let order = layout.orderColumn(of: association) {
      cells.append((order, .integer(Int64(target.position))))
    }
    return cells
  }
}

// MARK: - Links in join tables

extension RowStore {
  private func insertions(into table: StoreLayout.JoinTable) -> [SQL] {
    (links.pairs[table.association.primary] ?? []).map { pair in
      var cells: [(column: String, value: SQLValue)] = [
        (table.ownerColumn, .integer(identities[pair.owner])),
        (table.destinationColumn, .integer(identities[pair.destination])),
      ]
      if let column = table.ownerOrderColumn {
        cells.append((column, .integer(Int64(pair.ownerPosition))))
      }
      if let column = table.destinationOrderColumn {
        cells.append((column, .integer(Int64(pair.destinationPosition))))
      }
      return SQL(insertingInto: table.name, cells)
    }
  }
}

extension SQL {
  /// The insertion of one row.
  fileprivate init(insertingInto table: String, _ cells: [(column: String, value: SQLValue)]) {
    let values = SQL(joining: cells.map { "\($0.value)" }, separator: ", ")
    self =
      "INSERT INTO \(name: table) (\(names: cells.map(\.column))) VALUES (\(values))"
  }
}
