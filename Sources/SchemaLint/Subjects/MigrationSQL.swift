internal import Diagnostics
public import SchemaModel
package import SQLText

/// The text of SQL that a migration runs, with its purpose.
public struct MigrationSQL: Sendable {
  /// The purpose of the SQL.
  public enum Role: Hashable, Sendable {
    /// The value of a property of the new version.
    case value(property: String, entity: String)
    /// The condition for the objects of an entity that are migrated.
    case filter(entity: String)
    /// The query of a check.
    case expectation
    /// Statements that are run one after another.
    case script
  }

  /// The text.
  public let text: String
  /// The purpose of the SQL.
  public let role: Role
  /// The previous version, whose properties the SQL may read; nil if it is unknown.
  public let source: Schema?
  /// The new version; nil if it is unknown.
  public let target: Schema?
  /// The tokens of the text.
  package let tokens: SQLTokens
  private let origin: Finding.Place
  /// The offsets at which the lines of a script begin, in UTF-8 bytes.
  private var lineStarts: [Int] = []

  /// The SQL at a part of a schema file.
  public init(
    _ text: String, role: Role, at path: SchemaPath, source: Schema? = nil, target: Schema? = nil
  ) {
    self.text = text
    self.role = role
    self.source = source
    self.target = target
    tokens = SQLTokens(text)
    origin = .part(path)
  }

  /// A script in a separate file.
  public init(script text: String, file: String) {
    self.text = text
    role = .script
    (source, target) = (nil, nil)
    tokens = SQLTokens(text)
    origin = .location(SourceLocation(file: file, line: 1, column: 1))
    lineStarts = [0] + text.utf8.enumerated().filter { $0.element == 0x0a }.map { $0.offset + 1 }
  }
}

extension MigrationSQL {
  /// All SQL that a document's migration runs, in the order in which it runs.
  public static func all(in document: SchemaDocument, source: Schema? = nil) -> [MigrationSQL] {
    guard let declaration = document.migration else { return [] }
    let root = SchemaPath(["migration"])
    func piece(_ text: String, _ role: Role, _ path: SchemaPath) -> MigrationSQL {
      MigrationSQL(text, role: role, at: path, source: source, target: document.schema)
    }
    func checks(_ key: String, _ list: [MigrationDeclaration.Check]) -> [MigrationSQL] {
      list.enumerated().compactMap { position, check in
        guard case .expect(let sql, _) = check else { return nil }
        return piece(sql, .expectation, root.appending(key, "\(position)"))
      }
    }
    let maps = declaration.maps.flatMap { map in
      let path = root.appending("map", map.entity)
      func pieces(
        _ properties: [String: String], _ filter: String?, _ path: SchemaPath
      ) -> [MigrationSQL] {
        properties.sorted { $0.key < $1.key }.map { property, sql in
          piece(
            sql, .value(property: property, entity: map.entity), path.appending(property, "using"))
        } + (filter.map { [piece($0, .filter(entity: map.entity), path.appending("where"))] } ?? [])
      }
      return pieces(map.properties, map.filter, path)
        + map.origins.flatMap {
          pieces($0.properties, $0.filter, path.appending("from", $0.entity))
        }
    }
    let steps = declaration.steps.enumerated().compactMap { position, step -> MigrationSQL? in
      guard case .sql(let sql) = step.work else { return nil }
      return piece(sql, .script, root.appending("steps", "\(position)", "sql"))
    }
    return checks("before", declaration.before) + maps + steps + checks("after", declaration.after)
  }

  /// The place of a token: its line and column in a script, else the part of the schema file.
  func place(ofTokenAt index: Int) -> Finding.Place {
    guard case .location(let start) = origin else { return origin }
    let offset = tokens.offset(of: index)
    let line = lineStarts.lastIndex(ofAtMost: offset)
    let before = tokens.source(lineStarts[line]..<offset)
    return .location(
      SourceLocation(file: start.file, line: line + 1, column: before.unicodeScalars.count + 1))
  }

  /// The statements, as ranges of tokens, without the semicolons between them.
  ///
  /// The body of a trigger, from BEGIN to END, belongs to the statement that creates it.
  var statements: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var isTrigger = false
    for index in 0..<tokens.count {
      if tokens[index].keyword == "TRIGGER", start < index, tokens[start].keyword == "CREATE" {
        isTrigger = true
      }
      guard tokens[index].text == ";" else { continue }
      if isTrigger, tokens[index - 1].keyword != "END" { continue }
      if start < index { result.append(start..<index) }
      (start, isTrigger) = (index + 1, false)
    }
    return start < tokens.count ? result + [start..<tokens.count] : result
  }

  /// The keywords of the first words of a statement, at most `count`.
  func keywords(_ statement: Range<Int>, _ count: Int) -> [String] {
    statement.prefix(count).map { tokens[$0].keyword }
  }
}
