import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct IdenticalVersionsTests {
  @Test func `versions that differ only outside of the hashes are flagged, neighbours or not`()
    throws
  {
    try expect(
      IdenticalVersions(),
      in: "entities: {Book: {attributes: {title: string, pages: int = 0}}}",
      """
      version: 2.0.0
      # ! 1.0.0 and 2.0.0 are one version to the platform: every entity has the same version hash in
      #   both
      # + an app with both in its migration plan crashes at launch: 'Duplicate version checksums
      #   across stages detected'
      # + version hashes leave out what differs: attribute Book.pages: default '0' to '1'; index
      #   Book(title)
      # + existing stores never get the index 'Book(title)' from the platform
      # + write a 'hashModifier', any new text, on an attribute or a relationship, or release the
      #   change with the next version that differs
      entities: {Book: {attributes: {title: string, pages: int = 1}, indexes: [[title]]}}
      """,
      "entities: {Book: {attributes: {title: string, pages: int = 1, isbn: string?}}}",
      """
      version: 4.0.0
      # ! 1.0.0 and 4.0.0 are one version to the platform: every entity has the same version hash in
      #   both
      # + an app with both in its migration plan crashes at launch: 'Duplicate version checksums
      #   across stages detected'
      # + they do not differ at all: take one out
      # + write a 'hashModifier', any new text, on an attribute or a relationship, or release the
      #   change with the next version that differs
      entities: {Book: {attributes: {title: string, pages: int = 0}}}
      """)
  }

  @Test func `where a hash is not known, neighbours are warned of by their changes`() throws {
    let keys = "unique: [[title], [isbn]]"
    try expect(
      IdenticalVersions(),
      in: "entities: {Book: {attributes: {title: string, isbn: string}, \(keys)}}",
      """
      version: 2.0.0
      # ! 1.0.0 and 2.0.0 may be one version to the platform: version hashes cover none of what
      #   differs, as far as they are known, and the hash of 'Book' is not
      #   known
      # + if they are, an app with both in its migration plan crashes at launch: 'Duplicate version
      #   checksums across stages detected'
      # + version hashes leave out what differs: attribute Book.title: default none to '"-"'
      # + write a 'hashModifier', any new text, on an attribute or a relationship, or release the
      #   change with the next version that differs
      entities: {Book: {attributes: {title: string = "-", isbn: string}, \(keys)}}
      """,
      "entities: {Book: {attributes: {title: string, isbn: string?}, \(keys)}}")
  }

  @Test func `versions whose hash is not known are no error, and a derivation may be`() throws {
    let plain = "entities: {Book: {attributes: {title: string, key: string?}}}"
    let derived = "entities: {Book: {attributes: {title: string, key: "
    let small = derived + "{type: string, optional: true, derived: 'lowercase:(title)'}}}}"
    let large = derived + "{type: string, optional: true, derived: 'uppercase:(title)'}}}}"
    #expect(try Self.severities([plain, small]) == [])
    #expect(try Self.severities([small, large]) == [])
    #expect(try Self.severities([small, small, large]) == [.warning])
    #expect(try Self.severities([small, small]) == [.note])
  }

  @Test func `versions that differ, or are made to, are not`() throws {
    try expect(
      IdenticalVersions(), in: "entities: {Book: {attributes: {title: string}}}",
      "entities: {Book: {attributes: {title: {type: string, hashModifier: two}}, indexes: [[title]]}}",
      "entities: {Book: {attributes: {title: string?}}}")
  }

  private static let begun = """
    version: 2.0.0
    # ! nothing is different yet in 2.0.0 from 1.0.0
    # + write what changes before it is released: the platform takes two such versions for one
    extends: V1.yaml
    """

  @Test func `the newest version is a note until something is different in it`() throws {
    let first = "entities: {Book: {attributes: {title: string}}}"
    try expect(IdenticalVersions(), in: first, Self.begun)
    let report = try MarkedModel([first, Self.begun]).report()
    #expect(report.findings.map(\.diagnostic.severity) == [.note])
  }

  @Test func `a version that is locked, or migrates something, is not one just begun`() throws {
    let first = "entities: {Book: {attributes: {title: string}}}"
    let work = "extends: V1.yaml\nmigration: {map: {Book: {title: {using: trim(title)}}}}"
    #expect(try Self.severities([first, work]) == [.error])
    #expect(
      try Self.severities([first, "extends: V1.yaml", "extends: V2.yaml"]) == [.error, .error])
    let locked = try MarkedModel([first, "extends: V1.yaml"]).history.versions.map {
      ReleasedVersion(releasing: $0)
    }
    #expect(
      try Self.severities([first, "extends: V1.yaml"], released: locked) == [.note])
    #expect(
      try Self.severities([first, "extends: V1.yaml"], released: Array(locked.prefix(1)))
        == [.note])
  }

  @Test func `without a known staged migration, identical versions are a warning`() throws {
    let first = "platform: coredata\nentities: {Book: {attributes: {title: string}}}"
    let second =
      "platform: coredata\nentities: {Book: {attributes: {title: string}, indexes: [[title]]}}"
    let third = "platform: coredata\nentities: {Book: {attributes: {title: string?}}}"
    #expect(try Self.severities([first, second, third]) == [.warning])
    let found = try MarkedModel([first, second, third]).report().findings
      .first { $0.finding.rule == IdenticalVersions.id }
    #expect(
      found?.diagnostic.notes.prefix(2).map(\.message) == [
        "Core Data opens a store of either as the other, and migrates nothing",
        "only an app with both in an 'NSStagedMigrationManager' crashes at launch: 'Duplicate version "
          + "checksums across stages detected'",
      ])
  }

  private static func severities(
    _ versions: [String], released: [ReleasedVersion] = []
  ) throws -> [Diagnostic.Severity] {
    let context = LintContext(released: released.isEmpty ? [:] : ["Library": released])
    return try MarkedModel(versions).report(context: context).findings
      .filter { $0.finding.rule == IdenticalVersions.id }.map(\.diagnostic.severity)
  }
}
