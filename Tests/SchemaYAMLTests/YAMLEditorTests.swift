import Diagnostics
import SchemaYAML
import Testing

struct YAMLEditorTests {
  @Test(arguments: cases)
  func `an edit changes its part and leaves the rest unchanged`(_ edit: EditCase) throws {
    for lineBreak in ["\n", "\r\n"] {
      for mark in ["", "\u{FEFF}"] {
        let text = mark + edit.text.replacing("\n", with: lineBreak)
        let editor = try #require(YAMLEditor(text: text, file: "V1.yaml"))
        let edits = editor.edits(for: edit.edit)
        let edited = edits.flatMap { TextLines(text).applying($0) }
        #expect(edited == edit.expected.map { mark + $0.replacing("\n", with: lineBreak) })
      }
    }
  }

  @Test(arguments: cases.compactMap(\.expected))
  func `the result of an edit is sound YAML`(text: String) throws {
    #expect(try YAMLDocument(parsing: text, name: "V1.yaml").problems == [])
  }

  struct EditCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var edit: YAMLEdit
    var text: String
    /// Nil where the edit cannot be made.
    var expected: String?

    init(_ name: String, _ edit: YAMLEdit, _ text: String, _ expected: String?) {
      (testDescription, self.edit, self.text, self.expected) = (name, edit, text, expected)
    }
  }

  private static let delete = YAMLEdit.set(key: "delete", value: "nullify", in: ["a", "b"])

  private static let cases =
    keys + attributes + newMappings + removals + elements + moves

  private static let keys = [
    EditCase(
      "a key in braces", delete, "a:\n  b: {toMany: Note} # why\n  c: 1\n",
      "a:\n  b: {toMany: Note, delete: nullify} # why\n  c: 1\n"),
    EditCase("a key in empty braces", delete, "a: {b: {}}", "a: {b: {delete: nullify}}"),
    EditCase(
      "a key in braces over several lines", delete,
      "a:\n  b: {\n    toMany: Note, # many\n    inverse: c # back\n  }\n",
      "a:\n  b: {\n    toMany: Note, # many\n    inverse: c,\n    delete: nullify # back\n  }\n"),
    EditCase(
      "a key in lines", delete, "a:\n  b:\n    toMany: Note # many\n\n  # the next\n  c: 1\n",
      "a:\n  b:\n    toMany: Note # many\n    delete: nullify\n\n  # the next\n  c: 1\n"),
    EditCase(
      "a key at the end of a text without a line break", delete, "a:\n  b:\n    toMany: Note",
      "a:\n  b:\n    toMany: Note\n    delete: nullify"),
    EditCase(
      "a key below a block of text", delete,
      "a:\n  b:\n    doc: |\n      one\n\n      two\n\n  c: 1\n",
      "a:\n  b:\n    doc: |\n      one\n\n      two\n    delete: nullify\n\n  c: 1\n"),
    EditCase(
      "a key below a block that keeps its empty lines", delete,
      "a:\n  b:\n    doc: |+\n      one\n\n  c: 1\n", nil),
    EditCase(
      "a value that is there", delete, "a:\n  b: {delete: \"cascade\", toMany: Note}\n",
      "a:\n  b: {delete: nullify, toMany: Note}\n"),
    EditCase(
      "a value that is missing", delete, "a:\n  b:\n    delete: # what?\n",
      "a:\n  b:\n    delete: nullify # what?\n"),
    EditCase(
      "letters of several bytes before it", delete, "a:\n  名前é: {x: 🏳️‍🌈}\n  b: {toMany: 本}\n",
      "a:\n  名前é: {x: 🏳️‍🌈}\n  b: {toMany: 本, delete: nullify}\n"),
    EditCase(
      "an alias stands for something elsewhere", delete, "a:\n  c: &c {toMany: Note}\n  b: *c\n",
      nil),
    EditCase("a list has no keys", delete, "a:\n  b: [1]\n", nil),
  ]

  private static let storage = YAMLEdit.set(
    key: "storage", value: "external", in: ["attributes", "cover"])

  private static let attributes = [
    EditCase(
      "a short form", storage, "attributes:\n  cover: data? # large\n",
      "attributes:\n  cover: {type: data, optional: true, storage: external} # large\n"),
    EditCase(
      "a short form with a default", storage, "attributes:\n  cover: enum(a, b) = b\n",
      "attributes:\n  cover: {type: \"enum(a, b)\", default: b, storage: external}\n"),
    EditCase(
      "a default in quotes", storage, "attributes: {cover: 'string = \"a, \\\"b\\\"\"'}\n",
      "attributes: {cover: {type: string, default: \"a, \\\"b\\\"\", storage: external}}\n"),
    EditCase(
      "a bare default with signs of braces", storage, "attributes:\n  cover: string = a, b\n",
      "attributes:\n  cover: {type: string, default: \"a, b\", storage: external}\n"),
    EditCase(
      "a number stays a number", storage, "attributes:\n  cover: int = 0\n",
      "attributes:\n  cover: {type: int, default: 0, storage: external}\n"),
    EditCase(
      "a list", storage, "attributes:\n  cover: \"[string] = []\"\n",
      "attributes:\n  cover: {type: \"[string]\", default: [], storage: external}\n"),
    EditCase(
      "a long form", storage, "attributes:\n  cover:\n    type: data\n",
      "attributes:\n  cover:\n    type: data\n    storage: external\n"),
  ]

  private static let using = YAMLEdit.set(
    key: "using", value: "\"1\"", in: ["migration", "map", "Book", "year"])

  private static let newMappings = [
    EditCase(
      "all of the way is missing", using, "schema: S\n\n# the end\n",
      "schema: S\nmigration:\n  map:\n    Book:\n      year:\n        using: \"1\"\n\n# the end\n"),
    EditCase(
      "the way begins in lines", using, "migration:\n  kind: custom\n",
      "migration:\n  kind: custom\n  map:\n    Book:\n      year:\n        using: \"1\"\n"),
    EditCase(
      "the way begins in braces", using, "migration: {kind: custom}\n",
      "migration: {kind: custom, map: {Book: {year: {using: \"1\"}}}}\n"),
    EditCase(
      "the way begins with nothing", using, "migration: # to do\nschema: S\n",
      "migration: # to do\n  map:\n    Book:\n      year:\n        using: \"1\"\nschema: S\n"),
    EditCase(
      "the way begins with a word for nothing", using, "migration: ~\n",
      "migration: {map: {Book: {year: {using: \"1\"}}}}\n"),
    EditCase("the way ends in a text", using, "migration: light\n", nil),
  ]

  private static let rename = YAMLEdit.unset(key: "renamedFrom", in: ["a", "b"])

  private static let removals = [
    EditCase(
      "the last key in braces", rename, "a:\n  b: {type: int, renamedFrom: c}\n",
      "a:\n  b: {type: int}\n"),
    EditCase(
      "the first key in braces", rename, "a:\n  b: {renamedFrom: c, type: int}\n",
      "a:\n  b: {type: int}\n"),
    EditCase("the only key in braces", rename, "a: {b: {renamedFrom: c}}\n", "a: {b: {}}\n"),
    EditCase(
      "a comment beside a key in braces", rename,
      "a:\n  b: {type: int, # a number\n    renamedFrom: c}\n", nil),
    EditCase(
      "a key in lines", rename,
      "a:\n  b:\n    renamedFrom: c # once\n    # a number\n    type: int\n",
      "a:\n  b:\n    # a number\n    type: int\n"),
    EditCase(
      "the last line of a text without a line break", rename,
      "a:\n  b:\n    type: int\n    renamedFrom: c", "a:\n  b:\n    type: int"),
    EditCase("a key that shares its line", rename, "a:\n  b:\n", nil),
    EditCase("a key that is not there", rename, "a:\n  b: {type: int}\n", nil),
  ]

  private static func remove(_ value: String, keepingEmptyList: Bool = false) -> YAMLEdit {
    .remove(value: value, from: ["a", "list"], keepingEmptyList: keepingEmptyList)
  }

  private static let append = YAMLEdit.append(value: "[x]", to: ["a", "list"])

  private static let elements = [
    EditCase("one more in brackets", append, "a: {list: [[y]]}\n", "a: {list: [[y], [x]]}\n"),
    EditCase("the first in brackets", append, "a: {list: []}\n", "a: {list: [[x]]}\n"),
    EditCase(
      "one more in lines", append, "a:\n  list:\n    - [y] # why\n  b: 1\n",
      "a:\n  list:\n    - [y] # why\n    - [x]\n  b: 1\n"),
    EditCase(
      "one more in lines that are not indented", append, "a:\n  list:\n  - [y]\n",
      "a:\n  list:\n  - [y]\n  - [x]\n"),
    EditCase("a new list in lines", append, "a:\n  b: 1\n", "a:\n  b: 1\n  list: [[x]]\n"),
    EditCase("a new list in braces", append, "a: {b: 1}\n", "a: {b: 1, list: [[x]]}\n"),
    EditCase(
      "a list that is nothing", append, "a:\n  list:\n  b: 1\n", "a:\n  list: [[x]]\n  b: 1\n"),
    EditCase(
      "one of several in brackets", remove("y"), "a: {list: [x, 'y', z]}\n", "a: {list: [x, z]}\n"),
    EditCase(
      "a list of a list", remove("[y, z]"), "a:\n  list: [[y,z], [y]]\n", "a:\n  list: [[y]]\n"),
    EditCase(
      "one of several in lines", remove("y"), "a:\n  list:\n    - x\n    - y # why\n    - z\n",
      "a:\n  list:\n    - x\n    - z\n"),
    EditCase(
      "the last one takes its list along", remove("y"), "a:\n  list: [y]\n  b: 1\n", "a:\n  b: 1\n"),
    EditCase(
      "an empty list that says something", remove("y", keepingEmptyList: true), "a: {list: [y]}\n",
      "a: {list: []}\n"),
    EditCase("what is not there", remove("w"), "a: {list: [x, y]}\n", nil),
  ]

  private static let move = YAMLEdit.move(key: "Work", before: "Edition", in: ["map"])

  private static let moves = [
    EditCase(
      "lines with the comments above them", move,
      "map:\n  # one\n  Edition: {a: 1}\n  # two\n  Work:\n    b: 2 # three\n  Last: 1\n",
      "map:\n  # two\n  Work:\n    b: 2 # three\n  # one\n  Edition: {a: 1}\n  Last: 1\n"),
    EditCase(
      "the last line of a text without a line break", move, "map:\n  Edition: 1\n  Work: 2",
      "map:\n  Work: 2\n  Edition: 1"),
    EditCase(
      "what is in braces", move, "map: {Edition: {a: 1}, Work: 2, Last: 3}\n",
      "map: {Work: 2, Edition: {a: 1}, Last: 3}\n"),
    EditCase("what comes first already", move, "map: {Work: 2, Edition: 1}\n", nil),
  ]
}
