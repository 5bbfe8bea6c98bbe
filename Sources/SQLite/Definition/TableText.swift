package import SQLText

/// A `CREATE TABLE` statement that can be edited in places and otherwise keeps its text: constraints keep
/// their names, expressions their spelling, and comments stay.
package struct TableText {
  /// A column, as it is spelt.
  package struct Column {
    package var name: String
    /// The tokens of the declared type; empty if none exists.
    var type: Range<Int>
    package var clauses: [TableClause]
    fileprivate var item: Int
  }

  /// A part between the commas of the statement, with its changes.
  private struct Item {
    let tokens: Range<Int>
    var changes: [(bytes: Range<Int>, text: String)] = []
    var isRemoved = false
  }

  package let tokens: SQLTokens
  package private(set) var columns: [Column] = []
  /// The constraints of the table, in their order.
  private(set) var constraints: [TableClause] = []
  /// The words after the closing parenthesis, in capital letters.
  package let options: [String]
  private var items: [Item] = []
  /// The position of the token with the table's name.
  private let nameIndex: Int?
  private var newName: String?
  private var hasOptions = true
  private var added: [String] = []

  package init(_ sql: String) {
    tokens = SQLTokens(sql)
    guard let open = tokens.tokens.firstIndex(where: { $0.text == "(" }) else {
      (options, nameIndex) = ([], nil)
      return
    }
    let end = tokens.end(ofParenthesesAt: open)
    let words = tokens
    options = (end..<tokens.count).map { words[$0].keyword }
    nameIndex = open > 0 ? open - 1 : nil
    items = tokens.items(in: open + 1..<max(open + 1, end - 1)).filter { !$0.isEmpty }
      .map { Item(tokens: $0) }
    for position in items.indices { readItem(position) }
  }

  private static let constraintKeywords: Set = [
    "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN",
  ]
  private static let clauseKeywords: Set = [
    "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
    "GENERATED", "AS",
  ]

  private mutating func readItem(_ position: Int) {
    let range = items[position].tokens
    let reader = TableClauseReader(tokens: tokens)
    guard !Self.constraintKeywords.contains(tokens[range.lowerBound].keyword) else {
      return constraints += reader.clauses(in: range)
    }
    let start = range.lowerBound + 1
    let end =
      (start..<range.upperBound).first { Self.clauseKeywords.contains(tokens[$0].keyword) }
      ?? range.upperBound
    columns.append(
      Column(
        name: tokens[range.lowerBound].name, type: start..<end,
        clauses: reader.clauses(in: end..<range.upperBound), item: position))
  }
}

// MARK: - Reading

extension TableText {
  /// The name of the table.
  package var name: String { nameIndex.map { tokens[$0].name } ?? "" }

  /// The column of that name, as SQLite compares names.
  package func column(named name: String) -> Column? {
    columns.first { $0.name.asciiLowercased == name.asciiLowercased }
  }

  /// Whether a column is generated and accepts no values.
  package func isGenerated(_ column: String) -> Bool {
    self.column(named: column)?.clauses.contains { $0.kind == .generated } ?? false
  }

  /// Whether a column is generated anew whenever it is read, so that the table holds no value of it.
  package func isVirtual(_ column: String) -> Bool {
    self.column(named: column)?.clauses.contains {
      $0.kind == .generated && tokens[$0.range.upperBound - 1].keyword != "STORED"
    } ?? false
  }

  /// Every name in the expression of a generated column, folded; empty for any other column.
  package func namesRead(byGenerated column: String) -> Set<String> {
    let clauses = self.column(named: column)?.clauses.filter { $0.kind == .generated } ?? []
    return clauses.reduce(into: []) { $0.formUnion(names(in: $1.body)) }
  }

  /// The columns of each key of a kind, declared with a column or among the table's constraints.
  package func keys(_ kind: TableClause.Kind) -> [[String]] {
    columns.flatMap { column in
      column.clauses.filter { $0.kind == kind }.map { _ in [column.name] }
    } + constraints.filter { $0.kind == kind }.map(\.columns)
  }

  /// Whether a column is declared NOT NULL.
  package func isRequired(_ column: String) -> Bool {
    self.column(named: column)?.clauses.contains { $0.kind == .notNull } ?? false
  }

