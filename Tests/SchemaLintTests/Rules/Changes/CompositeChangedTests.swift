import SchemaLint
import Testing

struct CompositeChangedTests {
  private static let people = """
    composites:
      Address: {attributes: {street: string?, code: string?, town: string}}
    entities:
      Person: {attributes: {home: Address?, former: "[Address]"}}
    """

  @Test func `elements that are removed, of another type or newly required are reported`() throws {
    try expect(
      CompositeChanged(), in: Self.people,
      """
      composites:
        Address:
          # ! the shape of 'Address' differs from the one that values of 'Person.home' have
          # + 'town' is removed, with its values
          # + 'code' was string and is int
          # + 'country' is required from now on, and has no default
          # + 'street' is required from now on, and has no default
          # + say how old values become new ones: 'home: {using: …}' under 'migration: map: Person:'
          attributes: {code: int?, country: string, street: string, note: string?}
      entities:
        Person: {attributes: {home: Address?, former: "[Address]", next: Address?}}
        Firm: {attributes: {seat: Address?}}
      migration:
        map: {Person: {former: {using: "'[]'"}}}
      """)
  }

  @Test func `elements that are optional or renamed are not reported`() throws {
    try expect(
      CompositeChanged(), in: Self.people,
      """
      composites:
        Address:
          attributes:
            road: {type: string, optional: true, renamedFrom: street}
            code: string?
            town: string?
            country: string?
      entities:
        Person: {attributes: {home: Address?, former: "[Address]"}}
      """)
  }

  @Test func `a new piece is required with a default, too, but where the platform opens no store`()
    throws
  {
    let before = """
      composites:
        Goal: {attributes: {rate: int16}}
      entities:
        Plan: {attributes: {goal: Goal?}}
      """
    try expect(
      CompositeChanged(), in: before,
      """
      composites:
        Goal:
          # ! the shape of 'Goal' differs from the one that values of 'Plan.goal' have
          # + 'power' is new and required: the platform is reported to open no store then (error
          #   134110), with a default or without; make it optional
          # + say how old values become new ones: 'goal: {using: …}' under 'migration: map: Plan:'
          attributes: {rate: double, power: int = 0}
      entities:
        Plan: {attributes: {goal: Goal?}}
      """)
    try expect(
      CompositeChanged(), in: before,
      """
      composites:
        Goal: {attributes: {rate: int16, power: int = 0}}
      entities:
        Plan: {table: plans, attributes: {goal: Goal?}}
      """)
  }
}
