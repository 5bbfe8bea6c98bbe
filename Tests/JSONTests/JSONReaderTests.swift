import Diagnostics
import JSON
import Testing

struct JSONReaderTests {
  @Test func `values are read, each with its place`() throws {
    let text = """
      { "a": [0, -2.5e3, true, null],
        "é": "\\ud83d\\ude00\\n\\u00e9\\/", "b": {} }
      """
    let node = try JSONReader.value(of: Array(text.utf8), file: "f")
    #expect(
      Self.outline(node) == [
        "1:1 object", "1:8 a array", "1:9 number 0", "1:12 number -2.5e3", "1:20 true", "1:26 null",
        "2:8 é string 😀\né/", "2:39 b object",
      ])
  }

  static func outline(_ node: JSONValue, _ name: String = "") -> [String] {
    let place = "\(node.location.line):\(node.location.column) \(name.isEmpty ? "" : name + " ")"
    switch node.content {
    case .null: return [place + "null"]
    case .bool(let isTrue): return [place + "\(isTrue)"]
    case .number(let digits): return [place + "number \(digits)"]
    case .string(let text): return [place + "string \(text)"]
    case .array(let elements): return [place + "array"] + elements.flatMap { outline($0) }
    case .object(let members):
      return [place + "object"] + members.flatMap { outline($0.value, $0.name) }
    }
  }

  @Test func `members that are skipped are checked, but not kept`() throws {
    let passed = PassedMembers([["a"], ["b", "c"]])
    func value(_ text: String) throws(DiagnosticsError) -> JSONValue {
      try JSONReader.value(of: Array(text.utf8), file: "f", passing: passed)
    }
    let node = try value(
      #"{"a": [{"x": [1]}, 2], "b": [{"c": {"d": 1}, "a": 3}, 4], "d": {"a": 5}, "c": {}}"#)
    #expect(
      Self.outline(node) == [
        "1:1 object", "1:29 b array", "1:30 object", "1:51 a number 3", "1:55 number 4",
        "1:64 d object", "1:70 a number 5", "1:79 c object",
      ])
    let error = #expect(throws: DiagnosticsError.self) { try value(#"{"a": [{"x": 01}]}"#) }
    #expect(error?.lines == ["f:1:16 a number is due here"])
  }

  static let mistakes: [(text: String, message: String)] = [
    ("", "1:1 the file ends in the middle of a value"),
    ("{\"a\"", "1:5 the file ends in the middle of a value"),
    ("{\"a\" 1}", "1:6 ':' is due here"), ("{1}", "1:2 a name in quotes is due here"),
    ("[1 2]", "1:4 ',' or ']' is due here"), ("[1,]", "1:4 a value is due here"),
    ("nul", "1:1 a value is due here"), ("1-2", "1:4 a number is due here"),
    ("01", "1:3 a number is due here"), ("-", "1:2 a number is due here"),
    ("1.", "1:3 a number is due here"), ("1.e5", "1:5 a number is due here"),
    ("1e", "1:3 a number is due here"), ("-00.5", "1:6 a number is due here"),
    ("\"\\x\"", "1:3 an escape is due here"),
    ("\"\\ud800\"", "1:8 a pair of surrogates is due here"),
    ("\"a\nb\"", "1:3 no control character in a text is due here"),
    ("{} {}", "1:4 something stands after the end of the document"),
    (String(repeating: "[", count: 201), "1:201 values are nested deeper than 200 levels"),
  ]

  @Test(arguments: mistakes)
  func `text that is not JSON is reported with its place`(
    _ mistake: (text: String, message: String)
  ) {
    let error = #expect(throws: DiagnosticsError.self) {
      try JSONReader.value(of: Array(mistake.text.utf8), file: "f")
    }
    #expect(error?.lines == ["f:" + mistake.message])
  }

  @Test(arguments: 1...7)
  func `a document that comes in pieces reads as a whole one`(_ size: Int) throws {
    let text = #"\#u{FEFF}{"a": [true, -12.5e3, "é\ud83d\ude00"], "b": null}"#
    var rest = Array(text.utf8)[...]
    var reader = JSONReader(file: "f") {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    let value = try reader.value()
    try reader.expectEnd()
    #expect(value == (try JSONReader.value(of: Array(text.utf8), file: "f")))
    #expect(JSONWriter.line(of: value) == #"{"a":[true,-12.5e3,"é😀"],"b":null}"#)
  }
}

extension DiagnosticsError {
  fileprivate var lines: [String] {
    diagnostics.map { "\($0.location.map { "\($0)" } ?? "") \($0.message)" }
  }
}
