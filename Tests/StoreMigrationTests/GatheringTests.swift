import StoreScript
import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Objects of several entities that become objects of one entity, with colliding identities.
struct GatheringTests {
  private static let media = """
    schema: Media
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string, pages: int?}
        relationships:
          reviews: {toMany: Review, inverse: book}
          people: {toMany: Person, inverse: books}
          sequel: {toOne: Book?}
      Film:
        attributes: {title: string, minutes: int?}
        relationships:
          reviews: {toMany: Review, inverse: film}
          people: {toMany: Person, inverse: films}
          remake: {toOne: Film?}
          source: {toOne: Book?}
      Review:
        attributes: {text: string}
        relationships:
          book: {toOne: Book?, inverse: reviews}
          film: {toOne: Film?, inverse: reviews}
      Person:
        attributes: {name: string}
        relationships:
          books: {toMany: Book, inverse: people}
          films: {toMany: Film, inverse: people}

    """
  private static let content = """
    INSERT INTO Book (_id, title, pages, sequel) VALUES (1, 'Emma', 400, 3), (3, 'Persuasion', 200, NULL);
    INSERT INTO Film (_id, title, minutes, remake, source) VALUES (1, 'Clueless', 97, 2, 1),
      (2, 'Emma', 124, NULL, 1), (3, 'Alien', 117, 3, NULL);
    INSERT INTO Review (_id, text, book, film) VALUES (1, 'a', 1, NULL), (2, 'b', NULL, 1),
      (3, 'c', NULL, 2), (4, 'd', NULL, NULL), (5, 'e', NULL, 3);
    INSERT INTO Person (_id, name) VALUES (1, 'Ann'), (2, 'Bea');
    INSERT INTO Book_people VALUES (1, 1), (3, 2);
    INSERT INTO Film_people VALUES (1, 1), (2, 1), (3, 2);
    """

