import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Objects that 'from' makes of existing ones, and what happens to the existing ones.
struct AdditionTests {
  private static let notes = """
    schema: Notes
    version: 1.0.0
    entities:
      Note: {attributes: {text: string, tag: string?}}
      Todo: {parent: Note, attributes: {done: bool = false}}

    """
  private static let tags = """
    schema: Notes
    version: 2.0.0
    entities:
      Note:
        attributes: {text: string}
        relationships: {label: {toOne: Tag?, inverse: notes}}
      Todo: {parent: Note, attributes: {done: bool = false}}
      Tag:
        attributes: {name: {type: string, unique: true}}
        relationships: {notes: {toMany: Note, inverse: label}}
    migration:
      kind: custom
      map:
        Tag:
          from:
            Note:
              name: {using: lower(trim(tag))}
              where: "trim(tag) <> ''"
              link: Note.label
          dedupe: {by: [name], keep: first}

    """
  private static let content = """
    INSERT INTO Note (_id, _entity, text, tag, done) VALUES (1, 'Note', 'a', NULL, NULL),
      (2, 'Note', 'b', 'Home', NULL), (3, 'Todo', 'c', ' home', 1), (4, 'Note', 'd', ' ', NULL),
      (5, 'Todo', 'e', 'Work', 0);
    """

  private static let options = MigrationOptions.testing {
    $0.allowedLosses = ["drop-attribute:Note.tag"]
  }

