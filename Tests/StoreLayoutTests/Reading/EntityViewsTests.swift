import SQLite
import SchemaModel
import SchemaYAML
import StoreLayout
import Testing

struct EntityViewsTests {
  @Test func `an entity whose table has the name of another entity is read as itself`() throws {
    let schema = try SchemaReader.read(
      text: """
        schema: Test
        version: 1.0.0
        platform: none
        entities:
          A: {table: x, primaryKey: [id], attributes: {id: int, p: string?}}
          B: {table: A, primaryKey: [id], attributes: {id: int, q: string?}}
        """, name: "V1.yaml"
    ).schema
    let connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE x (id INTEGER PRIMARY KEY, p TEXT);
      CREATE TABLE A (id INTEGER PRIMARY KEY, q TEXT);
      INSERT INTO x VALUES (1, 'one'), (2, 'two');
      INSERT INTO A VALUES (7, 'seven')
      """)
    let read = try connection.withEntityViews(of: StoreLayout(of: schema)) {
      try connection.texts("SELECT q FROM B") + connection.texts("SELECT p FROM A ORDER BY id")
    }
    #expect(read == ["seven", "one", "two"])
    #expect(try connection.texts("SELECT q FROM A") == ["seven"])
  }
}