  /// The text of a clause that reads a column without being part of the column's definition, and the column that
  /// has the clause; nil for a constraint of the table.
  package func clause(thatReads column: String) -> (text: String, column: String?)? {
    let folded = column.asciiLowercased
    let others =
      columns.filter { $0.name.asciiLowercased != folded && !items[$0.item].isRemoved }
      .flatMap { column in
        column.clauses.filter { $0.kind == .check || $0.kind == .generated }
          .map { ($0, String?.some(column.name)) }
      }
    let constraints = constraints.filter { !isRemoved($0) }.map { ($0, String?.none) }
    return (others + constraints).first { names(in: $0.0.body).contains(folded) }
      .map { (tokens.text($0.0.range), $0.1) }
  }

  private func names(in range: Range<Int>) -> Set<String> {
    // The names behind REFERENCES are columns of another table.
    let end = range.first { tokens[$0].keyword == "REFERENCES" } ?? range.upperBound
    return Set((range.lowerBound..<end).map { tokens[$0].name.asciiLowercased })
  }

  private func isRemoved(_ clause: TableClause) -> Bool {
    let end = bytes(of: clause.range).upperBound
    return items.contains { item in
      item.tokens.contains(clause.range.lowerBound)
        && (item.isRemoved
          || item.changes.contains { $0.bytes.upperBound == end && $0.text.isEmpty })
    }
  }

  fileprivate func bytes(of range: Range<Int>) -> Range<Int> {
    tokens.offset(of: range.lowerBound)..<tokens.end(of: range.upperBound - 1)
  }
}

// MARK: - Editing

extension TableText {
  /// Renames the table, and removes its name from expressions that qualify columns with it: they can read no
  /// other table.
  package mutating func rename(to name: String) {
    newName = name
    guard let nameIndex else { return }
    let own = tokens[nameIndex].name.asciiLowercased
    for clause in columns.flatMap(\.clauses) + constraints
    where [.check, .generated].contains(clause.kind) && !isRemoved(clause) {
      for index in clause.body.dropLast() where tokens[index + 1].text == "." {
        guard tokens[index].name.asciiLowercased == own else { continue }
        // SQLite ignores the database's name here.
        let start = tokens[index - 1].text == "." ? index - 2 : index
        change(bytes(of: start..<index + 2), to: "", at: start)
      }
    }
  }

  /// Makes one change; parts that the statement does not have are ignored.
  package mutating func apply(_ edit: TableEdit) {
    switch edit {
    case .type(let name, let type): setType(of: name, to: type)
    case .required(let name, let isRequired): setRequired(name, isRequired)
    case .defaultValue(let name, let sql):
      replace(.defaultValue, of: name, with: sql.map { "DEFAULT \($0)" })
    case .reference(let name, let sql): setReference(of: name, to: sql)
    case .uniqueness(let names): removeUniqueness(of: names)
    case .dropping(let name):
      if let column = column(named: name) { items[column.item].isRemoved = true }
    case .adding(_, let sql): added.append(sql)
    }
  }

  /// Removes the constraints on the table's rows, so that it holds rows that do not meet them.
  ///
  /// Foreign keys stay, and so does the primary key on request.
  package mutating func relax(keepingKeys: Bool) {
    let kept: [TableClause.Kind] = keepingKeys ? [.primaryKey] : []
    let demands: [TableClause.Kind] = [.notNull, .check, .unique, .primaryKey]
    let isDemand = { (clause: TableClause) in
      demands.contains(clause.kind) && !kept.contains(clause.kind)
    }
    for column in columns {
      // An ANY column of a STRICT table keeps every value unchanged, as a BLOB column does in any other
      // table.
      if !column.type.isEmpty, tokens[column.type.lowerBound].keyword == "ANY" {
        setType(of: column.name, to: "BLOB")
      }
      for clause in column.clauses where isDemand(clause) { remove(clause, in: column.item) }
    }
    for constraint in constraints where isDemand(constraint) { remove(constraint) }
    hasOptions = keepingKeys && options.contains("WITHOUT") && !options.contains("STRICT")
  }

  private mutating func setType(of name: String, to type: String) {
    guard let column = column(named: name) else { return }
    if column.type.isEmpty {
      insert(" " + type, after: column.type.lowerBound - 1, in: column.item)
    } else {
      items[column.item].changes.append((bytes(of: column.type), type))
    }
  }

  private mutating func setRequired(_ name: String, _ isRequired: Bool) {
    guard let column = column(named: name) else { return }
    let given = column.clauses.filter { $0.kind == .notNull }
    if !isRequired { return given.forEach { remove($0, in: column.item) } }
    guard given.isEmpty else { return }
    for clause in column.clauses where clause.kind == .null { remove(clause, in: column.item) }
    insert(" NOT NULL", after: column.type.upperBound - 1, in: column.item)
  }

