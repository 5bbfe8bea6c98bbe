import SchemaLint
import Testing

struct CompositeChangedTests {
  private static let people = """
    composites:
      Address: {attributes: {street: string?, code: string?, town: string}}
    entities:
      Person: {attributes: {home: Address?, former: "[Address]"}}
    """

  @Test func `pieces that are gone, of another type or newly required are told`() throws {
    try expect(
      CompositeChanged(), in: Self.people,
      """
      composites:
        Address:
          # ! the shape of 'Address' differs from the one that values of 'Person.home' have
          # + 'town' is gone, with its values
          # + 'code' was string and is int
          # + 'country' is required from now on, and has no default
          # + 'street' is required from now on, and has no default
          # + say how old values become new ones: 'migration.map.Person.home: {using: …}'
          attributes: {code: int?, country: string, street: string, note: string?}
      entities:
        Person: {attributes: {home: Address?, former: "[Address]", next: Address?}}
        Firm: {attributes: {seat: Address?}}
      migration:
        map: {Person: {former: {using: "'[]'"}}}
      """)
  }

  @Test func `what may be empty, has a default or is renamed is not`() throws {
    try expect(
      CompositeChanged(), in: Self.people,
      """
      composites:
        Address:
          attributes:
            road: {type: string, optional: true, renamedFrom: street}
            code: string?
            town: string?
            country: string = unknown
      entities:
        Person: {attributes: {home: Address?, former: "[Address]"}}
      """)
  }
}
