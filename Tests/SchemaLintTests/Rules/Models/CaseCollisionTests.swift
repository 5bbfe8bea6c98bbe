import SchemaLint
import Testing

struct CaseCollisionTests {
  @Test func `cases, elements, types and queries are compared`() throws {
    try expect(
      CaseCollision(),
      in: """
        enums:
          State:
            cases: [open, Open]
              # ! the case 'Open' of 'State' differs from 'open' by case only
              # + 'open' is here
              # + give one of them another name; where 'Open' is released, keep its raw value,
              #   "Open", which objects hold
          # (the next name is that of an entity)
          task: [a, b]
          # ! the enumeration 'task' differs from 'Task' by case only
          # + 'Task' is here
          # + give one of them another name; no object holds it
        composites:
          Address:
            attributes:
              street: string
              Street: string
              # ! the attribute 'Street' of 'Address' differs from 'street' by case only
              # + 'street' is here
              # + give one of them another name, with 'renamedFrom: Street' where a released version
              #   has 'Street'
        entities:
          Task:
            attributes: {state: State, address: Address, kind: task}
        queries:
          all: {from: Task}
          All: {from: Task}
          # ! the query 'All' differs from 'all' by case only
          # + 'all' is here
          # + give one of them another name; no object holds it
        """)
  }

  @Test func `the same case in two enumerations is not flagged`() throws {
    try expect(
      CaseCollision(),
      in: """
        enums:
          State: [open, done]
          Gate: [Open, Shut]
        entities:
          Task:
            attributes: {state: State, gate: Gate}
        """)
  }
}
