internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Rows that become rows of one table of the target in the same way, by one `INSERT … SELECT`.
struct FillGroup {
  /// What the rows are, by the names of the new version.
  var subject: String
  /// What stands behind FROM.
  var relation: String
  /// The table that this is, by its name in the source; nil where it is a query.
  var table: String?
  /// The condition for the rows; nil for all of them.
  var condition: String?
  /// The condition for the same rows in the target's table; nil for all of them.
  var targetCondition: String?
  /// The value of every column of the target's table, in its order.
  var columns: [(name: String, value: RowValue)]
  /// The entity of the source of whose objects more are made; nil for objects that go on.
  var origin: String?

  private var whereClause: String { condition.map { " WHERE \($0)" } ?? "" }

  /// The statement that copies the rows into a table.
  func insertion(into table: String) -> String {
    let values = columns.map(\.value.sql).joined(separator: ", ")
    return "INSERT INTO \(table.quotedName) (\(columns.map(\.name).quotedNames))"
      + " SELECT \(values) FROM \(relation)\(whereClause)"
  }

  /// The proof that they arrived.
  func conservation(in table: String) -> ConservationCheck {
    let copied = columns.filter(\.value.isProved)
    let values = copied.map(\.value.sql).joined(separator: ", ")
    let condition = targetCondition.map { " WHERE \($0)" } ?? ""
    let target = "SELECT \(copied.map(\.name).quotedNames) FROM "
    var check = ConservationCheck(
      subject: subject, table: table, source: "SELECT \(values) FROM \(relation)\(whereClause)",
      target: "\(target)\(table.quotedName)\(condition)", columns: copied.map(\.name),
      plainSource: self.condition == nil && copied.allSatisfy(\.value.isColumn) ? self.table : nil)
    check.draft = "\(target)\((StoreScript.draftPrefix + table).quotedName)\(condition)"
    return check
  }
}

extension FillGroup {
  /// The proof that the rows of several groups arrived, which are all that a table has: of the
  /// columns that every group carries over.
  static func conservation(of groups: [FillGroup], in table: String) -> ConservationCheck {
    let copied = groups.map { group in Set(group.columns.filter(\.value.isProved).map(\.name)) }
    let names = (groups.first?.columns ?? []).map(\.name).filter { name in
      copied.allSatisfy { $0.contains(name) }
    }
    let queries = groups.map { group in
      let values = group.columns.filter { names.contains($0.name) }.map(\.value.sql)
      return "SELECT \(values.joined(separator: ", ")) FROM \(group.relation)\(group.whereClause)"
    }
    let target = "SELECT \(names.quotedNames) FROM "
    var check = ConservationCheck(
      subject: table, table: table, source: queries.joined(separator: " UNION ALL "),
      target: target + table.quotedName, columns: names)
    check.draft = target + (StoreScript.draftPrefix + table).quotedName
    return check
  }
}

/// Rows of one kind on their way into a table, before those that go the same way are joined.
struct FillMember {
  /// What they become: an entity, or a relationship as `Book.tags`.
  var subject: String
  /// The entity they were, and the one they become; nil for links.
  var entities: (source: String, target: String)?
  /// The table that they were in, by its name in the source.
  var home: String
  /// Whether they come out of a query, and not right out of that table.
  var isQueried: Bool
  /// The columns of that table that are theirs.
  var ownColumns: Set<String>
  /// Whether every row of the kind arrives.
  var isComplete: Bool
  /// Whether they are made of objects that become something else besides.
  var isAddition = false
  /// Every table that is read.
  var reads: Set<String>
  var relation: String
  var condition: String?
  /// The value of every column of the target's table, in its order.
  var columns: [(name: String, value: RowValue)]

  /// The table that they come right out of; nil where there is a query between.
  var table: String? { isQueried ? nil : home }
}
