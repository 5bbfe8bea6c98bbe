import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML
import Testing

struct FileTests {
  private let sound = Array("schema: S\nversion: 1\n".utf8)

  private func report(_ bytes: [UInt8]) throws -> String {
    let folder = try SchemaFolder()
    try folder.write(bytes, to: "V1.yaml")
    return folder.report("V1.yaml")
  }

  @Test func `a file may begin with a byte order mark, and places are not moved by it`() throws {
    #expect(try report([0xef, 0xbb, 0xbf] + sound) == "nothing")
    #expect(
      try report([0xef, 0xbb, 0xbf] + Array("shema: S".utf8)) == """
        V1.yaml:1:1 missing-key: a schema file has no 'version'
          note: write 'version: 1.0.0', or a higher number than the previous version has
        V1.yaml:1:1 unknown-key: unknown key 'shema', did you mean 'schema'?
        """)
  }

  @Test func `a file may have the line ends of Windows`() throws {
    let text = "schema: S\r\nversion: 1\r\nentities:\r\n  A:\r\n    doc: a\r\n"
    #expect(try report(Array(text.utf8)) == "nothing")
    #expect(
      try report(Array(text.replacing("doc", with: "dog").utf8))
        == "V1.yaml:5:5 unknown-key: unknown key 'dog', did you mean 'doc'?")
  }

  @Test(
    arguments: [
      (
        [0xff, 0xfe, 0x73, 0x00],
        "V1.yaml:1:1 not-utf8: the file is encoded as UTF-16: save it as UTF-8"
      ),
      (
        [0xfe, 0xff, 0x00, 0x73],
        "V1.yaml:1:1 not-utf8: the file is encoded as UTF-16: save it as UTF-8"
      ),
      (
        Array("schema: S\nversion: 1\n# caf".utf8) + [0xe9],
        "V1.yaml:3:6 not-utf8: the byte 0xE9 is not UTF-8: save the file as UTF-8"
      ),
      (
        Array("schema: X".utf8) + [0xe9] + Array("\nversion: 1.0.0\n".utf8),
        "V1.yaml:1:10 not-utf8: the byte 0xE9 is not UTF-8: save the file as UTF-8"
      ),
      (
        Array("# é\nschema: é".utf8) + [0xff],
        "V1.yaml:2:10 not-utf8: the byte 0xFF is not UTF-8: save the file as UTF-8"
      ),
      (
        [0x7f, 0x45, 0x4c, 0x46, 0x00],
        """
        V1.yaml:1:1 control-character: the file is not a text
          note: it may be a text in UTF-16: save it as UTF-8; a store or another binary file is no schema file: move it elsewhere
        """
      ),
      (
        [0x73, 0x00],
        """
        V1.yaml:1:2 control-character: the file is not a text
          note: it may be a text in UTF-16: save it as UTF-8; a store or another binary file is no schema file: move it elsewhere
        """
      ),
    ] as [([UInt8], String)])
  func `bytes that are not text are refused with their place`(bytes: [UInt8], expected: String)
    throws
  {
    #expect(try report(bytes) == expected)
  }

  @Test func `a file over the limit is refused without being read`() throws {
    #expect(
      try report(sound + [UInt8](repeating: 0x0a, count: 16 << 20))
        == "V1.yaml:1:1 file-too-large: the file has 16777237 bytes, and a schema file may have 16777216 at most"
    )
    #expect(try report(sound + [UInt8](repeating: 0x0a, count: (16 << 20) - 21)) == "nothing")
  }

  @Test func `a path that is not a file is refused`() throws {
    let folder = try SchemaFolder(["V1.yaml": "schema: S\nversion: 1\n", "sub/x": ""])
    #expect(
      folder.report("V2.yaml")
        == "missing-file: there is no file 'V2.yaml', did you mean 'V1.yaml'?")
    #expect(folder.report("sub") == "unreadable-file: 'sub' is not a file")
    #expect(folder.report("no/V1.yaml") == "missing-file: there is no file 'no/V1.yaml'")
    let device: String
    do throws(DiagnosticsError) {
      _ = try SchemaReader.read(file: "/dev/zero")
      device = "nothing"
    } catch {
      device = error.report
    }
    #expect(device == "unreadable-file: '/dev/zero' is not a file")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func `a file that may not be read is refused`() throws {
    let folder = try SchemaFolder(["V1.yaml": "schema: S\nversion: 1\n"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path + "/V1.yaml")
    #expect(
      folder.report("V1.yaml") == "unreadable-file: the file 'V1.yaml' cannot be read")
  }

  @Test func `a file can be reached by a link`() throws {
    let folder = try SchemaFolder(["real/V1.yaml": "schema: S\nversion: 1\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.yaml", withDestinationPath: "real/V1.yaml")
    #expect(folder.report("link.yaml") == "nothing")
  }

  @Test func `a cycle through links ends`() throws {
    let folder = try SchemaFolder(["V1.yaml": "schema: S\nversion: 1\nextends: sub/V1.yaml\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub", withDestinationPath: ".")
    #expect(
      folder.report("V1.yaml")
        == "V1.yaml:3:10 invalid-extends: 'V1.yaml' extends itself: V1.yaml → V1.yaml")
  }

  @Test func `a truncated file is refused with a place, or is a smaller schema`() {
    let text = ExtendsTests.first
    for count in 1..<text.count {
      do throws(DiagnosticsError) {
        _ = try SchemaReader.read(text: String(text.prefix(count)), name: "V1.yaml")
      } catch {
        let places = error.diagnostics.map(\.location?.file)
        #expect(!places.isEmpty && places.allSatisfy { $0 == "V1.yaml" }, "\(count)")
      }
    }
  }
}
