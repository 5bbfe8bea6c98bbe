import SQLiteStore
import SchemaLint
import Testing

struct ReservedNameTests {
  @Test func `names of the platform, of SQL and of the store are flagged`() throws {
    try expect(
      ReservedName(),
      in: """
        entities:
          Order:
            # ! the entity 'Order' is named like a keyword of SQL, which has to be quoted everywhere
            # + choose another name; where 'Order' is released, write 'renamedFrom: Order' beside it
            attributes:
              description: string?
              # ! the attribute 'description' is named like something that every object of the
              #   platform has
              # + choose another name; where 'description' is released, write 'renamedFrom:
              #   description' beside it
              Z_PK: int?
              # ! the attribute 'Z_PK' is named like a part of Core Data's own bookkeeping
              # + choose another name; where 'Z_PK' is released, write 'renamedFrom: Z_PK' beside it
            relationships:
              group: {toOne: Order?, inverse: group, delete: nullify}
              # ! the relationship 'group' is named like a keyword of SQL, which has to be quoted
              #   everywhere
              # + choose another name; where 'group' is released, write 'renamedFrom: group' beside it
        """)
  }

  @Test func `names that merely contain such words are not flagged`() throws {
    try expect(
      ReservedName(),
      in: """
        entities:
          Description:
            attributes: {bookDescription: string?, orderDate: date?, key: string?, date: date?, hashes: int?, zone_: int?}
        """)
  }

  @Test(arguments: ReservedName.keywords.sorted())
  func `SQLite takes none of these words for a name`(word: String) throws {
    let connection = try Connection.inMemory()
    #expect(throws: SQLiteError.self) {
      try connection.executeScript("CREATE TABLE t (\(word) INTEGER)")
    }
  }

  @Test(arguments: ["key", "date", "replace", "action", "end", "desc", "type", "abort", "rename"])
  func `SQLite takes these words for names`(word: String) throws {
    try Connection.inMemory().executeScript("CREATE TABLE t (\(word) INTEGER)")
    #expect(!ReservedName.keywords.contains(word.uppercased()))
  }
}
