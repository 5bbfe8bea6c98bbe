internal import SQLite
internal import SQLText

/// Finds out whether a table can become what it has to be where it stands, or why it cannot.
///
/// What SQLite does without writing rows is `ALTER TABLE` ADD and RENAME COLUMN
/// (https://www.sqlite.org/lang_altertable.html). DROP COLUMN writes each row once, as a rebuild
/// does, so only a single one is worth it. All else is a rebuild. That includes a changed default:
/// rows from before an ADD COLUMN hold no value of their own and read it from the definition, so a
/// definition that is changed in any other way changes what they hold.
struct InPlaceAnalysis {
  private let source: TableDefinition
  private let target: TableDefinition
  private let members: [FillMember]
  /// By their names in the source: the tables that have another name in the target.
  private let tableNames: [String: String]
  private var change = InPlaceChange()
  /// Why it cannot; empty where it can.
  private(set) var reasons: [String] = []

  init(_ plan: TablePlan, source: TableDefinition, tableNames: [String: String]) {
    (self.source, target, members, self.tableNames) = (
      source, plan.target, plan.members, tableNames
    )
    analyseRows(plan)
    // Of rows that come out of a query, or out of another table, no column stays where it is.
    guard members.allSatisfy({ $0.table == source.name }) else { return }
    for (position, column) in target.columns.enumerated() { analyse(column, at: position) }
    analyseDrops()
    analyseKeys()
  }

  /// The changes; nil where a rebuild is due.
  var inPlaceChange: InPlaceChange? { reasons.isEmpty ? change : nil }

  private mutating func analyseRows(_ plan: TablePlan) {
    if members.contains(where: { $0.home != source.name }) {
      reasons.append("rows come from another table")
    } else if members.contains(where: \.isQueried) {
      reasons.append("a declared expression is computed for each row")
    }
    if !plan.coversSource || members.contains(where: { !$0.isComplete }) {
      reasons.append("not all rows stay")
    }
  }

  private mutating func analyse(_ column: ColumnDefinition, at position: Int) {
    let values = members.map { $0.columns[position].value }
    var names: Set<String> = []
    for value in values { if case .column(let name) = value.kind { names.insert(name) } }
    guard let name = names.first else { return analyseAddition(of: column, values) }
    let isSame = zip(members, values).allSatisfy { member, value in
      if case .column = value.kind { return true }
      return value == .null && !member.ownColumns.contains(name)
    }
    guard names.count == 1, isSame, change.kept[name] == nil else {
      return reasons.append("values of '\(column.name)' are computed")
    }
    change.kept[name] = column.name
    compare(name, with: column)
  }

  private mutating func analyseAddition(of column: ColumnDefinition, _ values: [RowValue]) {
    let value = Set(values.map(\.sql))
    if values.contains(where: { $0.kind == .position }) {
      return reasons.append("linked objects get positions in '\(column.name)', by their _id")
    }
    guard values.allSatisfy({ $0.kind == .constant }), value.count <= 1 else {
      return reasons.append("values of '\(column.name)' are computed")
    }
    let expression = column.defaultExpression ?? "NULL"
    guard value.first ?? expression == expression else {
      return reasons.append("rows get a value for '\(column.name)' that is not its default")
    }
    if column.isRequired, column.defaultExpression == nil {
      return reasons.append("'\(column.name)' is required and has no constant default")
    }
    guard SQLTokens(expression).isLiteral else {
      return reasons.append("the default of '\(column.name)' is no literal")
    }
    change.added.append(column)
  }

  private mutating func compare(_ name: String, with column: ColumnDefinition) {
    guard let before = source.column(named: name) else { return }
    if before.type != column.type { reasons.append("'\(column.name)' is stored otherwise") }
    if before.isRequired != column.isRequired {
      reasons.append("'\(column.name)' becomes \(column.isRequired ? "required" : "optional")")
    }
    if before.defaultExpression != column.defaultExpression {
      reasons.append("the default of '\(column.name)' changes")
    }
    var key = source.foreignKey(of: name)
    key?.columns = [column.name]
    if let parent = key?.table { key?.table = tableNames[parent] ?? parent }
    if key != target.foreignKey(of: column.name) {
      reasons.append("the foreign key of '\(column.name)' changes")
    }
  }

  private mutating func analyseDrops() {
    change.dropped = source.columns.map(\.name).filter { change.kept[$0] == nil }
    if change.dropped.count > 1 {
      let names = change.dropped.map { "'\($0)'" }.joined(separator: ", ")
      reasons.append("\(names) are dropped, in one pass")
    } else if let only = change.dropped.first, source.foreignKey(of: only) != nil {
      reasons.append("'\(only)' is dropped, and has a foreign key")
    }
  }

  private mutating func analyseKeys() {
    let key = source.primaryKey.map { change.kept[$0] ?? $0 }
    let isSame =
      key == target.primaryKey && source.isStrict == target.isStrict
      && source.isWithoutRowID == target.isWithoutRowID
    if !isSame { reasons.append("the primary key changes") }
  }
}
