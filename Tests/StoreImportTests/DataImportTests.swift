import SQLite
import Diagnostics
import StoreImport
import StoreVerification
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct DataImportTests {
  @Test func `records become objects with all objects that they lead to`() throws {
    let store = try ImportStore()
    let outcome = try store.apply(ImportStore.records)
    #expect(outcome.records == 2)
    #expect(
      outcome.imported.map { "\($0.count) \($0.entity)" } == [
        "2 Book", "1 Cover", "3 Note", "2 Recipe",
      ])
    #expect(outcome.backup == "/backups/a.json")
    #expect(
      try store.rows("SELECT uuid, title, servings, ingredients, created FROM Recipe") == [
        [
          .text("6F9619FF-8B86-D011-B42D-00C04FC964FF"), .text("Soup"), .integer(2),
          .text(#"[{"name":"salt","amount":1.50},"it's \"hot\""]"#), .real(1.5),
        ],
        [
          .text("7F9619FF-8B86-D011-B42D-00C04FC964FF"), .text("Bread"), .integer(4), .null,
          .real(0),
        ],
      ])
    #expect(
      try store.rows("SELECT text, recipe, _order_recipe FROM Note ORDER BY _id") == [
        [.text("b"), .integer(1), .integer(0)], [.text("a"), .integer(1), .integer(1)],
        [.text("c"), .integer(2), .integer(0)],
      ])
    #expect(
      try store.rows(
        "SELECT Recipe.title, Book.name FROM Book_recipes JOIN Recipe ON recipes = Recipe._id "
          + "JOIN Book ON books = Book._id ORDER BY 1, 2") == [
          [.text("Bread"), .text("winter")], [.text("Soup"), .text("quick")],
          [.text("Soup"), .text("winter")],
        ])
    #expect(
      try store.rows("SELECT kind, sizes, place FROM Cover") == [
        [.text("photo"), .text("[1,2]"), .text(#"{"x":1.5}"#)]
      ])
    #expect(try store.findings() == [])
    #expect(
      try store.rows("SELECT outcome, backup FROM _migrate_history") == [
        [.text("imported"), .text("a.json")]
      ])
  }

  @Test func `a second import of the same records imports nothing and takes no backup`() throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    let before = try store.rows("SELECT count(*) FROM Note")
    let outcome = try store.apply(ImportStore.records)
    #expect((outcome.records, outcome.present) == (2, 2))
    #expect(outcome.imported == [])
    #expect(outcome.backup == nil)
    #expect(try store.rows("SELECT count(*) FROM Note") == before)
    #expect(try store.rows("SELECT count(*) FROM _migrate_history") == [[.integer(1)]])
  }

  @Test func `a plan lists what will be imported, and leaves store and files alone`() throws {
    let store = try ImportStore()
    let plan = try store.plan(ImportStore.records)
    #expect(try store.rows("SELECT count(*) FROM Recipe") == [[.integer(0)]])
    #expect(try store.externalNames() == [])
    #expect(plan.imported == (try store.apply(ImportStore.records)).imported)
    #expect(try store.externalNames().count == 1)
  }

  @Test func `every bad record is reported with its place, and nothing is imported`() throws {
    let store = try ImportStore()
    let data = """
      [
        {"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup",
         "cover": {"bytes": "AQID"}},
        {"uuid": "6F9619FF", "title": 7},
        {"title": "no key", "servings": 1.5},
        {"uuid": "6f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "again"},
        {"uuid": "8F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Tea", "notes": "none"},
        {"uuid": "9F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "",
         "cover": {"kind": "film"}, "created": "yesterday"},
        {"uuid": "AF9619FF-8B86-D011-B42D-00C04FC964FF", "title": "a", "title": "b"},
        {"uuid": "BF9619FF-8B86-D011-B42D-00C04FC964FF", "title": ""}
      ]
      """
    #expect(
      store.problems(data) == [
        "10:75 duplicate-member 'title' is there twice (in record 7)",
        "11:3 broken-rule 1 object of 'Recipe' breaks the rule 'titled' (in record 8)",
        "4:12 unusable-value '6F9619FF' is no 'uuid' for 'Recipe.uuid' (in record 2)",
        "4:33 unusable-value 7 is no 'string' for 'Recipe.title' (in record 2)",
        "5:3 missing-member 'Recipe.uuid' must have a value, and has none here (in record 3)",
        "5:35 unusable-value 1.5 is no 'int' for 'Recipe.servings' (in record 3)",
        "6:3 duplicate-record record 1 has the same 'uuid' (in record 4; it is here)",
        "7:77 unusable-value 'none' is no list for 'Recipe.notes' (in record 5)",
        "9:42 unusable-value 'yesterday' is no 'date' for 'Recipe.created' (in record 6; a date is "
          + "written '2026-01-31T10:00:00Z', with its zone, or '2026-01-31', which is midnight in UTC)",
      ])
    #expect(try store.rows("SELECT count(*) FROM Recipe") == [[.integer(0)]])
    #expect(try store.externalNames() == [])
  }

  @Test func `two members of one name are reported at any depth`() throws {
    let store = try ImportStore()
    let data = """
      [
        {"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup",
         "cover": {"kind": "a", "kind": "b"}},
        {"uuid": "AF9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Tea",
         "notes": [{"text": "a"}, {"text": "b", "text": "c"}]}
      ]
      """
    #expect(
      store.problems(data) == [
        "3:35 duplicate-member 'kind' is there twice (in record 1)",
        "5:51 duplicate-member 'text' is there twice (in record 2)",
      ])
  }

  @Test func `an object that breaks a rule of the model is reported at its record`() throws {
    let store = try ImportStore()
    let data = """
      [{"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup"},
       {"uuid": "7F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "", "servings": 0}]
      """
    #expect(
      store.problems(data) == [
        "2:2 broken-rule 1 object of 'Recipe' breaks the rule 'titled' (in record 2)",
        "2:2 out-of-bounds 1 object has a value for 'Recipe.servings' that is not at least 1 (in record 2)",
      ])
    #expect(try store.rows("SELECT count(*) FROM Recipe") == [[.integer(0)]])
  }

  @Test func `members that become nothing are reported once each`() throws {
    let store = try ImportStore()
    let data = """
      [{"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup", "legacyId": 1,
        "colour": "red", "cover": {"place": {"x": 1}, "at": {"y": 2}}},
       {"uuid": "7F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Tea", "colour": "green"}]
      """
    #expect(
      try store.plan(data).unmapped.map { "\($0.location?.line ?? 0) \($0.message)" } == [
        "2 'Cover: at' becomes nothing, in 1 place",
        "2 'Recipe: colour' becomes nothing, in 2 places",
      ])
  }

  @Test(arguments: [
    ("", "1:1 the document is no list of records; 'records' says where in it the list is"),
    ("{}", "1:1 the document is no list of records; 'records' says where in it the list is"),
    ("[", "1:2 the file ends in the middle of a value (in record 1)"),
    ("[{]", "1:3 a name in quotes is due here (in record 1)"),
    (#"[{"title": "a}]"#, "1:16 the file ends in the middle of a value (in record 1)"),
    ("[1 2]", "1:4 ',' is due here"),
    ("[,]", "1:2 a value is due here (in record 1)"),
    ("[] []", "1:4 something stands after the end of the document"),
    ("[tru]", "1:2 a value is due here (in record 1)"),
  ])
  func `text that is not JSON is reported with its place`(data: String, problem: String) throws {
    let found = try ImportStore().problems(data, withCodes: false)
    #expect(found.last == problem)
  }

  @Test func `the list may stand within the document, with a mark and other lines before it`()
    throws
  {
    let store = try ImportStore(mapping: "records: export.recipes\n" + ImportStore.mapping)
    let data =
      "\u{FEFF}{\r\n\"about\": {\"recipes\": [1, \"]}\\\"\"]},\r\n\"export\": {\"n\": 1, \"recipes\": "
      + "[{\"uuid\": \"6F9619FF-8B86-D011-B42D-00C04FC964FF\", \"title\": \"Soup\"}], \"more\": [[]]}}\n"
    let outcome = try store.apply(data)
    #expect(outcome.imported.map(\.count) == [1])
    #expect(
      outcome.unmapped.map { "\($0.location?.line ?? 0) \($0.message)" } == [
        "2 'about' of the document becomes nothing, in 1 place",
        "3 'export.more' of the document becomes nothing, in 1 place",
        "3 'export.n' of the document becomes nothing, in 1 place",
      ])
    let silent = try ImportStore(
      mapping: "records: export.recipes\n"
        + ImportStore.mapping.replacing("[legacyId]", with: "[about, export.more, export.n]"))
    #expect(try silent.apply(data).unmapped == [])
    #expect(
      store.problems(data.replacing("\"more\": [[]]}", with: "")) == [
        "3:100 invalid-json a name in quotes is due here"
      ])
  }

  @Test(arguments: [
    (#"{"export": {"recipes": [], "recipes": [7]}}"#, "1:28 'recipes' is there twice"),
    (#"{"export": {"recipes": []}, "export": {}}"#, "1:29 'export' is there twice"),
  ])
  func `a second list is reported`(data: String, problem: String) throws {
    let store = try ImportStore(mapping: "records: export.recipes\n" + ImportStore.mapping)
    #expect(
      store.problems(data, withCodes: false)
        == [problem + ", and only the first was read; leave one"])
  }

  @Test(arguments: [
    (#"{"a": nonsense, "list": []}"#, "1:7 a value is due here"),
    (#"{"list": [], "a": [1 2]}"#, "1:22 ',' or ']' is due here"),
    (#"{"a": [], "list": [], "b": {"c": [{}, [1, -0.5e3, true, null, "\u00e4"]]}}"#, nil),
    (#"{"list": [], "a": "\u+041"}"#, "1:22 four hexadecimal digits is due here"),
    (#"{"list": [], "a": [1,]}"#, "1:22 a value is due here"),
    (#"{"list": [], "a": {"b" 1}}"#, "1:24 ':' is due here"),
    (
      "{\"a\": \(String(repeating: "[", count: 300)), \"list\": []}",
      "1:207 values are nested deeper than 200 levels"
    ),
  ])
  func `the text around the list must be JSON, too`(data: String, problem: String?) throws {
    let store = try ImportStore(mapping: "records: list\n" + ImportStore.mapping)
    #expect(store.problems(data, withCodes: false) == [problem].compactMap(\.self))
  }

  @Test func `a member with the name of the list elsewhere is not the list`() throws {
    let store = try ImportStore(mapping: "records: export.recipes\n" + ImportStore.mapping)
    let data = #"{"export": {"recipes": [], "export": {"recipes": 1}}, "recipes": 2}"#
    #expect(store.problems(data) == [])
  }

  @Test func `after a hundred problems the rest is not checked`() throws {
    let records = Array(repeating: "{}", count: 200).joined(separator: ",\n")
    let problems = try ImportStore().problems("[\(records)]")
    #expect(problems.count == 100)
    #expect(
      problems.contains {
        $0.hasSuffix("(in record 50; what comes behind it was not looked at: these are enough)")
      })
  }

  @Test func `an object that belongs to another is not taken from its owner`() throws {
    let store = try ImportStore(
      mapping: ImportStore.mapping.replacing(
        "notes: {from: notes,", with: "notes: {from: notes, key: [text],"))
    let data = """
      [{"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Soup", "notes": ["a"]},
       {"uuid": "7F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Tea", "notes": ["a"]}]
      """
    #expect(
      store.problems(data) == [
        "2:77 owned-object this 'Note' belongs to another object already, and is not taken from it "
          + "(in record 2; it came in here)"
      ])
  }

  @Test func `all problems of a mapping are reported at once`() throws {
    let store = try ImportStore(
      mapping: """
        entity: Recipe
        key: [uuid, title]
        attributes:
          uuid: uuid
          servings: {json: n, date: seconds, default: computed()}
          tittle: title
        relationships:
          notes: {from: notes, attributes: {text: .}, relationships: {recipe: {from: x}}}
          cover: {attributes: {}}
        """)
    #expect(
      store.problems("[]")
        == [
          "2:13 unusable-mapping the key 'title' of 'Recipe' is not among the attributes that are mapped",
          "1:1 unusable-mapping 'Recipe.title' must have a value, and nothing says where it comes from",
          "5:20 unusable-mapping 'Recipe.servings' is no 'string', and holds no JSON text",
          "5:29 unusable-mapping 'Recipe.servings' is no 'date'",
          "5:47 unusable-mapping 'computed()' is made by the app alone, and no value for 'Recipe.servings'",
          "6:3 unknown-mapping 'Recipe' has no property 'tittle', did you mean 'title'?",
          "8:63 unusable-mapping 'Note.recipe' leads back to the object above, which is not said again",
          "9:10 missing-key the relationship 'cover' has no 'from'",
        ].sorted())
  }

  @Test(arguments: [
    ("", "1:1 empty-file the file is empty: a mapping of records begins with 'entity: Name'"),
    (
      "# nothing",
      "1:1 empty-file the file is empty: a mapping of records begins with 'entity: Name'"
    ),
    (
      "entity: Note\nkey: []\nattributes: {text: text}",
      "2:6 unusable-mapping a record must be known again by its key, and none is named"
    ),
    (
      "entity: Note\nkey: [text, [x]]\nattributes: {text: text}",
      "2:13 wrong-value 'key' takes a text, and not a list"
    ),
  ])
  func `a problem of a mapping is reported once`(_ mapping: String, _ problem: String) throws {
    let store = try ImportStore(mapping: mapping)
    #expect(store.problems("[]") == [problem])
  }
}
