import Diagnostics
import SchemaModel
import SchemaYAML
import Testing

/// Histories of more versions than are read at once.
struct LongHistoryTests {
  /// Thirty versions that extend each other and add an attribute each, in files named so.
  private static func files(named name: (Int) -> String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (1...30).map { number in
        let base = number > 1 ? "extends: \(name(number - 1))\n" : ""
        let text = """
          schema: S
          version: \(number)
          \(base)entities:
            A:
              attributes:
                a\(number): int = 0
          """
        return (name(number), number > 1 ? text : text + "\n  B:\n    attributes: {b: string?}\n")
      })
  }

  @Test(
    arguments: [
      "in order": { "V\($0).yaml" }, "the other way round": { "f\(99 - $0).yaml" },
      "in no order": { "f\($0 * 7 % 31).yaml" },
    ] as [String: @Sendable (Int) -> String])
  func `each version is what its file alone says, whatever the files are called`(
    case: (String, @Sendable (Int) -> String)
  ) throws {
    let folder = try SchemaFolder(Self.files(named: `case`.1))
    let history = try SchemaReader.history(inDirectory: folder.path)
    #expect(history.versions.count == 30)
    for number in 1...30 {
      let alone = try folder.document(`case`.1(number))
      #expect(history.versions[number - 1] == alone)
      #expect(alone.schema.entity(named: "A")?.attributes.count == number)
      #expect(alone.schema.entity(named: "B") != nil)
    }
  }

  @Test func `a problem of a file is reported once, however often the file is read`() throws {
    var files = Self.files { "f\(99 - $0).yaml" }
    for number in [2, 17, 30] {
      files["f\(99 - number).yaml"]?.append("\n      z: strang\n")
    }
    let folder = try SchemaFolder(files)
    let report = folder.historyReport()
    for number in [2, 17, 30] {
      let lines = report.split(separator: "\n").filter { $0.hasPrefix("f\(99 - number).yaml:") }
      #expect(lines.count == 1)
    }
  }
}
