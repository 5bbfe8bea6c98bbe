import Files
import Foundation
import TestSupport
import Testing

struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is made or replaced, and nothing else is left in its folder`() throws {
    try AtomicFile.write("one", to: folder.path("a.json"))
    try AtomicFile.write("two\n", to: folder.path("a.json"))
    #expect(try folder.text("a.json") == "two\n")
    #expect(try folder.names == ["a.json"])
  }

  @Test func `a replaced file keeps its permissions`() throws {
    try AtomicFile.write("one", to: folder.path("a"))
    try folder.setPermissions(0o640, of: "a")
    try AtomicFile.write("two", to: folder.path("a"))
    #expect(try folder.permissions(of: "a") == 0o640)
  }

  @Test func `a symbolic link stays one`() throws {
    try AtomicFile.write("one", to: folder.path("a"))
    try folder.link("b", to: "a")
    try AtomicFile.write("two", to: folder.path("b"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("b")) == "a")
    #expect(try folder.text("a") == "two")
  }

  @Test func `a path that is not a regular file is written to directly`() throws {
    try AtomicFile.write("lost", to: "/dev/null")
    #expect(throws: SystemError.self) { try AtomicFile.write("x", to: folder.url.path) }
  }

  @Test func `a draft of a killed run is neither an obstacle nor written to`() throws {
    let draft = "a.\(ProcessInfo.processInfo.processIdentifier).tmp"
    try folder.write("elsewhere", to: "b")
    try folder.link(draft, to: "b")
    try AtomicFile.write("one", to: folder.path("a"))
    #expect(try folder.text("a") == "one")
    #expect(try folder.text("b") == "elsewhere")
    #expect(try folder.names == ["a", draft, "b"])
  }

  @Test(
    arguments: [
      ("no-such-folder/a", "cannot write to 'no-such-folder/a': no such file or directory"),
      ("/dev/full", "cannot write to '/dev/full': no space left on device"),
    ])
  func `a failure names the file and the reason`(path: String, message: String) {
    do throws(SystemError) {
      try AtomicFile.write("x", to: path)
      Issue.record("'\(path)' cannot be written to")
    } catch {
      #expect(error.message == message)
    }
  }
}
