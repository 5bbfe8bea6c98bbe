import Diagnostics
import Foundation
import SchemaYAML
import TestSupport
import Testing

struct SettingsReaderTests {
  @Test func `known keys and groups are read with their places`() throws {
    let settings = try read("schemas: 1.10\nlint:\n  b: off\n  a: error\n")
    #expect(
      settings.texts == [
        "schemas": .init(
          key: "schemas", keyLocation: place(1, 1), text: "1.10", location: place(1, 10))
      ])
    #expect(
      settings.groups == [
        "lint": [
          .init(key: "b", keyLocation: place(3, 3), text: "off", location: place(3, 6)),
          .init(key: "a", keyLocation: place(4, 3), text: "error", location: place(4, 6)),
        ]
      ])
  }

  @Test(arguments: ["", "# nothing\n", "{}", "lint:\n"])
  func `an empty file sets nothing`(text: String) throws {
    #expect(try read(text).texts.isEmpty)
  }

  @Test(
    arguments: [
      (
        "schema: a\nlint: [b]\nschemas: {}\n",
        [
          "migrate.yml:1:1: unknown key 'schema', did you mean 'schemas'?",
          "migrate.yml:2:7: 'lint' takes a mapping, and not a list",
          "migrate.yml:3:10: 'schemas' takes a text, and not a mapping",
        ]
      ),
      ("- a\n", ["migrate.yml:1:1: 'the file' takes a mapping, and not a list"]),
      ("lint: {a: [b]}\n", ["migrate.yml:1:11: 'a' takes a text, and not a list"]),
    ])
  func `every problem is reported with its place`(text: String, messages: [String]) throws {
    #expect(try read(text).problems.map(line) == messages)
  }

  @Test func `a missing file is a problem`() {
    #expect(
      throws: DiagnosticsError([
        Diagnostic(code: "missing-file", "there is no file 'no/such.yml'")
      ])
    ) {
      try SettingsReader.read(file: "no/such.yml", keys: [])
    }
  }

  private func read(_ text: String) throws -> SettingsReader.Settings {
    let folder = try TemporaryFolder()
    let settings = try SettingsReader.read(
      file: folder.write(text, to: "migrate.yml"), keys: ["schemas"], groups: ["lint"])
    var shown = settings
    shown.texts = settings.texts.mapValues(shortened)
    shown.groups = settings.groups.mapValues { $0.map(shortened) }
    return shown
  }

  /// The setting with the name of its file instead of the path.
  private func shortened(_ setting: SettingsReader.Setting) -> SettingsReader.Setting {
    var setting = setting
    setting.keyLocation.file = "migrate.yml"
    setting.location.file = "migrate.yml"
    return setting
  }

  private func place(_ line: Int, _ column: Int) -> Diagnostics.SourceLocation {
    Diagnostics.SourceLocation(file: "migrate.yml", line: line, column: column)
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.line):\($0.column): " }
    return "migrate.yml:" + (place ?? "") + diagnostic.message
  }
}
