import Foundation
import TestSupport
import Testing

/// The output of commands on the objects in a store that the platform wrote.
struct PlatformContentTests {
  private let library = Result { try LibraryStore() }

  private func migrate(_ words: String...) throws -> Run { try library.get().migrate(words) }

  @Test func `objects are shown by the names of their properties`() throws {
    #expect(
      try migrate("rows", "default.store", "Book", "--format", "csv").output == """
        _id,_entity,added,cover,isRead,key,price,title,author
        1,Novel,2001-01-01T00:00:00.5Z,yv4=,true,00112233-4455-6677-8899-AABBCCDDEEFF,9.5,Emma,1
        2,Book,2001-01-02T00:00:00Z,YSBjb3Zlcg==,false,FFEEDDCC-BBAA-9988-7766-554433221100,12,"Ulysses, 2",

        """)
    #expect(
      try migrate("rows", "default.store", "Novel").output == """
        _id  _entity  added                 cover    isRead  key                                   \
        price  title  mood    author
        1    Novel    2001-01-01T00:00:00Z  2 bytes  true    00112233-4455-6677-8899-AABBCCDDEEFF  \
        9.5    Emma   bright  1

        """)
  }

  @Test func `conditions follow relationships, and an order is kept`() throws {
    let run = try migrate(
      "rows", "default.store", "Note", "--where", "book.author.name LIKE 'Jane%'", "--order",
      "text DESC", "--format", "csv")
    #expect(run.output == "_id,text,book\n2,second,1\n1,first,1\n")
    #expect(
      try migrate("rows", "default.store", "Tag", "--where", "1 IN (SELECT _id FROM Novel)").output
        == "_id  name\n1    classic\n")
  }

  @Test func `an entity or a property that does not exist is named`() throws {
    #expect(
      try migrate("rows", "default.store", "Boook").error == """
        error: the model has no entity 'Boook'; did you mean 'Book'? [unknown-entity]
          note: it has Author, Book, Note, Novel, Tag

        """)
    let run = try migrate("rows", "default.store", "Book", "--where", "titel = 1")
    #expect(run.status == 64)
    #expect(
      run.error == """
        error: the expression cannot be read: 'Book' has no property 'titel', did you mean 'title'? \
        [invalid-expression]
          note: text takes single quotes, as in: --where "title = 'Anna'"

        """)
  }

  @Test func `a sound store is sound`() throws {
    let run = try migrate("verify", "default.store")
    #expect(
      run
        == Run(
          output: "'default.store' is sound: Library 1.0.0, 7 objects of 5 entities\n", error: "",
          status: 0))
  }

  /// Damage by the platform or an app, and the reported line.
  static let damages: [(sql: String, line: String)] = [
    (
      "UPDATE ZNOTE SET ZBOOK = 9 WHERE Z_PK = 1",
      "warning: 1 link of 'Note.book' leads to a 'Book' that does not exist [dangling-link]"
    ),
    (
      "UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2",
      "warning: 1 object has no value for 'Book.title', which is required [missing-value]"
    ),
    (
      "UPDATE ZBOOK SET ZISREAD = 7",
      "error: 2 objects have a value for 'Book.isRead' that is no bool [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZKEY = x'00' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.key' that is no uuid [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZADDED = 'today' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.added' that is no date [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZPRICE = '1,5' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.price' that is no decimal [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZCOVER = 'text' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.cover' that is no data [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET Z_ENT = 99 WHERE Z_PK = 2",
      "error: 1 row of 'ZBOOK' has a number in Z_ENT that no entity of the table has [platform-row]"
    ),
    (
      "UPDATE ZNOTE SET ZBOOK = 'one' WHERE Z_PK = 1",
      "error: 1 link of 'Note.book' has no number of an object at one of the ends "
        + "[platform-link]"
    ),
    (
      "INSERT INTO Z_2TAGS VALUES (NULL, 1)",
      "error: 1 link of 'Book.tags' has no number of an object at one of the ends "
        + "[platform-link]"
    ),
    (
      "UPDATE ZNOTE SET Z_FOK_BOOK = 'first' WHERE Z_PK = 1",
      "error: 1 object in the ordered relationship 'Book.notes' has a position that is no whole number "
        + "[platform-link]"
    ),
    (
      "UPDATE ZNOTE SET Z_FOK_BOOK = 2048 WHERE Z_PK IN (1, 2)",
      "warning: 2 objects in the ordered relationship 'Book.notes' have the position of another, or one "
        + "and no owner [platform-link]"
    ),
    (
      "UPDATE ZNOTE SET Z_FOK_BOOK = 2048 WHERE Z_PK = 3",
      "warning: 1 object in the ordered relationship 'Book.notes' has the position of another, or one "
        + "and no owner [platform-link]"
    ),
    (
      "UPDATE ZTAG SET Z_ENT = 4",
      "error: 1 row of 'ZTAG' has a number in Z_ENT that no entity of the table has [platform-row]"
    ),
    (
      "UPDATE ZAUTHOR SET Z_OPT = 0",
      "error: 1 row of 'ZAUTHOR' has a Z_PK or Z_OPT that is missing or below 1 [platform-row]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 2",
      "error: Z_PRIMARYKEY counts fewer objects of 'ZBOOK' than exist, so that the next object gets a "
        + "Z_PK that is taken [platform-counter]"
    ),
    (
      "UPDATE ZNOTE SET Z2_BOOK = 2 WHERE Z_PK = 2",
      "error: 1 link of 'Note.book' has the number of another entity than the object has, or of one where "
        + "there is no object [platform-link]"
    ),
    (
      "UPDATE ZNOTE SET Z2_BOOK = 2 WHERE Z_PK = 3",
      "error: 1 link of 'Note.book' has the number of another entity than the object has, or of one where "
        + "there is no object [platform-link]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Novel'",
      "error: Z_PRIMARYKEY has a Z_MAX for 'Novel', whose objects count as objects of 'Book' [platform-row]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_NAME = 'Tag'",
      "error: Z_PRIMARYKEY leaves no number for another object of 'Tag' [platform-row]"
    ),
    (
      "INSERT INTO Z_PRIMARYKEY VALUES (6, 'Ghost', 0, 0)",
      "error: Z_PRIMARYKEY has an entity with the number 6 that the model does not have [platform-row]"
    ),
    (
      "ALTER TABLE ZNOTE DROP COLUMN Z2_BOOK",
      "error: the table 'ZNOTE' has no column 'Z2_BOOK', which the platform reads with each 'Note' "
        + "[unreadable-property]"
    ),
    (
      "ALTER TABLE ZTAG DROP COLUMN Z_ENT",
      "error: the table 'ZTAG' has no column 'Z_ENT', which the platform reads with each 'Tag' "
        + "[unreadable-property]"
    ),
    (
      history + "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 16001",
      "error: Z_PRIMARYKEY counts fewer objects of 'ACHANGE' than exist, so that the next object gets a "
        + "Z_PK that is taken [platform-counter]"
    ),
    (
      history + "UPDATE ACHANGE SET ZENTITY = 9",
      "error: ACHANGE has 2 changes of no known entity [platform-row]"
    ),
    (
      history + "DROP TABLE ATRANSACTIONSTRING",
      "error: ATRANSACTIONSTRING does not exist [platform-row]"
    ),
    (
      "UPDATE ZBOOK SET ZCOVER = x'07' WHERE Z_PK = 1",
      "error: 1 object has data for 'Book.cover' that begins with neither 1 nor 2 [platform-data]"
    ),
    (
      "UPDATE ZNOTE SET ZTEXT = CAST(x'FF41' AS TEXT) WHERE Z_PK = 1",
      "error: 1 object has a value for 'Note.text' that is no string [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZADDED = 1e300",
      "error: 2 objects have a value for 'Book.added' that is no date [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZPRICE = -1e300 WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.price' that is no decimal [malformed-value]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many' WHERE Z_ENT = 2",
      "error: Z_PRIMARYKEY counts fewer objects of 'ZBOOK' than exist, so that the next object gets a "
        + "Z_PK that is taken [platform-counter]"
    ),
    (
      notes + "UPDATE ZNOTE SET Z_PK = NULL WHERE Z_PK = 3",
      "error: 1 row of 'ZNOTE' has no number in Z_PK, or the number of another row [platform-row]"
    ),
    (
      notes + "UPDATE ZNOTE SET Z_PK = 2 WHERE Z_PK = 3",
      "error: 2 rows of 'ZNOTE' have no number in Z_PK, or the number of another row [platform-row]"
    ),
    (
      notes + "UPDATE ZNOTE SET Z_PK = 'three' WHERE Z_PK = 3",
      "error: 1 row of 'ZNOTE' has no number in Z_PK, or the number of another row [platform-row]"
    ),
    (
      """
      DROP TABLE Z_2TAGS; CREATE TABLE Z_2TAGS (Z_2BOOKS INTEGER, Z_5TAGS INTEGER);
      INSERT INTO Z_2TAGS VALUES (1, 1), (1, 1)
      """,
      "error: 2 rows of the join table have a link of 'Book.tags' that another one has too "
        + "[platform-link]"
    ),
    (
      "UPDATE ZAUTHOR SET Z_OPT = NULL",
      "error: 1 row of 'ZAUTHOR' has a Z_PK or Z_OPT that is missing or below 1 [platform-row]"
    ),
    (
      "UPDATE Z_METADATA SET Z_VERSION = 7",
      "error: Z_METADATA has no 1 in Z_VERSION [platform-row]"
    ),
    (
      "UPDATE Z_METADATA SET Z_UUID = NULL",
      "error: Z_METADATA has no UUID in Z_UUID [platform-row]"
    ),
    (
      "INSERT INTO Z_METADATA SELECT 2, Z_UUID, Z_PLIST FROM Z_METADATA",
      "error: Z_METADATA has more rows than one [platform-row]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_NAME = 'Novel'",
      "error: Z_PRIMARYKEY has another parent for 'Novel' than the model [platform-row]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_NAME = CASE Z_NAME WHEN 'Tag' THEN 'Author' ELSE 'Tag' END "
        + "WHERE Z_NAME IN ('Author', 'Tag'); DROP TABLE Z_2TAGS; "
        + "CREATE TABLE Z_1BOOKS (Z_1TAGS INTEGER, Z_2BOOKS INTEGER, PRIMARY KEY (Z_1TAGS, Z_2BOOKS)); "
        + "UPDATE ZTAG SET Z_ENT = 1; UPDATE ZAUTHOR SET Z_ENT = 5",
      "error: Z_PRIMARYKEY gives 'Author' a higher number than 'Book', against the order of names: where "
        + "the names of entities are interchanged, objects are read as the wrong entity "
        + "[platform-row]"
    ),
    (
      "UPDATE ZBOOK SET ZMOOD = 'grave' WHERE Z_PK = 2",
      "warning: 1 object of another entity has something in the column of 'Novel.mood' [platform-row]"
    ),
    (
      "CREATE TABLE mine (a); INSERT INTO mine VALUES (1), (2); CREATE TABLE ANSCKEVENT (a); "
        + "INSERT INTO ANSCKEVENT VALUES (1)",
      "warning: nothing of the model is read from the table 'mine', which has 2 rows [unread-data]"
    ),
    (
      "ALTER TABLE ZTAG ADD COLUMN ZEXTRA; UPDATE ZTAG SET ZEXTRA = 0",
      "warning: nothing of the model is read from the column 'ZTAG.ZEXTRA', in which 1 row has a value "
        + "[unread-data]"
    ),
  ]

  /// A history of two changes.
  static let history = """
    CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER,
      ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT);
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, ZCHANGETYPE INTEGER, ZENTITY INTEGER,
      ZTRANSACTIONID INTEGER);
    INSERT INTO ATRANSACTION VALUES (1, NULL, NULL, NULL, 0);
    INSERT INTO ACHANGE VALUES (1, 0, 2, 1), (2, 0, 2, 1);
    INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 2), (16002, 'TRANSACTION', 0, 1);
    """

  @Test(arguments: [
    "ALTER TABLE ZTAG RENAME TO Ztag2; ALTER TABLE Ztag2 RENAME TO zTag",
    "ALTER TABLE ZTAG RENAME COLUMN ZNAME TO label; ALTER TABLE ZTAG ADD ZNAME VARCHAR AS (label)",
    "CREATE UNIQUE INDEX named ON ZTAG (ZNAME COLLATE nocase)", history,
  ])
  func `what another program made of a table is read where SQLite reads it`(sql: String) throws {
    let tags = try migrate("rows", "default.store", "Tag")
    _ = try library.get().workshop.sqlite("default.store", sql)
    #expect(try migrate("rows", "default.store", "Tag") == tags)
    #expect(try migrate("verify", "default.store").status == 0)
  }

  @Test func `a collation that only the app has keeps no command from reading`() throws {
    let tags = try migrate("rows", "default.store", "Tag", "--where", "name = 'classic'")
    _ = try library.get().workshop.sqlite(
      "default.store",
      """
      CREATE INDEX named ON ZTAG (ZNAME COLLATE nocase); PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'nocase', 'app') WHERE name = 'named'
      """)
    #expect(
      try migrate("verify", "default.store")
        == Run(
          output: """
            note: the table 'ZTAG' was checked only in part, as the rest needs what only the app has: the \
            collation of an index [needs-app]
            'default.store' is sound: Library 1.0.0, 7 objects of 5 entities

            """, error: "", status: 0))
    #expect(
      try migrate("rows", "default.store", "Tag", "--where", "name = 'classic'") == tags)
    for command in ["backup", "plan", "rehearse", "repair"] {
      #expect(try migrate(command, "default.store").status == 0)
    }
  }

  @Test func `a file of external data is found whatever the case of its name`() throws {
    let workshop = try library.get().workshop
    let path = workshop.path(".default_SUPPORT/_EXTERNAL_DATA")
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: path).first)
    let books = try migrate("rows", "default.store", "Book", "--format", "csv")
    try FileManager.default.moveItem(
      atPath: "\(path)/\(file)", toPath: "\(path)/\(file.lowercased())")
    #expect(try migrate("rows", "default.store", "Book", "--format", "csv") == books)
    #expect(try migrate("verify", "default.store").status == 0)
  }

  /// Makes the table of notes anew, without its primary key.
  private static let notes = """
    ALTER TABLE ZNOTE RENAME TO OLD;
    CREATE TABLE ZNOTE (Z_PK, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOK INTEGER, Z2_BOOK INTEGER,
      Z_FOK_BOOK INTEGER, ZTEXT VARCHAR);
    INSERT INTO ZNOTE SELECT * FROM OLD; DROP TABLE OLD;
    """

  @Test func `a file that does not exist is reported, and everything else is read`() throws {
    try library.get().workshop.remove(".default_SUPPORT")
    let line = "error: 1 object has a file for 'Book.cover' that is not there [missing-file]"
    let run = try migrate("verify", "default.store")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(line))
    let backup = try migrate("backup", "default.store", "--output", "backup.json")
    #expect(backup.status == 1)
    #expect((backup.error + backup.output).contains(line))
    #expect(try migrate("rows", "default.store", "Book").status == 0)
    #expect(try migrate("plan", "default.store").output.contains("[missing-file]"))
  }

  @Test func `a file that no object names is reported, and by prune too`() throws {
    try library.get().workshop.write("x", to: ".default_SUPPORT/_EXTERNAL_DATA/other")
    let line = """
      warning: no object names the file 'other' next to the store [stray-file]
        note: it takes up room, and no copy or backup has it; only the app may remove it

      """
    let run = try migrate("verify", "default.store")
    #expect(
      run.output == line + "'default.store' is sound: Library 1.0.0, 7 objects of 5 entities\n")
    let prune = try migrate(
      "prune", "default.store", "--entity", "Book", "--by", "added", "--before", "1999-01-01")
    #expect(prune.output.hasPrefix(line), "\(prune)")
  }

  @Test func `the checksums depend on the objects, whichever program wrote the store`() throws {
    let run = try migrate("verify", "default.store", "--checksums")
    #expect(try migrate("backup", "default.store", "-o", "b.json").status == 0)
    #expect(try migrate("restore", "b.json", "restored.store").status == 0)
    func sums(_ run: Run) -> [Substring] {
      run.output.split(separator: "\n").filter { $0.hasSuffix(" Note") || $0.hasSuffix(" Tag") }
    }
    #expect(sums(run).count == 2)
    #expect(try sums(run) == sums(migrate("verify", "restored.store", "--checksums")))
  }

  @Test func `a file that is a link, a folder or a pipe is reported, and not read`() throws {
    let workshop = try library.get().workshop
    let path = workshop.path(".default_SUPPORT/_EXTERNAL_DATA")
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    let file = try #require(files.first)
    for makes in ["ln -s /dev/zero", "ln -s /etc/hostname", "mkdir", "mkfifo"] {
      _ = try workshop.start(
        ["sh", "-c", "rm -rf '\(path)/\(file)'; \(makes) '\(path)/\(file)'"]
      ).finish()
      let line =
        "error: 1 object has no file for 'Book.cover' but a link, a folder, a pipe or a device, which is "
        + "not read [missing-file]"
      #expect(try migrate("verify", "default.store").output.hasPrefix(line))
      let backup = try migrate("backup", "default.store", "--output", "backup.json", "--replace")
      #expect(backup.status == 1)
      #expect((backup.error + backup.output).contains(line))
    }
  }

  @Test func `objects that share the other end of a one-to-one keep it in a backup`() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      platform: coredata
      entities:
        Book: {attributes: {title: string}, relationships: {label: {toOne: Label?, inverse: book}}}
        Label: {attributes: {text: string}, relationships: {book: {toOne: Book?, inverse: label}}}
      """, to: "Schemas/V1.yaml")
    _ = try workshop.migrate("create", "x.store", "--layout", "coredata", "--sample", "3")
    _ = try workshop.sqlite("x.store", "UPDATE ZBOOK SET ZLABEL = 2 WHERE Z_PK = 1")
    let verify = try workshop.migrate("verify", "x.store")
    #expect(verify.status == 0)
    #expect(
      verify.output.hasPrefix(
        "warning: 1 object is the 'Book.label' of several objects, and 'Label.book' leads to at most one "
          + "of these [platform-link]\n"))
    let rows = try workshop.migrate("rows", "x.store", "Book", "--format", "csv").output
    #expect(try workshop.migrate("plan", "x.store").status == 0)
    #expect(try workshop.migrate("backup", "x.store", "--output", "x.json").status == 0)
    #expect(try workshop.migrate("restore", "x.json", "y.store").status == 0)
    #expect(try workshop.migrate("rows", "y.store", "Book", "--format", "csv").output == rows)
    let restored = try workshop.migrate("verify", "y.store")
    #expect(restored.status == 0 && restored.output.contains("[eased-model]"), "\(restored)")
  }

  @Test func `a table that does not exist is an error, and not damage of the file`() throws {
    _ = try library.get().workshop.sqlite("default.store", "DROP TABLE ZTAG")
    let run = try migrate("verify", "default.store")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "error: the store has no table 'ZTAG', so no object of 'Tag' can be read [unreadable-property]"
      ))
    #expect(!run.output.contains("damaged"))
  }

  @Test func `a one-to-one is read from either side`() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      platform: coredata
      entities:
        Book: {attributes: {title: string}, relationships: {label: {toOne: Label?, inverse: book}}}
        Label: {attributes: {text: string}, relationships: {book: {toOne: Book?, inverse: label}}}
      """, to: "Schemas/V1.yaml")
    _ = try workshop.migrate("create", "x.store", "--layout", "coredata", "--sample", "3")
    let whole = try workshop.migrate("rows", "x.store", "Book", "--format", "csv").output
    let links = "SELECT count(*) FROM ZBOOK WHERE ZLABEL IS NOT NULL"
    try #require(try workshop.sqlite("x.store", links) != "0\n")
    for table in ["ZBOOK SET ZLABEL", "ZLABEL SET ZBOOK"] {
      try workshop.copy("x.store", to: "y.store")
      _ = try workshop.sqlite("y.store", "UPDATE \(table) = NULL")
      let run = try workshop.migrate("rows", "y.store", "Book", "--format", "csv")
      #expect(run.output == whole)
      workshop.remove("y.store")
    }
  }

  @Test(arguments: damages)
  func `problems of a store are reported by every command`(sql: String, line: String) throws {
    _ = try library.get().workshop.sqlite("default.store", sql)
    let run = try migrate("verify", "default.store")
    #expect(run.output.split(separator: "\n").contains { $0 == line }, "\(run)")
    #expect(run.status == (line.hasPrefix("error") ? 1 : 0))
    #expect(!run.output.contains("SQLite"))
    // No command says less of it, and none ends with words of SQLite's.
    let words = line.drop { $0 != " " }
    let backup = try migrate("backup", "default.store", "--output", "backup.json")
    let isLeftOut = Self.leavesOut.contains { line.contains($0) }
    #expect(backup.status == (isLeftOut ? 1 : 0), "\(backup)")
    #expect((backup.output + backup.error).contains(words), "\(backup)")
    let repair = try migrate("repair", "default.store")
    let isStep = line.contains("missing-value") || line.contains("dangling-link")
    #expect(isStep || (repair.output + repair.error).contains(words), "\(repair)")
    let rehearsal = try migrate("rehearse", "default.store")
    #expect(rehearsal.status == (isLeftOut ? 1 : 0), "\(rehearsal)")
    #expect((rehearsal.output + rehearsal.error).contains(words), "\(rehearsal)")
    #expect(try migrate("restore", "backup.json", "restored.store").status == 0)
    let restored = try migrate("verify", "restored.store")
    #expect(restored.status == (line.contains("dangling") ? 1 : 0), "\(restored)")
  }

  /// Parts of the lines on objects that a backup leaves out.
  private static let leavesOut = [
    "malformed-value", "'ZBOOK' has a number in Z_ENT", "no number of", "a position that is",
    "no number in Z_PK", "interchanged",
  ]
}
