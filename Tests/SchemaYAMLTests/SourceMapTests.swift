import Diagnostics
import SchemaModel
import SchemaYAML
import Testing

struct SourceMapTests {
  static let text = """
    schema: S
    version: 1
    enums:
      E: [a, b]
      F:
        raw: int
        cases: {c: 1}
    composites:
      P:
        attributes:
          x: double = 0
    entities:
      # é 🦊
      A:
        doc: d
        attributes:
          a: {type: string, default: "x", unique: true}
          b: int = 5
        relationships:
          r: {toOne: A?, inverse: s, delete: nullify}
          s: {toMany: A, inverse: r}
        unique: [[b], [a, b]]
        indexes:
          - [a]
          - [-b]
        rules:
          - name: n
            check: b > 0
    queries:
      q: {from: A, where: b > 0}
    migration:
      kind: custom
      before:
        - {count: A}
      map:
        A:
          a: {using: upper(a)}
          where: b > 0
      after:
        - {count: A}
        - {expect: SELECT 1, equals: 1}
    """

  @Test(
    arguments: [
      ("", nil),
      ("schema", "1:9"),
      ("version", "2:10"),
      ("enums.E", "4:3"),
      ("enums.E.cases.b", "4:10"),
      ("enums.F.raw", "6:10"),
      ("enums.F.cases.c", "7:13"),
      ("composites.P", "9:3"),
      ("composites.P.attributes.x", "11:7"),
      ("composites.P.attributes.x.default", "11:19"),
      ("entities.A", "14:3"),
      ("entities.A.doc", "15:10"),
      ("entities.A.attributes.a", "17:7"),
      ("entities.A.attributes.a.type", "17:17"),
      ("entities.A.attributes.a.default", "17:34"),
      ("entities.A.attributes.a.unique", "17:47"),
      ("entities.A.attributes.b.type", "18:10"),
      ("entities.A.attributes.b.default", "18:16"),
      ("entities.A.relationships.r", "20:7"),
      ("entities.A.relationships.r.toOne", "20:18"),
      ("entities.A.relationships.r.delete", "20:42"),
      ("entities.A.unique.0", "17:47"),
      ("entities.A.unique.1", "22:14"),
      ("entities.A.unique.2", "22:19"),
      ("entities.A.indexes.1", "25:9"),
      ("entities.A.rules.0", "27:9"),
      ("entities.A.rules.0.check", "28:16"),
      ("queries.q", "30:3"),
      ("queries.q.where", "30:23"),
      ("migration", "31:1"),
      ("migration.kind", "32:9"),
      ("migration.before.0", "34:7"),
      ("migration.map.A", "36:5"),
      ("migration.map.A.a", "37:7"),
      ("migration.map.A.a.using", "37:18"),
      ("migration.map.A.where", "38:14"),
      ("migration.after.1", "41:7"),
    ] as [(String, String?)])
  func `every part has the place where it is written`(path: String, place: String?) throws {
    let document = try SchemaReader.read(text: Self.text, name: "s.yaml")
    let keys = path.split(separator: ".").map(String.init)
    let location = document.sources.exactLocation(of: SchemaPath(keys))
    #expect(location.map { "\($0.line):\($0.column)" } == place)
    #expect(location?.file ?? "s.yaml" == "s.yaml")
  }
}
