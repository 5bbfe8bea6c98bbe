import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The platform that migrates the stores in the field, as a schema file declares it.
struct PlatformTests {
  private static func file(_ key: String) -> String { "schema: Notes\n\(key)version: 1.0.0\n" }

  @Test(arguments: ModelPlatform.allCases)
  func `a platform is read, and written again`(_ platform: ModelPlatform) throws {
    let text = Self.file("platform: \(platform.rawValue)\n")
    let document = try SchemaReader.read(text: text, name: "V1.yaml")
    #expect(
      document.schema == Schema(name: "Notes", version: Version(1), declaredPlatform: platform))
    #expect(document.schema.platform == platform)
    #expect(SchemaWriter.yaml(of: document) == text)
  }

  @Test(arguments: [
    ("", "", ModelPlatform.swiftData),
    ("", "{table: note, attributes: {text: string}}", .noPlatform),
    ("platform: coredata\n", "{table: note, attributes: {text: string}}", .coreData),
  ])
  func `a file without a platform is SwiftData's, or has none where an entity has a table`(
    _ key: String, _ entity: String, _ expected: ModelPlatform
  ) throws {
    let text = Self.file(key) + "entities:\n  Note: \(entity)\n"
    let schema = try SchemaReader.read(text: text, name: "V1.yaml").schema
    #expect(schema.platform == expected)
    #expect(schema.hasPlatform == (expected != .noPlatform))
  }

  @Test func `later versions keep the platform, or declare another`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file("platform: coredata\n"), to: "V1.yaml")
    try folder.write("schema: Notes\nversion: 2.0.0\nextends: V1.yaml\n", to: "V2.yaml")
    try folder.write(
      "schema: Notes\nplatform: swiftdata\nversion: 3.0.0\nextends: V2.yaml\n", to: "V3.yaml")
    let history = try SchemaReader.history(inDirectory: folder.path)
    #expect(history.versions.map(\.schema.platform) == [.coreData, .coreData, .swiftData])
  }

  @Test func `an unknown platform is refused with the known platforms`() {
    #expect {
      try SchemaReader.read(text: Self.file("platform: sqlite\n"), name: "V1.yaml")
    } throws: { error in
      (error as? DiagnosticsError)?.diagnostics.map { [$0.code, $0.message] } == [
        [
          "unknown-word", "'platform' is 'swiftdata', 'coredata' or 'none', and not 'sqlite'",
        ]
      ]
    }
  }
}
