import Diagnostics
import MigrationPlanner
import SQLite
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreLayout
import StoreMigration
import Testing
import TestSupport

/// Changes that a column makes to the values of expressions: they are reported like changes by the
/// expressions, and are the same directly and step by step.
struct StoredResultTests {
  private func document(_ version: Int, _ attributes: String, _ using: String = "") -> String {
    "schema: X\nversion: \(version).0.0\nentities: {E: {attributes: {\(attributes)}}}\n"
      + (using.isEmpty ? "" : "migration: {map: {E: {\(using)}}}\n")
  }

  /// The value losses in a plan, in short: `lost 1 [9]`.
  private func outcomes(_ path: String, _ history: SchemaHistory) throws -> [String] {
    try Migrator(history: history, options: .testing()).plan(for: path).losses.map {
      "\($0.risk == "certain" ? "lost" : "at risk") \($0.count ?? 0) \($0.numbers)"
    }
  }

  // MARK: What is lost

  @Test(
    arguments: [
      ("int", "double", "x", "9007199254740993", "lost 1 [1]"),
      ("int", "double", "(\"X\")", "9007199254740993", "lost 1 [1]"),
      ("int", "double", "x", "9007199254740992", ""),
      ("int", "date", "x", "-9007199254740993", "lost 1 [1]"),
      ("int", "double", "coalesce(x, 0)", "9007199254740993", "at risk 1 [1]"),
      ("int", "double", "E.x", "9007199254740993", "at risk 1 [1]"),
      ("int", "string", "x", "9007199254740993", ""),
      ("decimal", "double", "x", "'100000000000000000000.1'", "lost 1 [1]"),
      ("decimal", "double", "x", "'1.50'", ""),
      ("double", "string", "x", "0.1 + 0.2", "lost 1 [1]"),
      ("string", "double", "x", "'0.1000000000000000055511151231257827'", "lost 1 [1]"),
      // Values that a STRICT table refuses are reported by the refusal.
      ("string", "int", "x", "'4.5'", ""), ("double", "int", "x", "4.5", ""),
      ("string", "int", "x", "'12'", ""),
      ("string", "int", "x || x", "'1'", "at risk 1 [1]"),
    ])
  func `a column of another type that takes only a part of a value loses the value`(
    before: String, after: String, expression: String, value: String, expected: String
  ) throws {
    let history = try SchemaHistory(
      document(1, "x: \(before)?"),
      document(2, "x: \(after)?", "x: {using: '\(expression)'}"))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO E (_id, x) VALUES (1, \(value)), (2, NULL)")
    #expect(try outcomes(store.path, history) == (expected.isEmpty ? [] : [expected]))
  }

