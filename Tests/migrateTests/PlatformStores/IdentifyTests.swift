import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The output of `migrate identify` for stores that the platform wrote.
struct IdentifyTests {
  private let workshop: Workshop
  private let store: String

  init() throws {
    workshop = try Workshop()
    store = workshop.path("default.store")
  }

  /// Writes versions of a model, each with the entities given.
  private func write(_ entities: String...) throws {
    for (position, text) in entities.enumerated() {
      try workshop.write(
        "schema: Library\nversion: \(position + 1).0.0\nentities: {\(text)}\n",
        to: "Schemas/V\(position + 1).yaml")
    }
  }

  /// Identifies a store of entities, and holds that nothing is written by it.
  private func identify(
    _ entities: String, label: String = "9.9.9",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Run {
    let schema = try SchemaReader.read(
      text: "schema: Library\nversion: 1.0.0\nentities: {\(entities)}\n", name: "V.yaml"
    ).schema
    let platform = try PlatformStore(path: store, of: schema, label: label)
    let files = ["default.store", "default.store-wal"]
    let before = try files.map { try workshop.bytes($0) }
    let run = try workshop.migrate("identify", "default.store", "--schemas", "Schemas")
    #expect(try files.map { try workshop.bytes($0) } == before, sourceLocation: sourceLocation)
    return withExtendedLifetime(platform) { run }
  }

  private static let head = """
    store     default.store
    written   by Core Data or SwiftData, framework 1414
    label     9.9.9

    """
  private static let incompatible =
    "an app that allows no migration cannot open it with 2.0.0, the newest version: 'the model used to "
    + "open the store is incompatible' (error 134100)\n"

  @Test func `the newest version opens its store, whatever the label says`() throws {
    try write("A: {attributes: {a: string?}}", "A: {attributes: {a: string?, b: int?}}")
    #expect(
      try identify("A: {attributes: {a: string?, b: int?}}")
        == Run(
          output: Self.head + """
            version   Library 2.0.0
            platform  2.0.0, the newest version, opens it as it is

            """, error: "", status: 0))
  }

  @Test func `an inferred migration is reported with its losses`() throws {
    try write("A: {attributes: {a: string?, b: int?}}", "A: {attributes: {a: string?}}")
    #expect(
      try identify("A: {attributes: {a: string?, b: int?}}").output
        == Self.head + "version   Library 1.0.0\nplatform  " + """
          the migration from 1.0.0 to 2.0.0 is inferred: lightweight, and loses what there is: \
          - attribute A.b: int?

          """ + "          " + Self.incompatible)
  }

  @Test func `a migration that only a check makes custom is inferred without a plan`() throws {
    try write("A: {attributes: {a: string?}}", "A: {attributes: {a: string?, b: int?}}")
    try workshop.write(
      try workshop.text("Schemas/V2.yaml") + "migration: {after: [{count: A}]}\n",
      to: "Schemas/V2.yaml")
    #expect(
      try identify("A: {attributes: {a: string?}}").output
        == Self.head + "version   Library 1.0.0\nplatform  " + """
          without a migration plan the migration from 1.0.0 to 2.0.0 is inferred: lightweight
                    with one, it goes in the stages of the schema files: custom: 1.0.0 to 2.0.0, checks \
          or expressions are declared

          """ + "          " + Self.incompatible)
  }

  @Test func `a removal that may be a rename is treated as the platform treats it`() throws {
    try write("A: {attributes: {a: string?}}", "A: {attributes: {b: string?}}")
    #expect(
      try identify("A: {attributes: {a: string?}}").output
        == Self.head + "version   Library 1.0.0\nplatform  " + """
          without a migration plan the migration from 1.0.0 to 2.0.0 is inferred: lightweight, and \
          loses what there is: - attribute A.a: string?
                    with one, it cannot be planned as the schema files stand: 1.0.0 to 2.0.0, attribute \
          'A.a' is missing while 'b' of the same shape is new: renamed or removed?

          """ + "          " + Self.incompatible)
  }

  @Test func `each kind of obstacle is reported with its error`() throws {
    try write(
      "A: {attributes: {a: string?, b: string?}}, B: {}",
      """
      A: {attributes: {a: int?, b: string, c: int}, relationships: {d: {toOne: B}}}, \
      B: {abstract: true}
      """)
    #expect(
      try identify("A: {attributes: {a: string?, b: string?}}, B: {}").output
        == Self.head + "version   Library 1.0.0\nplatform  " + """
          error 134140: 'missing mapping model' where the migration from 1.0.0 to 2.0.0 is to be \
          inferred, which it cannot be: attribute A.a: string to int
                    error 134110: 'missing attribute values on mandatory destination attribute' where \
          the migration from 1.0.0 to 2.0.0 is inferred and there are objects without a value: attribute \
          A.b: now required, attribute A.c: int
                    error 134110: 'mandatory destination relationship' where the migration from 1.0.0 to \
          2.0.0 is inferred and there are objects without a link: relationship A.d: toOne B
                    it is not documented whether the migration from 1.0.0 to 2.0.0 is inferred: entity B: now \
          abstract

          """ + "          " + Self.incompatible)
  }

  @Test func `versions with the same hashes are duplicates in one migration plan`() throws {
    try write("A: {attributes: {a: int = 1}}", "A: {attributes: {a: int = 2}}")
    #expect(
      try identify("A: {attributes: {a: int = 3}}").output
        == Self.head + """
          version   Library 1.0.0, Library 2.0.0
          platform  'duplicate version checksums across stages detected' with a migration plan that \
          lists 1.0.0 and 2.0.0, as their version hashes are the same
                    2.0.0, the newest version, opens it as it is

          """)
  }

  private static let unknown = """
    platform  error 134504: 'unknown model version' with a migration plan, as none of its versions has \
    the store's checksum
              an app that allows no migration cannot open it, as the store was made by another model: 'the \
    model used to open the store is incompatible' (error 134100)
              error 134130: 'missing source model' with automatic migration, as the model that made the \
    store is not to be found

    """
  private static let unidentified = """
    error: 'default.store' was made by no version of the schema files [unidentified-store]
      note: the schema files have Library 1.0.0, Library 2.0.0

    """

  @Test func `every entity that differs is reported for an unknown version`() throws {
    try write("A: {}, B: {}, D: {}", "A: {}, B: {attributes: {b: int?}}, C: {}")
    let run = try identify("A: {}, B: {attributes: {b: string?}}, E: {}")
    #expect(
      run.output + run.error == Self.unidentified + Self.head + """
        nearest   Library 2.0.0, 3 of 4 entities differ, and of 2 versions as near as this it is the newest
            ~ B: another version hash
            - C: only the version has it
            + E: only the store has it

        """ + Self.unknown)
    #expect(run.status == 1)
  }

  @Test func `a store of another model is reported as similar to no version`() throws {
    try write("A: {}", "A: {attributes: {a: int?}}")
    let run = try identify("X: {}")
    #expect(
      run.output + run.error == Self.unidentified + """
          note: the store has the entities 'X', the schema files 'A'
          note: where it is the store of another app, name the folder of its schema files with '--schemas', \
        or make some: migrate import default.store

        """ + Self.head
        + "nearest   none, for no version has an entity that the store has\n" + Self.unknown)
    #expect(run.status == 1)
  }
}
