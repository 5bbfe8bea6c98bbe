import StoreVerification
import Testing

struct RuleFindingTests {
  private func tasks(_ check: String) -> String {
    """
    schema: Tasks
    version: 1.0.0
    entities:
      Task:
        attributes: {title: "string?", done: "bool = false"}
        rules:
          - {name: a title is not blank, check: "\(check)"}
    """
  }

  @Test func `rows that break a rule are found, and NULL breaks none`() throws {
    let store = try TestStore(
      tasks("trim(title) <> '' -- or it means nothing"),
      "INSERT INTO Task (_id, title) VALUES (1, 'Read'), (2, ' '), (3, NULL), (4, '')")
    #expect(
      try store.findings() == [
        Finding(
          .brokenRule(entity: "Task", rule: "a title is not blank"), count: 2, examples: [2, 4])
      ])
  }

  @Test(arguments: [
    ("titel <> ''", "no such column: titel"),
    ("title <> \\\"\\\"", "no such column: "),
    ("count(title) > 0", "misuse of aggregate function count()"),
    ("title <> ''; DELETE FROM Task", "near \";\": syntax error"),
  ])
  func `a rule that SQLite cannot evaluate is a finding`(check: String, reason: String) throws {
    let store = try TestStore(tasks(check), "INSERT INTO Task (title) VALUES ('')")
    #expect(
      try store.findings() == [
        Finding(.unusableRule(entity: "Task", rule: "a title is not blank", reason: reason))
      ])
  }

  @Test func `a rule that fails on some row does not hide what else is wrong`() throws {
    let store = try TestStore(
      tasks("json_extract(title, '$.a') IS NULL"), "INSERT INTO Task VALUES (1, 'no json', 3)")
    #expect(
      try store.findings() == [
        Finding(.unreadableTable(table: "Task", reason: "malformed JSON")),
        Finding(
          .malformedValue(PropertyName("Task", "done"), type: "bool"), count: 1, examples: [1]),
      ])
  }

  @Test func `rules of sub-entities see their own properties, whatever the columns are called`()
    throws
  {
    let store = try TestStore(
      """
      schema: Shapes
      version: 1.0.0
      entities:
        Shape: {abstract: true, attributes: {name: string}}
        Circle:
          parent: Shape
          attributes: {size: int}
          rules: [{name: not empty, check: size > 0}]
        Label:
          parent: Shape
          attributes: {size: string}
          rules: [{name: small or large, check: "size IN ('s', 'l')"}]
      """,
      """
      INSERT INTO Shape (_id, _entity, name, size) VALUES (1, 'Circle', 'a', 0), (2, 'Circle', 'b', 1);
      INSERT INTO Shape (_id, _entity, name, "Label.size") VALUES (3, 'Label', 'c', 'm'),
        (4, 'Label', 'd', 's');
      """)
    #expect(
      try store.findings() == [
        Finding(.brokenRule(entity: "Circle", rule: "not empty"), count: 1, examples: [1]),
        Finding(.brokenRule(entity: "Label", rule: "small or large"), count: 1, examples: [3]),
      ])
  }
}
