import Diagnostics
import SchemaModel
import SchemaYAML
import Testing

struct HistoryTests {
  static func version(_ number: String, extends base: String? = nil, of name: String = "S")
    -> String
  {
    "schema: \(name)\nversion: \(number)\n" + (base.map { "extends: \($0)\n" } ?? "")
  }

  @Test func `the versions of a folder come in order, whatever their files are called`() throws {
    let folder = try SchemaFolder([
      "a.yml": Self.version("1.10"), "b.yaml": Self.version("1.9"), "c.yaml": Self.version("2"),
      "schema.lock": "x", ".hidden.yaml": "x", "migrate.yml": "x", "notes.md": "x",
      "sub/V1.yaml": "x",
    ])
    let history = try SchemaReader.history(inDirectory: folder.path)
    #expect(history.versions.map(\.schema.version) == [Version(1, 9), Version(1, 10), Version(2)])
    #expect(
      history.versions.map { $0.file?.replacing(folder.path, with: "") }
        == ["/b.yaml", "/a.yml", "/c.yaml"])
  }

  /// The next steps where a folder has no schema files.
  private static let waysOn = """
      note: name the folder of the schema files with '--schemas', or in migrate.yml
      note: 'migrate init NAME' begins a model, and 'migrate import SOURCE' describes an existing one
    """

  @Test(
    arguments: [
      (
        "an empty folder", [:],
        "no-schema-files: the folder 'FOLDER' has no schema files ('V1.yaml')\n\(waysOn)"
      ),
      (
        "a folder without schema files", ["V1.txt": ""],
        "no-schema-files: the folder 'FOLDER' has no schema files ('V1.yaml')\n\(waysOn)"
      ),
      (
        "a folder of which only the lock is left", ["schema.lock": ""],
        """
        missing-file: the folder 'FOLDER' has a 'schema.lock', and no schema files
          note: if it was deleted, take it back: git checkout HEAD -- FOLDER
          note: or delete the folder, if no store of the model is left
        """
      ),
      (
        "two files of one version",
        ["V1.yaml": version("1"), "V1b.yaml": version("1.0.0"), "V1c.yaml": version("v1.0")],
        """
        V1b.yaml:2:10 duplicate-version: there is another file of version 1.0.0
          note: the other file of that version is here (V1.yaml:2:10)
          note: write 'version: 2.0.0', which is free, in the newer of the two
        V1c.yaml:2:10 duplicate-version: there is another file of version 1.0.0
          note: the other file of that version is here (V1.yaml:2:10)
          note: write 'version: 2.0.0', which is free, in the newer of the two
        """
      ),
      (
        "two schemas", ["V1.yaml": version("1"), "V2.yaml": version("2", of: "T")],
        """
        V2.yaml:1:9 other-schema: this file is of the schema 'T', and others in its folder are of 'S'
          note: the schema is named so here (V1.yaml:1:9)
        """
      ),
      (
        "a missing file", ["V1.yaml": version("1"), "V4.yaml": version("4")],
        """
        V4.yaml:1:1 missing-version-file: 'V2.yaml' is missing between 'V1.yaml' and 'V4.yaml'
          note: put 'V2.yaml' back, or give 'V4.yaml' the name 'V2.yaml' if there never was one
        """
      ),
      (
        "a base that skips a version",
        [
          "V1.yaml": version("1"), "V2.yaml": version("2", extends: "V1.yaml"),
          "V3.yaml": version("3", extends: "V1.yaml"),
        ],
        "V3.yaml:3:10 invalid-extends: version 3.0.0 extends 1.0.0, so it has nothing of 2.0.0, which lies between"
      ),
      (
        "a base in another folder",
        ["other/V1.yaml": version("1"), "V2.yaml": version("2", extends: "other/V1.yaml")],
        "V2.yaml:3:10 invalid-extends: 'other/V1.yaml' is no version in this folder"
      ),
      (
        "a missing base", ["V2.yaml": version("2", extends: "V1.yaml")],
        """
        V2.yaml:3:10 missing-file: there is no file 'V1.yaml'
          note: if it was deleted, take it back: git checkout HEAD -- V1.yaml
        """
      ),
      (
        "problems in several files",
        [
          "V1.yaml": version("1") + "entites: {}\n", "V2.yaml": version("2") + "query: {}\n",
          "V3.yaml": "- a",
        ],
        """
        V1.yaml:3:1 unknown-key: unknown key 'entites', did you mean 'entities'?
        V2.yaml:3:1 unknown-key: unknown key 'query'
          note: a schema file may have 'schema', 'platform', 'version', 'doc', 'profile', 'extends', 'enums', 'composites', 'entities', 'queries', 'removed' or 'migration'
        V3.yaml:1:1 wrong-value: a schema file is a mapping that begins with 'schema: Name', and not a list
        """
      ),
      (
        "a key, a version and a name that hide nothing of the models",
        [
          "V1.yaml": version("1") + "entites: {A: {parent: B}}\n",
          "V2.yaml": "schema: S\nversion: two\nentities: {A: {parent: C}}\n",
          "V3.yaml": "version: 3\nentities: {A: {parent: D}}\n",
          "V4.yaml": version("4", extends: "V2.yaml") + "entities: {E: {parent: F}}\n",
          "V5.yaml": version("5") + "entities: {A: {parent: B}}\nentites: {B: {}}\n",
        ],
        """
        V1.yaml:3:1 unknown-key: unknown key 'entites', did you mean 'entities'?
        V1.yaml:3:23 unknown-entity: the parent of 'A' is 'B', which is not an entity
          note: known names: 'A'
        V2.yaml:2:10 invalid-version: a version has one to three numbers, such as 2.1.0, and not 'two'
        V2.yaml:3:24 unknown-entity: the parent of 'A' is 'C', which is not an entity
          note: known names: 'A'
        V3.yaml:1:1 missing-key: a schema file has no 'schema'
          note: write 'schema: NAME', the same name in all versions of the model
        V3.yaml:2:24 unknown-entity: the parent of 'A' is 'D', which is not an entity
          note: known names: 'A'
        V4.yaml:4:24 unknown-entity: the parent of 'E' is 'F', which is not an entity
          note: known names: 'A', 'E'
        V5.yaml:4:1 unknown-key: unknown key 'entites', did you mean 'entities'?
        """
      ),
      (
        "a problem that later versions inherit",
        [
          "V1.yaml": version("1") + "entities: {A: {parent: B}}\n",
          "V2.yaml": version("2", extends: "V1.yaml"), "V3.yaml": version("3", extends: "V2.yaml"),
        ],
        """
        V1.yaml:3:24 unknown-entity: the parent of 'A' is 'B', which is not an entity
          note: known names: 'A'
        """
      ),
    ] as [(String, [String: String], String)])
  func `a folder that is not a history is refused with the reason`(
    name: String, files: [String: String], expected: String
  ) throws {
    #expect(try SchemaFolder(files).historyReport() == expected)
  }

  @Test func `a missing folder is refused`() throws {
    #expect(
      try SchemaFolder().historyReport("none")
        == "missing-folder: there is no folder 'none'\n\(Self.waysOn)")
  }

  @Test func `the systems of a folder are the folders with schema files or a lock`() throws {
    let folder = try SchemaFolder([
      "B/V1.yaml": "", "A/V1.yml": "", "C/schema.lock": "", "D/E/V1.yaml": "", ".F/V1.yaml": "",
      "schema.json": "",
    ])
    #expect(
      try SchemaReader.systems(inDirectory: folder.path + "/") == [
        folder.path + "/A", folder.path + "/B", folder.path + "/C",
      ])
    #expect(try SchemaReader.systems(inDirectory: folder.path + "/A") == [folder.path + "/A"])
  }

  @Test func `models in deeper folders are reported, with one line for each folder`() throws {
    let model = "schema: L\nversion: 1.0.0\n"
    let folder = try SchemaFolder([
      "A/V1.yaml": model, "G/M/V1.yaml": model, "G/M/V2.yaml": model, "A/next/V2.yml": model,
      "A/tests/titles.yaml": model, "A/.old/V1.yaml": model, "A/notes/page.yaml": "title: none\n",
      "A/broken/V3.yaml": "version: 3.0.0\nschema: L\n  entities: [\n",
    ])
    func advice(_ name: String) -> String {
      """
      unseen-model at \(name == "G/M" ? "G/M/V1.yaml" : name == "A/next" ? "A/next/V2.yml" : "A/broken/V3.yaml"):1:1: no command looks at the schema files in '\(name)': a model's folder stands directly in '.'
      """
    }
    let found = SchemaReader.unseenModels(inDirectory: folder.path + "/").map { diagnostic in
      let text =
        "\(diagnostic.code) at \(diagnostic.location?.description ?? "-"): \(diagnostic.message)"
      return text.replacing(folder.path + "/", with: "").replacing(folder.path, with: ".")
    }
    #expect(found == ["A/broken", "A/next", "G/M"].map(advice))
    #expect(SchemaReader.unseenModels(inDirectory: folder.path + "/A") == [])
  }

  @Test(arguments: [
    ("C", "no-schema-files: the folder 'C' has no schema files ('V1.yaml')\n\(waysOn)"),
    ("none", "missing-folder: there is no folder 'none'\n\(waysOn)"),
  ])
  func `a folder without systems is refused`(name: String, expected: String) throws {
    let folder = try SchemaFolder(["C/schema.json": ""])
    do throws(DiagnosticsError) {
      _ = try SchemaReader.systems(inDirectory: "\(folder.path)/\(name)")
      Issue.record("nothing was reported")
    } catch {
      #expect(error.report(in: folder.path) == expected)
    }
  }
}