  @Test func `where no number is left above all others, new objects get numbers below`() throws {
    func version(_ number: Int, _ entities: String) -> String {
      "schema: Media\nversion: \(number).0.0\nentities:\n\(entities)\n"
    }
    let history = try SchemaHistory(
      version(1, "  Book: {attributes: {pages: int?}}\n  Film: {attributes: {pages: int?}}"),
      version(2, "  Work: {attributes: {pages: int?}}")
        + "migration: {kind: custom, map: {Work: {from: {Book: {}, Film: {}}}}}\n")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book VALUES (1, 10), (9223372036854775807, 11);
        INSERT INTO Film VALUES (1, 20), (2, 21), (9223372036854775807, 22);
        """)
    _ = try migrated(store, history)
    #expect(
      try store.lines("SELECT _id, pages FROM Work ORDER BY pages") == [
        "1 10", "9223372036854775807 11", "-1 20", "2 21", "-2 22",
      ])
  }

  @Test func `two entities become one, and links of all kinds follow their objects`() throws {
    let history = try SchemaHistory(
      Self.media,
      """
      schema: Media
      version: 2.0.0
      entities:
        Work:
          attributes: {title: string, length: int?}
          relationships:
            reviews: {toMany: Review, inverse: work}
            people: {toMany: Person, inverse: works}
            sequel: {toOne: Work?}
            remake: {toOne: Work?}
            source: {toOne: Work?}
        Review:
          attributes: {text: string}
          relationships: {work: {toOne: Work?, inverse: reviews}}
        Person:
          attributes: {name: string}
          relationships: {works: {toMany: Work, inverse: people}}
      migration:
        kind: custom
        map:
          Work:
            from:
              Book: {length: {using: pages}}
              Film: {length: {using: minutes}}
        after:
          - {expect: SELECT count(*) FROM Work, equals: 5}
      """)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.declared == [
        "2 objects of 'Film' get a new _id, as others have theirs in 'Work'"
      ]
    )
    #expect(plan.obstacles == [])
    let summary = try migrated(store, history)
    #expect(summary.effects.named("renumbered").counts == ["Film 2"])
    #expect(
      try store.lines("SELECT _id, title, length, sequel, remake, source FROM Work ORDER BY _id")
        == [
          "1 Emma 400 3 NULL NULL", "2 Emma 124 NULL NULL 1", "3 Persuasion 200 NULL NULL NULL",
          "4 Clueless 97 NULL 2 1", "5 Alien 117 NULL 5 NULL",
        ])
    #expect(
      try store.lines("SELECT _id, work FROM Review ORDER BY _id") == [
        "1 1", "2 4", "3 2", "4 NULL", "5 5",
      ])
    #expect(
      try store.lines("SELECT * FROM Person_works ORDER BY 1, 2") == [
        "1 1", "1 2", "1 4", "2 3", "2 5",
      ])
  }

  @Test func `objects of another entity join existing objects, which keep their identities`() throws
  {
    let history = try SchemaHistory(
      Self.media,
      Self.media.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing(
          """
            Film:
              attributes: {title: string, minutes: int?}
              relationships:
                reviews: {toMany: Review, inverse: film}
                people: {toMany: Person, inverse: films}
                remake: {toOne: Film?}
                source: {toOne: Book?}

          """, with: ""
        ).replacing("      film: {toOne: Film?, inverse: reviews}\n", with: "")
        .replacing("      films: {toMany: Film, inverse: people}\n", with: "")
          + """
          migration:
            kind: custom
            map:
              Book: {from: {Film: {pages: {using: minutes}, sequel: {using: remake}}}}
              Review: {book: {using: "coalesce(book, film)"}}
          """)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(
      store, history,
      .testing {
        $0.allowedLosses = ["drop-entity:Film", "drop-relationship:Review.film"]
      })
    #expect(
      try store.lines("SELECT _id, title, pages, sequel FROM Book ORDER BY _id")
        == [
          "1 Emma 400 3", "2 Emma 124 NULL", "3 Persuasion 200 NULL", "4 Clueless 97 2",
          "5 Alien 117 5",
        ])
    #expect(
      try store.lines("SELECT _id, book FROM Review ORDER BY _id") == [
        "1 1", "2 4", "3 2", "4 NULL", "5 5",
      ])
    #expect(
      try store.lines("SELECT * FROM Book_people ORDER BY 1, 2") == [
        "1 1", "2 1", "3 2", "4 1", "5 2",
      ])
  }

  @Test func `objects that stay keep their identities where two entities exchange objects`() throws
  {
    let model = """
      schema: Pair
      version: 1.0.0
      entities:
        N: {attributes: {t: string?, k: int?}}
        O: {attributes: {t: string?, k: int?}}

      """
    let history = try SchemaHistory(
      model,
      model.replacing("version: 1.0.0", with: "version: 2.0.0")
        + """
        migration:
          kind: custom
          map:
            N: {where: k = 1, from: {O: {where: k = 1}}}
            O: {where: k = 2, from: {N: {where: k = 2}}}

        """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO N VALUES (1, 'n1', 1), (2, 'n2', 2);
        INSERT INTO O VALUES (1, 'o1', 1), (2, 'o2', 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let summary = try migrated(store, history)
    #expect(plan.effects.named("renumbered") == summary.effects.named("renumbered"))
    #expect(summary.effects.named("renumbered").map(\.count) == [1, 1])
    #expect(try store.lines("SELECT * FROM N ORDER BY 1") == ["1 n1 1", "3 o1 1"])
    #expect(try store.lines("SELECT * FROM O ORDER BY 1") == ["2 o2 2", "4 n2 2"])
  }

  @Test func `a link to an object that is left behind leads to no other object`() throws {
    func version(
      _ number: Int, _ destination: String, _ migration: String, _ others: String = ""
    ) -> String {
      """
      schema: Pair
      version: \(number).0.0
      entities:
        N: {attributes: {k: int?}}
      \(others)
        L: {relationships: {to: {toOne: \(destination)?}}}
      \(migration)

      """
    }
    let history = try SchemaHistory(
      version(1, "O", "", "  O: {attributes: {k: int?}}"),
      version(2, "N", "migration: {kind: custom, map: {N: {from: {O: {where: k = 1}}}}}"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO N VALUES (1, 1), (2, 2);
        INSERT INTO O VALUES (1, 1), (2, 2);
        INSERT INTO L (_id, "to") VALUES (1, 1), (2, 2);
        """)
    _ = try migrated(
      store, history,
      .testing { $0.allowedLosses = ["change-destination:L.to", "drop-entity:O"] })
    #expect(try store.lines("SELECT * FROM L ORDER BY 1") == ["1 3", "2 NULL"])
  }

  @Test func `duplicates that come together are reported with how to merge them`() throws {
    let history = try SchemaHistory(
      """
      schema: Media
      version: 1.0.0
      entities:
        Book: {attributes: {title: {type: string, unique: true}}}
        Film: {attributes: {title: string}}

      """,
      """
      schema: Media
      version: 2.0.0
      entities:
        Book: {attributes: {title: {type: string, unique: true}}}
      migration: {kind: custom, map: {Book: {from: {Film: {}}}}}

      """)
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Book VALUES (1, 'Emma'); INSERT INTO Film VALUES (1, 'Emma');")
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).first?.notes.map(\.message) == [
        "_id 1, 2: 'title' is 'Emma'",
        "merge them as they come together: 'dedupe: {by: [title], keep: first}' under 'migration: map: "
          + "Book:'",
      ])
    #expect(error.standing(of: store.path).nextCommand == "migrate plan \(store.path)")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.stages.flatMap(\.self).first { $0.table == "Film" }?.reasons == ["its rows go to 'Book'"]
    )
  }

  @Test func `two hierarchies become one`() throws {
    let history = try SchemaHistory(
      Self.media,
      Self.media.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("  Book:\n", with: "  Work: {abstract: true}\n  Book:\n    parent: Work\n")
        .replacing("  Film:\n", with: "  Film:\n    parent: Work\n"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let summary = try migrated(store, history)
    #expect(summary.effects.named("renumbered").counts == ["Film 2"])
    #expect(
      try store.lines("SELECT _id, _entity, title, sequel, remake, source FROM Work ORDER BY _id")
        == [
          "1 Book Emma 3 NULL NULL", "2 Film Emma NULL NULL 1", "3 Book Persuasion NULL NULL NULL",
          "4 Film Clueless NULL 2 1", "5 Film Alien NULL 5 NULL",
        ])
    #expect(
      try store.lines("SELECT _id, book, film FROM Review ORDER BY _id") == [
        "1 1 NULL", "2 NULL 4", "3 NULL 2", "4 NULL NULL", "5 NULL 5",
      ])
    #expect(try store.lines("SELECT * FROM Film_people ORDER BY 1") == ["2 1", "4 1", "5 2"])
  }

  private static let parties = """
    schema: Parties
    version: 1.0.0
    entities:
      Person: {attributes: {name: string, street: string?}}
      Company:
        attributes: {name: string, street: string?}
        relationships: {staff: {toMany: Job, inverse: company}}
      Job:
        attributes: {title: string}
        relationships: {company: {toOne: Company?, inverse: staff}}

    """

  private static func addresses(_ condition: String) -> String {
    """
    schema: Parties
    version: 2.0.0
    entities:
      Person:
        attributes: {name: string}
        relationships: {address: {toOne: Address?}}
      Company:
        attributes: {name: string}
        relationships:
          staff: {toMany: Job, inverse: company}
          address: {toOne: Address?}
      Job:
        attributes: {title: string}
        relationships: {company: {toOne: Company?, inverse: staff}}
      Address: {attributes: {street: string}}
    migration:
      kind: custom
      map:
        Address:
          from:
            Person: {where: street IS NOT NULL, link: Person.address}
            Company: {where: \(condition), link: Company.address}
          dedupe: {by: [street], keep: first}
    """
  }

  private static let streets = """
    INSERT INTO Person (_id, name, street) VALUES (1, 'a', 'Gay Street'), (2, 'b', NULL);
    INSERT INTO Company (_id, name, street) VALUES (1, 'c', 'Gay Street'), (2, 'd', 'High Street'),
      (7, 'e', NULL);
    INSERT INTO Job (_id, title, company) VALUES (1, 'x', 2), (2, 'y', 7);
    """

  private static let dropped = MigrationOptions.testing {
    $0.allowedLosses = ["drop-attribute:Person.street", "drop-attribute:Company.street"]
  }

  @Test func `objects made of two entities have their own identities`() throws {
    let history = try SchemaHistory(Self.parties, Self.addresses("street IS NOT NULL"))
    let store = try TestStore(history.oldest, filledBy: Self.streets)
    let plan = try Migrator(history: history, options: Self.dropped).plan(for: store.path)
    #expect(
      plan.effects.declared == [
        "2 objects of 'Company' get a new _id, as others have theirs in 'Address'",
        "1 object of 'Address' is merged into 1 with the same 'street', such as 'Gay Street'",
      ])
    _ = try migrated(store, history, Self.dropped)
    #expect(try store.lines("SELECT * FROM Person ORDER BY _id") == ["1 a 1", "2 b NULL"])
    #expect(
      try store.lines("SELECT _id, name, address FROM Company ORDER BY _id") == [
        "7 e NULL", "8 c 1", "9 d 9",
      ])
    #expect(
      try store.lines("SELECT * FROM Address ORDER BY _id") == ["1 Gay Street", "9 High Street"])
    #expect(try store.lines("SELECT _id, company FROM Job ORDER BY _id") == ["1 9", "2 7"])
  }

  @Test func `a condition on identities that change is refused`() throws {
    let history = try SchemaHistory(Self.parties, Self.addresses("_id < 3"))
    let store = try TestStore(history.oldest, filledBy: Self.streets)
    let before = try store.dump()
    let error = try #require(failure(of: store, history, Self.dropped))
    #expect(Set(error.diagnostics(of: store.path).map(\.code)) == ["stale-identity"])
    #expect(try store.dump() == before)
  }
}
