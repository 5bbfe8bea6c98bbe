import SchemaLint
import SchemaModel
import StoreLint
import Testing

struct UnindexedQueryTests {
  static var context: LintContext { LintContext(queryPlans: EmptyStorePlans()) }

  @Test func `SQLite itself says which queries scan and sort`() throws {
    try expect(
      UnindexedQuery(),
      in: """
        entities:
          Task:
            attributes: {dueDate: date?, title: string, isDone: bool = false}
            indexes: [[title]]
        queries:
          due:
            # ! the query 'due' looks at every 'Task', as no index serves its filter
            # + add '[dueDate]' under 'indexes' of 'Task', which SQLite then uses
            # + the query 'due' sorts all that it finds, as no index has that order
            # + SQLite's plan: SCAN Task
            # + SQLite's plan: USE TEMP B-TREE FOR ORDER BY
            # > safe: append [dueDate] to entities.Task.indexes
            from: Task
            where: dueDate < ?
            order: dueDate
          newest: {from: Task, order: dueDate DESC, limit: 10}
          # ! the query 'newest' sorts all that it finds, as no index has that order
          # + add '[-dueDate]' under 'indexes' of 'Task', which SQLite then uses
          # + SQLite's plan: SCAN Task
          # + SQLite's plan: USE TEMP B-TREE FOR ORDER BY
          # > safe: append [-dueDate] to entities.Task.indexes
          byTitle: {from: Task, where: title = ?}
          inOrder: {from: Task, order: title}
          all: {from: Task}
        """, context: Self.context)
  }

  @Test func `an index is proposed only if SQLite uses it`() throws {
    try expect(
      UnindexedQuery(),
      in: """
        entities:
          Task:
            attributes: {state: string, dueDate: date?, title: string, notes: string?}
            indexes: [[title]]
        queries:
          open: {from: Task, where: "dueDate < ? AND state = 'open'", order: dueDate DESC}
          # ! the query 'open' looks at every 'Task', as no index serves its filter
          # + add '[-dueDate]' under 'indexes' of 'Task', which SQLite then uses
          # + the query 'open' sorts all that it finds, as no index has that order
          # + SQLite's plan: SCAN Task
          # + SQLite's plan: USE TEMP B-TREE FOR ORDER BY
          # > safe: append [-dueDate] to entities.Task.indexes
          ofState: {from: Task, where: state = ?, order: "dueDate, title"}
          # ! the query 'ofState' looks at every 'Task', as no index serves its filter
          # + add '[state, dueDate, title]' under 'indexes' of 'Task', which SQLite then uses
          # + the query 'ofState' sorts all that it finds, as no index has that order
          # + SQLite's plan: SCAN Task
          # + SQLite's plan: USE TEMP B-TREE FOR ORDER BY
          # > safe: append [state, dueDate, title] to entities.Task.indexes
          containing: {from: Task, where: "notes LIKE '%x%'"}
          # ! the query 'containing' looks at every 'Task', as no index serves its filter
          # + add an index to 'Task' over what 'notes LIKE '%x%'' compares
          # + SQLite's plan: SCAN Task
          titled: {from: Task, where: "title > ?", order: "title, state"}
          # ! the query 'titled' sorts all that it finds, as no index has that order
          # + add an index to 'Task' over what 'title > ?' compares, then 'title, state'
          # + SQLite's plan: SEARCH Task USING INDEX Task_title_index (title>?)
          # + SQLite's plan: USE TEMP B-TREE FOR RIGHT PART OF ORDER BY
        """, context: Self.context)
  }

  @Test func `only the newest version is checked`() throws {
    try expect(
      UnindexedQuery(),
      in: """
        entities:
          Task:
            attributes: {dueDate: date?}
        queries:
          due: {from: Task, where: "dueDate < ?"}
        """,
      """
      extends: V1.yaml
      entities:
        Task:
          attributes: {title: string?}
          indexes: [[dueDate]]
      """, context: Self.context)
  }

  @Test func `nothing is reported where SQLite cannot be asked`() throws {
    let model = try MarkedModel([
      """
      entities:
        Task: {attributes: {dueDate: date?}}
      queries:
        due: {from: Task, where: "dueDate < ?"}
      """
    ])
    #expect(model.findings(of: UnindexedQuery()) == [])
    #expect(model.findings(of: UnindexedQuery(), context: Self.context).count == 4)
  }
}