  @Test func `a text becomes an object that all objects with the same text share`() throws {
    let history = try SchemaHistory(Self.notes, Self.tags)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: Self.options).plan(for: store.path)
    #expect(
      plan.effects.declared == [
        "1 object of 'Tag' is merged into 1 with the same 'name', such as 'home'"
      ])
    #expect(plan.effects.named("left-behind") == [])
    let summary = try migrated(store, history, Self.options)
    #expect(
      try store.lines("SELECT _id, _entity, text, label FROM Note ORDER BY _id") == [
        "1 Note a NULL", "2 Note b 2", "3 Todo c 2", "4 Note d NULL", "5 Todo e 5",
      ])
    #expect(try store.lines("SELECT _id, name FROM Tag ORDER BY _id") == ["2 home", "5 work"])
    #expect(summary.effects.named("merged").map(\.count) == [1])
  }

  @Test
  func
    `what is made among others may give those that it is made of a new number, and links follow`()
    throws
  {
    let first = """
      schema: Notes
      version: 1.0.0
      entities:
        Note:
          attributes: {text: string, label: string?}
          relationships: {next: {toOne: Note?}, reader: {toOne: Reader?, inverse: notes}}
        Reader:
          attributes: {name: string}
          relationships: {notes: {toMany: Note, inverse: reader}, liked: {toMany: Note}, last: {toOne: Note?}}
        Topic: {attributes: {name: string}}

      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("next: {toOne", with: "topic: {toOne: Topic?}, next: {toOne") + """
          migration:
            map:
              Topic: {from: {Note: {name: {using: label}, where: label IS NOT NULL, link: Note.topic}}}
          """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Topic (_id, name) VALUES (1, 'old'), (3, 'older');
        INSERT INTO Note (_id, text, label, next, reader) VALUES (1, 'a', 'x', 2, 7), (2, 'b', 'y', 1, NULL),
          (3, 'c', NULL, 3, 7);
        INSERT INTO Reader (_id, name, last) VALUES (7, 'r', 3);
        INSERT INTO Reader_liked VALUES (7, 1), (7, 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.declared == [
        "2 objects of 'Note' get a new _id, as others have theirs in 'Topic'"
      ])
    _ = try migrated(store, history)
    #expect(
      try store.lines(
        """
        SELECT n.text, t.name, m.text, n.reader FROM Note n LEFT JOIN Topic t ON t._id = n.topic
        JOIN Note m ON m._id = n.next ORDER BY 1
        """) == ["a x b 7", "b y a NULL", "c NULL c 7"])
    #expect(
      try store.lines(
        "SELECT text FROM Reader JOIN Note ON Note._id = last UNION ALL SELECT text FROM (SELECT text "
          + "FROM Reader_liked JOIN Note ON Note._id = liked ORDER BY 1)") == ["c", "a", "b"])
    #expect(
      try store.lines("SELECT name FROM Topic WHERE _id IN (1, 3) ORDER BY _id") == [
        "old", "older",
      ])
    #expect(try store.lines("SELECT _id FROM Note WHERE text = 'b'") == ["2"])
  }

  @Test func `values that are kept elsewhere are dropped from their column only if allowed`() throws
  {
    let history = try SchemaHistory(Self.notes, Self.tags)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let error = try #require(failure(of: store, history))
    #expect(error.diagnostics(of: store.path).map(\.code) == ["unapproved-loss"])
  }

  @Test func `an entity is split in two that are linked one to one`() throws {
    let history = try SchemaHistory(
      """
      schema: People
      version: 1.0.0
      entities:
        Town: {attributes: {name: string}, relationships: {people: {toMany: Person, inverse: town}}}
        Person:
          attributes: {name: string, street: string?, number: int?}
          relationships: {town: {toOne: Town?, inverse: people}}
      """,
      """
      schema: People
      version: 2.0.0
      entities:
        Town: {attributes: {name: string}, relationships: {addresses: {toMany: Address, inverse: town}}}
        Person:
          attributes: {name: string}
          relationships: {address: {toOne: Address?, inverse: person}}
        Address:
          attributes: {street: string, number: string?, kind: string = home}
          relationships:
            town: {toOne: Town?, inverse: addresses}
            person: {toOne: Person, inverse: address}
      migration:
        kind: custom
        map:
          Address: {from: {Person: {where: street IS NOT NULL, link: Address.person}}}
        after:
          - {expect: SELECT count(*) FROM Address, equals: 2}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Town (_id, name) VALUES (7, 'Bath');
        INSERT INTO Person (_id, name, street, number, town) VALUES (1, 'a', 'Gay Street', 40, 7),
          (2, 'b', NULL, NULL, NULL), (3, 'c', 'Sydney Place', NULL, 7);
        """)
    let allowed = MigrationOptions.testing {
      $0.allowedLosses = [
        "drop-attribute:Person.street", "drop-attribute:Person.number",
        "drop-relationship:Person.town", "drop-relationship:Town.people",
      ]
    }
    _ = try migrated(store, history, allowed)
    #expect(
      try store.lines("SELECT _id, street, number, kind, town, person FROM Address ORDER BY _id")
        == [
          "1 Gay Street 40 home 7 1", "3 Sydney Place NULL home 7 3",
        ])
    #expect(try store.lines("SELECT _id, name FROM Person") == ["1 a", "2 b", "3 c"])
  }

  @Test func `an entity becomes two by a condition each`() throws {
    let history = try SchemaHistory(
      """
      schema: Media
      version: 1.0.0
      entities:
        Item: {attributes: {title: string, kind: string, pages: int?, minutes: int?}}
      """,
      """
      schema: Media
      version: 2.0.0
      entities:
        Book: {attributes: {title: string, pages: int?}}
        Film: {attributes: {title: string, minutes: int?}}
      removed: {}
      migration:
        kind: custom
        map:
          Book: {from: {Item: {where: kind = 'book'}}}
          Film: {from: {Item: {where: kind = 'film'}}}
      """.replacing("removed: {}\n", with: ""))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Item (_id, title, kind, pages, minutes) VALUES (1, 'a', 'book', 9, NULL),
          (2, 'b', 'film', NULL, 90), (3, 'c', 'book', NULL, NULL);
        """)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-entity:Item"] })
    #expect(try store.lines("SELECT * FROM Book ORDER BY _id") == ["1 a 9", "3 c NULL"])
    #expect(try store.lines("SELECT * FROM Film ORDER BY _id") == ["2 b 90"])
  }

  // MARK: Links and values that are there

  private static func labels(_ version: Int, map: String = "") -> String {
    """
    schema: Notes
    version: \(version).0.0
    entities:
      Note:
        attributes: {text: string, tag: string?}
        relationships: {label: {toOne: Tag?, inverse: notes}}
      Tag:
        attributes: {name: string?}
        relationships: {notes: {toMany: Note, inverse: label}}
      Kind: {abstract: true, attributes: {name: string?}}
      Sort: {parent: Kind}
    \(map.isEmpty ? "" : "migration: {kind: custom, map: {\(map)}}")
    """
  }

  private static let labelled = """
    INSERT INTO Tag (_id, name) VALUES (100, 'old'), (101, 'older');
    INSERT INTO Note (_id, text, tag, label) VALUES (1, 'a', 'x', 100), (2, 'b', NULL, 101),
      (3, 'c', 'y', NULL);
    """

  @Test func `a replaced link needs approval, and stays where no object is made`() throws {
    let history = try SchemaHistory(
      Self.labels(1),
      Self.labels(
        2,
        map: "Tag: {from: {Note: {name: {using: tag}, where: tag IS NOT NULL, link: Note.label}}}"))
    let store = try TestStore(history.oldest, filledBy: Self.labelled)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.diagnostics(of: store.path).map(\.code) == ["unapproved-loss"])
    #expect(try store.dump() == before)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.count) == [1])
    #expect(plan.losses.map(\.numbers) == [[1]])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-relationship:Note.label"] })
    #expect(try store.lines("SELECT _id, label FROM Note ORDER BY _id") == ["1 1", "2 101", "3 3"])
    #expect(
      try store.lines("SELECT _id, name FROM Tag ORDER BY _id") == [
        "1 x", "3 y", "100 old", "101 older",
      ])
  }

  @Test func `values of objects that an earlier version makes need approval as well`() throws {
    let history = try SchemaHistory(
      Self.notes,
      """
      schema: Notes
      version: 2.0.0
      entities:
        Note: {attributes: {text: string, tag: string?}}
        Todo: {parent: Note, attributes: {done: bool = false}}
        Tag: {attributes: {name: string?}}
      migration:
        kind: custom
        map:
          Tag:
            from: {Note: {name: {using: upper(tag)}, where: tag IS NOT NULL}}
            dedupe: {by: [name], keep: first}
      """,
      """
      schema: Notes
      version: 3.0.0
      entities:
        Note: {attributes: {text: string, tag: string?}}
        Todo: {parent: Note, attributes: {done: bool = false}}
        Tag: {attributes: {name: string?}}
      migration: {kind: custom, map: {Tag: {name: {using: 'NULL'}}}}
      """)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.diagnostics(of: store.path).map(\.code) == ["unapproved-loss"])
    #expect(try store.dump() == before)
  }

  @Test(arguments: [
    ("Kind: {from: {Note: {name: {using: tag}}}}", "abstract-objects"),
    ("Note: {from: {Note: {}}}", "occupied-identity"),
    (
      "Note: {label: {using: '1'}}, Tag: {from: {Note: {name: {using: tag}, link: Note.label}}}",
      "link-given-twice"
    ),
    ("Tag: {from: {Note: {name: {using: tag}, where: random() > 0}}}", "volatile-condition"),
    ("Note: {where: text < date()}", "volatile-condition"),
    ("Tag: {dedupe: {by: [name], keep: prefer(name > date())}}", "volatile-condition"),
  ])
  func `a declaration that could lose objects or links is refused at its place`(
    map: String, code: String
  ) throws {
    let history = try SchemaHistory(Self.labels(1), Self.labels(2, map: map))
    let store = try TestStore(history.oldest, filledBy: Self.labelled)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    let found = error.diagnostics(of: store.path)
    #expect(found.map(\.code) == [code])
    #expect(found.compactMap(\.location?.line) == [12])
    #expect(try store.dump() == before)
  }

  @Test func `objects that cannot be made are reported with their place`() throws {
    func problems(_ map: String) throws -> [String] {
      let text = Self.notes.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("  Note:", with: "  Tag: {attributes: {name: string}}\n  Note:")
      let history = try SchemaHistory(
        Self.notes, text + "migration:\n  kind: custom\n  map:\n    Tag: {from: {\(map)}}\n")
      let store = try TestStore(history.oldest, filledBy: Self.content)
      return failure(of: store, history)?.diagnostics(of: store.path).map { diagnostic in
        "\(diagnostic.location.map { "\($0.line):\($0.column) " } ?? "")\(diagnostic.code)"
      } ?? []
    }
    #expect(try problems("Nota: {name: {using: tag}}") == ["10:18 unknown-entity"])
    #expect(try problems("Note: {name: {using: tog}}") == ["10:39 unusable-expression"])
    #expect(try problems("Note: {name: {using: tag}, where: tog}") == ["10:52 unusable-expression"])
    #expect(try problems("Note: {name: {using: text}, link: Note.text}") == ["10:52 unknown-link"])
    #expect(try problems("Note: {}") == Array(repeating: "4:22 unmet-requirement", count: 2))
  }

  @Test func `an object listed under its entity and a parent is taken once, by the nearest entry`()
    throws
  {
    let first = """
      schema: Zoo
      version: 1.0.0
      entities:
        Dog: {attributes: {name: string}}
        Puppy: {parent: Dog, attributes: {age: int?}}
        Runt: {parent: Puppy}
        Cat: {attributes: {name: string}}
      """
    func second(_ origins: String) -> String {
      """
      schema: Zoo
      version: 2.0.0
      entities:
        Animal: {attributes: {name: string, kind: string, age: int?}}
      migration:
        kind: custom
        map: {Animal: {from: {\(origins)}}}
      """
    }
    let dogs = "Dog: {kind: {using: \"'dog'\"}}"
    let history = try SchemaHistory(
      first,
      second("\(dogs), Cat: {kind: {using: \"'cat'\"}}, Puppy: {kind: {using: \"'puppy'\"}}"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Dog (_id, _entity, name, age) VALUES (1, 'Dog', 'a', NULL), (2, 'Puppy', 'b', 1),
          (3, 'Runt', 'c', 2);
        INSERT INTO Cat (_id, name) VALUES (4, 'd');
        """)
    let change = try Migrator(history: history, options: .testing()).plan(for: store.path)
      .migration.hops[0].changes[0]
    #expect(
      change.reason
        == "the platform makes no objects of others; objects of 'Runt' count as objects of 'Puppy'"
    )
    _ = try migrated(store, history, .testing())
    #expect(
      try store.lines("SELECT _id, name, kind, age FROM Animal ORDER BY _id") == [
        "1 a dog NULL", "2 b puppy 1", "3 c puppy 2", "4 d cat NULL",
      ])
  }
}