  @Test func `a value that another property takes counts as kept where its type holds it`() throws {
    for (type, expected) in [("int?", []), ("double?", ["lost 1 [1]"])] {
      let history = try SchemaHistory(
        document(1, "x: int?"),
        document(2, "x: string?, y: \(type)", "x: {using: 'substr(x, 1, 3)'}, y: {using: x}"))
      let store = try TestStore(
        history.oldest, filledBy: "INSERT INTO E (_id, x) VALUES (1, 9007199254740993)")
      #expect(
        try outcomes(store.path, history).map { $0.replacing("at risk", with: "lost") } == expected)
    }
  }

  @Test(
    arguments: [
      ("pages: double", "pages: {using: pages}", ["lost 1 [1]"]),
      ("pages: double", "pages: {using: PAGES}", ["lost 1 [1]"]),
      ("pages: int", "pages: {using: pages}", []),
      ("leaves: double", "leaves: {using: pages}", ["lost 1 [1]"]),
      ("leaves: string", "leaves: {using: pages}", []),
      ("leaves: double", "leaves: {using: 'coalesce(pages, 0)'}", ["lost 1 [1]"]),
    ])
  func `values of objects that become others are counted the same way`(
    attributes: String, using: String, expected: [String]
  ) throws {
    let history = try SchemaHistory(
      "schema: M\nversion: 1.0.0\nentities: {B: {attributes: {pages: int}}}\n",
      "schema: M\nversion: 2.0.0\nentities: {W: {attributes: {\(attributes)}}}\n"
        + "migration: {map: {W: {from: {B: {\(using)}}}}}\n")
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO B VALUES (1, 9007199254740993), (2, 4)")
    #expect(try outcomes(store.path, history) == expected)
    #expect((failure(of: store, history) == nil) == expected.isEmpty)
  }

  private static func table(
    _ version: Int, _ type: String, _ declared: String, _ rest: String = ""
  ) -> String {
    """
    schema: X
    version: \(version).0.0
    entities:
      t:
        table: t
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          x: {type: \(type), optional: true, sqlType: \(declared)}
    \(rest)
    """
  }

  private func plan(_ later: String..., of values: String) throws -> StorePlan {
    let history = SchemaHistory(
      try ([Self.table(1, "int", "BIGINT")] + later).enumerated().map {
        try SchemaReader.read(text: $0.element, name: "V\($0.offset + 1).yaml")
      })
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/old.db"
    try Connection(path: path, mode: .create).executeScript(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x BIGINT); INSERT INTO t VALUES \(values);")
    return try Migrator(history: history, options: .testing { $0.source = Version(1) })
      .plan(for: path)
  }

  @Test(arguments: [("DOUBLE", ["lost: 1 value of t.x, of the object with id 1"]), ("NUMERIC", [])])
  func `values of existing tables are counted the same way`(
    declared: String, expected: [String]
  ) throws {
    let second = Self.table(2, "double", declared, "migration: {map: {t: {x: {using: x}}}}\n")
    let plan = try plan(second, of: "(1, 9007199254740993), (2, 4), (3, NULL), (4, 'many')")
    #expect(plan.losses.map(\.message) == expected)
  }

  @Test(arguments: ["", "migration: {map: {t: {x: {using: x}}}}\n"])
  func `a column whose declared type alone changes refuses values that it would change`(
    migration: String
  ) throws {
    let plan = try plan(
      Self.table(2, "int", "DOUBLE", migration), of: "(1, 9007199254740993), (2, 4), (3, NULL)")
    #expect(plan.losses == [])
    #expect(
      plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: "old.db") }.map(
        \.message) == [
          "the value of 1 object for 't.x' cannot be converted: a column declared DOUBLE holds "
            + "another value instead"
        ])
  }

  @Test func `losses of later versions are counted in the values that the column holds`() throws {
    let plan = try plan(
      Self.table(2, "double", "DOUBLE", "migration: {map: {t: {x: {using: x}}}}\n"),
      Self.table(3, "string", "TEXT", "migration: {map: {t: {x: {using: \"x || ''\"}}}}\n"),
      of: "(1, 9007199254740994), (2, 4)")
    #expect(
      plan.losses.map { "\($0.version) \($0.message)" } == [
        "3.0.0 at risk: 1 value of t.x, of the object with id 1"
      ])
  }

  // MARK: Days

  @Test(
    arguments: [
      ("unixepoch(day)", "2024-02-30", false), ("unixepoch(day)", "2024-02-29", true),
      ("unixepoch(day)", "2023-02-29 10:00", false), ("unixepoch(day)", "2024-04-31T01:00Z", false),
      ("unixepoch(day)", "2024-01-02 24:10", false), ("unixepoch(day)", "2024-01-02 23:10", true),
      ("unixepoch(day)", "2024-01-02T23:10:05+02:00", true), ("unixepoch(day)", "12:00", false),
      (
        "round((julianday(day) - 2440587.5) * 86400.0, 3)", "2024-01-02 00:00:00.123", true
      ),
      (
        "round((julianday(day) - 2440587.5) * 86400.0, 3)", "2024-01-02 00:00:00.1239", false
      ),
      ("strftime('%s', day)", "2024-02-30", false), ("strftime('%s', day)", "2024-01-30", true),
      ("(julianday(day) - 2440587.5) * 86400.0", "2024-02-30", false),
      ("(julianday(day) - 2440587.5) * 86400.0", "2024-03-30", true),
    ])
  func `a text that is not a date is at risk where it becomes a date`(
    expression: String, text: String, isKept: Bool
  ) throws {
    let history = try SchemaHistory(
      document(1, "day: string?"), document(2, "day: date?", "day: {using: \"\(expression)\"}"))
    let store = try TestStore(history.oldest, filledBy: "INSERT INTO E VALUES (1, '\(text)')")
    #expect(try outcomes(store.path, history) == (isKept ? [] : ["at risk 1 [1]"]))
  }

  // MARK: Ways

  /// The attribute in each version and what gives its values, with a value of the first.
  @Test(
    arguments: [
      (["int?", "double?", "int?"], ["x", "CAST(x AS INTEGER)"], "9007199254740993"),
      (["string?", "int?", "string?"], ["x", "x || ''"], "'012'"),
      (["string?", "double?", "string?"], ["x", ""], "' 1.50 '"),
      (["double?", "int?", "string?"], ["x * 2", "x || ''"], "4.5"),
      (["string?", "double?", "string?"], ["x", "typeof(x) || x"], "'1e2'"),
      (["int?", "string?", "int?"], ["x", "length(x) + (typeof(x) = 'text')"], "12"),
      (["int?", "double?", "double?", "string?"], ["x", "", "x || ''"], "7"),
      (["int?", "double?", "double?"], ["x", "x / 2"], "7"),
    ])
  func `each version reads the values that the previous one would have held`(
    types: [String], expressions: [String], value: String
  ) throws {
    let texts = types.enumerated().map { position, type in
      let using = position == 0 ? "" : expressions[position - 1]
      return document(
        position + 1, "x: \(type)", using.isEmpty ? "" : "x: {using: \"\(using)\"}")
    }
    let history = SchemaHistory(
      try texts.enumerated().map {
        try SchemaReader.read(text: $0.element, name: "V\($0.offset + 1).yaml")
      })
    let content = "INSERT INTO E (_id, x) VALUES (1, \(value)), (2, NULL)"
    let direct = try TestStore(history.oldest, filledBy: content)
    let stepwise = try TestStore(history.oldest, filledBy: content)
    try migrateApprovingAll(direct, history, to: types.count)
    for version in 2...types.count { try migrateApprovingAll(stepwise, history, to: version) }
    let values: SQL = "SELECT _id, x FROM E ORDER BY 1"
    #expect(try direct.rows(values) == stepwise.rows(values))
  }

  private func migrateApprovingAll(
    _ store: TestStore, _ history: SchemaHistory, to version: Int
  ) throws {
    var options = MigrationOptions.testing { $0.target = Version(version) }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    options.allowedLosses = Set(plan.losses.compactMap(\.approval))
    _ = try migrated(store, history, options)
  }

  @Test func `a value that a version in between would refuse is refused`() throws {
    let history = try SchemaHistory(
      document(1, "x: string?"), document(2, "x: int?", "x: {using: x}"),
      document(3, "x: string?", "x: {using: \"'no. ' || x\"}"))
    let store = try TestStore(history.oldest, filledBy: "INSERT INTO E VALUES (1, '4.5'), (2, '3')")
    let error = try #require(
      failure(
        of: store, history, .testing { $0.allowedLosses = ["change-attribute-type:E.x"] }))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "the value of 1 object for 'E.x' cannot be converted: what the expression gives is no int"
      ])
  }
}
