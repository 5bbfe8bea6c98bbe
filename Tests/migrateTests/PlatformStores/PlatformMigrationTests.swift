import TestSupport
import Testing

/// The reports of commands on the migration of a store that the platform wrote, and on its data.
struct PlatformMigrationTests {
  private let library = Result { try LibraryStore() }

  private func migrate(_ words: String...) throws -> Run { try library.get().migrate(words) }

  /// Writes a second version, which is the first but for one replacement.
  private func writeNext(replacing text: String, with other: String) throws {
    let next = LibraryStore.model.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing(text, with: other)
    try library.get().workshop.write(next, to: "Schemas/V2.yaml")
  }

  private func change(_ sql: String) throws {
    _ = try library.get().workshop.sqlite("default.store", sql)
  }

  @Test func `the status is the version, what the platform does, and how far it is behind`() throws
  {
    try writeNext(replacing: "mood: string?", with: "mood: string?, pages: int?")
    #expect(
      try migrate("status", "default.store")
        == Run(
          output: """
            store     default.store
            written   by Core Data or SwiftData, framework 1414
            label     1
            version   Library 1.0.0
            platform  the migration from 1.0.0 to 2.0.0 is inferred: lightweight
                      an app that allows no migration cannot open it with 2.0.0, the newest version: \
            'the model used to open the store is incompatible' (error 134100)
            'default.store' is 1 version behind; next: migrate rehearse default.store --schemas Schemas

            """, error: "", status: 0))
  }

  @Test func `a plan counts the values that the platform drops`() throws {
    try writeNext(replacing: "      price: decimal?\n", with: "")
    let run = try migrate("plan", "default.store")
    #expect(run.status == 1)
    #expect(
      (run.error + run.output).contains(
        "error: version 2.0.0 loses 2 values: attribute Book.price: decimal? [unapproved-loss]\n"))
    #expect(run.output.contains("lost: 2 values of Book.price\n"))
  }

  @Test func `a rehearsal finds problems that would end the platform's migration`() throws {
    try writeNext(replacing: "title: string\n", with: "title: string\n      isbn: string\n")
    let missing = try migrate("rehearse", "default.store")
    #expect(missing.status != 0)
    #expect(missing.output.contains("error 134110: 'missing attribute values on mandatory"))
    #expect((missing.error + missing.output).contains("Book.isbn"))
    try writeNext(replacing: "title: string\n", with: "title: {type: string, unique: true}\n")
    #expect(try migrate("rehearse", "default.store").status == 0)
    try change("UPDATE ZBOOK SET ZTITLE = 'Emma'")
    let twice = try migrate("rehearse", "default.store")
    #expect(twice.status == 1)
    #expect(
      (twice.error + twice.output).contains("2 objects of 'Book' share their values of 'title'"))
  }

  @Test func `a rehearsal says how long a device takes`() throws {
    try writeNext(replacing: "mood: string?", with: "mood: string?, pages: int?")
    let run = try migrate("rehearse", "default.store")
    #expect(run.status == 0)
    #expect(run.output.contains("would migrate from 1.0.0 to 2.0.0\n"))
    #expect(run.output.contains("as it is taken to be 4 times slower than this machine\n"))
    #expect(
      run.output.hasSuffix("'default.store' is Library 1.0.0, nothing was written to it\n"))
    let slow = try migrate("rehearse", "default.store", "--launch-budget", "0")
    #expect(slow.status == 1)
    #expect((slow.error + slow.output).contains("s are allowed [launch-budget]\n"))
  }

  @Test func `objects without a required value are named, and the rest is tried`() throws {
    try writeNext(replacing: "mood: string?", with: "mood: string?, pages: int?")
    try change("UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2")
    try change("UPDATE ZNOTE SET ZBOOK = 9 WHERE Z_PK = 1")
    let run = try migrate("rehearse", "default.store")
    #expect((run.error + run.output).contains("1 object has no value for 'Book.title'"))
    #expect(
      (run.error + run.output).contains(
        "1 link of 'Note.book' leads to a 'Book' that does not exist"))
  }

  @Test func `a backup is restored with the same objects`() throws {
    #expect(try migrate("backup", "default.store", "-o", "library.json").status == 0)
    #expect(try migrate("restore", "library.json", "native.store").status == 0)
    #expect(try migrate("verify", "native.store").status == 0)
    for entity in ["Author", "Book", "Note", "Novel", "Tag"] {
      let rows = { (store: String) in
        try migrate("rows", store, entity, "--format", "json").output
      }
      #expect(try rows("native.store") == rows("default.store"))
    }
  }

  @Test func `metadata of the app is backed up only on request`() throws {
    #expect(
      try migrate("backup", "default.store", "-o", "with.json", "--with-app-metadata").status == 0)
    #expect(try migrate("backup", "default.store", "-o", "without.json").status == 0)
    let texts = try ["with.json", "without.json"].map { try library.get().workshop.text($0) }
    #expect(texts.map { $0.contains("token") } == [true, false])
  }

  @Test func `the effects of a repair are shown, and only the app carries it out`() throws {
    try change("UPDATE ZNOTE SET ZBOOK = 9 WHERE Z_PK = 1")
    let shown = try migrate("repair", "default.store")
    #expect(shown.output.contains("'Note.book'"))
    #expect(
      shown.output.hasSuffix(
        "'default.store' is unchanged: only the app can repair it, by source that the next command "
          + "writes; next: migrate repair default.store "
          + "--format swift --schemas Schemas\n"))
    for command in [
      "repair --apply", "apply", "prune --entity Book --by added --older-than 1d --apply",
    ] {
      let words = command.split(separator: " ").map(String.init)
      let run = try library.get().migrate([words[0], "default.store"] + words.dropFirst())
      #expect(run.status == 3, "\(command)")
      #expect(run.error.contains("only the app writes to it [platform-store]"), "\(command)")
    }
  }

  @Test func `rules are answered by the data`() throws {
    try writeNext(replacing: "      price: decimal?\n", with: "")
    let run = try migrate("lint", "--store", "default.store")
    #expect((run.error + run.output).contains("2 objects"), "\(run)")
  }

  @Test func `two stores are compared by the models that they carry`() throws {
    let workshop = try Workshop()
    let model = """
      schema: Library
      version: 1.0.0
      platform: coredata
      entities:
        Book: {attributes: {title: string, pages: int?}}
      """
    try workshop.write(model, to: "Models/V1.yaml")
    try workshop.write(
      model.replacing("1.0.0", with: "2.0.0").replacing(", pages: int?", with: ""),
      to: "Models/V2.yaml")
    for version in ["1", "2"] {
      _ = try workshop.migrate(
        "create", "v\(version).store", "--layout", "coredata", "--version", version, "--schemas",
        "Models")
    }
    let run = try workshop.migrate("diff", "v1.store", "v2.store")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        """
        v1 1.0.0 to 2.0.0: lightweight, 1 change, values will be lost

        1.0.0 to 2.0.0: lightweight
            - attribute Book.pages: int?
        """))
  }

  @Test func `a store can be one side of a comparison`() throws {
    try writeNext(replacing: "mood: string?", with: "mood: string?, pages: int?")
    let run = try migrate("diff", "default.store", "2.0.0")
    #expect(run.output.contains("+ attribute Novel.pages: int?"))
  }

  @Test func `views show the objects to any SQLite`() throws {
    let script = try migrate("export", "default.store", "--format", "views").output
    let query = "SELECT title, added, \"key\" FROM Novel;"
    #expect(
      try library.get().workshop.sqlite("default.store", script + query)
        == "Emma|2001-01-01T00:00:00.5Z|00112233-4455-6677-8899-AABBCCDDEEFF\n")
  }

  @Test func `a store without persistent history is reported as such`() throws {
    #expect(
      try migrate("history", "default.store").output == "'default.store' keeps no history\n")
    try change(
      """
      CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER,
        ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, ZCHANGETYPE INTEGER, ZTRANSACTIONID INTEGER,
        ZENTITY INTEGER);
      INSERT INTO ATRANSACTIONSTRING VALUES (1, 'org.example.app'), (2, 'sync');
      INSERT INTO ATRANSACTION VALUES (1, NULL, 1, NULL, 0), (2, 2, 1, NULL, 60);
      INSERT INTO ACHANGE VALUES (1, 0, 1, 1), (2, 0, 1, 1), (3, 1, 2, 1), (4, 2, 2, 1);
      """)
    #expect(
      try migrate("history", "default.store").output == """
        2001-01-01T00:00:00Z to 2001-01-01T00:00:00Z
            by org.example.app
            1 transaction: 2 inserted, 0 updated, 0 deleted
        2001-01-01T00:01:00Z to 2001-01-01T00:01:00Z
            by org.example.app, author sync
            1 transaction: 0 inserted, 1 updated, 1 deleted

        """)
    try change(
      """
      INSERT INTO ACHANGE VALUES (5, 9, 1, 1), (6, 0, 7, 1);
      UPDATE ATRANSACTION SET ZTIMESTAMP = 'late' WHERE Z_PK = 2;
      """)
    #expect(
      try migrate("history", "default.store").output == """
        error: ACHANGE has 1 change of no known type [platform-row]
          note: another program changed the store: put back a copy of it from before
        error: ACHANGE has 1 change of no transaction [platform-row]
          note: another program changed the store: put back a copy of it from before
        error: ATRANSACTION has 1 transaction without a time [platform-row]
          note: another program changed the store: put back a copy of it from before
        an unknown time to an unknown time
            by org.example.app, author sync
            1 transaction: 0 inserted, 1 updated, 1 deleted
        2001-01-01T00:00:00Z to 2001-01-01T00:00:00Z
            by org.example.app
            1 transaction: 2 inserted, 0 updated, 0 deleted

        """)
    try change("DROP TABLE ATRANSACTION")
    #expect(
      try migrate("history", "default.store").output == """
        error: ATRANSACTION does not exist [platform-row]
          note: another program changed the store: put back a copy of it from before
        the history of 'default.store' cannot be read

        """)
    #expect(try migrate("history", "default.store").status == 1)
  }
}
