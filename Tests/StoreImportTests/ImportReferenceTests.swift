import SQLite
import Diagnostics
import StoreImport
import Testing

/// Objects that are known again by their keys, in the file and in the store.
struct ImportReferenceTests {
  static let model = """
    schema: Trees
    version: 1.0.0
    entities:
      Node:
        attributes: {key: {type: string, unique: true}, title: string?, made: date = now()}
        relationships:
          parent: {toOne: Node?, inverse: children, delete: nullify}
          children: {toMany: Node, inverse: parent, delete: nullify, ordered: true}
          owner: {toOne: Owner, inverse: nodes, delete: nullify}
      Owner:
        attributes: {name: string = "me", id: string = uuid()}
        relationships: {nodes: {toMany: Node, inverse: owner, delete: cascade}}
    """
  static let owner = "owner: {from: owner, key: [name], attributes: {name: .}}"

  private func nodes(_ store: ImportStore) throws -> [String] {
    try store.rows(
      "SELECT n.key, n.title, p.key FROM Node AS n LEFT JOIN Node AS p ON n.parent = p._id ORDER BY 1"
    ).map { row in
      row.map { if case .text(let text) = $0 { text } else { "-" } }.joined(separator: " ")
    }
  }

  private func store(_ mapping: String) throws -> ImportStore {
    try ImportStore(
      mapping: mapping,
      model: Self.model.replacing("owner: {toOne: Owner,", with: "owner: {toOne: Owner?,"))
  }

  static let byParent = """
    entity: Node
    key: [key]
    attributes: {key: key, title: title}
    relationships: {parent: {from: parent, key: [key], attributes: {key: .}}}
    """
  static let byChildren = """
    entity: Node
    key: [key]
    attributes: {key: key, title: title}
    relationships: {children: {from: children, key: [key], attributes: {key: .}}}
    """

  @Test(arguments: [
    (#"[{"key": "a", "title": "A"}, {"key": "b", "parent": "a"}]"#, ["a A -", "b - a"]),
    (#"[{"key": "b", "parent": "a"}, {"key": "a", "title": "A"}]"#, ["a A -", "b - a"]),
    (
      #"[{"key": "a", "title": "A", "parent": "b"}, {"key": "b", "title": "B", "parent": "a"}]"#,
      ["a A b", "b B a"]
    ),
    (#"[{"key": "a", "title": "A", "parent": "a"}]"#, ["a A a"]),
    (#"[{"key": "a", "title": "A", "parent": "b"}]"#, ["a A b", "b - -"]),
  ])
  func `a record may be referred to before it is read, and by itself`(
    data: String, expected: [String]
  ) throws {
    let store = try store(Self.byParent)
    let outcome = try store.apply(data)
    #expect(try nodes(store) == expected)
    #expect(outcome.imported.map(\.count) == [Int64(expected.count)])
    #expect(outcome.differing == [])
    // The second time nothing is new.
    let again = try store.apply(data)
    #expect(again.imported == [])
    #expect(again.present == again.records)
    #expect(try nodes(store) == expected)
  }

  @Test(arguments: [
    #"[{"key": "a", "title": "A", "children": ["b"]}, {"key": "b", "title": "B"}]"#,
    #"[{"key": "b", "title": "B"}, {"key": "a", "title": "A", "children": ["b"]}]"#,
    #"[{"key": "b", "title": "B"}, {"key": "a", "title": "A", "children": ["b", "b"]}]"#,
  ])
  func `an object without an owner is owned by the record that names it`(data: String) throws {
    let store = try store(Self.byChildren)
    #expect(store.problems(data) == [])
    #expect(try nodes(store) == ["a A -", "b B a"])
    #expect(try store.rows("SELECT _order_parent FROM Node WHERE key = 'b'") == [[.integer(0)]])
  }

  @Test func `two owners of one object are reported`() throws {
    let data =
      #"[{"key": "a", "children": ["c"]}, {"key": "b", "children": ["c"]}, {"key": "c"}]"#
    #expect(
      try store(Self.byChildren).problems(data) == [
        "1:61 owned-object this 'Node' belongs to another object already, and is not taken from it "
          + "(in record 2; it came in here)"
      ])
  }

  @Test func `the first values of a reference stay, and other values of the record are reported`()
    throws
  {
    let store = try store(
      Self.byParent.replacing("attributes: {key: .}", with: "attributes: {key: k, title: t}"))
    let outcome = try store.apply(
      #"[{"key": "b", "parent": {"k": "a", "t": "first"}}, {"key": "a", "title": "A"}]"#)
    #expect(
      outcome.differing.map(\.message) == [
        "'Node.title' is not in the store as it is here, in 1 place"
      ])
    #expect(try nodes(store) == ["a first -", "b - a"])
  }

  @Test func `two records with one key are reported, also where one was referred to`() throws {
    let data = #"[{"key": "b", "parent": "a"}, {"key": "a"}, {"key": "a"}]"#
    #expect(
      try store(Self.byParent).problems(data) == [
        "1:45 duplicate-record record 2 has the same 'key' (in record 3; it is here)"
      ])
  }

  @Test func `an object whose owner was deleted stays as it is, and is reported`() throws {
    let store = try store(Self.byChildren)
    _ = try store.apply(#"[{"key": "a", "children": ["b"]}]"#)
    try store.execute("UPDATE Node SET parent = NULL; DELETE FROM Node WHERE key = 'a'")
    let outcome = try store.apply(#"[{"key": "a", "children": ["b", "c"]}]"#)
    #expect(
      outcome.differing.map(\.message) == [
        "'Node.children' is not in the store as it is here, in 1 place"
      ])
    #expect(try nodes(store) == ["a - -", "b - -", "c - a"])
  }

  @Test(arguments: [
    "entity: Owner\nkey: [id]\nattributes: {name: name, id: id}",
    "entity: Owner\nkey: [id]\nattributes: {name: name, id: {from: id, default: uuid()}}",
  ])
  func `a missing key member is not filled by a default`(mapping: String) throws {
    let store = try store(mapping)
    #expect(
      store.problems(#"[{"id": "1"}, {"name": "Emma"}]"#) == [
        "1:15 missing-member 'id' is part of the key, and has no value here (in record 2)"
      ])
  }

  @Test func `a missing required object is reported in words`() throws {
    let store = try ImportStore(
      mapping: """
        entity: Node
        key: [key]
        attributes: {key: key}
        relationships: {\(Self.owner)}
        """, model: Self.model)
    #expect(
      store.problems(#"[{"key": "a", "owner": "me"}, {"key": "b"}, {"key": "c", "owner": null}]"#)
        == [
          "1:31 missing-member 'Node.owner' must lead to an object, and does not here (in record 2)",
          "1:45 missing-member 'Node.owner' must lead to an object, and does not here (in record 3)",
        ])
  }

  @Test(arguments: [
    ("attributes: {key: {default: uuid()}}", "the key 'key' of 'Node' would be another one each"),
    ("attributes: {key: key, title: {from: t, default: now()}}", "default of 'Node.title' is now"),
    ("attributes: {key: key, title: ..t..}", "'..t..' names no member"),
    ("attributes: {key: key, title: \"\"}", "'' names no member"),
  ])
  func `an impossible mapping is refused, and no record is reported`(
    attributes: String, problem: String
  ) throws {
    let store = try store("entity: Node\nkey: [key]\n\(attributes)")
    let problems = store.problems(#"[{"key": "a"}]"#)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(problem) == true)
  }
}
