import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct LightweightNotInferredTests {
  private static let before = """
    entities:
      Book:
        attributes: {pages: int16, price: int, code: uuid, cover: {type: data, storage: external}}
    """

  @Test func `a change that the platform refuses is flagged where no migration is declared`() throws
  {
    try expect(
      LightweightNotInferred(), in: Self.before,
      """
      entities:
        Book:
          attributes:
            pages: double
            price: decimal
            # ! the platform cannot infer the migration from 1.0.0 to 2.0.0, and no migration is declared:
            #   attribute Book.price: int to decimal
            # + the platform is known to convert numbers, but not decimals: the app cannot open its
            #   store (error 134140)
            # + leave it as it was, and add a property for what is new; or write a custom stage or a
            #   mapping model in the app, and 'migration: {kind: custom}' here
            code: string
            # ! the platform cannot infer the migration from 1.0.0 to 2.0.0, and no migration is declared:
            #   attribute Book.code: uuid to string
            # + the platform converts only numbers: the app cannot open its store (error 134140)
            # + leave it as it was, and add a property for what is new; or write a custom stage or a
            #   mapping model in the app, and 'migration: {kind: custom}' here
            cover: data
            # ! the platform cannot infer the migration from 1.0.0 to 2.0.0, and no migration is declared:
            #   attribute Book.cover: storage now inline
            # + the platform does not move values out of external storage by itself: the app cannot
            #   open its store (error 134140)
            # + leave it as it was, and add a property for what is new; or write a custom stage or a
            #   mapping model in the app, and 'migration: {kind: custom}' here
      """)
  }

  @Test func `a renamed class of SwiftData is flagged where no migration is declared`()
    throws
  {
    try expect(
      LightweightNotInferred(), in: "platform: swiftdata\nentities: {Book: {}}",
      """
      platform: swiftdata
      entities:
        Tome:
          renamedFrom: Book
          # ! SwiftData has no original name for a class: unless a custom stage copies its objects, every
          #   'Book' is lost, and 'Tome' starts empty
          # + keep the class 'Book', with 'typealias Tome = Book' for the app's code; or copy its objects
          #   over two versions, as 'migrate explain rename-entity' shows
          # + where the app has such a stage, write 'migration: {kind: custom}' here
      """)
  }

  @Test(arguments: [
    "entities: {Book: {attributes: {pages: int16, price: decimal, code: string, cover: data}}}\n"
      + "migration: {kind: custom}",
    "entities: {Book: {table: books, attributes: {pages: string, price: decimal}}}",
    "entities: {Book: {attributes: {pages: bool, price: float, code: uuid?, "
      + "cover: {type: data, storage: external}, note: string?}}}",
  ])
  func `a declared migration, an existing database and inferred changes draw nothing`(
    version: String
  ) throws {
    try expect(LightweightNotInferred(), in: Self.before, version)
  }

  @Test func `a rule that says more about the same change reports it instead`() throws {
    let found = try findings(
      in: "entities: {Book: {attributes: {year: string, isbn: string?}}}",
      "entities: {Book: {attributes: {year: int, isbn: string, made: date}}}")
    #expect(
      found == [
        "lossy-type-change error", "optional-made-required error",
        "required-added-without-default error",
      ])
  }

  private func findings(in versions: String...) throws -> [String] {
    let model = try MarkedModel(versions)
    return Linter.report(on: [model.history]).findings.map {
      "\($0.finding.rule.name) \($0.diagnostic.severity)"
    }
  }
}
