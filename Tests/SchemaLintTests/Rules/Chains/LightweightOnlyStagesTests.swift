import SchemaLint
import Testing

struct LightweightOnlyStagesTests {
  @Test func `a type that changes through a version without the attribute is flagged`() throws {
    try expect(
      LightweightOnlyStages(), in: "entities: {Book: {attributes: {year: string?}}}",
      "entities: {Book: {attributes: {year: string?, isbn: string?}}}",
      "entities: {Book: {attributes: {isbn: string?}}}",
      """
      entities:
        Book:
          attributes:
            isbn: string?
            year: int?
            # ! every stage up to 4.0.0 is lightweight, but the platform makes one step of them, which it
            #   cannot infer from any of 1.0.0 to 2.0.0: attribute Book.year: string to int
            # + the platform converts only numbers; here a value that does not fit fails the migration
            # + make one of the migrations between custom: one check under 'migration.after' does it
      """)
  }

  @Test func `stages that can be inferred as a whole, or include a custom one, are not flagged`()
    throws
  {
    try expect(
      LightweightOnlyStages(), in: "entities: {Book: {attributes: {a: int?}}}",
      "entities: {Book: {attributes: {a: int?, b: int?}}}",
      "entities: {Book: {attributes: {a: int?, b: int?, c: int = 0}}}")
    try expect(
      LightweightOnlyStages(), in: "entities: {Book: {attributes: {year: string?, b: int?}}}",
      "entities: {Book: {attributes: {b: int?}}}\nmigration: {after: [{count: Book}]}",
      "entities: {Book: {attributes: {b: int?, year: int?}}}")
  }
}
