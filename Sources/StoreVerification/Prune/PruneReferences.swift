internal import SQLText
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The foreign keys that the model has no words for, and that may keep what goes.
struct PruneReferences {
  private struct Reference {
    var table: String
    /// A query for how many rows refer to what is to go, and keep it; nil where that is not known
    /// beforehand.
    var referring: SQL?
    /// A query for how many rows refer to nothing.
    var unmet: SQL
  }

  private let connection: Connection
  private let references: [Reference]

  /// Those of tables that the model does not name, and of those that were there before any model the
  /// ones that are no relationships.
  ///
  /// They may lead to each other, too: rows of such a table may go along.
  init(
    _ closure: DeletionClosure, from tables: [String], of store: UpkeepStore
  ) throws(SQLiteError) {
    connection = store.connection
    let found = try connection.readDefinition()
    let layout = store.layout
    references = found.foreignKeys(of: tables + layout.existingTables.keys.sorted())
      .filter { !layout.isLink($0.key, of: $0.table) }
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

  /// - Throws: ``PruneError/referred(by:count:)`` where rows refer to what is to go.
  func checkNoneIsReferredTo() throws {
    for reference in references {
      guard let referring = reference.referring else { continue }
      let count = try connection.integer(referring) ?? 0
      if count > 0 { throw PruneError.referred(by: reference.table, count: count) }
    }
  }

  /// How many rows refer to nothing, by reference.
  func unmet() throws(SQLiteError) -> [Int64] {
    var counts: [Int64] = []
    for reference in references {
      counts.append(try connection.integer(reference.unmet) ?? 0)
    }
    return counts
  }

  /// What SQLite would find out at the commit alone, and in words that name no table.
  ///
  /// - Throws: ``PruneError/referred(by:count:)`` where more refer to nothing than before.
  func checkNoneIsLeft(unmetBefore: [Int64]) throws {
    for (reference, (before, after)) in zip(references, zip(unmetBefore, try unmet()))
    where after > before {
      throw PruneError.referred(by: reference.table, count: after - before)
    }
  }
}

extension StoreLayout {
  /// Whether a foreign key of a table stands for a relationship.
  fileprivate func isLink(_ key: ForeignKeyDefinition, of table: String) -> Bool {
    associations.contains { association in
      let end = association.primary
      return association.kind == .toOne && self.table(of: end.entity) == table
        && key.columns == [column(of: end.relationship.name, in: end.entity)].compactMap(\.self)
    }
  }
}

extension DatabaseDefinition {
  /// The foreign keys of some tables, with the tables that they lead to, but for those that lead to no columns.
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
