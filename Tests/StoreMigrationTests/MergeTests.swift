import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Objects that 'dedupe' merges: which stay, which links move, and what is reported and proved.
struct MergeTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string, seen: date?}
        relationships:
          books: {toMany: Book, inverse: author, ordered: true}
          mentor: {toOne: Author?, inverse: pupils}
          pupils: {toMany: Author, inverse: mentor}
          friends: {toMany: Author, inverse: friends}
          tags: {toMany: Tag, inverse: authors}
          page: {toOne: Page?, inverse: author, delete: cascade}
          home: {toOne: Town?, delete: cascade}
      Writer: {parent: Author}
      Book:
        attributes: {title: string}
        relationships: {author: {toOne: Author?, inverse: books}}
      Tag:
        attributes: {name: string}
        relationships: {authors: {toMany: Author, inverse: tags}}
      Page:
        attributes: {text: string}
        relationships: {author: {toOne: Author?, inverse: page}}
      Town: {attributes: {name: string}}

    """

  private static func next(
    _ map: String, version: Int = 2, of text: String = first
  ) -> String {
    text.replacing("version: 1.0.0", with: "version: \(version).0.0")
      + "migration:\n  kind: custom\n  map:\n    \(map)\n"
  }

  private static let authors = """
    INSERT INTO Town (_id, name) VALUES (1, 'Steventon'), (2, 'Bath');
    INSERT INTO Author (_id, _entity, name, seen, mentor, home) VALUES
      (1, 'Author', 'Jane', 100, NULL, NULL), (2, 'Author', 'Mary', 100, 3, NULL),
      (3, 'Author', 'Jane', 300, 1, NULL), (4, 'Author', 'Jane', 200, 2, 1),
      (5, 'Writer', 'Jane', 900, 4, NULL), (6, 'Author', 'Jane', NULL, NULL, 2);
    """

  private func merged(
    _ map: String, in next: String = MergeTests.first, content: String,
    allowing losses: Set<String> = []
  ) throws -> (TestStore, MigrationSummary) {
    let history = try SchemaHistory(Self.first, Self.next(map, of: next))
    let store = try TestStore(history.oldest, filledBy: content)
    return (store, try migrated(store, history, .testing { $0.allowedLosses = losses }))
  }

  @Test func `the newest object stays, and takes over the links that it lacks`() throws {
    let (store, summary) = try merged(
      "Author: {dedupe: {by: [name], keep: newest(seen)}}", content: Self.authors)
    #expect(
      try store.lines("SELECT _id, _entity, mentor, home FROM Author ORDER BY _id") == [
        "2 Author 3 NULL", "3 Author 2 1", "5 Writer 3 NULL",
      ])
    #expect(
      summary.effects.map(\.message) == [
        "3 objects of 'Author' are merged into 1 with the same 'name', such as 'Jane'",
        "1 link of 'Author.home' is removed with merged objects",
        "1 link of 'Author.mentor' is removed with merged objects",
        "2 values of 'Author.seen' are removed with merged objects",
      ])
    // The town of an object that lives on is not deleted with it.
    #expect(try store.lines("SELECT _id FROM Town") == ["1", "2"])
  }

  @Test func `a link that is taken over keeps its position`() throws {
    let (store, _) = try merged(
      "Book: {dedupe: {by: [title], keep: prefer(author IS NULL)}}",
      content: Self.authors + """
        INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 2, 0), (2, 'b', 2, 1),
          (3, 'a', NULL, NULL);
        """)
    #expect(
      try store.lines("SELECT _id, author, _order_author FROM Book ORDER BY _id") == [
        "2 2 1", "3 2 0",
      ])
  }

  @Test func `links among duplicates are counted with the lost links`() throws {
    let (store, summary) = try merged(
      "Author: {dedupe: {by: [name], keep: newest(seen)}}",
      content: """
        INSERT INTO Author (_id, _entity, name, seen, mentor) VALUES (1, 'Author', 'Jane', 1, NULL),
          (2, 'Author', 'Jane', 2, 2), (3, 'Author', 'Jane', 3, 1), (4, 'Author', 'Mary', 1, 2);
        INSERT INTO Author_friends VALUES (1, 3), (2, 4);
        """)
    #expect(try store.lines("SELECT _id, mentor FROM Author ORDER BY _id") == ["3 NULL", "4 3"])
    #expect(try store.lines("SELECT * FROM Author_friends") == ["3 4"])
    #expect(
      summary.effects.map(\.message) == [
        "2 objects of 'Author' are merged into 1 with the same 'name', such as 'Jane'",
        "1 link of 'Author.friends' is removed with merged objects",
        "2 links of 'Author.mentor' are removed with merged objects",
        "2 values of 'Author.seen' are removed with merged objects",
      ])
  }

  @Test(arguments: [
    ("first", "1"), ("newest(seen)", "3"), ("oldest(seen)", "1"), ("prefer(seen = 200)", "4"),
    ("[prefer(home IS NOT NULL), newest(seen)]", "4"),
    ("[prefer(home IS NOT NULL), oldest(seen)]", "4"), ("prefer(seen IS NULL)", "6"),
  ])
  func `the declaration decides which object stays`(keep: String, survivor: String) throws {
    let (store, _) = try merged(
      "Author: {dedupe: {by: [name], keep: \(keep)}}", content: Self.authors)
    #expect(
      try store.lines("SELECT _id FROM Author WHERE _entity = 'Author' AND name = 'Jane'") == [
        survivor
      ])
  }

  @Test func `an object without a value equals no other`() throws {
    let (store, summary) = try merged(
      "Author: {dedupe: {by: [name, seen], keep: first}}", content: Self.authors)
    #expect(try store.lines("SELECT count(*) FROM Author") == ["6"])
    #expect(summary.effects.named("merged") == [])
  }

  @Test func `links of all kinds are moved, and equal links become one`() throws {
    let (store, _) = try merged(
      "Author: {dedupe: {by: [name], keep: oldest(seen)}}",
      content: Self.authors + """
        INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 1, 0), (2, 'b', 3, 0),
          (3, 'c', 3, 1), (4, 'd', 2, 0);
        INSERT INTO Tag (_id, name) VALUES (1, 'x'), (2, 'y');
        INSERT INTO Author_tags VALUES (1, 1), (3, 1), (3, 2), (2, 2);
        INSERT INTO Author_friends VALUES (1, 3), (3, 4), (4, 2), (2, 6);
        INSERT INTO Page (_id, text, author) VALUES (1, 'p', 3), (2, 'q', 4), (3, 'r', 2);
        """)
    #expect(
      try store.lines("SELECT _id, author, _order_author FROM Book ORDER BY _id") == [
        "1 1 0", "2 1 1", "3 1 2", "4 2 0",
      ])
    #expect(try store.lines("SELECT * FROM Author_tags ORDER BY 1, 2") == ["1 1", "1 2", "2 2"])
    #expect(try store.lines("SELECT * FROM Author_friends ORDER BY 1, 2") == ["1 2", "2 1"])
    // Only one page may be linked to an author; the others stay, without a link.
    #expect(
      try store.lines("SELECT _id, author FROM Page ORDER BY _id") == ["1 NULL", "2 1", "3 2"])
  }

  @Test(arguments: ["newest(seen)", "oldest(seen)", "first", "prefer(mentor = 2)"])
  func `a plan counts the values and links that a merge loses, as the migration does`(
    keep: String
  ) throws {
    let map = "Author: {dedupe: {by: [name], keep: \(keep)}}"
    let history = try SchemaHistory(Self.first, Self.next(map))
    let store = try TestStore(
      history.oldest,
      filledBy: Self.authors + """
        INSERT INTO Page (_id, text, author) VALUES (1, 'p', 3), (2, 'q', 4), (3, 'r', 2);
        """)
    let before = try store.lines("SELECT count(seen), count(mentor), count(home) FROM Author")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(try migrated(store, history).effects.named("merged") == plan.effects.named("merged"))
    #expect(before == ["5 4 2"])
    let counts = Dictionary(
      uniqueKeysWithValues: plan.effects.named("lost-by-merging").map { ($0.subject, $0.count) })
    // One home is taken over where the object that stays had none, and one page stays linked.
    #expect(counts["Author.home"] == 1)
    #expect(counts["Page.author"] == 1)
    let seen = try store.lines("SELECT count(seen) FROM Author WHERE _entity = 'Author'")
    #expect(counts["Author.seen"] == 2 && seen == ["2"])
  }

  @Test func `an existing object is kept rather than one that is made of another`() throws {
    let first = """
      schema: Notes
      version: 1
      entities:
        Note: {attributes: {word: string?}}
        Tag: {attributes: {name: string, colour: string?}}

      """
    let second = """
      schema: Notes
      version: 2
      entities:
        Note:
          attributes: {word: string?}
          relationships: {label: {toOne: Tag?}}
        Tag: {attributes: {name: string, colour: string?}}
      migration:
        kind: custom
        map:
          Tag:
            from: {Note: {name: {using: word}, where: word IS NOT NULL, link: Note.label}}
            dedupe: {by: [name], keep: first}

      """
    let history = try SchemaHistory(first, second)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Note (_id, word) VALUES (1, 'home'), (2, 'work'), (3, 'work'), (4, NULL);
        INSERT INTO Tag (_id, name, colour) VALUES (7, 'home', 'red'), (8, 'idle', 'blue');
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let summary = try migrated(store, history)
    #expect(
      try store.lines("SELECT _id, name, colour FROM Tag ORDER BY _id") == [
        "2 work NULL", "7 home red", "8 idle blue",
      ])
    #expect(
      try store.lines("SELECT _id, label FROM Note ORDER BY _id") == [
        "1 7", "2 2", "3 2", "4 NULL",
      ])
    #expect(summary.effects.named("merged") == plan.effects.named("merged"))
    #expect(summary.effects.named("lost-by-merging") == [])
  }

  @Test func `a saved plan is stale once other objects would be merged`() throws {
    let history = try SchemaHistory(
      Self.first, Self.next("Author: {dedupe: {by: [name], keep: newest(seen)}}"))
    let store = try TestStore(history.oldest, filledBy: Self.authors)
    let saved = PlanFile(
      try Migrator(history: history, options: .testing()).plan(for: store.path), history: history)
    func stale(_ found: String) -> MigrationError {
      let merged = "objects of 'Author' are merged into 1 with the same 'name', such as 'Jane'"
      return .refused([.stalePlan(.effect(saved: "3 \(merged)", found: "\(found) \(merged)"))])
    }
    try store.execute("UPDATE Author SET seen = 1000 WHERE _id = 1")
    #expect(failure(of: store, history, following: saved) == stale("3"))
    try store.execute("UPDATE Author SET seen = 100, name = 'Anne' WHERE _id = 1")
    #expect(failure(of: store, history, following: saved) == stale("2"))
    // An object that is merged away has another value now, which the plan counts already.
    try store.execute("UPDATE Author SET name = 'Jane', seen = 110 WHERE _id = 1")
    #expect(failure(of: store, history, following: saved) == nil)
  }

  @Test func `objects are merged by their computed key, before it has to be unique`() throws {
    let next = Self.first.replacing(
      "  Tag:\n    attributes: {name: string}",
      with: "  Tag:\n    attributes: {name: string}\n    unique: [[name]]")
    let (store, summary) = try merged(
      "Tag: {name: {using: lower(trim(name))}, dedupe: {by: [name], keep: first}}", in: next,
      content: Self.authors + """
        INSERT INTO Tag (_id, name) VALUES (1, 'Sea'), (2, ' sea'), (3, 'Hill'), (4, 'SEA ');
        INSERT INTO Author_tags VALUES (1, 2), (1, 4), (2, 4), (2, 3);
        """, allowing: ["rewrite-attribute:Tag.name"])
    #expect(try store.lines("SELECT _id, name FROM Tag ORDER BY _id") == ["1 sea", "3 hill"])
    #expect(try store.lines("SELECT * FROM Author_tags ORDER BY 1, 2") == ["1 1", "2 1", "2 3"])
    #expect(
      summary.effects.named("merged").map(\.message) == [
        "2 objects of 'Tag' are merged into 1 with the same 'name', such as 'sea'"
      ])
  }

  @Test func `an entity is merged after the entities that its key leads to`() throws {
    let (store, summary) = try merged(
      """
      Book: {dedupe: {by: [title, author], keep: first}}
          Author: {dedupe: {by: [name], keep: first}}
      """,
      content: Self.authors + """
        INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 3, 0), (2, 'a', 4, 0),
          (3, 'a', 2, 0), (4, 'a', NULL, NULL);
        """)
    #expect(
      try store.lines("SELECT _id, author FROM Book ORDER BY _id") == ["1 1", "3 2", "4 NULL"])
    #expect(summary.effects.named("merged").map(\.subject) == ["Author", "Book"])
  }

  // MARK: What is known of a merge before

  /// Expects that the plan reports the effects of the migration, and is stale once they would
  /// differ.
  private func checkForecast(
    _ map: String, of entities: [String], content: String, changing change: String,
    allowing losses: Set<String> = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let history = try SchemaHistory(Self.first, Self.next(map))
    let store = try TestStore(history.oldest, filledBy: content)
    let options = MigrationOptions.testing { $0.allowedLosses = losses }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.effects.named("merged").map(\.subject) == entities, sourceLocation: sourceLocation)
    let other = try TestStore(history.oldest, filledBy: content)
    let saved = PlanFile(plan, history: history)
    #expect(
      saved.effects.filter { $0.kind == "merged" }.map(\.subject) == entities,
      sourceLocation: sourceLocation)
    try other.execute(change)
    let error = failure(of: other, history, options, following: saved)
    guard case .refused(let refusals)? = error, case .stalePlan(.effect)? = refusals.first else {
      Issue.record("not stale: \(String(describing: error))", sourceLocation: sourceLocation)
      return []
    }
    let summary = try migrated(store, history, options)
    #expect(
      summary.effects.named("merged") == plan.effects.named("merged"),
      sourceLocation: sourceLocation)
    return plan.effects.named("merged").map(\.message)
  }

  @Test func `a path in 'prefer' is followed in the plan as in the migration`() throws {
    #expect(
      try checkForecast(
        "Book: {dedupe: {by: [title], keep: [prefer(author.name = 'Mary'), first]}}",
        of: ["Book"],
        content: Self.authors + """
          INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 1, 0), (2, 'a', 2, 0),
            (3, 'b', 2, 1);
          """,
        changing: "UPDATE Book SET author = CASE author WHEN 1 THEN 2 ELSE 1 END") == [
          "1 object of 'Book' is merged into 1 with the same 'title', such as 'a'"
        ])
  }

  @Test func `a plan knows keys that lead to objects which are merged themselves`() throws {
    #expect(
      try checkForecast(
        """
        Book: {dedupe: {by: [title, author], keep: first}}
            Author: {dedupe: {by: [name], keep: first}}
        """, of: ["Author", "Book"],
        content: Self.authors + """
          INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 3, 0), (2, 'a', 4, 0),
            (3, 'a', 2, 0), (4, 'a', NULL, NULL);
          """,
        changing: "UPDATE Book SET author = 2 WHERE _id = 2"
      ).last
        == "1 object of 'Book' is merged into 1 with the same 'title', 'author', such as 'a', 1")
  }

  @Test func `a condition with a query of its own reads the tables as they will be`() throws {
    #expect(
      try checkForecast(
        """
        Book: {title: {using: lower(title)}, dedupe: {by: [title], keep: first}}
            Tag: {dedupe: {by: [name], keep: prefer((SELECT title FROM Book WHERE _id = Tag._id) = 'x')}}
        """, of: ["Book", "Tag"],
        content: """
          INSERT INTO Book (_id, title) VALUES (1, 'Y'), (2, 'X'), (3, 'y');
          INSERT INTO Tag (_id, name) VALUES (1, 'a'), (2, 'a');
          """,
        changing:
          "UPDATE Book SET title = CASE title WHEN 'X' THEN 'Z' WHEN 'Y' THEN 'X' ELSE title END",
        allowing: ["rewrite-attribute:Book.title"]
      ).count == 2)
  }

  @Test func `a plan counts objects where it can, and a merge ends its stage`() throws {
    let history = try SchemaHistory(
      Self.first, Self.next("Tag: {dedupe: {by: [name], keep: first}}"),
      Self.next("Tag: {dedupe: {by: [name], keep: first}}", version: 3))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Tag (name) VALUES ('a'), ('a'), ('b'), ('b'), ('b')")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.declared == [
        "3 objects of 'Tag' are merged into 2 with the same 'name', such as 'a'; 'b'"
      ])
    #expect(plan.migration.hops.map(\.risk) == [.possible, .possible])
    #expect(plan.obstacles == [])
    #expect(plan.stages.count == 2)
  }

  @Test func `objects that become equal only by a merge are reported, and nothing is lost`() throws
  {
    let text = Self.first.replacing(
      "relationships: {author: {toOne: Author?, inverse: books}}",
      with: """
        relationships: {author: {toOne: Author?, inverse: books}}
            unique: [[title, author]]
        """)
    let history = try SchemaHistory(
      text, Self.next("Author: {dedupe: {by: [name], keep: first}}", of: text))
    let store = try TestStore(
      history.oldest,
      filledBy: Self.authors + """
        INSERT INTO Book (_id, title, author, _order_author) VALUES (1, 'a', 1, 0), (2, 'a', 3, 0);
        """)
    let before = try store.dump()
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let error = try #require(failure(of: store, history))
    #expect(
      MigrationError.refused(plan.obstacles).diagnostics(of: store.path)
        == error.diagnostics(of: store.path))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "2 objects of 'Book' share their values of 'title', 'author', which must be unique, "
          + "in 1 group"
      ])
    #expect(try store.dump() == before)
  }

  @Test func `a link that is lost in one merge is not reported for the next, too`() throws {
    let model = """
      schema: Ends
      version: 1.0.0
      entities:
        N: {attributes: {t: string?, k: int?}, relationships: {l: {toOne: L?, inverse: n}}}
        L: {attributes: {t: string?}, relationships: {n: {toOne: N?, inverse: l}}}

      """
    let history = try SchemaHistory(
      model,
      Self.next(
        "N: {dedupe: {by: [k], keep: first}}\n    L: {dedupe: {by: [t], keep: first}}", of: model))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO N (_id, t, k) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 1), (4, 'a', 2), (5, 'b', 3);
        INSERT INTO L (_id, t, n) SELECT _id, t, _id FROM N;
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let summary = try migrated(store, history)
    #expect(plan.effects.named("merged") == summary.effects.named("merged"))
    #expect(
      summary.effects.named("lost-by-merging").map(\.message) == [
        "2 links of 'L.n' are removed with merged objects",
        "2 values of 'N.t' are removed with merged objects",
        "1 link of 'L.n' is removed with merged objects",
      ])
  }
}
