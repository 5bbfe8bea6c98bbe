package import SQLite
package import StoreLayout

/// The rows that a backup has instead of the store's: rows of views of another connection, which have the
/// form of a layout's tables.
///
/// The store itself has the catalog and the tables, all of them empty.
package struct ObjectViews {
  /// An error for a value that the column of its table would convert or refuse; no view should give such a
  /// value.
  private struct UnfitValue: Error, CustomStringConvertible {
    let table: String
    let column: String

    var description: String { "a value of '\(table)' does not fit the column '\(column)'" }
  }

  /// The connection with the views.
  package let connection: Connection
  private let tables: [String: TableDefinition]
  private let externalColumns: [String: Set<String>]
  private let folder: ExternalFolder

  /// The views of a connection for the tables of a layout.
  ///
  /// Data that the layout stores outside of the rows is written to the folder. A backup has external files
  /// after all rows, sorted by their digests, which are only known when all data is read.
  package init(
    on connection: Connection, shapedAs layout: StoreLayout, keepingDataIn folder: ExternalFolder
  ) {
    self.connection = connection
    self.folder = folder
    tables = Dictionary(
      layout.nativeDefinition.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    externalColumns = Dictionary(grouping: layout.externalAttributes, by: \.table)
      .mapValues { Set($0.map(\.column)) }
  }
}

extension ObjectViews {
  /// Whether the rows of a table come from a view.
  func has(_ table: String) -> Bool { tables[table] != nil }

  /// The number of a table's rows.
  ///
  /// A count by the table itself reads all rows.
  func rowCount(
    of table: String, _ counting: StoreSurvey.Counting
  ) throws(SQLiteError) -> Int64 {
    guard counting == .byTables, let definition = tables[table] else {
      return try connection.rowCount(of: table)
    }
    let rows = try connection.prepare(query(definition))
    var count: Int64 = 0
    while try rows.step() { count += 1 }
    return count
  }

  /// A query for all columns, in the order in which the table itself would have the rows.
  private func query(_ table: TableDefinition) -> SQL {
    "SELECT \(names: table.columns.map(\.name)) FROM \(name: table.name) "
      + "ORDER BY \(names: table.primaryKey)"
  }

  /// Passes the rows of a table to a sink.
  ///
  /// - Throws: the errors of reading and of the sink.
  func scan(_ table: String, into sink: inout some RowSink & ~Copyable) throws {
    guard let table = tables[table] else { return }
    let external = externalColumns[table.name] ?? []
    let columns = table.columns.map { Column($0, isExternal: external.contains($0.name)) }
    func unfit(_ column: Column) -> UnfitValue {
      UnfitValue(table: table.name, column: column.name)
    }
    let rows = try connection.prepare(query(table))
    while try rows.step() {
      let row = unsafe rows.lendRow()
      for (index, column) in columns.enumerated() {
        switch unsafe (row[index], column.kind) {
        case (.null, _): guard !column.isRequired else { throw unfit(column) }
        case (.integer(let number), .integer):
          unsafe sink.value(.integer(number), column: index)
        case (.integer(let number), .real):
          unsafe sink.value(.real(Double(number)), column: index)
        // A table stores whole numbers as integers, which have no negative zero.
        case (.real(let number), .real):
          unsafe sink.value(.real(number == 0 ? 0 : number), column: index)
        case (.text(let bytes), .text), (.text(let bytes), .file):
          unsafe sink.value(.bytes(.text, bytes), column: index)
        case (.blob(let bytes), .blob): unsafe sink.value(.bytes(.blob, bytes), column: index)
        case (.blob(let bytes), .file):
          var name = try folder.keep(unsafe Array(bytes), isFlushed: false).name
          name.withUTF8 {
            unsafe sink.value(.bytes(.text, UnsafeRawBufferPointer($0)), column: index)
          }
        case (.integer, _), (.real, _), (.text, _), (.blob, _): throw unfit(column)
        }
      }
      try sink.endRow()
    }
  }

  private struct Column {
    enum Kind {
      case integer, real, text, blob, file, other
    }

    let name: String
    let kind: Kind
    let isRequired: Bool

    init(_ column: ColumnDefinition, isExternal: Bool) {
      name = column.name
      kind =
        switch column.type {
        case "INTEGER": .integer
        case "REAL": .real
        case "TEXT": isExternal ? .file : .text
        case "BLOB": .blob
        default: .other
        }
      isRequired = column.isRequired
    }
  }
}
