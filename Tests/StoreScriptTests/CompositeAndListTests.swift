import MigrationPlanner
import SQLite
import StoreScript
import SchemaModel
import Testing

/// Values that stand in a column as JSON.
struct CompositeAndListTests {
  private func migrate(
    _ json: String, as type: AttributeType, to newType: AttributeType, _ value: ValueSource
  ) throws -> [String] {
    let old = Entity("Book", attributes: [Attribute("size", type, isOptional: true)])
    let new = Entity("Book", attributes: [Attribute("size", newType, isOptional: true)])
    let migrated = try Migrated(
      .same(schema(1, old), schema(2, new), values: ["Book": ["size": value]]),
      filledBy: "INSERT INTO Book VALUES (1, \(SQLValue.text(json).literal)), (2, NULL)")
    return try migrated.rows("SELECT size FROM Book ORDER BY _id")
  }

  @Test func `a composite is built anew from its parts, each number to its last digit`() throws {
    let parts: [PropertyMapping] = [
      PropertyMapping("width", .copied("w")),
      PropertyMapping("count", .converted(.copied("c"), from: .string, to: .int64)),
      PropertyMapping("unit", .defaulted(.literal(.string("it's")), .string)),
      PropertyMapping("depth", .filled(.copied("d"), with: .literal(.double(1.5)), .double)),
      PropertyMapping("color", .recoded(.copied("k"), [Recoding(.string("r"), as: .int(1))])),
      PropertyMapping("note", .none),
      PropertyMapping("inner", .recomposed(.copied("i"), [PropertyMapping("b", .copied("a"))])),
    ]
    let rows = try migrate(
      #"{"w":0.12345678901234567,"c":"12","d":null,"k":"r","i":{"a":[1,2]},"gone":1}"#,
      as: .composite("Size"), to: .composite("Size"), .recomposed(.copied("size"), parts))
    #expect(
      rows == [
        #"'{"width":0.12345678901234567,"count":12,"unit":"it''s","depth":1.5,"color":1,"note":null,"inner":{"b":[1,2]}}'"#,
        "NULL",
      ])
  }

  @Test(arguments: [
    (AttributeType.int64, AttributeType.string, "[1,-2,null]", #"'["1","-2",null]'"#),
    (.string, .int64, #"["1", "-2"]"#, "'[1,-2]'"), (.bool, .int64, "[true,false]", "'[1,0]'"),
    (.int16, .int64, "[1, 2]", "'[1, 2]'"), (.string, .uuid, "[]", "'[]'"),
    (.string, .enumeration(.inline(["a", "b,\"c\""])), #"["b,\"c\""]"#, #"'["b,\"c\""]'"#),
  ])
  func `every element of a list is converted`(
    from: AttributeType, to: AttributeType, json: String, result: String
  ) throws {
    let value = ValueSource.converted(.copied("size"), from: .array(from), to: .array(to))
    #expect(try migrate(json, as: .array(from), to: .array(to), value) == [result, "NULL"])
  }

  @Test func `an element that does not fit fails the migration`() throws {
    let value = ValueSource.converted(.copied("size"), from: .array(.string), to: .array(.int64))
    do {
      _ = try migrate(#"["1","x"]"#, as: .array(.string), to: .array(.int64), value)
      Issue.record("it did not fail")
    } catch let error as SQLiteError {
      #expect(
        error.message
          == #"'["1","x"]' in 'Book.size' of the object 1: string cannot be held exactly as int"#)
    }
  }

  @Test func `text becomes a case only where the case exists`() throws {
    let value = ValueSource.converted(
      .copied("size"), from: .string, to: .enumeration(.inline(["a", "b"])))
    #expect(
      try migrate("b", as: .string, to: .enumeration(.inline(["a", "b"])), value) == [
        "'b'", "NULL",
      ])
    do {
      _ = try migrate("c", as: .string, to: .enumeration(.inline(["a", "b"])), value)
      Issue.record("it did not fail")
    } catch let error as SQLiteError {
      #expect(error.message == "'c' in 'Book.size' of the object 1: it is not one of the cases")
    }
  }

  @Test(arguments: [
    ValueSource.defaulted(.computed, .string), .filled(.copied("size"), with: .computed, .string),
  ])
  func `a default that only the app makes is refused`(value: ValueSource) {
    #expect(throws: StoreScriptError.computedDefault(place: "Book.size")) {
      try migrate("a", as: .string, to: .string, value)
    }
  }

  @Test func `types without an exact conversion are refused`() {
    #expect(
      throws: StoreScriptError.impossibleConversion(place: "Book.size", from: "date", to: "string")
    ) {
      try migrate(
        "", as: .string, to: .string, .converted(.copied("size"), from: .date, to: .string))
    }
  }
}
