public import Diagnostics
public import SQLite
internal import StoreLayout
internal import SchemaModel

/// Imports the tables of an existing SQLite database.
///
/// Types that the declarations do not determine are derived from the first rows. Views, triggers and virtual
/// tables are not part of the model: they are left unchanged, with a remark.
public enum DatabaseImporter {
  /// The number of rows that are read for a column whose declared type is not conclusive.
  private static let sampleSize = 1000

  /// Reads the model of the database at a path, including its write-ahead log, without writing to it.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let connection: Connection
    do throws(StoreOpenError) {
      connection = try StoreFile.open(path: path, for: .reading)
    } catch {
      throw DiagnosticsError([Diagnostic(code: error.code, error.message)])
    }
    return try history(of: connection, name: ModelSource.baseName(of: path))
  }

  /// Reads the model of an open database; `name` becomes the model's name.
  public static func history(
    of connection: Connection, name: String
  ) throws(DiagnosticsError) -> ImportedHistory {
    let log = ImportLog()
    let document: SchemaDocument
    do throws(SQLiteError) {
      document = try self.document(of: connection, name, log)
    } catch {
      throw DiagnosticsError([Diagnostic(code: "unreadable-store", error.message)])
    }
    log.report(document.schema.validate())
    try log.throwProblems()
    return ImportedHistory(
      name: name, versions: [document], labels: [""], current: document.schema.version,
      remarks: log.remarks)
  }

  private static func document(
    of connection: Connection, _ name: String, _ log: ImportLog
  ) throws(SQLiteError) -> SchemaDocument {
    let found = try connection.readDefinition()
    let definition = found.without(
      tables: try shadowTables(of: connection).union(StoreCatalog.definition.tables.map(\.name))
        .union(found.tables.filter { owner(of: $0) != nil }.map(\.name)))
    let contents = try contents(of: connection, definition)
    let number = try connection.integer("PRAGMA user_version") ?? 0
    remarkOthers(try connection.schemaObjects(), of: found, definition, log)
    return TableImport(definition, log: log, content: { contents[$0]?[$1] })
      .document(name: name, version: Version(number > 0 ? Int(number) : 1), file: nil)
  }

  /// The shadow tables of virtual tables (https://www.sqlite.org/pragma.html#pragma_table_list).
  private static func shadowTables(of connection: Connection) throws(SQLiteError) -> Set<String> {
    Set(try connection.texts("SELECT name FROM pragma_table_list WHERE type = 'shadow'"))
  }

  /// The storage classes in columns without a conclusive type, by table and column.
  private static func contents(
    of connection: Connection, _ definition: DatabaseDefinition
  ) throws(SQLiteError) -> [String: [String: Set<String>]] {
    var result: [String: [String: Set<String>]] = [:]
    for table in definition.tables {
      for column in table.columns where ColumnType.certain(column.type) == nil {
        let classes = try connection.texts(
          """
          SELECT DISTINCT typeof(value) FROM (
            SELECT \(name: column.name) AS value FROM \(name: table.name)
            LIMIT \(raw: String(sampleSize)))
          """)
        result[table.name, default: [:]][column.name] = Set(classes)
      }
      for column in try keysWithoutValue(of: table, connection) {
        result[table.name, default: [:]][column, default: []].insert("null")
      }
    }
    return result
  }

  /// The columns of a primary key that are NULL in some row.
  ///
  /// SQLite allows NULL in a primary key unless its columns are declared NOT NULL
  /// (https://www.sqlite.org/lang_createtable.html#the_primary_key).
  private static func keysWithoutValue(
    of table: TableDefinition, _ connection: Connection
  ) throws(SQLiteError) -> [String] {
    guard !table.isWithoutRowID else { return [] }
    var result: [String] = []
    for column in table.columns where table.primaryKey.contains(column.name) && !column.isRequired {
      let found = try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM \(name: table.name) WHERE \(name: column.name) IS NULL)")
      if found == 1 { result.append(column.name) }
    }
    return result
  }

  /// The library that uses a table for its own migrations; nil for any other table.
  private static func owner(of table: TableDefinition) -> String? {
    MigratorTable.owner(of: table.name, with: table.columns.map(\.name))
  }

  private static func remarkOthers(
    _ objects: [SchemaObject], of found: DatabaseDefinition, _ definition: DatabaseDefinition,
    _ log: ImportLog
  ) {
    for object in objects where StoreCatalog.definition.table(named: object.id.name) == nil {
      switch object.id.kind {
      case .table:
        if definition.table(named: object.id.name) == nil {
          let owner = found.table(named: object.id.name).flatMap(owner).map { "table of \($0)," }
          let kind =
            owner ?? (object.sql.isVirtualTable ? "virtual table" : "table of a virtual table")
          log.remark(.unmanagedObject, of: object.id.name, kind, at: nil)
        }
      case .index:
        if definition.index(named: object.id.name) == nil {
          log.remark(.unmanagedObject, of: object.id.name, "index over expressions", at: nil)
        }
      case .view, .trigger:
        log.remark(.unmanagedObject, of: object.id.name, object.id.kind.rawValue, at: nil)
      }
    }
  }
}

extension String {
  /// Whether a statement creates a virtual table.
  fileprivate var isVirtualTable: Bool { uppercased().hasPrefix("CREATE VIRTUAL") }
}
