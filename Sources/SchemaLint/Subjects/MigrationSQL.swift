internal import Diagnostics
public import SchemaModel
package import SQLText

/// A piece of SQL that a migration runs, with what it speaks about.
public struct MigrationSQL: Sendable {
  /// What the piece is for.
  public enum Role: Hashable, Sendable {
    /// The value of a property of the new version.
    case value(property: String, entity: String)
    /// The condition for the objects of an entity to carry over.
    case filter(entity: String)
    /// The query of a check.
    case expectation
    /// Statements that are run one after the other.
    case script
  }

  /// The text.
  public let text: String
  /// What it is for.
  public let role: Role
  /// The version before, whose properties it may read; nil where it is not known.
  public let source: Schema?
  /// The version after; nil where it is not known.
  public let target: Schema?
  /// Its tokens.
  package let tokens: SQLTokens
  private let origin: Finding.Place
  /// Where the lines of a script begin, in UTF-8 bytes.
  private var lineStarts: [Int] = []

  /// A piece of SQL that stands at a part of a schema file.
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

  /// A script in a file of its own.
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

  /// Where a token stands: its own line and column in a script, else the place of the piece.
  func place(ofTokenAt index: Int) -> Finding.Place {
    guard case .location(let start) = origin else { return origin }
    let offset = tokens.offset(of: index)
    let line = lineNumber(ofByteAt: offset)
    let before = tokens.source(lineStarts[line - 1]..<offset)
    return .location(
      SourceLocation(file: start.file, line: line, column: before.unicodeScalars.count + 1))
  }

  /// The number of the line that a byte of a script is in: how many lines begin up to there.
  private func lineNumber(ofByteAt offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
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

  /// The keywords of a statement's first words, as many as are asked for.
  func keywords(_ statement: Range<Int>, _ count: Int) -> [String] {
    statement.prefix(count).map { tokens[$0].keyword }
  }
}
