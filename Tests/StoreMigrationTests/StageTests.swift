import SQLite
import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
@testable import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// Several versions at once, with and without checks in between.
struct StageTests {
  @Test func `three hops without checks in between are one migration that rewrites nothing`() throws
  {
    let history = try RepositorySchemas.history(of: "Epilogue")
    let store = try TestStore(history.oldest)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.migration.hops.count == 3)
    #expect(plan.migration.stages.count == 1)
    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT source, target, rowsRewritten FROM _migrate_history") == [
        [.text("1.0.0"), .text("4.0.0"), .integer(0)]
      ])
  }

  @Test func `a check in the middle sees its own version, and its failure undoes everything`()
    throws
  {
    let history = try chain(expecting: 3)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.migration.stages.count == 2)
    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT _id, title, pages FROM Book ORDER BY _id") == [
        [.integer(1), .text("Emma!"), .text("4")], [.integer(5), .text("O'Hara 🦊!"), .text("8")],
        [.integer(9), .text("!"), .text("0")],
      ])

    let other = try TestStore(history.oldest, filledBy: Library.content)
    let before = try other.dump()
    guard case .rolledBack(.checks(let checks), _)? = failure(of: other, try chain(expecting: 4))
    else {
      Issue.record("not rolled back")
      return
    }
    #expect(checks.map(\.found) == [.value(.integer(3))])
    #expect(try other.dump() == before)
  }

  /// Version 2 gives each book its pages, and counts them; version 3 changes them and the title.
  private func chain(expecting count: Int) throws -> SchemaHistory {
    let pages = Library.first.replacing(
      "      isbn: string?", with: "      isbn: string?\n      pages: int = 0")
    let second =
      pages.replacing("version: 1.0.0", with: "version: 2.0.0")
        + """

        migration:
          kind: custom
          map: {Book: {pages: {using: "length(title)"}}}
          after: [{expect: "SELECT count(*) FROM Book WHERE pages = length(title)", equals: \(count)}]
        """
    let third =
      pages.replacing("version: 1.0.0", with: "version: 3.0.0")
      .replacing("pages: int = 0", with: "pages: string = \"\"")
        + """

        migration:
          kind: custom
          map: {Book: {title: {using: "title || '!'"}}}
        """
    return try SchemaHistory(Library.first, second, third)
  }

  @Test func `broken references are refused, or carried as they are`() throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "INSERT INTO Note (_id, text, book) VALUES (50, 'orphan', 404);")
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(
      error
        == .refused([
          .brokenReferences([
            BrokenReference(
              table: "Note", column: "book", destination: "Book", count: 1, examples: [50])
          ])
        ]))
    #expect(error.exitStatus == 3)
    #expect(try store.dump() == before)
    _ = try migrated(store, history, .testing { $0.carriesBrokenReferences = true })
    #expect(
      try store.rows("SELECT book FROM Note WHERE _id = 50") == [[.integer(404)]])
  }

  @Test func `broken references of a table that the model does not name are not for repair`() throws
  {
    let history = try Library.withNumericYear()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content
        + "CREATE TABLE mine (book REFERENCES Book (_id)); INSERT INTO mine VALUES (99);")
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: "my.store").map { [$0.message] + $0.notes.map(\.message) } == [
        [
          "1 row of 'mine' (rowid 1) refers by 'book' to rows of 'Book' that are not there",
          "the model does not name 'mine', so its rows are for you to correct or delete; "
            + "'--carry-broken-references' leaves them",
        ]
      ])
    #expect(error.exitStatus == 3)
    #expect(
      error.standing(of: "my.store").nextCommand
        == "migrate apply my.store --carry-broken-references")
    _ = try migrated(store, history, .testing { $0.carriesBrokenReferences = true })
    #expect(try store.rows("SELECT * FROM mine") == [[.integer(99)]])
  }

  @Test func `requirements of a sub-entity are checked where its table cannot`() throws {
    let first = """
      schema: Shapes
      version: 1.0.0
      entities:
        Shape:
          attributes: {name: string}
        Circle:
          parent: Shape
          attributes: {radius: double?}
      """
    let second =
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("radius: double?", with: "radius: double, kind: \"enum(small, large) = small\"")
        + """

        migration:
          kind: custom
          map: {Circle: {radius: {using: "CASE name WHEN 'b' THEN NULL ELSE 1.0 END"}, kind: {using: "name"}}}
          after: [{expect: "SELECT count(*) FROM Circle", equals: 2}]
        """
    let history = try SchemaHistory(first, second)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shape (_id, _entity, name, radius)
          VALUES (1, 'Shape', 'a', NULL), (2, 'Circle', 'b', 2.0), (3, 'Circle', 'large', 3.0);
        """)
    let options = MigrationOptions.testing {
      $0.allowedLosses = ["rewrite-attribute:Circle.radius"]
    }
    #expect(
      failure(of: store, history, options)
        == .rolledBack(
          .brokenDemands([
            BrokenDemand(
              finding: Finding(.missingValue(PropertyName("Circle", "radius")), examples: [2]),
              samples: [
                SampleObject(identity: 2, values: [.init(property: "radius", value: .null)])
              ],
              demandedAt: .init(file: "V2.yaml", line: 8, column: 18),
              madeAt: .init(file: "V2.yaml", line: 11, column: 34)),
            BrokenDemand(
              finding: Finding(.unknownCase(PropertyName("Circle", "kind")), examples: [2]),
              samples: [
                SampleObject(identity: 2, values: [.init(property: "kind", value: .text("b"))])
              ],
              demandedAt: .init(file: "V2.yaml", line: 8, column: 34),
              madeAt: .init(file: "V2.yaml", line: 11, column: 94)),
          ]), backup: store.path + ".v1.0.0.backup.json"))
    try store.execute(
      "DELETE FROM Shape WHERE _id = 2; INSERT INTO Shape (_id, _entity, name) VALUES (4, 'Circle', 'small')"
    )
    #expect(try migrated(store, history, options).target == Version(2))
  }
}
