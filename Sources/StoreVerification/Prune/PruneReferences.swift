internal import SQLText
internal import SQLiteStore
internal import SchemaModel

/// The foreign keys of tables that the model does not name which keep rows of its tables.
struct PruneReferences {
  private struct Reference {
    var table: String
    /// A query for how many rows refer to what is to go.
    var referring: String
    /// A query for how many rows refer to nothing.
    var unmet: String
  }

  private let connection: Connection
  private let references: [Reference]

  /// Those to the tables of which rows may go.
  init(
    _ closure: DeletionClosure, from tables: [String], on connection: Connection
  ) throws(SQLiteError) {
    self.connection = connection
    let found = try connection.readDefinition()
    references = tables.flatMap { name in
      (found.table(named: name)?.foreignKeys ?? []).compactMap { key in
        let parent = closure.tables.first { $0.asciiLowercased == key.table.asciiLowercased }
        guard let parent, key.onDelete == .noAction || key.onDelete == .restrict else {
          return nil
        }
        let columns =
          key.parentColumns.isEmpty
          ? found.table(named: parent)?.primaryKey ?? [] : key.parentColumns
        guard columns.count == key.columns.count else { return nil }
        let isEnd = zip(columns, key.columns)
          .map { "_parent.\($0.quotedName) = +_child.\($1.quotedName)" }
          .joined(separator: " AND ")
        let isSet = key.columns.map { "_child.\($0.quotedName) IS NOT NULL" }
          .joined(separator: " AND ")
        let (children, parents) = (
          "SELECT count(*) FROM main.\(name.quotedName) AS _child WHERE \(isSet) AND",
          "EXISTS (SELECT 1 FROM main.\(parent.quotedName) AS _parent WHERE \(isEnd)"
        )
        return Reference(
          table: name,
          referring: "\(children) \(parents) AND _parent.\(closure.isGone(in: parent)))",
          unmet: "\(children) NOT \(parents))")
      }
    }
  }

  /// - Throws: ``PruneError/referred(by:count:)`` where rows refer to what is to go.
  func checkNoneIsReferredTo() throws {
    for reference in references {
      let count = try connection.integer(SQL(raw: reference.referring)) ?? 0
      if count > 0 { throw PruneError.referred(by: reference.table, count: count) }
    }
  }

  /// How many rows refer to nothing, by reference.
  func unmet() throws(SQLiteError) -> [Int64] {
    var counts: [Int64] = []
    for reference in references {
      counts.append(try connection.integer(SQL(raw: reference.unmet)) ?? 0)
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
