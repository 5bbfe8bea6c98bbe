internal import SQLite
internal import StoreLayout
internal import SQLText

/// Rows that become rows of one target table in the same way, by one `INSERT … SELECT`.
struct FillGroup {
  /// The rows, with the value of every column of the target's table; of several members the first.
  var rows: FillMember
  /// The SQL before SELECT: former tables under their names; empty if none are read.
  var context = ""
  /// The condition for the same rows in the target's table; nil for all of them.
  var targetCondition: String?
  /// The declared types of columns that had another type and hold the same numbers.
  var types: [String: String] = [:]
  /// The column that becomes the rowid and in which a missing value must not be filled in.
  var rowNumber: String?
  /// Whether the table's statement declares conflict clauses.
  var resolvesConflicts = false
  /// The columns whose values SQLite computes from columns that change.
  var recomputed: [RecomputedColumn] = []

  /// The statement that copies the rows into a table.
  func insertion(into table: String) -> String {
    var (names, values) = ("", "")
    names.reserveCapacity(16 * rows.columns.count)
    values.reserveCapacity(16 * rows.columns.count)
    for (name, value) in rows.columns where value.kind != .generated {
      if !names.isEmpty {
        names += ", "
        values += ", "
      }
      names += name.quotedName
      // SQLite would generate a number for a row without one, and accepts no text as one
      // (https://www.sqlite.org/lang_createtable.html#rowid).
      values += name == rowNumber && !value.isCopied ? "ifnull(\(value.sql), '')" : value.sql
    }
    // A table's own ON CONFLICT would put a default where a value is missing, or skip a row
    // (https://www.sqlite.org/lang_conflict.html).
    return "INSERT\(resolvesConflicts ? " OR ABORT" : "") INTO \(table.quotedName) "
      + "(\(names)) \(context)\(rows.query(values))"
  }

  /// The proof that the rows arrived.
  func conservation(in table: String) -> ConservationCheck {
    var check = Self.conservation(of: [self], in: table, where: targetCondition)
    check.subject = rows.subject
    let copied = rows.columns.filter(\.value.isProved)
    let isPlain =
      rows.condition == nil && copied.allSatisfy { $0.value.isColumn && types[$0.name] == nil }
    check.plainSource = isPlain ? rows.table : nil
    return check
  }

  /// The proof that the rows of several groups arrived, for the columns that every group carries over.
  ///
  /// The groups must have all rows of a table, or all that meet a condition.
  static func conservation(
    of groups: [FillGroup], in table: String, where condition: String? = nil
  ) -> ConservationCheck {
    let copied = groups.map { Set($0.rows.columns.filter(\.value.isProved).map(\.name)) }
    let names = (groups.first?.rows.columns ?? []).map(\.name).filter { name in
      copied.allSatisfy { $0.contains(name) }
    }
    let queries = groups.map { group in
      let values = group.rows.columns.filter { names.contains($0.name) }.map { name, value in
        group.types[name].map { ColumnAffinity($0).heldNumber(value.sql) } ?? value.sql
      }
      return group.rows.query(list(values))
    }
    let target = "SELECT \(list(names.map(\.quotedName))) FROM "
    let end = condition.map { " WHERE \($0)" } ?? ""
    var check = ConservationCheck(
      subject: table, table: table, source: queries.joined(separator: " UNION ALL "),
      target: target + table.quotedName + end, columns: names)
    check.draft = target + (StoreScript.draftPrefix + table).quotedName + end
    return check
  }

  private static func list(_ values: [String]) -> String {
    values.isEmpty ? "1" : values.joined(separator: ", ")
  }
}

/// The rows of one kind for a table, before rows with the same source are joined.
struct FillMember {
  /// The name of what they become: an entity, or a relationship such as `Book.tags`.
  var subject: String
  /// Their old entity and their new one; nil for links.
  var entities: (source: String, target: String)?
  /// The table that they come from, by its source name.
  var home: String
  /// Whether they are read from a query, and not directly from that table.
  var isQueried: Bool
  /// The columns of that table that belong to these rows.
  var ownColumns: [String]
  /// The expression for the identity of a row's object; nil for links.
  var identity: String?
  /// Whether every row of the kind arrives.
  var isComplete: Bool
  /// Whether they are additional objects, made from others.
  var isAddition = false
  /// Every table that is read.
  var reads: Set<String>
  var relation: String
  var condition: String?
  /// The value of every column of the target's table, in its order.
  var columns: [(name: String, value: RowValue)]

  /// The values of the rowid and of an existing table's columns that the schema does not name.
  var carried: [String: RowValue] = [:]

  /// The table that they are read from directly; nil if there is a query between.
  var table: String? { isQueried ? nil : home }

  /// A query for values of them.
  func query(_ values: String) -> String {
    "SELECT \(values) FROM \(relation)" + (condition.map { " WHERE \($0)" } ?? "")
  }
}
