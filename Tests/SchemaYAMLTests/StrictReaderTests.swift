import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Schema files as other readers of YAML have them: yamllint with its defaults, and PyYAML.
struct StrictReaderTests {
  /// A version with long texts, and with optional links within braces.
  private static let schema = Schema(
    name: "Library", version: Version(1),
    entities: [
      Entity(
        "Book",
        documentation:
          "A book that somebody owns, lends, gives away, or has lost; with two lines,\n"
          + "the second of which is so long that it is folded as well, wherever it has a space.",
        attributes: [
          Attribute("title", .string, documentation: "What the spine says?"),
          Attribute(
            "state",
            .enumeration(
              .inline((1...14).map { "aStateWithAName\($0)" })), isOptional: true),
          Attribute("pattern", .string, pattern: String(repeating: "[a-z]+", count: 20)),
        ],
        relationships: [
          Relationship(
            "shelf", .toOne, "Shelf", isOptional: true, inverse: "books", deleteRule: .nullify)
        ],
        rules: [
          ValidationRule(
            name: "a title is there, and says something",
            check:
              "trim(title) <> '' AND  length(title) < 400 AND title NOT LIKE '%untitled%' AND 1")
        ]),
      Entity(
        "Shelf", attributes: [Attribute("name", .string)],
        relationships: [
          Relationship("books", .toMany, "Book", inverse: "shelf", deleteRule: .cascade)
        ]),
    ])

  private static let text = EditorSchema.naming(
    "schema.json", in: SchemaWriter.yaml(of: schema))

  @Test func `no line is longer than 80 characters unless it is one word`() {
    let long = Self.text.split(separator: "\n").filter { line in
      line.count > 80 && line.drop { $0 == " " }.contains(" ")
    }
    #expect(long == [])
    #expect(Self.text.contains("{toOne: \"Shelf?\", inverse: books, delete: nullify}"))
    #expect(Self.text.contains("AND  length(title)"))
  }

  @Test func `folded texts read back as they were`() throws {
    #expect(try SchemaReader.read(text: Self.text, name: "V1.yaml").schema == Self.schema)
  }

  @Test(.enabled(if: has("yamllint", "--version"), "there is no 'yamllint' on the path"))
  func `yamllint finds no error`() throws {
    let run = try Self.run("yamllint", "-f", "parsable")
    #expect(run.split(separator: "\n").filter { $0.contains("[error]") } == [], "\(run)")
  }

  @Test(.enabled(if: has("python3", "-c", "import yaml"), "there is no PyYAML"))
  func `PyYAML reads the file`() throws {
    let script =
      "import sys, yaml; d = yaml.safe_load(open(sys.argv[1]))"
      + "; print(d['entities']['Book']['relationships']['shelf']['toOne'])"
    #expect(try Self.run("python3", "-c", script) == "Shelf?\n")
  }

  /// The programs that are installed where the tests run.
  private static let environment = [
    "/usr/bin/env", "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
  ]

  private static func has(_ words: String...) -> Bool {
    ((try? Workshop().start(environment + words).finish().status) ?? 1) == 0
  }

  private static func run(_ words: String...) throws -> String {
    let workshop = try Workshop()
    try workshop.write(text, to: "V1.yaml")
    let run = try workshop.start(environment + words + ["V1.yaml"]).finish()
    return run.output + run.error
  }
}
