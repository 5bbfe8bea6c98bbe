import SchemaLint
import Testing

struct EntityVanishesBetweenTests {
  @Test func `an entity that is missing between two versions is flagged there`() throws {
    try expect(
      EntityVanishesBetween(), in: "entities: {Book: {}, Shelf: {}}",
      """
      version: 2.0.0
      # ! 2.0.0 has no 'Shelf', which 1.0.0 and 4.0.0 have: a store that passes through it loses
      #   every object
      # + 'Shelf' comes back empty here; let the version between keep it
      entities: {Book: {}}
      """, "entities: {Book: {}, Note: {}}", "entities: {Book: {}, Shelf: {}}")
  }

  @Test func `an entity that stays removed, is never missing or is renamed is not flagged`() throws
  {
    try expect(
      EntityVanishesBetween(), in: "entities: {Book: {}, Shelf: {}}", "entities: {Book: {}}",
      "entities: {Book: {}}")
    try expect(
      EntityVanishesBetween(), in: "entities: {Book: {}, Shelf: {}}",
      "entities: {Book: {}, Rack: {renamedFrom: Shelf}}",
      "entities: {Book: {}, Shelf: {renamedFrom: Rack}}")
  }
}
