import Diagnostics
import SchemaModel
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

  @Test func `rows that break a rule are found, and NULL breaks no rule`() throws {
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

  @Test func `a rule that fails on some rows names them, and hides nothing else`() throws {
    let store = try TestStore(
      tasks("json_extract(title, '$.a') > 0"),
      """
      INSERT INTO Task VALUES (1, 'no json', 3), (2, '{"a": 1}', 0), (3, '{"a": 0}', 1),
        (4, NULL, 0), (5, '', 0);
      """)
    #expect(
      try store.findings() == [
        Finding(
          .malformedValue(PropertyName("Task", "done"), type: "bool"), count: 1, examples: [1]),
        Finding(
          .failingRule(entity: "Task", rule: "a title is not blank", reason: "malformed JSON"),
          count: 2, examples: [1, 5]),
        Finding(
          .brokenRule(entity: "Task", rule: "a title is not blank"), count: 1, examples: [3]),
      ])
  }

  @Test func `a rule that first checks whether it applies fails on no row`() throws {
    let store = try TestStore(
      tasks("json_valid(title) AND json_extract(title, '$.a') > 0"),
      "INSERT INTO Task VALUES (1, 'no json', 0), (2, '{\"a\": 1}', 0)")
    #expect(
      try store.findings() == [
        Finding(.brokenRule(entity: "Task", rule: "a title is not blank"), count: 1, examples: [1])
      ])
  }

  @Test func `a rule that fails whatever a row holds fails on every row`() throws {
    let store = try TestStore(
      tasks("abs(-9223372036854775807 - 1) > 0"),
      "INSERT INTO Task VALUES (1, 'a', 0), (2, NULL, 1)")
    #expect(
      try store.findings() == [
        Finding(
          .failingRule(entity: "Task", rule: "a title is not blank", reason: "integer overflow"),
          count: 2, examples: [1, 2])
      ])
  }

  @Test func `a rule that fails is reported at its place where the schema file is known`() throws {
    let store = try TestStore(
      """
      schema: Sums
      version: 1.0.0
      entities:
        Entry:
          attributes: {sum: int = 0}
          rules: [{name: small, check: abs(sum) < 100}]
      """, "INSERT INTO Entry VALUES (7, -9223372036854775807 - 1), (8, 5), (9, 100)")
    let history = SchemaHistory([store.document])
    let findings = try store.findings { $0.history = history }
    #expect(
      findings.map { $0.diagnostic(of: "my.store") } == [
        Diagnostic(
          code: "failing-rule",
          "the rule 'small' of 'Entry' cannot be evaluated for 1 object: integer overflow",
          at: SourceLocation(file: "test.yaml", line: 6, column: 13),
          notes: [
            .init("its _id is 7"),
            .init(
              "correct what they hold, or write the rule so that it can be evaluated for every "
                + "value, in a new version"),
          ]),
        Diagnostic(
          code: "broken-rule", "1 object of 'Entry' breaks the rule 'small'",
          at: SourceLocation(file: "test.yaml", line: 6, column: 13),
          notes: [
            .init("its _id is 9"),
            .init(
              "correct these objects in the app or with SQLite's shell, and verify again; this shows "
                + "them: migrate rows my.store Entry"),
          ]),
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
