import SchemaModel
import SchemaYAML
import Testing

struct ReleaseComparisonTests {
  @Test func `versions are faithful, edited, missing or not released`() throws {
    let documents = try (1...3).map { try Self.document(Version($0)) }
    let released = documents.prefix(2).map { ReleasedVersion(releasing: $0) }
    let history = SchemaHistory(documents)
    let faithful = ReleaseComparison(history, with: Array(released))
    #expect(faithful.isFaithful)
    #expect(faithful.unreleased.map(\.schema.version) == [Version(3)])

    let edited = try SchemaHistory([documents[0], Self.document(Version(2), more: "year: int?")])
    let gone = ReleasedVersion(version: Version(0, 9), definitionDigest: "x")
    let comparison = ReleaseComparison(edited, with: released + [gone])
    #expect(comparison.edits.map(\.released.version) == [Version(2)])
    #expect(
      comparison.edits.flatMap(\.changes) == [.added(part: "attribute Book.year", text: "int?")])
    #expect(comparison.missing == [Version(0, 9)])
    #expect(!comparison.isFaithful)
  }

  @Test func `edits that a version takes over from an edited version are not reported again`()
    throws
  {
    let released = try (1...2).map { ReleasedVersion(releasing: try Self.document(Version($0))) }
    let history = try SchemaHistory([
      Self.document(Version(1), more: "year: int?"),
      Self.document(Version(2), more: "year: int?, isbn: string?"),
    ])
    let comparison = ReleaseComparison(history, with: released)
    #expect(
      comparison.edits.map(\.changes) == [
        [.added(part: "attribute Book.year", text: "int?")],
        [.added(part: "attribute Book.isbn", text: "string?")],
      ])
  }

  @Test func `an edited migration is reported for every version by itself`() throws {
    let migration = "migration: {after: [{count: Book}]}"
    let released = try (1...2).map {
      ReleasedVersion(releasing: try Self.document(Version($0), then: migration))
    }
    let history = try SchemaHistory((1...2).map { try Self.document(Version($0)) })
    let gone = [
      ReleaseChange.removed(part: "check after 1", text: "count Book"),
      .removed(part: "migration", text: ""),
    ]
    #expect(ReleaseComparison(history, with: released).edits.map(\.changes) == [gone, gone])
  }

  @Test(arguments: [
    ("year: int?", ReleasedVersion.Consequence.unrecognised), ("", .unnoticed),
  ])
  func `an edit that changes a version hash is unrecognised, and any other is unnoticed`(
    more: String, consequence: ReleasedVersion.Consequence
  ) throws {
    let released = ReleasedVersion(releasing: try Self.document(Version(1)))
    let edited = try Self.document(Version(1), more: more, indexes: "[[title]]")
    #expect(released.consequence(of: edited) == consequence)
  }

  @Test(arguments: [
    (", mood: string?", ReleasedVersion.Consequence.unrecognised),
    (", mood: {type: string, transient: true}", .untold), ("", .untold),
  ])
  func `a hash that cannot be computed changes all the same with a property`(
    more: String, consequence: ReleasedVersion.Consequence
  ) throws {
    let puzzle = "key: {type: string, optional: true, derived: 'canonical:(title)'}"
    let released = ReleasedVersion(releasing: try Self.document(Version(1), more: puzzle))
    let edited = try Self.document(Version(1), more: puzzle + more, indexes: "[[title]]")
    #expect(released.consequence(of: edited) == consequence)
  }

  private static func document(
    _ version: Version, more: String = "", indexes: String = "[]",
    then migration: String = ""
  ) throws -> SchemaDocument {
    let attributes = ["title: string", more].filter { !$0.isEmpty }.joined(separator: ", ")
    let text = """
      schema: Library
      version: \(version)
      entities:
        Book: {attributes: {\(attributes)}, indexes: \(indexes)}
      \(migration)
      """
    return try SchemaReader.read(text: text, name: "V.yaml")
  }
}
