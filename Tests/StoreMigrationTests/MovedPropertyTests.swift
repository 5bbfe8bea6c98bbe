import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import Testing

/// Properties that move within a hierarchy: only objects that no longer have the property lose its
/// values.
struct MovedPropertyTests {
  /// An item and a toy, which is one, and boxes, with these properties.
  private static func text(
    _ version: Int, item: String = "", toy: String = "", tool: String = "", box: String = ""
  ) -> String {
    let relationships = { $0 == "" ? "" : "\n    relationships: {\($0)}" }
    return """
      schema: Things
      version: \(version).0.0
      entities:
        Item:
          attributes: {name: string}\(relationships(item))
        Toy:
          parent: Item
          attributes: {age: "int?"}\(relationships(toy))
        Tool:
          parent: Item\(relationships(tool))
        Box:
          attributes: {label: string}\(relationships(box))
      """
  }

  private static let objects = """
    INSERT INTO Box (_id, label) VALUES (1, 'a'), (2, 'b');
    INSERT INTO Item (_id, _entity, name) VALUES
      (1, 'Item', 'one'), (2, 'Item', 'two'), (3, 'Toy', 'three'), (4, 'Tool', 'four');
    """

  private func losses(
    from first: String, to second: String, content: String
  ) throws -> (told: [String], store: TestStore, history: SchemaHistory) {
    let history = try SchemaHistory(first, second)
    let store = try TestStore(history.oldest, filledBy: Self.objects + content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    return (plan.losses.map { "\($0.approval ?? "") \($0.count ?? 0)" }, store, history)
  }

  @Test func `a to-one that moves to a sub-entity is lost by all other objects`() throws {
    let (told, store, history) = try losses(
      from: Self.text(1, item: "box: {toOne: Box?}"), to: Self.text(2, toy: "box: {toOne: Box?}"),
      content: "UPDATE Item SET box = 2")
    #expect(told == ["drop-relationship:Item.box 3"])
    #expect(failure(of: store, history)?.exitStatus == 3)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-relationship:Item.box"] })
    #expect(try store.lines("SELECT box FROM Item WHERE box NOT NULL") == ["2"])
  }

  @Test func `a to-one that moves to a sub-entity is no loss where only its objects have links`()
    throws
  {
    let (told, store, history) = try losses(
      from: Self.text(1, item: "box: {toOne: Box?}"), to: Self.text(2, toy: "box: {toOne: Box?}"),
      content: "UPDATE Item SET box = 2 WHERE _entity = 'Toy'")
    #expect(told == [])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT box FROM Item WHERE box NOT NULL") == ["2"])
  }

  @Test func `a to-many without inverse that moves to a sub-entity is lost by all other objects`()
    throws
  {
    let (told, store, history) = try losses(
      from: Self.text(1, item: "boxes: {toMany: Box}"),
      to: Self.text(2, toy: "boxes: {toMany: Box}"),
      content: "INSERT INTO Item_boxes (_owner, boxes) VALUES (1, 1), (1, 2), (3, 1), (4, 2)")
    #expect(told == ["drop-relationship:Item.boxes 3"])
    #expect(failure(of: store, history)?.exitStatus == 3)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-relationship:Item.boxes"] })
    #expect(try store.lines("SELECT _owner || boxes FROM Toy_boxes") == ["31"])
  }

  @Test func `a to-one that moves to a sub-entity and loses its inverse is lost by other objects`()
    throws
  {
    let (told, store, history) = try losses(
      from: Self.text(
        1, item: "box: {toOne: Box?, inverse: items}", box: "items: {toMany: Item, inverse: box}"),
      to: Self.text(2, toy: "box: {toOne: Box?}"), content: "UPDATE Item SET box = 2")
    #expect(told.contains("drop-relationship:Item.box 3"))
    #expect(failure(of: store, history)?.exitStatus == 3)
  }

  @Test func `an attribute that moves to a sub-entity is lost by all other objects`() throws {
    let first = Self.text(1).replacing("{name: string}", with: "{name: string, weight: \"int?\"}")
    let second = Self.text(2).replacing(
      "{age: \"int?\"}", with: "{age: \"int?\", weight: \"int?\"}")
    let (told, _, _) = try losses(
      from: first, to: second, content: "UPDATE Item SET weight = _id WHERE _id > 1")
    #expect(told == ["drop-attribute:Item.weight 2"])
  }

  @Test func `an entity that leaves its hierarchy loses only its own links`() throws {
    let first = Self.text(1, item: "boxes: {toMany: Box}")
    let second = Self.text(2, item: "boxes: {toMany: Box}").replacing(
      "Toy:\n    parent: Item\n    attributes: {age",
      with: "Toy:\n    attributes: {name: string, age")
    let (told, _, _) = try losses(
      from: first, to: second,
      content: "INSERT INTO Item_boxes (_owner, boxes) VALUES (1, 1), (1, 2), (3, 1), (4, 2)")
    #expect(told == ["drop-relationship:Toy.boxes 1"])
  }

  @Test func `to-ones of siblings that move up keep their links`() throws {
    let (told, store, history) = try losses(
      from: Self.text(
        1, toy: "box: {toOne: Box?, inverse: toys}", tool: "box: {toOne: Box?, inverse: tools}",
        box: "toys: {toMany: Toy, inverse: box}, tools: {toMany: Tool, inverse: box}"),
      to: Self.text(
        2, item: "box: {toOne: Box?, inverse: items}", box: "items: {toMany: Item, inverse: box}"),
      content: "")
    #expect(told == [])
    let columns = try store.lines(
      "SELECT name FROM pragma_table_info('Item') WHERE name LIKE 'box%'")
    for (position, column) in columns.enumerated() {
      try store.execute("UPDATE Item SET \(column) = \(position + 1) WHERE _id = \(position + 3)")
    }
    #expect(
      try Migrator(history: history, options: .testing()).plan(for: store.path).losses.isEmpty)
    _ = try migrated(store, history)
    #expect(
      try store.lines("SELECT _id || box FROM Item WHERE box NOT NULL").count == columns.count)
  }
}
