import SchemaLint
import Testing

struct RequiredCycleTests {
  @Test func `entities that need each other are found once`() throws {
    try expect(
      RequiredCycle(),
      in: """
        entities:
          Account:
            relationships:
              owner: {toOne: Person, inverse: account, delete: cascade}
              # ! 'Account.owner', 'Person.account' need each other: neither object can be inserted first
              # + 'Person.account' is required, too
              # + let one of them be empty: 'toOne: Person?'
          Person:
            relationships:
              account: {toOne: Account, inverse: owner, delete: cascade}
        """)
  }

  @Test func `an entity that needs another of itself has no first object`() throws {
    try expect(
      RequiredCycle(),
      in: """
        entities:
          Node:
            relationships:
              parent: {toOne: Node, inverse: children, delete: nullify}
              # ! 'Node.parent' needs another 'Node' to be there first
              # + let one of them be empty: 'toOne: Node?'
              children: {toMany: Node, inverse: parent, delete: cascade}
        """)
  }

  @Test func `sub-entities require what their parent requires`() throws {
    try expect(
      RequiredCycle(),
      in: """
        entities:
          Item:
            relationships:
              owner: {toOne: Person, inverse: items, delete: nullify}
              # ! 'Item.owner', 'Person.home' need each other: neither object can be inserted first
              # + 'Person.home' is required, too
              # + let one of them be empty: 'toOne: Person?'
          House:
            parent: Item
            relationships:
              residents: {toMany: Person, inverse: home, delete: cascade}
          Person:
            relationships:
              items: {toMany: Item, inverse: owner, delete: cascade}
              home: {toOne: House, inverse: residents, delete: nullify}
        """)
  }

  @Test func `one link that may be empty gives an order`() throws {
    try expect(
      RequiredCycle(),
      in: """
        entities:
          A: {relationships: {b: {toOne: B, inverse: a, delete: cascade}}}
          B: {relationships: {a: {toOne: A?, inverse: b, delete: cascade}, c: {toOne: C, inverse: b, delete: cascade}}}
          C: {relationships: {b: {toOne: B?, inverse: c, delete: cascade}}}
        """)
  }
}
