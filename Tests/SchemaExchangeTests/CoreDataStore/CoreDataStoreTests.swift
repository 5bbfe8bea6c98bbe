import Diagnostics
import SchemaExchange
import SchemaModel
import SQLite
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct CoreDataStoreTests {
  /// A public model with the stores of its versions.
  struct Family: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var package: String
    /// The stores, by the labels of the versions that made them.
    var stores: [(label: String, store: String)]
    /// How many entities all stores have together, each of which has to match.
    var entities: Int
  }

  static let families = [
    Family(
      testDescription: "Moody",
      package: "xcdatamodeld/objcio+core-data/Migrations/Migrations/Moody.xcdatamodeld",
      stores: ["Moody", "Moody 2", "Moody 3", "Moody 4", "Moody 5"].map {
        ($0, "stores/objcio+core-data/Migrations/MigrationsTests/\($0).moody")
      }, entities: 17),
    Family(
      testDescription: "wibosco",
      package: "xcdatamodeld/wibosco+CoreDataMigrationRevised-Example/CoreDataMigration-Example/"
        + "CoreData/Model/CoreDataMigration_Example.xcdatamodeld",
      stores: ["", " 2", " 3"].enumerated().map { position, suffix in
        (
          "CoreDataMigration_Example" + suffix,
          "stores/wibosco+CoreDataMigrationRevised-Example/CoreDataMigration-ExampleTests/Resources"
            + "/SQLite/CoreDataMigration_Example_\(position + 1).sqlite"
        )
      }, entities: 4),
    Family(
      testDescription: "Bookmarks",
      package: "xcdatamodeld/duckduckgo+BrowserServicesKit/Sources/Bookmarks/"
        + "BookmarksModel.xcdatamodeld",
      stores: (1...5).map { number in
        (
          number == 1 ? "BookmarksModel" : "BookmarksModel \(number)",
          "stores/duckduckgo+BrowserServicesKit/Tests/BookmarksTests/Resources/"
            + "Bookmarks_V\(number).sqlite"
        )
      }, entities: 5),
    Family(
      testDescription: "SyncMetadata",
      package: "xcdatamodeld/duckduckgo+BrowserServicesKit/Sources/DDGSync/"
        + "SyncMetadata.xcdatamodeld",
      stores: [
        (
          "SyncMetadata 3",
          "stores/duckduckgo+BrowserServicesKit/Tests/DDGSyncTests/Resources/SyncMetadata_V3.sqlite"
        )
      ], entities: 2),
    Family(
      testDescription: "SampleModel",
      package: "xcdatamodeld/alemar11+CoreDataPlus/Tests/Resources/SampleModel/"
        + "SampleModel.xcdatamodeld",
      stores: [1, 2].map { number in
        (
          number == 1 ? "SampleModel" : "SampleModel\(number)",
          "stores/alemar11+CoreDataPlus/Tests/Resources/SampleModel/Fixtures/"
            + "SampleModel_V\(number).sqlite"
        )
      }, entities: 8),
    Family(
      testDescription: "Scout",
      package: "xcdatamodeld/kasianov-mikhail+scout/Sources/Scout/Core/Persistence/"
        + "Scout.xcdatamodeld",
      stores: [
        ("Scout", "stores/kasianov-mikhail+scout/Tests/ScoutTests/Fixtures/Scout-v1.sqlite"),
        ("Scout 4", "stores/kasianov-mikhail+scout/Tests/ScoutTests/Fixtures/Scout-v4.sqlite"),
      ], entities: 33),
  ]

  @Test(arguments: families)
  func `an imported model has the hashes in the stores that it made`(_ family: Family) throws {
    let history = try ModelImporter.history(of: Corpora.path(family.package))
    var entities = 0
    for (label, path) in family.stores {
      let position = try #require(history.labels.firstIndex(of: label))
      let schema = history.versions[position].schema
      let metadata = try CoreDataStore.read(path: Corpora.path(path)).metadata
      let matches = metadata.matches(with: schema).filter { $0.value != .same }
      #expect(matches == [:], "\(label)")
      #expect(metadata.isMade(by: schema) == true)
      entities += metadata.versionHashes.count
      // Every other version is distinguished, or has the same hashes throughout.
      for other in history.versions where metadata.isMade(by: other.schema) == true {
        #expect(other.schema.versionHashes() == schema.versionHashes())
      }
    }
    #expect(entities == family.entities)
  }

  /// The hash comes from a public store, whose composites come from a colour that encodes itself.
  @Test func `elements of a composite may be required in a store`() throws {
    let elements = ["linearRed", "linearGreen", "linearBlue", "opacity"]
    let texts = ["drinkLayer", "glassBackLayer", "glassReflection", "innerRim"]
    let image = Entity(
      "CocktailImage",
      attributes: [
        Attribute("backgroundColor", .composite("Color")),
        Attribute("drinkColor", .composite("Color")),
        Attribute("garnishes", .array(.string), isOptional: true),
        Attribute("inDrinkComponents", .array(.string), isOptional: true),
        Attribute("iceLayer", .string, isOptional: true),
        Attribute("straw", .string, isOptional: true),
      ] + texts.map { Attribute($0, .string) })
    let schema = Schema(
      name: "Cocktails", version: Version(1), entities: [image],
      composites: [Composite("Color", elements: elements.map { Attribute($0, .float) })])
    let hash = try #require(
      VersionHash(hexadecimal: "e5242d181d1eb8e5b999d0e19f84b74db5c473219db44416e51022dfab605201"))
    let metadata = CoreDataMetadata(versionHashes: ["CocktailImage": hash])
    #expect(metadata.isMade(by: schema) == true)
  }

  @Test(arguments: families)
  func `the model in a store equals the imported model`(_ family: Family) throws {
    let history = try ModelImporter.history(of: Corpora.path(family.package))
    for (label, path) in family.stores {
      let position = try #require(history.labels.firstIndex(of: label))
      let model = try #require(try CoreDataStore.read(path: Corpora.path(path)).model)
      let expected = history.versions[position].schema.sortedForComparison
      for (entity, other) in zip(model.sortedForComparison.entities, expected.entities) {
        #expect(entity == other, "\(label)")
      }
      #expect(model.entities.count == expected.entities.count)
    }
  }

  static let fixtures = "stores/alemar11+CoreDataPlus/Tests/Resources"

  @Test(arguments: ["SampleModel", "SampleModel3"])
  func `a compiled model equals its source`(_ name: String) throws {
    let compiled = try CompiledModelImporter.history(
      of: Corpora.path("\(Self.fixtures)/\(name)/Fixtures/\(name).momd"))
    let source = try ModelImporter.history(
      of: Corpora.path(
        "xcdatamodeld/alemar11+CoreDataPlus/Tests/Resources/\(name)/\(name).xcdatamodeld"))
    #expect(compiled.labels == source.labels)
    #expect(compiled.current == source.current)
    for (one, other) in zip(compiled.versions, source.versions) {
      #expect(one.schema.sortedForComparison == other.schema.sortedForComparison)
    }
  }

  @Test func `the model in a store with a derived attribute has the hashes of the store`() throws {
    for version in [1, 2] {
      let store = try CoreDataStore.read(
        path: Corpora.path("\(Self.fixtures)/SampleModel2/Fixtures/SampleModel2_V\(version).sqlite")
      )
      let model = try #require(store.model)
      let derived = try #require(model.entity(named: "Book")?.attribute(named: "pagesCount"))
      #expect(derived.derivation == "pages.@count")
      let matches = store.metadata.matches(with: model)
      let different = matches.filter { $0.value != .same }
      // The maximum of 'Author.books' is -1, which a schema cannot say, and is remarked.
      #expect(different == ["Author": .unknown(.negativeMaximum(property: "Author.books"))])
      #expect(matches.count > different.count)
      #expect(
        store.remarks.filter { $0.subject == .negativeMaximum } == [
          ImportRemark(.negativeMaximum, of: "Author.books", "-1")
        ])
    }
  }

  @Test func `the checksum in a store is the one that its model has`() throws {
    let store = try CoreDataStore.read(
      path: Corpora.path("\(Self.fixtures)/SampleModel3/Fixtures/SampleModel3_V1.sqlite"))
    #expect(store.metadata.modelChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
    #expect(store.model?.checksum.value == store.metadata.modelChecksum)
    #expect(store.metadata.versionIdentifiers == ["1"])
    #expect(store.metadata.frameworkVersion == 1344)
  }

  @Test func `a store whose content is all in its log is read`() throws {
    let store = try CoreDataStore.read(
      path: Corpora.path("stores/duckduckgo+iOS/DuckDuckGoTests/AppRatingPrompt_v1/Database.sqlite")
    )
    #expect(
      store.metadata.versionHashes.keys.sorted() == [
        "AppRatingPromptEntity", "HTTPSExcludedDomain", "HTTPSStoredBloomFilterSpecification",
        "RemoteMessageManagedObject", "RemoteMessagingConfigManagedObject",
      ])
    let model = try #require(store.model)
    #expect(store.metadata.isMade(by: model) == true)
  }
}

