internal import SQLText
internal import SchemaModel

extension MigrationSQL {
  /// The keyword at a position; empty if none exists.
  func keyword(_ index: Int) -> String {
    tokens.tokens.indices.contains(index) ? tokens[index].keyword : ""
  }

  /// The text at a position; empty if none exists.
  func symbol(_ index: Int) -> String {
    tokens.tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// The folded name that begins at a position of a statement, after an optional schema and `IF EXISTS`.
  func name(at index: Int, in statement: Range<Int>) -> String? {
    var index = index
    while statement.contains(index), ["IF", "NOT", "EXISTS"].contains(keyword(index)) { index += 1 }
    if statement.contains(index + 2), symbol(index + 1) == "." { index += 2 }
    guard statement.contains(index) else { return nil }
    return tokens[index].name.asciiLowercased
  }

  /// The first position of a keyword of a statement outside parentheses.
  func firstIndex(of word: String, in statement: Range<Int>) -> Int? {
    tokens.firstIndex(of: word, from: statement.lowerBound).flatMap {
      statement.contains($0) ? $0 : nil
    }
  }

  /// The statements in a migration's transaction: the ones between BEGIN and COMMIT if a script has them,
  /// else all.
  var statementsInTransaction: [Range<Int>] {
    let all = statements
    guard let begin = all.firstIndex(where: { keyword($0.lowerBound) == "BEGIN" }) else {
      return all
    }
    let rest = all[(begin + 1)...]
    return Array(rest.prefix { !["COMMIT", "END"].contains(keyword($0.lowerBound)) })
  }

  /// The folded names of the tables that the statements create.
  var createdTables: Set<String> {
    Set(
      statements.compactMap { statement in
        guard keyword(statement.lowerBound) == "CREATE",
          let table = firstIndex(of: "TABLE", in: statement)
        else { return nil }
        return name(at: table + 1, in: statement)
      })
  }

  /// The attributes with a name in the versions before and after the migration.
  ///
  /// If the entity of this SQL has such an attribute, only that one is returned.
  func attributes(named name: String) -> [Attribute] {
    let schemas = [source, target].compactMap { $0 }
    let own = entity.flatMap { entity in
      schemas.compactMap { $0.attribute(named: name, of: entity)?.attribute }.first
    }
    if let own { return [own] }
    return schemas.flatMap { $0.entities }.flatMap(\.attributes).filter {
      $0.name.asciiLowercased == name.asciiLowercased
    }
  }

  /// The entity that the SQL is about.
  private var entity: String? {
    switch role {
    case .value(_, let entity), .filter(let entity): entity
    case .expectation, .script: nil
    }
  }
}
