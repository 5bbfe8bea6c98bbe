import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The restrictions on a model, as a schema file declares them.
struct ProfileTests {
  private static let file = "schema: Notes\nversion: 1.0.0\nprofile: cloudkit\n"

  @Test func `a profile is read, and written again`() throws {
    let document = try SchemaReader.read(text: Self.file, name: "V1.yaml")
    #expect(document.schema == Schema(name: "Notes", version: Version(1), profile: .cloudkit))
    #expect(SchemaWriter.yaml(of: document) == Self.file)
  }

  @Test func `later versions keep the profile`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "V1.yaml")
    try folder.write("schema: Notes\nversion: 2.0.0\nextends: V1.yaml\n", to: "V2.yaml")
    let history = try SchemaReader.history(inDirectory: folder.path)
    #expect(history.versions.map(\.schema.profile) == [.cloudkit, .cloudkit])
  }

  @Test func `an unknown profile is refused with the known profiles`() {
    #expect {
      try SchemaReader.read(text: "schema: S\nversion: 1\nprofile: cloudkid\n", name: "V1.yaml")
    } throws: { error in
      (error as? DiagnosticsError)?.diagnostics.map { [$0.code, $0.message] } == [
        ["unknown-word", "'profile' is 'cloudkit', and not 'cloudkid', did you mean 'cloudkit'?"]
      ]
    }
  }
}