struct DamagedStoreTests {
  static let message = "'a.store' is no store of Core Data's"

  @Test func `a database that Core Data did not write is reported`() throws {
    let connection = try Connection.inMemory()
    let expected = Diagnostic(code: "unknown-source", Self.message)
    #expect(throws: DiagnosticsError([expected])) {
      try CoreDataStore.read(connection, name: "a.store")
    }
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID, Z_PLIST BLOB)")
    let missing = Diagnostic(
      code: "malformed-file",
      "the table 'Z_METADATA' of 'a.store' is not as the platform writes it: it has no row")
    #expect(throws: DiagnosticsError([missing])) {
      try CoreDataStore.read(connection, name: "a.store")
    }
  }

  @Test(arguments: [
    ("DROP TABLE Z_METADATA", "it does not exist"),
    ("ALTER TABLE Z_METADATA RENAME COLUMN Z_PLIST TO list", "it has no column 'Z_PLIST'"),
    ("UPDATE Z_METADATA SET Z_PLIST = 'text'", "it has no data in 'Z_PLIST'"),
    ("UPDATE Z_METADATA SET Z_PLIST = NULL", "it has no data in 'Z_PLIST'"),
    (
      "DROP TABLE Z_METADATA; CREATE VIEW Z_METADATA AS SELECT 1 AS Z_PLIST",
      "it is of the kind 'view'"
    ),
  ])
  func `a table of the platform's own that another program changed is named`(
    script: String, reason: String
  ) throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID, Z_PLIST BLOB)")
    try connection.execute("CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)")
    try connection.execute("INSERT INTO Z_METADATA VALUES (1, 'x', x'00')")
    try connection.executeScript(script)
    let expected = Diagnostic(
      code: "malformed-file",
      "the table 'Z_METADATA' of 'a.store' is not as the platform writes it: \(reason)")
    #expect(throws: DiagnosticsError([expected])) {
      try CoreDataStore.read(connection, name: "a.store")
    }
  }

  @Test func `damaged metadata and models are reported`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID, Z_PLIST BLOB)")
    try connection.execute("INSERT INTO Z_METADATA VALUES (1, 'x', x'00')")
    let found = problems { () throws(DiagnosticsError) in
      _ = try CoreDataStore.read(connection, name: "a.store")
    }
    #expect(
      found.map(\.line) == [
        "- malformed-file the metadata of 'a.store' cannot be understood: it does not begin as a "
          + "binary property list"
      ])
  }

  @Test func `a damaged model cache is reported, and the metadata is read`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID, Z_PLIST BLOB)")
    // The empty dictionary.
    try connection.execute(
      """
      INSERT INTO Z_METADATA VALUES (1, 'x', x'62706c6973743030d00800000000000001010000000000000001\
      00000000000000000000000000000009')
      """)
    #expect(try CoreDataStore.read(connection, name: "a.store").model == nil)
    try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    try connection.execute("INSERT INTO Z_MODELCACHE VALUES (x'ffff')")
    let store = try CoreDataStore.read(connection, name: "a.store")
    #expect(store.model == nil && store.metadata.versionHashes.isEmpty)
    #expect(
      store.modelProblems.map(\.line) == [
        "- malformed-file the model cache of 'a.store' cannot be understood: it cannot be unpacked"
      ])
  }
}

extension Schema {
  /// The schema without what a compiled model does not keep, order and who declared no rule, and without what it
  /// adds: a second index to one that has a name of its own.
  var sortedForComparison: Schema {
    var schema = self
    schema.entities.sort { $0.name < $1.name }
    for position in schema.entities.indices {
      schema.entities[position].attributes.sort { $0.name < $1.name }
      schema.entities[position].relationships.sort { $0.name < $1.name }
      let named = schema.entities[position].indexes.filter { $0.name != nil }.map(\.elements)
      schema.entities[position].indexes.removeAll { $0.name == nil && named.contains($0.elements) }
      schema.entities[position].indexes.sort {
        $0.elements.map(\.property).joined() < $1.elements.map(\.property).joined()
      }
    }
    return schema
  }
}
