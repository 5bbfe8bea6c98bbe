import SQLite
import StoreScript
import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// A removed entity whose objects become objects of several entities, by a condition for each.
struct DividedEntityTests {
  private static let media = """
    schema: Kitchen
    version: 1.0.0
    entities:
      Recipe:
        attributes: {name: string}
        relationships: {media: {toMany: Media, inverse: recipe}}
      Media:
        attributes: {kind: string, url: string, length: int?}
        relationships: {recipe: {toOne: Recipe?, inverse: media}}

    """

  private static func divided(renamed: String = "") -> String {
    """
    schema: Kitchen
    version: 2.0.0
    entities:
      Recipe:
        attributes: {name: string}
        relationships:
          photos: {toMany: Photo, inverse: recipe\(renamed)}
          videos: {toMany: Video, inverse: recipe}
      Photo:
        attributes: {url: string}
        relationships: {recipe: {toOne: Recipe?, inverse: photos}}
      Video:
        attributes: {url: string, length: int?}
        relationships: {recipe: {toOne: Recipe?, inverse: videos}}
    migration:
      kind: custom
      map:
        Photo: {from: {Media: {where: "kind = 'photo'"}}}
        Video: {from: {Media: {where: "'video' = kind AND url <> ''"}}}

    """
  }

  private static let content = """
    INSERT INTO Recipe (_id, name) VALUES (7, 'soup'), (8, 'cake');
    INSERT INTO Media (_id, kind, url, length, recipe) VALUES (1, 'photo', 'a', NULL, 7),
      (2, 'video', 'b', 3, 7), (3, 'sound', 'c', 4, 8), (4, 'video', 'd', NULL, 8),
      (5, 'photo', 'e', 1, NULL);
    """

  private func losses(_ plan: StorePlan) -> [String] {
    plan.losses.map { "\($0.approval ?? "") \($0.message)" }
  }

