import SQLite
import Testing

/// Values of another shape than the mapping reads.
struct ImportShapeTests {
  private func record(_ members: String) -> String {
    #"[{"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup", "# + members + "}]"
  }

  @Test(arguments: [
    (#""cover": "a.jpg""#, "'a.jpg' is no object, and 'Cover.kind' comes from its member 'kind'"),
    (#""cover": ["a.jpg"]"#, "a list is no object, and 'Cover.kind' comes from its member 'kind'"),
    (#""cover": 5"#, "5 is no object, and 'Cover.kind' comes from its member 'kind'"),
    (#""notes": ["a", null]"#, "null is no 'Note' for 'Recipe.notes'"),
    (#""cover": {"sizes": [1, "2"]}"#, "'2' is no 'int' for an element of 'Cover.sizes'"),
    (#""cover": {"sizes": [1, null]}"#, "null is no 'int' for an element of 'Cover.sizes'"),
    (#""cover": {"place": {"x": "1"}}"#, "'1' is no 'double' for the part 'x' of 'Cover.place'"),
    (#""cover": {"place": {"x": 1, "z": 2}}"#, "'Place' has no part 'z', for 'Cover.place'"),
  ])
  func `a value that would become nothing is refused`(members: String, problem: String) throws {
    let problems = try ImportStore().problems(record(members))
    #expect(problems.count == 1)
    #expect(problems.first?.contains("unusable-value \(problem) (in record 1)") == true)
  }

  @Test(arguments: [#""cover": null"#, #""cover": {}"#, #""cover": {"place": null}"#, #""x": 1"#])
  func `a missing or null member is no problem`(members: String) throws {
    #expect(try ImportStore().problems(record(members)) == [])
  }

  @Test func `a nested member is looked up only in an object`() throws {
    let store = try ImportStore(
      mapping: ImportStore.mapping.replacing(
        "servings: servings", with: "servings: {from: yield.count.n, default: 7}"))
    #expect(
      store.problems(record(#""yield": {"count": "8 portions"}"#)) == [
        "1:87 unusable-value '8 portions' is no object, and 'Recipe.servings' comes from its member "
          + "'n' (in record 1)"
      ])
    #expect(store.problems(record(#""yield": {"count": null}"#)) == [])
    #expect(try store.rows("SELECT servings FROM Recipe") == [[.integer(7)]])
  }

  @Test func `a member that one object ignores is available to another object`() throws {
    let store = try ImportStore(
      mapping: """
        entity: Recipe
        key: [uuid]
        attributes: {uuid: uuid, title: title, ingredients: {json: parts}}
        relationships:
          notes: {from: lines, attributes: {text: t}, ignore: [name, rest]}
          books: {from: lines, key: [name], attributes: {name: name, uuid: {default: uuid()}}, ignore: [t, rest]}
        ignore: [parts.x]
        """)
    let lines = #""lines": [{"t": "a", "name": "b", "rest": [1]}], "parts": {"x": 1}"#
    #expect(store.problems(record(lines)) == [])
    #expect(try store.rows("SELECT text FROM Note") == [[.text("a")]])
    #expect(try store.rows("SELECT name FROM Book") == [[.text("b")]])
    #expect(try store.rows("SELECT ingredients FROM Recipe") == [[.text(#"{"x":1}"#)]])
    #expect(store.problems(record(#""lines": [{"rest": [01]}]"#)).count == 1)
  }

  @Test(arguments: ["7", "\"x\"", "[]", "null"])
  func `a record that is not an object is refused, once`(record: String) throws {
    let problems = try ImportStore().problems("[\(record)]")
    #expect(problems.map { $0.contains("is no object, and 'Recipe.uuid'") } == [true])
  }

  @Test func `each object that the model refuses is reported, up to a hundred`() throws {
    let store = try ImportStore()
    let records = (0..<140).map { number in
      let digits = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
      return #"{"uuid": "6F9619FF-8B86-D011-B42D-\#(digits)", "title": "a", "servings": 0}"#
    }
    let few = store.problems("[\(records.prefix(20).joined(separator: ",\n"))]")
    #expect(few.count == 20)
    #expect(
      few.contains(
        "20:1 out-of-bounds 1 object has a value for 'Recipe.servings' that is not at least 1 "
          + "(in record 20)"))
    let many = store.problems("[\(records.joined(separator: ",\n"))]")
    #expect(many.count == 100)
    #expect(many.contains { $0.hasSuffix("there are more problems, which are not shown)") })
  }
}
