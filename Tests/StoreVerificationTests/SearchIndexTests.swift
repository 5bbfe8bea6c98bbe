import SQLite
import SchemaModel
import StoreVerification
import Testing

/// A full-text index that triggers keep, as SQLite's documentation sets it up
/// (https://www.sqlite.org/fts5.html#external_content_tables).
struct SearchIndexTests {
  private static let model = """
    schema: Texts
    version: 1.0.0
    entities:
      Shelf:
        attributes: {made: date}
        relationships: {texts: {toMany: Text, inverse: shelf, delete: cascade}}
      Text:
        attributes: {text: string}
        relationships: {shelf: {toOne: Shelf, inverse: texts, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Shelf VALUES (1, 5), (2, 500);
    INSERT INTO Text (_id, text, shelf) VALUES (1, 'one', 1), (2, 'two', 2);
    CREATE VIRTUAL TABLE found USING fts5(text, content = 'Text', content_rowid = '_id');
    INSERT INTO found (found) VALUES ('rebuild');
    CREATE TRIGGER added AFTER INSERT ON Text BEGIN
      INSERT INTO found (rowid, text) VALUES (NEW._id, NEW.text);
    END;
    CREATE TRIGGER removed AFTER DELETE ON Text BEGIN
      INSERT INTO found (found, rowid, text) VALUES ('delete', OLD._id, OLD.text);
    END;
    """

  private let options = PruneOptions(entity: "Shelf", attribute: "made", before: 100)

  @Test func `the index is updated when objects are pruned`() throws {
    let store = try TestStore(Self.model, Self.content)
    _ = try StorePruner.plan(storeAt: store.path, options: options)
    _ = try StorePruner.apply(storeAt: store.path, options: options) { _ in "/b.json" }
    #expect(try store.rows("SELECT count(*) FROM found('one')") == [[.integer(0)]])
    #expect(try store.rows("SELECT count(*) FROM found('two')") == [[.integer(1)]])
    try store.execute("INSERT INTO found (found, rank) VALUES ('integrity-check', 1)")
  }

  @Test func `the index is updated when orphans are removed`() throws {
    let store = try TestStore(
      Self.model, Self.content + "PRAGMA foreign_keys = OFF; DELETE FROM Shelf WHERE _id = 1;")
    _ = try StoreRepairer.apply(storeAt: store.path, options: .deleting) { _ in "/b.json" }
    #expect(try store.rows("SELECT count(*) FROM found('one')") == [[.integer(0)]])
    #expect(try store.findings() == [])
  }
}