  @Test(arguments: ["", ", renamedFrom: media"])
  func `only objects that become neither are lost, with their links`(renamed: String) throws {
    let history = try SchemaHistory(Self.media, Self.divided(renamed: renamed))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let links =
      renamed.isEmpty ? "drop-relationship:Recipe.media" : "change-destination:Recipe.photos"
    let name = renamed.isEmpty ? "Recipe.media" : "Recipe.photos"
    #expect(
      Set(losses(plan)) == [
        "drop-entity:Media lost: 1 object of Media, of the object with _id 3",
        "drop-entity:Media lost: 1 value of Media.length, of the object with _id 5",
        "\(links) lost: 1 link of \(name), of the object with _id 8",
      ])
    #expect(plan.estimatedRows == 4)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-entity:Media", links] })
    #expect(summary.rowsRewritten == 4)
    #expect(
      try store.lines("SELECT _id, url, recipe FROM Photo ORDER BY 1") == ["1 a 7", "5 e NULL"])
    #expect(
      try store.lines("SELECT _id, url, length, recipe FROM Video ORDER BY 1") == [
        "2 b 3 7", "4 d NULL 8",
      ])
  }

  @Test func `where every object becomes something, there is nothing to approve`() throws {
    let history = try SchemaHistory(Self.media, Self.divided())
    let store = try TestStore(history.oldest, filledBy: Self.content)
    try store.execute("DELETE FROM Media WHERE _id IN (3, 5)")
    #expect(try migrated(store, history).losses == [])
  }

  @Test(arguments: [("kind = 'x'", 0), ("kind <> 'x'", 1)])
  func `a link of an object left behind is lost with it, and is not reported`(
    condition: String, lost: Int64
  ) throws {
    func version(_ number: Int, _ entities: String, _ media: String, _ rest: String) -> String {
      """
      schema: Kitchen
      version: \(number).0.0
      entities:
      \(entities)
        Step:
          attributes: {kind: string}
          relationships: {media: {toOne: \(media)?, inverse: steps}}
      \(rest)

      """
    }
    let steps = "relationships: {steps: {toMany: Step, inverse: media}}}"
    let history = try SchemaHistory(
      version(1, "  Media: {attributes: {kind: string}, \(steps)", "Media", ""),
      version(
        2,
        "  Photo: {attributes: {kind: string}, \(steps)\n  Video: {attributes: {kind: string}}",
        "Photo",
        """
        migration:
          kind: custom
          map:
            Photo: {from: {Media: {where: "kind = 'photo'"}}}
            Video: {from: {Media: {where: "kind = 'video'"}}}
            Step: {where: "\(condition)"}
        """))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Media (_id, kind) VALUES (1, 'photo'), (2, 'video');
        INSERT INTO Step (_id, kind, media) VALUES (1, 'x', 1), (2, 'y', 1), (3, 'y', 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.count) == (lost == 0 ? [] : [lost]))
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["change-destination:Step.media"] })
    #expect(
      try store.lines("SELECT _id, media FROM Step ORDER BY 1")
        == (lost == 0 ? ["1 1"] : ["2 1", "3 NULL"]))
  }

  @Test func `the reasons name what the objects become`() throws {
    let history = try SchemaHistory(Self.media, Self.divided(renamed: ", renamedFrom: media"))
    let plan = try Planner.plan(history: history, from: Version(1), to: Version(2))
    let reasons = plan.hops[0].changes.filter { $0.risk > .none }.map(\.reason)
    #expect(
      Set(reasons) == [
        "its objects become objects of 'Photo' and 'Video'; those that fail every 'where' are dropped;"
          + " 'Photo' has no 'length'",
        "objects of 'Media' become objects of 'Photo' and 'Video', which keep the links of those that"
          + " are made",
      ])
  }

  @Test(arguments: [true, false])
  func `many-to-many links are lost with objects of which none is made`(hasInverse: Bool) throws {
    let (old, photos, videos) =
      hasInverse
      ? (", inverse: recipes", ", inverse: recipes", ", inverse: recipes")
      : ("", ", renamedFrom: media", "")
    let back = { (name: String) in
      hasInverse ? "\n    relationships: {recipes: {toMany: Recipe, inverse: \(name)}}" : ""
    }
    let history = try SchemaHistory(
      """
      schema: Kitchen
      version: 1.0.0
      entities:
        Recipe: {attributes: {name: string}, relationships: {media: {toMany: Media\(old)}}}
        Media:
          attributes: {kind: string, url: string}\(back("media"))
      """,
      """
      schema: Kitchen
      version: 2.0.0
      entities:
        Recipe:
          attributes: {name: string}
          relationships: {photos: {toMany: Photo\(photos)}, videos: {toMany: Video\(videos)}}
        Photo:
          attributes: {url: string}\(back("photos"))
        Video:
          attributes: {url: string}\(back("videos"))
      migration:
        map:
          Photo: {from: {Media: {where: "kind = 'photo'"}}}
          Video: {from: {Media: {where: "kind = 'video'"}}}
      """)
    let store = try TestStore(history.oldest)
    try store.execute(
      """
      INSERT INTO Recipe (_id, name) VALUES (7, 'soup'), (8, 'cake');
      INSERT INTO Media (_id, kind, url) VALUES (1, 'photo', 'a'), (2, 'video', 'b'),
        (3, 'sound', 'c'), (4, 'photo', 'd');
      """)
    let links = try #require(try joinTable(of: "Media", in: store))
    try store.execute(
      """
      INSERT INTO \(links.name) (\(links.recipe), \(links.other))
        VALUES (7, 1), (7, 3), (8, 2), (8, 1), (8, 4)
      """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      Set(losses(plan)) == [
        "drop-entity:Media lost: 1 object of Media, of the object with _id 3",
        hasInverse
          ? "drop-relationship:Recipe.media lost: 1 link of Recipe.media, of the object with _id 7"
          : "change-destination:Recipe.photos lost: 2 links of Recipe.photos, of the objects with"
            + " _id 7, 8",
      ])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = Set(plan.losses.compactMap(\.approval)) }
    )
    for (entity, pairs) in [
      ("Photo", ["7 1", "8 1", "8 4"]), ("Video", hasInverse ? ["8 2"] : []),
    ] {
      let links = try #require(try joinTable(of: entity, in: store))
      #expect(
        try store.lines(
          "SELECT \(links.recipe), \(links.other) FROM \(links.name) ORDER BY 1, 2") == pairs)
    }
  }

  /// The table of the links between recipes and objects of another entity, with its columns.
  private func joinTable(
    of entity: String, in store: TestStore
  ) throws -> (name: String, recipe: String, other: String)? {
    let keys = try store.rows(
      """
      SELECT m.name, k."table", k."from" FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS k
      WHERE m.type = 'table' AND k."table" IN ('Recipe', \(entity))
      """
    ).compactMap { row -> [String]? in
      let texts = row.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return texts.count == 3 ? texts : nil
    }
    guard let other = keys.first(where: { $0[1] == entity }),
      let recipe = keys.first(where: { $0[0] == other[0] && $0[1] == "Recipe" })
    else { return nil }
    return (other[0], recipe[2], other[2])
  }

  @Test func `a to-one to a divided entity keeps the links to objects that it can lead to`() throws
  {
    let history = try SchemaHistory(
      """
      schema: Kitchen
      version: 1.0.0
      entities:
        Recipe: {attributes: {name: string}, relationships: {cover: {toOne: Media?}}}
        Media: {attributes: {kind: string}}
      """,
      """
      schema: Kitchen
      version: 2.0.0
      entities:
        Recipe: {attributes: {name: string}, relationships: {cover: {toOne: Photo?}}}
        Photo: {}
        Video: {}
      migration:
        map:
          Photo: {from: {Media: {where: "kind = 'photo'"}}}
          Video: {from: {Media: {where: "kind = 'video'"}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Media (_id, kind) VALUES (1, 'photo'), (2, 'video'), (3, 'sound');
        INSERT INTO Recipe (_id, name, cover) VALUES (5, 'soup', 1), (6, 'cake', 2), (7, 'pie', 3),
          (8, 'tea', 1), (9, 'jam', NULL);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      Set(losses(plan)) == [
        "change-destination:Recipe.cover lost: 2 links of Recipe.cover, of the objects with _id 6, 7",
        "drop-entity:Media lost: 1 object of Media, of the object with _id 3",
      ])
    _ = try migrated(
      store, history,
      .testing { $0.allowedLosses = ["change-destination:Recipe.cover", "drop-entity:Media"] })
    #expect(
      try store.lines("SELECT _id, cover FROM Recipe ORDER BY 1")
        == ["5 1", "6 NULL", "7 NULL", "8 1", "9 NULL"])
  }

  // MARK: One heir

  private static let pets = [
    """
    schema: Pets
    version: 1.0.0
    entities:
      Dog: {attributes: {name: string, w: int, tail: string?}}
    """,
    """
    schema: Pets
    version: 2.0.0
    entities:
      Pet: {attributes: {name: string}}
    migration: {map: {Pet: {from: {Dog: {where: w > 1}}}}}
    """,
  ]

  @Test func `objects that fail the condition of a renamed entity are reported by number`() throws {
    let history = try SchemaHistory(Self.pets[0], Self.pets[1])
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Dog (_id, name, w, tail) VALUES (1, 'a', 1, 'long'), (2, 'b', 2, NULL),
          (3, 'c', 3, 'short'), (4, 'd', 4, NULL);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      losses(plan) == [
        "drop-entity:Dog lost: 1 object of Dog, of the object with _id 1",
        "drop-entity:Dog lost: 1 value of Dog.tail, of the object with _id 3",
        "drop-entity:Dog lost: 3 values of Dog.w, of the objects with _id 2, 3, 4",
      ])
    #expect(plan.estimatedRows == 3)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "version 2.0.0 loses 1 object: entity Dog",
        "version 2.0.0 loses 1 value of 'Dog.tail': entity Dog",
        "version 2.0.0 loses 3 values of 'Dog.w': entity Dog",
      ])
  }

  @Test func `losses of a later version are counted after earlier losses`() throws {
    let history = try SchemaHistory(
      Self.pets[0],
      Self.pets[0].replacing("version: 1.0.0", with: "version: 2.0.0")
        + "\nmigration: {map: {Dog: {where: \"w < 4\"}}}\n",
      Self.pets[1].replacing("version: 2.0.0", with: "version: 3.0.0"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Dog (_id, name, w) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 0), (4, 'd', 4);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      losses(plan) == [
        "drop-entity:Dog lost: 2 objects of Dog, of the objects with _id 1, 3",
        "drop-entity:Dog lost: 1 value of Dog.w, of the object with _id 2",
      ])
  }

  @Test(arguments: [
    ("nullif(url, 'b')", "lost: 1 value of Media.url, of the object with _id 2"),
    (
      "CASE WHEN length > 3 THEN url END",
      "at risk: 4 values of Media.url, of the objects with _id 1, 2, 4, 5"
    ),
  ])
  func `the store is asked what an expression leaves of a value`(
    expression: String, loss: String
  ) throws {
    let target = """
      schema: Kitchen
      version: 2.0.0
      entities:
        Recipe:
          attributes: {name: string}
          relationships: {media: {toMany: File, inverse: recipe}}
        File:
          attributes: {kind: string, url: string?, length: int?}
          relationships: {recipe: {toOne: Recipe?, inverse: media}}
      migration:
        kind: custom
        map:
          File: {from: {Media: {url: {using: "\(expression)"}}}}

      """
    let history = try SchemaHistory(Self.media, target)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(losses(plan) == ["drop-entity:Media \(loss)"])
  }

  @Test(arguments: [
    ("tail", []), ("tail || '!'", []), ("coalesce(tail, name)", []),
    ("CAST(tail AS BLOB) || ''", []),
    ("name || coalesce(tail, '')", []), ("nullif(tail, 'long')", ["lost 1 [1]"]),
    ("coalesce(name, tail)", ["at risk 2 [1, 3]"]), ("max(tail, 'm')", ["at risk 1 [1]"]),
    ("iif(w > 1, tail, name)", ["at risk 1 [1]"]), ("upper(tail)", ["at risk 2 [1, 3]"]),
    ("ifnull(nullif(tail, 'long'), 'x')", ["at risk 1 [1]"]),
    ("length(tail)", ["at risk 2 [1, 3]"]),
    ("CASE WHEN tail = 'long' THEN 'long' END", ["at risk 2 [1, 3]"]),
    ("coalesce(upper(ifnull(name, tail)), lower(tail))", ["at risk 2 [1, 3]"]),
    ("substr(tail, 1, 4)", ["at risk 1 [3]"]), ("(SELECT tail)", ["at risk 2 [1, 3]"]),
  ])
  func `a value counts as kept where the new value determines it`(
    expression: String, expected: [String]
  ) throws {
    let history = try SchemaHistory(
      Self.pets[0],
      """
      schema: Pets
      version: 2.0.0
      entities:
        Pet: {attributes: {name: string, w: int, note: string?}}
      migration: {map: {Pet: {from: {Dog: {note: {using: "\(expression)"}}}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Dog (_id, name, w, tail) VALUES (1, 'a', 1, 'long'), (2, 'b', 2, NULL),
          (3, 'c', 3, 'short');
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.allSatisfy { $0.subject == "Dog.tail" })
    #expect(
      plan.losses.map {
        "\($0.risk == "certain" ? "lost" : "at risk") \($0.count ?? 0) \($0.numbers)"
      } == expected)
  }

  @Test func `rows of a later stage are counted as they will be, and approvals are named once`()
    throws
  {
    let history = try SchemaHistory(
      Self.media,
      Self.media.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("toMany: Media", with: "toMany: Medium")
        .replacing("Media:\n", with: "Medium:\n    renamedFrom: Media\n") + """
          migration: {map: {Medium: {where: "_id <> 5"}}, after: [{count: Recipe}]}

          """,
      Self.divided().replacing("version: 2.0.0", with: "version: 3.0.0")
        .replacing("Media:", with: "Medium:"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    try store.execute("UPDATE Media SET length = 5 WHERE _id = 1")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.migration.stages.count == 2)
    #expect(
      plan.stages[1].filter { $0.way == .create }.map { "\($0.table) \($0.estimatedRows ?? -1)" }
        == ["Photo 1", "Video 2"])
    #expect(plan.estimatedRows == 7)
    let error = try #require(failure(of: store, history))
    #expect(
      error.standing(of: "k.store").nextCommand
        == "migrate apply k.store --allow drop-entity:Medium --allow drop-relationship:Recipe.media"
    )
  }
}