  /// Replaces the first clause of a kind, appends it if none exists, or removes it.
  private mutating func replace(_ kind: TableClause.Kind, of name: String, with text: String?) {
    guard let column = column(named: name) else { return }
    let given = column.clauses.filter { $0.kind == kind }
    guard let first = given.first, let text else {
      for clause in given { remove(clause, in: column.item) }
      if let text {
        insert(" " + text, after: items[column.item].tokens.upperBound - 1, in: column.item)
      }
      return
    }
    items[column.item].changes.append((bytes(of: first.body), text))
    for clause in given.dropFirst() { remove(clause, in: column.item) }
  }

  /// A foreign key of one column may be declared with the column or among the table's constraints.
  private mutating func setReference(of name: String, to sql: String?) {
    let folded = name.asciiLowercased
    let keys = constraints.filter {
      $0.kind == .foreignKey && $0.columns.map(\.asciiLowercased) == [folded]
    }
    guard let first = keys.first else { return replace(.reference, of: name, with: sql) }
    guard let sql else { return keys.forEach { remove($0) } }
    let start = first.body.first { tokens[$0].keyword == "REFERENCES" } ?? first.body.lowerBound
    change(bytes(of: start..<first.body.upperBound), to: sql, at: first.range.lowerBound)
    for key in keys.dropFirst() { remove(key) }
  }

  private mutating func removeUniqueness(of names: [String]) {
    let folded = names.map(\.asciiLowercased)
    for constraint in constraints
    where constraint.kind == .unique && constraint.columns.map(\.asciiLowercased) == folded {
      remove(constraint)
    }
    guard names.count == 1, let column = column(named: names[0]) else { return }
    for clause in column.clauses where clause.kind == .unique { remove(clause, in: column.item) }
  }

  private mutating func insert(_ text: String, after token: Int, in item: Int) {
    let place = tokens.end(of: token)
    items[item].changes.append((place..<place, text))
  }

  private mutating func remove(_ clause: TableClause, in item: Int) {
    var bytes = bytes(of: clause.range)
    let before = tokens.end(of: clause.range.lowerBound - 1)
    // With the space before it, but not with a comment.
    if tokens.source(before..<bytes.lowerBound).allSatisfy(\.isWhitespace) {
      bytes = before..<bytes.upperBound
    }
    items[item].changes.append((bytes, ""))
  }

  private mutating func remove(_ constraint: TableClause) {
    change(bytes(of: constraint.range), to: "", at: constraint.range.lowerBound)
  }

  private mutating func change(_ bytes: Range<Int>, to text: String, at token: Int) {
    guard let item = items.firstIndex(where: { $0.tokens.contains(token) }) else { return }
    items[item].changes.append((bytes, text))
  }
}

// MARK: - Writing

extension TableText {
  /// The statement with its edits.
  package var sql: String {
    guard let nameIndex, let first = items.first, let last = items.last else {
      return tokens.source(0..<tokens.sourceLength)
    }
    let name = newName.map(\.quotedName) ?? tokens[nameIndex].text
    let lastColumn = columns.last?.item ?? 0
    var body = ""
    for (position, item) in items.enumerated() {
      let text = text(of: item)
      // An empty constraint is removed with its comma.
      if !text.allSatisfy(\.isWhitespace) { append(text, at: position, to: &body) }
      if position == lastColumn { for column in added { append(column, at: nil, to: &body) } }
    }
    let start = tokens.offset(of: first.tokens.lowerBound)
    let end = tokens.end(of: last.tokens.upperBound - 1)
    return tokens.source(0..<tokens.offset(of: nameIndex)) + name
      + tokens.source(tokens.end(of: nameIndex)..<start) + body
      + (hasOptions ? tokens.source(end..<tokens.sourceLength) : ")")
  }

  /// Appends a part, with the text before it in the statement, if it comes from there.
  private func append(_ text: String, at position: Int?, to body: inout String) {
    if !body.isEmpty {
      body += position.map { separator(before: $0) } ?? ",\n  "
    }
    body += text
  }

  private func separator(before position: Int) -> String {
    guard position > 0 else { return ", " }
    let start = tokens.end(of: items[position - 1].tokens.upperBound - 1)
    return tokens.source(start..<tokens.offset(of: items[position].tokens.lowerBound))
  }

  private func text(of item: Item) -> String {
    guard !item.isRemoved else { return "" }
    var result = ""
    var place = tokens.offset(of: item.tokens.lowerBound)
    for change in item.changes.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      result += tokens.source(place..<change.bytes.lowerBound) + change.text
      place = change.bytes.upperBound
    }
    return result + tokens.source(place..<tokens.end(of: item.tokens.upperBound - 1))
  }
}
