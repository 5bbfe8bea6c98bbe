import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// Links between objects that both become others.
struct LinkedHeirTests {
  @Test func `a one-to-one that is stored at its other end afterwards keeps its links`() throws {
    let history = try SchemaHistory(
      """
      schema: M
      version: 1.0.0
      entities:
        Book: {attributes: {title: string}, relationships: {film: {toOne: Film?, inverse: book}}}
        Film: {attributes: {title: string}, relationships: {book: {toOne: Book?, inverse: film}}}
      """,
      """
      schema: M
      version: 2.0.0
      entities:
        Work:
          attributes: {title: string}
          relationships: {film: {toOne: Work?, inverse: book}, book: {toOne: Work?, inverse: film}}
      migration: {map: {Work: {from: {Book: {}, Film: {}}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Film (_id, title) VALUES (1, 'f'), (2, 'g');
        INSERT INTO Book (_id, title, film) VALUES (1, 'a', 2), (2, 'b', 1), (3, 'c', NULL);
        """)
    #expect(try migrated(store, history).losses == [])
    #expect(
      try store.lines(
        "SELECT w.title, b.title FROM Work w JOIN Work b ON b._id = w.book ORDER BY 1")
        == ["f b", "g a"])
  }

  @Test func `links that two entities stored at either end become links of one entity`() throws {
    let history = try SchemaHistory(
      """
      schema: M
      version: 1.0.0
      entities:
        Book: {attributes: {title: string}, relationships: {cover: {toOne: Cover?, inverse: book}}}
        Film: {attributes: {title: string}, relationships: {cover: {toOne: Cover?, inverse: film}}}
        Cover:
          attributes: {paper: string}
          relationships: {book: {toOne: Book?, inverse: cover}, film: {toOne: Film?, inverse: cover}}
      """,
      """
      schema: M
      version: 2.0.0
      entities:
        Work: {attributes: {title: string}, relationships: {cover: {toOne: Cover?, inverse: work}}}
        Cover:
          attributes: {paper: string}
          relationships: {work: {toOne: Work?, inverse: cover}}
      migration: {map: {Work: {from: {Book: {}, Film: {}}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Film (_id, title) VALUES (1, 'f'), (2, 'g');
        INSERT INTO Cover (_id, paper, film) VALUES (1, 'x', NULL), (2, 'y', 1), (3, 'z', 2);
        INSERT INTO Book (_id, title, cover) VALUES (1, 'a', 1), (2, 'b', NULL);
        """)
    #expect(try migrated(store, history).losses == [])
    #expect(
      try store.lines("SELECT paper, title FROM Cover JOIN Work ON Work._id = work ORDER BY 1")
        == ["x a", "y f", "z g"])
  }

  private static let nodes = """
    schema: M
    version: 1.0.0
    entities:
      Node:
        attributes: {name: string, kind: string}
        relationships:
          up: {toOne: Node?, inverse: down}
          down: {toMany: Node, inverse: up}
          next: {toOne: Node?, inverse: last}
          last: {toOne: Node?, inverse: next}
          peers: {toMany: Node, inverse: peerOf}
          peerOf: {toMany: Node, inverse: peers}

    """

  @Test func `links within a divided entity stay on each side, and links across are reported`()
    throws
  {
    let side = { (name: String) in
      """
        \(name):
          attributes: {name: string, kind: string}
          relationships:
            up: {toOne: \(name)?, inverse: down}
            down: {toMany: \(name), inverse: up}
            next: {toOne: \(name)?, inverse: last}
            last: {toOne: \(name)?, inverse: next}
            peers: {toMany: \(name), inverse: peerOf}
            peerOf: {toMany: \(name), inverse: peers}

      """
    }
    let history = try SchemaHistory(
      Self.nodes,
      "schema: M\nversion: 2.0.0\nentities:\n" + side("X") + side("Y")
        + """
        migration:
          map:
            X: {from: {Node: {where: kind = 'x'}}}
            Y: {from: {Node: {where: kind <> 'x'}}}
        """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Node (_id, name, kind, up) VALUES (1, 'a', 'x', NULL), (2, 'b', 'x', 1),
          (3, 'c', 'y', 1), (4, 'd', 'y', 3), (5, 'e', 'x', 5);
        INSERT INTO Node_peerOf (peers, peerOf) VALUES (1, 2), (2, 1), (1, 3), (3, 4), (2, 2);
        """)
    // Which end stores the one-to-one is for the layout to say.
    let column = try store.lines("SELECT name FROM pragma_table_info('Node')").contains("last")
    try store.execute(
      column
        ? "UPDATE Node SET last = 5 WHERE _id = 2; UPDATE Node SET last = 2 WHERE _id = 4;"
        : "UPDATE Node SET next = 2 WHERE _id = 5; UPDATE Node SET next = 4 WHERE _id = 2;")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map { "\($0.approval ?? "") \($0.count ?? 0) \($0.subject)" }.sorted()
        == [
          "drop-entity:Node 1 Node.last", "drop-entity:Node 1 Node.peerOf",
          "drop-entity:Node 1 Node.up",
        ])
    #expect(failure(of: store, history)?.exitStatus == 3)
    _ = try migrated(store, history, .testing { $0.allowedLosses = ["drop-entity:Node"] })
    let links = { (name: String) in
      """
      SELECT c.name, p.name FROM \(name) c JOIN \(name) p ON p._id = c.up
      UNION ALL SELECT 'last ' || c.name, p.name FROM \(name) c JOIN \(name) p ON p._id = c.last
      UNION ALL SELECT 'peer ' || peers, peerOf FROM \(name)_peerOf ORDER BY 1, 2
      """
    }
    #expect(
      try store.lines(links("X")) == ["b a", "e e", "last b e", "peer 1 2", "peer 2 1", "peer 2 2"])
    #expect(try store.lines(links("Y")) == ["d c", "peer 3 4"])
  }
}
