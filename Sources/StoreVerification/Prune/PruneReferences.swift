internal import SQLText
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The foreign keys that are not relationships of the model, and that may prevent the deletion of rows.
struct PruneReferences {
  private struct Reference {
    var table: String
    /// A query for the number of rows that refer to deleted rows and prevent the deletion; nil if it is not
    /// known beforehand.
    var referring: SQL?
    /// A query for the number of rows whose reference is dangling.
    var unmet: SQL
  }

  private let connection: Connection
  private let references: [Reference]

  /// The foreign keys of tables outside the model, and the keys of existing tables that are not
  /// relationships.
  ///
  /// Such tables may also refer to each other: a deletion may include their rows.
  init(
    _ closure: DeletionClosure, from tables: [String], of store: UpkeepStore
  ) throws(SQLiteError) {
    connection = store.connection
    let found = try connection.readDefinition()
    let layout = store.layout
    references = found.foreignKeys(of: tables + layout.existingTables.keys.sorted())
      .filter { key, table, _ in !layout.links(in: table).contains { [$0.column] == key.columns } }
      .map { key, table, parent in
        Reference(
          table: table, referring: Self.referring(by: key, of: table, to: parent, closure),
          unmet: "SELECT count(*) FROM \(Connection.orphans(of: key, in: table))")
      }
  }

  private static func referring(
    by key: ForeignKeyDefinition, of table: String, to parent: String, _ closure: DeletionClosure
  ) -> SQL? {
    guard closure.tables.contains(parent), key.onDelete == .noAction || key.onDelete == .restrict
    else { return nil }
    let isEnd = zip(key.parentColumns, key.columns)
      .map { "_parent.\($0.quotedName) = +_child.\($1.quotedName)" }
    let goesToo =
      closure.tables.contains(table) ? " AND NOT \(closure.isGone(in: table, as: "_child"))" : ""
    return SQL(
      raw: """
        SELECT count(*) FROM main.\(table.quotedName) AS _child WHERE EXISTS (SELECT 1 \
        FROM main.\(parent.quotedName) AS _parent WHERE \(isEnd.joined(separator: " AND ")) \
        AND \(closure.isGone(in: parent, as: "_parent")))\(goesToo)
        """)
  }

  /// - Throws: ``PruneError/referred(by:count:)`` if rows refer to rows to be deleted.
  func checkNoneIsReferredTo() throws {
    for reference in references {
      guard let referring = reference.referring else { continue }
      let count = try connection.integer(referring) ?? 0
      if count > 0 { throw PruneError.referred(by: reference.table, count: count) }
    }
  }

  /// The number of rows with a dangling reference, by foreign key.
  func unmet() throws(SQLiteError) -> [Int64] {
    var counts: [Int64] = []
    for reference in references {
      counts.append(try connection.integer(reference.unmet) ?? 0)
    }
    return counts
  }

  /// Checks what SQLite would check only at the commit, with an error that names no table.
  ///
  /// - Throws: ``PruneError/referred(by:count:)`` if there are more dangling references than before.
  func checkNoneIsLeft(unmetBefore: [Int64]) throws {
    for (reference, (before, after)) in zip(references, zip(unmetBefore, try unmet()))
    where after > before {
      throw PruneError.referred(by: reference.table, count: after - before)
    }
  }
}

extension DatabaseDefinition {
  /// The foreign keys of some tables, with the tables that they refer to; keys to unknown columns are left
  /// out.
  func foreignKeys(
    of tables: [String]
  ) -> [(key: ForeignKeyDefinition, table: String, parent: String)] {
    tables.flatMap { name in
      (table(named: name)?.foreignKeys ?? []).compactMap { key in
        let key = completed(key)
        guard let parent = parent(of: key), key.parentColumns.count == key.columns.count,
          Set(parent.columns.map(\.name.asciiLowercased))
            .isSuperset(of: key.parentColumns.map(\.asciiLowercased))
        else { return nil }
        return (key, name, parent.name)
      }
    }
  }
}
