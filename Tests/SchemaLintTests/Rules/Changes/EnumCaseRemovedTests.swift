import SchemaLint
import SchemaModel
import Testing

struct EnumCaseRemovedTests {
  private static let tasks = """
    enums:
      Priority: {raw: int, cases: {low: 0, normal: 1, high: 2}}
      State: {cases: {open: open, held: o'hold, done: done}}
    entities:
      Task:
        attributes: {state: State, priority: Priority, tags: "[enum(a, b)]"}
    """

  @Test func `a removed case is flagged, and shown in SQL by its stored value`() throws {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        Priority: {raw: int, cases: {normal: 1, high: 2}}
        State: {cases: {open: open, done: done}}
      entities:
        Task:
          attributes:
            state: State = done
            # ! 'Task.state' no longer has 'held', which objects may hold
            # + keep what may be held, or say what such objects hold instead:
            #   'state: {using: "iif(state IN ('o''hold'), 'done', state)"}' under 'migration: map: Task:'
            # > unsafe: set kind to custom in migration; set using to "iif(state IN ('o''hold'),
            #   'done', state)" in migration.map.Task.state; append {expect: "SELECT count(*) FROM Task
            #   WHERE state IN ('o''hold')", equals: 0} to migration.after
            priority: Priority?
            # ! 'Task.priority' no longer has 'low', which objects may hold
            # + keep what may be held, or say what such objects hold instead:
            #   'priority: {using: "iif(priority IN (0), NULL, priority)"}' under 'migration: map: Task:'
            # > unsafe: set kind to custom in migration; set using to "iif(priority IN (0), NULL,
            #   priority)" in migration.map.Task.priority; append {expect: "SELECT count(*) FROM Task
            #   WHERE priority IN (0)", equals: 0} to migration.after
            tags: "[enum(a)]"
            # ! 'Task.tags' no longer has 'b', which objects may hold
            # + keep what may be held, or say what such objects hold instead:
            #   'tags: {using: …}' under 'migration: map: Task:'
      """)
  }

  @Test func `another raw value of a case is flagged if the platform reads stores`() throws {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        State: {cases: {open: o, held: o'hold, done: done}}
      entities:
        Task:
          attributes:
            state: State
            # ! objects may hold 'open' for 'open' in 'Task.state', which has another raw value now
            # + keep what is stored, and nothing has to be rewritten: 'open: "open"'
            # + keep what may be held, or say what such objects hold instead:
            #   'state: {using: …}' under 'migration: map: Task:'
      """)
  }

  @Test func `a number that another case has now is kept, and the new case gets a free one`() throws
  {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        Priority: {raw: int, cases: {low: 0, soon: 1, normal: 2, high: 3}}
      entities:
        Task:
          attributes:
            priority: Priority
            # ! objects may hold '1' for 'normal', '2' for 'high' in 'Task.priority', which has another raw value now
            # + keep what is stored, and nothing has to be rewritten: 'normal: 1', 'high: 2', 'soon: 3'
            # + keep what may be held, or say what such objects hold instead:
            #   'priority: {using: …}' under 'migration: map: Task:'
            tags: "[enum(a, b)]"
      """)
  }

  @Test func `a new case, another order and a decided case are not flagged`() throws {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        Priority: {raw: int, cases: {low: 0, normal: 1, high: 2, now: 3}}
      entities:
        Task:
          attributes: {state: "enum(done, open)", priority: Priority, tags: "[enum(b, a)]"}
      migration:
        map:
          Task: {state: {using: "iif(state = 'open', 'open', 'done')"}}
      """)
  }

  @Test func `no fix is made where a new case may be the old one renamed`() throws {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        Priority: {raw: int, cases: {lowest: 0, normal: 1, high: 2}}
        State: {cases: {open: open, parked: parked, done: done}}
      entities:
        Task:
          attributes:
            state: State
            # ! 'Task.state' no longer has 'held', which objects may hold
            # + if one is called 'parked' now, give that the raw value of the old case, and nothing
            #   has to be rewritten
            # + keep what may be held, or say what such objects hold instead:
            #   'state: {using: "iif(state IN ('o''hold'), 'open', state)"}' under 'migration: map: Task:'
            priority: Priority
            # ! 'Task.priority' no longer has 'low', which objects may hold
            # + an object that holds 'low' is 'lowest' from now on, which has the same number: if
            #   that is meant, write '# migrate:ignore enum-case-removed -- reason' at the end of the line
            tags: "[enum(a, b)]"
      """)
  }

  @Test func `a renamed case that keeps its text is not flagged`() throws {
    try expect(
      EnumCaseRemoved(), in: Self.tasks,
      """
      enums:
        Priority: {raw: int, cases: {low: 0, normal: 1, high: 2}}
        State: {cases: {open: open, onHold: o'hold, done: done}}
      entities:
        Task:
          attributes: {state: State, priority: Priority, tags: "[enum(a, b)]"}
      """)
  }

  @Test func `a store is asked for the stored values`() throws {
    let versions = [
      "enums: {P: {raw: int, cases: {a: 4, b: 5}}}\nentities: {T: {attributes: {p: P}}}",
      "enums: {P: {raw: int, cases: {b: 5}}}\nentities: {T: {attributes: {p: P}}}",
    ]
    #expect(
      try StoreOf.one(.holding([.int(4)], property: "p", entity: "T"), count: 3)
        .judges(EnumCaseRemoved(), in: versions)
        == ["error: 3 objects in 'library.store' are affected"])
  }
}
